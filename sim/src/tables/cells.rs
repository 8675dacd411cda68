//! Outcomes by cell: four scoring tiles on their slots. What tables of effects, sets and balance are computed from.

use std::collections::BTreeMap;

use engine::skye::ScoringSet;

use super::outcomes::Outcome;
use crate::experiment::Experiment;
use crate::rows::GameRows;
use crate::stats::Welford;

const OUTCOMES: usize = Outcome::ALL.len();

/// Sums over games of one block or cluster.
#[derive(Clone, Debug)]
pub struct BlockSums {
    scoring: Option<ScoringSet>,
    /// How many games have each outcome, and its sum.
    outcomes: [(u64, f64); OUTCOMES],
    /// Seats and wins by agent.
    wins: Vec<(u64, f64)>,
}

impl BlockSums {
    /// Of a block that has not begun.
    pub fn new(experiment: &Experiment) -> Self {
        Self { scoring: None, outcomes: [(0, 0.0); OUTCOMES], wins: vec![(0, 0.0); experiment.agents.len()] }
    }

    /// The scoring tiles in play; nothing before the first game.
    pub fn scoring(&self) -> Option<ScoringSet> {
        self.scoring
    }

    /// The mean of an outcome; nothing where no game has it.
    pub fn mean(&self, outcome: Outcome) -> Option<f64> {
        let (games, sum) = self.outcomes[outcome as usize];
        (games > 0).then(|| sum / games as f64)
    }

    /// Adds a game.
    pub fn add(&mut self, rows: &GameRows) {
        self.scoring = Some(rows.game.fixture.seed.scoring);
        for (sums, outcome) in self.outcomes.iter_mut().zip(Outcome::ALL) {
            outcome.of(rows).into_iter().for_each(|value| add(sums, (1, value)));
        }
        rows.seats.iter().for_each(|row| add(&mut self.wins[row.agent], (1, row.win_share)));
    }

    /// Adds another block of the cluster.
    pub fn merge(&mut self, block: &Self) {
        self.outcomes.iter_mut().zip(&block.outcomes).for_each(|(sums, more)| add(sums, *more));
        self.wins.iter_mut().zip(&block.wins).for_each(|(sums, more)| add(sums, *more));
    }
}

fn add(sums: &mut (u64, f64), more: (u64, f64)) {
    sums.0 += more.0;
    sums.1 += more.1;
}

/// One cell over its clusters.
#[derive(Clone, Default, Debug)]
pub struct Cell {
    /// Means of clusters, by outcome in the order of [`Outcome::ALL`].
    pub outcomes: [Welford; OUTCOMES],
    /// Seats and wins by agent.
    pub wins: Vec<(u64, f64)>,
}

impl Cell {
    /// Takes in another cell.
    pub fn merge(&mut self, other: &Self) {
        self.outcomes.iter_mut().zip(&other.outcomes).for_each(|(own, more)| own.merge(more));
        self.wins.resize(other.wins.len(), (0, 0.0));
        self.wins.iter_mut().zip(&other.wins).for_each(|(sums, more)| add(sums, *more));
    }

    /// Who wins most often by seat: the agent and its win share. Nothing for a tie, or with one agent only.
    pub fn best_agent(&self) -> Option<(usize, f64)> {
        let shares = self.wins.iter().enumerate().filter(|(_, (seats, _))| *seats > 0);
        let mut shares: Vec<(usize, f64)> =
            shares.map(|(agent, (seats, wins))| (agent, wins / *seats as f64)).collect();
        shares.sort_by(|one, two| two.1.total_cmp(&one.1));
        let [best, second, ..] = shares[..] else { return None };
        // Shares of one win have rounding errors that tables do not.
        (best.1 > second.1 + 1e-9).then_some(best)
    }
}

/// All cells that have come up, over all clusters so far.
#[derive(Clone, Default, Debug)]
pub struct Totals {
    /// By scoring tiles on A to D.
    pub cells: BTreeMap<ScoringSet, Cell>,
}

impl Totals {
    /// Adds a cluster.
    pub fn add(&mut self, cluster: &BlockSums) {
        let Some(scoring) = cluster.scoring else { return };
        let cell = self.cells.entry(scoring).or_default();
        for (stream, (games, sum)) in
            cell.outcomes.iter_mut().zip(&cluster.outcomes).filter(|(_, (games, _))| *games > 0)
        {
            stream.push(sum / *games as f64);
        }
        cell.wins.resize(cluster.wins.len(), (0, 0.0));
        cell.wins.iter_mut().zip(&cluster.wins).for_each(|(sums, more)| add(sums, *more));
    }

    /// All cells together.
    pub fn together(&self) -> Cell {
        self.merged(|_| ()).into_values().next().unwrap_or_default()
    }

    /// Cells by their four tiles, whatever the slots; the tiles in the order of tables.
    pub fn by_set(&self) -> BTreeMap<ScoringSet, Cell> {
        self.merged(|mut tiles| {
            tiles.sort_unstable();
            tiles
        })
    }

    fn merged<K: Ord>(&self, key: impl Fn(ScoringSet) -> K) -> BTreeMap<K, Cell> {
        let mut merged: BTreeMap<K, Cell> = BTreeMap::new();
        self.cells.iter().for_each(|(tiles, cell)| merged.entry(key(*tiles)).or_default().merge(cell));
        merged
    }
}
