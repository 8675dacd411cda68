//! Ways to choose: the best, the first among equals, drawn by weight, or in a random order.

use engine::{Random, RandomSource, below};

/// The item with the largest key; the first among equals. The library's `max_by_key` takes the last.
pub(crate) fn first_best<T, K: PartialOrd>(items: impl Iterator<Item = T>, key: impl Fn(&T) -> K) -> Option<T> {
    items.reduce(|best, next| if key(&next) > key(&best) { next } else { best })
}

/// Returns the item with the largest value; the first among equals.
///
/// # Panics
/// If there is none.
pub(crate) fn worthiest<T: Copy, W: PartialOrd + Copy>(weighed: &[(T, W)]) -> T {
    first_best(weighed.iter(), |(_, worth)| *worth).expect("something to choose from").0
}

/// One of the items, with probability proportional to its weight.
///
/// # Panics
/// If all weights are 0.
pub(crate) fn drawn<T: Copy>(weighed: &[(T, u32)], random: &mut Random) -> T {
    narrowed(weighed, &mut unit(random))
}

/// The item at a position from 0 to below 1, where each item takes a part proportional to its weight.
///
/// Rescales the position to that part.
///
/// # Panics
/// If all weights are 0.
pub(crate) fn narrowed<T: Copy>(weighed: &[(T, u32)], place: &mut f64) -> T {
    *place *= f64::from(weighed.iter().map(|(_, weight)| weight).sum::<u32>());
    for &(item, weight) in weighed {
        let weight = f64::from(weight);
        if *place < weight {
            *place /= weight;
            return item;
        }
        *place -= weight;
    }
    unreachable!("the place is less than the sum, and what is subtracted is whole")
}

/// A uniform random number from 0 to below 1, in steps of 2^-53.
pub(crate) fn unit(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// The first index at which the cumulative chance exceeds a number from 0 to 1.
///
/// `None` if rounding leaves a remainder.
pub(crate) fn index_at(mut chances: impl Iterator<Item = f64>, mut left: f64) -> Option<usize> {
    chances.position(|chance| {
        left -= chance;
        left < 0.0
    })
}

/// Puts items in a random order (Fisher & Yates).
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}
