//! The interval of a share of wins, from clusters of games.

use super::beta;
use super::estimate::{CONFIDENCE, Interval, MIN_BLOCKS};

/// This many wins' worth of independent games is added to what clusters say about their spread.
const CAUTION: f64 = 4.0;

/// The standard normal quantile of [`CONFIDENCE`], two-sided.
const Z: f64 = 1.959_963_984_540_054;

/// More degrees of freedom than this are as good as any number.
const MOST_FREEDOM: f64 = 1e6;

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

/// The 95 % interval of a share that clusters estimate with this mean and sample variance of their means. Nothing with fewer than
/// [`MIN_BLOCKS`] clusters.
///
/// The games of a cluster are not independent, so they count as fewer games, or as more where rotations balance luck. With N games in b
/// clusters of c blocks, mean p and variance v:
///
/// - independent games would give wins of variance e = N p (1 - p); the clusters' is f = N² v / b. The design effect (Kish 1965, Survey
///   Sampling) is taken as D = (f + 4 c) / (e + 4): clusters that agree by luck are not believed altogether, and where there are few wins
///   the games of a block pass for independent, the blocks of a cluster for alike;
/// - the 4 c are no estimate, so D has ν = (b - 1) ((e + 4 c) / e)² degrees of freedom (Satterthwaite 1946, Biometrics Bulletin 2);
/// - as Korn & Graubard (1998, Survey Methodology 24) do, they are replaced by m independent games: m = N / D · (z / t)², with normal
///   and Student's quantiles z and t with ν degrees of freedom;
/// - with w = p m wins in them, the ends are the 2.5 % quantile of the beta distribution with parameters w + h and m - w + 1 - h, and the
///   97.5 % quantile with w + 1 - h and m - w + h. For h = 0 that is the interval of Clopper & Pearson (1934, Biometrika 26), which is
///   right for few wins, and too long for many; for h = 1/2 Jeffreys's (Brown, Cai & DasGupta 2001, Statistical Science 16), where it is
///   the other way round. So h = r / (r + 4) / 2, with r the wins or the losses, whichever are fewer, over D.
///
/// The 4 is what the simulation in `examples/win_share_coverage.rs` asks for (`results/win_share_intervals`). With independent games, 2 to 5
/// in a block, 20 to 1,000 blocks and shares from 0.5 to 50 % it misses in 4.9 % on average where blocks · share is at least 10, and less
/// often elsewhere, with an interval no longer than Clopper and Pearson's on N games; in no cell in more than about 5.8 % but for chance. So
/// too where tied wins are split. Where the games of a block go together, it takes some ten blocks with a win to see that: with fewer it
/// misses more often, if all games of a block are alike in up to two fifths of the intervals.
pub fn share_interval(mean: f64, variance: f64, clusters: Clusters) -> Option<Interval> {
    if clusters.count < MIN_BLOCKS {
        return None;
    }
    let (count, games) = (clusters.count as f64, clusters.games as f64);
    let (mean, caution) = (mean.clamp(0.0, 1.0), CAUTION * clusters.blocks as f64 / count);
    let expected = games * mean * (1.0 - mean);
    let design_effect = (games * games * variance / count + caution) / (expected + CAUTION);
    let known = (expected + caution) / expected;
    let t = beta::t_quantile(CONFIDENCE, ((count - 1.0) * known * known).min(MOST_FREEDOM));
    let trials = games / design_effect * (Z / t) * (Z / t);
    let (wins, losses) = (mean * trials, (1.0 - mean) * trials);
    let rarer = games * mean.min(1.0 - mean) / design_effect;
    let half = rarer / (rarer + CAUTION) / 2.0;
    let tail = (1.0 - CONFIDENCE) / 2.0;
    Some(Interval {
        low: beta::quantile(tail, wins + half, losses + 1.0 - half),
        high: beta::quantile(1.0 - tail, wins + 1.0 - half, losses + half),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Estimate, Welford};

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
        // By a script with the function's hypergeometric series: D 1.0667, ν 75, m 3.6300, h 0.1596.
        check(share([0.0, 0.0, 1.0, 1.0], 1), 0.072_783_941, 0.927_216_059);
        // D 1.9432, ν 37.249, m 57.8087, h 0.4427.
        check(share((0..30).map(|block| f64::from(block % 5) / 4.0), 4), 0.372_809_871, 0.627_190_129);
        // D 0.9737, ν 160.026, m 161.844, h 0.2533.
        check(share((0..40).map(|block| f64::from(u8::from(block % 10 == 0)) / 4.0), 4), 0.007_736_312, 0.060_262_229);
        // D 3.8174, ν 69.955, m 60.7146, h 0.3986: all games of a block alike.
        check(share((0..60).map(|block| f64::from(u8::from(block % 4 == 0))), 4), 0.153_061_831, 0.370_589_471);
    }

    #[test]
    fn shares_that_all_agree_leave_room_for_four_wins() {
        // t · √(p (1 - p) D / N) with D = 4 / (N p (1 - p) + 4): about 2 · √4 / N.
        check(share([0.5; 100], 2), 0.480_948_666, 0.519_051_334);
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
    fn one_block_gives_no_interval_of_a_share() {
        assert_eq!(share([1.0], 4), Estimate { value: Some(1.0), interval: None });
    }
}
