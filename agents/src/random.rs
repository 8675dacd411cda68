//! The baseline: uniform over all legal actions.

use engine::Game;
use engine::random::Random;

use crate::kind::Kind;
use crate::{Agent, Decision};

/// Registration.
pub(crate) const KIND: Kind =
    Kind { name: "random", summary: "uniform over all legal actions", keys: &[], build: |_| Box::new(RandomAgent) };

/// Chooses uniformly among all legal actions of any game.
#[derive(Copy, Clone, Debug)]
pub struct RandomAgent;

impl<G: Game> Agent<G> for RandomAgent {
    fn choose(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Decision<G::Action> {
        Decision::at_once(game.random_action(game.public(view), random))
    }
}
