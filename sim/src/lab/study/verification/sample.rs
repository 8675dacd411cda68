//! Which games are replayed.

use std::collections::BTreeSet;

use engine::random::mix;

/// The most games that can be drawn: the sample is kept in memory.
pub const MAX_SAMPLE: u64 = 1_000_000;

/// A sample of the first `games` numbers: one drawn at random from each of this many spans of equal length, the same each time.
pub fn sample(games: u64, count: u64) -> BTreeSet<u64> {
    let count = count.min(games);
    let end_of = |span: u64| (u128::from(span) * u128::from(games) / u128::from(count)) as u64;
    let one_of = |span| end_of(span) + mix([games, span]) % (end_of(span + 1) - end_of(span));
    (0..count).map(one_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_spread_over_all() {
        for (games, count) in [(100, 7), (100, 100), (3, 20), (1_000_000_000_000, 10), (5, 0), (0, 5)] {
            let drawn = sample(games, count);
            assert_eq!(drawn.len() as u64, count.min(games));
            assert!(drawn.iter().all(|&game| game < games));
            assert_eq!(drawn, sample(games, count));
            for (span, &game) in drawn.iter().enumerate() {
                let place = u128::from(game) * drawn.len() as u128 / u128::from(games);
                assert!(place.abs_diff(span as u128) <= 1, "game {game} of {games}, span {span}");
            }
        }
    }
}
