//! An estimate with its interval, and the distributions behind it.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The two-sided confidence of every interval.
pub const CONFIDENCE: f64 = 0.95;

/// The fewest blocks that an interval can be computed from.
pub const MIN_BLOCKS: u64 = 2;

/// A confidence interval.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// The same on another scale, which rises with this one.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        Self { low: scale(self.low), high: scale(self.high) }
    }
}

/// An estimate, and its interval where there are enough blocks.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Estimate {
    /// The estimate; nothing without data.
    pub value: Option<f64>,
    /// The 95 % interval.
    pub interval: Option<Interval>,
}

impl Estimate {
    /// The same on another scale, which rises with this one.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        Self { value: self.value.map(&scale), interval: self.interval.map(|interval| interval.map(&scale)) }
    }

    /// The lower end of the interval.
    pub fn low(&self) -> Option<f64> {
        self.interval.map(|interval| interval.low)
    }

    /// The same, with the interval cut off where no true value can lie.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Self {
        let cut = |interval: Interval| Interval { low: interval.low.max(least), high: interval.high.min(most) };
        Self { interval: self.interval.map(cut), ..self }
    }

    /// The upper end of the interval.
    pub fn high(&self) -> Option<f64> {
        self.interval.map(|interval| interval.high)
    }
}

/// A spread this small relative to the numbers that it is of comes from rounding alone.
const ROUNDING: f64 = 1e-7;

/// Numbers smaller than this round like numbers of this size. What is analysed are wins, VP, gold and fractions, and a difference between two
/// of them that should be 0 has their rounding.
const SMALLEST_MAGNITUDE: f64 = 1e-3;

/// Returns whether a standard deviation or standard error of numbers of this magnitude comes from rounding alone, as where all are equal.
pub fn is_rounding(spread: f64, magnitude: f64) -> bool {
    spread <= ROUNDING * magnitude.abs().max(SMALLEST_MAGNITUDE)
}

/// Blocks that all agree say nothing about how far off others may be: then there is no interval.
pub fn estimate(value: Option<f64>, standard_error: Option<f64>, blocks: u64) -> Estimate {
    let interval =
        value.zip(standard_error).filter(|&(value, error)| !is_rounding(error, value)).map(|(value, error)| {
            let half = t_quantile((blocks - 1) as f64) * error;
            Interval { low: value - half, high: value + half }
        });
    Estimate { value, interval }
}

/// The probability that Student's t with this many degrees of freedom, whole or not, is at least this far from 0, on either side.
pub fn two_sided_p(t: f64, df: f64) -> f64 {
    2.0 * student(df).cdf(-t.abs())
}

/// The probability that a standard normal variable is at least this far from 0, on either side.
pub fn two_sided_normal_p(z: f64) -> f64 {
    2.0 * Normal::standard().cdf(-z.abs())
}

/// How many standard errors a 95 % interval reaches either way, with this many degrees of freedom, whole or not.
pub fn t_quantile(df: f64) -> f64 {
    // The library's inverse loses digits from some hundred thousand degrees of freedom on: with ten million it is 7 % too small.
    if df > MANY { t_quantile_of_many(df) } else { student(df).inverse_cdf(0.5 + CONFIDENCE / 2.0) }
}

/// From here on the expansion of Student's t is as exact as floating-point numbers are.
const MANY: f64 = 10_000.0;

/// The same in plain arithmetic, which gives the same on every machine, by the expansion of Fisher & Cornish (1960, Technometrics 2) in
/// the normal quantile z: exact to 6 digits from 29 degrees of freedom on.
pub fn t_quantile_of_many(df: f64) -> f64 {
    const Z: f64 = 1.959_963_984_540_054;
    let (z3, z5, z7) = (Z * Z * Z, Z * Z * Z * Z * Z, Z * Z * Z * Z * Z * Z * Z);
    let first = (z3 + Z) / 4.0;
    let second = (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / 96.0;
    let third = (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / 384.0;
    Z + first / df + second / (df * df) + third / (df * df * df)
}

/// The number that a standard normal variable stays below with this probability.
pub fn normal_quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

fn student(df: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, df).expect("a positive number of degrees of freedom")
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
