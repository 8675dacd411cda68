//! The beta distribution in plain arithmetic and `libm`, with identical digits on every machine.
//!
//! `statrs` has the same functions, but uses the platform's logarithm and exponential, whose last digits differ between
//! systems. Numbers that decide something, such as when a run ends, are computed here.

/// The maximum number of bisection steps: enough to reach adjacent numbers anywhere above 1e-300.
const STEPS: u32 = 1100;

/// The maximum number of terms; the fraction needs about the square root of the larger parameter.
const TERMS: u32 = 100_000;

/// The distribution function of the beta distribution: the regularised incomplete beta function.
///
/// Both parameters must be above 0. By the continued fraction of DiDonato & Morris (1992, ACM Transactions on
/// Mathematical Software 18), evaluated by the algorithm of Lentz (1976, Applied Optics 15); see 8.17.22 in the Digital
/// Library of Mathematical Functions.
pub(crate) fn cdf(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else if x > (a + 1.0) / (a + b + 2.0) {
        1.0 - lower(1.0 - x, b, a)
    } else {
        lower(x, a, b)
    }
}

/// The quantile of the beta distribution.
///
/// Accepts the limits of its parameters: with `a` = 0 the whole distribution is at 0, with `b` = 0 at 1.
///
/// ```
/// # use stats::beta::quantile;
/// // The upper end of the 95 % interval of Clopper & Pearson for no wins in 60 games.
/// let high = quantile(0.975, 1.0, 60.0);
/// assert!((high - (1.0 - 0.025_f64.powf(1.0 / 60.0))).abs() < 1e-9);
/// ```
pub fn quantile(probability: f64, a: f64, b: f64) -> f64 {
    if a <= 0.0 {
        return 0.0;
    }
    if b <= 0.0 {
        return 1.0;
    }
    bisect(0.0, 1.0, STEPS, |x| cdf(x, a, b) < probability).1
}

/// The two-sided quantile of Student's t at this confidence level.
///
/// It is the half-width of the interval, in standard errors. `df` may be fractional. The computation uses that
/// ν / (ν + t²) is a beta variable with parameters ν/2 and 1/2.
///
/// [`crate::t_quantile`] is the same quantile at 95 % by `statrs`. The two agree to only seven digits. Published
/// results depend on both, so replacing one by the other would change them.
pub fn t_quantile(confidence: f64, df: f64) -> f64 {
    let x = quantile(confidence, 0.5, df / 2.0);
    (df * x / (1.0 - x)).sqrt()
}

/// The distribution function for `x` below the mean, where the continued fraction converges quickly.
fn lower(x: f64, a: f64, b: f64) -> f64 {
    let front = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * libm::log(x) + b * libm::log1p(-x);
    libm::exp(front) / a / fraction(x, a, b)
}

/// The continued fraction 1 + d1 / (1 + d2 / (1 + …)).
fn fraction(x: f64, a: f64, b: f64) -> f64 {
    let (mut value, mut upper, mut lower) = (1.0, 1.0, 0.0);
    for term in 1..=TERMS {
        let half = f64::from(term / 2);
        let next = if term.is_multiple_of(2) {
            half * (b - half) * x / ((a + 2.0 * half - 1.0) * (a + 2.0 * half))
        } else {
            -(a + half) * (a + b + half) * x / ((a + 2.0 * half) * (a + 2.0 * half + 1.0))
        };
        lower = 1.0 / not_zero(1.0 + next * lower);
        upper = not_zero(1.0 + next / upper);
        let factor = upper * lower;
        value *= factor;
        if (factor - 1.0_f64).abs() < 1e-15 {
            break;
        }
    }
    value
}

fn not_zero(number: f64) -> f64 {
    if number == 0.0 { 1e-300 } else { number }
}

/// Halves an interval around the point where `is_below` changes from true to false; returns its ends.
///
/// `low` is the end where it is true; it may be the larger number. Stops early if no floating-point number lies between
/// the ends.
pub fn bisect(mut low: f64, mut high: f64, steps: u32, is_below: impl Fn(f64) -> bool) -> (f64, f64) {
    for _ in 0..steps {
        let middle = (low + high) / 2.0;
        if middle == low || middle == high {
            break;
        }
        *(if is_below(middle) { &mut low } else { &mut high }) = middle;
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1e-3), "found {found}, expected {expected}");
    }

    #[test]
    fn whole_parameters_are_sums_of_binomial_probabilities() {
        // I_x(a, n - a + 1): at least a of n.
        close(cdf(0.5, 2.0, 2.0), 0.5);
        close(cdf(0.5, 1.0, 3.0), 7.0 / 8.0);
        close(cdf(0.1, 3.0, 3.0), 10.0 * 0.001 * 0.81 + 5.0 * 0.0001 * 0.9 + 0.00001);
        close(cdf(0.2, 1.0, 50.0), 1.0 - 0.8_f64.powi(50));
        assert_eq!([cdf(0.0, 2.0, 2.0), cdf(1.0, 2.0, 2.0)], [0.0, 1.0]);
    }

    #[test]
    fn one_half_and_one_half_is_the_arc_sine() {
        for x in [0.001, 0.3, 0.5, 0.97] {
            close(cdf(x, 0.5, 0.5), 2.0 / std::f64::consts::PI * x.sqrt().asin());
        }
    }

    #[test]
    fn quantiles_invert_the_function() {
        for (a, b) in [(0.5, 0.5), (1.0, 60.0), (3.7, 0.2), (250.5, 4750.5), (60_000.0, 60_000.0)] {
            for probability in [0.025, 0.5, 0.975] {
                let found = cdf(quantile(probability, a, b), a, b);
                assert!((found - probability).abs() < 1e-8, "{a} {b}: {found}");
            }
        }
        assert_eq!([quantile(0.3, 0.0, 2.0), quantile(0.3, 2.0, 0.0)], [0.0, 1.0]);
    }

    #[test]
    fn t_quantiles_are_those_of_the_library() {
        for df in [1.0, 2.0, 4.3, 19.0, 240.0, 10_000.0] {
            let (found, expected) = (t_quantile(0.95, df), crate::t_quantile(df));
            assert!((found / expected - 1.0).abs() < 1e-7, "{df}: {found}, {expected}");
        }
        assert!((t_quantile(0.95, 1e6) - 1.959_966).abs() < 1e-6);
    }
}

#[cfg(test)]
mod bisection_tests {
    use super::*;

    #[test]
    fn the_root_of_two_to_the_last_digit_from_either_side() {
        let (low, high) = bisect(0.0, 2.0, 100, |x| x * x < 2.0);
        assert!(low * low < 2.0 && high * high >= 2.0 && high - low < 1e-15, "{low} {high}");
        assert_eq!(bisect(2.0, 0.0, 100, |x| x * x >= 2.0), (high, low));
        assert_eq!(bisect(0.0, 8.0, 2, |x| x < 3.0), (2.0, 4.0));
    }
}
