//! The names that tables write in place of numbers.

use std::collections::HashMap;

/// The name that tables give to all agents, rounds or line-ups together; no agent has it.
pub const ALL: &str = "all";

/// The texts that tables have in place of numbers: names of agents and of pieces of the game.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// Name and spec of each agent, by number.
    pub agents: Vec<AgentLabel>,
    pieces: Vec<String>,
    numbers: HashMap<String, usize>,
}

/// An agent in tables.
#[derive(Clone, Debug)]
pub struct AgentLabel {
    /// Its name.
    pub name: String,
    /// Which agent it is, with its settings.
    pub spec: String,
}

impl Labels {
    /// Labels of these agents and pieces, each by number.
    pub fn new(agents: Vec<AgentLabel>, pieces: Vec<String>) -> Self {
        let numbers = pieces.iter().cloned().zip(0..).collect();
        Self { agents, pieces, numbers }
    }

    /// The name of an agent.
    pub fn agent(&self, number: usize) -> &str {
        &self.agents[number].name
    }

    /// The name of a piece of the game, such as a tile.
    pub fn piece(&self, number: usize) -> &str {
        &self.pieces[number]
    }

    /// The number of the piece of this name, if the game has it.
    pub fn piece_number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }
}
