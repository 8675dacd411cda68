//! Schedules: the agents that meet, how often and from which seeds. An experiment without its game.

pub mod lineup;

pub mod circle;

pub mod given;

pub mod contestant;

pub mod stop;

pub mod seeds;

pub mod blocks;

pub mod shards;

use self::circle::Circle;
use self::contestant::Contestant;
use self::lineup::Lineup;
use self::shards::Part;
use self::stop::Stop;
use super::forms::compression::Compression;
use super::forms::labels::AgentLabel;

/// The maximum number of blocks of an experiment.
pub const MAX_BLOCKS: u64 = 1_000_000_000;

/// The version of the format of manifests and tables.
pub const SCHEMA: u32 = 4;

/// A schedule. Only valid ones exist, because a config is checked before it becomes one.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The name, which is part of the default folder's name.
    pub name: String,
    /// The number of players at the table.
    pub players: usize,
    /// The number of blocks over all line-ups: those planned, or fewer after early stopping.
    pub blocks: u64,
    /// The master seed.
    pub seed: u64,
    /// The method of making line-ups.
    pub lineup: Lineup,
    /// The method of choosing the circle of a block.
    pub circle: Circle,
    /// The agents.
    pub agents: Vec<Contestant>,
    /// The names of the raw tables to write, in order.
    pub tables: Vec<&'static str>,
    /// The compression of raw tables in the folder of a complete run.
    pub compress: Compression,
    /// The condition for early stopping, if any.
    pub stop: Option<Stop>,
    /// Whether results are reproducible: no agent limits its time or is a nondeterministic program.
    pub reproducible: bool,
}

impl Schedule {
    /// Returns the number of blocks in the config.
    pub fn planned_blocks(&self) -> u64 {
        self.stop.as_ref().map_or(self.blocks, |stop| stop.most_blocks)
    }

    /// Returns the number of games in a block.
    pub fn games_per_block(&self) -> u64 {
        self.lineup.games_per_block(self.players) as u64
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.blocks * self.games_per_block()
    }

    /// Returns the number of line-ups, which blocks take in turn.
    pub fn lineups(&self) -> u64 {
        self.lineup.count(self.agents.len(), self.players)
    }

    /// Returns the number of clusters.
    pub fn clusters(&self) -> u64 {
        self.blocks / self.lineups()
    }

    /// Returns the agents of a line-up by seat in rotation 0, in the order of the list.
    pub fn seated(&self, lineup: u64) -> Vec<usize> {
        self.lineup.seated(lineup, self.agents.len(), self.players)
    }

    /// Returns the agents of a block by seat in rotation 0.
    pub fn seated_in(&self, block: u64) -> Vec<usize> {
        let (cluster, lineup) = (self.cluster_of(block), self.lineup_of(block));
        let listed = self.seated(lineup);
        match self.chosen_circle() {
            Some(Circle::Drawn) => {
                let circle = circle::drawn(self.players, self.seed, cluster, lineup);
                circle[..self.players].iter().map(|&place| listed[place]).collect()
            }
            Some(Circle::Listed) | None => listed,
        }
    }

    /// Returns the method of choosing the circle of a block; `None` if there is no choice.
    pub fn chosen_circle(&self) -> Option<Circle> {
        let has_circles = self.lineup.is_of_single_agents() && self.players > 2;
        has_circles.then_some(self.circle)
    }

    /// Returns the cluster of a block. Its blocks have the same seed and differ in their line-up.
    pub fn cluster_of(&self, block: u64) -> u64 {
        block / self.lineups()
    }

    /// Returns whether a part of the experiment has a block.
    pub fn is_in(&self, part: &Part, block: u64) -> bool {
        part.has(self.cluster_of(block))
    }

    /// Returns the blocks of a part of the experiment, in ascending order.
    pub fn blocks_in(&self, part: &Part) -> impl Iterator<Item = u64> {
        let lineups = self.lineups();
        let clusters = (0..self.clusters()).filter(|&cluster| part.has(cluster));
        clusters.flat_map(move |cluster| cluster * lineups..(cluster + 1) * lineups)
    }

    /// Returns the number of blocks of a part of the experiment.
    pub fn block_count_in(&self, part: &Part) -> u64 {
        self.clusters_in(part) * self.lineups()
    }

    /// Returns the number of clusters of a part of the experiment.
    pub fn clusters_in(&self, part: &Part) -> u64 {
        part.cluster_count(self.clusters())
    }

    /// Returns the line-up of a block.
    pub fn lineup_of(&self, block: u64) -> u64 {
        block % self.lineups()
    }

    /// Returns whether all agents are the same except for their names.
    pub fn is_of_equal_agents(&self) -> bool {
        let first = self.agents.first().map(|agent| agent.spec.to_string());
        self.agents.iter().all(|agent| Some(agent.spec.to_string()) == first)
    }

    /// Returns whether this raw table is written.
    pub fn writes(&self, table: &str) -> bool {
        self.tables.contains(&table)
    }

    /// Returns whether any agent is an external program.
    pub fn has_programs(&self) -> bool {
        self.programs().next().is_some()
    }

    /// Returns the names of the agents that are external programs.
    pub fn programs(&self) -> impl Iterator<Item = &str> {
        self.agents.iter().filter(|agent| agent.spec.program().is_some()).map(|agent| agent.name.as_str())
    }

    /// Returns the names of the agents.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.agents.iter().map(|agent| agent.name.as_str())
    }

    /// Returns the names of agents in tables.
    pub fn agent_labels(&self) -> Vec<AgentLabel> {
        self.agents
            .iter()
            .map(|agent: &Contestant| AgentLabel { name: agent.name.clone(), spec: agent.spec.to_string() })
            .collect()
    }
}
