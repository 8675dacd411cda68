//! Effects that differ from one source to the next, such as from one kind of player to another: what they have in common, how far they are
//! apart, and where that of a source not seen lies.

use statrs::distribution::{ContinuousCDF, Gamma, Normal};

use super::beta::t_quantile;
use super::estimate::{CONFIDENCE, Estimate, Interval};

/// The fewest sources that their spread is estimated from.
pub const MIN_SOURCES: usize = 3;

/// Halvings of where a number lies.
const BISECTIONS: usize = 42;

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
/// that of a common effect (Röver, Knapp & Friede 2015). The interval for another source allows for how little is known of that variance: what
/// the weighted squares around the mean tell of it, being chi-squared (Viechtbauer 2007, Statistics in Medicine 26), is averaged over as
/// Nagashima, Noma & Furukawa (2019, Statistical Methods in Medical Research 28) do. Where the sources' own errors are small that is
/// Student's prediction. Nothing with fewer than [`MIN_SOURCES`].
pub fn pooled(sources: &[(f64, f64)]) -> Option<Pooled> {
    let sources: Vec<(f64, f64)> = sources.iter().map(|(effect, error)| (*effect, error * error)).collect();
    if sources.len() < MIN_SOURCES || sources.iter().any(|(_, variance)| *variance <= 0.0) {
        return None;
    }
    let freedom = (sources.len() - 1) as f64;
    // On average they are as many as degrees of freedom.
    let between = variance_of(&sources, freedom);
    let (mean, weight, squares) = fit(&sources, between);
    let error = ((squares / freedom).max(1.0) / weight).sqrt();
    let quantile = t_quantile(CONFIDENCE, freedom);
    let around = |half: f64| Interval { low: mean - half, high: mean + half };
    Some(Pooled {
        effect: Estimate { value: Some(mean), interval: Some(around(quantile * error)) },
        tau: between.sqrt(),
        prediction: prediction(&sources, freedom),
    })
}

/// The values that the variance between sources is averaged over.
const VARIANCES: usize = 199;

/// Where the true effect of another source lies: given the variance between sources it is normal around the weighted mean.
fn prediction(sources: &[(f64, f64)], freedom: f64) -> Interval {
    let squares = Gamma::new(freedom / 2.0, 0.5).expect("a positive shape");
    let given = |place: usize| {
        let between = variance_of(sources, squares.inverse_cdf((place as f64 + 0.5) / VARIANCES as f64));
        let (mean, weight, _) = fit(sources, between);
        (mean, (between + 1.0 / weight).sqrt())
    };
    let parts: Vec<(f64, f64)> = (0..VARIANCES).map(given).collect();
    let below = |x: f64| {
        let standard = Normal::standard();
        parts.iter().map(|(mean, error)| standard.cdf((x - mean) / error)).sum::<f64>() / VARIANCES as f64
    };
    let reach = 10.0 * parts.iter().map(|(_, error)| *error).fold(0.0, f64::max);
    let end = |probability: f64| {
        let (mut low, mut high) = (parts[0].0 - reach, parts[0].0 + reach);
        for _ in 0..BISECTIONS {
            let middle = (low + high) / 2.0;
            if below(middle) < probability { low = middle } else { high = middle }
        }
        (low + high) / 2.0
    };
    let tail = (1.0 - CONFIDENCE) / 2.0;
    Interval { low: end(tail), high: end(1.0 - tail) }
}

/// The weighted mean, the sum of weights, and the weighted squares around the mean, given the variance between sources.
fn fit(sources: &[(f64, f64)], between: f64) -> (f64, f64, f64) {
    let weighted = || sources.iter().map(|(effect, variance)| (effect, 1.0 / (variance + between)));
    let weight: f64 = weighted().map(|(_, weight)| weight).sum();
    let mean = weighted().map(|(effect, weight)| effect * weight).sum::<f64>() / weight;
    (mean, weight, weighted().map(|(effect, weight)| weight * (effect - mean) * (effect - mean)).sum())
}

/// The variance between sources with which the weighted squares are this; 0 where they are less without any.
fn variance_of(sources: &[(f64, f64)], squares: f64) -> f64 {
    let excess = |between: f64| fit(sources, between).2 - squares;
    if excess(0.0) <= 0.0 {
        return 0.0;
    }
    let mean = sources.iter().map(|(effect, _)| effect).sum::<f64>() / sources.len() as f64;
    let most = sources.iter().map(|(effect, _)| (effect - mean) * (effect - mean)).sum::<f64>();
    let (mut low, mut high) = (0.0, most / squares.min(1.0));
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
        assert!((found.tau - 1.0).abs() < 1e-6, "{}", found.tau);
        assert!((found.prediction.high - 3.0 - 2.776_445 * 1.2_f64.sqrt()).abs() < 0.01, "{:?}", found.prediction);
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
