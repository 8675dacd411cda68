//! The interval of a share of wins, and of the difference of two, from clusters of games.

use super::beta;
use super::estimate::{CONFIDENCE, Estimate, Interval, MIN_BLOCKS, normal_quantile};

/// This many wins' worth of independent games is added to what clusters say about their spread, where wins are few.
const CAUTION: f64 = 4.0;

/// With this variance of the number of wins, caution is half as large.
const MANY_WINS: f64 = 8.0;

/// The standard normal quantile of [`CONFIDENCE`], two-sided.
const Z: f64 = 1.959_963_984_540_054;

/// More degrees of freedom than this are as good as any number.
const MOST_DF: f64 = 1e6;

/// Clusters of games that a share is estimated from.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Clusters {
    /// How many there are.
    pub count: u64,
    /// The blocks in all of them.
    pub blocks: u64,
    /// The games in all of them; seats, where an agent has several in a game.
    pub games: u64,
}

impl Clusters {
    /// As many clusters like these.
    #[must_use]
    pub fn times(self, factor: u64) -> Self {
        let Self { count, blocks, games } = self;
        Self { count: count * factor, blocks: blocks * factor, games: games * factor }
    }
}

/// How many independent games clusters are worth.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Worth {
    /// Degrees of freedom of what is known about the spread.
    pub df: f64,
    /// The games over the design effect: the variance of the number of wins over that of independent games (Kish 1965, Survey Sampling).
    pub games: f64,
}

impl Worth {
    /// Of clusters whose shares have this mean and sample variance.
    ///
    /// With N games in b clusters of c blocks, mean p and variance v, independent games would give wins of variance e = N p (1 - p); the
    /// clusters' is f = N² v / b. The design effect is taken as D = (f + k c) / (e + k) with k = 4 / (1 + e / 8): clusters that agree by luck
    /// are not believed altogether, and where there are few wins the games of a block pass for independent, the blocks of a cluster for
    /// alike. The k c are no estimate, so D has (b - 1) ((e + k c) / e)² degrees of freedom (Satterthwaite 1946, Biometrics Bulletin 2).
    pub fn of(mean: f64, variance: f64, clusters: Clusters) -> Self {
        let (count, games) = (clusters.count as f64, clusters.games as f64);
        let expected = games * mean * (1.0 - mean);
        let caution = CAUTION / (1.0 + expected / MANY_WINS);
        let of_blocks = caution * clusters.blocks as f64 / count;
        let design_effect = (games * games * variance / count + of_blocks) / (expected + caution);
        let known = (expected + of_blocks) / expected;
        let df = ((count - 1.0) * known * known).min(MOST_DF);
        Self { df, games: games / design_effect }
    }
}

/// The 95 % interval of a share that clusters estimate with this mean and sample variance of their means. `None` with fewer than
/// [`MIN_BLOCKS`] clusters.
///
/// The games of a cluster are not independent, so they count as fewer games, or as more where rotations balance luck:
///
/// - as Korn & Graubard (1998, Survey Methodology 24) do, they are replaced by m independent games: the games over their design effect, times
///   (z / t)², with normal and Student's quantiles z and t;
/// - with w = p m wins in them, the ends are the 2.5 % quantile of the beta distribution with parameters w + h and m - w + 1 - h, and the
///   97.5 % quantile with w + 1 - h and m - w + h. For h = 0 that is the interval of Clopper & Pearson (1934, Biometrika 26), which is
///   right for few wins, and too long for many; for h = 1/2 Jeffreys's (Brown, Cai & DasGupta 2001, Statistical Science 16), where it is
///   the other way round. So h = r / (r + 4) / 2, with r the wins or the losses, whichever are fewer, over the design effect.
///
/// The 4 and the 8 are what the simulation in `examples/win_share_coverage.rs` asks for; `results/win_share_intervals` has how often the
/// interval misses. Where the games of a block go together, it takes some ten blocks with a win to see that: with fewer it misses more often.
pub fn share_interval(mean: f64, variance: f64, clusters: Clusters) -> Option<Interval> {
    interval(mean, variance, clusters, CONFIDENCE, Z)
}

/// [`share_interval`] with another confidence, for intervals that hold together.
pub fn share_interval_at(confidence: f64, mean: f64, variance: f64, clusters: Clusters) -> Option<Interval> {
    interval(mean, variance, clusters, confidence, normal_quantile(0.5 + confidence / 2.0))
}

/// The interval of this confidence, with the two-sided normal quantile `z` of it.
fn interval(mean: f64, variance: f64, clusters: Clusters, confidence: f64, z: f64) -> Option<Interval> {
    if clusters.count < MIN_BLOCKS {
        return None;
    }
    let mean = mean.clamp(0.0, 1.0);
    let worth = Worth::of(mean, variance, clusters);
    let t = beta::t_quantile(confidence, worth.df);
    let trials = worth.games * (z / t) * (z / t);
    let (wins, losses) = (mean * trials, (1.0 - mean) * trials);
    let half = half(worth.games * mean.min(1.0 - mean));
    let tail = (1.0 - confidence) / 2.0;
    Some(Interval {
        low: beta::quantile(tail, wins + half, losses + 1.0 - half),
        high: beta::quantile(1.0 - tail, wins + 1.0 - half, losses + half),
    })
}

/// From 0 for no wins to 1/2 for many: how far an interval is on the way from Clopper & Pearson's to Jeffreys's.
pub fn half(wins: f64) -> f64 {
    wins / (wins + 4.0) / 2.0
}

/// The difference between two shares, with their intervals and the correlation of the clusters that they come from, by combining the
/// distances of the intervals' ends (Zou & Donner 2008, Statistics in Medicine 27): for few wins it is as lopsided as these.
pub fn share_difference(one: &Estimate, two: &Estimate, correlation: f64) -> Estimate {
    let value = one.value.zip(two.value).map(|(one, two)| one - two);
    let ends = |one: f64, two: f64, of_one: Interval, of_two: Interval| {
        let together = |a: f64, b: f64| (a * a + b * b - 2.0 * correlation.clamp(-1.0, 1.0) * a * b).max(0.0).sqrt();
        Interval {
            low: one - two - together(one - of_one.low, of_two.high - two),
            high: one - two + together(of_one.high - one, two - of_two.low),
        }
    };
    let shares = one.value.zip(two.value).zip(one.interval.zip(two.interval));
    Estimate { value, interval: shares.map(|((one, two), (of_one, of_two))| ends(one, two, of_one, of_two)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Estimate, Welford};

    /// Of blocks that are clusters.
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
    fn without_a_win_or_a_loss_it_is_clopper_and_pearsons() {
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
    fn shares_that_all_agree_leave_some_room() {
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
