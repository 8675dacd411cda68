//! The part of an experiment in a folder: all of it, or some shards.
//!
//! A shard has whole clusters of blocks, so that its games count in its own result tables.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The maximum number of shards of an experiment.
pub const MAX_SHARDS: u64 = 1_000_000;

/// Some of the shards into which an experiment is divided; an undivided experiment is one shard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The numbers of its shards, from 1.
    pub shards: BTreeSet<u64>,
    /// The number of shards into which the experiment is divided.
    pub of: u64,
}

impl Part {
    /// Returns the whole experiment.
    pub fn whole() -> Self {
        Self::shard(1, 1)
    }

    /// Returns one of `of` shards.
    pub fn shard(shard: u64, of: u64) -> Self {
        Self { shards: BTreeSet::from([shard]), of }
    }

    /// Returns whether it is the whole experiment.
    pub fn is_whole(&self) -> bool {
        self.shards.len() as u64 == self.of
    }

    /// Returns whether its numbers are valid.
    pub fn is_valid(&self) -> bool {
        (1..=MAX_SHARDS).contains(&self.of) && self.shards.iter().all(|shard| (1..=self.of).contains(shard))
    }

    /// Returns whether a cluster of blocks belongs to it.
    pub fn has(&self, cluster: u64) -> bool {
        self.is_whole() || self.shards.contains(&shard_of(cluster, self.of))
    }

    /// Returns the number of its clusters among the first `count`.
    pub fn cluster_count(&self, count: u64) -> u64 {
        let rows = count / self.of;
        let in_the_last_row = (rows * self.of..count).filter(|&cluster| self.has(cluster)).count();
        rows * self.shards.len() as u64 + in_the_last_row as u64
    }
}

/// Returns the shard of a cluster, from 1: of every `shards` consecutive clusters each shard has one.
///
/// Designs repeat. So the position of a shard shifts from row to row by the golden section, which is not in phase with
/// any repetition (Weyl 1916, Mathematische Annalen 77).
fn shard_of(cluster: u64, shards: u64) -> u64 {
    const GOLDEN_SECTION: u64 = 0x9e37_79b9_7f4a_7c15;
    let (row, turn) = (cluster / shards, cluster % shards);
    let fraction = u128::from(row.wrapping_mul(GOLDEN_SECTION));
    let shift = ((fraction * u128::from(shards)) >> 64) as u64;
    (turn + shift) % shards + 1
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shards: Vec<String> = self.shards.iter().map(u64::to_string).collect();
        write!(f, "{}/{}", shards.join("+"), self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    /// Parses a single shard, `I/N`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(shard, of)| number(shard).zip(number(of)));
        let part = numbers.map(|(shard, of)| Self::shard(shard, of)).filter(Self::is_valid);
        part.ok_or_else(|| format!("accepted: I/N, shard I from 1 to N of N shards, at most {MAX_SHARDS}"))
    }
}

/// Parses a number that consists of digits only.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|digit| digit.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_clusters_fairly() {
        for (shards, count) in [(1, 10), (3, 100), (16, 1000), (7, 3), (100, 250)] {
            let clusters = |shard| (0..count).filter(|&cluster| Part::shard(shard, shards).has(cluster)).collect();
            let parts: Vec<Vec<u64>> = (1..=shards).map(clusters).collect();
            let counts: Vec<u64> = (1..=shards).map(|shard| Part::shard(shard, shards).cluster_count(count)).collect();
            assert!(parts.iter().zip(&counts).all(|(part, &count)| part.len() as u64 == count), "{counts:?}");
            let mut all = parts.concat();
            all.sort_unstable();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
            let sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
            assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1, "{sizes:?}");
        }
    }

    #[test]
    fn whatever_repeats_is_shared_fairly_too() {
        for shards in [2, 3, 4, 8, 16] {
            for period in [2, 3, 4, 6, 8, 16, 20] {
                let count = 200 * shards * period;
                for shard in 1..=shards {
                    let part = Part::shard(shard, shards);
                    let costly = (0..count).step_by(period as usize).filter(|&cluster| part.has(cluster)).count();
                    assert!(costly.abs_diff(200) <= 20, "{costly} of {shard}/{shards}, period {period}");
                }
            }
        }
    }

    #[test]
    fn a_shard_is_read_as_it_is_written() {
        let part: Part = "3/16".parse().unwrap();
        assert_eq!((part.to_string(), part.is_whole()), ("3/16".to_owned(), false));
        assert!("1/1".parse::<Part>().unwrap().is_whole());
        for text in
            ["", "3", "0/4", "5/4", "1/0", "-1/4", "+1/4", "1/4/4", "a/b", "1/1000001", "1/99999999999999999999"]
        {
            assert!(text.parse::<Part>().unwrap_err().contains("I/N"), "{text}");
        }
    }
}
