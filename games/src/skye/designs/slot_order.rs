//! The orders in which the four scoring tiles of a set are laid on the slots A to D.

use engine::random::{below, random};
use engine::skye::{ScoringSet, Slot};

engine::named_enum! {
    /// A choice of orders.
    pub enum SlotOrders {
        /// In the order in which the config names the tiles.
        AsNamed = ("as-named", "the order in which the config names the tiles of a set, A to D; one fixed order for other sets"),
        /// The 4 cyclic shifts: every tile on every slot once.
        Cyclic = ("cyclic", "4 orders in turn: every tile on every slot once"),
        /// The 12 even permutations, which are sharply 2-transitive: every two tiles on every two slots once.
        Even = ("even", "12 orders: every pair of tiles on every pair of slots once"),
        /// All 24 permutations.
        All = ("all", "all 24 orders"),
        /// A random permutation for each block.
        Random = ("random", "a random order for each block"),
    }
}

/// The tile of a set on each slot, by its number.
type Order = [usize; Slot::ALL.len()];

impl SlotOrders {
    /// Returns the number of orders that take turns; `None` if they are random.
    pub fn count(self) -> Option<u64> {
        match self {
            Self::AsNamed => Some(1),
            Self::Cyclic => Some(4),
            Self::Even => Some(12),
            Self::All => Some(24),
            Self::Random => None,
        }
    }

    /// Places the tiles of a set on the slots for the `turn`th time; `seed` determines random orders.
    pub fn lay(self, set: ScoringSet, turn: u64, seed: u64) -> ScoringSet {
        let order = match self {
            Self::AsNamed => [0, 1, 2, 3],
            Self::Cyclic => [0, 1, 2, 3].map(|slot| (slot + turn as usize % 4) % 4),
            Self::Even => in_turn(permutations().filter(|order| is_even(*order)), turn),
            Self::All => in_turn(permutations(), turn),
            Self::Random => permutations().nth(below(&mut random(seed), 24) as usize).expect("24 permutations"),
        };
        order.map(|tile| set[tile])
    }
}

/// Orders the tiles of a set depending on its position in a list.
///
/// With a stride of 7, the effects of tiles, pairs and slots are all separable in designs for pairs and triples with
/// cyclic shifts.
pub fn mixed<T: Copy>(set: [T; 4], position: usize) -> [T; 4] {
    let order = permutations().nth(position * 7 % 24).expect("24 permutations");
    order.map(|tile| set[tile])
}

/// Returns the order at a turn, cycling through these orders.
fn in_turn(orders: impl Iterator<Item = Order>, turn: u64) -> Order {
    let orders: Vec<Order> = orders.collect();
    orders[(turn % orders.len() as u64) as usize]
}

/// Returns all permutations, in lexicographic order.
fn permutations() -> impl Iterator<Item = Order> {
    let all = (0..256).map(|code| [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3]);
    all.filter(|order| (0..4).all(|tile| order.contains(&tile)))
}

fn is_even(order: Order) -> bool {
    let inversions = (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b))).filter(|&(a, b)| order[a] > order[b]);
    inversions.count().is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use engine::skye::ScoringTile;

    use super::*;

    const SET: ScoringSet = [ScoringTile::Sheep, ScoringTile::Squares, ScoringTile::Columns, ScoringTile::Harbours];

    /// How often these tiles lie on those slots, over all turns.
    fn seen(orders: SlotOrders, slots: usize) -> Vec<u32> {
        let mut seen: BTreeMap<Vec<(usize, ScoringTile)>, u32> = BTreeMap::new();
        for turn in 0..orders.count().unwrap() {
            let laid = orders.lay(SET, turn, 0);
            let chosen = (0_u32..16).filter(|bits| bits.count_ones() as usize == slots);
            for bits in chosen {
                let key = (0..4).filter(|slot| bits >> slot & 1 == 1).map(|slot| (slot, laid[slot])).collect();
                *seen.entry(key).or_default() += 1;
            }
        }
        seen.into_values().collect()
    }

    #[test]
    fn cyclic_orders_have_every_tile_on_every_slot_once() {
        assert_eq!(seen(SlotOrders::Cyclic, 1), [1; 16]);
    }

    #[test]
    fn even_orders_have_every_two_tiles_on_every_two_slots_once() {
        assert_eq!(seen(SlotOrders::Even, 1), [3; 16]);
        // 6 pairs of slots with 4 · 3 ordered pairs of tiles each.
        assert_eq!(seen(SlotOrders::Even, 2), [1; 72]);
    }

    #[test]
    fn all_orders_are_all_permutations() {
        assert_eq!(seen(SlotOrders::All, 4), [1; 24]);
    }

    #[test]
    fn random_orders_are_equally_likely_and_named_ones_stay() {
        let mut seen: BTreeMap<ScoringSet, u32> = BTreeMap::new();
        (0..24_000).for_each(|seed| *seen.entry(SlotOrders::Random.lay(SET, 0, seed)).or_default() += 1);
        assert!(seen.len() == 24 && seen.values().all(|count| (840..1160).contains(count)), "{seen:?}");
        assert_eq!(SlotOrders::AsNamed.lay(SET, 5, 3), SET);
    }
}
