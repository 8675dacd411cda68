//! One hash over the records of a fixed small batch of games, for each number of players and kind of agent.

use agents::AgentSpec;
use agents::skye::KINDS;
use engine::MAX_SEATS;
use engine::skye::Modules;
use sha2::{Digest, Sha256};

use crate::lab::play::arena::{Events, play};
use crate::lab::play::numbered_games::{game_seed, treatment_seed};
use crate::lab::schedule::contestant::Contestant;
use crate::lab::subject::Subject;
use crate::lab::wire::Written;
use crate::skye::setting::Setting;

/// The batch's master seed.
const SEED: u64 = 20_150_001;

/// Games for each number of players and kind of agent: two in the base game, one with modules, which takes longer.
fn games(modules: Modules) -> u64 {
    if modules.is_empty() { 2 } else { 1 }
}

/// The budget of agents that search: enough to change choices, little enough to be quick.
const ITERATIONS: u32 = 24;

/// A part of the batch: games of one agent against itself.
pub struct Part {
    /// Number of players.
    pub players: usize,
    /// The agent.
    pub spec: AgentSpec,
    /// The hash over its records.
    pub hash: Vec<u8>,
}

/// All parts of games with these modules, in the order of the whole hash, each played on demand.
pub fn parts(modules: Modules) -> impl Iterator<Item = Part> {
    let all = (2..=MAX_SEATS).flat_map(|players| specs(players).into_iter().map(move |spec| (players, spec)));
    all.map(move |(players, spec)| Part { players, hash: hash_of(players, modules, &spec), spec })
}

/// The agents whose play is hashed. Others have hashes of their own, so that these stay comparable.
const AGENTS: [&str; 4] = ["random", "rule-of-thumb", "greedy", "mcts"];

/// Settings of agents that search, each of which takes a different path through their code.
const SEARCHES: [&str; 4] = ["depth=1", "variant=pimc,depth=1", "variant=duct", "variant=regret"];

/// Every agent, those that search with a small budget; and with two players, where they are quickest, all their paths.
fn specs(players: usize) -> Vec<AgentSpec> {
    let mut specs = Vec::new();
    let faces = KINDS.iter().map(|kind| &kind.face);
    for face in faces.filter(|face| AGENTS.contains(&face.name)) {
        if face.keys.iter().all(|key| key.name != "iterations") {
            specs.push(face.name.to_owned());
            continue;
        }
        let plain = format!("{}:iterations={ITERATIONS}", face.name);
        let ways = SEARCHES.iter().filter(|_| players == 2).map(|way| format!("{plain},{way}"));
        specs.extend(std::iter::once(plain.clone()).chain(ways));
    }
    specs.iter().map(|spec| AgentSpec::read(spec, &KINDS).expect("a registered agent")).collect()
}

/// The hash over the records of games of one kind of agent against itself.
fn hash_of(players: usize, modules: Modules, spec: &AgentSpec) -> Vec<u8> {
    let agent = spec.build(&KINDS);
    let seated = vec![&*agent; players];
    let contestants = vec![Contestant::plain(spec.clone()); players];
    let setting = Setting::printed_with(players, modules);
    let mut hash = Sha256::new();
    for number in 0..games(modules) {
        let seed = game_seed(SEED, number, players);
        let scoring = setting.treatment(number, treatment_seed(SEED, number));
        let game = setting.game(scoring);
        let mut events = Events::default();
        play(&game, &seed, &seated, &mut events);
        let written = Written { subject: &setting, players: &contestants };
        hash.update(written.line(&game, &seed, scoring, &events.0));
    }
    hash.finalize().to_vec()
}
