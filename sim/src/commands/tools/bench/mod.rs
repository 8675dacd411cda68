//! `sim bench`: how fast games are played, and what the engine's hot calls cost.

pub mod args;

mod exact;
mod report;

use std::ops::RangeInclusive;

use agents::{AgentSpec, Kind};
use engine::MAX_SEATS;

use self::args::BenchArgs;
use self::report::BenchReport;
use crate::base::error::{Error, Result};
use crate::base::interrupt;
use crate::base::progress::Progress;
use crate::games::{GameName, Work};
use crate::lab::config::Config;
use crate::lab::shown::Shown;
use crate::lab::study::soak::Soaked;
use crate::lab::study::throughput::{self, Stage};
use crate::lab::subject::Subject;
use crate::skye::setting::Setting;
use crate::skye::tools::bench::typical_positions::TypicalPositions;
use crate::skye::tools::bench::{searches, timing};

/// The budget of agents that search, unless a spec says otherwise: a whole game takes a fraction of a second.
const ITERATIONS: u32 = 24;

/// Plays or calls exactly as often as asked, or measures.
pub fn run(args: &BenchArgs) -> Result<()> {
    let config = args.setup.config()?;
    let game = GameName::ALL[config.game(GameName::NAMES)?];
    game.does(Bench { args, config: &config, has_calls: game == GameName::Skye })
}

struct Bench<'a> {
    args: &'a BenchArgs,
    config: &'a Config,
    /// Whether the calls of the game's engine are measured, too.
    has_calls: bool,
}

impl Work for Bench<'_> {
    type Output = Result<()>;

    fn run<S: Soaked + Shown>(self) -> Result<()> {
        let args = self.args;
        let only = args.only.as_ref().map(|text| AgentSpec::read(text, S::kinds())).transpose();
        let only = only.map_err(|error| Error::input(format!("--only: {error}")))?;
        match (&only, args.games, args.calls) {
            (Some(spec), Some(games), _) => exact::play::<S>(args, self.config, spec, games),
            (_, _, Some(calls)) if self.has_calls => exact::call(args, self.config, calls),
            (_, _, Some(_)) => Err(Error::input(format!(
                "--calls: no calls of the game `{}` are measured; accepted: --only and --games",
                S::NAME
            ))),
            (only, _, None) => self.measure::<S>(only.as_ref()),
        }
    }
}

impl Bench<'_> {
    fn measure<S: Subject>(&self, only: Option<&AgentSpec>) -> Result<()> {
        let Self { args, config, .. } = self;
        let specs = only.map_or_else(all_kinds::<S>, |spec| Ok(vec![spec.clone()]))?;
        let is_calling = only.is_none() && self.has_calls;
        let stage = Stage::new(args.seed, args.manner.threads.map(usize::from))?;
        let counts = players(args);
        let subjects: Vec<S> = counts.clone().map(|players| config.components(players)).collect::<Result<_>>()?;
        let mut report = BenchReport::new(&stage, subjects[0].reconstructed());
        let measurements = subjects.len() * (specs.len() + 2 * usize::from(is_calling));
        let progress = Progress::of_measurements(measurements as u64, args.manner.quiet);
        for spec in &specs {
            for (players, subject) in counts.clone().zip(&subjects) {
                report.games.push(throughput::measure(&stage, spec, subject, players)?);
                progress.add(1);
            }
        }
        for players in counts.filter(|_| is_calling) {
            interrupt::heed()?.check()?;
            let setting: Setting = config.components(players)?;
            let typical_positions = TypicalPositions::of(&setting, args.seed);
            report.calls.extend(timing::measure(&typical_positions, players));
            progress.add(1);
            report.searches.extend(searches::measure(&typical_positions, players));
            progress.add(1);
        }
        drop(progress);
        report.print(args.json)
    }
}

fn players(args: &BenchArgs) -> RangeInclusive<usize> {
    args.players.map_or(2..=MAX_SEATS, |count| usize::from(count)..=usize::from(count))
}

/// Every kind of agent, those that search with a small budget.
fn all_kinds<S: Subject>() -> Result<Vec<AgentSpec>> {
    let spec = |kind: &'static Kind<S::Game>| {
        let kind = &kind.face;
        let searches = kind.keys.iter().any(|key| key.name == "iterations");
        let text = if searches { format!("{}:iterations={ITERATIONS}", kind.name) } else { kind.name.to_owned() };
        AgentSpec::read(&text, S::kinds()).map_err(Error::other)
    };
    S::kinds().iter().map(spec).collect()
}
