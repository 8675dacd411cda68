//! Random-effects meta-analysis of effects that differ between sources.
//!
//! Estimates the mean effect, the spread between sources and a prediction interval. Sources are, for instance, kinds of
//! players. They may be measured on the same clusters, so that their errors are correlated.

use statrs::distribution::{ChiSquared, ContinuousCDF, FisherSnedecor, Gamma, Normal};

use crate::beta::{bisect, t_quantile};
use crate::cluster_estimate::ClusterEstimate;
use crate::estimate::{CONFIDENCE, Estimate, Interval, mean_and_squares, two_sided_p};

/// The size below which differences of numbers of order 1 are rounding.
const ROUNDING: f64 = 1e-7;

/// The minimum number of sources for an estimate of their spread.
pub const MIN_SOURCES: usize = 3;

/// The maximum number of steps of bisection or false position.
const STEPS: u32 = 42;

/// The relative difference at which false position stops.
const TOLERANCE: f64 = 1e-12;

/// The pooled effect of several sources.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PooledEffect {
    /// The mean effect over all sources, including unseen ones.
    pub effect: Estimate,
    /// The two-sided p value of the hypothesis that this mean is 0.
    pub p: f64,
    /// The standard deviation of true effects between sources.
    pub tau: f64,
    /// The p value of the hypothesis that all sources have the same effect.
    pub heterogeneity_p: f64,
    /// The prediction interval of the true effect of an unseen source.
    pub prediction: Interval,
}

/// The estimated effects of several sources, with the covariances of their errors.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceEffects {
    effects: Vec<f64>,
    /// The covariance of the errors of each pair of sources.
    covariance: Vec<Vec<f64>>,
    /// The degrees of freedom of these covariances.
    df: f64,
}

impl SourceEffects {
    /// Creates independent sources from the effect of each and its standard error, which counts as known.
    pub fn independent(sources: &[(f64, f64)]) -> Self {
        let mut covariance = vec![vec![0.0; sources.len()]; sources.len()];
        sources.iter().enumerate().for_each(|(one, (_, error))| covariance[one][one] = error.powi(2));
        Self { effects: sources.iter().map(|(effect, _)| *effect).collect(), covariance, df: f64::INFINITY }
    }

    /// Creates sources from estimates over the same clusters; drops those without a standard error.
    pub fn of_clusters<'a>(all: impl IntoIterator<Item = &'a ClusterEstimate>) -> Self {
        let all: Vec<&ClusterEstimate> = all.into_iter().filter(|estimate| estimate.error().is_some()).collect();
        let clusters = all.iter().map(|estimate| estimate.clusters).min().unwrap_or(1);
        Self {
            effects: all.iter().map(|estimate| estimate.value).collect(),
            covariance: all.iter().map(|one| all.iter().map(|other| one.covariance(other)).collect()).collect(),
            df: (clusters - 1) as f64,
        }
    }

    /// Pools the effects; `None` with fewer than [`MIN_SOURCES`].
    ///
    /// The variance between sources is estimated by Paule & Mandel (1982, Journal of Research of the National Bureau of
    /// Standards 87), with the expectation of the squares under correlated errors. The interval is that of Hartung &
    /// Knapp (2001, Statistics in Medicine 20) and Sidik & Jonkman (2002), but never shorter than the interval of a
    /// common effect (Röver, Knapp & Friede 2015). The prediction interval averages over the distribution of the
    /// variance between sources. That distribution follows because the weighted squares around the mean are chi-squared
    /// (Viechtbauer 2007, Statistics in Medicine 26; Nagashima, Noma & Furukawa 2019, Statistical Methods in Medical
    /// Research 28). If the sources' errors are small, it is Student's prediction interval.
    ///
    /// ```
    /// # use stats::random_effects::SourceEffects;
    /// let pooled = SourceEffects::independent(&[(1.0, 0.5), (1.1, 0.5), (0.9, 0.5), (1.0, 0.5)]).pool().unwrap();
    /// // The sources agree: standard error 0.5 / √4, t with 3 degrees of freedom.
    /// assert_eq!(pooled.tau, 0.0);
    /// assert!((pooled.effect.high().unwrap() - (1.0 + 3.182446 * 0.25)).abs() < 1e-5);
    /// ```
    pub fn pool(&self) -> Option<PooledEffect> {
        let count = self.effects.len();
        if count < MIN_SOURCES || (0..count).any(|one| self.covariance[one][one] <= 0.0) {
            return None;
        }
        let between = self.variance_between(self.df_between());
        let common = self.common_mean(between);
        let (error, df) = (common.variance.sqrt(), self.df_of(&common));
        let interval = Interval::around(common.mean, t_quantile(CONFIDENCE, df) * error);
        Some(PooledEffect {
            effect: Estimate { value: Some(common.mean), interval: Some(interval) },
            p: two_sided_p(common.mean / error, df),
            tau: between.sqrt(),
            heterogeneity_p: self.heterogeneity_p(),
            prediction: self.prediction(),
        })
    }

    /// The common mean, given the variance of true effects between sources.
    ///
    /// The weights ignore correlations of errors, which is robust if these are poorly known (Hedges, Tipton & Johnson
    /// 2010, Research Synthesis Methods 1). The variance of the mean and the expectation of the squares include them.
    fn common_mean(&self, between: f64) -> CommonMean {
        let weights: Vec<f64> =
            (0..self.effects.len()).map(|one| 1.0 / (self.covariance[one][one] + between)).collect();
        let weight: f64 = weights.iter().sum();
        let mean = weighted_sum(&weights, |one| self.effects[one]) / weight;
        let squares = weighted_sum(&weights, |one| (self.effects[one] - mean).powi(2));
        let variance = weighted_sum(&weights, |one| {
            let common: f64 = weights.iter().zip(&self.covariance[one]).map(|(weight, cell)| weight * cell).sum();
            common + weights[one] * between
        });
        let variance = variance / (weight * weight);
        let expected = weights.len() as f64 - weight * variance;
        CommonMean { mean, weight, squares, expected, variance }
    }

    /// The relative excess of the weighted squares over `squares` times their expectation.
    ///
    /// The reciprocal of the squares is nearly linear in the variance between sources.
    fn excess(&self, squares: f64, between: f64) -> f64 {
        let common = self.common_mean(between);
        1.0 - squares * common.expected / (common.squares * self.df_between())
    }

    /// The variance between sources at which the weighted squares equal `squares`.
    ///
    /// `squares` is on the scale of a chi-squared variable with one degree of freedom less than the number of sources.
    /// Returns 0 if the weighted squares are smaller even without variance between sources.
    fn variance_between(&self, squares: f64) -> f64 {
        if self.common_mean(0.0).expected <= ROUNDING {
            return 0.0;
        }
        let (mut low, mut above) = (0.0, self.excess(squares, 0.0));
        if above <= 0.0 {
            return 0.0;
        }
        let (_, mut high) = mean_and_squares(&self.effects);
        let mut below = self.excess(squares, high);
        for _ in 0..STEPS {
            if below <= 0.0 {
                break;
            }
            (low, above) = (high, below);
            high *= 2.0;
            below = self.excess(squares, high);
        }
        // The Illinois variant of false position (Dowell & Jarratt 1971, BIT 11) halves the function value at an end
        // kept twice.
        let mut stayed = 0;
        for _ in 0..STEPS {
            if high - low <= TOLERANCE * high {
                break;
            }
            let next = (low * below - high * above) / (below - above);
            let there = self.excess(squares, next);
            if there.abs() <= TOLERANCE {
                return next;
            }
            if there > 0.0 {
                (low, above) = (next, there);
                below *= if stayed > 0 { 0.5 } else { 1.0 };
                stayed = 1;
            } else {
                (high, below) = (next, there);
                above *= if stayed < 0 { 0.5 } else { 1.0 };
                stayed = -1;
            }
        }
        (low + high) / 2.0
    }

    /// The degrees of freedom of the spread between sources.
    fn df_between(&self) -> f64 {
        (self.effects.len() - 1) as f64
    }

    /// The p value of the hypothesis that all sources have the same effect, by Cochran's Q.
    ///
    /// With correlated errors, Q is a sum of chi-squared variables with unequal weights. It is approximated by a
    /// multiple of a single one (Satterthwaite 1946, Biometrics Bulletin 2), over errors that are themselves estimated
    /// (Welch 1951, Biometrika 38).
    fn heterogeneity_p(&self) -> f64 {
        let CommonMean { squares, expected, .. } = self.common_mean(0.0);
        if expected <= ROUNDING {
            return 1.0;
        }
        let count = self.effects.len();
        let weights: Vec<f64> = (0..count).map(|one| 1.0 / self.covariance[one][one]).collect();
        let weight: f64 = weights.iter().sum();
        // The matrix whose trace is `expected`: weighted deviations from the weighted mean, times covariances.
        let common: Vec<f64> = (0..count)
            .map(|other| (0..count).map(|one| weights[one] * self.covariance[one][other]).sum::<f64>() / weight)
            .collect();
        let matrix: Vec<Vec<f64>> = (0..count)
            .map(|one| (0..count).map(|other| weights[one] * (self.covariance[one][other] - common[other])).collect())
            .collect();
        let twice: f64 =
            (0..count).map(|one| (0..count).map(|other| matrix[one][other] * matrix[other][one]).sum::<f64>()).sum();
        let (ratio, df) = (squares / expected, expected * expected / twice);
        if self.df.is_infinite() {
            return ChiSquared::new(df).expect("positive degrees of freedom").sf(ratio * df);
        }
        let uneven: f64 = weights.iter().map(|one| (1.0 - one / weight).powi(2)).sum();
        let (kinds, squares) = (count as f64, (count * count - 1) as f64);
        let inflation = 1.0 + 2.0 * (kinds - 2.0) / squares * uneven / self.df;
        let of_errors = squares / (3.0 * uneven) * self.df;
        FisherSnedecor::new(df, of_errors).expect("positive degrees of freedom").sf(ratio / inflation)
    }

    /// The degrees of freedom of a common mean's variance, by Satterthwaite's approximation.
    ///
    /// The part due to the spread between sources has one less than the number of sources; the shared part has those of
    /// the covariances.
    fn df_of(&self, common: &CommonMean) -> f64 {
        let apart = (common.expected / self.df_between() / common.weight).min(common.variance);
        let shared = common.variance - apart;
        // Two sums of the same numbers can differ by rounding.
        if shared <= ROUNDING * common.variance {
            return self.df_between();
        }
        common.variance.powi(2) / (apart.powi(2) / self.df_between() + shared.powi(2) / self.df)
    }

    /// The prediction interval, from a mixture of normal distributions over the variance between sources.
    fn prediction(&self) -> Interval {
        let squares = Gamma::new(self.df_between() / 2.0, 0.5).expect("a positive shape");
        let parts: Vec<(f64, f64)> = (0..VARIANCES)
            .map(|place| {
                let between = self.variance_between(squares.inverse_cdf((place as f64 + 0.5) / VARIANCES as f64));
                let common = self.common_mean(between);
                (common.mean, (between + common.variance).sqrt())
            })
            .collect();
        let reach = 10.0 * parts.iter().map(|(_, error)| *error).fold(0.0, f64::max);
        let standard = Normal::standard();
        let tail = (1.0 - CONFIDENCE) / 2.0;
        let [low, high] = [tail, 1.0 - tail].map(|probability| {
            let (low, high) = bisect(parts[0].0 - reach, parts[0].0 + reach, STEPS, |x| {
                let sum: f64 = parts.iter().map(|(mean, error)| standard.cdf((x - mean) / error)).sum();
                sum / (VARIANCES as f64) < probability
            });
            (low + high) / 2.0
        });
        Interval { low, high }
    }
}

/// A common mean of several sources.
struct CommonMean {
    /// The weighted mean.
    mean: f64,
    /// The sum of weights.
    weight: f64,
    /// The weighted squares around the mean.
    squares: f64,
    /// Their expectation: one less than the number of sources if errors are uncorrelated.
    expected: f64,
    /// The variance of the mean.
    variance: f64,
}

fn weighted_sum(weights: &[f64], value: impl Fn(usize) -> f64) -> f64 {
    weights.iter().enumerate().map(|(one, weight)| weight * value(one)).sum()
}

/// The number of between-source variances over which the prediction averages.
const VARIANCES: usize = 199;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_without_error_of_their_own_have_students_prediction() {
        // Mean 3, standard deviation 1: t(4) = 2.776445, times the root of 1 + 1/5.
        let deviation = 2.5_f64.sqrt();
        let effects: Vec<(f64, f64)> =
            [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().map(|effect| (3.0 + (effect - 3.0) / deviation, 1e-6)).collect();
        let found = SourceEffects::independent(&effects).pool().unwrap();
        assert!((found.tau - 1.0).abs() < 1e-6, "{}", found.tau);
        assert!((found.prediction.high - 3.0 - 2.776_445 * 1.2_f64.sqrt()).abs() < 0.01, "{:?}", found.prediction);
        assert!((found.effect.high().unwrap() - 3.0 - 2.776_445 / 5.0_f64.sqrt()).abs() < 1e-5);
    }

    #[test]
    fn sources_that_agree_have_a_common_effect() {
        let found = SourceEffects::independent(&[(1.0, 0.5), (1.1, 0.5), (0.9, 0.5), (1.0, 0.5)]).pool().unwrap();
        assert_eq!(found.tau, 0.0);
        // Standard error 0.25, t(3) = 3.182446.
        assert!((found.effect.high().unwrap() - 1.0 - 3.182_446 * 0.25).abs() < 1e-5);
        assert_eq!(SourceEffects::independent(&[(1.0, 0.5), (1.1, 0.5)]).pool(), None);
    }
}
