//! One agent in all seats, in numbered games.

use std::ops::AddAssign;
use std::sync::Arc;

use engine::{Ending, MAX_SEATS, Seat};

use super::numbered_games::{game_seed, treatment_seed};
use super::roster::{self, AnyRoster, Deal, Watch};
use crate::base::error::Result;
use crate::schedule::contestant::{Contestant, PlayerSpec};
use crate::subject::Subject;

/// One agent in all seats, playing the games of `sim play` with the same agents and master seed.
pub struct SelfPlay {
    subject: Arc<dyn Subject>,
    players: Vec<Contestant>,
    seed: u64,
    roster: Box<dyn AnyRoster>,
}

impl SelfPlay {
    /// Creates copies of an agent for all seats of this game.
    pub fn new(subject: Arc<dyn Subject>, players: usize, spec: &PlayerSpec, seed: u64) -> Self {
        let roster = roster::of_specs(&*subject, [spec]);
        Self { subject, players: vec![Contestant::plain(spec.clone()); players], seed, roster }
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.players.len()
    }

    /// Returns the agents.
    pub fn roster(&self) -> &dyn AnyRoster {
        &*self.roster
    }

    /// Plays a game by its number, from 0.
    ///
    /// # Errors
    /// If the agent fails to decide.
    pub fn play(&self, number: u64, tally: &mut GameCounts) -> Result<Ending> {
        let ending = self.deal(number, |deal| self.roster.play(deal, None, tally))?.ending;
        tally.games += 1;
        Ok(ending)
    }

    /// Plays the same game; returns its record without a line end.
    ///
    /// # Errors
    /// If the agent fails to decide.
    pub fn record(&self, number: u64) -> Result<String> {
        let (line, _) = self.deal(number, |deal| self.roster.record(deal, &self.players))?;
        Ok(line)
    }

    fn deal<T>(&self, number: u64, play: impl FnOnce(Deal<'_>) -> T) -> T {
        let treatment = self.subject.treatment(number, treatment_seed(self.seed, number));
        let seed = game_seed(self.seed, number, self.players());
        play(Deal { treatment: &treatment, seed: &seed, number, seats: &[0; MAX_SEATS][..self.players()] })
    }
}

/// Counts of games and decisions.
#[derive(Copy, Clone, Default, Debug)]
pub struct GameCounts {
    /// The number of games played to the end.
    pub games: u64,
    /// The number of decisions taken.
    pub decisions: u64,
    /// The number of search iterations for these decisions.
    pub iterations: u64,
}

impl Watch for GameCounts {
    fn decided(&mut self, _seat: Seat, iterations: u64) {
        self.decisions += 1;
        self.iterations += iterations;
    }
}

impl AddAssign for GameCounts {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.iterations += other.iterations;
    }
}
