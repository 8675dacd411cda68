//! Variance reduction by control variates whose expectations are known.

use crate::linear_model::MIN_DF;
use crate::symmetric::{Symmetric, dot};
use crate::{Estimate, Interval, Welford, t_quantile};

/// Observations with control variates that are 1 or 0 with known probabilities.
///
/// The mean is corrected by the deviations of the variates from their expectations, times their effects. This is the
/// least-squares prediction with all variates at their expectations, with its t interval (Lavenberg & Welch 1981,
/// Management Science 27). The bias is negligible, and only the variance not explained by the variates remains. If a
/// design balances the variates, the mean is unchanged, and its interval excludes the variance that the design has
/// removed.
#[derive(Clone, Debug)]
pub struct ControlVariates {
    /// Index and probability of each variate, without constant ones and one that follows from the others.
    expected: Vec<(usize, f64)>,
    plain: Welford,
    /// Σ d, Σ d d' and Σ d y of the deviations d of the variates from their expectations.
    deviations: Vec<f64>,
    products: Symmetric,
    moments: Vec<f64>,
}

/// A mean after correction by control variates.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct ControlledEstimate {
    /// The mean with its interval; empty with too few observations.
    pub estimate: Estimate,
    /// The variance of this mean over that of the uncorrected mean.
    pub variance_ratio: Option<f64>,
}

impl ControlVariates {
    /// Starts without observations.
    ///
    /// The probabilities of all variates must sum to the number of variates that are 1, which must be constant.
    pub fn new(probabilities: &[f64]) -> Self {
        let all = probabilities.iter().copied().enumerate();
        let mut expected: Vec<(usize, f64)> =
            all.filter(|(_, probability)| *probability > 0.0 && *probability < 1.0).collect();
        expected.pop();
        let count = expected.len();
        Self {
            expected,
            plain: Welford::default(),
            deviations: vec![0.0; count],
            products: Symmetric::zeros(count),
            moments: vec![0.0; count],
        }
    }

    /// Adds an observation, with the indices of the variates that are 1.
    pub fn push(&mut self, number: f64, ones: &[usize]) {
        let expected = self.expected.iter();
        let off: Vec<f64> = expected.map(|(of, mean)| f64::from(u8::from(ones.contains(of))) - mean).collect();
        self.plain.push(number);
        self.products.add_products(1.0, &off);
        for (variate, off) in off.into_iter().enumerate() {
            self.deviations[variate] += off;
            self.moments[variate] += number * off;
        }
    }

    /// The corrected mean.
    ///
    /// Empty unless there are at least [`MIN_DF`] more observations than variates, and the variates have varied.
    pub fn estimate(&self) -> ControlledEstimate {
        self.fitted().unwrap_or_default()
    }

    fn fitted(&self) -> Option<ControlledEstimate> {
        let (count, mean) = (self.plain.count(), self.plain.mean()?);
        let df = count.checked_sub(1 + self.expected.len() as u64).filter(|df| *df >= MIN_DF)?;
        let count = count as f64;
        let average: Vec<f64> = self.deviations.iter().map(|sum| sum / count).collect();
        let mut squares = self.products.clone();
        squares.add_products(-count, &average);
        let moments: Vec<f64> =
            self.moments.iter().zip(&self.deviations).map(|(moment, sum)| moment - sum * mean).collect();
        let inverse = squares.inverse()?;
        let effects = inverse.times(&moments);
        let total = self.plain.squares_around(mean);
        let residual = (total - dot(&effects, &moments)).max(0.0) / df as f64;
        let variance = residual * (1.0 / count + dot(&average, &inverse.times(&average)));
        let plain = self.plain.variance().filter(|_| !self.plain.is_constant())? / count;
        let value = mean - dot(&effects, &average);
        let interval = Interval::around(value, t_quantile(df as f64) * variance.sqrt());
        let estimate = Estimate { value: Some(value), interval: Some(interval) };
        Some(ControlledEstimate { estimate, variance_ratio: Some(variance / plain) })
    }
}

#[cfg(test)]
mod tests {
    use engine::random::{RngExt, random};

    use super::*;

    /// Two of four tiles are in play; each adds its number, and there is noise of variance 1/12.
    fn play(count: usize, seed: u64) -> ControlledEstimate {
        let (mut rng, mut controlled) = (random(seed), ControlVariates::new(&[0.5; 4]));
        for _ in 0..count {
            let (one, other) = (rng.random_range(0..4), rng.random_range(1..4));
            let tiles = [one, (one + other) % 4];
            let worth: usize = tiles.iter().sum();
            controlled.push(worth as f64 + rng.random::<f64>(), &tiles);
        }
        controlled.estimate()
    }

    #[test]
    fn what_the_variates_do_is_taken_out_and_the_rest_covers_the_truth() {
        let all: Vec<ControlledEstimate> = (0..400).map(|seed| play(60, seed)).collect();
        let covers = |found: &&ControlledEstimate| {
            found.estimate.low().is_some_and(|low| low < 3.5) && found.estimate.high().is_some_and(|high| high > 3.5)
        };
        // 95 % of 400 are 380, with a standard error of 4.4.
        assert!((366..=393).contains(&all.iter().filter(covers).count()), "{}", all.iter().filter(covers).count());
        // Noise of 1/12 beside a variance of 5/3 between tiles: 0.048, and some for the three effects that are estimated.
        let ratio = all.iter().filter_map(|found| found.variance_ratio).sum::<f64>() / 400.0;
        assert!((0.045..0.065).contains(&ratio), "{ratio}");
    }

    #[test]
    fn without_enough_or_without_change_there_is_nothing() {
        assert_eq!(play(13, 1), ControlledEstimate::default());
        let mut same = ControlVariates::new(&[0.5; 4]);
        (0..100).for_each(|number| same.push(f64::from(number), &[0, 1]));
        assert_eq!(same.estimate(), ControlledEstimate::default());
    }

    #[test]
    fn without_variates_it_is_the_plain_mean() {
        let mut plain = ControlVariates::new(&[1.0, 1.0, 0.0]);
        let mut stream = Welford::default();
        (0..20).map(f64::from).for_each(|number| {
            plain.push(number * number, &[0, 1]);
            stream.push(number * number);
        });
        let (found, expected) = (plain.estimate().estimate, stream.estimate());
        assert!((found.low().unwrap() - expected.low().unwrap()).abs() < 1e-9);
    }
}
