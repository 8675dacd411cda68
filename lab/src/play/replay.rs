//! Replays of an experiment's games.

use engine::Ending;
use interface::observer::Observer;

use super::roster::{AnyRoster, Deal, Roster};
use crate::base::error::{Error, Result};
use crate::experiment::Experiment;
use crate::schedule::blocks::{self, Fixture};
use crate::schedule::contestant::Contestant;
use crate::subject::Setup;
use crate::subject::treatment::Treatment;

/// A game of an experiment, ready to be replayed.
pub struct Replay<'a, S: Setup> {
    experiment: &'a Experiment,
    /// The position of the game in the schedule.
    pub fixture: Fixture,
    /// The game, as set up.
    pub game: S::Game,
    treatment: Treatment,
    /// The players by seat.
    players: Vec<Contestant>,
    /// The agents, by number in the experiment.
    roster: Roster<S>,
}

impl<'a, S: Setup> Replay<'a, S> {
    /// Prepares the game with this number.
    ///
    /// # Errors
    /// If the experiment has no such game.
    pub fn of(experiment: &'a Experiment, number: u64) -> Result<Self> {
        let fixture = blocks::game(experiment, number).ok_or_else(|| {
            Error::input("--game", format_args!("found {number}"), format_args!("0 to {}", experiment.games() - 1))
        })?;
        let (setup, treatment): (&S, _) = (experiment.subject.setup(), experiment.treatment(&fixture));
        let seats = &fixture.agents[..experiment.players];
        let players = seats.iter().map(|&agent| experiment.agents[agent].clone()).collect();
        let roster = Roster::new(setup, experiment.agents.iter().map(|agent| &agent.spec));
        Ok(Self { experiment, fixture, game: setup.game(&treatment), treatment, players, roster })
    }

    /// Returns the names of the players by seat.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }

    /// Returns the text of the seeds that reproduce the game.
    pub fn seed(&self) -> String {
        self.fixture.seed.text(&self.treatment)
    }

    fn deal(&self) -> Deal<'_> {
        let seats = &self.fixture.agents[..self.experiment.players];
        Deal { treatment: &self.treatment, seed: &self.fixture.seed, number: self.fixture.game, seats }
    }

    /// Plays it with an observer.
    ///
    /// # Errors
    /// If an agent fails to decide.
    pub fn play(&self, observer: &mut (impl Observer<S::Game> + ?Sized)) -> Result<Ending> {
        Ok(self.roster.play_before(&self.game, self.deal(), observer)?.ending)
    }

    /// Plays it; returns its record (a line without its line end) and its ending.
    ///
    /// # Errors
    /// If an agent fails to decide.
    pub fn line(&self) -> Result<(String, Ending)> {
        self.roster.record(self.deal(), &self.players)
    }
}
