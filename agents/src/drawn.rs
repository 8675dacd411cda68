//! Chance where some things are likelier than others.

use engine::random::{Random, below};

/// One of the items, each with its weight: the likelier the larger that is.
///
/// # Panics
/// If all weights together are 0.
pub(crate) fn drawn<T: Copy>(weighed: &[(T, u32)], random: &mut Random) -> T {
    let mut left = below(random, weighed.iter().map(|(_, weight)| weight).sum());
    for &(item, weight) in weighed {
        if left < weight {
            return item;
        }
        left -= weight;
    }
    unreachable!("what is drawn is less than the sum")
}
