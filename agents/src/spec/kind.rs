//! A kind of agent: its schema, against which specs are read, and its constructor.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use engine::Game;

use crate::Agent;

/// A kind of agent that specs can name, for one game.
pub struct AgentKind<G: Game> {
    /// The schema of its specs.
    pub schema: AgentSchema,
    /// Makes the agent from validated settings.
    pub build: fn(&Settings) -> Box<dyn Agent<G>>,
}

/// The schema of specs, whatever the game.
pub struct AgentSchema {
    /// The name before the colon.
    pub name: &'static str,
    /// The description of its play, in one line.
    pub summary: &'static str,
    /// The settings it takes.
    pub keys: &'static [SettingKey],
}

/// One setting of a kind of agent.
pub struct SettingKey {
    /// The name before the equals sign.
    pub name: &'static str,
    /// The description of its meaning.
    pub meaning: &'static str,
    /// The value for a spec that does not name it.
    pub default: &'static str,
    /// The accepted values.
    pub accepted: AcceptedValues,
    /// The conditions on other keys, all of which must hold for it to have an effect.
    pub only_with: &'static [KeyCondition],
}

impl SettingKey {
    /// A key with these accepted values, which always has an effect.
    pub const fn new(
        name: &'static str,
        default: &'static str,
        accepted: AcceptedValues,
        meaning: &'static str,
    ) -> Self {
        Self { name, meaning, default, accepted, only_with: &[] }
    }

    /// A key of a whole number in this range.
    pub const fn integer(
        name: &'static str,
        default: &'static str,
        range: RangeInclusive<u64>,
        meaning: &'static str,
    ) -> Self {
        Self::new(name, default, AcceptedValues::Integer(range), meaning)
    }

    /// A key of one of these words.
    pub const fn word(
        name: &'static str,
        default: &'static str,
        words: &'static [&'static str],
        meaning: &'static str,
    ) -> Self {
        Self::new(name, default, AcceptedValues::Word(words), meaning)
    }

    /// The key if it has an effect only under all of these conditions.
    pub const fn only_with(self, only_with: &'static [KeyCondition]) -> Self {
        Self { only_with, ..self }
    }

    /// The conditions under which it has an effect, as in "iterations=400 and rollout=random".
    ///
    /// Empty if it always has.
    pub fn conditions(&self) -> String {
        self.only_with.iter().map(KeyCondition::to_string).collect::<Vec<_>>().join(" and ")
    }
}

/// A condition on one key.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum KeyCondition {
    /// It has this value, given or by default.
    Is(&'static str, &'static str),
}

impl KeyCondition {
    /// Returns whether it holds with these values of all keys.
    pub(super) fn holds(&self, values: &BTreeMap<&'static str, String>) -> bool {
        let Self::Is(key, value) = *self;
        let found = &values[key];
        // A number can be written in several ways.
        found == value || value.parse::<u64>().is_ok_and(|number| found.parse() == Ok(number))
    }
}

impl fmt::Display for KeyCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Is(key, value) = self;
        write!(f, "`{key}={value}`")
    }
}

/// The accepted values of a setting.
pub enum AcceptedValues {
    /// A whole number in this range.
    Integer(RangeInclusive<u64>),
    /// A number in this range.
    Number(RangeInclusive<f64>),
    /// One of these words; see [`words`].
    Word(&'static [&'static str]),
    /// The first word, for none, or some of the others, joined by `+`.
    Words(&'static str, &'static [&'static str]),
    /// The path of a file, or this word for none.
    ///
    /// This function checks the text of the file.
    File(&'static str, CheckFile),
}

/// A check of a file's text, which describes the error in one line.
pub type CheckFile = fn(&str) -> Result<(), String>;

impl AcceptedValues {
    /// Returns whether this value is one of them.
    pub fn allows(&self, value: &str) -> bool {
        match self {
            Self::Integer(range) => value.parse().is_ok_and(|number| range.contains(&number)),
            Self::Number(range) => value.parse().is_ok_and(|number| range.contains(&number)),
            Self::Word(words) => words.contains(&value),
            Self::Words(none, words) => {
                let found: Vec<&str> = value.split('+').collect();
                let is_new = |(index, word)| words.contains(word) && !found[..index].contains(word);
                value == *none || found.iter().enumerate().all(is_new)
            }
            Self::File(..) => !value.is_empty(),
        }
    }
}

impl fmt::Display for AcceptedValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(range) => write!(f, "a whole number from {} to {}", range.start(), range.end()),
            Self::Number(range) => write!(f, "a number from {} to {}", range.start(), range.end()),
            Self::Word(words) => write!(f, "{}", words.join(", ")),
            Self::Words(none, words) => write!(f, "{none}, or {}, joined by +", words.join(", ")),
            Self::File(none, _) => write!(f, "{none}, or the path of a file"),
        }
    }
}

/// The words of a list of words and meanings.
pub const fn words<T, const N: usize>(meanings: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut index = 0;
    while index < N {
        words[index] = meanings[index].0;
        index += 1;
    }
    words
}

/// The key of the time limit for each decision, in milliseconds; 0 for none.
pub const TIME: &str = "time-ms";

/// A clock that is passed in: the time since some fixed moment.
///
/// Agents have no clock of their own.
pub type Clock = fn() -> Duration;

/// The settings of one agent.
///
/// They are a value for every key of its kind, the texts of the named files, a clock for agents with limited time, and a number
/// of threads.
#[derive(Clone, Debug)]
pub struct Settings {
    pub(crate) values: BTreeMap<&'static str, String>,
    /// By key.
    pub(crate) files: BTreeMap<&'static str, Arc<str>>,
    pub(crate) clock: Option<Clock>,
    /// The number of threads that an agent which searches may use.
    pub(crate) threads: usize,
}

impl Settings {
    /// The clock.
    ///
    /// # Panics
    /// If none was passed in.
    pub fn clock(&self) -> Clock {
        self.clock.expect("an agent that limits its time is built with a clock")
    }

    /// Returns whether time is limited, so that decisions depend on the machine.
    pub fn is_timed(&self) -> bool {
        self.values.get(TIME).is_some_and(|limit| limit.parse() != Ok(0u64))
    }

    /// The text of the file that a key names, if it names one and the text was [given](crate::AgentSpec::give).
    pub fn file(&self, key: &str) -> Option<&str> {
        self.files.get(key).map(|text| &**text)
    }

    /// The value of a key, parsed as the type that its `accepted` promises.
    ///
    /// # Panics
    /// If the kind has no such key, or the type is another.
    pub fn get<T: FromStr>(&self, key: &str) -> T {
        let value = self.values.get(key).unwrap_or_else(|| panic!("the kind has no key {key}"));
        value.parse().unwrap_or_else(|_| panic!("{key}={value} has another type"))
    }

    /// Returns the meaning of a key's word.
    ///
    /// # Panics
    /// As for [`get`](Self::get), or if the word is not in the list.
    pub fn meaning<T: Copy>(&self, key: &str, meanings: &[(&'static str, T)]) -> T {
        self.meanings(key, meanings)[0]
    }

    /// Returns the meaning of each word of a key; words are joined by `+`.
    ///
    /// # Panics
    /// As for [`meaning`](Self::meaning).
    pub fn meanings<T: Copy>(&self, key: &str, meanings: &[(&'static str, T)]) -> Vec<T> {
        let words = self.get::<String>(key);
        let find = |word: &str| meanings.iter().find(|(other, _)| *other == word);
        words.split('+').map(|word| find(word).unwrap_or_else(|| panic!("{key}={word} means nothing")).1).collect()
    }
}
