//! Means, shares and ratios over clusters, from streams of which only a few sums are stored.

use statrs::distribution::{ContinuousCDF, Gamma};

use crate::estimate::estimate;
use crate::share::{EffectiveSampleSize, jeffreys_weight, share_interval};
use crate::{
    CONFIDENCE, Clusters, Estimate, Interval, MIN_BLOCKS, is_rounding, normal_quantile, t_quantile, two_sided_p,
};

/// The number of events above which a normal distribution replaces the gamma distribution.
const MANY_EVENTS: f64 = 1e6;

/// The mean and variance of a stream of numbers.
///
/// Numerically stable for any length (Welford 1962, Technometrics 4).
///
/// ```
/// # use stats::Welford;
/// let mut vp = Welford::default();
/// [41.0, 38.0, 47.0, 42.0].into_iter().for_each(|number| vp.push(number));
/// assert_eq!((vp.count(), vp.mean(), vp.variance()), (4, Some(42.0), Some(14.0)));
/// // 42 ± 3.182 · √(14 / 4), by Student's t with 3 degrees of freedom.
/// assert!((vp.estimate().high().unwrap() - 47.954).abs() < 1e-3);
/// assert!(vp.p_value(40.0).unwrap() > 0.05);
/// ```
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Welford {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Welford {
    /// Adds a number.
    pub fn push(&mut self, number: f64) {
        self.count += 1;
        let before = number - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (number - self.mean);
    }

    /// Adds all numbers of another stream.
    ///
    /// Uses the formula of Chan, Golub & LeVeque (1979, Updating formulae and a pairwise algorithm for computing sample
    /// variances).
    pub fn merge(&mut self, other: &Self) {
        let count = self.count + other.count;
        if count > 0 {
            let (own, more, apart) = (self.count as f64, other.count as f64, other.mean - self.mean);
            self.mean += apart * more / count as f64;
            self.squares += other.squares + apart * apart * own * more / count as f64;
            self.count = count;
        }
    }

    /// The sum of squared deviations from a given number.
    pub fn squares_around(&self, centre: f64) -> f64 {
        let off = self.mean - centre;
        self.squares + self.count as f64 * off * off
    }

    /// The number of observations.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean; `None` without numbers.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The sample variance, with divisor n - 1; `None` with fewer than two numbers.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// Returns whether there are fewer than two numbers, or all are equal up to rounding.
    pub fn is_constant(&self) -> bool {
        self.variance().is_none_or(|variance| is_rounding(variance.sqrt(), self.mean))
    }

    /// The mean with the t interval of independent numbers (Student 1908).
    ///
    /// There is no interval with fewer than [`MIN_BLOCKS`] numbers, or if all are equal.
    pub fn estimate(&self) -> Estimate {
        let error = self.variance().map(|variance| (variance / self.count as f64).sqrt());
        estimate(self.mean(), error, self.count)
    }

    /// Student's t statistic of a hypothesis about the mean; `None` if numbers are all equal or too few.
    fn t_statistic(&self, hypothesis: f64) -> Option<f64> {
        let error = (self.variance()? / self.count as f64).sqrt();
        (!is_rounding(error, self.mean)).then(|| (self.mean - hypothesis) / error)
    }

    /// The two-sided p value of a hypothesis about the mean, by Student's t test.
    ///
    /// `None` with fewer than [`MIN_BLOCKS`] numbers, or if all are equal.
    pub fn p_value(&self, hypothesis: f64) -> Option<f64> {
        self.t_statistic(hypothesis).map(|t| two_sided_p(t, (self.count - 1) as f64))
    }

    /// The mean of shares from 0 to 1 over these clusters, with its [`share_interval`].
    pub fn share_estimate(&self, clusters: Clusters) -> Estimate {
        let interval = self.mean().and_then(|mean| share_interval(mean, self.variance()?, clusters));
        Estimate { value: self.mean(), interval }
    }
}

/// A stream of shares, one per cluster, with the number of games behind them.
#[derive(Copy, Clone, PartialEq, Default, Debug)]
pub struct Shares {
    stream: Welford,
    blocks: u64,
    games: u64,
}

impl Shares {
    /// Adds the share in a cluster of this many blocks and games.
    pub fn push(&mut self, share: f64, blocks: u64, games: u64) {
        self.stream.push(share);
        self.blocks += blocks;
        self.games += games;
    }

    /// The clusters so far.
    pub fn clusters(&self) -> Clusters {
        Clusters { count: self.stream.count(), blocks: self.blocks, games: self.games }
    }

    /// The stream of shares, without the numbers of blocks and games.
    pub fn stream(&self) -> &Welford {
        &self.stream
    }

    /// The mean with its [`share_interval`].
    pub fn estimate(&self) -> Estimate {
        self.stream.share_estimate(self.clusters())
    }

    /// The mean and the effective number of games, for tests that start with few clusters.
    ///
    /// The spread of few clusters is poorly known, so the design effect is multiplied by 1 + 2 / their number. `None`
    /// with fewer than [`MIN_BLOCKS`] clusters.
    pub(crate) fn early_games(&self) -> Option<(f64, f64)> {
        let (mean, variance) = (self.stream.mean()?, self.stream.variance()?);
        let size = EffectiveSampleSize::new(mean, variance, self.clusters());
        Some((mean, size.games / (1.0 + 2.0 / self.stream.count() as f64)))
    }
}

/// The ratio Σy / Σx of two totals over blocks of unequal weight x.
///
/// Its variance is that of the linearised ratio, b/(b-1) · Σ(y - r x)² / (Σx)² over the b blocks with x > 0. The
/// interval is a t interval with b - 1 degrees of freedom (Cochran 1977, Sampling Techniques, chapter 6). With equal
/// weights, it is the mean of the blocks' means with its t interval.
///
/// ```
/// # use stats::Ratio;
/// // Tiles sold, of tiles offered, in four blocks.
/// let mut sold = Ratio::default();
/// [(3.0, 6.0), (2.0, 6.0), (5.0, 8.0), (0.0, 0.0)].into_iter().for_each(|(y, x)| sold.push(y, x));
/// assert_eq!((sold.blocks(), sold.estimate().value), (3, Some(0.5)));
/// // A share stays between 0 and 1, whatever its error.
/// assert!(sold.share().low().unwrap() > 0.0 && sold.share().high().unwrap() < 1.0);
/// ```
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Ratio {
    blocks: u64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Ratio {
    /// Adds a block with total `y` and weight `x`. A block without weight has no effect.
    pub fn push(&mut self, y: f64, x: f64) {
        if x > 0.0 {
            self.blocks += 1;
            self.x += x;
            self.y += y;
            self.xx += x * x;
            self.xy += x * y;
            self.yy += y * y;
        }
    }

    /// The number of blocks with weight.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The ratio with its t interval, which needs at least [`MIN_BLOCKS`] blocks.
    pub fn estimate(&self) -> Estimate {
        estimate(self.value(), self.error(), self.blocks)
    }

    /// The ratio of a total of counts, gold or VP, with an interval that is valid for rare events too.
    ///
    /// The total is treated as the number of independent events with the same relative error s / r:
    /// m = (r / s)² · (z / t)², with the normal and Student's quantiles z and t. The ends are r / m times the 2.5 %
    /// quantile of the gamma distribution with shape m + h and the 97.5 % quantile with shape m + 1 - h. With h = 0
    /// this is the interval of Fay & Feuer (1997, Statistics in Medicine 16) for weighted sums of counts, which is too
    /// wide for many events; so h grows from 0 to 1/2 as in [`share_interval`].
    ///
    /// There is no interval with fewer than [`MIN_BLOCKS`] blocks, or if all are 0.
    pub fn amount(&self) -> Estimate {
        let Estimate { value: Some(ratio), interval: Some(_) } = self.estimate() else { return self.estimate() };
        let error = self.error().unwrap_or(0.0);
        let tail = (1.0 - CONFIDENCE) / 2.0;
        let quotient = normal_quantile(1.0 - tail) / t_quantile((self.blocks - 1) as f64);
        let events = (ratio / error * quotient).powi(2);
        if !(events > 0.0 && events < MANY_EVENTS) {
            return self.estimate();
        }
        let (each, weight) = (ratio / events, jeffreys_weight(events));
        let interval = Interval {
            low: each * gamma_quantile(events + weight, tail),
            high: each * gamma_quantile(events + 1.0 - weight, 1.0 - tail),
        };
        Estimate { value: Some(ratio), interval: Some(interval) }
    }

    /// The ratio of a part to the whole, such as tiles sold to tiles offered, with its [`share_interval`].
    ///
    /// Each piece of the whole counts as a game.
    pub fn share(&self) -> Estimate {
        let clusters = Clusters { count: self.blocks, blocks: self.blocks, games: self.x as u64 };
        let known = self.value().zip(self.error());
        let interval =
            known.and_then(|(share, error)| share_interval(share, error * error * self.blocks as f64, clusters));
        Estimate { value: self.value(), interval }
    }

    /// The standard error; `None` with fewer than [`MIN_BLOCKS`] blocks.
    pub fn error(&self) -> Option<f64> {
        let (ratio, blocks) = (self.value().filter(|_| self.blocks >= MIN_BLOCKS)?, self.blocks as f64);
        // The sums are of whole numbers and so exact; their difference can still be negative by rounding.
        let residual = (self.yy - 2.0 * ratio * self.xy + ratio * ratio * self.xx).max(0.0);
        Some((blocks / (blocks - 1.0) * residual).sqrt() / self.x)
    }

    /// The two-sided p value of a hypothesis about the ratio, by the same t distribution as its interval.
    ///
    /// `None` with fewer than [`MIN_BLOCKS`] blocks, or if all agree.
    pub fn p_value(&self, hypothesis: f64) -> Option<f64> {
        let (ratio, error) = (self.y / self.x, self.error()?);
        (!is_rounding(error, ratio)).then(|| two_sided_p((ratio - hypothesis) / error, (self.blocks - 1) as f64))
    }

    fn value(&self) -> Option<f64> {
        (self.blocks > 0).then(|| self.y / self.x)
    }
}

/// The quantile of the gamma distribution with scale 1.
fn gamma_quantile(shape: f64, probability: f64) -> f64 {
    Gamma::new(shape, 1.0).expect("a positive shape").inverse_cdf(probability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::t_quantile;

    #[track_caller]
    fn close(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found - expected).abs() < 1e-6, "found {found}, expected {expected}");
    }

    #[test]
    fn t_quantiles_are_those_of_printed_tables() {
        for (df, expected) in
            [(1.0, 12.706_205), (4.0, 2.776_445), (9.0, 2.262_157), (30.0, 2.042_272), (1e5, 1.959_988)]
        {
            assert!((t_quantile(df) - expected).abs() < 1e-5, "{df}: {}", t_quantile(df));
        }
    }

    #[test]
    fn p_values_are_those_of_printed_tables() {
        for (t, df, expected) in
            [(2.228_139, 10.0, 0.05), (-2.228_139, 10.0, 0.05), (0.0, 3.0, 1.0), (31.820_516, 1.0, 0.02)]
        {
            assert!((two_sided_p(t, df) - expected).abs() < 1e-6, "{t}, {df}: {}", two_sided_p(t, df));
        }
        let mut stream = Welford::default();
        [1.0, 2.0, 3.0].into_iter().for_each(|number| stream.push(number));
        close(stream.t_statistic(1.0), 3.0_f64.sqrt());
        assert_eq!(Welford::default().p_value(0.0), None);
    }

    #[test]
    fn mean_and_variance_of_a_handful() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sum of squared deviations 32.
        let mut stream = Welford::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|number| stream.push(number));
        close(stream.mean(), 5.0);
        close(stream.variance(), 32.0 / 7.0);
        // 5 ± t(7) · sqrt(32/7/8) = 5 ± 2.364624 · 0.755929.
        close(stream.estimate().low(), 5.0 - 1.787_488);
        close(stream.estimate().high(), 5.0 + 1.787_488);
    }

    #[test]
    fn streams_merge_to_what_one_stream_is() {
        let numbers = [3.0, 8.0, -1.0, 4.5, 4.5, 10.0];
        for cut in 0..=numbers.len() {
            let (mut one, mut two, mut whole) = (Welford::default(), Welford::default(), Welford::default());
            numbers[..cut].iter().for_each(|number| one.push(*number));
            numbers[cut..].iter().for_each(|number| two.push(*number));
            numbers.iter().for_each(|number| whole.push(*number));
            one.merge(&two);
            close(one.mean(), whole.mean().unwrap());
            close(one.variance(), whole.variance().unwrap());
            let expected: f64 = numbers.iter().map(|number| (number - 2.0_f64).powi(2)).sum();
            close(Some(one.squares_around(2.0)), expected);
        }
    }

    #[test]
    fn large_numbers_lose_no_variance() {
        let mut stream = Welford::default();
        [4.0, 7.0, 13.0, 16.0].into_iter().for_each(|number| stream.push(1e9 + number));
        close(stream.variance(), 30.0);
    }

    #[test]
    fn too_few_blocks_give_no_interval() {
        assert_eq!(Welford::default().estimate(), Estimate::default());
        let mut stream = Welford::default();
        stream.push(3.0);
        assert_eq!(stream.estimate(), Estimate { value: Some(3.0), interval: None });
        let mut ratio = Ratio::default();
        ratio.push(6.0, 2.0);
        assert_eq!(ratio.estimate(), Estimate { value: Some(3.0), interval: None });
        ratio.push(0.0, 0.0);
        assert_eq!((ratio.blocks(), ratio.p_value(0.0), Ratio::default().p_value(0.0)), (1, None, None));
    }

    #[test]
    fn a_ratio_of_equal_weights_is_the_mean_of_block_means() {
        let (mut stream, mut ratio) = (Welford::default(), Ratio::default());
        for total in [3.0, 8.0, 10.0, 1.0, 4.0] {
            stream.push(total / 4.0);
            ratio.push(total, 4.0);
        }
        close(ratio.estimate().value, stream.mean().unwrap());
        close(ratio.estimate().low(), stream.estimate().low().unwrap());
        close(ratio.estimate().high(), stream.estimate().high().unwrap());
        close(ratio.p_value(1.0), stream.p_value(1.0).unwrap());
    }

    #[test]
    fn a_ratio_of_unequal_weights_by_hand() {
        // y/x: 2/1, 3/2, 1/1; r = 6/4 = 1.5; residuals .5, 0, -.5; variance 3/2 · .5 / 16 = .046875.
        let mut ratio = Ratio::default();
        [(2.0, 1.0), (3.0, 2.0), (1.0, 1.0)].into_iter().for_each(|(y, x)| ratio.push(y, x));
        close(ratio.estimate().value, 1.5);
        // t(2) = 4.302653.
        close(ratio.estimate().high(), 1.5 + 4.302_653 * 0.046_875_f64.sqrt());
    }

    #[test]
    fn rare_events_have_the_interval_of_counts() {
        // Nine events in 100 blocks: variance 100/99 · (9 · 0.91² + 91 · 0.09²) / 100² = 0.00082727; m = (0.09² / 0.00082727) ·
        // (1.959964 / 1.984217)² = 9.5533, h = 0.3524. Gamma quantiles by scipy.
        let mut ratio = Ratio::default();
        (0..100).for_each(|block| ratio.push(f64::from(u8::from(block % 11 == 0 && block < 99)), 1.0));
        let found = ratio.amount();
        close(found.value, 0.09);
        close(found.low(), 0.044565984);
        close(found.high(), 0.163434849);
        assert_eq!(Ratio::default().amount(), Estimate::default());
    }

    #[test]
    fn amounts_that_vary_little_have_the_t_interval() {
        let mut ratio = Ratio::default();
        (0..2000).for_each(|block| ratio.push(f64::from(100 + block % 3), 1.0));
        let (found, expected) = (ratio.amount(), ratio.estimate());
        assert!((found.low().unwrap() - expected.low().unwrap()).abs() < 1e-4, "{found:?} {expected:?}");
        assert!((found.high().unwrap() - expected.high().unwrap()).abs() < 1e-4, "{found:?} {expected:?}");
    }

    #[test]
    fn a_share_of_pieces_is_that_of_as_many_games() {
        let (mut ratio, mut stream) = (Ratio::default(), Welford::default());
        for wins in [3.0, 1.0, 2.0, 0.0, 4.0, 2.0] {
            ratio.push(wins, 4.0);
            stream.push(wins / 4.0);
        }
        let expected = stream.share_estimate(Clusters { count: 6, blocks: 6, games: 24 });
        close(ratio.share().low(), expected.low().unwrap());
        close(ratio.share().high(), expected.high().unwrap());
    }

    #[test]
    fn equal_blocks_have_no_interval() {
        let (mut ratio, mut stream) = (Ratio::default(), Welford::default());
        (0..1000).for_each(|_| ratio.push(7.0, 3.0));
        (0..1000).for_each(|_| stream.push(7.0 / 3.0));
        assert_eq!(ratio.estimate().interval, None);
        assert_eq!(stream.estimate().interval, None);
    }
}
