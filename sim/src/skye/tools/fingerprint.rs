//! The games whose hashes tell when its rules or agents behave otherwise.

use agents::AgentSpec;
use engine::MAX_SEATS;
use engine::skye::{Module, Modules};
use interface::skye::rules::module_names;

use crate::lab::study::fingerprint::{Batch, Part, specs};
use crate::lab::subject::Subject;
use crate::skye::setting::Setting;

/// The agents whose play is hashed. Others have hashes of their own, so that these stay comparable.
const AGENTS: [&str; 4] = ["random", "rule-of-thumb", "greedy", "mcts"];

/// Settings of agents that search, each of which takes a different path through their code.
const SEARCHES: [&str; 4] = ["depth=1", "variant=pimc,depth=1", "variant=duct", "variant=regret"];

/// The agents that never change.
const YARDSTICKS: [&str; 3] = ["greedy:preset=first", "greedy:preset=second", "mcts-1:iterations=24"];

/// The base game, whose hash has no name; all modules together; and the yardsticks in both.
pub fn batches() -> Vec<Batch<Setting>> {
    let all = Module::ALL.into_iter().collect();
    vec![batch(Modules::NONE), batch(all), yardsticks([Modules::NONE, all])]
}

/// One game of each yardstick for each of these sets of modules, with two players and with four.
fn yardsticks(sets: [Modules; 2]) -> Batch<Setting> {
    let part = |modules: Modules, players: usize, spec: &str| {
        let spec = AgentSpec::read(spec, Setting::kinds()).expect("a registered agent");
        Part { subject: Setting::printed_with(players, modules), players, spec, games: 1 }
    };
    let of_set =
        |modules| [2, 4].into_iter().flat_map(move |players| YARDSTICKS.map(|spec| part(modules, players, spec)));
    Batch { name: "yardsticks".to_owned(), parts: sets.into_iter().flat_map(of_set).collect() }
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
    Batch { name: module_names(modules).join("+"), parts: (2..=MAX_SEATS).flat_map(of_players).collect() }
}
