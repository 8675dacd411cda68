//! Agents: their decisions and explanations.

use engine::{Game, Random};

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

/// The reason why there is no decision, as a message.
///
/// Agents of this crate always decide; one that asks another program may fail.
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
    /// What decides instead, if something else does: the chance before it is corrected, or the mean of win share and lead
    /// where playouts end the game.
    pub decides: Option<f64>,
    /// Standard error of the value; `None` if the value is not an estimate, or one from fewer than two continuations.
    pub standard_error: Option<f64>,
    /// Simulated continuations that started with it; 0 for agents that do not search.
    pub visits: u64,
    /// The probability that it is chosen.
    pub weight: f64,
}

impl<A> WeighedAction<A> {
    /// An action that was appraised without simulation, and whether it is chosen.
    pub(crate) fn appraised(action: A, value: f64, is_chosen: bool) -> Self {
        let weight = f64::from(u8::from(is_chosen));
        Self { action, value: Some(value), decides: None, standard_error: None, visits: 0, weight }
    }

    /// The number by which it was compared with the others: what decides, or else the value.
    pub fn deciding(&self) -> Option<f64> {
        self.decides.or(self.value)
    }
}

/// The reasons for an agent's decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation<A> {
    /// The decision.
    pub decision: Decision<A>,
    /// The measure of the values.
    pub measure: &'static str,
    /// The actions that it weighed; none if it does not compare actions.
    pub weighed: Vec<WeighedAction<A>>,
}

/// The parts of an agent's evaluation of one action.
#[derive(Clone, PartialEq, Debug)]
pub struct Breakdown {
    /// The player whose points they are, as a phrase.
    pub about: &'static str,
    /// The parts.
    pub parts: Vec<ValuePart>,
}

/// A part of an evaluation, such as one scoring tile, in VP.
#[derive(Clone, PartialEq, Debug)]
pub struct ValuePart {
    /// Its name.
    pub name: String,
    /// The points before the action.
    pub before: f64,
    /// The points after the action, with everything that is expected to follow.
    pub after: f64,
}

/// A player: something that decides from a view.
///
/// An agent sees the rules, its own view, and its own random source; never the position, the bag's order, other seats'
/// secret choices or the game's seed. Between decisions it keeps nothing but caches: the view holds everything that it
/// may know of the past. Therefore the same view and the same random source give the same choice, and one agent can
/// play many games at once.
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

    /// Decides like [`choose`](Self::choose); fails if the agent relies on another program that fails.
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

    /// Returns the reason why it cannot play this game; `None` if it can.
    ///
    /// All agents play all games, except those configured with data for other games.
    fn objection(&self, _game: &G) -> Option<String> {
        None
    }

    /// Decides like [`choose`](Self::choose), with the reasons.
    fn explain(&self, game: &G, view: &G::View<'_>, random: &mut Random) -> Explanation<G::Action> {
        Explanation { decision: self.choose(game, view, random), measure: "nothing", weighed: Vec::new() }
    }

    /// Returns the parts of its evaluation of a legal action; `None` if it has no parts.
    ///
    /// With the decision's random source, it is the evaluation at the decision.
    fn breakdown(&self, _game: &G, _view: &G::View<'_>, _action: G::Action, _random: &mut Random) -> Option<Breakdown> {
        None
    }
}
