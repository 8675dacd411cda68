//! The balance of sets: how often they contain each index, pair and triple.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Returns the minimum and maximum number of sets containing a subset of this size out of `0..count`.
pub fn occurrences(sets: &[[usize; 4]], count: usize, size: usize) -> RangeInclusive<u32> {
    let mut seen: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
    for set in sets {
        let mut set = *set;
        set.sort_unstable();
        for places in (0_u32..16).filter(|bits| bits.count_ones() as usize == size) {
            let subset = (0..4).filter(|place| places >> place & 1 == 1).map(|place| set[place]).collect();
            *seen.entry(subset).or_default() += 1;
        }
    }
    let fewest = if seen.len() < subsets(count, size) { 0 } else { seen.values().min().copied().unwrap_or(0) };
    fewest..=seen.values().max().copied().unwrap_or(0)
}

/// Returns the number of subsets of a given size.
pub fn subsets(count: usize, size: usize) -> usize {
    (0..size).fold(1, |product, index| product * (count - index) / (index + 1))
}

/// Formats a range for a sentence: `7`, or `0 to 2` if not all are equal.
pub fn words(times: &RangeInclusive<u32>) -> String {
    let (fewest, most) = times.clone().into_inner();
    if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_that_are_in_no_set_count_too() {
        let sets = [[0, 1, 2, 3], [4, 0, 1, 2]];
        assert_eq!([1, 2, 3].map(|size| occurrences(&sets, 5, size)), [1..=2, 0..=2, 0..=2]);
        assert_eq!(occurrences(&sets, 6, 1), 0..=2);
    }

    #[test]
    fn subsets_are_counted() {
        assert_eq!([0, 1, 2, 3, 4].map(|size| subsets(16, size)), [1, 16, 120, 560, 1820]);
    }

    #[test]
    fn equal_numbers_are_written_once() {
        assert_eq!([words(&(7..=7)), words(&(0..=2))], ["7", "0 to 2"]);
    }
}
