//! Which four scoring tiles a block is played with, and in which slots.

use engine::random::{below, random};
use engine::skye::{ScoringSet, ScoringTile, Slot};

/// A way to choose the scoring tiles of every block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScoringDesign {
    /// Four different tiles out of these, uniformly, in a random slot order.
    Random(Vec<ScoringTile>),
    /// These sets, one after the other, over and over.
    Fixed(Vec<ScoringSet>),
}

impl ScoringDesign {
    /// The scoring tiles of a block, where `seed` is the block's own.
    pub fn set_of(&self, block: u64, seed: u64) -> ScoringSet {
        match self {
            Self::Random(pool) => random_set(pool, seed),
            Self::Fixed(sets) => sets[(block % sets.len() as u64) as usize],
        }
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
    use std::collections::BTreeMap;

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

    #[test]
    fn fixed_sets_follow_each_other() {
        let [a, b] = [[0, 1, 2, 3], [7, 6, 5, 4]].map(|set| set.map(|index: usize| ScoringTile::ALL[index]));
        let design = ScoringDesign::Fixed(vec![a, b]);
        assert_eq!([0, 1, 2, 3].map(|block| design.set_of(block, 99)), [a, b, a, b]);
    }
}
