//! Confidence intervals of a win share, and of the difference of two, from clusters of games.
//!
//! The unit of sampling is the cluster, because the games of a block share their draws, and the blocks of a cluster
//! their seed. The interval follows survey sampling in three steps:
//!
//! 1. The **design effect** D (Kish 1965, Survey Sampling) is the variance of the number of wins over that of
//!    independent games. With few wins it is poorly known, and is shrunk towards independence.
//! 2. The **effective sample size** is the number of games over D. It is further reduced for the degrees of freedom of
//!    the design effect, which replaces a normal quantile by Student's t (Korn & Graubard 1998, Survey Methodology 24).
//! 3. A **binomial interval** for that many independent games lies between that of Clopper & Pearson, which is
//!    conservative with many wins, and that of Jeffreys, which is too short with few.
//!
//! # Example
//!
//! An agent wins all 4 games of 15 blocks and no game of the 45 others. The win share is p = 0.25 of N = 240 games, and
//! the clusters' shares have variance v = 0.190678.
//!
//! 1. For independent games the number of wins would have variance e = N p (1 - p) = 45; the b = 60 clusters give
//!    f = N² v / b = 183.05. The raw design effect is 4.07: the games of a block agree completely. Shrinkage with
//!    k = 4 / (1 + e / 8) = 0.604 gives D = (f + k) / (e + k) = 4.027, with 59 ((e + k) / e)² = 60.6 degrees of
//!    freedom.
//! 2. The 240 games are worth 240 / D = 59.6 independent ones; times (1.960 / 2.000)², that is m = 57.2.
//! 3. With 14.9 effective wins, h = 14.9 / (14.9 + 4) / 2 = 0.394 of the way to Jeffreys, and w = 0.25 m = 14.3 wins,
//!    the ends are the 2.5 % quantile of the beta distribution with parameters w + h and m - w + 1 - h, and the 97.5 %
//!    quantile with w + 1 - h and m - w + h.
//!
//! ```
//! # use stats::{Clusters, Welford};
//! let mut shares = Welford::default();
//! (0..60).for_each(|block| shares.push(if block % 4 == 0 { 1.0 } else { 0.0 }));
//! let found = shares.share_estimate(Clusters { count: 60, blocks: 60, games: 240 });
//! assert!((found.low().unwrap() - 0.1505).abs() < 1e-4 && (found.high().unwrap() - 0.3746).abs() < 1e-4);
//! ```

use crate::estimate::Z;
use crate::{CONFIDENCE, Estimate, Interval, MIN_BLOCKS, beta, normal_quantile};

/// The prior variance of wins that shrinks the design effect when there are no wins.
const SHRINKAGE: f64 = 4.0;

/// The binomial variance of wins at which the shrinkage is halved.
const MANY_WINS: f64 = 8.0;

/// The wins or losses at which the interval is halfway from Clopper & Pearson's to Jeffreys's.
const HALFWAY_WINS: f64 = 4.0;

/// The maximum degrees of freedom; above it, quantiles no longer change.
const MOST_DF: f64 = 1e6;

/// The size of a sample of games, in its units.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Clusters {
    /// The number of clusters.
    pub count: u64,
    /// The number of blocks in all of them.
    pub blocks: u64,
    /// The number of games in all of them, or of seats if an agent has several in a game.
    pub games: u64,
}

impl Clusters {
    /// A sample of this many times as many clusters of the same size.
    #[must_use]
    pub fn times(self, factor: u64) -> Self {
        let Self { count, blocks, games } = self;
        Self { count: count * factor, blocks: blocks * factor, games: games * factor }
    }
}

/// The effective sample size of clustered games.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct EffectiveSampleSize {
    /// The degrees of freedom of the design effect.
    pub df: f64,
    /// The number of independent games with the same information: the games over their design effect.
    pub games: f64,
}

impl EffectiveSampleSize {
    /// Estimates it from clusters whose shares have this mean and sample variance.
    ///
    /// With N games in b clusters of c blocks, mean p and variance v, the number of wins would have variance
    /// e = N p (1 - p) if games were independent; the clusters give f = N² v / b. The design effect is
    /// D = (f + k c) / (e + k) with k = 4 / (1 + e / 8). So with few wins it is shrunk towards c: games of one block
    /// count as independent, blocks of one cluster as identical. The term k c is not estimated, so D has
    /// (b - 1) ((e + k c) / e)² degrees of freedom (Satterthwaite 1946, Biometrics Bulletin 2).
    pub fn new(mean: f64, variance: f64, clusters: Clusters) -> Self {
        let (count, games) = (clusters.count as f64, clusters.games as f64);
        let binomial = games * mean * (1.0 - mean);
        let shrinkage = SHRINKAGE / (1.0 + binomial / MANY_WINS);
        let of_blocks = shrinkage * clusters.blocks as f64 / count;
        let design_effect = (games * games * variance / count + of_blocks) / (binomial + shrinkage);
        let inflation = (binomial + of_blocks) / binomial;
        let df = ((count - 1.0) * inflation * inflation).min(MOST_DF);
        Self { df, games: games / design_effect }
    }
}

/// The 95 % interval of a share whose clusters have this mean and sample variance.
///
/// `None` with fewer than [`MIN_BLOCKS`] clusters. If rotations balance luck, games count more than independent ones.
///
/// - As in Korn & Graubard (1998, Survey Methodology 24), the games are replaced by m independent ones: the
///   [`EffectiveSampleSize`] times (z / t)², with the normal and Student's quantiles z and t.
/// - With w = p m wins among them, the ends are the 2.5 % quantile of the beta distribution with parameters w + h and
///   m - w + 1 - h, and the 97.5 % quantile with w + 1 - h and m - w + h. With h = 0 this is the interval of Clopper &
///   Pearson (1934, Biometrika 26), which is right for few wins and too wide for many. With h = 1/2 it is that of
///   Jeffreys (Brown, Cai & DasGupta 2001, Statistical Science 16), which is right for many wins and too narrow for
///   few. So h = r / (r + 4) / 2 with r effective wins or losses, whichever are fewer.
///
/// The constants 4 and 8 were chosen by the simulation in `examples/win_share_coverage.rs`; its coverage is in
/// `results/win_share_intervals`. If the games of a block agree, it takes some ten blocks with a win to detect that;
/// with fewer, the interval misses the true share more often than 5 %.
///
/// ```
/// # use stats::Clusters;
/// # use stats::share::share_interval;
/// // No wins in 60 blocks of 4 games: the interval of Clopper & Pearson for 240 games.
/// let found = share_interval(0.0, 0.0, Clusters { count: 60, blocks: 60, games: 240 }).unwrap();
/// assert_eq!(found.low, 0.0);
/// assert!((found.high - (1.0 - 0.025_f64.powf(1.0 / 240.0))).abs() < 1e-7);
/// ```
pub fn share_interval(mean: f64, variance: f64, clusters: Clusters) -> Option<Interval> {
    interval(mean, variance, clusters, CONFIDENCE, Z)
}

/// The [`share_interval`] at another confidence level, for simultaneous intervals.
pub fn share_interval_at(confidence: f64, mean: f64, variance: f64, clusters: Clusters) -> Option<Interval> {
    interval(mean, variance, clusters, confidence, normal_quantile(0.5 + confidence / 2.0))
}

/// The interval at this confidence level, whose two-sided normal quantile is `z`.
fn interval(mean: f64, variance: f64, clusters: Clusters, confidence: f64, z: f64) -> Option<Interval> {
    if clusters.count < MIN_BLOCKS {
        return None;
    }
    let mean = mean.clamp(0.0, 1.0);
    let EffectiveSampleSize { df, games } = EffectiveSampleSize::new(mean, variance, clusters);
    let t = beta::t_quantile(confidence, df);
    let trials = games * (z / t) * (z / t);
    let (wins, losses) = (mean * trials, (1.0 - mean) * trials);
    let weight = jeffreys_weight(games * mean.min(1.0 - mean));
    let tail = (1.0 - confidence) / 2.0;
    Some(Interval {
        low: beta::quantile(tail, wins + weight, losses + 1.0 - weight),
        high: beta::quantile(1.0 - tail, wins + 1.0 - weight, losses + weight),
    })
}

/// The fraction of a win that the prior adds: from 0 (Clopper & Pearson) to 1/2 (Jeffreys).
pub(crate) fn jeffreys_weight(wins: f64) -> f64 {
    wins / (wins + HALFWAY_WINS) / 2.0
}

/// The difference of two shares whose clusters have this correlation.
///
/// Combines the distances from the shares to the ends of their intervals (Zou & Donner 2008, Statistics in Medicine
/// 27), so with few wins it is as asymmetric as these.
pub fn share_difference(one: &Estimate, two: &Estimate, correlation: f64) -> Estimate {
    let correlation = correlation.clamp(-1.0, 1.0);
    let value = one.value.zip(two.value).map(|(one, two)| one - two);
    let shares = one.value.zip(two.value).zip(one.interval.zip(two.interval));
    let interval = shares.map(|((one, two), (of_one, of_two))| Interval {
        low: one - two - root_sum(one - of_one.low, of_two.high - two, correlation),
        high: one - two + root_sum(of_one.high - one, two - of_two.low, correlation),
    });
    Estimate { value, interval }
}

/// The standard error of the difference of two numbers with these errors and this correlation.
fn root_sum(a: f64, b: f64, correlation: f64) -> f64 {
    (a * a + b * b - 2.0 * correlation * a * b).max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Estimate, Welford};

    /// The share over clusters of one block.
    fn share(shares: impl IntoIterator<Item = f64>, games_each: u64) -> Estimate {
        let mut stream = Welford::default();
        shares.into_iter().for_each(|share| stream.push(share));
        let count = stream.count();
        stream.share_estimate(Clusters { count, blocks: count, games: count * games_each })
    }

    #[track_caller]
    fn check(found: Estimate, low: f64, high: f64) {
        let Interval { low: found_low, high: found_high } = found.interval.unwrap();
        let is_close = (found_low - low).abs() < 1e-7 && (found_high - high).abs() < 1e-7;
        assert!(is_close, "found {found_low} to {found_high}, expected {low} to {high}");
    }

    #[test]
    fn without_a_win_or_a_loss_it_is_the_interval_of_clopper_and_pearson() {
        let end = 0.025_f64.powf(1.0 / 240.0);
        check(share([0.0; 60], 4), 0.0, 1.0 - end);
        check(share([1.0; 60], 4), end, 1.0);
    }

    #[test]
    fn the_interval_is_that_of_another_implementation() {
        // By a script with the function's hypergeometric series: D 1.0732, ν 62.259, m 3.5838, h 0.1589.
        check(share([0.0, 0.0, 1.0, 1.0], 1), 0.071_350_854, 0.928_649_146);
        // D 2.0398, ν 30.651, m 54.2800, h 0.4401.
        check(share((0..30).map(|block| f64::from(block % 5) / 4.0), 4), 0.368_842_590, 0.631_157_410);
        // D 0.9685, ν 111.323, m 161.635, h 0.2540.
        check(share((0..40).map(|block| f64::from(u8::from(block % 10 == 0)) / 4.0), 4), 0.007_731_497, 0.060_286_936);
        // D 4.0272, ν 60.594, m 57.2390, h 0.3942: all games of a block alike.
        check(share((0..60).map(|block| f64::from(u8::from(block % 4 == 0))), 4), 0.150_513_405, 0.374_568_281);
    }

    #[test]
    fn shares_that_all_agree_have_an_interval() {
        // t · √(p (1 - p) D / N) with D = k / (N p (1 - p) + k), k = 4 / (1 + 50 / 8): about 2 · √k / N.
        check(share([0.5; 100], 2), 0.492_673_579, 0.507_326_421);
    }

    #[test]
    fn games_of_one_block_count_as_independent_and_blocks_of_one_cluster_do_not() {
        let none = |blocks| share_interval(0.0, 0.0, Clusters { count: 20, blocks, games: 400 }).unwrap().high;
        let end = |trials: f64| 1.0 - 0.025_f64.powf(1.0 / trials);
        assert!((none(20) - end(400.0)).abs() < 1e-6 && (none(200) - end(40.0)).abs() < 1e-6);
    }

    #[test]
    fn more_wins_hardly_ever_lower_the_interval() {
        for blocks in [5, 10, 40, 200] {
            let mut last = Interval { low: 0.0, high: 0.0 };
            for wins in 0..=4 * blocks {
                let won = (0..blocks).map(|block| f64::from((wins + block) / blocks) / 4.0);
                let next = share(won, 4).interval.unwrap();
                assert!(next.low >= last.low - 2e-2 && next.high >= last.high - 2e-2, "{wins} wins in {blocks} blocks");
                assert!(0.0 <= next.low && next.low < next.high && next.high <= 1.0);
                last = next;
            }
        }
    }

    #[test]
    fn intervals_of_rare_wins_in_real_games_hold() {
        use engine::random::{RngExt, random};
        // Blocks by twice the wins of `rule-of-thumb` against `greedy`, in 6,000 blocks of two games (seed 71).
        let blocks: [u32; 5] = [5827, 6, 165, 1, 1];
        let wins = |twice: usize| twice as f64 / 2.0;
        let truth =
            blocks.iter().enumerate().map(|(twice, count)| f64::from(*count) * wins(twice)).sum::<f64>() / 12_000.0;
        let mut rng = random(8);
        let mut block = || {
            let mut place: u32 = rng.random_range(0..6000);
            let drawn = blocks.iter().position(|count| place.checked_sub(*count).map(|left| place = left).is_none());
            wins(drawn.expect("6,000 blocks")) / 2.0
        };
        for expected in [0.25, 1.0, 2.0, 3.0, 4.0, 6.0] {
            let count = (expected / (2.0 * truth)) as u64;
            let end = 1.0 - 0.025_f64.powf(1.0 / (2 * count) as f64);
            let mut missed = 0;
            for _ in 0..1000 {
                let found = share((0..count).map(|_| block()), 2);
                let Interval { low, high } = found.interval.unwrap();
                missed += u32::from(truth < low || high < truth);
                if found.value == Some(0.0) {
                    assert!((high - end).abs() < 1e-6 && (expected > 3.0 || truth <= high), "{expected} {high}");
                }
            }
            // 5 % of 1,000, and three standard errors.
            assert!(missed <= 71, "{expected}: {missed}");
        }
    }

    #[test]
    fn more_confidence_is_a_wider_interval() {
        let clusters = Clusters { count: 60, blocks: 60, games: 240 };
        // Without a loss both ends are those of Clopper and Pearson.
        let found = share_interval_at(0.99, 1.0, 0.0, clusters).unwrap();
        assert!((found.low - 0.005_f64.powf(1.0 / 240.0)).abs() < 1e-7 && found.high > 1.0 - 1e-12, "{found:?}");
        let [usual, same] = [share_interval(0.4, 0.05, clusters), share_interval_at(CONFIDENCE, 0.4, 0.05, clusters)]
            .map(Option::unwrap);
        assert!((usual.low - same.low).abs() < 1e-9 && (usual.high - same.high).abs() < 1e-9);
        let wider = share_interval_at(0.99, 0.4, 0.05, clusters).unwrap();
        assert!(wider.low < usual.low - 0.01 && usual.high + 0.01 < wider.high, "{usual:?} {wider:?}");
    }

    #[test]
    fn one_block_gives_no_interval_of_a_share() {
        assert_eq!(share([1.0], 4), Estimate { value: Some(1.0), interval: None });
    }
}
