//! One game: ask the agent, tell the observer, execute.

use agents::{Agent, Decision};
use engine::skye::{Event, Position, Skye};
use engine::{Game, Outcome, Seat, Turn};

use crate::seeds::GameSeed;

/// Somebody who watches a game.
pub trait Observer {
    /// Something happened.
    fn event(&mut self, event: &Event);

    /// A seat is about to be asked.
    fn asking(&mut self, _seat: Seat) {}

    /// A seat has decided.
    fn decided(&mut self, _seat: Seat, _iterations: u64) {}

    /// The game has ended like this.
    fn over(&mut self, _position: &Position) {}
}

/// Nobody watches.
impl Observer for () {
    fn event(&mut self, _event: &Event) {}
}

/// Keeps every event.
impl Observer for Vec<Event> {
    fn event(&mut self, event: &Event) {
        self.push(*event);
    }
}

/// Plays one game with `agents` by seat.
///
/// # Panics
/// If an agent returns an action that is not legal, which is a bug in the agent.
pub fn play(game: &Skye, seed: &GameSeed, agents: &[&dyn Agent<Skye>], observer: &mut impl Observer) -> Outcome {
    let mut position = game.start(seed.first);
    let mut decisions = 0;
    loop {
        match game.turn(&position) {
            Turn::Over => {
                observer.over(&position);
                return game.outcome(&position);
            }
            Turn::Chance => {
                game.resolve_chance_telling(&mut position, seed.draws, &mut |event| observer.event(&event));
            }
            Turn::Seat(seat) => {
                let view = game.view(&position, seat);
                let mut random = seed.thinking_of(seat, decisions);
                observer.asking(seat);
                let Decision { action, iterations } = agents[seat.index()].choose(game, &view, &mut random);
                observer.decided(seat, iterations);
                game.apply_telling(&mut position, action, &mut |event| observer.event(&event));
                decisions += 1;
            }
        }
    }
}
