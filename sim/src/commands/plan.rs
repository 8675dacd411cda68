//! `sim plan`: what an experiment would take, and what it could find, before it is run.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use cpu_time::ThreadTime;

use super::number::{seed, whole};
use crate::block::Player;
use crate::config::{self, Overrides};
use crate::error::Result;
use crate::experiment::Experiment;
use crate::measures::{ClusterMeans, Measure};
use crate::out;
use crate::raw::{RawBlock, RowReader};
use crate::stats::{Welford, normal_quantile, t_quantile};
use crate::tables::RawTable;
use crate::tables::outcomes::Outcome;

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

    /// Seconds of processor time to play for that
    #[arg(long, value_name = "S", value_parser = whole::<u64>(1..=86_400), allow_negative_numbers = true, default_value_t = 2)]
    pub seconds: u64,
}

/// The fewest clusters that a spread is guessed from.
const MIN_CLUSTERS: u64 = 8;

/// The most clusters played to see how long it takes.
const PROBE_CLUSTERS: u64 = 200;

/// The probability of finding an effect as large as what is called detectable.
const POWER: f64 = 0.9;

/// Plays a few blocks, and prints the plan.
pub fn run(args: &PlanArgs) -> Result<()> {
    let experiment = config::load(&args.config, &Overrides { set: args.set.clone(), seed: args.seed })?;
    let probe = Probe::of(&experiment, Duration::from_secs(args.seconds))?;
    print_size(&experiment)?;
    print_extent(&experiment)?;
    print_cost(&experiment, &probe, args.threads)?;
    print_effects(&experiment, &probe)
}

/// What a few clusters were like.
struct Probe {
    blocks: u64,
    elapsed: Duration,
    bytes: u64,
    measures: Vec<(Measure, Welford)>,
}

impl Probe {
    fn of(experiment: &Experiment, time: Duration) -> Result<Self> {
        let agents = experiment.build_agents();
        let mut player = Player::new(experiment, &agents);
        let rows = RowReader::new(experiment, Path::new(""));
        let measures = Measure::all(experiment);
        let mut streams = vec![Welford::default(); measures.len()];
        let mut probe = Self { blocks: 0, elapsed: Duration::ZERO, bytes: 0, measures: Vec::new() };
        let clusters = experiment.blocks / experiment.lineups();
        for _ in 0..clusters.min(PROBE_CLUSTERS) {
            let mut means = ClusterMeans::new(&measures);
            for _ in 0..experiment.lineups() {
                let begun = ThreadTime::now();
                let block = player.play(probe.blocks);
                probe.elapsed += begun.elapsed();
                probe.bytes += block.lines.iter().map(|lines| lines.len() as u64).sum::<u64>();
                let raw = RawBlock { number: probe.blocks, lines: block.lines, first_lines: [1; RawTable::ALL.len()] };
                rows.games(&raw)?.iter().for_each(|game| means.add(game));
                probe.blocks += 1;
            }
            let cluster = streams.iter_mut().zip(means.means());
            cluster.for_each(|(stream, mean)| mean.into_iter().for_each(|mean| stream.push(mean)));
            if probe.elapsed > time {
                break;
            }
        }
        probe.measures = measures.into_iter().zip(streams).collect();
        Ok(probe)
    }
}

fn print_size(experiment: &Experiment) -> Result<()> {
    let (blocks, games, lineups) = (experiment.blocks, experiment.games(), experiment.lineups());
    let clusters = blocks / lineups;
    let players = experiment.players;
    out::line(format_args!(
        "{}: {games} games of {players} players in {blocks} blocks: {clusters} seeds, {lineups} for each",
        experiment.name
    ))?;
    match experiment.scoring.cells() {
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
fn print_extent(experiment: &Experiment) -> Result<()> {
    if experiment.compare.is_some() {
        out::line("All blocks are played twice, as `[compare]` asks.")?;
    }
    experiment.stop.as_ref().map_or(Ok(()), |_| out::line("It ends before that if `[stop]` is satisfied."))
}

fn print_cost(experiment: &Experiment, probe: &Probe, threads: Option<u16>) -> Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = threads.map_or(cores, usize::from);
    let runs = 1.0 + f64::from(u8::from(experiment.compare.is_some()));
    let share = runs * experiment.blocks as f64 / probe.blocks as f64;
    let seconds = probe.elapsed.as_secs_f64() * share / threads.min(cores) as f64;
    let megabytes = probe.bytes as f64 * share / 1e6;
    out::line(format_args!(
        "About {} on {threads} threads that have a core each (measured on {} blocks), and {megabytes:.1} MB of raw tables.",
        duration(seconds),
        probe.blocks
    ))
}

fn duration(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7200.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds => format!("{:.1} hours", seconds / 3600.0),
    }
}

/// The smallest effects that are found with probability [`POWER`] at 5 %: the quantiles' sum times the standard error (Cohen 1988,
/// Statistical Power Analysis), which is guessed from the probe's clusters.
fn print_effects(experiment: &Experiment, probe: &Probe) -> Result<()> {
    let clusters = experiment.blocks / experiment.lineups();
    let seen = probe.measures.iter().map(|(_, stream)| stream.count()).max().unwrap_or(0);
    if seen < MIN_CLUSTERS || clusters < 2 {
        let advice = if clusters < MIN_CLUSTERS { "" } else { "; --seconds plays more of them" };
        return out::line(format_args!("Too few seeds ({seen} played) to say what could be found{advice}."));
    }
    out::line(format_args!("Found with probability {:.0} %, at 5 %, guessed from {seen} seeds:", 100.0 * POWER))?;
    let quantiles = t_quantile(clusters - 1) + normal_quantile(POWER);
    for (measure, stream) in &probe.measures {
        // What never varies, as the wins of an agent on all seats, is no question.
        let Some(variance) = stream.variance().filter(|variance| *variance > 0.0) else { continue };
        let detectable = quantiles * (variance / clusters as f64).sqrt();
        match measure {
            Measure::WinShare(agent) => {
                let name = &experiment.agents[*agent].name;
                out::line(format_args!("  win share of {name}: {:.1} percentage points off", 100.0 * detectable))?;
            }
            Measure::AgentVp(_) => {}
            Measure::Outcome(Outcome::Leverage) => {
                let [one, two] = [0, 1].map(|agent| &experiment.agents[agent].name);
                out::line(format_args!("  VP of {one} less VP of {two}: {detectable:.2} VP"))?;
            }
            Measure::Outcome(Outcome::Vp) => {
                let tile = detectable * tile_factor(experiment);
                out::line(format_args!("  a scoring tile's effect on mean VP: {tile:.2} VP"))?;
            }
            Measure::Outcome(_) => {}
        }
    }
    Ok(())
}

/// The standard error of a scoring tile's effect over that of the mean, where T tiles come equally often, four at a time: a tile is in
/// play with probability p = 4/T, and effects sum to zero.
fn tile_factor(experiment: &Experiment) -> f64 {
    let tiles = experiment.scoring.tiles().len() as f64;
    let in_play = 4.0 / tiles;
    let information = in_play * (1.0 - in_play) * tiles / (tiles - 1.0);
    ((1.0 - 1.0 / tiles) / information).sqrt()
}
