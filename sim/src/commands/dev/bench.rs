//! `sim dev bench`: the speed of games, and exact numbers of games or of the engine's hot calls for profilers.

use std::sync::Arc;

use agents::AgentSpec;
use clap::Args;
use engine::MAX_SEATS;
use serde::Serialize;

use crate::commands::args::{CommandArgs, SimulationArgs, names, notes, whole};
use games::for_game;
use lab::base::error::{Error, Result};
use lab::base::out;
use lab::base::progress::Progress;
use lab::base::time::MedianRange;
use lab::config::Config;
use lab::play::numbered_games::ScoreHash;
use lab::play::self_play::{GameCounts, SelfPlay};
use lab::programs::MayNotRepeat;
use lab::schedule::contestant::PlayerSpec;
use lab::study::throughput::{BenchContext, Throughput};
use lab::study::{Study, all_agents, throughput};
use lab::subject::{GameInfo, Subject, fit};
use report::terminal::summary::{heading, print_caveat};
use report::terminal::table::PrintedTable;

/// Arguments of `sim dev bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Play only this agent, in all seats [default: all agents]
    #[arg(long, value_name = "SPEC")]
    pub only: Option<String>,

    /// Play only with P players [default: 2 to 5; 4 with --games or --calls]
    #[arg(long, value_name = "P", value_parser = whole::<u8>(2..=5))]
    pub players: Option<u8>,

    /// Play exactly N games of --only on one thread; print a hash of the scores
    #[arg(long, value_name = "N", requires = "only", value_parser = whole::<u64>(1..=u64::MAX))]
    pub games: Option<u64>,

    /// Make each engine call exactly N times on one thread; print the sums
    #[arg(long, value_name = "N", conflicts_with_all = ["only", "games"],
          value_parser = whole::<u64>(1..=u64::MAX))]
    pub calls: Option<u64>,

    /// Setup, seed and output
    #[command(flatten)]
    pub common: SimulationArgs,

    /// Agents that are programs
    #[command(flatten)]
    pub programs: CommandArgs,
}

/// The default budget of agents that search, so small that a game takes a fraction of a second.
const ITERATIONS: u64 = 24;

/// The default number of players for an exact number of games or calls.
const DEFAULT_PLAYERS: u8 = 4;

/// Plays games or makes calls: an exact number if asked, otherwise as a measurement.
pub fn run(args: &BenchArgs) -> Result<()> {
    let config = args.common.setup.config()?;
    for_game!(games::of_config(&config)? => bench(args, &config))
}

fn bench<S: Study>(args: &BenchArgs, config: &Config) -> Result<()> {
    let programs = args.programs.programs(S::INFO)?;
    let only = args.only.as_ref().map(|text| PlayerSpec::read(text, &S::INFO.schemas(), &programs)).transpose();
    let only = only.map_err(|error| error.at("--only"))?;
    match (&only, args.games, args.calls) {
        (Some(spec), Some(games), _) => play_exactly(S::INFO, args, config, spec, games),
        (_, _, Some(calls)) => call_exactly::<S>(args, config, calls),
        (only, _, None) => measure::<S>(args, config, only.as_ref()),
    }
}

fn measure<S: Study>(args: &BenchArgs, config: &Config, only: Option<&PlayerSpec>) -> Result<()> {
    let specs = only.map_or_else(|| all_specs(S::INFO), |spec| Ok(vec![spec.clone()]))?;
    let rig = BenchContext::new(args.common.seed, args.common.exec.threads.map(usize::from))?;
    let counts = args.players.map_or(2..=MAX_SEATS, |count| usize::from(count)..=usize::from(count));
    let subjects: Vec<Arc<dyn Subject>> =
        counts.clone().map(|players| config.components(S::INFO, players)).collect::<Result<_>>()?;
    subjects.iter().try_for_each(|subject| fit::check(&**subject, &specs)).map_err(Error::of_input)?;
    let mut report = BenchReport {
        version: env!("CARGO_PKG_VERSION"),
        seed: args.common.seed,
        threads: rig.threads(),
        reconstructed: subjects[0].reconstructed(),
        games: Vec::new(),
    };
    let progress = Progress::of_measurements((subjects.len() * specs.len()) as u64, args.common.exec.quiet);
    for spec in &specs {
        for (players, subject) in counts.clone().zip(&subjects) {
            report.games.push(throughput::measure(&rig, spec, subject, players)?);
            progress.add(1);
        }
    }
    drop(progress);
    if args.common.json { out::json(&report) } else { report.print() }
}

/// Returns every kind of agent; those that search have a small budget.
fn all_specs(game: &GameInfo) -> Result<Vec<PlayerSpec>> {
    all_agents(game, ITERATIONS)
        .iter()
        .map(|text| AgentSpec::parse(text, &game.schemas()).map(PlayerSpec::Own).map_err(Error::of_machine))
        .collect()
}

/// The result of an exact number of games, for `--json`.
#[derive(Serialize)]
struct ExactGames {
    agent: String,
    players: usize,
    games: u64,
    seed: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reconstructed: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    may_not_repeat: Vec<String>,
    score_hash: String,
}

/// Plays the first games of the seed, and prints a hash of their scores.
fn play_exactly(
    game: &'static GameInfo,
    args: &BenchArgs,
    config: &Config,
    spec: &PlayerSpec,
    games: u64,
) -> Result<()> {
    let players = usize::from(args.players.unwrap_or(DEFAULT_PLAYERS));
    let subject = config.components(game, players)?;
    fit::check(&*subject, [spec]).map_err(Error::of_input)?;
    let reconstructed = subject.reconstructed();
    let table = SelfPlay::new(subject, players, spec, args.common.seed);
    let others: Vec<MayNotRepeat> = table.roster().handshake()?;
    let (mut hash, mut tally) = (ScoreHash::default(), GameCounts::default());
    for number in 0..games {
        hash.add(&table.play(number, &mut tally)?);
    }
    let score_hash = hash.finish();
    if args.common.json {
        let (agent, may_not_repeat) = (spec.to_string(), names(&others));
        out::json(&ExactGames {
            agent,
            players,
            games,
            seed: args.common.seed,
            reconstructed,
            may_not_repeat,
            score_hash,
        })
    } else {
        print_caveat(&reconstructed)?;
        notes(&others)?;
        out::line(format_args!("score hash {score_hash}"))
    }
}

/// The result of an exact number of calls, for `--json`.
#[derive(Serialize)]
struct ExactCalls {
    players: usize,
    calls: u64,
    seed: u64,
    sums: Vec<CallSum>,
}

/// The sum of a call's results.
///
/// It is the same for the same number of calls, as long as behaviour is unchanged.
#[derive(Serialize)]
struct CallSum {
    call: &'static str,
    sum: u64,
}

/// Makes every call this many times, in one typical position after another.
fn call_exactly<S: Study>(args: &BenchArgs, config: &Config, calls: u64) -> Result<()> {
    let players = usize::from(args.players.unwrap_or(DEFAULT_PLAYERS));
    let sums =
        config.components(S::INFO, players)?.setup::<S>().call_sums(args.common.seed, calls).ok_or_else(|| {
            let name = S::INFO.name;
            Error::input("--calls", format_args!("engine calls of `{name}` are not measured"), "--only and --games")
        })?;
    let sums: Vec<CallSum> = sums.into_iter().map(|(call, sum)| CallSum { call, sum }).collect();
    if args.common.json {
        return out::json(&ExactCalls { players, calls, seed: args.common.seed, sums });
    }
    sums.iter().try_for_each(|sum| out::line(format_args!("{:<22} {}", sum.call, sum.sum)))
}

/// All measurements, for `--json`; units are at the end of names.
#[derive(Serialize)]
struct BenchReport {
    version: &'static str,
    seed: u64,
    threads: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reconstructed: Vec<&'static str>,
    /// By agent, then number of players.
    games: Vec<Throughput>,
}

impl BenchReport {
    fn print(&self) -> Result<()> {
        heading("Games of each agent against itself")?;
        let all = match self.threads {
            1 => "games/s, 1 thread (repeated)".to_owned(),
            threads => format!("games/s, {threads} threads"),
        };
        let header =
            ["agent", "players", "games/s, 1 thread", "decisions/s", "iterations/s", &all, "ratio", "processors"];
        let mut table = PrintedTable::new(&header, 1..header.len());
        for row in &self.games {
            table.add_row([
                row.agent.clone(),
                row.players.to_string(),
                with_ends(&row.one_thread.games_per_s),
                rounded(row.one_thread.decisions_per_s.median),
                searched(row.one_thread.iterations_per_s.median),
                with_ends(&row.all_threads.games_per_s),
                format!("{:.2} ({:.2} to {:.2})", row.ratio.median, row.ratio.min, row.ratio.max),
                format!("{:.2}", row.all_threads.processors.median),
            ]);
        }
        out::line(format_args!("{table}"))?;
        out::line(
            "processors: CPU time per second with all threads; below the number of threads if other programs used them, too\n",
        )?;
        print_caveat(&self.reconstructed)?;
        out::line("medians of several repeats (smallest to largest)")
    }
}

fn with_ends(spread: &MedianRange) -> String {
    let [median, min, max] = [spread.median, spread.min, spread.max].map(rounded);
    format!("{median} ({min} to {max})")
}

fn searched(rate: f64) -> String {
    if rate > 0.0 { rounded(rate) } else { String::new() }
}

/// Formats a number with at least three significant figures.
fn rounded(number: f64) -> String {
    match number {
        number if number < 10.0 => format!("{number:.2}"),
        number if number < 100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}
