//! Agents as short strings: `name` or `name:key=value,key=value`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use engine::names::hint;
use engine::skye::Skye;

use crate::Agent;
use crate::kind::{Clock, Kind, Settings};
use crate::registry::KINDS;

/// What is wrong with a spec.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SpecError {
    #[error("no agent is called `{found}`; {hint}")]
    UnknownAgent { found: String, hint: String },
    #[error("agent `{agent}` has no key `{found}`; {hint}")]
    UnknownKey { agent: &'static str, found: String, hint: String },
    #[error("agent `{agent}`: key `{key}` is given twice")]
    RepeatedKey { agent: &'static str, key: &'static str },
    #[error("agent `{agent}`: `{found}` is not of the form key=value")]
    NotKeyValue { agent: &'static str, found: String },
    #[error("agent `{agent}`, key `{key}`: found `{found}`; accepted: {accepted}")]
    Value { agent: &'static str, key: &'static str, found: String, accepted: String },
}

/// A valid description of an agent.
#[derive(Clone)]
pub struct AgentSpec {
    text: String,
    kind: &'static Kind,
    settings: Settings,
}

impl AgentSpec {
    /// The kind of agent.
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// Makes the agent.
    ///
    /// # Panics
    /// If it [`is_timed`](Self::is_timed): then it needs a clock.
    pub fn build(&self) -> Box<dyn Agent<Skye>> {
        (self.kind.build)(&self.settings)
    }

    /// Makes the agent, with a clock if it should need one.
    pub fn build_with(&self, clock: Clock) -> Box<dyn Agent<Skye>> {
        (self.kind.build)(&Settings { clock: Some(clock), ..self.settings.clone() })
    }

    /// Whether its time is limited, so that its decisions depend on the machine.
    pub fn is_timed(&self) -> bool {
        self.settings.is_timed()
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentSpec({})", self.text)
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let kind = find_kind(name)?;
        let mut given: BTreeMap<&'static str, String> = BTreeMap::new();
        for word in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (key, value) = parse_word(kind, word)?;
            if given.insert(key, value).is_some() {
                return Err(SpecError::RepeatedKey { agent: kind.name, key });
            }
        }
        for key in kind.keys {
            given.entry(key.name).or_insert_with(|| key.default.to_owned());
        }
        Ok(Self { text: text.to_owned(), kind, settings: Settings { values: given, clock: None } })
    }
}

fn find_kind(name: &str) -> Result<&'static Kind, SpecError> {
    let names = || KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>();
    let unknown = || SpecError::UnknownAgent { found: name.to_owned(), hint: hint(name, &names()) };
    KINDS.iter().find(|kind| kind.name == name).ok_or_else(unknown)
}

fn parse_word(kind: &'static Kind, word: &str) -> Result<(&'static str, String), SpecError> {
    let not_key_value = || SpecError::NotKeyValue { agent: kind.name, found: word.to_owned() };
    let (name, value) = word.split_once('=').ok_or_else(not_key_value)?;
    let unknown = || SpecError::UnknownKey { agent: kind.name, found: name.to_owned(), hint: hint_of_keys(kind, name) };
    let key = kind.keys.iter().find(|key| key.name == name).ok_or_else(unknown)?;
    if !key.accepted.allows(value) {
        let (found, accepted) = (value.to_owned(), key.accepted.to_string());
        return Err(SpecError::Value { agent: kind.name, key: key.name, found, accepted });
    }
    Ok((key.name, value.to_owned()))
}

fn hint_of_keys(kind: &Kind, name: &str) -> String {
    let names: Vec<&str> = kind.keys.iter().map(|key| key.name).collect();
    if names.is_empty() { "it takes none".to_owned() } else { hint(name, &names) }
}
