//! Outcomes by cell: by the design's choice for a cluster, such as four scoring tiles on their slots.

use std::collections::BTreeMap;

use super::Accumulator;
use super::outcome::{Outcome, VP};
use super::rows::Rows;
use super::treatment::Treatment;
use stats::Welford;
use stats::sum::Sum;

/// The sums over games of one block or cluster with the same treatment.
#[derive(Clone, Debug)]
pub struct CellSums {
    treatment: Option<Treatment>,
    /// The number of games with each outcome, and its sum.
    outcomes: Vec<(u64, f64)>,
    /// The numbers of seats and wins by agent.
    wins: Vec<(u64, f64)>,
}

impl CellSums {
    /// Creates sums of an empty block.
    pub fn new(outcomes: usize, agents: usize) -> Self {
        Self { treatment: None, outcomes: vec![(0, 0.0); outcomes], wins: vec![(0, 0.0); agents] }
    }

    /// Returns the mean of an outcome, given by its index in the game's list; `None` if no game has it.
    pub fn mean(&self, outcome: usize) -> Option<f64> {
        let (games, sum) = self.outcomes[outcome];
        (games > 0).then(|| sum / games as f64)
    }

    /// Adds a game.
    pub fn add_game(&mut self, outcomes: &[Outcome], rows: &Rows) {
        self.treatment = Some(rows.treatment.clone());
        for (sums, outcome) in self.outcomes.iter_mut().zip(outcomes) {
            (outcome.of)(rows).into_iter().for_each(|value| sums.add(&(1, value)));
        }
        rows.seats.iter().for_each(|row| self.wins[row.agent].add(&(1, row.win_share)));
    }
}

/// Adds another block of the same cluster, with the same treatment.
impl Sum for CellSums {
    fn add(&mut self, block: &Self) {
        self.outcomes.add(&block.outcomes);
        self.wins.add(&block.wins);
    }
}

/// One cell over its clusters.
#[derive(Clone, Default, Debug)]
pub struct TreatmentCell {
    /// The means of clusters, by outcome in the order of the game's list.
    outcomes: Vec<Welford>,
    /// The numbers of seats and wins by agent.
    pub wins: Vec<(u64, f64)>,
    /// The win shares of clusters, by agent.
    pub win_shares: Vec<Welford>,
}

impl TreatmentCell {
    /// Returns the means of clusters for an outcome, given by its index in the game's list.
    pub fn outcome(&self, outcome: usize) -> Welford {
        self.outcomes.get(outcome).copied().unwrap_or_default()
    }

    /// Adds the mean of a cluster.
    pub fn push(&mut self, outcome: usize, mean: f64) {
        self.outcomes.resize(self.outcomes.len().max(outcome + 1), Welford::default());
        self.outcomes[outcome].push(mean);
    }

    /// Merges another cell.
    fn merge(&mut self, other: &Self) {
        self.outcomes.resize(self.outcomes.len().max(other.outcomes.len()), Welford::default());
        self.outcomes.iter_mut().zip(&other.outcomes).for_each(|(own, more)| own.merge(more));
        self.wins.add(&other.wins);
        self.win_shares.resize(other.win_shares.len(), Welford::default());
        self.win_shares.iter_mut().zip(&other.win_shares).for_each(|(own, more)| own.merge(more));
    }

    /// Returns the agent with the highest win share per seat, and that; `None` for a tie or one agent.
    pub fn best_agent(&self) -> Option<(usize, f64)> {
        let shares = self.wins.iter().enumerate().filter(|(_, (seats, _))| *seats > 0);
        let mut shares: Vec<(usize, f64)> =
            shares.map(|(agent, (seats, wins))| (agent, wins / *seats as f64)).collect();
        shares.sort_by(|one, two| two.1.total_cmp(&one.1));
        let [best, second, ..] = shares[..] else { return None };
        // Shares of one win have rounding errors that the tables do not have.
        (best.1 > second.1 + 1e-9).then_some(best)
    }
}

/// All cells that have occurred in the clusters so far.
#[derive(Clone)]
pub struct TreatmentCells {
    outcomes: &'static [Outcome],
    agents: usize,
    cells: BTreeMap<Treatment, TreatmentCell>,
}

impl TreatmentCells {
    /// Creates an empty collection, for a game with these outcomes and this many agents.
    pub fn new(outcomes: &'static [Outcome], agents: usize) -> Self {
        Self { outcomes, agents, cells: BTreeMap::new() }
    }

    /// Returns the index of an outcome in the game's list.
    ///
    /// # Panics
    /// If the game has no outcome of this name.
    pub fn place(&self, outcome: &str) -> usize {
        let place = self.outcomes.iter().position(|other| other.name == outcome);
        place.unwrap_or_else(|| panic!("the game has no outcome `{outcome}`"))
    }

    /// Returns the cell of a treatment, creating it if it has not occurred yet.
    pub fn cell_mut(&mut self, treatment: Treatment) -> &mut TreatmentCell {
        self.cells.entry(treatment).or_default()
    }

    /// Returns all cells by treatment, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (&Treatment, &TreatmentCell)> {
        self.cells.iter()
    }

    /// Adds a cluster.
    fn add_cluster(&mut self, cluster: &CellSums) {
        let Some(treatment) = cluster.treatment.clone() else { return };
        let cell = self.cell_mut(treatment);
        cell.outcomes.resize(cluster.outcomes.len(), Welford::default());
        for (stream, (games, sum)) in
            cell.outcomes.iter_mut().zip(&cluster.outcomes).filter(|(_, (games, _))| *games > 0)
        {
            stream.push(sum / *games as f64);
        }
        cell.wins.resize(cluster.wins.len(), (0, 0.0));
        cell.win_shares.resize(cluster.wins.len(), Welford::default());
        for (agent, &(seats, wins)) in cluster.wins.iter().enumerate().filter(|(_, (seats, _))| *seats > 0) {
            cell.wins[agent].add(&(seats, wins));
            cell.win_shares[agent].push(wins / seats as f64);
        }
    }

    /// Returns all cells merged.
    pub fn together(&self) -> TreatmentCell {
        self.merged(|_| ()).into_values().next().unwrap_or_default()
    }

    /// Returns the number of clusters in all cells.
    pub fn clusters(&self) -> u64 {
        self.together().outcome(self.place(VP)).count()
    }

    /// Merges cells whose treatments have the same key.
    pub fn merged<K: Ord>(&self, key: impl Fn(&Treatment) -> K) -> BTreeMap<K, TreatmentCell> {
        let mut merged: BTreeMap<K, TreatmentCell> = BTreeMap::new();
        self.cells.iter().for_each(|(treatment, cell)| merged.entry(key(treatment)).or_default().merge(cell));
        merged
    }
}

impl Accumulator for TreatmentCells {
    type Sums = CellSums;

    fn sums(&self) -> CellSums {
        CellSums::new(self.outcomes.len(), self.agents)
    }

    fn add(&self, sums: &mut CellSums, rows: &Rows) {
        sums.add_game(self.outcomes, rows);
    }

    fn close(&mut self, cluster: &CellSums) {
        self.add_cluster(cluster);
    }
}
