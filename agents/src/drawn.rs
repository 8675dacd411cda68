//! Weighted random choice.

use engine::random::{Random, below};

/// The weight of the likeliest item.
const LIKELIEST: f64 = (1 << 16) as f64;

/// The weight of an item by its log-likelihood relative to the likeliest one's.
pub(crate) fn weight(log_likelihood: f64) -> u32 {
    (libm::exp(log_likelihood) * LIKELIEST) as u32
}

/// One of the items, with probability proportional to its weight.
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
