//! An exact number of games or calls, without a clock: for profilers and counters of instructions.

use agents::AgentSpec;
use serde::Serialize;

use super::args::BenchArgs;
use crate::base::error::Result;
use crate::base::out;
use crate::lab::config::Config;
use crate::lab::play::numbered_games::ScoreHash;
use crate::lab::play::self_play::SelfPlay;
use crate::lab::subject::Subject;
use crate::report::terminal::summary::print_caveat;
use crate::skye::setting::Setting;
use crate::skye::tools::bench::calls::{Call, Caller};
use crate::skye::tools::bench::typical_positions::TypicalPositions;

/// Players at the table if `--players` is not given.
const DEFAULT_PLAYERS: u8 = 4;

/// What `--json` prints after an exact number of games.
#[derive(Serialize)]
struct Games {
    agent: String,
    players: usize,
    games: u64,
    seed: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reconstructed: Vec<&'static str>,
    score_hash: String,
}

/// Plays the first games of the seed, and prints a hash of how they ended.
pub fn play<S: Subject>(args: &BenchArgs, config: &Config, spec: &AgentSpec, games: u64) -> Result<()> {
    let players = players(args);
    let subject: S = config.components(players)?;
    let reconstructed = subject.reconstructed();
    let table = SelfPlay::new(subject, players, spec, args.seed);
    let mut hash = ScoreHash::default();
    (0..games).for_each(|number| hash.add(&table.play(number, &mut ())));
    let score_hash = hash.finish();
    if args.json {
        out::json(&Games { agent: spec.to_string(), players, games, seed: args.seed, reconstructed, score_hash })
    } else {
        print_caveat(&reconstructed)?;
        out::line(format_args!("score hash {score_hash}"))
    }
}

/// What `--json` prints after an exact number of calls.
#[derive(Serialize)]
struct Calls {
    players: usize,
    calls: u64,
    seed: u64,
    sums: Vec<Sum>,
}

/// What a call's results add up to: the same for the same number of calls, as long as behaviour is unchanged.
#[derive(Serialize)]
struct Sum {
    call: &'static str,
    sum: u64,
}

/// Makes every call this many times, in one typical position after another.
pub fn call(args: &BenchArgs, config: &Config, calls: u64) -> Result<()> {
    let players = players(args);
    let setting: Setting = config.components(players)?;
    let typical_positions = TypicalPositions::of(&setting, args.seed);
    let mut caller = Caller::new(&typical_positions);
    let sums = Call::ALL.map(|call| Sum { call: call.name(), sum: sum(&mut caller, call, calls) });
    if args.json {
        return out::json(&Calls { players, calls, seed: args.seed, sums: sums.into() });
    }
    sums.iter().try_for_each(|sum| out::line(format_args!("{:<22} {}", sum.call, sum.sum)))
}

fn sum(caller: &mut Caller<'_>, call: Call, mut left: u64) -> u64 {
    let mut sum: u64 = 0;
    while left > 0 {
        let count = left.min(caller.prepare(call) as u64);
        sum = sum.wrapping_add(caller.make(call, count as usize));
        left -= count;
    }
    sum
}

fn players(args: &BenchArgs) -> usize {
    usize::from(args.players.unwrap_or(DEFAULT_PLAYERS))
}
