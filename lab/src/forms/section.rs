//! Typed access to a config's tree. Every error states its place, what was found and what is accepted.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use engine::names::{hint, nearest};

use super::tree::{ConfigValue, Node, WrittenAt};
use crate::base::error::{Error, Result};
use crate::base::plain_text;

/// One table of a config.
///
/// First the keys are checked, then values are read by type. An error states its place, what was found and what is
/// accepted.
///
/// ```
/// use lab::forms::section::Section;
/// use lab::forms::tree::Node;
///
/// let tree = Node::from_toml("my.toml", "players = 9\nname = \"first\"")?;
/// let config = Section::top("my.toml", &tree)?.accept(&["players", "name"])?;
/// assert_eq!(config.need("name", "a name")?.text()?, "first");
///
/// let error = config.need("players", "2 to 5")?.whole(2..=5).unwrap_err();
/// assert_eq!(error.to_string(), "my.toml:1: `players`: found 9; accepted: a whole number from 2 to 5");
/// assert!(config.accept(&["name"]).is_err_and(|error| error.to_string().starts_with("my.toml:1: unknown key `players`")));
/// # Ok::<(), lab::base::error::Error>(())
/// ```
#[derive(Copy, Clone)]
pub struct Section<'a> {
    file: &'a str,
    place: &'a WrittenAt,
    /// The table's dotted key with a trailing dot; empty at the top.
    prefix: &'a str,
    table: &'a BTreeMap<String, Node>,
}

/// One value of a config with its key.
#[derive(Copy, Clone)]
pub struct Field<'a> {
    file: &'a str,
    prefix: &'a str,
    key: &'a str,
    node: &'a Node,
}

impl<'a> Section<'a> {
    /// Returns the top level of a config.
    ///
    /// # Errors
    /// If it is not a table.
    pub fn top(file: &'a str, node: &'a Node) -> Result<Self> {
        Field { file, prefix: "", key: "config", node }.section("")
    }

    /// Rejects keys that are not among these.
    ///
    /// # Errors
    /// The unknown key that comes first in the text.
    pub fn accept(self, keys: &[&str]) -> Result<Self> {
        let unknown = self.table.iter().filter(|(key, _)| !keys.contains(&key.as_str()));
        let Some((key, node)) = unknown.min_by_key(|(_, node)| &node.place) else { return Ok(self) };
        let (place, prefix, before) = (node.place.text(self.file), self.prefix, node.place.keys_before(key));
        let hint = nearest(key, keys).map_or_else(String::new, |near| format!("did you mean `{before}{near}`? "));
        let accepted = keys.join(", ");
        Err(Error::input(&place, format_args!("unknown key `{prefix}{key}`; {hint}accepted: {accepted}"), ""))
    }

    /// Returns the value of a key, if present.
    pub fn get(self, key: &'a str) -> Option<Field<'a>> {
        self.table.get(key).map(|node| Field { file: self.file, prefix: self.prefix, key, node })
    }

    /// Returns all keys with their values.
    pub fn all(self) -> impl Iterator<Item = (&'a str, Field<'a>)> {
        let Self { file, prefix, table, .. } = self;
        table.iter().map(move |(key, node)| (key.as_str(), Field { file, prefix, key, node }))
    }

    /// Returns all keys with their values, in the order in which they are written.
    pub fn entries(self) -> Vec<(&'a str, Field<'a>)> {
        let mut entries: Vec<_> = self.all().collect();
        entries.sort_by_key(|(_, field)| &field.node.place);
        entries
    }

    /// Returns the value of a required key.
    ///
    /// # Errors
    /// If it is missing.
    pub fn need(self, key: &'a str, accepted: impl Display) -> Result<Field<'a>> {
        let (place, prefix) = (self.place.text(self.file), self.prefix);
        self.get(key).ok_or_else(|| Error::input(&place, format_args!("key `{prefix}{key}` is missing"), &accepted))
    }

    /// Creates an error about this table as a whole.
    pub fn fault(self, message: impl Display) -> Error {
        Error::input(self.place.text(self.file), &message, "")
    }
}

impl<'a> Field<'a> {
    /// Returns the value.
    pub fn value(self) -> &'a ConfigValue {
        &self.node.value
    }

    /// Returns whether the value was given on the command line, where paths are relative to the current folder.
    pub fn is_argument(self) -> bool {
        matches!(self.node.place, WrittenAt::Argument(_))
    }

    /// Returns the value as shown in errors.
    pub fn found(self) -> String {
        self.node.value.to_string()
    }

    /// Creates an error about this value.
    pub fn fault(self, found: impl Display, accepted: impl Display) -> Error {
        self.place_of(Error::input("", format_args!("found {found}"), accepted))
    }

    /// Creates an error about this value, with the caller's message.
    pub fn complaint(self, message: impl Display) -> Error {
        self.place_of(Error::of_input(message))
    }

    /// Adds the place of this value to an error.
    pub fn place_of(self, error: Error) -> Error {
        self.named(&format!("{}{}", self.prefix, self.key), error)
    }

    /// Returns the item at a path of keys and indices, and its name in errors, which has no indices.
    pub fn within(self, path: &[String]) -> (String, Self) {
        let (mut name, mut node) = (format!("{}{}", self.prefix, self.key), self.node);
        for step in path {
            if matches!(node.value, ConfigValue::Table(_)) {
                name += &format!(".{step}");
            }
            node = node.at(step).unwrap_or(node);
        }
        (name, Self { node, ..self })
    }

    /// Adds the place of this value to an error, and another name than its own.
    pub fn named(self, name: &str, error: Error) -> Error {
        error.at(format_args!("{}: `{name}`", self.node.place.text(self.file)))
    }

    /// Returns a string.
    ///
    /// # Errors
    /// If it is something else.
    pub fn text(self) -> Result<&'a str> {
        match &self.node.value {
            ConfigValue::String(text) | ConfigValue::Word(text, _) => Ok(text),
            other => Err(self.fault(other, "a text in quotes")),
        }
    }

    /// Returns a string, or a number or boolean as written.
    ///
    /// # Errors
    /// If it is something else.
    pub fn written(self) -> Result<String> {
        match &self.node.value {
            ConfigValue::String(text) | ConfigValue::Word(text, _) | ConfigValue::Other(text) => Ok(text.clone()),
            ConfigValue::Integer(number) => Ok(number.to_string()),
            ConfigValue::Bool(truth) => Ok(truth.to_string()),
            other @ (ConfigValue::List(_) | ConfigValue::Table(_)) => {
                Err(self.fault(other, "a text, a number, true or false"))
            }
        }
    }

    /// Returns a string that needs no quotes in file names and tables.
    ///
    /// # Errors
    /// If it is empty, too long or has other characters.
    pub fn plain_text(self, marks: &str) -> Result<&'a str> {
        let text = self.text()?;
        plain_text::check(text, marks).map_err(|accepted| self.fault(format!("`{text}`"), accepted))?;
        Ok(text)
    }

    /// Returns a whole number in this range.
    ///
    /// # Errors
    /// If it is something else.
    pub fn whole(self, range: RangeInclusive<u64>) -> Result<u64> {
        let number = self.node.value.to_json(false).as_u64();
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            self.fault(&self.node.value, format!("a whole number from {} to {}", range.start(), range.end()))
        })
    }

    /// Returns a number in this range, with or without a decimal point.
    ///
    /// # Errors
    /// If it is something else.
    pub fn number(self, range: RangeInclusive<f64>) -> Result<f64> {
        let number = self.node.value.to_json(false).as_f64();
        number
            .filter(|number| range.contains(number))
            .ok_or_else(|| self.fault(&self.node.value, format!("a number from {} to {}", range.start(), range.end())))
    }

    /// Returns a boolean.
    ///
    /// # Errors
    /// If it is something else.
    pub fn truth(self) -> Result<bool> {
        self.node.value.to_json(false).as_bool().ok_or_else(|| self.fault(&self.node.value, "true or false"))
    }

    /// Returns the index of one of these words.
    ///
    /// # Errors
    /// If it is something else.
    pub fn word(self, accepted: &[&str]) -> Result<usize> {
        let text = self.text()?;
        accepted
            .iter()
            .position(|word| *word == text)
            .ok_or_else(|| self.complaint(format!("found `{text}`; {}", hint(text, accepted))))
    }

    /// Returns the one of these values that has this name.
    ///
    /// # Errors
    /// If none has.
    pub fn one_of<T: Copy, const COUNT: usize>(self, all: [T; COUNT], name: fn(T) -> &'static str) -> Result<T> {
        Ok(all[self.word(&all.map(name))?])
    }

    /// Returns the items of a list.
    ///
    /// # Errors
    /// If it is something else.
    pub fn list(self) -> Result<Vec<Self>> {
        match &self.node.value {
            ConfigValue::List(items) => Ok(items.iter().map(|node| Field { node, ..self }).collect()),
            other => Err(self.fault(other, "a list in square brackets")),
        }
    }

    /// Returns a table; `prefix` precedes its keys in errors.
    ///
    /// # Errors
    /// If it is something else.
    pub fn section(self, prefix: &'a str) -> Result<Section<'a>> {
        match &self.node.value {
            ConfigValue::Table(table) => Ok(Section { file: self.file, place: &self.node.place, prefix, table }),
            other => Err(self.fault(other, "a table")),
        }
    }
}
