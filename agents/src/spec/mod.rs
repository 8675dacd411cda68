//! Agents as short texts: `name` or `name:key=value,key=value`.

pub mod kind;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use engine::Game;
use engine::names::hint;

use crate::{AcceptedValues, Agent, AgentKind, AgentSchema, SettingKey, Settings};
use kind::Clock;

/// An error in a spec.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SpecError {
    #[error("no agent is called `{found}`; {hint}")]
    UnknownAgent { found: String, hint: String },
    #[error("agent `{agent}` has no key `{found}`; {hint}")]
    UnknownKey { agent: &'static str, found: String, hint: String },
    #[error("agent `{agent}` has no `{found}` since 0.4; {instead}")]
    Removed { agent: &'static str, found: &'static str, instead: &'static str },
    #[error("agent `{agent}`: key `{key}` is given twice")]
    RepeatedKey { agent: &'static str, key: &'static str },
    #[error("agent `{agent}`: `{found}` is not of the form key=value")]
    NotKeyValue { agent: &'static str, found: String },
    #[error("agent `{agent}`, key `{key}`: found `{found}`; accepted: {accepted}")]
    Value { agent: &'static str, key: &'static str, found: String, accepted: String },
    #[error("agent `{agent}`: key `{key}` has an effect only with {conditions}")]
    NoEffect { agent: &'static str, key: &'static str, conditions: String },
    #[error("agent `{agent}`, key `{key}`: {path}: {fault}")]
    File { agent: &'static str, key: &'static str, path: String, fault: String },
}

/// Splits `NAME=SPEC` into the name and the spec; the name is `None` for a spec alone.
///
/// After a colon, an equals sign belongs to the spec's own settings.
///
/// ```
/// use agents::spec::named;
///
/// assert_eq!(named("quick=mcts:iterations=50"), (Some("quick"), "mcts:iterations=50"));
/// assert_eq!(named("mcts:iterations=50"), (None, "mcts:iterations=50"));
/// ```
pub fn named(text: &str) -> (Option<&str>, &str) {
    match text.split_once('=') {
        Some((name, spec)) if !name.contains(':') => (Some(name), spec),
        _ => (None, text),
    }
}

/// A valid description of an agent, read against one game's kinds of agents.
///
/// ```
/// use agents::{AgentSpec, tipperary};
/// use engine::random::random;
/// use engine::tipperary::Tipperary;
/// use engine::{Game, Seat};
///
/// let agent = AgentSpec::read("greedy:looks=4", &tipperary::KINDS)?.build(&tipperary::KINDS);
/// let game = Tipperary::dealt(2, 7).expect("two can play");
/// let mut position = game.start(Seat::new(0));
/// game.resolve_chance(&mut position, 1);
/// let decision = agent.choose(&game, &game.view(&position, Seat::new(0)), &mut random(1));
/// assert!(game.is_legal(&position, decision.action));
/// # Ok::<(), agents::SpecError>(())
/// ```
#[derive(Clone)]
pub struct AgentSpec {
    text: String,
    schema: &'static AgentSchema,
    settings: Settings,
}

impl AgentSpec {
    /// Reads a text as one of these kinds.
    ///
    /// # Errors
    /// If it names none of them, or its settings are not accepted; the message lists what is accepted.
    pub fn read<G: Game>(text: &str, kinds: &'static [AgentKind<G>]) -> Result<Self, SpecError> {
        Self::parse(text, &kinds.iter().map(|kind| &kind.schema).collect::<Vec<_>>())
    }

    /// Reads a text as one of the kinds of agents with these schemas, for any game.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn parse(text: &str, schemas: &[&'static AgentSchema]) -> Result<Self, SpecError> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let names = || schemas.iter().map(|schema| schema.name).collect::<Vec<_>>();
        let unknown = || SpecError::UnknownAgent { found: name.to_owned(), hint: hint(name, &names()) };
        let schema = schemas.iter().copied().find(|schema| schema.name == name).ok_or_else(unknown)?;
        let mut values: BTreeMap<&'static str, String> = BTreeMap::new();
        for word in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (key, value) = parse_word(schema, word)?;
            if values.insert(key, value).is_some() {
                return Err(SpecError::RepeatedKey { agent: schema.name, key });
            }
        }
        let given: Vec<&SettingKey> = schema.keys.iter().filter(|key| values.contains_key(key.name)).collect();
        for key in schema.keys {
            values.entry(key.name).or_insert_with(|| key.default.to_owned());
        }
        if let Some(key) = given.into_iter().find(|key| !key.only_with.iter().all(|only| only.holds(&values))) {
            return Err(SpecError::NoEffect { agent: schema.name, key: key.name, conditions: key.conditions() });
        }
        Ok(Self {
            text: text.to_owned(),
            schema,
            settings: Settings { values, files: BTreeMap::new(), clock: None, threads: 1 },
        })
    }

    /// The files that it names: the key and the path of each.
    ///
    /// Until their texts are [given](Self::give), it plays as if it named none.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.schema.keys.iter().filter_map(|key| {
            let value = self.settings.values[key.name].as_str();
            matches!(key.accepted, AcceptedValues::File(none, _) if value != none).then_some((key.name, value))
        })
    }

    /// Gives it the text of the file that a key names.
    ///
    /// # Errors
    /// If the key does not accept the file.
    pub fn give(&mut self, key: &'static str, text: Arc<str>) -> Result<(), SpecError> {
        let agent = self.schema.name;
        let check = self.schema.keys.iter().filter(|other| other.name == key).find_map(|key| match key.accepted {
            AcceptedValues::File(_, check) => Some(check),
            _ => None,
        });
        if let Err(fault) = check.map_or(Ok(()), |check| check(&text)) {
            return Err(SpecError::File { agent, key, path: self.settings.values[key].clone(), fault });
        }
        self.settings.files.insert(key, text);
        Ok(())
    }

    /// The text of the file that a key names, once it is given.
    pub fn given(&self, key: &str) -> Option<&Arc<str>> {
        self.settings.files.get(key)
    }

    /// The schema of its kind of agent, which is the same for every game.
    pub fn schema(&self) -> &'static AgentSchema {
        self.schema
    }

    /// Makes the agent, from the kinds that the spec was read against.
    ///
    /// # Panics
    /// If it [`is_timed`](Self::is_timed), so that it needs a clock; or if its kind is not among these.
    pub fn build<G: Game>(&self, kinds: &'static [AgentKind<G>]) -> Box<dyn Agent<G>> {
        self.build_by(kinds, &self.settings)
    }

    /// Makes the agent as [`build`](Self::build) does, with a clock in case it needs one.
    ///
    /// # Panics
    /// If its kind is not among these.
    pub fn build_with<G: Game>(&self, kinds: &'static [AgentKind<G>], clock: Clock) -> Box<dyn Agent<G>> {
        self.build_by(kinds, &self.settings(clock))
    }

    /// The same agent with this number of threads for a decision, which stays the same.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.settings.threads = threads;
        self
    }

    /// The settings, with a clock in case the agent needs one.
    pub fn settings(&self, clock: Clock) -> Settings {
        Settings { clock: Some(clock), ..self.settings.clone() }
    }

    fn build_by<G: Game>(&self, kinds: &'static [AgentKind<G>], settings: &Settings) -> Box<dyn Agent<G>> {
        let name = self.schema.name;
        let kind = kinds.iter().find(|kind| kind.schema.name == name);
        (kind.unwrap_or_else(|| panic!("the game has no agent `{name}`")).build)(settings)
    }

    /// Returns whether its time is limited, so that its decisions depend on the machine.
    pub fn is_timed(&self) -> bool {
        self.settings.is_timed()
    }
}

/// Specs are equal if their texts are.
impl PartialEq for AgentSpec {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for AgentSpec {}

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

/// Settings of earlier releases that were removed.
///
/// Each has the agent, a key with or without a value, and the accepted replacement.
const REMOVED: [(&str, &str, &str); 4] = [
    ("mcts", "depth", "leave it out: the tree holds the seat's next decisions"),
    ("mcts", "variant=duct", "leave it out"),
    ("mcts", "variant=regret", "leave it out"),
    ("mcts", "rollout=greedy", "leave it out"),
];

fn parse_word(schema: &'static AgentSchema, word: &str) -> Result<(&'static str, String), SpecError> {
    let (name, value) =
        word.split_once('=').ok_or_else(|| SpecError::NotKeyValue { agent: schema.name, found: word.to_owned() })?;
    let removed = REMOVED.iter().find(|(agent, gone, _)| *agent == schema.name && [name, word].contains(gone));
    if let Some(&(_, found, instead)) = removed {
        return Err(SpecError::Removed { agent: schema.name, found, instead });
    }
    let unknown =
        || SpecError::UnknownKey { agent: schema.name, found: name.to_owned(), hint: hint_of_keys(schema, name) };
    let key = schema.keys.iter().find(|key| key.name == name).ok_or_else(unknown)?;
    if !key.accepted.allows(value) {
        let (found, accepted) = (value.to_owned(), key.accepted.to_string());
        return Err(SpecError::Value { agent: schema.name, key: key.name, found, accepted });
    }
    Ok((key.name, value.to_owned()))
}

fn hint_of_keys(schema: &AgentSchema, name: &str) -> String {
    let names: Vec<&str> = schema.keys.iter().map(|key| key.name).collect();
    if names.is_empty() { "it takes none".to_owned() } else { hint(name, &names) }
}
