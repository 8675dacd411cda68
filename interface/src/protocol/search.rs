//! The search behind a decision, as an answer can report it.

use agents::Explanation;
use engine::Game;
use serde_json::{Map, Value, json};

use super::{Protocol, ProtocolError};

/// The keys of an action that was searched.
const KEYS: [&str; 4] = ["action", "visits", "value", "weight"];

/// Writes a search's results for each action considered: visits, value, and probability.
///
/// `None` if nothing was searched.
pub fn write_search<G: Protocol>(
    game: &G,
    position: &G::Public,
    explanation: &Explanation<<G as Game>::Action>,
) -> Option<Value> {
    let action = |weighed: &agents::WeighedAction<G::Action>| {
        let action = game.write_action(position, weighed.action);
        json!({"action": action, "visits": weighed.visits, "value": weighed.value, "weight": weighed.weight})
    };
    let actions: Vec<Value> = explanation.weighed.iter().map(action).collect();
    (explanation.decision.iterations > 0).then(|| json!({"actions": actions}))
}

/// Checks the search in an answer.
///
/// # Errors
/// The first fault.
pub fn check_search(search: &Value) -> Result<(), ProtocolError> {
    let actions = search.as_object().filter(|object| object.len() == 1).and_then(|object| object.get("actions"));
    let actions = actions.and_then(Value::as_array);
    let actions =
        actions.ok_or_else(|| ProtocolError::new("search", search, "an object with only `actions`, a list"))?;
    for (place, entry) in actions.iter().enumerate() {
        let field = |key: &str| format!("search.actions.{place}{key}");
        let object: &Map<String, Value> = entry
            .as_object()
            .ok_or_else(|| ProtocolError::new(field(""), entry, format!("an object with {}", KEYS.join(", "))))?;
        if let Some((key, value)) = object.iter().find(|(key, _)| !KEYS.contains(&key.as_str())) {
            return Err(ProtocolError::new(
                field(&format!(".{key}")),
                value,
                format!("no keys but {}", KEYS.join(", ")),
            ));
        }
        let value = |key: &str| object.get(key).unwrap_or(&Value::Null);
        let check = |key: &str, is_good: bool, accepted: &str| match is_good {
            true => Ok(()),
            false => Err(ProtocolError::new(field(&format!(".{key}")), value(key), accepted)),
        };
        check("action", value("action").is_object(), "an action")?;
        check("visits", value("visits").is_u64(), "a whole number from 0")?;
        check("value", value("value").is_number() || value("value").is_null(), "a number or null")?;
        check("weight", value("weight").as_f64().is_some_and(|weight| (0.0..=1.0).contains(&weight)), "0 to 1")?;
    }
    Ok(())
}
