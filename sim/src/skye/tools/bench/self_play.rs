//! One agent in all seats, in numbered games.

use std::ops::AddAssign;

use agents::skye::KINDS;
use agents::{Agent, AgentSpec};
use engine::skye::{Event, Position, Skye};
use engine::{Ending, MAX_SEATS, Seat};

use crate::base::clock::clock;
use crate::lab::play::arena::{self, Observer};
use crate::lab::play::numbered_games::{game_seed, treatment_seed};
use crate::lab::subject::Subject;
use crate::skye::setting::Setting;

/// One agent in all seats: the games of `sim play` with the same agents and master seed.
pub struct SelfPlay {
    setting: Setting,
    seed: u64,
    agent: Box<dyn Agent<Skye>>,
}

impl SelfPlay {
    /// Copies of an agent in all seats of this game.
    pub fn new(setting: Setting, spec: &AgentSpec, seed: u64) -> Self {
        Self { setting, seed, agent: spec.build_with(&KINDS, clock) }
    }

    /// Plays a game by its number, from 0.
    pub fn play(&self, number: u64, observer: &mut impl Observer<Skye>) -> Ending {
        let Self { setting, seed, agent } = self;
        let game = setting.game(setting.treatment(number, treatment_seed(*seed, number)));
        let seated = [&**agent; MAX_SEATS];
        let game_seed = game_seed(*seed, number, setting.players);
        arena::play(&game, &game_seed, &seated[..setting.players], observer)
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

impl Observer<Skye> for Tally {
    fn event(&mut self, _event: &Event) {}

    fn listens(&self) -> bool {
        false
    }

    fn decided(&mut self, _seat: Seat, iterations: u64) {
        self.decisions += 1;
        self.iterations += iterations;
    }

    fn over(&mut self, _position: &Position) {
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
