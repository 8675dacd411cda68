//! `sim plan`: estimates of an experiment's cost and of its detectable effects, before it is run.

use std::time::Duration;

use clap::Args;
use indicatif::{DecimalBytes, HumanDuration};

use crate::commands::args::{ConfigArgs, programs, whole};
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::config::Config;
use lab::config::tune::section_of;
use lab::experiment::Experiment;
use lab::forms::numbers::counted;
use lab::schedule::MAX_BLOCKS;
use lab::study::plan::{MIN_CLUSTERS, Precision, Probe, memory};
use lab::study::sensitivity::Sensitivity;
use lab::study::tune::Tuning;
use lab::subject::GameInfo;
use lab::subject::prospect::{POWER, Prospect};
use report::terminal::summary;

/// The most effects with the same unit that are listed one by one.
const MOST_ALIKE: usize = 20;

/// Arguments of `sim plan`.
#[derive(Args, Debug)]
pub struct PlanArgs {
    /// The config
    #[command(flatten)]
    pub source: ConfigArgs,

    /// Plan for N cores, here or elsewhere [default: all cores of this machine]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1_000_000))]
    pub cores: Option<u32>,

    /// Print core hours and their cost at P per core hour, in any currency
    #[arg(long, value_name = "P", value_parser = price)]
    pub price: Option<f64>,

    /// Play trial games for S seconds of CPU time, or more if they are too few
    #[arg(long, value_name = "S", value_parser = whole::<u64>(1..=86_400), default_value_t = 2)]
    pub seconds: u64,

    /// Say how many blocks a precision needs: ±1 is a half-width, 1 a difference
    #[arg(long, value_name = "±X|X", requires = "of", value_parser = precision)]
    pub want: Option<Precision>,

    /// Want it for this mean, such as greedy.vp, or greedy.vp-random.vp
    #[arg(long, value_name = "AGENT.MEASURE", requires = "want")]
    pub of: Option<String>,

    /// Start external agents, to time their games
    #[arg(long)]
    pub run_programs: bool,
}

/// Reads a price.
fn price(text: &str) -> std::result::Result<f64, String> {
    let price = text.parse().ok().filter(|price| (0.0..=1e6).contains(price));
    price.ok_or_else(|| "accepted: a number from 0 to 1000000, such as 0.04".to_owned())
}

/// Reads a wanted precision.
fn precision(text: &str) -> std::result::Result<Precision, String> {
    let half_width = text.strip_prefix('±').or_else(|| text.strip_prefix("+-"));
    let number = half_width.unwrap_or(text).parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite());
    let number = number.ok_or("accepted: a half-width such as ±1, or a difference such as 1, in VP or as a share")?;
    Ok(if half_width.is_some() { Precision::HalfWidth(number) } else { Precision::Detectable(number) })
}

/// Plays a few blocks, and prints the plan.
pub fn run(args: &PlanArgs) -> Result<()> {
    let config = args.source.load()?;
    plan(games::of_config(&config)?, args, &config)
}

fn plan(game: &'static GameInfo, args: &PlanArgs, config: &Config) -> Result<()> {
    let experiment: Experiment = config.experiment(game)?;
    let programs = if args.run_programs { Vec::new() } else { programs(&experiment, experiment.compare.as_deref()) };
    let time = Duration::from_secs(args.seconds);
    let probe = programs.is_empty().then(|| Probe::of(&experiment, time)).transpose()?;
    // A panel contains no external programs.
    let panel = Probe::of_panel(&experiment, time)?;
    print_size(&experiment)?;
    print_extent(&experiment)?;
    summary::print_caveat(&experiment.reconstructed())?;
    if probe.is_some() || !panel.is_empty() {
        print_cost(&experiment, probe.as_ref(), &panel, args)?;
    }
    if let Some(probe) = &probe {
        print_studies(game, config, &experiment, probe, cores(args))?;
    }
    let Some(probe) = probe else {
        let what = if panel.is_empty() { "Not timed" } else { "Not timed, without the panel" };
        return out::line(format_args!(
            "{what}, and no effects estimated: some agents are external programs ({}); --run-programs starts them.",
            programs.join(", ")
        ));
    };
    if let (Some(wanted), Some(of)) = (args.want, &args.of) {
        return print_wanted(&experiment, &probe, wanted, of, cores(args));
    }
    print_effects(&experiment, &probe)
}

/// Prints how many blocks a wanted precision needs, and how long they take.
fn print_wanted(experiment: &Experiment, probe: &Probe, wanted: Precision, of: &str, cores: f64) -> Result<()> {
    let (Precision::HalfWidth(number) | Precision::Detectable(number)) = wanted;
    if of.ends_with(".win-share") && number >= 1.0 {
        return Err(Error::input("--want", format_args!("found {number}"), "a share below 1, such as ±0.02"));
    }
    let seen = counted(probe.clusters, "seed");
    let Some(error) = probe.standard_error(experiment, of)? else {
        return out::line(format_args!(
            "No estimate for {of}: too few or equal results in {seen}; --seconds plays more."
        ));
    };
    let wanted_of = match wanted {
        Precision::HalfWidth(half_width) => format!("{of} ± {half_width}"),
        Precision::Detectable(difference) => format!("A difference of {difference} of {of} from a known value"),
    };
    let blocks = wanted.clusters(error, probe.clusters).saturating_mul(experiment.lineups());
    if blocks > MAX_BLOCKS {
        return out::line(format_args!("{wanted_of} needs more than the {MAX_BLOCKS} blocks that a run can have."));
    }
    let seconds = probe.elapsed.as_secs_f64() / probe.blocks as f64 * blocks as f64 / cores;
    let runs = 1 + u64::from(experiment.compare.is_some());
    let games = counted(blocks.saturating_mul(runs * experiment.games_per_block()), "game");
    // Twice the relative error of a standard deviation (Ahn & Fessler 2003), which counts twice.
    let more = (1.0 + 2.0 / (2.0 * (probe.clusters - 1) as f64).sqrt()).powi(2);
    out::line(format_args!(
        "{wanted_of} needs {} ({games}), {} on {} (estimated from {seen}, so it may be up to {more:.1} times as many; --seconds plays more): --set blocks={blocks}",
        counted(blocks, "block"),
        in_words(seconds),
        counted(cores as u64, "core")
    ))
}

fn print_size(experiment: &Experiment) -> Result<()> {
    let (blocks, games, lineups) = (experiment.blocks, experiment.games(), experiment.lineups());
    let (clusters, players) = (experiment.clusters(), experiment.players);
    out::line(format_args!(
        "{}: {} of {players} players in {}: {}, {lineups} for each",
        experiment.name,
        counted(games, "game"),
        counted(blocks, "block"),
        counted(clusters, "seed"),
    ))?;
    experiment.subject.design().map_or(Ok(()), out::line)?;
    match experiment.subject.design_length() {
        Some(cells) if !clusters.is_multiple_of(cells) => out::line(format_args!(
            "The design has {cells} combinations of sets and slot orders, and {clusters} seeds are not a multiple of it: some occur once more than others."
        )),
        Some(cells) => out::line(format_args!(
            "Each of the design's {cells} combinations occurs {}.",
            counted(clusters / cells, "time")
        )),
        None => Ok(()),
    }
}

/// Prints the settings that make it shorter or longer than its blocks.
fn print_extent(experiment: &Experiment) -> Result<()> {
    if experiment.compare.is_some() {
        out::line("All blocks are played twice, as `[compare]` asks.")?;
    }
    let kinds = experiment.panel.len();
    if kinds > 0 {
        out::line(format_args!("The experiment is repeated with each of {kinds} kinds of players, as `panel` asks."))?;
    }
    experiment.stop.as_ref().map_or(Ok(()), |_| out::line("It ends earlier if `[stop]` is satisfied."))
}

fn print_cost(experiment: &Experiment, probe: Option<&Probe>, panel: &[Probe], args: &PlanArgs) -> Result<()> {
    let cores = cores(args);
    let share = |probe: &Probe| experiment.blocks as f64 / probe.blocks as f64;
    // A block is not divided among cores.
    let seconds = |probe: &Probe| probe.elapsed.as_secs_f64() * (share(probe) / cores).max(1.0 / probe.blocks as f64);
    let of_panel = panel.iter().map(seconds).sum::<f64>();
    let all = || probe.into_iter().chain(panel);
    let seconds = probe.map_or(0.0, seconds) + of_panel;
    let part = match (probe.is_some(), panel.is_empty()) {
        (_, true) => String::new(),
        (true, false) => format!(", {} of that for the panel", in_words(of_panel)),
        (false, false) => " for the panel alone".to_owned(),
    };
    let bytes = DecimalBytes(all().map(|probe| probe.table_bytes(experiment)).sum::<f64>() as u64);
    let blocks = counted(all().map(|probe| probe.blocks).sum(), "block");
    let (time, core_count) = (in_words(seconds), counted(cores as u64, "core"));
    out::line(format_args!(
        "It takes {time} on {core_count} as fast as this machine's{part} (measured on {blocks}) and writes {bytes} of raw tables."
    ))?;
    out::line(format_args!(
        "On one thread it needs at most {} of memory; a search adds 5 to 30 MB on each thread.",
        DecimalBytes(memory(experiment))
    ))?;
    let Some(price) = args.price else { return Ok(()) };
    // All cores are paid for, whether they have blocks to play or not.
    let hours = seconds * cores / 3600.0;
    out::line(format_args!(
        "That is {} core hours and costs {} at {price} an hour.",
        in_short(hours),
        in_short(hours * price)
    ))
}

/// Prints what the studies of a config with a section `[tune]` take.
fn print_studies(
    game: &'static GameInfo,
    config: &Config,
    experiment: &Experiment,
    probe: &Probe,
    cores: f64,
) -> Result<()> {
    if section_of(config).is_err() {
        return Ok(());
    }
    let Tuning { budget, combinations, .. } = Tuning::of(game, config)?;
    let runs = 1 + u64::from(experiment.compare.is_some());
    let each = probe.elapsed.as_secs_f64() / (probe.blocks * experiment.games_per_block() * runs) as f64;
    let time = |games: u64| in_words(each * games as f64 / cores);
    let (games, tried) = (counted(budget.games, "game"), budget.candidates);
    out::line(format_args!(
        "`sim tune` plays at most {games} with {tried} of {combinations} combinations: {}.",
        time(budget.games)
    ))?;
    // Without a rule that can be changed there is no such study.
    let Ok(study) = Sensitivity::of(game, config, &[], 1) else { return Ok(()) };
    let (games, changes) = (counted(study.games(), "game"), counted(study.steps.len() as u64, "change"));
    out::line(format_args!("`sim sensitivity` plays {games} with {changes}: {}.", time(study.games())))
}

/// The number of cores to plan for.
fn cores(args: &PlanArgs) -> f64 {
    let here = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    args.cores.map_or(here as f64, f64::from)
}

/// A time in words.
fn in_words(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1.0 => "less than a second".to_owned(),
        seconds => format!("about {}", HumanDuration(Duration::from_secs_f64(seconds))),
    }
}

/// Formats an amount, with more decimals if it is small.
fn in_short(amount: f64) -> String {
    if amount < 0.1 { format!("{amount:.4}") } else { format!("{amount:.1}") }
}

/// Returns a line for each effect.
///
/// If many have the same unit, a single one gives their extremes and median.
fn lines(mut prospects: Vec<Prospect>) -> Vec<String> {
    let mut lines = Vec::new();
    while let Some(unit) = prospects.first().map(|prospect| prospect.unit) {
        let (mut alike, others): (Vec<_>, Vec<_>) = prospects.into_iter().partition(|prospect| prospect.unit == unit);
        if alike.len() > MOST_ALIKE {
            alike.sort_by(|one, two| one.detectable.total_cmp(&two.detectable));
            let [least, median, most] = [0, alike.len() / 2, alike.len() - 1].map(|place| &alike[place]);
            let (least, middle, most) = (of_one(least), amount(median), of_one(most));
            lines.push(format!("of {} from {least} to {most}, median {middle}", alike.len()));
        } else {
            lines.extend(alike.iter().map(of_one));
        }
        prospects = others;
    }
    lines
}

fn of_one(prospect: &Prospect) -> String {
    format!("{}: {}", prospect.what, amount(prospect))
}

fn amount(Prospect { unit, detectable, .. }: &Prospect) -> String {
    match *unit {
        "wins" | "fraction" => format!("{} percentage points", rounded(100.0 * detectable, 1)),
        "" => rounded(*detectable, 3),
        unit => format!("{} {unit}", rounded(*detectable, 2)),
    }
}

/// Formats a value with this many decimals, but with at least two significant digits.
fn rounded(value: f64, decimals: usize) -> String {
    let counting = 1.0 - value.log10().floor();
    let decimals = if counting.is_finite() { decimals.max(counting as usize) } else { decimals };
    format!("{value:.decimals$}")
}

/// Prints the smallest detectable effects.
fn print_effects(experiment: &Experiment, probe: &Probe) -> Result<()> {
    let (clusters, seen) = (experiment.clusters(), probe.clusters);
    if seen < MIN_CLUSTERS || clusters < 2 {
        let advice = if clusters < MIN_CLUSTERS { "" } else { "; --seconds plays more" };
        return out::line(format_args!("Too few seeds ({seen} played) to estimate detectable effects{advice}."));
    }
    let prospects = probe.prospects(experiment, clusters);
    out::line(format_args!(
        "Detectable with power {:.0} % at the 5 % level, estimated from {seen} seeds:",
        100.0 * POWER
    ))?;
    lines(prospects).iter().try_for_each(|line| out::line(format_args!("  {line}")))?;
    if seen < clusters {
        // Twice the relative error of a standard deviation (Ahn & Fessler 2003).
        let off = 200.0 / (2.0 * (seen - 1) as f64).sqrt();
        out::line(format_args!("Each may be off by {off:.0} %, since there are few seeds; --seconds plays more."))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_numbers_and_amounts_are_short() {
        assert_eq!((price("0.04"), price("0")), (Ok(0.04), Ok(0.0)));
        for text in ["", "-1", "nan", "inf", "1e7", "4 cents"] {
            assert!(price(text).unwrap_err().contains("0 to 1000000"), "{text}");
        }
        assert_eq!([0.00123, 0.5, 1234.56].map(in_short), ["0.0012", "0.5", "1234.6"]);
    }
}
