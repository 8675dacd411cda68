//! Watching a game.

use engine::{Game, Seat};

/// Something that watches a game.
pub trait Observer<G: Game> {
    /// Something happened; the position is that after it.
    fn event(&mut self, position: &G::Position, event: &G::Event);

    /// Returns whether it needs events; without them, a game is played faster.
    fn listens(&self) -> bool {
        true
    }

    /// A seat is about to be asked.
    fn asking(&mut self, _seat: Seat) {}

    /// A seat has decided.
    fn decided(&mut self, _seat: Seat, _iterations: u64) {}

    /// The game has ended like this.
    fn over(&mut self, _position: &G::Position) {}
}

/// Watches nothing.
impl<G: Game> Observer<G> for () {
    fn event(&mut self, _position: &G::Position, _event: &G::Event) {}

    fn listens(&self) -> bool {
        false
    }
}

/// Keeps every event.
pub struct Events<G: Game>(pub Vec<G::Event>);

impl<G: Game> Default for Events<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<G: Game> Observer<G> for Events<G> {
    fn event(&mut self, _position: &G::Position, event: &G::Event) {
        self.0.push(event.clone());
    }
}
