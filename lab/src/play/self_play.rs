//! One agent in all seats, in numbered games.

use std::ops::AddAssign;
use std::sync::Arc;

use engine::{Ending, MAX_SEATS, Seat};

use super::numbered_games::{game_seed, treatment_seed};
use super::roster::{self, AnyRoster, Deal, Watch};
use crate::base::error::Result;
use crate::schedule::contestant::PlayerSpec;
use crate::subject::Subject;

/// One agent in all seats, playing the games of `sim play` with the same agents and master seed.
pub struct SelfPlay {
    subject: Arc<dyn Subject>,
    players: usize,
    seed: u64,
    roster: Box<dyn AnyRoster>,
}

impl SelfPlay {
    /// Creates copies of an agent for all seats of this game.
    pub fn new(subject: Arc<dyn Subject>, players: usize, spec: &PlayerSpec, seed: u64) -> Self {
        let roster = roster::of_specs(&*subject, [spec]);
        Self { subject, players, seed, roster }
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.players
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
        let Self { subject, players, seed, roster } = self;
        let treatment = subject.treatment(number, treatment_seed(*seed, number));
        let seed = game_seed(*seed, number, *players);
        let deal = Deal { treatment: &treatment, seed: &seed, number, seats: &[0; MAX_SEATS][..*players] };
        let ending = roster.play(deal, None, tally)?.ending;
        tally.games += 1;
        Ok(ending)
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
