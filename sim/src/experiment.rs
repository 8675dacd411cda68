//! A validated experiment: everything that decides its results.

use std::sync::Arc;

use agents::Agent;
use engine::skye::{Rules, ScoringSet, SetupError, Skye};

use crate::contestant::Contestant;
use crate::designs::ScoringDesign;
use crate::tables::kind::RawTable;
use crate::tile_set::TileSet;

/// The name that tables give to all agents together; no agent has it.
pub const ALL_AGENTS: &str = "all";

/// The most blocks of one experiment.
pub const MAX_BLOCKS: u64 = 1_000_000_000;

/// Who meets whom, and on which seats.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Lineup {
    /// One agent for each seat, in all rotations.
    Rotate,
    /// One agent for each seat, always on the same one.
    Fixed,
    /// The first of two agents among copies of the second, on every seat once.
    OneAgainst,
}

impl Lineup {
    /// All line-ups.
    pub const ALL: [Self; 3] = [Self::Rotate, Self::Fixed, Self::OneAgainst];

    /// The name in configs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rotate => "rotate",
            Self::Fixed => "fixed",
            Self::OneAgainst => "one-against",
        }
    }

    /// What it means, in a line.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Rotate => "one agent for each seat, in all seat rotations; each keeps its neighbours",
            Self::Fixed => "one agent for each seat, always on the same seat; one game in a block",
            Self::OneAgainst => "the first of two agents among copies of the second, on every seat once",
        }
    }

    /// The number of agents that it needs.
    pub fn agents(self, players: usize) -> usize {
        match self {
            Self::Rotate | Self::Fixed => players,
            Self::OneAgainst => 2,
        }
    }

    /// The number of games in a block.
    pub fn games_per_block(self, players: usize) -> usize {
        match self {
            Self::Rotate | Self::OneAgainst => players,
            Self::Fixed => 1,
        }
    }

    /// Which agent, by its number, sits on a seat in a rotation.
    pub fn agent_at(self, seat: usize, rotation: usize, players: usize) -> usize {
        match self {
            Self::Rotate => (seat + players - rotation) % players,
            Self::Fixed => seat,
            Self::OneAgainst => usize::from(seat != rotation),
        }
    }
}

/// An experiment. Only valid ones exist: a config is checked before it becomes one.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its name, part of the default folder's.
    pub name: String,
    /// Number of players at the table.
    pub players: usize,
    /// Number of blocks.
    pub blocks: u64,
    /// The master seed.
    pub seed: u64,
    /// Who meets whom.
    pub lineup: Lineup,
    /// The agents.
    pub agents: Vec<Contestant>,
    /// The scoring tiles of each block.
    pub scoring: ScoringDesign,
    /// The rules.
    pub rules: Arc<Rules>,
    /// The landscape tiles.
    pub tiles: TileSet,
    /// The raw tables to be written, in their order.
    pub tables: Vec<RawTable>,
}

impl Experiment {
    /// Number of games in a block.
    pub fn games_per_block(&self) -> u64 {
        self.lineup.games_per_block(self.players) as u64
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.blocks * self.games_per_block()
    }

    /// The game with these scoring tiles.
    ///
    /// # Errors
    /// None for a valid experiment and four different tiles.
    pub fn game(&self, scoring: ScoringSet) -> Result<Skye, SetupError> {
        Skye::new(Arc::clone(&self.tiles.tiles), Arc::clone(&self.rules), scoring, self.players)
    }

    /// All agents, ready to play.
    pub fn build_agents(&self) -> Vec<Box<dyn Agent<Skye>>> {
        self.agents.iter().map(|agent| agent.spec.build()).collect()
    }

    /// Whether this raw table is written.
    pub fn writes(&self, table: RawTable) -> bool {
        self.tables.contains(&table)
    }
}
