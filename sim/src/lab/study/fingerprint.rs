//! A hash over the records of a fixed small batch of games: it changes when the rules or the agents behave otherwise.

use agents::AgentSpec;
use sha2::{Digest, Sha256};

use crate::lab::play::arena::play;

use crate::lab::play::numbered_games::{game_seed, treatment_seed};
use crate::lab::schedule::contestant::Contestant;
use crate::lab::subject::Subject;
use crate::lab::wire::{Wire, Written};
use interface::observer::Events;

/// The batch's master seed.
const SEED: u64 = 20_150_001;

/// The budget of agents that search: enough to change choices, little enough to be quick.
const ITERATIONS: u32 = 24;

/// A batch of games with a hash of its own.
pub struct Batch<S: Subject> {
    /// What it is called next to its hash; nothing for the first batch of the first game.
    pub name: String,
    /// Its parts in order.
    pub parts: Vec<HashedGames<S>>,
}

/// Games of one agent against itself.
pub struct HashedGames<S: Subject> {
    /// The game as it is set up.
    pub subject: S,
    /// Number of players.
    pub players: usize,
    /// The agent.
    pub spec: AgentSpec,
    /// How many games.
    pub games: u64,
}

impl<S: Wire> HashedGames<S> {
    /// Plays the games; the hash over their records.
    pub fn hash(&self) -> Vec<u8> {
        let Self { subject, players, spec, games } = self;
        let agent = spec.build(S::kinds());
        let seated = vec![&*agent; *players];
        let contestants = vec![Contestant::plain(spec.clone()); *players];
        let mut hash = Sha256::new();
        for number in 0..*games {
            let seed = game_seed(SEED, number, *players);
            let treatment = subject.treatment(number, treatment_seed(SEED, number));
            let game = subject.game(treatment);
            let mut events = Events::default();
            play(&game, &seed, &seated, &mut events).expect("agents of the game decide");
            let written = Written { subject, players: &contestants };
            hash.update(written.line(&game, &seed, treatment, &events.0));
        }
        hash.finalize().to_vec()
    }
}

/// Every kind of agent with one of these names, those that search with a small budget; and `ways` of searching, each of which takes a different
/// path through their code.
///
/// # Panics
/// If a way is none.
pub fn specs<S: Subject>(agents: &[&str], ways: &[&str]) -> Vec<AgentSpec> {
    let mut specs = Vec::new();
    let schemas = S::kinds().iter().map(|kind| &kind.schema);
    for schema in schemas.filter(|schema| agents.contains(&schema.name)) {
        if schema.keys.iter().all(|key| key.name != "iterations") {
            specs.push(schema.name.to_owned());
            continue;
        }
        let plain = format!("{}:iterations={ITERATIONS}", schema.name);
        let ways = ways.iter().map(|way| format!("{plain},{way}"));
        specs.extend(std::iter::once(plain.clone()).chain(ways));
    }
    specs.iter().map(|spec| AgentSpec::read(spec, S::kinds()).expect("a registered agent")).collect()
}
