//! A match of engines in pairs of games, with the numbers that fastchess prints for it.

use stats::elo::{NormalizedElo, elo, superiority};
use stats::mean::Shares;
use stats::sequential::SequentialTest;

/// Pairs with 0, 1/2, 1, 3/2 and 2 points.
const PAIRS: [usize; 5] = [115, 1156, 2443, 1233, 141];

fn shares() -> Shares {
    let mut shares = Shares::default();
    for (points, count) in PAIRS.into_iter().enumerate() {
        (0..count).for_each(|_| shares.push(points as f64 / 4.0, 1, 2));
    }
    shares
}

/// The standard deviation of the points of a game.
fn deviation(shares: &Shares) -> f64 {
    (2.0 * shares.stream().variance().unwrap()).sqrt()
}

#[track_caller]
fn prints(found: f64, expected: &str) {
    assert_eq!(format!("{found:.2}"), expected);
}

#[test]
fn elo_normalized_elo_and_superiority_are_those_of_fastchess() {
    let shares = shares();
    let share = shares.estimate();
    let half = |estimate: stats::Estimate| (estimate.high().unwrap() - estimate.low().unwrap()) / 2.0;
    prints(elo(&share).value.unwrap(), "4.40");
    prints(half(elo(&share)), "3.91");
    let mut normalized = NormalizedElo::default();
    for (points, count) in PAIRS.into_iter().enumerate() {
        (0..count).for_each(|_| normalized.push(points as f64 / 4.0));
    }
    let normalized = normalized.estimate(shares.clusters().games);
    prints(normalized.value.unwrap(), "7.61");
    prints(half(normalized), "6.75");
    let p = shares.stream().p_value(0.5).unwrap();
    prints(100.0 * superiority(share.value.unwrap(), p), "98.64");
    prints(100.0 * superiority(1.0 - share.value.unwrap(), p), "1.36");
}

#[test]
fn the_log_likelihood_ratio_is_that_of_fastchess() {
    let shares = shares();
    // Bounds are [null, alternative]: a positive ratio speaks for the second.
    let at = |normalized: f64| 0.5 + normalized / (800.0 / 10.0_f64.ln()) * deviation(&shares);
    let test = SequentialTest { s0: at(-3.0), s1: at(1.0), alpha: 0.05, beta: 0.05 };
    prints(test.log_ratio(&shares).unwrap(), "2.90");
    // ln 19 is 2.944.
    assert_eq!(test.decision(&shares), None);
}

#[test]
fn all_or_nothing_has_no_elo() {
    let mut shares = Shares::default();
    (0..30).for_each(|_| shares.push(1.0, 1, 2));
    assert_eq!(elo(&shares.estimate()), stats::Estimate::default());
}
