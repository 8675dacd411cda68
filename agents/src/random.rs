//! The baseline: uniform over all legal actions.

use engine::{Game, Random};

use crate::{Agent, AgentKind, AgentSchema, Decision};

/// `random` as a kind of agent, the same for every game.
pub const fn kind<G: Game>() -> AgentKind<G> {
    AgentKind { schema: SCHEMA, build: |_| Box::new(RandomAgent) }
}

const SCHEMA: AgentSchema = AgentSchema { name: "random", summary: "uniform over all legal actions", keys: &[] };

/// Chooses uniformly among all legal actions of any game.
///
/// ```
/// use agents::{Agent, RandomAgent};
/// use engine::random::random;
/// use engine::tipperary::Tipperary;
/// use engine::{Game, Seat};
///
/// let game = Tipperary::dealt(2, 7)?;
/// let mut position = game.start(Seat::new(0));
/// game.resolve_chance(&mut position, 1);
/// let decision = RandomAgent.choose(&game, &game.view(&position, Seat::new(0)), &mut random(1));
/// assert!(game.is_legal(&position, decision.action));
/// # Ok::<(), engine::tipperary::SetupError>(())
/// ```
#[derive(Copy, Clone, Debug)]
pub struct RandomAgent;

impl<G: Game> Agent<G> for RandomAgent {
    fn choose(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Decision<G::Action> {
        Decision::at_once(game.random_action(game.public(view), random))
    }
}
