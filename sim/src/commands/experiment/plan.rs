//! `sim plan`: what an experiment would cost, and what it could find, before it is run.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::{DecimalBytes, HumanDuration};

use crate::base::error::Result;
use crate::base::out;
use crate::commands::args::number::{seed, whole};
use crate::games::{GameName, Work, for_game};
use crate::lab::config::{Config, Overrides};
use crate::lab::experiment::Experiment;
use crate::lab::shown::Shown;
use crate::lab::study::probe::Probe;
use crate::lab::study::soak::Soaked;
use crate::lab::subject::Subject;
use crate::lab::subject::outcome::{LEVERAGE, VP};
use crate::lab::tables::measures::Measure;
use crate::report::terminal::summary;
use crate::stats::{normal_quantile, t_quantile};

/// Arguments of `sim plan`.
#[derive(Args, Debug)]
pub struct PlanArgs {
    /// The experiment, a TOML file
    pub config: PathBuf,

    /// Master seed, instead of the config's
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true)]
    pub seed: Option<u64>,

    /// Another value for a key of the config; can be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,

    /// Threads that it will be run on [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024), allow_negative_numbers = true)]
    pub threads: Option<u16>,

    /// Seconds of processor time to spend on trial games
    #[arg(long, value_name = "S", value_parser = whole::<u64>(1..=86_400), allow_negative_numbers = true, default_value_t = 2)]
    pub seconds: u64,
}

/// The fewest clusters to estimate a spread from.
const MIN_CLUSTERS: u64 = 8;

/// The probability of finding an effect as large as what is called detectable.
const POWER: f64 = 0.9;

/// Plays a few blocks, and prints the plan.
pub fn run(args: &PlanArgs) -> Result<()> {
    let config = Config::load(&args.config, &Overrides { set: args.set.clone(), seed: args.seed })?;
    for_game(config.game(GameName::NAMES), PlanWork { args, config: &config })
}

struct PlanWork<'a> {
    args: &'a PlanArgs,
    config: &'a Config,
}

impl Work for PlanWork<'_> {
    type Output = Result<()>;

    fn run<S: Soaked + Shown>(self) -> Result<()> {
        let Self { args, config } = self;
        let experiment: Experiment<S> = config.experiment()?;
        let probe = Probe::of(&experiment, Duration::from_secs(args.seconds))?;
        print_size(&experiment)?;
        print_extent(&experiment)?;
        summary::print_caveat(&experiment.reconstructed())?;
        print_cost(&experiment, &probe, args.threads)?;
        print_effects(&experiment, &probe)
    }
}

fn print_size<S: Subject>(experiment: &Experiment<S>) -> Result<()> {
    let (blocks, games, lineups) = (experiment.blocks, experiment.games(), experiment.lineups());
    let (clusters, players) = (experiment.clusters(), experiment.players);
    out::line(format_args!(
        "{}: {games} games of {players} players in {blocks} blocks: {clusters} seeds, {lineups} for each",
        experiment.name
    ))?;
    experiment.subject.design().map_or(Ok(()), out::line)?;
    match experiment.subject.design_length() {
        Some(cells) if !clusters.is_multiple_of(cells) => out::line(format_args!(
            "The design has {cells} combinations of sets and slot orders, and {clusters} seeds are no multiple of it: some come up once more than others."
        )),
        Some(cells) => {
            out::line(format_args!("Each of the design's {cells} combinations comes up {} times.", clusters / cells))
        }
        None => Ok(()),
    }
}

/// What makes it shorter or longer than its blocks.
fn print_extent<S>(experiment: &Experiment<S>) -> Result<()> {
    if experiment.compare.is_some() {
        out::line("All blocks are played twice, as `[compare]` asks.")?;
    }
    experiment.stop.as_ref().map_or(Ok(()), |_| out::line("It ends before that if `[stop]` is satisfied."))
}

fn print_cost<S>(experiment: &Experiment<S>, probe: &Probe, threads: Option<u16>) -> Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = threads.map_or(cores, usize::from);
    let runs = 1.0 + f64::from(u8::from(experiment.compare.is_some()));
    let share = runs * experiment.blocks as f64 / probe.blocks as f64;
    let seconds = probe.elapsed.as_secs_f64() * share / threads.min(cores) as f64;
    let time = match seconds {
        seconds if seconds < 1.0 => "less than a second".to_owned(),
        seconds => format!("about {}", HumanDuration(Duration::from_secs_f64(seconds))),
    };
    let bytes = DecimalBytes((probe.bytes as f64 * share) as u64);
    out::line(format_args!(
        "It takes {time} on {threads} threads that have a core each (measured on {} blocks), and writes {bytes} of raw tables.",
        probe.blocks
    ))
}

/// The smallest effects that are found with probability [`POWER`] at 5 %: the quantiles' sum times the standard error (Cohen 1988,
/// Statistical Power Analysis), which is estimated from the probe's clusters.
fn print_effects<S: Subject>(experiment: &Experiment<S>, probe: &Probe) -> Result<()> {
    let clusters = experiment.clusters();
    let seen = probe.measures.iter().map(|(_, stream)| stream.count()).max().unwrap_or(0);
    if seen < MIN_CLUSTERS || clusters < 2 {
        let advice = if clusters < MIN_CLUSTERS { "" } else { "; --seconds plays more of them" };
        return out::line(format_args!("Too few seeds ({seen} played) to say what could be found{advice}."));
    }
    out::line(format_args!("Found with probability {:.0} %, at 5 %, guessed from {seen} seeds:", 100.0 * POWER))?;
    let quantiles = t_quantile((clusters - 1) as f64) + normal_quantile(POWER);
    let (leverage, vp) = (Measure::of_outcome::<S>(LEVERAGE), Measure::of_outcome::<S>(VP));
    for (measure, stream) in &probe.measures {
        // What never varies, such as the wins of an agent in all seats, needs no estimate.
        let Some(variance) = stream.variance().filter(|variance| *variance > 0.0) else { continue };
        let detectable = quantiles * (variance / clusters as f64).sqrt();
        match *measure {
            Measure::WinShare(agent) => {
                let name = &experiment.agents[agent].name;
                out::line(format_args!("  win share of {name}: {:.1} percentage points off", 100.0 * detectable))?;
            }
            Measure::Outcome(_) if Some(*measure) == leverage => {
                let [one, two] = [0, 1].map(|agent| &experiment.agents[agent].name);
                out::line(format_args!("  VP of {one} less VP of {two}: {detectable:.2} VP"))?;
            }
            Measure::Outcome(_) if Some(*measure) == vp => {
                let words = experiment.subject.detectable(detectable);
                words.map_or(Ok(()), |words| out::line(format_args!("  {words}")))?;
            }
            Measure::Outcome(_) | Measure::AgentVp(_) => {}
        }
    }
    Ok(())
}
