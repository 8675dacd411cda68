//! `sim replay`: a game of a finished experiment once more.

use std::path::PathBuf;

use agents::Agent;
use clap::Args;
use engine::Outcome;
use engine::skye::{Event, Skye};

use super::number::whole;
use super::recorder::Recorder;
use crate::arena::play;
use crate::contestant::Contestant;
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::fixtures::{self, Fixture};
use crate::kept::Kept;
use crate::out;
use crate::record::{self, Setting};
use crate::tell::Narrator;

/// Arguments of `sim replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The folder of a complete run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// Number of the game, as in its tables
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub game: u64,

    /// Write a record to this new file instead of telling the game
    #[arg(long, value_name = "FILE.jsonl")]
    pub record: Option<PathBuf>,

    /// Accept a run of another version of this program
    #[arg(long)]
    pub force_version: bool,
}

/// Plays the game again, tells or records it, and makes sure that it ended as it did in the run.
pub fn run(args: &ReplayArgs) -> Result<()> {
    let kept = Kept::open(&args.folder, args.force_version)?;
    let replay = Replay::of(&kept.experiment, args.game)?;
    if !kept.part.has(replay.fixture.block) {
        let (game, part) = (args.game, &kept.part);
        return Err(Error::input(format!(
            "--game: found {game}, which is not in shard {part}; accepted: a game of this part"
        )));
    }
    let mut recorder = Recorder::to(args.record.as_deref())?;
    let outcome = if recorder.is_writing() { replay.record(&mut recorder)? } else { replay.tell()? };
    kept.confirm(args.game, &outcome.points)?;
    recorder.finish()
}

/// A game of an experiment, about to be played again.
struct Replay<'a> {
    experiment: &'a Experiment,
    fixture: Fixture,
    game: Skye,
    /// By seat.
    players: Vec<Contestant>,
    /// By their number in the experiment.
    agents: Vec<Box<dyn Agent<Skye>>>,
}

impl<'a> Replay<'a> {
    fn of(experiment: &'a Experiment, number: u64) -> Result<Self> {
        let fixture = fixtures::game(experiment, number).ok_or_else(|| {
            Error::input(format!("--game: found {number}; accepted: 0 to {}", experiment.games() - 1))
        })?;
        let game = experiment.game(fixture.seed.scoring).map_err(Error::input)?;
        let seats = &fixture.agents[..experiment.players];
        let players = seats.iter().map(|&agent| experiment.agents[agent].clone()).collect();
        Ok(Self { experiment, fixture, game, players, agents: experiment.build_agents() })
    }

    fn record(&self, recorder: &mut Recorder) -> Result<Outcome> {
        let mut events: Vec<Event> = Vec::new();
        let outcome = play(&self.game, &self.fixture.seed, &self.seated(), &mut events);
        let setting = Setting { game: &self.game, tiles: &self.experiment.tiles, players: &self.players };
        recorder.write(&record::line(&setting, &self.fixture.seed, &events))?;
        Ok(outcome)
    }

    fn tell(&self) -> Result<Outcome> {
        let seed = &self.fixture.seed;
        let names: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
        let mut narrator = Narrator::new(&self.game, &names, seed, anstream::stdout().lock());
        let outcome = play(&self.game, seed, &self.seated(), &mut narrator);
        narrator.finish().map_err(out::fault)?;
        Ok(outcome)
    }

    fn seated(&self) -> Vec<&dyn Agent<Skye>> {
        self.fixture.agents[..self.experiment.players].iter().map(|&agent| &*self.agents[agent]).collect()
    }
}
