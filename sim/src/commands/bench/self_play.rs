//! One agent on all seats, in numbered games.

use agents::skye::KINDS;
use std::ops::AddAssign;
use std::sync::Arc;

use agents::{Agent, AgentSpec};
use engine::skye::{Event, Rules, Skye, Tiles};
use engine::{MAX_SEATS, Outcome, Seat};

use crate::arena::{self, Observer};
use crate::casual::game_seed;
use crate::clock::clock;

/// One agent on all seats: the games of `sim play` with the same agents and master seed.
pub struct SelfPlay {
    players: usize,
    seed: u64,
    agent: Box<dyn Agent<Skye>>,
    tiles: Arc<Tiles>,
    rules: Arc<Rules>,
}

impl SelfPlay {
    /// So many copies of an agent.
    pub fn new(spec: &AgentSpec, players: usize, seed: u64) -> Self {
        let (tiles, rules) = (Tiles::printed(), Arc::new(Rules::printed(players)));
        Self { players, seed, agent: spec.build_with(&KINDS, clock), tiles, rules }
    }

    /// Plays a game by its number, from 0.
    pub fn play(&self, number: u64, observer: &mut impl Observer) -> Outcome {
        let Self { players, seed, agent, tiles, rules } = self;
        let seed = game_seed(*seed, number, *players, None);
        let game = Skye::new(Arc::clone(tiles), Arc::clone(rules), seed.scoring, *players);
        let seated = [&**agent; MAX_SEATS];
        arena::play(&game.expect("the printed game"), &seed, &seated[..*players], observer)
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

impl Observer for Tally {
    fn event(&mut self, _event: &Event) {}

    fn decided(&mut self, _seat: Seat, iterations: u64) {
        self.decisions += 1;
        self.iterations += iterations;
    }

    fn over(&mut self, _position: &engine::skye::Position) {
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
