//! Effects that differ from one source to the next, such as from one kind of player to another: what they have in common, how far they are
//! apart, and where that of a source not seen lies.

use super::beta::t_quantile;
use super::estimate::{CONFIDENCE, Estimate, Interval};

/// The fewest sources that their spread is estimated from.
pub const MIN_SOURCES: usize = 3;

/// Halvings of where the variance between sources lies.
const BISECTIONS: usize = 200;

/// What several sources say together.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Pooled {
    /// The mean effect over sources, those not seen included.
    pub effect: Estimate,
    /// The standard deviation of true effects between sources.
    pub tau: f64,
    /// Where the true effect of a source not seen lies.
    pub prediction: Interval,
}

/// Pools estimates, each with its standard error: the variance between sources by Paule & Mandel (1982, Journal of Research of the National
/// Bureau of Standards 87), the interval by Hartung & Knapp (2001, Statistics in Medicine 20) and Sidik & Jonkman (2002), never shorter than
/// that of a common effect (Röver, Knapp & Friede 2015), and the interval for another source by Higgins, Thompson & Spiegelhalter (2009,
/// Journal of the Royal Statistical Society A 172), with one degree of freedom less than there are sources, as is exact where the sources'
/// own errors are small. Nothing with fewer than [`MIN_SOURCES`].
pub fn pooled(sources: &[(f64, f64)]) -> Option<Pooled> {
    let sources: Vec<(f64, f64)> = sources.iter().map(|(effect, error)| (*effect, error * error)).collect();
    if sources.len() < MIN_SOURCES || sources.iter().any(|(_, variance)| *variance <= 0.0) {
        return None;
    }
    let freedom = (sources.len() - 1) as f64;
    let between = between(&sources, freedom);
    let (mean, weight, squares) = fit(&sources, between);
    let error = ((squares / freedom).max(1.0) / weight).sqrt();
    let quantile = t_quantile(CONFIDENCE, freedom);
    let around = |half: f64| Interval { low: mean - half, high: mean + half };
    Some(Pooled {
        effect: Estimate { value: Some(mean), interval: Some(around(quantile * error)) },
        tau: between.sqrt(),
        prediction: around(quantile * (between + error * error).sqrt()),
    })
}

/// The weighted mean, the sum of weights, and the weighted squares around the mean, given the variance between sources.
fn fit(sources: &[(f64, f64)], between: f64) -> (f64, f64, f64) {
    let weighted = || sources.iter().map(|(effect, variance)| (effect, 1.0 / (variance + between)));
    let weight: f64 = weighted().map(|(_, weight)| weight).sum();
    let mean = weighted().map(|(effect, weight)| effect * weight).sum::<f64>() / weight;
    (mean, weight, weighted().map(|(effect, weight)| weight * (effect - mean) * (effect - mean)).sum())
}

/// The variance between sources with which the weighted squares are what they should be on average; 0 where they are less without any.
fn between(sources: &[(f64, f64)], freedom: f64) -> f64 {
    let excess = |between: f64| fit(sources, between).2 - freedom;
    if excess(0.0) <= 0.0 {
        return 0.0;
    }
    let mean = sources.iter().map(|(effect, _)| effect).sum::<f64>() / sources.len() as f64;
    let (mut low, mut high) = (0.0, sources.iter().map(|(effect, _)| (effect - mean) * (effect - mean)).sum::<f64>());
    for _ in 0..BISECTIONS {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_without_error_of_their_own_have_students_prediction() {
        // Mean 3, standard deviation 1: t(4) = 2.776445, times the root of 1 + 1/5.
        let deviation = 2.5_f64.sqrt();
        let effects: Vec<(f64, f64)> =
            [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().map(|effect| (3.0 + (effect - 3.0) / deviation, 1e-6)).collect();
        let found = pooled(&effects).unwrap();
        assert!((found.tau - 1.0).abs() < 1e-9, "{}", found.tau);
        assert!((found.prediction.high - 3.0 - 2.776_445 * 1.2_f64.sqrt()).abs() < 1e-5);
        assert!((found.effect.high().unwrap() - 3.0 - 2.776_445 / 5.0_f64.sqrt()).abs() < 1e-5);
    }

    #[test]
    fn sources_that_agree_have_a_common_effect() {
        let found = pooled(&[(1.0, 0.5), (1.1, 0.5), (0.9, 0.5), (1.0, 0.5)]).unwrap();
        assert_eq!(found.tau, 0.0);
        // Standard error 0.25, t(3) = 3.182446.
        assert!((found.effect.high().unwrap() - 1.0 - 3.182_446 * 0.25).abs() < 1e-5);
        assert_eq!(pooled(&[(1.0, 0.5), (1.1, 0.5)]), None);
    }
}
