//! Which four scoring tiles a block is played with, and in which slots.

mod geometry;

pub mod slot_order;

use engine::random::{below, random};
use engine::skye::{ScoringSet, ScoringTile, Slot};

pub use slot_order::SlotOrders;

/// A way to choose the scoring tiles of every block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScoringDesign {
    /// Four different tiles out of these, uniformly, in a random slot order.
    Random(Vec<ScoringTile>),
    /// The sets of a list, one after another, over and over.
    Listed(SetList),
}

/// Sets that take turns. After each pass through the list every set takes its next slot order, and neighbours in the list are one
/// order apart; so after as many passes as there are orders, every set has had every order once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetList {
    /// How the sets were chosen.
    pub family: Family,
    /// The sets, in the order of blocks.
    pub sets: Vec<ScoringSet>,
    /// How the tiles of a set are laid on the slots.
    pub orders: SlotOrders,
}

/// How the sets of a list were chosen.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Family {
    /// By name.
    Fixed,
    /// The lines of the affine plane of order 4.
    Affine,
    /// A Steiner quadruple system.
    Quadruples,
    /// All sets.
    Full,
}

impl Family {
    /// All families.
    pub const ALL: [Self; 4] = [Self::Fixed, Self::Affine, Self::Quadruples, Self::Full];

    /// The name in configs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Affine => "affine",
            Self::Quadruples => "quadruples",
            Self::Full => "full",
        }
    }

    /// What it is, in one line.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Fixed => "the sets that the config names, one after the other",
            Self::Affine => "20 sets with every pair of tiles exactly once: for what single tiles do",
            Self::Quadruples => {
                "140 sets with every triple of tiles exactly once: for what tiles and pairs of tiles do"
            }
            Self::Full => "all sets: 1820 of 16 tiles",
        }
    }
}

/// The name in configs of the design that draws every block's set.
pub const RANDOM: &str = "random";

/// What [`RANDOM`] is, in one line.
pub const RANDOM_MEANING: &str = "four different tiles for each block, drawn at random, in a random slot order";

impl ScoringDesign {
    /// Every set of four of these tiles, once.
    ///
    /// Neighbours in the list are far apart in alphabetic order, so that an unfinished pass has tiles from everywhere.
    pub fn full(pool: &[ScoringTile], orders: SlotOrders) -> Self {
        let all = geometry::subsets(pool.len());
        let stride = geometry::stride(all.len());
        let sets: Vec<[usize; 4]> = (0..all.len()).map(|position| all[position * stride % all.len()]).collect();
        Self::mixed(Family::Full, &sets, pool, orders)
    }

    /// 20 sets of the 16 tiles in which every pair of tiles occurs exactly once: the lines of the affine plane of order 4. Any four
    /// consecutive blocks have every tile once.
    pub fn affine(orders: SlotOrders) -> Self {
        let lines = &geometry::quadruples()[..geometry::AFFINE_LINES];
        Self::mixed(Family::Affine, lines, &ScoringTile::BASE, orders)
    }

    /// 140 sets of the 16 tiles in which every triple of tiles occurs exactly once and every pair seven times: the planes of the affine
    /// space of dimension 4 over two elements, a Steiner quadruple system (Hanani 1960, Canadian Journal of Mathematics 12). Every four
    /// blocks in a row have every tile once, and every 20 in a row, from a multiple of 20, every pair once.
    pub fn quadruples(orders: SlotOrders) -> Self {
        Self::mixed(Family::Quadruples, &geometry::quadruples(), &ScoringTile::BASE, orders)
    }

    /// Sets by the indices of their tiles, each in a different order: if all were ascending, cyclic shifts would confound what a
    /// tile does on a slot with what it does next to others.
    fn mixed(family: Family, sets: &[[usize; 4]], pool: &[ScoringTile], orders: SlotOrders) -> Self {
        let tiles = sets.iter().map(|set| set.map(|index| pool[index]));
        let sets = tiles.enumerate().map(|(position, set)| slot_order::mixed(set, position)).collect();
        Self::Listed(SetList { family, sets, orders })
    }

    /// The scoring tiles of a cluster of blocks, where `seed` is the cluster's.
    pub fn set_of(&self, cluster: u64, seed: u64) -> ScoringSet {
        match self {
            Self::Random(pool) => random_set(pool, seed),
            Self::Listed(list) => list.set_of(cluster, seed),
        }
    }

    /// The tiles that take part.
    pub fn tiles(&self) -> Vec<ScoringTile> {
        let mut tiles = match self {
            Self::Random(pool) => pool.clone(),
            Self::Listed(list) => list.sets.iter().flatten().copied().collect(),
        };
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }

    /// How likely each scoring tile is to be in play, by its number.
    pub fn probabilities(&self) -> [f64; ScoringTile::ALL.len()] {
        let share = |tile: ScoringTile| match self {
            Self::Random(pool) if pool.contains(&tile) => Slot::ALL.len() as f64 / pool.len() as f64,
            Self::Random(_) => 0.0,
            Self::Listed(list) => {
                list.sets.iter().filter(|set| set.contains(&tile)).count() as f64 / list.sets.len() as f64
            }
        };
        ScoringTile::ALL.map(share)
    }

    /// The standard error of a scoring tile's effect over that of the mean, where T tiles occur equally often, four at a time: a tile is in
    /// play with probability p = 4/T, and effects sum to zero.
    pub fn tile_factor(&self) -> f64 {
        let tiles = self.tiles().len() as f64;
        let in_play = Slot::ALL.len() as f64 / tiles;
        let information = in_play * (1.0 - in_play) * tiles / (tiles - 1.0);
        ((1.0 - 1.0 / tiles) / information).sqrt()
    }

    /// How many consecutive blocks have every set in every slot order once; nothing where chance decides.
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

/// Four different tiles of the pool, uniformly, in a random slot order.
///
/// # Panics
/// If the pool has fewer than four tiles.
pub fn random_set(pool: &[ScoringTile], seed: u64) -> ScoringSet {
    let mut dice = random(seed);
    let mut rest = pool.to_vec();
    Slot::ALL.map(|_| rest.remove(below(&mut dice, rest.len() as u32) as usize))
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

    #[test]
    fn affine_sets_have_every_pair_once() {
        let found = sets(&ScoringDesign::affine(SlotOrders::Cyclic), 0..20);
        check_coverage(&found, 1, 16, 5);
        check_coverage(&found, 2, 120, 1);
    }

    #[test]
    fn quadruples_have_every_triple_once_and_every_pair_seven_times() {
        let found = sets(&ScoringDesign::quadruples(SlotOrders::Random), 0..140);
        check_coverage(&found, 1, 16, 35);
        check_coverage(&found, 2, 120, 7);
        check_coverage(&found, 3, 560, 1);
        check_coverage(&found, 4, 140, 1);
    }

    #[test]
    fn unfinished_passes_are_balanced_too() {
        let design = ScoringDesign::quadruples(SlotOrders::Cyclic);
        for start in (0..280).step_by(4) {
            check_coverage(&sets(&design, start..start + 4), 1, 16, 1);
        }
        for start in (0..280).step_by(20) {
            check_coverage(&sets(&design, start..start + 20), 2, 120, 1);
        }
    }

    #[test]
    fn full_has_every_set_of_its_pool_once() {
        let all = sets(&ScoringDesign::full(&ScoringTile::ALL, SlotOrders::Cyclic), 0..1820);
        check_coverage(&all, 4, 1820, 1);
        let few = ScoringDesign::full(&ScoringTile::ALL[5..11], SlotOrders::Cyclic);
        check_coverage(&sets(&few, 0..15), 4, 15, 1);
        assert!(sets(&few, 0..15).iter().flatten().all(|tile| ScoringTile::ALL[5..11].contains(tile)));
    }

    #[test]
    fn the_first_tenth_of_full_has_tiles_from_everywhere() {
        let some = sets(&ScoringDesign::full(&ScoringTile::ALL, SlotOrders::Cyclic), 0..182);
        // 182 · 4 / 16 = 45.5 on average; in alphabetic order the first tile would come 182 times.
        let seen = coverage(&some, 1);
        assert!(seen.len() == 16 && seen.values().all(|count| (25..=65).contains(count)), "{seen:?}");
    }

    #[test]
    fn every_set_meets_every_slot_order_once() {
        for (orders, count) in [(SlotOrders::Cyclic, 4), (SlotOrders::Even, 12), (SlotOrders::All, 24)] {
            let design = ScoringDesign::quadruples(orders);
            assert_eq!(design.cells(), Some(140 * count));
            let cells: BTreeSet<ScoringSet> = (0..140 * count).map(|block| design.set_of(block, 7)).collect();
            assert_eq!(cells.len() as u64, 140 * count);
            assert_eq!(design.set_of(140 * count, 7), design.set_of(0, 7));
        }
        assert_eq!(ScoringDesign::affine(SlotOrders::Random).cells(), None);
    }

    #[test]
    fn fixed_sets_follow_each_other() {
        let [a, b] = [[0, 1, 2, 3], [7, 6, 5, 4]].map(|set| set.map(|index: usize| ScoringTile::ALL[index]));
        let list = SetList { family: Family::Fixed, sets: vec![a, b], orders: SlotOrders::AsNamed };
        let design = ScoringDesign::Listed(list);
        assert_eq!([0, 1, 2, 3].map(|block| design.set_of(block, 99)), [a, b, a, b]);
    }
}
