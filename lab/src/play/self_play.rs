//! One agent in all seats, in numbered games.

use std::ops::AddAssign;

use engine::{Ending, Game, MAX_SEATS, Seat};
use interface::observer::Observer;

use super::cast::{Cast, Deal};
use super::numbered_games::{game_seed, treatment_seed};
use crate::base::error::Result;
use crate::schedule::contestant::PlayerSpec;
use crate::subject::Subject;

/// One agent in all seats: the games of `sim play` with the same agents and master seed.
pub struct SelfPlay<S: Subject> {
    subject: S,
    players: usize,
    seed: u64,
    cast: Cast<S>,
}

impl<S: Subject> SelfPlay<S> {
    /// Copies of an agent in all seats of this game.
    pub fn new(subject: S, players: usize, spec: &PlayerSpec, seed: u64) -> Self {
        let cast = Cast::of(&subject, [spec]);
        Self { subject, players, seed, cast }
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Who plays.
    pub fn cast(&self) -> &Cast<S> {
        &self.cast
    }

    /// Plays a game by its number, from 0.
    ///
    /// # Errors
    /// If the agent does not decide.
    pub fn play(&self, number: u64, observer: &mut impl Observer<S::Game>) -> Result<Ending> {
        let Self { subject, players, seed, cast } = self;
        let treatment = subject.treatment(number, treatment_seed(*seed, number));
        let (game, seed) = (subject.game(treatment), game_seed(*seed, number, *players));
        let deal = Deal { game: &game, treatment, seed: &seed, number };
        Ok(cast.play(&deal, &[0; MAX_SEATS][..*players], observer)?.ending)
    }
}

/// Counts what is done in games.
#[derive(Copy, Clone, Default, Debug)]
pub struct Tally {
    /// Games played to the end.
    pub games: u64,
    /// Decisions taken.
    pub decisions: u64,
    /// Iterations that they took.
    pub iterations: u64,
}

impl<G: Game> Observer<G> for Tally {
    fn event(&mut self, _position: &G::Position, _event: &G::Event) {}

    fn listens(&self) -> bool {
        false
    }

    fn decided(&mut self, _seat: Seat, iterations: u64) {
        self.decisions += 1;
        self.iterations += iterations;
    }

    fn over(&mut self, _position: &G::Position) {
        self.games += 1;
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.iterations += other.iterations;
    }
}
