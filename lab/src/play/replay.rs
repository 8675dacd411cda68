//! A game of an experiment, played again.

use engine::Ending;
use interface::observer::{Events, Observer};

use super::cast::{Cast, Deal};
use crate::base::error::{Error, Result};
use crate::experiment::Experiment;
use crate::schedule::blocks::{self, Fixture};
use crate::schedule::contestant::Contestant;
use crate::subject::Subject;
use crate::wire::{Wire, Written};

/// A game of an experiment, about to be played again.
pub struct Replay<'a, S: Subject> {
    experiment: &'a Experiment<S>,
    /// Which game it is.
    pub fixture: Fixture,
    /// The game as it is set up.
    pub game: S::Game,
    treatment: S::Treatment,
    /// By seat.
    players: Vec<Contestant>,
    /// By their number in the experiment.
    cast: Cast<S>,
}

impl<'a, S: Wire> Replay<'a, S> {
    /// The game with this number.
    ///
    /// # Errors
    /// If the experiment has no such game.
    pub fn of(experiment: &'a Experiment<S>, number: u64) -> Result<Self> {
        let fixture = blocks::game(experiment, number).ok_or_else(|| {
            Error::input(format!("--game: found {number}; accepted: 0 to {}", experiment.games() - 1))
        })?;
        let (game, treatment) = experiment.set_up(&fixture);
        let seats = &fixture.agents[..experiment.players];
        let players = seats.iter().map(|&agent| experiment.agents[agent].clone()).collect();
        Ok(Self { experiment, fixture, game, treatment, players, cast: Cast::of_experiment(experiment) })
    }

    /// The names of the players by seat.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }

    /// What reproduces the game.
    pub fn seed(&self) -> String {
        self.fixture.seed.text(&self.treatment)
    }

    /// Plays it before an observer.
    ///
    /// # Errors
    /// If an agent does not decide.
    pub fn play(&self, observer: &mut (impl Observer<S::Game> + ?Sized)) -> Result<Ending> {
        let Self { experiment, fixture, game, treatment, cast, .. } = self;
        let deal = Deal { game, treatment: *treatment, seed: &fixture.seed, number: fixture.game };
        Ok(cast.play(&deal, &fixture.agents[..experiment.players], observer)?.ending)
    }

    /// Plays it; its record, a line without its end, and how it ended.
    ///
    /// # Errors
    /// If an agent does not decide.
    pub fn line(&self) -> Result<(String, Ending)> {
        let mut events = Events::default();
        let ending = self.play(&mut events)?;
        let written = Written { subject: &self.experiment.subject, players: &self.players };
        Ok((written.line(&self.game, &self.fixture.seed, self.treatment, &events.0), ending))
    }
}
