//! What a player is.

use engine::Game;
use engine::random::Random;

/// What an agent decided, and what it cost.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Decision<A> {
    /// The action, legal in the view that was given.
    pub action: A,
    /// Simulated continuations used; 0 for agents that do not search.
    pub iterations: u64,
}

impl<A> Decision<A> {
    /// A decision taken without search.
    pub fn at_once(action: A) -> Self {
        Self { action, iterations: 0 }
    }
}

/// A player: something that decides from a view.
///
/// An agent sees the rules, its own view, and a random source of its own; never the position, the bag's order, other seats'
/// secret choices or the game's seed. It keeps nothing between decisions, so the same view and the same
/// random source give the same choice, and one agent can play in many games at once.
pub trait Agent<G: Game>: Send + Sync {
    /// Decides for the view's seat, whose turn it is.
    fn choose(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Decision<G::Action>;
}
