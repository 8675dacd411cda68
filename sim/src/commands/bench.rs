//! `sim bench`: how fast games are played, on one thread.

use std::fmt::Display;
use std::time::Duration;

use agents::{Agent, AgentSpec, KINDS};
use clap::Args;
use cpu_time::ThreadTime;
use engine::skye::{Event, Skye};
use engine::{MAX_SEATS, Seat};
use serde::Serialize;

use super::MannerArgs;
use super::number::{seed, whole};
use crate::arena::{Observer, play};
use crate::casual::{ScoreHash, game_seed};
use crate::error::{Error, Result};
use crate::out;

/// Arguments of `sim bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Only this agent, on all seats
    #[arg(long, value_name = "KIND")]
    pub only: Option<AgentSpec>,

    /// Only this number of players; 4 with --only and --games
    #[arg(long, value_name = "P", value_parser = whole::<u8>(2..=5), allow_negative_numbers = true)]
    pub players: Option<u8>,

    /// Play exactly so many games of --only, without a clock, and print a hash of the scores
    #[arg(long, value_name = "N", requires = "only",
          value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub games: Option<u64>,

    /// Master seed
    #[arg(long, value_name = "S", value_parser = seed(), allow_negative_numbers = true, default_value_t = 1)]
    pub seed: u64,

    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,

    /// Accepted for likeness with other commands: there is one thread and no progress
    #[command(flatten)]
    pub manner: MannerArgs,
}

/// Players at the table if `--games` is given and `--players` is not.
const DEFAULT_PLAYERS: u8 = 4;

/// Processor time that is spent on measuring each line of the table, at least.
const MEASURED: Duration = Duration::from_millis(500);

/// Plays exactly the games asked for, or measures.
pub fn run(args: &BenchArgs) -> Result<()> {
    match (&args.only, args.games) {
        (Some(spec), Some(games)) => play_exactly(args, spec, games),
        (Some(spec), None) => measure_all(args, std::slice::from_ref(spec)),
        (None, _) => {
            let specs = KINDS.iter().map(|kind| kind.name.parse().map_err(Error::other));
            measure_all(args, &specs.collect::<Result<Vec<AgentSpec>>>()?)
        }
    }
}

/// What `--json` prints after exactly so many games.
#[derive(Serialize)]
struct Exact {
    agent: String,
    players: usize,
    games: u64,
    seed: u64,
    score_hash: String,
}

fn play_exactly(args: &BenchArgs, spec: &AgentSpec, games: u64) -> Result<()> {
    let players = usize::from(args.players.unwrap_or(DEFAULT_PLAYERS));
    let bench = Bench { players, seed: args.seed, agent: spec.build() };
    let mut hash = ScoreHash::default();
    for number in 0..games {
        hash.add(&bench.play(number, &mut ())?);
    }
    let score_hash = hash.finish();
    if args.json {
        out::json(&Exact { agent: spec.to_string(), players, games, seed: args.seed, score_hash })
    } else {
        out::line(format_args!("score hash {score_hash}"))
    }
}

/// One line of measurement.
#[derive(Serialize)]
struct Speed {
    agent: String,
    players: usize,
    games: u64,
    games_per_s: f64,
    decisions_per_s: f64,
    iterations_per_s: f64,
}

/// What `--json` prints after measuring.
#[derive(Serialize)]
struct Speeds {
    threads: usize,
    speeds: Vec<Speed>,
}

fn measure_all(args: &BenchArgs, specs: &[AgentSpec]) -> Result<()> {
    let counts = args.players.map_or(2..=MAX_SEATS, |count| usize::from(count)..=usize::from(count));
    let mut speeds = Vec::new();
    if !args.json {
        print_row("agent", "players", ["games/s", "decisions/s", "iterations/s"])?;
    }
    for spec in specs {
        for players in counts.clone() {
            let speed = measure(args.seed, spec, players)?;
            if !args.json {
                speed.print()?;
            }
            speeds.push(speed);
        }
    }
    if args.json { out::json(&Speeds { threads: 1, speeds }) } else { Ok(()) }
}

impl Speed {
    fn print(&self) -> Result<()> {
        let rates = [(self.games_per_s, 1), (self.decisions_per_s, 0), (self.iterations_per_s, 0)];
        print_row(&self.agent, self.players, rates.map(|(rate, decimals)| format!("{rate:.decimals$}")))
    }
}

fn print_row(agent: &str, players: impl Display, [games, decisions, iterations]: [impl Display; 3]) -> Result<()> {
    out::line(format_args!("{agent:<24} {players:>7} {games:>12} {decisions:>14} {iterations:>14}"))
}

/// Counts decisions and what they took.
#[derive(Default)]
struct Counter {
    decisions: u64,
    iterations: u64,
}

impl Observer for Counter {
    fn event(&mut self, _event: &Event) {}

    fn decided(&mut self, _seat: Seat, iterations: u64) {
        self.decisions += 1;
        self.iterations += iterations;
    }
}

/// Plays games for a while. The first one is to warm up, unless it takes that long by itself.
fn measure(seed: u64, spec: &AgentSpec, players: usize) -> Result<Speed> {
    let bench = Bench { players, seed, agent: spec.build() };
    let (mut counter, mut games, mut begun) = (Counter::default(), 0, ThreadTime::now());
    bench.play(0, &mut counter)?;
    if begun.elapsed() < MEASURED {
        (counter, games, begun) = (Counter::default(), 0, ThreadTime::now());
    }
    while begun.elapsed() < MEASURED {
        games += 1;
        bench.play(games, &mut counter)?;
    }
    let games = games.max(1);
    let per_second = |count: u64| count as f64 / begun.elapsed().as_secs_f64();
    Ok(Speed {
        agent: spec.to_string(),
        players,
        games,
        games_per_s: per_second(games),
        decisions_per_s: per_second(counter.decisions),
        iterations_per_s: per_second(counter.iterations),
    })
}

/// One agent on all seats.
struct Bench {
    players: usize,
    seed: u64,
    agent: Box<dyn Agent<Skye>>,
}

impl Bench {
    fn play(&self, number: u64, observer: &mut impl Observer) -> Result<engine::Outcome> {
        let seed = game_seed(self.seed, number, self.players, None);
        let game = Skye::printed(self.players, seed.scoring).map_err(Error::other)?;
        let seated = [&*self.agent; MAX_SEATS];
        Ok(play(&game, &seed, &seated[..self.players], observer))
    }
}
