//! Decisions, actions and views as JSON.
//!
//! Programs that take a seat receive and send them.

use engine::{Game, Seat};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::json::shortened;

/// The key of an action's kind.
const KIND: &str = "e";

/// An error in a line of JSON.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}found {found}; accepted: {accepted}", shown(field))]
pub struct ProtocolError {
    /// The place, with dots; empty for the whole line.
    pub field: String,
    /// The value found.
    pub found: String,
    /// The accepted values.
    pub accepted: String,
}

fn shown(field: &str) -> String {
    if field.is_empty() { String::new() } else { format!("`{field}`: ") }
}

impl ProtocolError {
    /// About this place.
    pub fn new(field: impl Into<String>, found: &dyn std::fmt::Display, accepted: impl Into<String>) -> Self {
        Self { field: field.into(), found: shortened(&found.to_string()), accepted: accepted.into() }
    }
}

/// A game whose seats can be taken by programs that speak JSON.
pub trait Protocol: Game {
    /// All kinds of decisions that can occur in this game as it is set up.
    fn decisions(&self) -> Vec<&'static str>;

    /// Names the decision of the seat to move, such as `price` or `build`.
    ///
    /// `None` at a chance event and after the end.
    fn decision(&self, position: &Self::Public) -> Option<&'static str>;

    /// Writes a seat's view.
    ///
    /// It is everything from which [`read_view`](Self::read_view) makes an equal view, and nothing else.
    fn write_view(&self, view: &Self::View<'_>) -> Box<RawValue>;

    /// Reads the seat of a view, and a position with this view.
    ///
    /// Only that seat's view of the position may be used: everything hidden from the seat is missing.
    ///
    /// # Errors
    /// A description of the fault.
    fn read_view(&self, view: &str) -> Result<(Self::Position, Seat), String>;

    /// Writes an action of the seat to move.
    ///
    /// It is the event that it causes in a record, without the seat and consequences.
    fn write_action(&self, position: &Self::Public, action: Self::Action) -> Value;

    /// Writes the parts from which an action is composed, if there are too many actions to list.
    ///
    /// `None` if they are listed.
    fn write_factors(&self, _position: &Self::Public) -> Option<Value> {
        None
    }

    /// Reads an action of such a decision.
    ///
    /// # Errors
    /// The first fault. Its fields are those of the action.
    fn read_factored(
        &self,
        _position: &Self::Public,
        action: &Map<String, Value>,
    ) -> Result<Self::Action, ProtocolError> {
        Err(ProtocolError::new("", &Value::from(action.clone()), "nothing"))
    }

    /// Writes the legal actions of the seat to move: `{"actions": […]}`, or the parts of such a decision.
    fn write_legal(&self, position: &Self::Public) -> Value {
        self.write_factors(position).unwrap_or_else(|| {
            let actions: Vec<Value> = legal_actions(self, position).into_iter().map(|(_, written)| written).collect();
            Map::from_iter([("actions".to_owned(), actions.into())]).into()
        })
    }

    /// Finds the legal action of the seat to move with this JSON, whose keys may have any order.
    ///
    /// # Errors
    /// The first fault. Its fields are those of the action, after `action`.
    fn read_choice(&self, position: &Self::Public, action: &Value) -> Result<Self::Action, ProtocolError> {
        let Some(written) = action.as_object() else {
            return Err(ProtocolError::new("action", action, "an object, as in `legal`"));
        };
        if self.write_factors(position).is_some() {
            return self
                .read_factored(position, written)
                .map_err(|error| ProtocolError { field: format!("action.{}", error.field), ..error });
        }
        let legal = legal_actions(self, position);
        match legal.iter().find(|(_, other)| other == action) {
            Some((found, _)) => Ok(*found),
            None => Err(nearest(written, legal.iter().filter_map(|(_, other)| other.as_object()))),
        }
    }
}

/// All legal actions, each with its JSON.
fn legal_actions<G: Protocol>(game: &G, position: &G::Public) -> Vec<(G::Action, Value)> {
    let mut actions = Vec::new();
    game.legal_actions(position, &mut actions);
    actions.into_iter().map(|action| (action, game.write_action(position, action))).collect()
}

/// Finds the first key for whose value no legal action is left, and the nearest actions.
///
/// The kind comes before all other keys.
fn nearest<'l>(written: &Map<String, Value>, legal: impl Iterator<Item = &'l Map<String, Value>>) -> ProtocolError {
    let mut left: Vec<&Map<String, Value>> = legal.collect();
    let mut keys: Vec<&str> = left.iter().flat_map(|action| action.keys()).map(String::as_str).collect();
    keys.sort_by_key(|key| *key != KIND);
    keys.dedup();
    for key in keys {
        if !left.iter().any(|action| action.contains_key(key)) {
            continue;
        }
        let agrees = |action: &&Map<String, Value>| action.get(key) == written.get(key);
        if !left.iter().any(agrees) {
            let mut accepted: Vec<String> =
                left.iter().filter_map(|action| action.get(key)).map(Value::to_string).collect();
            accepted.sort();
            accepted.dedup();
            let found = written.get(key).map_or_else(|| "nothing".to_owned(), Value::to_string);
            return ProtocolError::new(format!("action.{key}"), &found, shortened(&accepted.join(", ")));
        }
        left.retain(agrees);
    }
    let unknown =
        written.keys().find(|key| !left.iter().any(|action| action.contains_key(*key))).map_or("", String::as_str);
    let found = written.get(unknown).map_or_else(String::new, Value::to_string);
    ProtocolError::new(format!("action.{unknown}"), &found, "no such key")
}
