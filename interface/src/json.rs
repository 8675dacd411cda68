//! Reading JSON objects strictly: the keys of a record, and objects with every field at most once.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// The key that says which game it is.
pub const GAME: &str = "game";

/// A line of a record file, taken apart into its keys. Keys that a format does not list are skipped.
pub struct Keys<'a> {
    listed: Vec<(&'static str, &'a RawValue)>,
}

impl<'a> Keys<'a> {
    /// Splits one line into its keys; these are wanted.
    ///
    /// # Errors
    /// If it is not a JSON object, or a listed key occurs twice.
    pub fn parse(line: &'a str, wanted: &[&'static str]) -> Result<Self, String> {
        let fault = |error: serde_json::Error| match error.classify() {
            serde_json::error::Category::Data => error.to_string(),
            _ => format!("not a whole JSON object: {error}"),
        };
        let All(all) = serde_json::from_str(line).map_err(fault)?;
        let mut listed: Vec<(&'static str, &RawValue)> = Vec::new();
        for (key, value) in all {
            let Some(name) = wanted.iter().find(|name| **name == key) else { continue };
            if listed.iter().any(|(earlier, _)| earlier == name) {
                return Err(format!("key `{name}`: found a second time; accepted: every key at most once"));
            }
            listed.push((name, value));
        }
        Ok(Self { listed })
    }

    /// The text of a key's value, if the key is there.
    pub fn raw(&self, name: &str) -> Option<&'a RawValue> {
        self.listed.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }

    /// The value of a key that must be there.
    ///
    /// # Errors
    /// If it is missing, or is not what is accepted.
    pub fn read<T: Deserialize<'a>>(&self, name: &str, accepted: &str) -> Result<T, String> {
        let missing = || format!("key `{name}` is missing; accepted: {accepted}");
        let raw = self.raw(name).ok_or_else(missing)?.get();
        serde_json::from_str(raw).map_err(|_| mismatch(name, raw, accepted))
    }

    /// Makes sure that a key has this value.
    ///
    /// # Errors
    /// If it is missing or has another.
    pub fn expect(&self, name: &str, accepted: Value) -> Result<(), String> {
        let found: Value = self.read(name, &accepted.to_string())?;
        (found == accepted).then_some(()).ok_or_else(|| mismatch(name, &found.to_string(), &accepted.to_string()))
    }
}

/// The error that a key does not have an accepted value.
pub fn mismatch(key: &str, found: &str, accepted: &str) -> String {
    format!("key `{key}`: found {}; accepted: {accepted}", shortened(found))
}

/// Enough of a long text to recognize it.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 160;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// All keys with their values, in the order written.
struct All<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for All<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AllVisitor)
    }
}

struct AllVisitor;

impl<'de> Visitor<'de> for AllVisitor {
    type Value = All<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<All<'de>, A::Error> {
        let mut all = Vec::new();
        while let Some(entry) = map.next_entry()? {
            all.push(entry);
        }
        Ok(All(all))
    }
}

/// The most fields of an object. Formats have a dozen at most; each is compared with those before it.
const MOST_FIELDS: usize = 64;

/// The fields of one object, whose values are read as `V`.
#[derive(Clone, PartialEq, Debug)]
pub struct Fields<V>(Vec<(String, V)>);

impl<V> Fields<V> {
    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// All of them, in the order written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &V)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Whether it has no other fields than these.
    pub fn has_only(&self, names: &[&str]) -> bool {
        self.0.iter().all(|(key, _)| names.contains(&key.as_str()))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Fields<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor(PhantomData))
    }
}

struct FieldsVisitor<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for FieldsVisitor<V> {
    type Value = Fields<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<V>, A::Error> {
        let mut fields: Vec<(String, V)> = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, V>()? {
            if fields.len() == MOST_FIELDS {
                return Err(A::Error::custom(format!("more than {MOST_FIELDS} fields")));
            }
            // A field that occurs twice could be read either way.
            if fields.iter().any(|(earlier, _)| *earlier == key) {
                return Err(A::Error::custom(format!("field `{key}` twice")));
            }
            fields.push((key, value));
        }
        Ok(Fields(fields))
    }
}
