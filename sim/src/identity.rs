//! Whether an unfinished run is the one that is to be gone on with: the first difference, by name.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::error::{Error, Result};
use crate::manifest::Manifest;

/// What must be the same, in the order in which differences are told; `config` without its own order.
const SAME: [&str; 7] = ["schema", "program", "version", "revision", "part", "config", "tiles_sha256"];

/// Compares the manifest at this path with what would be played now.
///
/// # Errors
/// If it cannot be read, or something differs that decides results.
pub fn check(path: &Path, now: &Manifest, any_version: bool) -> Result<()> {
    let file = path.display();
    let text = fs::read_to_string(path).map_err(|error| Error::input(format!("{file}: {error}")))?;
    let then: Value =
        serde_json::from_str(&text).map_err(|error| Error::input(format!("{file}: not valid JSON: {error}")))?;
    let now = serde_json::to_value(now).expect("plain data");
    for key in SAME {
        let is_version = matches!(key, "version" | "revision");
        let found = difference(key, &then[key], &now[key]).filter(|_| !(is_version && any_version));
        if let Some(found) = found {
            let accepted = if is_version { "the same program, or --force-version" } else { "the same experiment" };
            return Err(Error::input(format!("{file}: the run was begun with another {found}; accepted: {accepted}")));
        }
    }
    Ok(())
}

/// The first place where two values differ, and both there.
fn difference(place: &str, then: &Value, now: &Value) -> Option<String> {
    match (then, now) {
        (Value::Object(then), Value::Object(now)) => {
            let mut keys = now.keys().chain(then.keys());
            let of =
                |object: &serde_json::Map<String, Value>, key: &str| object.get(key).cloned().unwrap_or(Value::Null);
            keys.find_map(|key| difference(&format!("{place}.{key}"), &of(then, key), &of(now, key)))
        }
        (Value::Array(then), Value::Array(now)) if then.len() == now.len() => {
            let mut pairs = then.iter().zip(now).enumerate();
            pairs.find_map(|(index, (then, now))| difference(&format!("{place}.{index}"), then, now))
        }
        _ if then == now => None,
        _ => {
            let name = place.strip_prefix("config.").unwrap_or(place);
            Some(format!("`{name}`: {then} then, {now} now"))
        }
    }
}
