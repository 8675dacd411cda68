//! One-way analysis of variance with confidence intervals: the part of a variance explained by groups.

use crate::beta::bisect;
use crate::estimate::mean_and_squares;
use crate::symmetric::{Symmetric, dot};
use crate::{CONFIDENCE, Estimate, Interval, beta, is_rounding};

/// The number of bisection steps.
const STEPS: u32 = 60;

/// The noncentrality above which the distribution is approximated.
const LARGE: f64 = 500.0;

/// The maximum number of mixture terms; the weights vanish long before.
const MOST_TERMS: f64 = 100_000.0;

/// The F statistic of a grouping: the mean square between groups over the mean square within groups.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct FStatistic {
    /// The mean square between groups.
    pub between: f64,
    /// The degrees of freedom between groups; may be fractional.
    pub between_df: f64,
    /// The mean square within groups: the expectation of `between` if the groups explain nothing.
    pub within: f64,
    /// The degrees of freedom within groups; may be fractional.
    pub within_df: f64,
    /// The number of observations whose groups were drawn at random; `None` in a fixed design.
    pub drawn: Option<f64>,
}

impl FStatistic {
    /// The interval of the noncentrality: the sum of squares of the true effects over the noise variance.
    ///
    /// It contains the noncentralities under which the statistic lies between its 2.5 % and 97.5 % quantiles (Steiger
    /// 2004, Psychological Methods 9). If groups were drawn at random, the distribution is that of the squared multiple
    /// correlation (Gurland 1968, Journal of the Royal Statistical Society B 30). `None` if there is no noise, or if it
    /// has at most two degrees of freedom.
    pub fn noncentrality(&self) -> Option<Interval> {
        let Self { between, between_df, within, within_df, .. } = *self;
        let is_defined = within > 0.0 && between_df > 0.0 && within_df > 2.0;
        let ratio = between / within * between_df;
        let tail = (1.0 - CONFIDENCE) / 2.0;
        is_defined.then(|| Interval { low: self.solve(ratio, 1.0 - tail), high: self.solve(ratio, tail) })
    }

    /// Returns the noncentrality at which the distribution function of the ratio has this value.
    ///
    /// The ratio is the sum of squares between groups over the mean square within. Returns 0 if the distribution
    /// function is below the value for every noncentrality.
    fn solve(&self, ratio: f64, probability: f64) -> f64 {
        if self.cdf(ratio, 0.0) <= probability {
            return 0.0;
        }
        let (mut low, mut high) = (0.0, ratio.max(1.0));
        while self.cdf(ratio, high) > probability {
            (low, high) = (high, 2.0 * high);
        }
        bisect(low, high, STEPS, |middle| self.cdf(ratio, middle) > probability).1
    }

    /// The distribution function of the ratio.
    fn cdf(&self, ratio: f64, noncentrality: f64) -> f64 {
        if noncentrality > LARGE {
            self.approximate_cdf(ratio, noncentrality)
        } else {
            self.exact_cdf(ratio, noncentrality)
        }
    }

    /// The distribution function as a mixture of central distribution functions.
    ///
    /// The weights are those of a Poisson variable with mean λ / 2, or of a negative binomial variable if groups were
    /// drawn.
    fn exact_cdf(&self, ratio: f64, noncentrality: f64) -> f64 {
        let (a, b) = (self.between_df / 2.0, self.within_df / 2.0);
        let odds = ratio / self.within_df;
        let x = odds / (1.0 + odds);
        let logarithm = a * libm::log(x) + b * libm::log1p(-x) - libm::log(a);
        let mut step = libm::exp(logarithm + libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b));
        let mut central = beta::cdf(x, a, b);
        let mut weight = match self.drawn {
            Some(count) => libm::exp(-count / 2.0 * libm::log1p(noncentrality / count)),
            None => libm::exp(-noncentrality / 2.0),
        };
        let (mut sum, mut weights, mut term) = (0.0, 0.0, 0.0);
        while weights < 1.0 - 1e-10 && term < MOST_TERMS {
            sum += weight * central;
            weights += weight;
            central = (central - step).max(0.0);
            step *= x * (a + b + term) / (a + term + 1.0);
            weight *= match self.drawn {
                Some(count) => (count / 2.0 + term) * noncentrality / (count + noncentrality) / (term + 1.0),
                None => noncentrality / 2.0 / (term + 1.0),
            };
            term += 1.0;
        }
        sum
    }

    /// The distribution function of a scaled central variable with the same mean and variance.
    ///
    /// The mean is k + λ and the variance 2 k + 4 λ (Patnaik 1949, Biometrika 36), plus 2 λ² / n if groups were drawn.
    fn approximate_cdf(&self, ratio: f64, noncentrality: f64) -> f64 {
        let mean = self.between_df + noncentrality;
        let drawn = self.drawn.map_or(0.0, |count| 2.0 * noncentrality * noncentrality / count);
        let variance = 2.0 * self.between_df + 4.0 * noncentrality + drawn;
        let (multiple, df) = (variance / (2.0 * mean), 2.0 * mean * mean / variance);
        let odds = ratio / multiple / self.within_df;
        beta::cdf(odds / (1.0 + odds), df / 2.0, self.within_df / 2.0)
    }
}

/// The mean vector of clusters and its covariance matrix.
///
/// Numerically stable for any number of clusters (Welford 1962, Technometrics 4).
#[derive(Clone, Debug)]
pub struct MeanVector {
    count: u64,
    means: Vec<f64>,
    products: Symmetric,
}

impl MeanVector {
    /// Starts without clusters, for vectors of this length.
    pub fn new(length: usize) -> Self {
        Self { count: 0, means: vec![0.0; length], products: Symmetric::zeros(length) }
    }

    /// Adds the vector of a cluster.
    pub fn push(&mut self, vector: &[f64]) {
        let before: Vec<f64> = vector.iter().zip(&self.means).map(|(number, mean)| number - mean).collect();
        self.count += 1;
        let count = self.count as f64;
        self.means.iter_mut().zip(&before).for_each(|(mean, off)| *mean += off / count);
        self.products.add_products((count - 1.0) / count, &before);
    }

    /// The variance of the true means of the vectors' elements.
    ///
    /// The estimate is unbiased, so it can be negative by chance; the ends of its interval cannot. Effects shared by
    /// all elements of a cluster cancel. The variance expected by chance follows from the covariances of the elements'
    /// differences. Its degrees of freedom are those of the scaled chi-squared variable with the same mean and variance
    /// (Box 1954, Annals of Mathematical Statistics 25). Empty with fewer than two elements or clusters, or if the
    /// clusters do not vary.
    pub fn variance_between(&self) -> Estimate {
        let (elements, count) = (self.means.len() as f64, self.count as f64);
        if elements < 2.0 || count < 2.0 {
            return Estimate::default();
        }
        let (_, found) = mean_and_squares(&self.means);
        let centred = self.centred();
        let scale = 1.0 / ((count - 1.0) * count);
        let trace: f64 = (0..self.means.len()).map(|place| centred[(place, place)]).sum::<f64>() * scale;
        let squares: f64 = (0..self.means.len()).map(|row| dot(centred.row(row), centred.row(row))).sum::<f64>();
        let squares = squares * scale * scale;
        let largest = self.means.iter().fold(0.0_f64, |largest, mean| largest.max(mean.abs()));
        if is_rounding((trace.max(0.0) * count / elements).sqrt(), largest) {
            return Estimate::default();
        }
        let df = trace * trace / squares;
        let statistic =
            FStatistic { between: found, between_df: df, within: trace, within_df: count - 1.0, drawn: None };
        let interval = statistic.noncentrality().map(|ends| ends.map(|end| end * trace / df / elements));
        Estimate { value: Some((found - trace) / elements), interval }
    }

    /// The sums of products of the elements' deviations from their common mean.
    fn centred(&self) -> Symmetric {
        let length = self.means.len();
        let rows: Vec<f64> =
            (0..length).map(|row| self.products.row(row).iter().sum::<f64>() / length as f64).collect();
        let all = rows.iter().sum::<f64>() / length as f64;
        let mut centred = Symmetric::zeros(length);
        for one in 0..length {
            for other in 0..length {
                centred[(one, other)] = self.products[(one, other)] - rows[one] - rows[other] + all;
            }
        }
        centred
    }
}

#[cfg(test)]
mod tests {
    use engine::random::{Random, RngExt, random};

    use super::*;

    #[test]
    fn nothing_explained_is_the_central_distribution_and_its_interval_begins_at_0() {
        let found = FStatistic { between: 1.0, between_df: 4.0, within: 1.0, within_df: 20.0, drawn: None };
        // By scipy: the F distribution with 4 and 20 degrees of freedom, and the upper end by the noncentral one.
        assert!((found.cdf(4.0, 0.0) - 0.569_318).abs() < 1e-6, "{}", found.cdf(4.0, 0.0));
        let Interval { low, high } = found.noncentrality().unwrap();
        assert!(low == 0.0 && (high - 12.063_207).abs() < 1e-5, "{low} {high}");
    }

    /// Five groups of ten with means this far apart, noise with variance 1: the noncentrality and its interval.
    fn groups(apart: f64, rng: &mut Random) -> (f64, Interval) {
        let mut noise = || (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
        let means: Vec<f64> = (0..5).map(|group| apart * f64::from(group)).collect();
        let numbers: Vec<Vec<f64>> = means.iter().map(|mean| (0..10).map(|_| mean + noise()).collect()).collect();
        let of_group = |numbers: &Vec<f64>| numbers.iter().sum::<f64>() / 10.0;
        let found: Vec<f64> = numbers.iter().map(of_group).collect();
        let centre = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
        let squares = |numbers: &[f64]| numbers.iter().map(|x| (x - centre(numbers)).powi(2)).sum::<f64>();
        let within: f64 = numbers.iter().map(|numbers| squares(numbers)).sum();
        let statistic = FStatistic {
            between: 10.0 * squares(&found) / 4.0,
            between_df: 4.0,
            within: within / 45.0,
            within_df: 45.0,
            drawn: None,
        };
        (10.0 * squares(&means), statistic.noncentrality().unwrap())
    }

    #[test]
    fn large_noncentralities_are_nearly_as_exact_ones() {
        for drawn in [None, Some(400.0)] {
            let found = FStatistic { between: 40.0, between_df: 15.0, within: 1.0, within_df: 384.0, drawn };
            for noncentrality in [400.0, 500.0, 600.0] {
                let [exact, near] =
                    [found.exact_cdf(600.0, noncentrality), found.approximate_cdf(600.0, noncentrality)];
                assert!((exact - near).abs() < 4e-3, "{drawn:?} {noncentrality}: {exact} {near}");
            }
        }
    }

    #[test]
    fn the_variance_between_equal_means_is_0_on_average_and_covered() {
        let mut rng = random(12);
        for apart in [0.0, 0.3] {
            let (mut sum, mut missed) = (0.0, 0);
            for _ in 0..1000 {
                let mut vectors = MeanVector::new(3);
                for _ in 0..40 {
                    let common = rng.random_range(-5.0..5.0);
                    let vector: [f64; 3] =
                        std::array::from_fn(|place| common + apart * place as f64 + rng.random_range(-1.0..1.0));
                    vectors.push(&vector);
                }
                let found = vectors.variance_between();
                // Means 0, a, 2 a: variance 2/3 a².
                let truth = apart * apart * 2.0 / 3.0;
                sum += found.value.unwrap() - truth;
                let Interval { low, high } = found.interval.unwrap();
                missed += u32::from(low > truth || high < truth);
            }
            // The variance of each mean's part is 1/3 / 40; four standard errors of the mean of 1,000.
            assert!((sum / 1000.0).abs() < 0.002, "{apart}: {}", sum / 1000.0);
            assert!(missed <= 78, "{apart}: {missed}");
        }
    }

    #[test]
    fn means_that_vary_by_rounding_alone_have_no_variance_between_them() {
        let mut vectors = MeanVector::new(2);
        (0..90).for_each(|number| vectors.push(&[if number % 2 == 0 { 0.1 + 0.2 } else { 0.3 }, 0.7]));
        assert_eq!(vectors.variance_between(), Estimate::default());
    }

    #[test]
    fn the_interval_covers_the_noncentrality() {
        let mut rng = random(11);
        for apart in [0.0, 0.1, 0.4] {
            let misses = |(truth, Interval { low, high }): &(f64, Interval)| low > truth || high < truth;
            let missed = (0..2000).map(|_| groups(apart, &mut rng)).filter(misses).count();
            // At 0 the lower end cannot miss: 2.5 % of 2,000 are 50; otherwise 100, four standard errors 39.
            let most = if apart == 0.0 { 78 } else { 139 };
            assert!(missed <= most, "{apart}: {missed}");
        }
    }
}
