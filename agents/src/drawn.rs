//! Chance where some things are likelier than others.

use engine::random::{Random, below};

/// The weight of the likeliest item.
const LIKELIEST: f64 = (1 << 16) as f64;

/// The weight of an item by the logarithm of how likely it is, less that of the likeliest.
pub(crate) fn weight(log_likelihood: f64) -> u32 {
    (libm::exp(log_likelihood) * LIKELIEST) as u32
}

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
