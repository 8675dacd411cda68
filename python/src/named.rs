//! Agents from Python, with their names.

use std::sync::Arc;

use agents::spec::named;
use lab::base::plain_text;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::border::{bad, of_json, throw, to_json, wrong_type};
use crate::games::PyGame;
use crate::positions::view_of;
use crate::seated::{Accept, Callback, SeatPlayer};

/// The characters that a name may have besides letters and digits, as in configs.
const MARKS: &str = "-_.+";

/// An agent from Python.
struct NamedAgent<'py> {
    name: String,
    /// A text or a callable.
    agent: Bound<'py, PyAny>,
    /// The text without a name, if it is one.
    spec: Option<String>,
}

impl<'py> NamedAgent<'py> {
    /// Reads a spec, a function, or a pair of a name and one of these.
    fn read(given: &Bound<'py, PyAny>, place: usize) -> PyResult<Self> {
        let (name, agent) = match given.cast::<PyTuple>() {
            Ok(pair) => {
                let fault = |_| PyTypeError::new_err(format!("agents.{place}: found a tuple; accepted: (name, agent)"));
                let (name, agent): (String, Bound<'py, PyAny>) = pair.extract().map_err(fault)?;
                plain_text::check_name(&name, MARKS).map_err(|accepted| {
                    bad(format!("agents.{place}: found the name {name:?}; accepted: {accepted}"))
                })?;
                (Some(name), agent)
            }
            Err(_) => (None, given.clone()),
        };
        if let Ok(text) = agent.cast::<PyString>() {
            let text = text.to_str()?;
            let (own, spec) = named(text);
            let (name, spec) = (name.unwrap_or_else(|| own.unwrap_or(spec).to_owned()), Some(spec.to_owned()));
            return Ok(Self { name, agent, spec });
        }
        if !agent.is_callable() {
            let accepted = "a spec such as \"greedy\", a function of view, legal and seed, or (name, agent)";
            return Err(wrong_type(format_args!("agents.{place}"), &agent, accepted));
        }
        let name = name.unwrap_or_else(|| name_of(&agent, place));
        Ok(Self { name, agent, spec: None })
    }

    /// Returns whether it is the same agent as another.
    fn is(&self, other: &Self) -> bool {
        match (&self.spec, &other.spec) {
            (Some(spec), Some(other)) => spec == other,
            _ => self.agent.is(&other.agent),
        }
    }

    /// Converts it to a player at a table.
    fn player(&self) -> SeatPlayer {
        match &self.spec {
            Some(spec) if *spec == self.name => SeatPlayer::Spec(spec.clone()),
            Some(spec) => SeatPlayer::Spec(format!("{}={spec}", self.name)),
            None => SeatPlayer::Callback(self.name.clone(), callback(self.agent.clone().unbind())),
        }
    }
}

/// Reads agents, which must have different names unless they are equal.
///
/// Returns their names, and the players.
///
/// # Errors
/// The first that is not accepted.
pub fn players(given: &[Bound<'_, PyAny>]) -> PyResult<Vec<(String, SeatPlayer)>> {
    let mut agents: Vec<NamedAgent<'_>> = Vec::new();
    for (place, agent) in given.iter().enumerate() {
        let agent = NamedAgent::read(agent, place)?;
        if let Some(first) = agents.iter().position(|other| other.name == agent.name && !other.is(&agent)) {
            let name = &agent.name;
            return Err(bad(format!(
                "agents.{place}: found another agent called {name:?}, as is agents.{first}; accepted: a different name, (\"NAME\", agent)"
            )));
        }
        agents.push(agent);
    }
    Ok(agents.iter().map(|agent| (agent.name.clone(), agent.player())).collect())
}

/// Checks that agents are given in a list.
///
/// # Errors
/// If it is something else.
pub fn listed<'py>(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    match given.try_iter() {
        Ok(items) if !given.is_instance_of::<PyString>() => items.collect(),
        _ => Err(wrong_type(name, given, "a list, such as [\"greedy\"]")),
    }
}

/// Reads specs of agents in a list.
///
/// # Errors
/// If it is something else.
pub fn specs(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let accepted = "a spec such as \"greedy\" (boardlab.play and boardlab.match ask functions)";
    let mut specs = Vec::new();
    for (place, item) in listed(name, given)?.iter().enumerate() {
        let spec = item.extract();
        specs.push(spec.map_err(|_| wrong_type(format_args!("{name}.{place}"), item, accepted))?);
    }
    Ok(specs)
}

/// Makes a callback of a callable; it ends the games if the call fails.
fn callback(callable: Py<PyAny>) -> Arc<Callback> {
    Arc::new(move |game: &PyGame, view: &str, legal: &str, seed: u64, accept: Accept<'_>| {
        let answer = Python::attach(|py| {
            let view = view_of(py, view, PyGame(Arc::clone(&game.0)))?;
            to_json(&callable.bind(py).call1((view, of_json(py, legal)?, seed))?)
        });
        if let Err(error) = answer.and_then(|answer| accept(&answer).map_err(bad)) {
            throw(error);
        }
    })
}

/// Names a callable by its own name, or that of its class.
fn name_of(callable: &Bound<'_, PyAny>, place: usize) -> String {
    let name = callable.getattr("__name__").and_then(|name| name.extract::<String>());
    let name = name.unwrap_or_else(|_| callable.get_type().name().map_or(String::new(), |name| name.to_string()));
    let plain: String = name.chars().filter(|letter| letter.is_alphanumeric() || "-_.".contains(*letter)).collect();
    if plain.is_empty() { format!("agent-{place}") } else { plain }
}
