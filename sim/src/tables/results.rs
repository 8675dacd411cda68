//! From rows to result tables: sums over each block, then totals over blocks in their order.

use super::column::{header, write_row};
use super::{Line, ResultTable, agents, pricing, scoring};
use crate::experiment::Experiment;
use crate::rows::GameRows;

/// What one block adds to the result tables.
#[derive(Clone, Debug)]
pub struct BlockSums {
    agents: agents::BlockSums,
    scoring: scoring::BlockSums,
    pricing: pricing::BlockSums,
}

impl BlockSums {
    /// Of a block that has not begun.
    pub fn new(experiment: &Experiment) -> Self {
        Self {
            agents: agents::BlockSums::new(experiment),
            scoring: scoring::BlockSums::new(experiment),
            pricing: pricing::BlockSums::new(experiment),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, rows: &GameRows) {
        self.agents.add(rows);
        self.scoring.add(rows);
        self.pricing.add(rows);
    }
}

/// All result tables over all blocks so far. Its size does not depend on the number of games.
#[derive(Clone, Debug)]
pub struct Totals {
    /// For `agents.csv`.
    pub agents: agents::Totals,
    /// For `scoring.csv`.
    pub scoring: scoring::Totals,
    /// For `pricing.csv`.
    pub pricing: pricing::Totals,
}

impl Totals {
    /// Before the first block.
    pub fn new(experiment: &Experiment) -> Self {
        Self {
            agents: agents::Totals::new(experiment),
            scoring: scoring::Totals::new(experiment),
            pricing: pricing::Totals::new(experiment),
        }
    }

    /// Adds the next block in order.
    pub fn add(&mut self, block: &BlockSums) {
        self.agents.add(&block.agents);
        self.scoring.add(&block.scoring);
        self.pricing.add(&block.pricing);
    }

    /// A result table as CSV.
    pub fn csv(&self, table: ResultTable, experiment: &Experiment) -> Vec<u8> {
        let mut bytes = header(&table.dictionary()).into_bytes();
        let mut line = Line::at_end(&mut bytes, experiment);
        match table {
            ResultTable::Agents => self.agents.rows().iter().for_each(|row| write_row(agents::COLUMNS, row, &mut line)),
            ResultTable::Scoring => {
                self.scoring.rows().iter().for_each(|row| write_row(scoring::COLUMNS, row, &mut line));
            }
            ResultTable::Pricing => {
                self.pricing.rows().iter().for_each(|row| write_row(pricing::COLUMNS, row, &mut line));
            }
        }
        bytes
    }
}
