//! A validated experiment: everything that decides its results.

use agents::skye::KINDS;
use std::sync::Arc;

use agents::Agent;
use engine::skye::{Rules, ScoringSet, SetupError, Skye};

use crate::clock::clock;
use crate::compression::Compression;
use crate::contestant::Contestant;
use crate::designs::ScoringDesign;
use crate::lineup::Lineup;
use crate::stop::Stop;
use crate::tables::kind::RawTable;
use crate::tile_set::TileSet;

/// The name that tables give to all agents together; no agent has it.
pub const ALL_AGENTS: &str = "all";

/// The most blocks of one experiment.
pub const MAX_BLOCKS: u64 = 1_000_000_000;

/// An experiment. Only valid ones exist: a config is checked before it becomes one.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its name, part of the default folder's.
    pub name: String,
    /// Number of players at the table.
    pub players: usize,
    /// Number of blocks, of all line-ups together: to be played, or fewer if it was enough before.
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
    /// How raw tables lie in the folder of a complete run.
    pub compress: Compression,
    /// The same blocks once more under other rules, with other tiles or agents, if it is to be compared with that.
    pub compare: Option<Box<Self>>,
    /// What ends it before all blocks are played, if anything.
    pub stop: Option<Stop>,
    /// Whether it gives the same results whenever it is played; false only if an agent limits its time.
    pub reproducible: bool,
}

impl Experiment {
    /// The blocks that the config asks for.
    pub fn planned_blocks(&self) -> u64 {
        self.stop.as_ref().map_or(self.blocks, |stop| stop.most_blocks)
    }

    /// The same, known to have ended after so many blocks.
    #[must_use]
    pub fn ended_after(&self, blocks: u64) -> Self {
        Self { blocks, ..self.clone() }
    }

    /// Number of games in a block.
    pub fn games_per_block(&self) -> u64 {
        self.lineup.games_per_block(self.players) as u64
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.blocks * self.games_per_block()
    }

    /// Number of line-ups. Blocks take them in turn.
    pub fn lineups(&self) -> u64 {
        self.lineup.count(self.agents.len(), self.players)
    }

    /// The agents of a line-up by seat, in rotation 0.
    pub fn seated(&self, lineup: u64) -> Vec<usize> {
        self.lineup.seated(lineup, self.agents.len(), self.players)
    }

    /// The cluster of a block: blocks of one cluster have the same seed and differ in their line-up.
    pub fn cluster_of(&self, block: u64) -> u64 {
        block / self.lineups()
    }

    /// The line-up of a block.
    pub fn lineup_of(&self, block: u64) -> u64 {
        block % self.lineups()
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
        self.agents.iter().map(|agent| agent.spec.build_with(&KINDS, clock)).collect()
    }

    /// Whether this raw table is written.
    pub fn writes(&self, table: RawTable) -> bool {
        self.tables.contains(&table)
    }
}
