//! The sums behind the effects of scoring tiles: over the clusters with the same tiles on the same slots.
//!
//! Their size is bounded by the number of cells, not by that of clusters: 16 tiles lie on the slots in 43,680 ways, and
//! 24 in 255,024.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use engine::skye::{ScoringSet, ScoringTile};

use super::effects::{KindModel, TermKind};
use crate::skye::notes::outcomes::{OUTCOMES, WITH_EFFECTS};
use crate::skye::notes::raw_columns::scoring;
use lab::subject::Accumulator;
use lab::subject::means::{OutcomeSums, push_all};
use lab::subject::outcome::Outcome;
use lab::subject::rows::Rows;
use stats::Welford;
use stats::sum::impl_sum;

/// The outcomes with effects.
const OF_EFFECTS: &[Outcome] = OUTCOMES.split_at(WITH_EFFECTS).0;

/// Four scoring tiles by their indices.
type Key = [u8; 4];

/// The sums over games of one block or cluster, which have the same scoring tiles.
#[derive(Clone, Debug)]
pub struct CellSums {
    set: Option<ScoringSet>,
    sums: OutcomeSums,
}

impl_sum!(CellSums: sums);

/// All clusters so far, by the scoring tiles on the slots A to D.
///
/// A cell has a stream of means of clusters for each outcome with effects, in the order of the game's list, and then
/// one of win shares for each agent.
#[derive(Clone, Default, Debug)]
pub struct ScoringCells {
    agents: usize,
    /// The tiles that occurred, by index.
    tiles: BTreeMap<u8, ScoringTile>,
    cells: BTreeMap<Key, Box<[Welford]>>,
    /// The model for each kind of effect, once it is known.
    pub(super) models: [OnceLock<Option<KindModel>>; TermKind::ALL.len()],
}

impl ScoringCells {
    /// Creates cells without clusters, for this many agents.
    pub fn new(agents: usize) -> Self {
        Self { agents, ..Self::default() }
    }

    /// Returns the memory of a cell in bytes, with its rows of the models, as `.ci/memory` measures it.
    pub fn cell_bytes(agents: usize) -> u64 {
        460 + 24 * agents as u64
    }

    /// Adds a cluster: its means, in the order of streams.
    pub fn push(&mut self, set: &ScoringSet, means: impl IntoIterator<Item = Option<f64>>) {
        self.models = <[_; _]>::default();
        let key = set.map(|tile| tile.index() as u8);
        self.tiles.extend(key.into_iter().zip(*set));
        let none = || vec![Welford::default(); WITH_EFFECTS + self.agents].into();
        push_all(self.cells.entry(key).or_insert_with(none), means);
    }

    /// Returns the scoring tiles that occurred.
    pub fn tiles(&self) -> Vec<ScoringTile> {
        self.tiles.values().copied().collect()
    }

    /// Returns the tiles of all cells, in ascending order.
    pub fn sets(&self) -> impl Iterator<Item = ScoringSet> {
        self.cells.keys().map(|key| self.named(key))
    }

    /// Returns a stream of all cells, in the same order.
    pub fn streams(&self, place: usize) -> impl Iterator<Item = Welford> {
        self.cells.values().map(move |streams| streams[place])
    }

    /// Returns a stream over all clusters.
    pub fn together(&self, place: usize) -> Welford {
        let mut all = Welford::default();
        self.streams(place).for_each(|stream| all.merge(&stream));
        all
    }

    /// Returns the places of the agents' streams.
    pub fn win_shares(&self) -> impl Iterator<Item = usize> {
        WITH_EFFECTS..WITH_EFFECTS + self.agents
    }

    /// Returns the streams by the tiles in play, whichever slots they lay on, in ascending order.
    pub fn by_set(&self) -> Vec<(ScoringSet, Box<[Welford]>)> {
        let mut merged: BTreeMap<Key, Box<[Welford]>> = BTreeMap::new();
        for (key, streams) in &self.cells {
            let mut key = *key;
            key.sort_unstable();
            match merged.get_mut(&key) {
                Some(set) => set.iter_mut().zip(streams).for_each(|(own, more)| own.merge(more)),
                None => drop(merged.insert(key, streams.clone())),
            }
        }
        merged.into_iter().map(|(key, streams)| (self.named(&key), streams)).collect()
    }

    fn named(&self, key: &Key) -> ScoringSet {
        key.map(|index| self.tiles[&index])
    }
}

impl Accumulator for ScoringCells {
    type Sums = CellSums;

    fn sums(&self) -> CellSums {
        CellSums { set: None, sums: OutcomeSums::new(WITH_EFFECTS + self.agents) }
    }

    fn add(&self, sums: &mut CellSums, rows: &Rows) {
        sums.set = Some(scoring(rows).0);
        sums.sums.add_game(OF_EFFECTS, rows);
        rows.seats.iter().for_each(|row| sums.sums.add_number(WITH_EFFECTS + row.agent, row.win_share));
    }

    fn close(&mut self, cluster: &CellSums) {
        cluster.set.iter().for_each(|set| self.push(set, cluster.sums.means()));
    }
}
