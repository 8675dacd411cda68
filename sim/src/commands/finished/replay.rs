//! `sim replay`: a game of a finished experiment, played again.

use std::path::PathBuf;

use agents::Agent;
use clap::Args;
use engine::Ending;

use crate::base::error::{Error, Result};
use crate::commands::args::number::whole;
use crate::commands::game::telling::tell;
use crate::games::{GameName, Work, for_game};
use crate::lab::experiment::Experiment;
use crate::lab::play::arena::{Events, play, seated};
use crate::lab::run::finished_run::{FinishedRun, game_of};
use crate::lab::schedule::blocks::{self, Fixture};
use crate::lab::schedule::contestant::Contestant;
use crate::lab::shown::Shown;
use crate::lab::study::soak::Soaked;
use crate::lab::subject::Subject;
use crate::lab::wire::recorder::Recorder;
use crate::lab::wire::{Wire, Written};
use crate::report::terminal::summary::print_caveat;

/// Arguments of `sim replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The folder of a complete run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// Number of the game, as in its tables
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub game: u64,

    /// Write a record to this new file instead of narrating the game
    #[arg(long, value_name = "FILE.jsonl")]
    pub record: Option<PathBuf>,

    /// Accept a run of another version of this program
    #[arg(long)]
    pub force_version: bool,
}

/// Plays the game again, narrates or records it, and makes sure that it ends as it did in the run.
pub fn run(args: &ReplayArgs) -> Result<()> {
    for_game(game_of(&args.folder, GameName::NAMES), Again { args })
}

struct Again<'a> {
    args: &'a ReplayArgs,
}

impl Work for Again<'_> {
    type Output = Result<()>;

    fn run<S: Soaked + Shown>(self) -> Result<()> {
        let args = self.args;
        let kept = FinishedRun::<S>::open(&args.folder, args.force_version)?;
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
}

/// A game of an experiment, about to be replayed.
struct Replay<'a, S: Subject> {
    experiment: &'a Experiment<S>,
    fixture: Fixture,
    game: S::Game,
    treatment: S::Treatment,
    /// By seat.
    players: Vec<Contestant>,
    /// By their number in the experiment.
    agents: Vec<Box<dyn Agent<S::Game>>>,
}

impl<'a, S: Wire + Shown> Replay<'a, S> {
    fn of(experiment: &'a Experiment<S>, number: u64) -> Result<Self> {
        let fixture = blocks::game(experiment, number).ok_or_else(|| {
            Error::input(format!("--game: found {number}; accepted: 0 to {}", experiment.games() - 1))
        })?;
        let (game, treatment) = experiment.set_up(&fixture);
        let seats = &fixture.agents[..experiment.players];
        let players = seats.iter().map(|&agent| experiment.agents[agent].clone()).collect();
        Ok(Self { experiment, fixture, game, treatment, players, agents: experiment.build_agents() })
    }

    fn record(&self, recorder: &mut Recorder) -> Result<Ending> {
        let mut events = Events::default();
        let outcome = play(&self.game, &self.fixture.seed, &self.seated(), &mut events);
        let written = Written { subject: &self.experiment.subject, players: &self.players };
        recorder.write(&written.line(&self.game, &self.fixture.seed, self.treatment, &events.0))?;
        Ok(outcome)
    }

    fn tell(&self) -> Result<Ending> {
        let names: Vec<String> = self.players.iter().map(|player| player.name.clone()).collect();
        let seed = self.fixture.seed.text(&self.treatment);
        let ending = tell::<S>(&self.game, &names, &seed, |narrator| {
            play(&self.game, &self.fixture.seed, &self.seated(), narrator)
        })?;
        print_caveat(&self.experiment.subject.reconstructed())?;
        Ok(ending)
    }

    fn seated(&self) -> Vec<&dyn Agent<S::Game>> {
        seated(&self.agents, &self.fixture.agents[..self.experiment.players])
    }
}
