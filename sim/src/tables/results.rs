//! From rows to result tables: sums over each block, then over each cluster, then totals over clusters in their order.

use super::column::{Column, header, write_row};
use super::effects::Effects;
use super::{
    Line, ResultTable, agents, balance, cells, effects, pairs, pricing, ratings, scoring, seat_advantage, sequential,
    sets,
};
use crate::experiment::Experiment;
use crate::manifest::result_tables;
use crate::rows::GameRows;
use crate::stop::Progress;

/// What one block adds to the result tables, or all blocks of one cluster.
#[derive(Clone, Debug)]
pub struct BlockSums {
    /// The experiment's master seed.
    seed: u64,
    /// Number of line-ups of the experiment: blocks in a whole cluster.
    lineups: u64,
    /// The block's number, the last one's in a cluster.
    block: u64,
    /// How many blocks are in it.
    blocks: u64,
    /// For `agents.csv`.
    pub agents: agents::BlockSums,
    scoring: scoring::BlockSums,
    pricing: pricing::BlockSums,
    pairs: pairs::BlockSums,
    seat_advantage: seat_advantage::BlockSums,
    ratings: ratings::BlockSums,
    /// By scoring tiles.
    pub cells: cells::BlockSums,
    balance: balance::BlockSums,
}

impl BlockSums {
    /// Of a block that has not begun.
    pub fn new(experiment: &Experiment) -> Self {
        Self {
            seed: experiment.seed,
            lineups: experiment.lineups(),
            block: 0,
            blocks: 1,
            agents: agents::BlockSums::new(experiment),
            scoring: scoring::BlockSums::new(experiment),
            pricing: pricing::BlockSums::new(experiment),
            pairs: pairs::BlockSums::default(),
            seat_advantage: seat_advantage::BlockSums::new(experiment),
            ratings: ratings::BlockSums::new(experiment),
            cells: cells::BlockSums::new(experiment),
            balance: balance::BlockSums::new(experiment),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, rows: &GameRows) {
        self.block = rows.game.fixture.block;
        self.agents.add(rows);
        self.scoring.add(rows);
        self.pricing.add(rows);
        self.pairs.add(self.block % self.lineups, rows);
        self.seat_advantage.add(rows);
        self.ratings.add(self.seed, self.cluster(), rows);
        self.cells.add(rows);
        self.balance.add(rows);
    }

    fn merge(&mut self, next: &Self) {
        self.block = next.block;
        self.blocks += next.blocks;
        self.agents.merge(&next.agents);
        self.scoring.merge(&next.scoring);
        self.pricing.merge(&next.pricing);
        self.pairs.merge(&next.pairs);
        self.seat_advantage.merge(&next.seat_advantage);
        self.ratings.merge(&next.ratings);
        self.cells.merge(&next.cells);
        self.balance.merge(&next.balance);
    }

    fn cluster(&self) -> u64 {
        self.block / self.lineups
    }
}

/// All result tables over all clusters so far. Its size does not depend on the number of games.
#[derive(Clone, Debug)]
pub struct Totals {
    /// Blocks of a cluster that is not complete. One that never is does not count.
    begun: Option<BlockSums>,
    /// For `agents.csv`.
    pub agents: agents::Totals,
    /// For `scoring.csv`.
    pub scoring: scoring::Totals,
    /// For `pricing.csv`.
    pub pricing: pricing::Totals,
    /// For `pairs.csv`.
    pub pairs: pairs::Totals,
    /// For `seat_advantage.csv`.
    pub seat_advantage: seat_advantage::Totals,
    /// For `ratings.csv`.
    pub ratings: ratings::Totals,
    /// For `effects.csv`, `sets.csv` and `balance.csv`.
    pub cells: cells::Totals,
    /// For `balance.csv`.
    pub balance: balance::Totals,
    /// For `sequential.csv`.
    pub sequential: sequential::Totals,
    /// Whether it is enough.
    pub progress: Progress,
}

impl Totals {
    /// Before the first block.
    pub fn new(experiment: &Experiment) -> Self {
        Self {
            begun: None,
            agents: agents::Totals::new(experiment),
            scoring: scoring::Totals::new(experiment),
            pricing: pricing::Totals::new(experiment),
            pairs: pairs::Totals::new(experiment),
            seat_advantage: seat_advantage::Totals::new(experiment),
            ratings: ratings::Totals::new(experiment),
            cells: cells::Totals::default(),
            balance: balance::Totals::new(experiment),
            sequential: sequential::Totals::new(experiment),
            progress: Progress::new(experiment.stop.clone()),
        }
    }

    /// Adds the next block in order.
    pub fn add(&mut self, block: &BlockSums) {
        if block.lineups == 1 {
            return self.add_cluster(block);
        }
        match self.begun.as_mut().filter(|cluster| cluster.cluster() == block.cluster()) {
            Some(cluster) => cluster.merge(block),
            None => self.begun = Some(block.clone()),
        }
        if let Some(cluster) = self.begun.take_if(|cluster| cluster.blocks == cluster.lineups) {
            self.add_cluster(&cluster);
        }
    }

    fn add_cluster(&mut self, cluster: &BlockSums) {
        let Some(tiles) = cluster.cells.scoring() else { return };
        self.agents.add(&cluster.agents, &tiles);
        self.scoring.add(&cluster.scoring);
        self.pricing.add(&cluster.pricing);
        self.pairs.add(&cluster.pairs, &tiles);
        self.seat_advantage.add(&cluster.seat_advantage);
        self.ratings.add(&cluster.ratings);
        self.cells.add(&cluster.cells);
        self.balance.add(&cluster.balance);
        self.sequential.add(&cluster.agents);
        self.progress.add(&cluster.agents);
    }

    /// The rows of `effects.csv`; none if the clusters determine no model.
    pub fn effects(&self) -> Vec<effects::EffectRow> {
        Effects::new(&self.cells).map_or(Vec::new(), |effects| effects.rows())
    }

    /// Every result table that the raw tables can give: the file's name and its content.
    pub fn files(&self, experiment: &Experiment) -> Vec<(String, Vec<u8>)> {
        let file = |table: ResultTable| (format!("{}.csv", table.name()), self.csv(table, experiment));
        result_tables(experiment).map(file).collect()
    }

    /// A result table as CSV.
    pub fn csv(&self, table: ResultTable, experiment: &Experiment) -> Vec<u8> {
        let mut bytes = header(&table.dictionary()).into_bytes();
        let mut line = Line::at_end(&mut bytes, experiment);
        match table {
            ResultTable::Agents => write_rows(agents::COLUMNS, &self.agents.rows(), &mut line),
            ResultTable::Scoring => write_rows(scoring::COLUMNS, &self.scoring.rows(), &mut line),
            ResultTable::Pricing => write_rows(pricing::COLUMNS, &self.pricing.rows(), &mut line),
            ResultTable::Pairs => write_rows(pairs::COLUMNS, &self.pairs.rows(), &mut line),
            ResultTable::SeatAdvantage => write_rows(seat_advantage::COLUMNS, &self.seat_advantage.rows(), &mut line),
            ResultTable::Ratings => write_rows(ratings::COLUMNS, &self.ratings.rows(), &mut line),
            ResultTable::Effects => write_rows(effects::COLUMNS, &self.effects(), &mut line),
            ResultTable::Sets => write_rows(sets::COLUMNS, &sets::rows(&self.cells), &mut line),
            ResultTable::Balance => write_rows(balance::COLUMNS, &self.balance.rows(&self.cells), &mut line),
            ResultTable::Sequential => write_rows(sequential::COLUMNS, &self.sequential.rows(), &mut line),
        }
        bytes
    }
}

fn write_rows<R>(columns: &[Column<R>], rows: &[R], line: &mut Line<'_>) {
    rows.iter().for_each(|row| write_row(columns, row, line));
}
