//! `sim bench`: how fast games are played, and what the engine's hot calls cost.

pub mod args;

mod exact;
mod report;

use std::ops::RangeInclusive;

use agents::skye::KINDS;
use agents::{AgentSpec, Kind};
use engine::MAX_SEATS;
use engine::skye::Skye;

use self::args::BenchArgs;
use self::report::BenchReport;
use crate::base::error::{Error, Result};
use crate::base::interrupt;
use crate::base::progress::Progress;
use crate::lab::subject::Subject;
use crate::skye::setting::Setting;
use crate::skye::tools::bench::throughput::{self, Stage};
use crate::skye::tools::bench::typical_positions::TypicalPositions;
use crate::skye::tools::bench::{searches, timing};

/// The budget of agents that search, unless a spec says otherwise: a whole game takes a fraction of a second.
const ITERATIONS: u32 = 24;

/// Plays or calls exactly as often as asked, or measures.
pub fn run(args: &BenchArgs) -> Result<()> {
    let only = args.only.as_ref().map(|text| AgentSpec::read(text, &KINDS)).transpose();
    let only = only.map_err(|error| Error::input(format!("--only: {error}")))?;
    match (&only, args.games, args.calls) {
        (Some(spec), Some(games), _) => exact::play(args, spec, games),
        (_, _, Some(calls)) => exact::call(args, calls),
        (only, _, None) => measure(args, only.as_ref()),
    }
}

fn measure(args: &BenchArgs, only: Option<&AgentSpec>) -> Result<()> {
    let specs = only.map_or_else(all_kinds, |spec| Ok(vec![spec.clone()]))?;
    let is_calling = only.is_none();
    let stage = Stage::new(args.seed, args.manner.threads.map(usize::from))?;
    let config = args.setup.config()?;
    let counts = players(args);
    let settings: Vec<Setting> = counts.map(|players| config.components(players)).collect::<Result<_>>()?;
    let mut report = BenchReport::new(&stage, settings[0].reconstructed());
    let tables = settings.len();
    let progress =
        Progress::of_measurements((tables * (specs.len() + 2 * usize::from(is_calling))) as u64, args.manner.quiet);
    for spec in &specs {
        for setting in &settings {
            report.games.push(throughput::measure(&stage, spec, setting)?);
            progress.add(1);
        }
    }
    for setting in settings.iter().filter(|_| is_calling) {
        interrupt::heed()?.check()?;
        let typical_positions = TypicalPositions::of(setting, args.seed);
        report.calls.extend(timing::measure(&typical_positions, setting.players));
        progress.add(1);
        report.searches.extend(searches::measure(&typical_positions, setting.players));
        progress.add(1);
    }
    drop(progress);
    report.print(args.json)
}

fn players(args: &BenchArgs) -> RangeInclusive<usize> {
    args.players.map_or(2..=MAX_SEATS, |count| usize::from(count)..=usize::from(count))
}

/// Every kind of agent, those that search with a small budget.
fn all_kinds() -> Result<Vec<AgentSpec>> {
    let spec = |kind: &'static Kind<Skye>| {
        let kind = &kind.face;
        let searches = kind.keys.iter().any(|key| key.name == "iterations");
        let text = if searches { format!("{}:iterations={ITERATIONS}", kind.name) } else { kind.name.to_owned() };
        AgentSpec::read(&text, &KINDS).map_err(Error::other)
    };
    KINDS.iter().map(spec).collect()
}
