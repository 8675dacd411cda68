//! JSON Schemas of values, which tell editors what keys of configs accept.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use crate::base::plain_text;

/// Adds a description to the schema of a value.
pub fn meaning(meaning: impl Display, mut value: Value) -> Value {
    value["description"] = meaning.to_string().into();
    value
}

/// A whole number in this range.
pub fn whole(range: RangeInclusive<u64>) -> Value {
    json!({"type": "integer", "minimum": range.start(), "maximum": range.end()})
}

/// A number in this range.
pub fn number(range: RangeInclusive<f64>) -> Value {
    json!({"type": "number", "minimum": range.start(), "maximum": range.end()})
}

/// One of these words.
pub fn word<'a>(words: impl IntoIterator<Item = &'a str>) -> Value {
    json!({"enum": words.into_iter().collect::<Vec<_>>()})
}

/// A list of these items.
pub fn list(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

/// A section with only these keys, of which `needed` are required.
pub fn section(keys: Map<String, Value>, needed: &[&str]) -> Value {
    json!({"type": "object", "properties": keys, "required": needed, "additionalProperties": false})
}

/// Keys with their values.
pub fn keys(entries: impl IntoIterator<Item = (&'static str, Value)>) -> Map<String, Value> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// A name for tables: plain text that is not read as something else.
pub fn table_name(marks: &str) -> Value {
    let in_any_case = |letter: char| match letter {
        'a'..='z' => format!("[{}{letter}]", letter.to_ascii_uppercase()),
        '.' => "\\.".to_owned(),
        _ => letter.to_string(),
    };
    let [words, months] =
        [plain_text::MISREAD_WORDS, plain_text::MONTHS].map(|words| words.chars().map(in_any_case).collect::<String>());
    let mut name = plain_text(marks);
    name["not"] = json!({"pattern": format!("^([0-9].*|{words}|({months})[^A-Za-z]*[0-9][^A-Za-z]*)$")});
    name
}

/// Text permitted in names: letters, digits and these marks.
pub fn plain_text(marks: &str) -> Value {
    let marks: String = marks.chars().map(|mark| format!("\\{mark}")).collect();
    json!({"type": "string", "pattern": format!("^[A-Za-z0-9][A-Za-z0-9{marks}]{{0,59}}$")})
}
