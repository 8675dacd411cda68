//! Whether agents that were given files can play a game as it is set up.

use super::Design;
use crate::base::time::clock;
use crate::lab::schedule::contestant::PlayerSpec;

/// Makes sure that all agents can play.
///
/// # Errors
/// The first one that cannot, and why, in words.
pub fn check<'p, S: Design>(subject: &S, agents: impl IntoIterator<Item = &'p PlayerSpec>) -> Result<(), String> {
    let given = |spec: &&PlayerSpec| spec.own().is_some_and(|agent| agent.files().next().is_some());
    for spec in agents.into_iter().filter(given) {
        let agent = spec.own().map(|agent| agent.build_with(S::kinds(), clock));
        let game = subject.game(subject.treatment(0, 0));
        if let Some(why) = agent.and_then(|agent| agent.objection(&game)) {
            return Err(format!("agent `{spec}`: {why}"));
        }
    }
    Ok(())
}
