//! Effects that differ from one source to the next, such as from one kind of player to another: their mean, how far they are apart, and where
//! that of a source not seen lies. The sources may have been measured on the same clusters, so that their errors go together.

use statrs::distribution::{ChiSquared, ContinuousCDF, FisherSnedecor, Gamma, Normal};

use super::beta::t_quantile;
use super::estimate::{CONFIDENCE, Estimate, Interval, two_sided_p};
use super::traced::Traced;

/// Numbers of the order of 1 that are smaller than this are rounding alone.
const ROUNDING: f64 = 1e-7;

/// The fewest sources that their spread is estimated from.
pub const MIN_SOURCES: usize = 3;

/// The most steps in which a number is looked for.
const BISECTIONS: usize = 42;

/// A difference this small relative to the number is none.
const NEGLIGIBLE: f64 = 1e-12;

/// What several sources say together.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Pooled {
    /// The mean effect over sources, those not seen included.
    pub effect: Estimate,
    /// The two-sided p value of that mean being 0.
    pub p: f64,
    /// The standard deviation of true effects between sources.
    pub tau: f64,
    /// The p value of all sources having the same effect.
    pub heterogeneity_p: f64,
    /// Where the true effect of a source not seen lies.
    pub prediction: Interval,
}

/// The effect that each of several sources finds, with what their errors have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Sources {
    effects: Vec<f64>,
    /// The covariance of the errors of every two sources.
    covariance: Vec<Vec<f64>>,
    /// The degrees of freedom of these covariances.
    df: f64,
}

impl Sources {
    /// Sources that have nothing in common, each an effect and its standard error, which is known.
    pub fn independent(sources: &[(f64, f64)]) -> Self {
        let row = |one: usize| {
            let cell = |other: usize| if one == other { sources[one].1.powi(2) } else { 0.0 };
            (0..sources.len()).map(cell).collect()
        };
        let effects = sources.iter().map(|(effect, _)| *effect).collect();
        Self { effects, covariance: (0..sources.len()).map(row).collect(), df: f64::INFINITY }
    }

    /// Estimates over the same clusters. Those without an error, since clusters are too few or all agree, are left out.
    pub fn traced<'a>(all: impl IntoIterator<Item = &'a Traced>) -> Self {
        let all: Vec<&Traced> = all.into_iter().filter(|estimate| estimate.error().is_some()).collect();
        let clusters = all.iter().map(|estimate| estimate.clusters).min().unwrap_or(1);
        let row = |one: &&Traced| all.iter().map(|other| one.covariance(other)).collect();
        Self {
            effects: all.iter().map(|estimate| estimate.value).collect(),
            covariance: all.iter().map(row).collect(),
            df: (clusters - 1) as f64,
        }
    }

    /// The fit of a common mean, given the variance of true effects between sources. Sources weigh as if their errors had nothing in
    /// common, which is robust where covariances are known badly (Hedges, Tipton & Johnson 2010, Research Synthesis Methods 1); what they
    /// have in common is in the variance of the mean and in the squares to be expected.
    fn fit(&self, between: f64) -> Fit {
        let weights: Vec<f64> =
            (0..self.effects.len()).map(|one| 1.0 / (self.covariance[one][one] + between)).collect();
        let weight: f64 = weights.iter().sum();
        let of_all =
            |value: &dyn Fn(usize) -> f64| -> f64 { weights.iter().enumerate().map(|(one, w)| w * value(one)).sum() };
        let mean = of_all(&|one| self.effects[one]) / weight;
        let squares = of_all(&|one| (self.effects[one] - mean).powi(2));
        let with_all = |one: usize| {
            let common: f64 = weights.iter().zip(&self.covariance[one]).map(|(weight, cell)| weight * cell).sum();
            common + weights[one] * between
        };
        let variance = of_all(&with_all) / (weight * weight);
        let expected = weights.len() as f64 - weight * variance;
        Fit { mean, weight, squares, expected, variance }
    }

    /// The variance between sources with which the weighted squares are this many times what is to be expected of them by chance, as a
    /// chi-squared number with one degree of freedom less than sources would be; 0 where they are less without any.
    fn variance_between(&self, squares: f64) -> f64 {
        let df = self.freedom_between();
        // The reciprocal of the squares is nearly a straight line.
        let excess = |between: f64| {
            let fit = self.fit(between);
            1.0 - squares * fit.expected / (fit.squares * df)
        };
        if self.fit(0.0).expected <= ROUNDING {
            return 0.0;
        }
        let (mut low, mut above) = (0.0, excess(0.0));
        if above <= 0.0 {
            return 0.0;
        }
        let mean = self.effects.iter().sum::<f64>() / self.effects.len() as f64;
        let mut high = self.effects.iter().map(|effect| (effect - mean) * (effect - mean)).sum::<f64>();
        let mut below = excess(high);
        for _ in 0..BISECTIONS {
            if below <= 0.0 {
                break;
            }
            (low, above) = (high, below);
            high *= 2.0;
            below = excess(high);
        }
        // The Illinois variant of false position (Dowell & Jarratt 1971, BIT 11): the end that stays counts half as much.
        let mut stayed = 0;
        for _ in 0..BISECTIONS {
            if high - low <= NEGLIGIBLE * high {
                break;
            }
            let next = (low * below - high * above) / (below - above);
            let there = excess(next);
            if there.abs() <= NEGLIGIBLE {
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

    fn freedom_between(&self) -> f64 {
        (self.effects.len() - 1) as f64
    }

    /// The p value of all sources having the same effect. The weighted squares are a sum of chi-squared numbers with unequal weights, and
    /// pass for a multiple of a single one (Satterthwaite 1946, Biometrics Bulletin 2), over errors that are themselves estimated (Welch 1951,
    /// Biometrika 38).
    fn heterogeneity_p(&self) -> f64 {
        let Fit { squares, expected, .. } = self.fit(0.0);
        if expected <= ROUNDING {
            return 1.0;
        }
        let count = self.effects.len();
        let weights: Vec<f64> = (0..count).map(|one| 1.0 / self.covariance[one][one]).collect();
        let weight: f64 = weights.iter().sum();
        // The matrix whose trace is `expected`: deviations from the weighted mean, weighted, times covariances.
        let common: Vec<f64> = (0..count)
            .map(|other| (0..count).map(|one| weights[one] * self.covariance[one][other]).sum::<f64>() / weight)
            .collect();
        let cell = |one: usize, other: usize| weights[one] * (self.covariance[one][other] - common[other]);
        let twice: f64 =
            (0..count).map(|one| (0..count).map(|other| cell(one, other) * cell(other, one)).sum::<f64>()).sum();
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

    /// The degrees of freedom of a fit's variance. What the spread between sources tells has one less than there are sources; the rest, which
    /// all have in common, those of the covariances (Satterthwaite 1946).
    fn freedom_of(&self, fit: &Fit) -> f64 {
        let apart = (fit.expected / self.freedom_between() / fit.weight).min(fit.variance);
        let common = fit.variance - apart;
        // Two sums of the same numbers differ by rounding.
        if common <= ROUNDING * fit.variance {
            return self.freedom_between();
        }
        fit.variance.powi(2) / (apart.powi(2) / self.freedom_between() + common.powi(2) / self.df)
    }

    /// Where the true effect of another source lies: given the variance between sources it is normal around the weighted mean.
    fn prediction(&self) -> Interval {
        let df = self.freedom_between();
        let squares = Gamma::new(df / 2.0, 0.5).expect("a positive shape");
        let given = |place: usize| {
            let between = self.variance_between(squares.inverse_cdf((place as f64 + 0.5) / VARIANCES as f64));
            let fit = self.fit(between);
            (fit.mean, (between + fit.variance).sqrt())
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
}

/// A common mean of several sources.
struct Fit {
    /// The weighted mean.
    mean: f64,
    /// The sum of weights.
    weight: f64,
    /// The weighted squares around the mean.
    squares: f64,
    /// What they are on average: as many as sources less one where errors have nothing in common.
    expected: f64,
    /// The variance of the mean.
    variance: f64,
}

/// Pools estimates: the variance between sources by Paule & Mandel (1982, Journal of Research of the National Bureau of Standards 87), with the
/// squares that are to be expected where errors go together; the interval by Hartung & Knapp (2001, Statistics in Medicine 20) and Sidik &
/// Jonkman (2002), never shorter than that of a common effect (Röver, Knapp & Friede 2015). The interval for another source allows for how
/// little is known of that variance: what the weighted squares around the mean tell of it, being chi-squared (Viechtbauer 2007, Statistics in
/// Medicine 26), is averaged over as Nagashima, Noma & Furukawa (2019, Statistical Methods in Medical Research 28) do. Where the sources' own
/// errors are small that is Student's prediction. `None` with fewer than [`MIN_SOURCES`].
pub fn pooled(sources: &Sources) -> Option<Pooled> {
    let count = sources.effects.len();
    if count < MIN_SOURCES || (0..count).any(|one| sources.covariance[one][one] <= 0.0) {
        return None;
    }
    let between = sources.variance_between(sources.freedom_between());
    let fit = sources.fit(between);
    let (error, df) = (fit.variance.sqrt(), sources.freedom_of(&fit));
    let half = t_quantile(CONFIDENCE, df) * error;
    let interval = Interval { low: fit.mean - half, high: fit.mean + half };
    Some(Pooled {
        effect: Estimate { value: Some(fit.mean), interval: Some(interval) },
        p: two_sided_p(fit.mean / error, df),
        tau: between.sqrt(),
        heterogeneity_p: sources.heterogeneity_p(),
        prediction: sources.prediction(),
    })
}

/// The values that the variance between sources is averaged over.
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
        let found = pooled(&Sources::independent(&effects)).unwrap();
        assert!((found.tau - 1.0).abs() < 1e-6, "{}", found.tau);
        assert!((found.prediction.high - 3.0 - 2.776_445 * 1.2_f64.sqrt()).abs() < 0.01, "{:?}", found.prediction);
        assert!((found.effect.high().unwrap() - 3.0 - 2.776_445 / 5.0_f64.sqrt()).abs() < 1e-5);
    }

    #[test]
    fn sources_that_agree_have_a_common_effect() {
        let found = pooled(&Sources::independent(&[(1.0, 0.5), (1.1, 0.5), (0.9, 0.5), (1.0, 0.5)])).unwrap();
        assert_eq!(found.tau, 0.0);
        // Standard error 0.25, t(3) = 3.182446.
        assert!((found.effect.high().unwrap() - 1.0 - 3.182_446 * 0.25).abs() < 1e-5);
        assert_eq!(pooled(&Sources::independent(&[(1.0, 0.5), (1.1, 0.5)])), None);
    }
}
