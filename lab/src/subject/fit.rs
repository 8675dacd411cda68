//! Checks that agents with files can play a game as set up.

use super::{Setup, Subject};
use crate::base::time::clock;
use crate::schedule::contestant::PlayerSpec;
use agents::AgentSpec;

/// Checks that all agents can play.
///
/// # Errors
/// The first one that cannot, with the reason.
pub fn check<'p>(subject: &dyn Subject, agents: impl IntoIterator<Item = &'p PlayerSpec>) -> Result<(), String> {
    agents.into_iter().filter_map(PlayerSpec::own).try_for_each(|agent| check_agent(subject, agent))
}

/// Checks that an agent of the game can play.
///
/// # Errors
/// The reason why it cannot.
pub fn check_agent(subject: &dyn Subject, agent: &AgentSpec) -> Result<(), String> {
    if agent.files().next().is_none() { Ok(()) } else { subject.info().check_agent(subject, agent) }
}

/// Checks that an agent can play this game.
///
/// # Errors
/// As for [`check_agent`].
pub fn check_in<S: Setup>(game: &S::Game, agent: &AgentSpec) -> Result<(), String> {
    let why = agent.build_with(S::KINDS, clock).objection(game);
    why.map_or(Ok(()), |why| Err(format!("agent `{agent}`: {why}")))
}
