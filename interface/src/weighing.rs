//! An agent's evaluation of the actions at a decision, in words and numbers.

use agents::{Explanation, WeighedAction};
use engine::random::{Random, random};
use engine::{Game, Seat};
use serde::Serialize;

use crate::narrate::Narrate;
use crate::record::Header;
use crate::record_format::RecordedDecision;
use crate::seeds::GameSeed;
use crate::why::WhyText;

/// The number of actions that are kept for a decision.
const KEPT: usize = 8;

/// An agent's evaluation of one action.
#[derive(Clone, Debug, Serialize)]
pub struct ActionEvaluation {
    /// The action in words.
    pub action: String,
    /// Its value; `None` if nothing was simulated that started with it.
    pub value: Option<f64>,
    /// What decides instead of the value, if something else does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decides: Option<f64>,
    /// Standard error of the value; `None` if undefined, as with fewer than two continuations.
    pub standard_error: Option<f64>,
    /// Simulated continuations that started with it.
    pub visits: u64,
    /// The probability that it is chosen.
    pub weight: f64,
    /// For offers: each priced piece and its chance to sell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sale_chances: Vec<(String, f64)>,
}

/// An agent's decision in a recorded game, and the reasons.
#[derive(Clone, Debug, Serialize)]
pub struct Weighing {
    /// The measure of the values.
    pub measure: &'static str,
    /// Simulated continuations over all actions.
    pub iterations: u64,
    /// The agent's decision.
    pub chosen: String,
    /// The recorded decision.
    pub recorded: String,
    /// The first of the actions that it weighed.
    pub considered: Vec<ActionEvaluation>,
    /// The number of actions that it weighed.
    pub count: usize,
    /// True if there was no other legal action.
    pub forced: bool,
    /// The reasons, if the agent's evaluation has parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<WhyText>,
}

impl Weighing {
    /// Explains the decision made in this position, of which the seat has `view`.
    pub fn new<G: Narrate>(
        game: &G,
        position: &G::Position,
        view: &G::View<'_>,
        decided: &RecordedDecision<G::Action>,
        explanation: &Explanation<G::Action>,
        why: Option<WhyText>,
    ) -> Self {
        let mut considered = considered(game, position, decided.seat, view, explanation);
        let count = considered.len();
        considered.truncate(KEPT);
        Self {
            measure: explanation.measure,
            iterations: explanation.decision.iterations,
            chosen: game.action(position, decided.seat, explanation.decision.action),
            recorded: game.action(position, decided.seat, decided.action),
            considered,
            count,
            forced: is_forced(game, view),
            why,
        }
    }
}

/// Returns whether the viewer has only one legal action.
pub fn is_forced<G: Game>(game: &G, view: &G::View<'_>) -> bool {
    let mut actions = Vec::new();
    game.legal_actions(game.public(view), &mut actions);
    actions.len() == 1
}

/// All actions weighed, sorted by probability, then visits, then what decides; ties stay in the agent's order.
///
/// Visits come before values, since those over fewer visits are over fewer scenarios.
pub fn ranked<A>(explanation: &Explanation<A>) -> Vec<&WeighedAction<A>> {
    let mut weighed: Vec<&WeighedAction<A>> = explanation.weighed.iter().collect();
    let value = |weighed: &WeighedAction<A>| weighed.deciding().unwrap_or(f64::NEG_INFINITY);
    weighed.sort_by(|a, b| {
        b.weight.total_cmp(&a.weight).then(b.visits.cmp(&a.visits)).then(value(b).total_cmp(&value(a)))
    });
    weighed
}

/// Describes all actions weighed, sorted as by [`ranked`].
pub fn considered<G: Narrate>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    view: &G::View<'_>,
    explanation: &Explanation<G::Action>,
) -> Vec<ActionEvaluation> {
    ranked(explanation)
        .into_iter()
        .map(|weighed| {
            let WeighedAction { action, value, decides, standard_error, visits, weight } = *weighed;
            let sale_chances = game.sale_chances(view, action);
            let action = game.action(position, seat, action);
            ActionEvaluation { action, value, decides, standard_error, visits, weight, sale_chances }
        })
        .collect()
}

/// The random source that a player had for a decision.
///
/// It is arbitrary if the record's seed has another program's format.
pub fn thinking<G: Game, A>(header: &Header<G>, decided: &RecordedDecision<A>) -> Random {
    let seed = GameSeed::split(&header.heading.seed);
    seed.map_or_else(|| random(0), |(seed, _)| seed.thinking_of(decided.seat, decided.number))
}
