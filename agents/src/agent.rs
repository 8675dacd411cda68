//! Agents: their decisions and explanations.

use engine::Game;
use engine::random::Random;

/// A decision of an agent, and its cost.
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

/// Why there is no decision, in words.
///
/// Agents of this crate always decide; one that has to ask somebody outside the program may fail to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct DecisionError(pub String);

/// One action that an agent weighed.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct WeighedAction<A> {
    /// The action.
    pub action: A,
    /// Its value by the explanation's measure; larger is better.
    ///
    /// `None` if nothing was simulated that started with it.
    pub value: Option<f64>,
    /// Standard error of the value; `None` if the value is not an estimate, or one from fewer than two continuations.
    pub standard_error: Option<f64>,
    /// Simulated continuations that started with it; 0 for agents that do not search.
    pub visits: u64,
    /// The probability that it is chosen.
    pub weight: f64,
}

impl<A> WeighedAction<A> {
    /// An action that was appraised, and nothing simulated; whether it is the one chosen.
    pub(crate) fn appraised(action: A, value: f64, is_chosen: bool) -> Self {
        Self { action, value: Some(value), standard_error: None, visits: 0, weight: f64::from(u8::from(is_chosen)) }
    }
}

/// Why an agent decides as it does.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation<A> {
    /// The decision.
    pub decision: Decision<A>,
    /// The measure of the values.
    pub measure: &'static str,
    /// The actions that it weighed; none if it does not compare actions.
    pub weighed: Vec<WeighedAction<A>>,
}

/// What an agent's evaluation sees of one action, in parts.
#[derive(Clone, PartialEq, Debug)]
pub struct Breakdown {
    /// Whose points they are, in words.
    pub about: &'static str,
    /// The parts.
    pub parts: Vec<ValuePart>,
}

/// A part of what an evaluation sees, such as one scoring tile, in VP.
#[derive(Clone, PartialEq, Debug)]
pub struct ValuePart {
    /// Its name.
    pub name: String,
    /// The points before the action.
    pub before: f64,
    /// The points after the action, with all that is expected to follow.
    pub after: f64,
}

/// A player: something that decides from a view.
///
/// An agent sees the rules, its own view, and its own random source; never the position, the bag's order, other seats' secret choices or the game's
/// seed. Between decisions it keeps nothing but caches: what it may know of the past is in the view. So the same view and the same random source
/// give the same choice, and one agent can play in many games at once.
///
/// ```
/// use agents::{Agent, Decision};
/// use engine::random::{Random, random};
/// use engine::skye::{Action, ScoringTile, Skye};
/// use engine::{Game, Seat};
///
/// /// Takes the first legal action of any game.
/// struct First;
///
/// impl<G: Game> Agent<G> for First {
///     fn choose(&self, game: &G, view: &G::View<'_>, _: &mut Random) -> Decision<G::Action> {
///         let mut actions = Vec::new();
///         game.legal_actions(game.public(view), &mut actions);
///         Decision::at_once(actions[0])
///     }
/// }
///
/// use ScoringTile::{Columns, Harbours, Sheep, Squares};
/// let game = Skye::printed(2, [Sheep, Squares, Columns, Harbours])?;
/// let mut position = game.start(Seat::new(0));
/// game.resolve_chance(&mut position, 7);
/// let decision = First.choose(&game, &game.view(&position, Seat::new(0)), &mut random(1));
/// assert!(matches!(decision.action, Action::Offer(_)));
/// assert_eq!(decision.iterations, 0, "nothing was searched");
/// # Ok::<(), engine::skye::SetupError>(())
/// ```
pub trait Agent<G: Game>: Send + Sync {
    /// Decides for the view's seat, whose turn it is.
    fn choose(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Decision<G::Action>;

    /// Decides like [`choose`](Self::choose), unless the agent has to ask somebody else who fails.
    ///
    /// # Errors
    /// Why it cannot decide.
    fn try_choose(
        &self,
        game: &G,
        view: &G::View<'_>,
        random: &mut Random,
    ) -> Result<Decision<G::Action>, DecisionError> {
        Ok(self.choose(game, view, random))
    }

    /// Words why it cannot play this game; `None` if it can.
    ///
    /// All agents play all games, except for those that were given something made for others.
    fn objection(&self, _game: &G) -> Option<String> {
        None
    }

    /// Decides like [`choose`](Self::choose), and explains why.
    fn explain(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Explanation<G::Action> {
        Explanation { decision: self.choose(game, view, random), measure: "nothing", weighed: Vec::new() }
    }

    /// Returns what its evaluation sees of a legal action, in parts; `None` if it does not count in parts.
    ///
    /// With the random source of the decision, it is what it saw when it decided.
    fn breakdown(&self, _game: &G, _view: &G::View<'_>, _action: G::Action, _random: &mut Random) -> Option<Breakdown> {
        None
    }
}
