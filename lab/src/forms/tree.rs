//! A config as a tree whose values know where they were written.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde_json::{Map, Number, Value as Json};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::base::error::{Error, Result};

/// The maximum depth of keys in `--set`.
///
/// No key of a config is deeper, and unlimited nesting could not even be dropped.
const MOST_KEYS: usize = 8;

/// The place where a value was written, ordered as read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WrittenAt {
    /// On this line of the file, from 1.
    Line(usize),
    /// In this command-line argument.
    Argument(String),
    /// In the file, in a value that is quoted like this.
    Quoted(String),
    /// In a file whose line numbers do not matter.
    File,
}

impl WrittenAt {
    /// Formats the place in this file for errors.
    pub fn text(&self, file: &str) -> String {
        match self {
            Self::Line(line) => format!("{file}:{line}"),
            Self::Argument(text) | Self::Quoted(text) => text.clone(),
            Self::File => file.to_owned(),
        }
    }

    /// Returns the keys before this one in a command-line argument, each with a dot; empty anywhere else.
    pub fn keys_before(&self, key: &str) -> &str {
        let Self::Argument(text) = self else { return "" };
        let path = text.strip_prefix("--set ").unwrap_or(text).split('=').next().unwrap_or_default();
        path.strip_suffix(key).filter(|before| before.ends_with('.')).unwrap_or_default()
    }
}

/// A value and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The place where it was written.
    pub place: WrittenAt,
    /// The value.
    pub value: ConfigValue,
}

/// The values of configs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigValue {
    /// A string.
    String(String),
    /// A whole number.
    Integer(i128),
    /// `true` or `false`.
    Bool(bool),
    /// An unquoted word from the command line: a string, or its value in TOML.
    Word(String, Box<Self>),
    /// A list.
    List(Vec<Node>),
    /// A table.
    Table(BTreeMap<String, Node>),
    /// A number with a decimal point, or a type that no key accepts, as written.
    Other(String),
}

impl ConfigValue {
    /// Converts it to JSON, an unquoted word to a string only if `as_text`; null if JSON has no such value.
    pub fn to_json(&self, as_text: bool) -> Json {
        match self {
            Self::String(text) => text.as_str().into(),
            Self::Word(text, _) if as_text => text.as_str().into(),
            Self::Word(_, value) => value.to_json(as_text),
            Self::Integer(number) => Number::from_i128(*number).map_or(Json::Null, Json::Number),
            Self::Bool(truth) => (*truth).into(),
            Self::List(items) => items.iter().map(|item| item.value.to_json(as_text)).collect(),
            Self::Table(table) => {
                table.iter().map(|(key, node)| (key.clone(), node.value.to_json(as_text))).collect::<Map<_, _>>().into()
            }
            Self::Other(text) => text.parse::<f64>().ok().and_then(Number::from_f64).map_or(Json::Null, Json::Number),
        }
    }
}

/// Formats a value as TOML, as accepted by `--set`.
pub fn written(value: &ConfigValue) -> String {
    match value {
        ConfigValue::String(text) => serde_json::Value::from(text.as_str()).to_string(),
        ConfigValue::Word(text, _) | ConfigValue::Other(text) => text.clone(),
        ConfigValue::Integer(number) => number.to_string(),
        ConfigValue::Bool(truth) => truth.to_string(),
        ConfigValue::List(items) => {
            format!("[{}]", items.iter().map(|item| written(&item.value)).collect::<Vec<_>>().join(", "))
        }
        ConfigValue::Table(table) => {
            format!(
                "{{ {} }}",
                table
                    .iter()
                    .map(|(key, node): (&String, &Node)| {
                        format!("{} = {}", serde_json::Value::from(key.as_str()), written(&node.value))
                    })
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        }
    }
}

impl fmt::Display for ConfigValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::String(text) => write!(f, "the text `{text}`"),
            Self::Word(_, value) => value.fmt(f),
            Self::Integer(number) => write!(f, "{number}"),
            Self::Bool(truth) => write!(f, "{truth}"),
            Self::List(items) => write!(f, "a list of {}", items.len()),
            Self::Table(_) => f.write_str("a table"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl Node {
    /// Parses a TOML document; `file` is its name in errors.
    ///
    /// # Errors
    /// If it is not TOML.
    pub fn from_toml(file: &str, text: &str) -> Result<Self> {
        let table = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            let message = error.message().replace('\n', ", ");
            // The library names the key only in its excerpt of the line.
            let key = if message == "duplicate key" { format!(" `{}`", &text[span.clone()]) } else { String::new() };
            let line = LineIndex::of(text).line_of(span.start);
            Error::input(format_args!("{file}:{line}"), format_args!("not valid TOML: {message}{key}"), "")
        })?;
        let lines = LineIndex::of(text);
        let value = table_value(table.into_inner(), &|span: Range<usize>| WrittenAt::Line(lines.line_of(span.start)));
        Ok(Self { place: WrittenAt::Line(1), value })
    }

    /// Converts a JSON value.
    pub fn from_json(json: &Json) -> Self {
        let value = match json {
            Json::String(text) => ConfigValue::String(text.clone()),
            Json::Number(number) => {
                number.as_i128().map_or_else(|| ConfigValue::Other(number.to_string()), ConfigValue::Integer)
            }
            Json::Array(items) => ConfigValue::List(items.iter().map(Self::from_json).collect()),
            Json::Object(table) => {
                ConfigValue::Table(table.iter().map(|(key, value)| (key.clone(), Self::from_json(value))).collect())
            }
            Json::Bool(truth) => ConfigValue::Bool(*truth),
            Json::Null => ConfigValue::Other(json.to_string()),
        };
        Self { place: WrittenAt::File, value }
    }

    /// Returns the tree without one top-level key, and the value of that key.
    pub fn without(&self, key: &str) -> (Self, Option<&Self>) {
        let mut rest = self.clone();
        let ConfigValue::Table(table) = &mut rest.value else { return (rest, None) };
        table.remove(key);
        let ConfigValue::Table(whole) = &self.value else { return (rest, None) };
        (rest, whole.get(key))
    }

    /// Returns the value at a dotted key, with list items numbered from 0; `None` if it does not exist.
    pub fn at(&self, path: &str) -> Option<&Self> {
        path.split('.').try_fold(self, |node, key| match &node.value {
            ConfigValue::Table(table) => table.get(key),
            ConfigValue::List(items) => items.get(key.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// Returns the tree updated with another: tables are merged, everything else is replaced.
    #[must_use]
    pub fn with(&self, changes: &Self) -> Self {
        let (ConfigValue::Table(own), ConfigValue::Table(changes)) = (&self.value, &changes.value) else {
            return changes.clone();
        };
        let mut joined = own.clone();
        for (key, change) in changes {
            let value = own.get(key).map_or_else(|| change.clone(), |value| value.with(change));
            joined.insert(key.clone(), value);
        }
        Self { place: self.place.clone(), value: ConfigValue::Table(joined) }
    }

    /// Returns the tree with a table at a top-level key.
    #[must_use]
    pub fn with_table(&self, key: &str, table: &Self) -> Self {
        let changes = BTreeMap::from([(key.to_owned(), table.clone())]);
        self.with(&Self { place: table.place.clone(), value: ConfigValue::Table(changes) })
    }

    /// Sets the value at a dotted key, as `--set` does.
    ///
    /// Missing tables on the way are created; list items are numbered from 0.
    ///
    /// # Errors
    /// If the argument is not of the form key=value, or the key leads through something that is not a table.
    pub fn set(&mut self, argument: &str) -> Result<()> {
        self.set_from(argument, WrittenAt::Argument(format!("--set {argument}")))
    }

    /// Does the same for a setting written at another place, of which errors name an argument or a quoted value.
    ///
    /// # Errors
    /// As for [`set`](Self::set).
    pub fn set_from(&mut self, argument: &str, place: WrittenAt) -> Result<()> {
        let fault = |why: String| Error::input(place.text(argument), &why, "");
        let Some((path, value)) = argument.split_once('=') else {
            return Err(fault("accepted: key=value, such as blocks=100 or rules.castle-income=6".to_owned()));
        };
        if path.split('.').nth(MOST_KEYS).is_some() {
            return Err(fault(format!(
                "found more than {MOST_KEYS} keys with dots between; accepted: at most {MOST_KEYS}"
            )));
        }
        let mut node = self;
        for key in path.split('.') {
            node = node.child_mut(key, &place).map_err(fault)?;
        }
        *node = Self { value: Self::argument_value(value, &place), place };
        Ok(())
    }

    /// Sets a top-level whole number, as its flag does.
    pub fn set_whole(&mut self, key: &str, number: u64) {
        self.set_flag(key, &number.to_string(), |_| ConfigValue::Integer(number.into()));
    }

    /// Sets a string, as its flag does; the key has dots for sections.
    pub fn set_text(&mut self, key: &str, text: &str) {
        self.set_flag(key, text, |_| ConfigValue::String(text.to_owned()));
    }

    /// Sets a list of strings, as its flag does; the key has dots for sections.
    pub fn set_list(&mut self, key: &str, items: &[String]) {
        self.set_flag(key, &items.join(","), |place| {
            let item = |text: &String| Self { place: place.clone(), value: ConfigValue::String(text.clone()) };
            ConfigValue::List(items.iter().map(item).collect())
        });
    }

    /// Sets the value that a flag gives, written in this text.
    fn set_flag(&mut self, key: &str, text: &str, value: impl FnOnce(&WrittenAt) -> ConfigValue) {
        let place = WrittenAt::Argument(match key.split_once('.') {
            Some((flag, part)) => format!("--{flag} {part}={text}"),
            None => format!("--{key} {text}"),
        });
        let mut node = self;
        for key in key.split('.') {
            match node.child_mut(key, &place) {
                Ok(child) => node = child,
                Err(_) => return,
            }
        }
        *node = Self { value: value(&place), place };
    }

    /// Returns the tree with only these top-level keys.
    #[must_use]
    pub fn only(&self, keys: &[&str]) -> Self {
        let mut rest = self.clone();
        if let ConfigValue::Table(table) = &mut rest.value {
            table.retain(|key, _| keys.contains(&key.as_str()));
        }
        rest
    }

    /// Returns the child with this key, creating it if missing.
    fn child_mut(&mut self, key: &str, place: &WrittenAt) -> std::result::Result<&mut Self, String> {
        let found = self.value.to_string();
        match &mut self.value {
            ConfigValue::Table(table) => Ok(table
                .entry(key.to_owned())
                .or_insert_with(|| Self { place: place.clone(), value: ConfigValue::Table(BTreeMap::new()) })),
            ConfigValue::List(items) => {
                let count = items.len();
                let item = key.parse::<usize>().ok().and_then(|index| items.get_mut(index));
                item.ok_or_else(|| format!("found `{key}` in a list; accepted: a number below {count}"))
            }
            ConfigValue::String(_)
            | ConfigValue::Integer(_)
            | ConfigValue::Bool(_)
            | ConfigValue::Word(..)
            | ConfigValue::Other(_) => Err(format!("{found} is not a table, so it has no key `{key}`")),
        }
    }

    /// Parses the value after the equals sign: TOML if valid, otherwise a string verbatim.
    ///
    /// TOML that could also be a string is kept as both.
    fn argument_value(text: &str, place: &WrittenAt) -> ConfigValue {
        let line = format!("value = {text}");
        let parsed = DeTable::parse(&line).ok().map(Spanned::into_inner).filter(|table| table.len() == 1);
        match parsed.and_then(|table| table.into_iter().next()) {
            Some((_, value)) => match value_of(value.into_inner(), &|_| place.clone()) {
                value @ (ConfigValue::Integer(_) | ConfigValue::Bool(_) | ConfigValue::Other(_)) => {
                    ConfigValue::Word(text.trim().to_owned(), Box::new(value))
                }
                value @ (ConfigValue::String(_)
                | ConfigValue::Word(..)
                | ConfigValue::List(_)
                | ConfigValue::Table(_)) => value,
            },
            None => ConfigValue::String(text.to_owned()),
        }
    }
}

fn table_value(table: DeTable<'_>, place: &impl Fn(Range<usize>) -> WrittenAt) -> ConfigValue {
    ConfigValue::Table(
        table
            .into_iter()
            .map(|(key, value): (Spanned<toml::de::DeString<'_>>, Spanned<DeValue<'_>>)| {
                let node = Node { place: place(key.span()), value: value_of(value.into_inner(), place) };
                (key.into_inner().into_owned(), node)
            })
            .collect(),
    )
}

fn value_of(value: DeValue<'_>, place: &impl Fn(Range<usize>) -> WrittenAt) -> ConfigValue {
    match value {
        DeValue::String(text) => ConfigValue::String(text.into_owned()),
        DeValue::Integer(number) => match i128::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => ConfigValue::Integer(number),
            Err(_) => ConfigValue::Other(number.as_str().to_owned()),
        },
        DeValue::Float(number) => ConfigValue::Other(number.as_str().to_owned()),
        DeValue::Boolean(truth) => ConfigValue::Bool(truth),
        DeValue::Datetime(time) => ConfigValue::Other(time.to_string()),
        DeValue::Array(items) => ConfigValue::List(
            items
                .into_iter()
                .map(|item: Spanned<DeValue<'_>>| Node {
                    place: place(item.span()),
                    value: value_of(item.into_inner(), place),
                })
                .collect(),
        ),
        DeValue::Table(table) => table_value(table, place),
    }
}

/// The offsets at which the lines of a text end.
struct LineIndex(Vec<usize>);

impl LineIndex {
    fn of(text: &str) -> Self {
        Self(text.match_indices('\n').map(|(offset, _)| offset).collect())
    }

    /// Returns the line of an offset, numbered from 1.
    fn line_of(&self, offset: usize) -> usize {
        1 + self.0.partition_point(|&end| end < offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lookup<'a>(node: &'a Node, path: &str) -> &'a Node {
        path.split('.').fold(node, |node, key| match &node.value {
            ConfigValue::Table(table) => &table[key],
            ConfigValue::List(items) => &items[key.parse::<usize>().unwrap()],
            other => panic!("{other} has no {key}"),
        })
    }

    #[test]
    fn every_value_knows_its_line() {
        let tree = Node::from_toml("x.toml", "a = 1\n\n[b]\nc = [\n  2,\n  \"three\",\n]\n[[d]]\ne = 4\n").unwrap();
        let line = |path| lookup(&tree, path).place.clone();
        assert_eq!([line("a"), line("b.c"), line("b.c.1"), line("d.0.e")], [1, 4, 6, 9].map(WrittenAt::Line));
    }

    #[test]
    fn broken_toml_is_told_with_its_line() {
        let error = Node::from_toml("x.toml", "a = 1\nb = \n").unwrap_err().to_string();
        assert!(error.starts_with("x.toml:2: not valid TOML: "), "{error}");
    }

    #[test]
    fn a_key_that_is_there_twice_is_named() {
        for (text, expected) in [
            ("a = 1\nb-c = 2\nb-c = 3\n", "x.toml:3: not valid TOML: duplicate key `b-c`"),
            ("[a]\nb = 1\n[c]\n[a]\nd = 2\n", "x.toml:4: not valid TOML: duplicate key `a`"),
        ] {
            assert_eq!(Node::from_toml("x.toml", text).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn set_reaches_tables_and_lists_and_makes_what_is_missing() {
        let mut tree = Node::from_toml("x.toml", "a = 1\n[[d]]\ne = 4\n").unwrap();
        for argument in ["a=7", "d.0.e=some text", "r.s=[1, 2]", "t=\"quoted\""] {
            tree.set(argument).unwrap();
        }
        let value = |path| lookup(&tree, path).value.to_string();
        assert_eq!(
            [value("a"), value("d.0.e"), value("r.s"), value("t")],
            ["7", "the text `some text`", "a list of 2", "the text `quoted`"]
        );
        assert_eq!(lookup(&tree, "a").place, WrittenAt::Argument("--set a=7".to_owned()));
    }

    #[test]
    fn trees_are_joined_key_by_key() {
        let tree =
            Node::from_toml("x.toml", "a = 1\nb = [1, 2]\n[c]\nd = 3\ne = 4\n[compare]\nb = [5]\nc.d = 6\n").unwrap();
        let (own, changes) = tree.without("compare");
        let joined = own.with(changes.unwrap());
        let value = |path| lookup(&joined, path).value.to_string();
        assert_eq!(
            [value("a"), value("b"), value("b.0"), value("c.d"), value("c.e")],
            ["1", "a list of 1", "5", "6", "4"]
        );
        assert_eq!(lookup(&joined, "c.d").place, WrittenAt::Line(8));
        assert_eq!(joined.without("compare"), (joined.clone(), None));
    }

    #[test]
    fn a_bad_set_is_named() {
        let mut tree = Node::from_toml("x.toml", "a = 1\n[[d]]\ne = 4\n").unwrap();
        for argument in ["a", "a.b=1", "d.1.e=2", "d.x.e=2"] {
            let error = tree.set(argument).unwrap_err().to_string();
            assert!(error.starts_with(&format!("--set {argument}: ")), "{error}");
        }
    }
}
