//! What an agent weighed at a decision, in words and numbers.

use agents::{Explanation, Weighed};
use engine::random::{Random, random};
use engine::{Game, Seat};
use serde::Serialize;

use super::Shown;
use crate::lab::schedule::seeds::GameSeed;
use crate::lab::subject::{ActionOf, PositionOf};
use crate::lab::wire::{Decided, Header, Wire};

/// How many actions are kept of a decision.
const KEPT: usize = 8;

/// What an agent thinks of one action.
#[derive(Clone, Debug, Serialize)]
pub struct Considered {
    /// The action in words.
    pub action: String,
    /// How good it looks.
    pub value: f64,
    /// Standard error of the value.
    pub standard_error: f64,
    /// Simulated continuations that started with it.
    pub visits: u64,
    /// How likely it is to be chosen.
    pub weight: f64,
    /// For offers: each priced piece and how likely it is to sell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sale_chances: Vec<(String, f64)>,
}

/// What an agent would decide in a recorded game, and why.
#[derive(Clone, Debug, Serialize)]
pub struct Weighing {
    /// What the values measure.
    pub measure: &'static str,
    /// Simulated continuations over all actions.
    pub iterations: u64,
    /// What it would decide.
    pub chosen: String,
    /// What was decided.
    pub recorded: String,
    /// The first of the actions that it weighed.
    pub considered: Vec<Considered>,
    /// How many it weighed.
    pub count: usize,
    /// Whether nothing else could be done.
    pub forced: bool,
}

impl Weighing {
    /// An explanation of the decision that was taken in this position, which the seat sees by `view`.
    pub fn new<S: Shown>(
        game: &S::Game,
        position: &PositionOf<S>,
        view: &<S::Game as Game>::View<'_>,
        decided: &Decided<ActionOf<S>>,
        explanation: &Explanation<ActionOf<S>>,
    ) -> Self {
        let words = |action| S::action(game, position, decided.seat, action);
        let mut considered = considered::<S>(game, position, decided.seat, view, explanation);
        let count = considered.len();
        considered.truncate(KEPT);
        Self {
            measure: explanation.measure,
            iterations: explanation.decision.iterations,
            chosen: words(explanation.decision.action),
            recorded: words(decided.action),
            considered,
            count,
            forced: is_forced(game, view),
        }
    }
}

/// Whether whoever sees this has only one thing to do.
pub fn is_forced<G: Game>(game: &G, view: &G::View<'_>) -> bool {
    let mut actions = Vec::new();
    game.legal_actions(game.public(view), &mut actions);
    actions.len() == 1
}

/// All actions weighed: by how likely they are to be chosen, then by visits, since values over fewer visits are over fewer scenarios, then
/// by value; equals in the agent's order.
pub fn considered<S: Shown>(
    game: &S::Game,
    position: &PositionOf<S>,
    seat: Seat,
    view: &<S::Game as Game>::View<'_>,
    explanation: &Explanation<ActionOf<S>>,
) -> Vec<Considered> {
    let mut weighed: Vec<&Weighed<ActionOf<S>>> = explanation.weighed.iter().collect();
    let by_value = |a: &Weighed<ActionOf<S>>, b: &Weighed<ActionOf<S>>| b.value.total_cmp(&a.value);
    weighed.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(b.visits.cmp(&a.visits)).then(by_value(a, b)));
    let of = |weighed: &Weighed<ActionOf<S>>| {
        let Weighed { action, value, standard_error, visits, weight } = *weighed;
        let sale_chances = S::sale_chances(game, view, action);
        let action = S::action(game, position, seat, action);
        Considered { action, value, standard_error, visits, weight, sale_chances }
    };
    weighed.into_iter().map(of).collect()
}

/// The random source that a player had for a decision; an arbitrary one if the record's seed is not this program's.
pub fn thinking<S: Wire>(header: &Header<S::Game>, decided: &Decided<ActionOf<S>>) -> Random {
    let seed = GameSeed::read::<S::Treatment>(&header.seed);
    seed.map_or_else(|_| random(0), |(seed, _)| seed.thinking_of(decided.seat, decided.number))
}
