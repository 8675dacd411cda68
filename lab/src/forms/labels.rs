//! The names that tables contain instead of numbers.

use std::collections::HashMap;

/// The name in tables of all agents, rounds or line-ups together; no agent can have it.
pub const ALL: &str = "all";

/// The texts that tables contain instead of numbers: names of agents and game components.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// The name and spec of each agent, by index.
    pub agents: Vec<AgentLabel>,
    pieces: Vec<String>,
    numbers: HashMap<String, usize>,
}

/// An agent in tables.
#[derive(Clone, Debug)]
pub struct AgentLabel {
    /// Its name.
    pub name: String,
    /// Its spec.
    pub spec: String,
}

impl Labels {
    /// Creates labels from the agents and components, both by index.
    pub fn new(agents: Vec<AgentLabel>, pieces: Vec<String>) -> Self {
        let numbers = pieces.iter().cloned().zip(0..).collect();
        Self { agents, pieces, numbers }
    }

    /// Returns the name of an agent.
    pub fn agent(&self, number: usize) -> &str {
        &self.agents[number].name
    }

    /// Returns the name of a game component, such as a tile.
    pub fn piece(&self, number: usize) -> &str {
        &self.pieces[number]
    }

    /// Returns the index of the component of this name, if the game has it.
    pub fn piece_number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }
}
