//! A named agent.

use std::fmt;

use agents::spec::named;
use agents::{AgentSchema, AgentSpec, SpecError};
use engine::names::hint;

use super::given;
use crate::base::error::{Error, Result};
use crate::base::plain_text;
use crate::programs::{ProgramSpec, check_option};

/// The kind of an agent, with its settings.
#[derive(Clone, Debug)]
pub enum PlayerSpec {
    /// An agent of the game.
    Own(AgentSpec),
    /// An external program.
    Program(Box<ProgramSpec>),
}

impl PlayerSpec {
    /// Reads one of the game's agents or one of these programs: `NAME` or `NAME:key=value,…`.
    ///
    /// # Errors
    /// A description of the error.
    pub fn read(text: &str, schemas: &[&'static AgentSchema], programs: &[ProgramSpec]) -> Result<Self> {
        let (name, options) = text.split_once(':').map_or((text, None), |(name, options)| (name, Some(options)));
        let Some(program) = programs.iter().find(|program| program.name == name) else {
            check_known(name, &known_agents(schemas, programs))?;
            return given::read_here(text, schemas).map(Self::Own);
        };
        let mut program = program.clone();
        for option in options.into_iter().flat_map(|options| options.split(',')) {
            let fault =
                |accepted| Error::input(format_args!("agent `{name}`"), format_args!("found `{option}`"), &accepted);
            let (key, value) = option.split_once('=').ok_or_else(|| fault("KEY=VALUE".to_owned()))?;
            check_option(key, value).map_err(fault)?;
            program.options.insert(key.to_owned(), value.to_owned());
        }
        Ok(Self::Program(Box::new(program)))
    }

    /// Returns the program, if it is one.
    pub fn program(&self) -> Option<&ProgramSpec> {
        match self {
            Self::Own(_) => None,
            Self::Program(program) => Some(program),
        }
    }

    /// Returns the game's agent, if it is one.
    pub fn own(&self) -> Option<&AgentSpec> {
        match self {
            Self::Own(agent) => Some(agent),
            Self::Program(_) => None,
        }
    }

    /// Returns whether its decisions are known to depend on the speed of the machine.
    pub fn is_timed(&self) -> bool {
        self.own().is_some_and(AgentSpec::is_timed)
    }
}

impl From<AgentSpec> for PlayerSpec {
    fn from(agent: AgentSpec) -> Self {
        Self::Own(agent)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(agent) => agent.fmt(f),
            Self::Program(program) => program.fmt(f),
        }
    }
}

/// Returns the names of all agents of the game and of these programs.
pub fn known_agents<'a>(schemas: &[&'static AgentSchema], programs: &'a [ProgramSpec]) -> Vec<&'a str> {
    let programs = programs.iter().map(|program| program.name.as_str());
    schemas.iter().map(|schema| schema.name).chain(programs).collect()
}

/// Checks that an agent is among these.
///
/// # Errors
/// If there is none of that name; lists those accepted.
pub fn check_known(name: &str, all: &[&str]) -> Result<()> {
    if all.contains(&name) {
        return Ok(());
    }
    Err(Error::of_input(SpecError::UnknownAgent { found: name.to_owned(), hint: hint(name, all) }))
}

/// Checks that an agent can have this name.
///
/// # Errors
/// If it cannot.
pub fn check_name(name: &str) -> Result<()> {
    plain_text::check_name(name, "-_.+")
        .map_err(|accepted| Error::input("name", format_args!("found `{name}`"), &accepted))
}

/// A kind of players for all seats of a table: one agent of the game, or several of different skill, joined by `|`.
#[derive(Clone, Debug)]
pub struct Style(pub Vec<AgentSpec>);

impl Style {
    /// Reads agents joined by `|`, each by this function.
    ///
    /// # Errors
    /// That of the first agent that cannot be read.
    pub fn read(text: &str, read: impl FnMut(&str) -> Result<AgentSpec>) -> Result<Self> {
        text.split('|').map(read).collect::<Result<_>>().map(Self)
    }

    /// The agent of a seat: the first and the last agent have the first and the last seat, those between are spread evenly.
    pub fn of_seat(&self, seat: usize, seats: usize) -> &AgentSpec {
        let steps = (seats - 1).max(1);
        // Rounded, not cut.
        &self.0[(2 * seat * (self.0.len() - 1) + steps) / (2 * steps)]
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(AgentSpec::to_string).collect::<Vec<_>>().join("|"))
    }
}

/// A named agent. As text: `NAME=SPEC`, or just a spec, which is then also the name.
#[derive(Clone, Debug)]
pub struct Contestant<S = PlayerSpec> {
    /// The name in tables and records.
    pub name: String,
    /// Its kind, with its settings.
    pub spec: S,
}

impl<S: fmt::Display> Contestant<S> {
    /// Creates an agent named after its spec.
    pub fn plain(spec: impl Into<S>) -> Self {
        let spec = spec.into();
        Self { name: spec.to_string(), spec }
    }

    /// Returns whether its name differs from its spec.
    pub fn is_named(&self) -> bool {
        self.name != self.spec.to_string()
    }

    /// Formats it as `NAME=SPEC`, or just the spec if that is its name.
    pub fn in_full(&self) -> String {
        if self.is_named() { format!("{}={}", self.name, self.spec) } else { self.name.clone() }
    }
}

impl Contestant {
    /// Reads an agent of the game with these schemas, or one of these programs.
    ///
    /// # Errors
    /// A description of the error in the name or the spec.
    pub fn read(text: &str, schemas: &[&'static AgentSchema], programs: &[ProgramSpec]) -> Result<Self> {
        let (name, spec) = named(text);
        name.map_or(Ok(()), check_name)?;
        let plain = PlayerSpec::read(spec, schemas, programs).map(Self::plain)?;
        Ok(Self { name: name.map_or(plain.name, str::to_owned), ..plain })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schemas() -> Vec<&'static AgentSchema> {
        agents::skye::KINDS.iter().map(|kind| &kind.schema).collect()
    }

    #[track_caller]
    fn check(text: &str, name: &str, spec: &str) {
        let found = Contestant::read(text, &schemas(), &[]).unwrap();
        assert_eq!((found.name.as_str(), found.spec.to_string().as_str()), (name, spec));
    }

    #[test]
    fn a_spec_is_its_own_name_unless_it_has_another() {
        check("random", "random", "random");
        check("mcts:iterations=5,rounds=1", "mcts:iterations=5,rounds=1", "mcts:iterations=5,rounds=1");
        check("a-1=random", "a-1", "random");
        check("quick=mcts:iterations=5", "quick", "mcts:iterations=5");
    }

    #[test]
    fn bad_names_and_specs_are_refused() {
        for (text, wanted) in [
            ("=random", "name: found ``"),
            ("a b=random", "name: found `a b`"),
            ("a=", "no agent is called ``"),
            ("a=b=random", "no agent is called `b=random`"),
            ("gredy", "did you mean `greedy`?"),
        ] {
            let error = Contestant::read(text, &schemas(), &[]).unwrap_err().to_string();
            assert!(error.contains(wanted), "{text}: {error}");
        }
    }
}
