//! Estimates together with the influence of each cluster.
//!
//! The influences yield intervals for functions of several estimates, and simultaneous intervals for several estimates.

use engine::random::{Random, RngExt, mix, random};

use crate::beta::t_quantile;
use crate::share::share_interval_at;
use crate::{CONFIDENCE, Clusters, Estimate, Interval, MIN_BLOCKS, is_rounding, two_sided_normal_p, two_sided_p};

/// The number of bootstrap replicates for simultaneous intervals.
const REPLICATES: usize = 999;

/// A linearised estimate over clusters: its error is the mean of the clusters' influences.
///
/// ```
/// # use stats::cluster_estimate::ClusterEstimate;
/// let [one, other] = [[1.0, 5.0, 2.0], [3.0, 7.0, 4.5]]
///     .map(|values| ClusterEstimate::mean(values.into_iter().map(Some)).unwrap());
/// // The clusters have much in common, which cancels in the difference.
/// let difference = other.minus(&one);
/// assert!(difference.error().unwrap() < 0.2 * one.error().unwrap());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct ClusterEstimate {
    /// The estimate.
    pub value: f64,
    /// The number of clusters with data for it.
    pub clusters: u64,
    /// The influence of each cluster; 0 for clusters without data.
    influences: Vec<f64>,
}

impl ClusterEstimate {
    /// The mean over the clusters that have a value; `None` if none has.
    ///
    /// If clusters are missing, it is a ratio of means, linearised (Cochran 1977, Sampling Techniques, chapter 6).
    pub fn mean(values: impl Iterator<Item = Option<f64>> + Clone) -> Option<Self> {
        let (mut count, mut sum, mut all) = (0_u64, 0.0, 0_u64);
        for value in values.clone() {
            all += 1;
            if let Some(value) = value {
                count += 1;
                sum += value;
            }
        }
        if count == 0 {
            return None;
        }
        let (mean, times) = (sum / count as f64, all as f64 / count as f64);
        let influences = values.map(|value| value.map_or(0.0, |value| times * (value - mean))).collect();
        Some(Self { value: mean, clusters: count, influences })
    }

    /// A function of other estimates over the same clusters, by the delta method.
    ///
    /// `of` contains the derivative with respect to each of them. The number of clusters is the smallest of theirs.
    ///
    /// # Panics
    /// If they are not over the same clusters, or if there are none.
    pub fn function(value: f64, of: &[(&Self, f64)]) -> Self {
        let length = of[0].0.influences.len();
        let mut influences = vec![0.0; length];
        for (estimate, slope) in of {
            assert_eq!(estimate.influences.len(), length, "the same clusters");
            influences.iter_mut().zip(&estimate.influences).for_each(|(sum, influence)| *sum += slope * influence);
        }
        let clusters = of.iter().map(|(estimate, _)| estimate.clusters).min().unwrap_or(0);
        Self { value, clusters, influences }
    }

    /// The difference from another estimate over the same clusters.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self::function(self.value - other.value, &[(self, 1.0), (other, -1.0)])
    }

    /// Replaces the number of clusters, and so the degrees of freedom.
    #[must_use]
    pub fn known_by(self, clusters: u64) -> Self {
        Self { clusters, ..self }
    }

    /// The standard error; `None` with fewer than [`MIN_BLOCKS`] clusters, or if all agree.
    pub fn error(&self) -> Option<f64> {
        self.raw_error().filter(|error| !is_rounding(*error, self.value))
    }

    /// The standard error, even if all clusters agree up to rounding.
    fn raw_error(&self) -> Option<f64> {
        let count = self.clusters as f64;
        let squares: f64 = self.influences.iter().map(|influence| influence * influence).sum();
        (self.clusters >= MIN_BLOCKS).then(|| (count / (count - 1.0) * squares).sqrt() / self.influences.len() as f64)
    }

    /// The covariance with another estimate over the same clusters.
    ///
    /// The covariance of an estimate with itself is its squared standard error.
    ///
    /// # Panics
    /// If they are not over the same clusters.
    pub(crate) fn covariance(&self, other: &Self) -> f64 {
        assert_eq!(self.influences.len(), other.influences.len(), "the same clusters");
        let products: f64 = self.influences.iter().zip(&other.influences).map(|(one, two)| one * two).sum();
        self.correction() * other.correction() * products / (self.influences.len() as f64).powi(2)
    }

    /// The small-sample correction of the influences.
    fn correction(&self) -> f64 {
        (self.clusters as f64 / (self.clusters as f64 - 1.0)).sqrt()
    }

    /// The half-width of the t interval at this confidence level; `None` without a standard error.
    pub fn half_width(&self, confidence: f64) -> Option<f64> {
        Some(self.error()? * t_quantile(confidence, (self.clusters - 1) as f64))
    }

    /// The estimate with its t interval at this confidence level.
    pub fn estimate(&self, confidence: f64) -> Estimate {
        let interval = self.half_width(confidence).map(|half_width| Interval::around(self.value, half_width));
        Estimate { value: Some(self.value), interval }
    }

    /// The estimate of a share, with its [`share_interval_at`] this confidence level.
    ///
    /// `each` is the size of a single cluster.
    pub fn share_estimate(&self, confidence: f64, each: Clusters) -> Estimate {
        let clusters = each.times(self.clusters);
        let variance = self.raw_error().map(|error| error * error * self.clusters as f64);
        let interval = variance.and_then(|variance| share_interval_at(confidence, self.value, variance, clusters));
        Estimate { value: Some(self.value), interval }
    }

    /// The two-sided p value of the hypothesis that the value is 0; `None` without a standard error.
    pub fn p_value(&self) -> Option<f64> {
        Some(two_sided_p(self.value / self.error()?, (self.clusters - 1) as f64))
    }

    /// The sum of the influences with these signs, in standard errors.
    fn with_signs(&self, signs: &[u64]) -> f64 {
        let squares: f64 = self.influences.iter().map(|influence| influence * influence).sum();
        let influences = self.influences.iter().enumerate();
        let sum: f64 =
            influences.map(|(index, influence)| if is_minus(signs, index) { -influence } else { *influence }).sum();
        sum / squares.sqrt()
    }
}

/// The confidence level of each of several intervals whose joint coverage is to be 95 %.
///
/// The largest of their errors has this quantile by a multiplier bootstrap with random signs (Chernozhukov, Chetverikov
/// & Kato 2013, Annals of Statistics 41). Correlated estimates widen the intervals little, and a single estimate not at
/// all. `unvaried` is the number of estimates that have an interval although they do not vary; they count as
/// independent of all others.
///
/// `all` must include every reported estimate, differences too: the difference of two correlated estimates need not be
/// correlated with either.
pub fn confidence_together(all: &[&ClusterEstimate], unvaried: usize, seed: u64) -> f64 {
    let varied: Vec<&&ClusterEstimate> = all.iter().filter(|estimate| estimate.error().is_some()).collect();
    let length = all.first().map(|estimate| estimate.influences.len());
    let Some(length) = length.filter(|_| varied.len() + unvaried > 1) else { return CONFIDENCE };
    let mut furthest: Vec<f64> = (0..REPLICATES as u64)
        .map(|replicate| {
            let rng = &mut random(mix([seed, replicate]));
            let common = signs(rng, length);
            let of_varied = varied.iter().map(|estimate| estimate.with_signs(&common).abs()).fold(0.0, f64::max);
            (0..unvaried).map(|_| sum_of_signs(&signs(rng, length), length).abs()).fold(of_varied, f64::max)
        })
        .collect();
    furthest.sort_by(f64::total_cmp);
    let quantile = furthest[(CONFIDENCE * (REPLICATES + 1) as f64) as usize - 1];
    (1.0 - two_sided_normal_p(quantile)).max(CONFIDENCE)
}

/// Draws this many signs, packed 64 to a word.
fn signs(rng: &mut Random, length: usize) -> Vec<u64> {
    (0..length.div_ceil(64)).map(|_| rng.random()).collect()
}

fn is_minus(signs: &[u64], index: usize) -> bool {
    signs[index / 64] >> (index % 64) & 1 == 1
}

/// The sum of this many random signs, in standard errors.
fn sum_of_signs(signs: &[u64], length: usize) -> f64 {
    let minus = (0..length).filter(|index| is_minus(signs, *index)).count() as f64;
    (length as f64 - 2.0 * minus) / (length as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Welford;

    fn estimate_of(numbers: &[f64]) -> ClusterEstimate {
        ClusterEstimate::mean(numbers.iter().map(|number| Some(*number))).unwrap()
    }

    #[test]
    fn a_mean_has_its_t_interval() {
        let (found, mut stream) = (estimate_of(&[3.0, 8.0, 10.0, 1.0, 4.0]), Welford::default());
        [3.0, 8.0, 10.0, 1.0, 4.0].into_iter().for_each(|number| stream.push(number));
        let (found, expected) = (found.estimate(CONFIDENCE), stream.estimate());
        assert!((found.value.unwrap() - expected.value.unwrap()).abs() < 1e-12);
        assert!((found.low().unwrap() - expected.low().unwrap()).abs() < 1e-6, "{found:?} {expected:?}");
    }

    #[test]
    fn clusters_that_say_nothing_do_not_count() {
        let values = [Some(3.0), None, Some(8.0), None, None, Some(10.0)];
        let (found, whole) = (ClusterEstimate::mean(values.into_iter()).unwrap(), estimate_of(&[3.0, 8.0, 10.0]));
        assert_eq!((found.value, found.clusters), (whole.value, 3));
        assert!((found.error().unwrap() - whole.error().unwrap()).abs() < 1e-12);
        assert_eq!(ClusterEstimate::mean([None, None].into_iter()), None);
    }

    #[test]
    fn what_two_have_in_common_cancels_in_their_difference() {
        let (one, other) = (estimate_of(&[1.0, 5.0, 2.0]), estimate_of(&[3.0, 7.0, 4.5]));
        let apart = other.minus(&one);
        let paired = estimate_of(&[2.0, 2.0, 2.5]);
        assert!((apart.value - paired.value).abs() < 1e-12);
        assert!((apart.error().unwrap() - paired.error().unwrap()).abs() < 1e-12);
        assert_eq!(estimate_of(&[2.0, 2.0]).error(), None);
    }

    #[test]
    fn covariances_are_those_of_the_means() {
        // Products of deviations 3, -1, -2 and 1, 1, -2: 3 - 1 + 4 = 6; 6 / 2 / 3 = 1.
        let (one, other) = (estimate_of(&[6.0, 2.0, 1.0]), estimate_of(&[5.0, 5.0, 2.0]));
        assert!((one.covariance(&other) - 1.0).abs() < 1e-12);
        assert!((one.covariance(&one) - one.error().unwrap().powi(2)).abs() < 1e-12);
        let variance = one.covariance(&one) + other.covariance(&other) - 2.0 * one.covariance(&other);
        assert!((one.minus(&other).error().unwrap().powi(2) - variance).abs() < 1e-12);
    }

    #[test]
    fn together_means_more_confidence_the_less_they_agree() {
        let rng = &mut random(5);
        let numbers: Vec<Vec<f64>> = (0..4).map(|_| (0..300).map(|_| rng.random_range(0.0..1.0)).collect()).collect();
        let all: Vec<ClusterEstimate> = numbers.iter().map(|numbers| estimate_of(numbers)).collect();
        let same = confidence_together(&[&all[0], &all[0], &all[0], &all[0]], 0, 1);
        let apart = confidence_together(&all.iter().collect::<Vec<_>>(), 0, 1);
        assert!((same - 0.95).abs() < 0.012, "{same}");
        // Of independent ones each needs the fourth root of 0.95.
        assert!((apart - 0.95_f64.powf(0.25)).abs() < 0.006, "{apart}");
        assert_eq!(confidence_together(&[&all[0]], 0, 1), CONFIDENCE);
        // One that does not vary has an error of its own, if it has an interval.
        let level = estimate_of(&[0.25; 300]);
        assert_eq!(confidence_together(&[&all[0], &level], 0, 1), CONFIDENCE);
        let with_levels = confidence_together(&[&all[0], &level, &level, &level], 3, 1);
        assert!((with_levels - 0.95_f64.powf(0.25)).abs() < 0.006, "{with_levels}");
    }

    #[test]
    fn differences_of_estimates_that_agree_count_for_themselves() {
        // Four estimates that are nearly one, since all have the luck of the seed.
        let rng = &mut random(6);
        let common: Vec<f64> = (0..300).map(|_| rng.random_range(0.0..10.0)).collect();
        let all: Vec<ClusterEstimate> = (0..4)
            .map(|_| estimate_of(&common.iter().map(|luck| luck + rng.random_range(0.0..1.0)).collect::<Vec<_>>()))
            .collect();
        let apart: Vec<ClusterEstimate> = (1..4).map(|one| all[one].minus(&all[0])).collect();
        let alone = confidence_together(&all.iter().collect::<Vec<_>>(), 0, 1);
        let both = confidence_together(&all.iter().chain(&apart).collect::<Vec<_>>(), 0, 1);
        assert!(alone < 0.965 && both > 0.98, "{alone} {both}");
    }

    #[test]
    fn a_share_has_its_interval_where_all_agree() {
        let each = Clusters { count: 1, blocks: 1, games: 1 };
        let found = estimate_of(&[1.0; 20]).share_estimate(CONFIDENCE, each);
        assert!((found.low().unwrap() - 0.025_f64.powf(0.05)).abs() < 1e-6, "{found:?}");
        assert_eq!(estimate_of(&[1.0]).share_estimate(CONFIDENCE, each).interval, None);
        // Otherwise it is that of the stream.
        let shares = [0.0, 1.0, 1.0, 0.5, 1.0, 0.0, 1.0];
        let mut stream = Welford::default();
        shares.iter().for_each(|share| stream.push(*share));
        let (found, expected) =
            (estimate_of(&shares).share_estimate(CONFIDENCE, each), stream.share_estimate(each.times(7)));
        assert!((found.low().unwrap() - expected.low().unwrap()).abs() < 1e-6, "{found:?} {expected:?}");
        assert!((found.high().unwrap() - expected.high().unwrap()).abs() < 1e-6, "{found:?} {expected:?}");
    }
}
