//! Estimates with confidence intervals, and the distributions behind them.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use crate::beta;

/// The two-sided confidence level of every interval.
pub const CONFIDENCE: f64 = 0.95;

/// The two-sided standard normal quantile of [`CONFIDENCE`].
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// The minimum number of blocks for an interval.
pub const MIN_BLOCKS: u64 = 2;

/// A confidence interval.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// A symmetric interval.
    pub fn around(centre: f64, half_width: f64) -> Self {
        Self { low: centre - half_width, high: centre + half_width }
    }

    /// Transforms both ends by an increasing function.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        Self { low: scale(self.low), high: scale(self.high) }
    }
}

/// An estimate with its 95 % confidence interval.
///
/// ```
/// # use stats::{Estimate, Interval};
/// let share = Estimate { value: Some(0.25), interval: Some(Interval { low: 0.21, high: 0.3 }) };
/// let percent = share.map(|share| 100.0 * share);
/// assert_eq!((percent.value, percent.low(), percent.high()), (Some(25.0), Some(21.0), Some(30.0)));
/// // Without data there is neither.
/// assert_eq!(Estimate::default().map(f64::sqrt), Estimate::default());
/// ```
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Estimate {
    /// The estimate; `None` without data.
    pub value: Option<f64>,
    /// The 95 % interval; `None` with too few blocks or no variation.
    pub interval: Option<Interval>,
}

impl Estimate {
    /// Transforms the estimate and its interval by an increasing function.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        Self { value: self.value.map(&scale), interval: self.interval.map(|interval| interval.map(&scale)) }
    }

    /// Clips the interval to the bounds of the parameter space.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Self {
        let interval =
            self.interval.map(|Interval { low, high }| Interval { low: low.max(least), high: high.min(most) });
        Self { interval, ..self }
    }

    /// Widens a t interval with these degrees of freedom for 95 % joint coverage of `count` such intervals.
    ///
    /// Uses Bonferroni's inequality, so the estimates may be correlated.
    ///
    /// ```
    /// # use stats::{Estimate, Interval};
    /// let share = Estimate { value: Some(0.25), interval: Some(Interval::around(0.25, 0.0196)) };
    /// // Of four intervals each has 98.75 %: the normal quantile 2.498 instead of 1.960.
    /// assert!((share.simultaneous(4, 1e6).high().unwrap() - 0.27498).abs() < 1e-5);
    /// ```
    #[must_use]
    pub fn simultaneous(self, count: usize, df: f64) -> Self {
        let level = 1.0 - (1.0 - CONFIDENCE) / count as f64;
        let factor = beta::t_quantile(level, df) / beta::t_quantile(CONFIDENCE, df);
        let ends = self.value.zip(self.interval);
        Self { interval: ends.map(|(value, ends)| ends.map(|end| value + factor * (end - value))), ..self }
    }

    /// The standard error behind a t interval with these degrees of freedom; `None` without an interval.
    ///
    /// For an asymmetric interval it is that of the symmetric one of the same length.
    pub fn standard_error(&self, df: f64) -> Option<f64> {
        self.interval.map(|interval| (interval.high - interval.low) / 2.0 / t_quantile(df))
    }

    /// The lower end of the interval.
    pub fn low(&self) -> Option<f64> {
        self.interval.map(|interval| interval.low)
    }

    /// The upper end of the interval.
    pub fn high(&self) -> Option<f64> {
        self.interval.map(|interval| interval.high)
    }
}

/// The relative spread below which numbers differ only by rounding.
const ROUNDING: f64 = 1e-7;

/// The smallest magnitude used to judge rounding.
///
/// The data are wins, VP, gold and fractions. A difference that should be 0 has the rounding error of the numbers
/// subtracted.
const SMALLEST_MAGNITUDE: f64 = 1e-3;

/// Returns whether a standard deviation or error is mere rounding of equal numbers of this magnitude.
pub fn is_rounding(spread: f64, magnitude: f64) -> bool {
    spread <= ROUNDING * magnitude.abs().max(SMALLEST_MAGNITUDE)
}

/// An estimate with its t interval over this many blocks.
///
/// There is no interval if all blocks agree, because they then say nothing about the error.
pub fn estimate(value: Option<f64>, standard_error: Option<f64>, blocks: u64) -> Estimate {
    let known = value.zip(standard_error).filter(|&(value, error)| !is_rounding(error, value));
    let interval = known.map(|(value, error)| Interval::around(value, t_quantile((blocks - 1) as f64) * error));
    Estimate { value, interval }
}

/// The two-sided p value of Student's t. `df` may be fractional.
pub fn two_sided_p(t: f64, df: f64) -> f64 {
    2.0 * student(df).cdf(-t.abs())
}

/// The two-sided p value of a standard normal statistic.
pub fn two_sided_normal_p(z: f64) -> f64 {
    2.0 * Normal::standard().cdf(-z.abs())
}

/// The two-sided 95 % quantile of Student's t: the half-width of an interval in standard errors.
///
/// `df` may be fractional. [`crate::beta::t_quantile`] computes the same quantile at any confidence level, with
/// identical digits on every machine, and says why there are two.
pub fn t_quantile(df: f64) -> f64 {
    // The inverse in statrs loses digits from some hundred thousand degrees of freedom on: at ten million it is 7 % too
    // small.
    if df > MANY { t_quantile_of_many(df) } else { student(df).inverse_cdf(0.5 + CONFIDENCE / 2.0) }
}

/// The degrees of freedom from which the expansion of Student's t is exact to the last digit.
const MANY: f64 = 10_000.0;

/// An approximation of [`t_quantile`], exact to six digits from 29 degrees of freedom on.
///
/// Uses plain arithmetic, so that every machine computes the same digits: the expansion of Fisher & Cornish (1960,
/// Technometrics 2) in the normal quantile z.
pub fn t_quantile_of_many(df: f64) -> f64 {
    const Z3: f64 = Z * Z * Z;
    const Z5: f64 = Z * Z * Z * Z * Z;
    const Z7: f64 = Z * Z * Z * Z * Z * Z * Z;
    let first = (Z3 + Z) / 4.0;
    let second = (5.0 * Z5 + 16.0 * Z3 + 3.0 * Z) / 96.0;
    let third = (3.0 * Z7 + 19.0 * Z5 + 17.0 * Z3 - 15.0 * Z) / 384.0;
    Z + first / df + second / (df * df) + third / (df * df * df)
}

/// The quantile of the standard normal distribution.
pub fn normal_quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

fn student(df: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, df).expect("a positive number of degrees of freedom")
}

/// The mean of numbers and the sum of their squared deviations from it, in two passes.
pub(crate) fn mean_and_squares(numbers: &[f64]) -> (f64, f64) {
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    (mean, numbers.iter().map(|number| (number - mean) * (number - mean)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_small_beside_the_numbers_themselves() {
        // The deviation of 1/3 summed in two orders, and of 0.1 + 0.2 from 0.3.
        assert!(is_rounding(5.6e-17, 1.0 / 3.0) && is_rounding(5.6e-17, 0.3 - (0.1 + 0.2)) && is_rounding(0.0, 0.0));
        // One win of a million, and a hundredth of a VP around 1,000.
        assert!(!is_rounding(1e-6, 1.0) && !is_rounding(0.01, 1000.0));
    }

    #[test]
    fn quantiles_with_many_degrees_of_freedom_are_those_of_the_library() {
        for df in [29.0, 40.0, 100.0, MANY] {
            let expected = student(df).inverse_cdf(0.5 + CONFIDENCE / 2.0);
            let found = t_quantile_of_many(df);
            assert!((found / expected - 1.0).abs() < 2e-6, "{df}: {found}, {expected}");
        }
        let beyond = MANY + 1.0;
        assert!((t_quantile(beyond) / student(beyond).inverse_cdf(0.5 + CONFIDENCE / 2.0) - 1.0).abs() < 1e-8);
        // By the expansion's own first term: z + (z³ + z) / 4 ν.
        assert!((t_quantile(1e7) - normal_quantile(0.975) - 2.372_271 / 1e7).abs() < 1e-9);
        assert!((t_quantile(1e9) - normal_quantile(0.975)).abs() < 1e-8);
    }
}
