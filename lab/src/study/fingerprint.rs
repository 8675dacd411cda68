//! A hash over the records of a small fixed batch of games.
//!
//! It changes if the behaviour of the rules or the agents changes.

use std::sync::Arc;

use agents::AgentSpec;
use sha2::{Digest, Sha256};

use crate::play::self_play::SelfPlay;
use crate::schedule::contestant::PlayerSpec;
use crate::subject::{GameInfo, Subject};

/// The master seed of the batch.
const SEED: u64 = 20_150_001;

/// The iterations of search agents: enough to affect choices, but fast.
const ITERATIONS: u32 = 24;

/// A batch of games with its own hash.
pub struct HashedBatch {
    /// The name printed next to its hash; empty for the first batch of the first game.
    pub name: String,
    /// Its parts in order.
    pub parts: Vec<HashedGames>,
}

/// Games of one agent against itself.
pub struct HashedGames {
    /// The set-up of the game.
    pub subject: Arc<dyn Subject>,
    /// The number of players.
    pub players: usize,
    /// The agent.
    pub spec: AgentSpec,
    /// The number of games.
    pub games: u64,
}

impl HashedGames {
    /// Plays the games, and returns the hash of their records.
    pub fn hash(&self) -> Vec<u8> {
        let Self { subject, players, spec, games } = self;
        let table = SelfPlay::new(Arc::clone(subject), *players, &PlayerSpec::Own(spec.clone()), SEED);
        let mut hash = Sha256::new();
        for number in 0..*games {
            hash.update(table.record(number).expect("agents of the game decide"));
        }
        hash.finalize().to_vec()
    }
}

/// Returns all kinds of agents with these names.
///
/// Search agents have few iterations, and occur once plain and once with each of `ways`, which are settings that
/// exercise different code paths.
///
/// # Panics
/// If one of `ways` is not valid.
pub fn specs(game: &GameInfo, agents: &[&str], ways: &[&str]) -> Vec<AgentSpec> {
    let mut specs = Vec::new();
    let schemas = game.schemas();
    for schema in schemas.iter().filter(|schema| agents.contains(&schema.name)) {
        if schema.keys.iter().all(|key| key.name != "iterations") {
            specs.push(schema.name.to_owned());
            continue;
        }
        let plain = format!("{}:iterations={ITERATIONS}", schema.name);
        let ways = ways.iter().map(|way| format!("{plain},{way}"));
        specs.extend(std::iter::once(plain.clone()).chain(ways));
    }
    specs.iter().map(|spec| AgentSpec::parse(spec, &schemas).expect("a registered agent")).collect()
}
