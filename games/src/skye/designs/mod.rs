//! Designs of scoring tiles: the four tiles of each block, and their slots.

mod balance;
mod balanced;
mod family;
mod geometry;

pub mod slot_order;

use engine::skye::{ScoringSet, ScoringTile, Slot};
use interface::skye::scoring_set::random_set;

pub use family::Family;
pub use slot_order::SlotOrders;

/// A rule for choosing the scoring tiles of every block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScoringDesign {
    /// Four different tiles drawn uniformly from these, in a random slot order.
    Random(Vec<ScoringTile>),
    /// The sets of a list, cyclically.
    Listed(SetList),
}

/// Sets that take turns.
///
/// After each pass through the list every set takes its next slot order, and adjacent sets in the list are one order
/// apart. So after as many passes as there are orders, every set has had every order once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetList {
    /// The family of the sets.
    pub family: Family,
    /// The sets, in the order of blocks.
    pub sets: Vec<ScoringSet>,
    /// The orders in which the tiles of a set are laid on the slots.
    pub orders: SlotOrders,
}

/// The name in configs of the design that draws a random set for every block.
pub const RANDOM: &str = "random";

/// The one-line description of [`RANDOM`].
pub const RANDOM_MEANING: &str = "four different tiles for each block, drawn at random, in a random slot order";

impl ScoringDesign {
    /// Every set of four of these tiles, once.
    ///
    /// Adjacent sets in the list are far apart in lexicographic order, so that an incomplete pass covers all tiles.
    pub fn full(pool: &[ScoringTile], orders: SlotOrders) -> Self {
        Self::mixed(Family::Full, &geometry::strided_subsets(pool.len()), pool, orders)
    }

    /// Returns the sets of a family of these tiles; `None` if the family has none for this many tiles.
    ///
    /// It has none if it is [`Family::Fixed`], or if the number of tiles is outside [`Family::sizes`]. With pairs and
    /// triples, and hence with lines and quadruples (which are those of 16 tiles), no tile is ever ahead of another by
    /// more than one block.
    pub fn of(family: Family, pool: &[ScoringTile], orders: SlotOrders) -> Option<Self> {
        Some(Self::mixed(family, &family.sets(pool.len())?, pool, orders))
    }

    /// Creates sets from the indices of their tiles, each in a different order.
    ///
    /// If all were ascending, cyclic shifts would confound the effect of a tile on a slot with its effect next to
    /// others.
    fn mixed(family: Family, sets: &[[usize; 4]], pool: &[ScoringTile], orders: SlotOrders) -> Self {
        let tiles = sets.iter().map(|set| set.map(|index| pool[index]));
        let sets = tiles.enumerate().map(|(position, set)| slot_order::mixed(set, position)).collect();
        Self::Listed(SetList { family, sets, orders })
    }

    /// The scoring tiles of a cluster of blocks; `seed` is the cluster's.
    pub fn set_of(&self, cluster: u64, seed: u64) -> ScoringSet {
        match self {
            Self::Random(pool) => random_set(pool, seed),
            Self::Listed(list) => list.set_of(cluster, seed),
        }
    }

    /// The participating tiles.
    pub fn tiles(&self) -> Vec<ScoringTile> {
        let mut tiles = match self {
            Self::Random(pool) => pool.clone(),
            Self::Listed(list) => list.sets.iter().flatten().copied().collect(),
        };
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }

    /// The same design with its tiles replaced by others.
    #[must_use]
    pub fn with_tiles(&self, other: impl Fn(ScoringTile) -> ScoringTile) -> Self {
        match self {
            Self::Random(pool) => Self::Random(pool.iter().map(|&tile| other(tile)).collect()),
            Self::Listed(list) => {
                let sets = list.sets.iter().map(|set| set.map(&other)).collect();
                Self::Listed(SetList { sets, ..list.clone() })
            }
        }
    }

    /// Returns the probability that each scoring tile is in play, by its index.
    ///
    /// These are all printed tiles, and the user's own if the design uses them.
    pub fn probabilities(&self) -> Vec<f64> {
        let mut shares: Vec<f64> = ScoringTile::ALL.map(|tile| self.probability(tile)).into();
        for tile in self.tiles().into_iter().filter(|tile| tile.index() >= ScoringTile::ALL.len()) {
            shares.resize(shares.len().max(tile.index() + 1), 0.0);
            shares[tile.index()] = self.probability(tile);
        }
        shares
    }

    fn probability(&self, tile: ScoringTile) -> f64 {
        match self {
            Self::Random(pool) if pool.contains(&tile) => Slot::ALL.len() as f64 / pool.len() as f64,
            Self::Random(_) => 0.0,
            Self::Listed(list) => {
                list.sets.iter().filter(|set| set.contains(&tile)).count() as f64 / list.sets.len() as f64
            }
        }
    }

    /// Describes the sets and their counts of tiles, pairs and triples; `None` if sets are random.
    pub fn balance(&self) -> Option<String> {
        let Self::Listed(list) = self else { return None };
        let tiles = self.tiles();
        let sets = list.sets.iter();
        let sets: Vec<[usize; 4]> =
            sets.map(|set| set.map(|tile| tiles.binary_search(&tile).expect("the tile of a set"))).collect();
        let [of_tiles, of_pairs, of_triples] =
            [1, 2, 3].map(|size| balance::words(&balance::occurrences(&sets, tiles.len(), size)));
        let (name, sets, tiles) = (list.family.name(), sets.len(), tiles.len());
        Some(format!(
            "Sets of the design `{name}`: {sets} of {tiles} scoring tiles; each tile is in {of_tiles} of them, each pair in {of_pairs}, \
             each triple in {of_triples}."
        ))
    }

    /// Returns the number of ways in which its tiles can lie on the slots.
    pub fn arrangements(&self) -> u64 {
        match self {
            Self::Random(pool) => (0..Slot::ALL.len()).map(|slot| (pool.len() - slot) as u64).product(),
            Self::Listed(list) => list.sets.len() as u64 * list.orders.count().unwrap_or(24),
        }
    }

    /// Returns the number of consecutive blocks that have every set in every slot order once.
    ///
    /// `None` if sets or orders are random.
    pub fn cells(&self) -> Option<u64> {
        match self {
            Self::Random(_) => None,
            Self::Listed(list) => list.orders.count().map(|orders| orders * list.sets.len() as u64),
        }
    }
}

impl SetList {
    fn set_of(&self, cluster: u64, seed: u64) -> ScoringSet {
        let count = self.sets.len() as u64;
        let (pass, position) = (cluster / count, cluster % count);
        self.orders.lay(self.sets[position as usize], pass + position, seed)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn a_random_set_has_four_different_tiles_of_the_pool() {
        let pool = &ScoringTile::ALL[3..9];
        for seed in 0..500 {
            let mut set = random_set(pool, seed).to_vec();
            assert!(set.iter().all(|tile| pool.contains(tile)));
            set.sort_unstable();
            set.dedup();
            assert_eq!(set.len(), 4, "seed {seed}");
        }
    }

    #[test]
    fn every_ordered_set_is_equally_likely() {
        // 4 tiles have 24 orders; 24,000 draws give each 1,000 ± 31 (one standard deviation).
        let mut seen: BTreeMap<ScoringSet, u32> = BTreeMap::new();
        (0..24_000).for_each(|seed| *seen.entry(random_set(&ScoringTile::ALL[..4], seed)).or_default() += 1);
        assert_eq!(seen.len(), 24);
        assert!(seen.values().all(|count| (840..1160).contains(count)), "{seen:?}");
    }

    fn sorted(mut set: ScoringSet) -> ScoringSet {
        set.sort_unstable();
        set
    }

    fn sets(design: &ScoringDesign, blocks: std::ops::Range<u64>) -> Vec<ScoringSet> {
        blocks.map(|block| sorted(design.set_of(block, block))).collect()
    }

    /// How often each subset of this many tiles is contained in the sets.
    fn coverage(sets: &[ScoringSet], size: usize) -> BTreeMap<Vec<ScoringTile>, u32> {
        let mut seen = BTreeMap::new();
        for set in sets {
            for subset in (0_u32..16).filter(|bits| bits.count_ones() as usize == size) {
                let tiles = (0..4).filter(|index| subset >> index & 1 == 1).map(|index| set[index]).collect();
                *seen.entry(tiles).or_default() += 1;
            }
        }
        seen
    }

    /// All subsets of this many tiles occur equally often.
    #[track_caller]
    fn check_coverage(sets: &[ScoringSet], size: usize, subsets: usize, times: u32) {
        let seen = coverage(sets, size);
        assert_eq!(seen.len(), subsets, "subsets of {size}");
        assert!(seen.values().all(|count| *count == times), "subsets of {size}: {seen:?}");
    }

    fn listed(family: Family, orders: SlotOrders) -> ScoringDesign {
        ScoringDesign::of(family, &ScoringTile::BASE, orders).unwrap()
    }

    #[test]
    fn names_of_the_same_sets_make_the_same_games() {
        for (one, other) in [(Family::Affine, Family::Pairs), (Family::Quadruples, Family::Triples)] {
            let [one, other] = [one, other].map(|family| listed(family, SlotOrders::Cyclic));
            assert!((0..1000).all(|block| one.set_of(block, block) == other.set_of(block, block)));
        }
    }

    /// Finished runs are checked and resumed from their configs.
    #[test]
    fn designs_of_the_base_game_stay_as_they_are() {
        let design = listed(Family::Quadruples, SlotOrders::Cyclic);
        let found = [0, 1, 21, 139, 140].map(|block| design.set_of(block, 0).map(|tile| tile.index()));
        assert_eq!(found, [[0, 1, 2, 3], [4, 7, 6, 5], [6, 7, 3, 2], [5, 9, 3, 15], [1, 2, 3, 0]]);
    }

    #[test]
    fn the_balance_of_a_design_is_told() {
        let told = |design: ScoringDesign| design.balance().unwrap();
        assert_eq!(
            told(listed(Family::Quadruples, SlotOrders::Cyclic)),
            "Sets of the design `quadruples`: 140 of 16 scoring tiles; each tile is in 35 of them, each pair in 7, each triple in 1."
        );
        assert!(told(listed(Family::Pairs, SlotOrders::Even)).ends_with("each pair in 1, each triple in 0 to 1."));
        assert_eq!(ScoringDesign::Random(ScoringTile::BASE.to_vec()).balance(), None);
    }

    #[test]
    fn pools_of_other_sizes_have_no_design() {
        for family in [Family::Fixed, Family::Affine, Family::Triples] {
            assert_eq!(ScoringDesign::of(family, &ScoringTile::BASE[1..], SlotOrders::Cyclic), None);
        }
    }

    #[test]
    fn affine_sets_have_every_pair_once() {
        let found = sets(&listed(Family::Affine, SlotOrders::Cyclic), 0..20);
        check_coverage(&found, 1, 16, 5);
        check_coverage(&found, 2, 120, 1);
    }

    #[test]
    fn quadruples_have_every_triple_once_and_every_pair_seven_times() {
        let found = sets(&listed(Family::Quadruples, SlotOrders::Random), 0..140);
        check_coverage(&found, 1, 16, 35);
        check_coverage(&found, 2, 120, 7);
        check_coverage(&found, 3, 560, 1);
        check_coverage(&found, 4, 140, 1);
    }

    #[test]
    fn unfinished_passes_are_balanced_too() {
        let design = listed(Family::Quadruples, SlotOrders::Cyclic);
        for start in (0..280).step_by(4) {
            check_coverage(&sets(&design, start..start + 4), 1, 16, 1);
        }
        for start in (0..280).step_by(20) {
            check_coverage(&sets(&design, start..start + 20), 2, 120, 1);
        }
    }

    #[test]
    fn full_has_every_set_of_its_pool_once() {
        let all = sets(&ScoringDesign::full(&ScoringTile::BASE, SlotOrders::Cyclic), 0..1820);
        check_coverage(&all, 4, 1820, 1);
        let few = ScoringDesign::full(&ScoringTile::ALL[5..11], SlotOrders::Cyclic);
        check_coverage(&sets(&few, 0..15), 4, 15, 1);
        assert!(sets(&few, 0..15).iter().flatten().all(|tile| ScoringTile::ALL[5..11].contains(tile)));
    }

    #[test]
    fn the_first_tenth_of_full_has_tiles_from_everywhere() {
        let some = sets(&ScoringDesign::full(&ScoringTile::BASE, SlotOrders::Cyclic), 0..182);
        // 182 · 4 / 16 = 45.5 on average; in alphabetic order the first tile would come 182 times.
        let seen = coverage(&some, 1);
        assert!(seen.len() == 16 && seen.values().all(|count| (25..=65).contains(count)), "{seen:?}");
    }

    #[test]
    fn every_set_meets_every_slot_order_once() {
        for (orders, count) in [(SlotOrders::Cyclic, 4), (SlotOrders::Even, 12), (SlotOrders::All, 24)] {
            let design = listed(Family::Quadruples, orders);
            assert_eq!(design.cells(), Some(140 * count));
            let cells: BTreeSet<ScoringSet> = (0..140 * count).map(|block| design.set_of(block, 7)).collect();
            assert_eq!(cells.len() as u64, 140 * count);
            assert_eq!(design.set_of(140 * count, 7), design.set_of(0, 7));
        }
        assert_eq!(listed(Family::Affine, SlotOrders::Random).cells(), None);
    }

    #[test]
    fn fixed_sets_follow_each_other() {
        let [a, b] = [[0, 1, 2, 3], [7, 6, 5, 4]].map(|set| set.map(|index: usize| ScoringTile::ALL[index]));
        let list = SetList { family: Family::Fixed, sets: vec![a, b], orders: SlotOrders::AsNamed };
        let design = ScoringDesign::Listed(list);
        assert_eq!([0, 1, 2, 3].map(|block| design.set_of(block, 99)), [a, b, a, b]);
    }
}
