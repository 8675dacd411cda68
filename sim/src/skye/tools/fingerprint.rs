//! The games whose hashes tell when its rules or agents behave otherwise.

use engine::MAX_SEATS;
use engine::skye::{Module, Modules};

use crate::lab::study::fingerprint::{Batch, Part, specs};
use crate::skye::setting::{Setting, modules};

/// The agents whose play is hashed. Others have hashes of their own, so that these stay comparable.
const AGENTS: [&str; 4] = ["random", "rule-of-thumb", "greedy", "mcts"];

/// Settings of agents that search, each of which takes a different path through their code.
const SEARCHES: [&str; 4] = ["depth=1", "variant=pimc,depth=1", "variant=duct", "variant=regret"];

/// The base game, whose hash has no name, and all modules together.
pub fn batches() -> Vec<Batch<Setting>> {
    [Modules::NONE, Module::ALL.into_iter().collect()].into_iter().map(batch).collect()
}

/// Two games of each part in the base game, one with modules, which takes longer; paths of searches with two players, where they are quickest.
fn batch(modules: Modules) -> Batch<Setting> {
    let games = if modules.is_empty() { 2 } else { 1 };
    let of_players = |players: usize| {
        let ways = if players == 2 { &SEARCHES[..] } else { &[] };
        let subject = Setting::printed_with(players, modules);
        let parts = specs::<Setting>(&AGENTS, ways).into_iter();
        parts.map(move |spec| Part { subject: subject.clone(), players, spec, games })
    };
    Batch { name: modules::names(modules).join("+"), parts: (2..=MAX_SEATS).flat_map(of_players).collect() }
}
