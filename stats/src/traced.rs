//! Estimates that know what each cluster adds to them, so that any function of several of them has an interval, and several have one together.

use engine::random::{Random, RngExt, mix, random};

use super::beta::t_quantile;
use super::estimate::{CONFIDENCE, Estimate, Interval, MIN_BLOCKS, is_rounding, two_sided_normal_p, two_sided_p};
use super::share::{Clusters, share_interval_at};

/// Replicates of the bootstrap behind simultaneous intervals.
const REPLICATES: usize = 999;

/// An estimate over clusters, linearised: its error is the mean of what the clusters are off.
#[derive(Clone, PartialEq, Debug)]
pub struct Traced {
    /// The estimate.
    pub value: f64,
    /// The clusters that say something about it.
    pub clusters: u64,
    /// By how much each cluster is off; 0 where it says nothing.
    off: Vec<f64>,
}

impl Traced {
    /// The mean of those clusters that have a value; nothing if none has. With clusters missing it is a ratio of means, linearised (Cochran
    /// 1977, Sampling Techniques, chapter 6).
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
        let off = values.map(|value| value.map_or(0.0, |value| times * (value - mean))).collect();
        Some(Self { value: mean, clusters: count, off })
    }

    /// A function of other estimates over the same clusters: its value, and its derivative by each of them (the delta method). It is known as
    /// well as that by the fewest clusters.
    ///
    /// # Panics
    /// If they are not over the same clusters, or there are none.
    pub fn function(value: f64, of: &[(&Self, f64)]) -> Self {
        let length = of[0].0.off.len();
        let mut off = vec![0.0; length];
        for (estimate, slope) in of {
            assert_eq!(estimate.off.len(), length, "the same clusters");
            off.iter_mut().zip(&estimate.off).for_each(|(sum, off)| *sum += slope * off);
        }
        let clusters = of.iter().map(|(estimate, _)| estimate.clusters).min().unwrap_or(0);
        Self { value, clusters, off }
    }

    /// This less another one over the same clusters.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self::function(self.value - other.value, &[(self, 1.0), (other, -1.0)])
    }

    /// The same, known as well as by so many clusters.
    #[must_use]
    pub fn known_by(self, clusters: u64) -> Self {
        Self { clusters, ..self }
    }

    /// The standard error; nothing with fewer than [`MIN_BLOCKS`] clusters, or where all agree.
    pub fn error(&self) -> Option<f64> {
        self.raw_error().filter(|error| !is_rounding(*error, self.value))
    }

    /// The standard error, also where all clusters agree up to rounding.
    fn raw_error(&self) -> Option<f64> {
        let count = self.clusters as f64;
        let squares: f64 = self.off.iter().map(|off| off * off).sum();
        let error = || (count / (count - 1.0) * squares).sqrt() / self.off.len() as f64;
        (self.clusters >= MIN_BLOCKS).then(error)
    }

    /// The covariance with another estimate over the same clusters. That with itself is the square of its standard error.
    ///
    /// # Panics
    /// If they are not over the same clusters.
    pub fn covariance(&self, other: &Self) -> f64 {
        assert_eq!(self.off.len(), other.off.len(), "the same clusters");
        let unbiased = |of: &Self| (of.clusters as f64 / (of.clusters as f64 - 1.0)).sqrt();
        let products: f64 = self.off.iter().zip(&other.off).map(|(one, two)| one * two).sum();
        unbiased(self) * unbiased(other) * products / (self.off.len() as f64).powi(2)
    }

    /// How far an interval of this confidence reaches to either side.
    pub fn half_width(&self, confidence: f64) -> Option<f64> {
        Some(self.error()? * t_quantile(confidence, (self.clusters - 1) as f64))
    }

    /// The estimate with Student's interval of this confidence.
    pub fn estimate(&self, confidence: f64) -> Estimate {
        let interval = self.half_width(confidence);
        let interval = interval.map(|half| Interval { low: self.value - half, high: self.value + half });
        Estimate { value: Some(self.value), interval }
    }

    /// The estimate of a share, with an interval of this confidence that holds near 0 and 1 and where all clusters agree:
    /// [`share_interval_at`]. `each` is the size of one cluster.
    pub fn share_estimate(&self, confidence: f64, each: Clusters) -> Estimate {
        let clusters = each.times(self.clusters);
        let variance = self.raw_error().map(|error| error * error * self.clusters as f64);
        let interval = variance.and_then(|variance| share_interval_at(confidence, self.value, variance, clusters));
        Estimate { value: Some(self.value), interval }
    }

    /// The two-sided p value of its being 0.
    pub fn p_value(&self) -> Option<f64> {
        Some(two_sided_p(self.value / self.error()?, (self.clusters - 1) as f64))
    }

    /// The sum of what the clusters are off, each with a random sign, in standard errors.
    fn with_signs(&self, signs: &[u64]) -> f64 {
        let signed = |(index, off): (usize, &f64)| if signs[index / 64] >> (index % 64) & 1 == 0 { *off } else { -off };
        let squares: f64 = self.off.iter().map(|off| off * off).sum();
        self.off.iter().enumerate().map(signed).sum::<f64>() / squares.sqrt()
    }
}

/// The confidence that each of several intervals over the same clusters must have so that all hold together with 95 %: the largest of their
/// errors has this quantile by a bootstrap with random signs (Chernozhukov, Chetverikov & Kato 2013, Annals of Statistics 41). Estimates that
/// go together cost little; a single one costs nothing. Estimates that do not vary have no error to go with others: so many of them as have an
/// interval all the same, `unvaried`, count as independent of everything.
///
/// Everything that is said of the estimates must be among them: two estimates may go together while their difference goes its own way.
pub fn confidence_together(all: &[&Traced], unvaried: usize, seed: u64) -> f64 {
    let varied: Vec<&&Traced> = all.iter().filter(|estimate| estimate.error().is_some()).collect();
    let Some(length) = all.first().map(|estimate| estimate.off.len()).filter(|_| varied.len() + unvaried > 1) else {
        return CONFIDENCE;
    };
    let furthest = |replicate: usize| {
        let rng: &mut Random = &mut random(mix([seed, replicate as u64]));
        let mut signs = || -> Vec<u64> { (0..length.div_ceil(64)).map(|_| rng.random()).collect() };
        let common = signs();
        let of_varied = varied.iter().map(|estimate| estimate.with_signs(&common).abs()).fold(0.0, f64::max);
        (0..unvaried).map(|_| sum_of_signs(&signs(), length).abs()).fold(of_varied, f64::max)
    };
    let mut furthest: Vec<f64> = (0..REPLICATES).map(furthest).collect();
    furthest.sort_by(f64::total_cmp);
    let quantile = furthest[(CONFIDENCE * (REPLICATES + 1) as f64) as usize - 1];
    (1.0 - two_sided_normal_p(quantile)).max(CONFIDENCE)
}

/// The sum of so many random signs, in standard errors.
fn sum_of_signs(signs: &[u64], length: usize) -> f64 {
    let is_minus = |index: &usize| signs[index / 64] >> (index % 64) & 1 == 1;
    let minus = (0..length).filter(is_minus).count() as f64;
    (length as f64 - 2.0 * minus) / (length as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Welford;

    fn traced(numbers: &[f64]) -> Traced {
        Traced::mean(numbers.iter().map(|number| Some(*number))).unwrap()
    }

    #[test]
    fn a_mean_has_its_t_interval() {
        let (found, mut stream) = (traced(&[3.0, 8.0, 10.0, 1.0, 4.0]), Welford::default());
        [3.0, 8.0, 10.0, 1.0, 4.0].into_iter().for_each(|number| stream.push(number));
        let (found, expected) = (found.estimate(CONFIDENCE), stream.estimate());
        assert!((found.value.unwrap() - expected.value.unwrap()).abs() < 1e-12);
        assert!((found.low().unwrap() - expected.low().unwrap()).abs() < 1e-6, "{found:?} {expected:?}");
    }

    #[test]
    fn clusters_that_say_nothing_do_not_count() {
        let values = [Some(3.0), None, Some(8.0), None, None, Some(10.0)];
        let (found, whole) = (Traced::mean(values.into_iter()).unwrap(), traced(&[3.0, 8.0, 10.0]));
        assert_eq!((found.value, found.clusters), (whole.value, 3));
        assert!((found.error().unwrap() - whole.error().unwrap()).abs() < 1e-12);
        assert_eq!(Traced::mean([None, None].into_iter()), None);
    }

    #[test]
    fn what_two_have_in_common_cancels_in_their_difference() {
        let (one, other) = (traced(&[1.0, 5.0, 2.0]), traced(&[3.0, 7.0, 4.5]));
        let apart = other.minus(&one);
        let paired = traced(&[2.0, 2.0, 2.5]);
        assert!((apart.value - paired.value).abs() < 1e-12);
        assert!((apart.error().unwrap() - paired.error().unwrap()).abs() < 1e-12);
        assert_eq!(traced(&[2.0, 2.0]).error(), None);
    }

    #[test]
    fn covariances_are_those_of_the_means() {
        // Products of deviations 3, -1, -2 and 1, 1, -2: 3 - 1 + 4 = 6; 6 / 2 / 3 = 1.
        let (one, other) = (traced(&[6.0, 2.0, 1.0]), traced(&[5.0, 5.0, 2.0]));
        assert!((one.covariance(&other) - 1.0).abs() < 1e-12);
        assert!((one.covariance(&one) - one.error().unwrap().powi(2)).abs() < 1e-12);
        let variance = one.covariance(&one) + other.covariance(&other) - 2.0 * one.covariance(&other);
        assert!((one.minus(&other).error().unwrap().powi(2) - variance).abs() < 1e-12);
    }

    #[test]
    fn together_means_more_confidence_the_less_they_agree() {
        let rng = &mut random(5);
        let numbers: Vec<Vec<f64>> = (0..4).map(|_| (0..300).map(|_| rng.random_range(0.0..1.0)).collect()).collect();
        let all: Vec<Traced> = numbers.iter().map(|numbers| traced(numbers)).collect();
        let same = confidence_together(&[&all[0], &all[0], &all[0], &all[0]], 0, 1);
        let apart = confidence_together(&all.iter().collect::<Vec<_>>(), 0, 1);
        assert!((same - 0.95).abs() < 0.012, "{same}");
        // Of independent ones each needs the fourth root of 0.95.
        assert!((apart - 0.95_f64.powf(0.25)).abs() < 0.006, "{apart}");
        assert_eq!(confidence_together(&[&all[0]], 0, 1), CONFIDENCE);
        // One that does not vary has an error of its own, if it has an interval.
        let level = traced(&[0.25; 300]);
        assert_eq!(confidence_together(&[&all[0], &level], 0, 1), CONFIDENCE);
        let with_levels = confidence_together(&[&all[0], &level, &level, &level], 3, 1);
        assert!((with_levels - 0.95_f64.powf(0.25)).abs() < 0.006, "{with_levels}");
    }

    #[test]
    fn differences_of_estimates_that_agree_count_for_themselves() {
        // Four estimates that are nearly one, since all have the luck of the seed.
        let rng = &mut random(6);
        let common: Vec<f64> = (0..300).map(|_| rng.random_range(0.0..10.0)).collect();
        let all: Vec<Traced> = (0..4)
            .map(|_| traced(&common.iter().map(|luck| luck + rng.random_range(0.0..1.0)).collect::<Vec<_>>()))
            .collect();
        let apart: Vec<Traced> = (1..4).map(|one| all[one].minus(&all[0])).collect();
        let alone = confidence_together(&all.iter().collect::<Vec<_>>(), 0, 1);
        let both = confidence_together(&all.iter().chain(&apart).collect::<Vec<_>>(), 0, 1);
        assert!(alone < 0.965 && both > 0.98, "{alone} {both}");
    }

    #[test]
    fn a_share_has_its_interval_where_all_agree() {
        let each = Clusters { count: 1, blocks: 1, games: 1 };
        let found = traced(&[1.0; 20]).share_estimate(CONFIDENCE, each);
        assert!((found.low().unwrap() - 0.025_f64.powf(0.05)).abs() < 1e-6, "{found:?}");
        assert_eq!(traced(&[1.0]).share_estimate(CONFIDENCE, each).interval, None);
        // Otherwise it is that of the stream.
        let shares = [0.0, 1.0, 1.0, 0.5, 1.0, 0.0, 1.0];
        let mut stream = Welford::default();
        shares.iter().for_each(|share| stream.push(*share));
        let (found, expected) =
            (traced(&shares).share_estimate(CONFIDENCE, each), stream.share_estimate(each.times(7)));
        assert!((found.low().unwrap() - expected.low().unwrap()).abs() < 1e-6, "{found:?} {expected:?}");
        assert!((found.high().unwrap() - expected.high().unwrap()).abs() < 1e-6, "{found:?} {expected:?}");
    }
}
