//! Whether a folder holds the run to resume or to extend: the first difference, by name.

use std::path::Path;

use serde_json::{Map, Value};

use super::files::MANIFEST;
use super::manifest::{MOST_BYTES, Manifest};
use crate::base::error::{Error, Result};
use crate::base::whole_file;

/// What must be the same, in the order in which differences are reported.
const SAME: [&str; 7] = ["schema", "program", "version", "revision", "game", "part", "config"];

/// Compares the manifest at this path with what would be played now, which may have more blocks; whether it has.
///
/// # Errors
/// If it cannot be read, or something that decides results differs.
pub fn check(path: &Path, now: &Manifest, any_version: bool) -> Result<bool> {
    let file = path.display();
    let mut then = read(path)?;
    let now = serde_json::to_value(now).expect("plain data");
    let [before, after] = [&then, &now].map(|manifest| manifest["config"]["blocks"].as_u64());
    let has_more = before.is_some() && before < after;
    if has_more {
        then["config"]["blocks"] = after.into();
    }
    for key in decisive(&now) {
        let found = told(key, &then[key], &now[key]).filter(|_| !(is_version(key) && any_version));
        if let Some((place, then, now)) = found {
            let accepted = match (key, &*place) {
                ("version" | "revision", _) => "the same program, or --force-version",
                ("config", "blocks") => "the same experiment, with as many blocks or more",
                _ => "the same experiment",
            };
            return Err(Error::input(format!(
                "{file}: the run was started with another `{place}`: {then} then, {now} now; accepted: {accepted}"
            )));
        }
    }
    Ok(has_more)
}

/// Makes sure that two folders hold parts of one experiment, played by one program unless `any_version`.
///
/// # Errors
/// If a manifest cannot be read, or something that decides results differs.
pub fn same(one: &Path, other: &Path, any_version: bool) -> Result<()> {
    let (first, second) = (read(&one.join(MANIFEST))?, read(&other.join(MANIFEST))?);
    for key in decisive(&first).filter(|key| *key != "part" && !(any_version && is_version(key))) {
        if let Some((place, first, second)) = told(key, &first[key], &second[key]) {
            let (one, other) = (one.display(), other.display());
            let or = if is_version(key) { ", or --force-version" } else { "" };
            return Err(Error::input(format!(
                "{other}: another run than {one}: `{place}` is {second}, there {first}; accepted: shards of one experiment, played by \
                 one program{or}"
            )));
        }
    }
    Ok(())
}

/// The keys of a manifest that must be the same: those listed, and the hashes of components.
fn decisive(manifest: &Value) -> impl Iterator<Item = &str> {
    let keys = manifest.as_object().into_iter().flat_map(Map::keys).map(String::as_str);
    SAME.into_iter().chain(keys.filter(|key| key.ends_with("_sha256") && *key != "config_sha256"))
}

fn is_version(key: &str) -> bool {
    matches!(key, "version" | "revision")
}

/// Makes sure that a manifest is exactly this one.
///
/// # Errors
/// If it is not, with the first difference.
pub fn check_whole(path: &Path, expected: &Manifest) -> Result<()> {
    let file = path.display();
    let text = whole_file::read(path, MOST_BYTES).map_err(|error| Error::input(format!("{file}: {error}")))?;
    if text == expected.json() {
        return Ok(());
    }
    let expected = serde_json::to_value(expected).expect("plain data");
    let found = difference(&read(path)?, &expected);
    let found = found.map_or("written otherwise".to_owned(), |(place, found, expected)| {
        format!("`{}`: found {found}, and {expected} belongs to these tables", &place[1..])
    });
    Err(Error::input(format!("{file}: {found}")))
}

fn read(path: &Path) -> Result<Value> {
    let file = path.display();
    let text = whole_file::read_text(path, MOST_BYTES).map_err(|error| Error::input(format!("{file}: {error}")))?;
    serde_json::from_str(&text).map_err(|error| Error::input(format!("{file}: not valid JSON: {error}")))
}

/// The first difference within a key, in words.
fn told(key: &str, then: &Value, now: &Value) -> Option<(String, Value, Value)> {
    // Manifests of the first game did not name it.
    if key == "game" && then.is_null() {
        return None;
    }
    let (place, then, now) = difference(then, now)?;
    let place = if place.is_empty() || key != "config" { format!("{key}{place}") } else { place[1..].to_owned() };
    Some((place, then, now))
}

/// The first place where two values differ, after a dot, and both values.
fn difference(one: &Value, other: &Value) -> Option<(String, Value, Value)> {
    let within = |key: &str, found: Option<(String, Value, Value)>| {
        found.map(|(place, one, other)| (format!(".{key}{place}"), one, other))
    };
    match (one, other) {
        (Value::Object(ones), Value::Object(others)) => {
            let mut keys = others.keys().chain(ones.keys());
            let of = |object: &Map<String, Value>, key: &str| object.get(key).cloned().unwrap_or(Value::Null);
            keys.find_map(|key| within(key, difference(&of(ones, key), &of(others, key))))
        }
        (Value::Array(ones), Value::Array(others)) if ones.len() == others.len() => {
            let mut pairs = ones.iter().zip(others).enumerate();
            pairs.find_map(|(index, (one, other))| within(&index.to_string(), difference(one, other)))
        }
        _ => (one != other).then(|| (String::new(), one.clone(), other.clone())),
    }
}
