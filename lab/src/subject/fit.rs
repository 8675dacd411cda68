//! Whether agents that were given files can play a game as it is set up.

use agents::AgentSpec;

use super::{Design, Setup};
use crate::base::time::clock;
use crate::schedule::contestant::PlayerSpec;

/// Makes sure that all agents can play.
///
/// # Errors
/// The first one that cannot, and why, in words.
pub fn check<'p, S: Design>(subject: &S, agents: impl IntoIterator<Item = &'p PlayerSpec>) -> Result<(), String> {
    agents.into_iter().filter_map(PlayerSpec::own).try_for_each(|agent| check_agent(subject, agent))
}

/// Makes sure that an agent of the game can play.
///
/// # Errors
/// Why it cannot, in words.
pub fn check_agent<S: Design>(subject: &S, agent: &AgentSpec) -> Result<(), String> {
    if agent.files().next().is_none() {
        return Ok(());
    }
    check_in::<S>(&subject.game(subject.treatment(0, 0)), agent)
}

/// The same in a game.
///
/// # Errors
/// As [`check_agent`].
pub fn check_in<S: Setup>(game: &S::Game, agent: &AgentSpec) -> Result<(), String> {
    let why = agent.build_with(S::kinds(), clock).objection(game);
    why.map_or(Ok(()), |why| Err(format!("agent `{agent}`: {why}")))
}
