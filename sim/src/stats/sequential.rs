//! When there are enough blocks: tests and intervals that may be checked after every block.

use super::{CONFIDENCE, Interval, Welford};

/// The fewest clusters before a sequential test decides.
pub const MIN_CLUSTERS: u64 = 20;

/// The largest variance of a number from 0 to 1.
const LARGEST_VARIANCE: f64 = 0.25;

/// When to look: after a given number of clusters, then whenever there are about a tenth more.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Looks {
    next: u64,
}

impl Looks {
    /// The first look is after this many clusters.
    pub fn from(first: u64) -> Self {
        Self { next: first }
    }

    /// Whether to look after this cluster; clusters are counted up.
    pub fn is_due(&mut self, clusters: u64) -> bool {
        let is_due = clusters == self.next;
        self.next += if is_due { self.next.div_ceil(10) } else { 0 };
        is_due
    }
}

/// A sequential test of two simple hypotheses about a mean.
///
/// The generalised sequential probability ratio test with an estimated variance: with N means of clusters, their mean s and variance σ²,
/// the logarithm of the likelihood ratio is N (s1 - s0)(2 s - s0 - s1) / (2 σ²), and its bounds are those of Wald (1945, Annals of
/// Mathematical Statistics 16); see Van den Bergh (2017, A practical introduction to the GSPRT). To the variance one cluster's worth of
/// the largest that a share can have is added, so that clusters that agree by luck do not decide.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SequentialTest {
    /// The mean under the null hypothesis.
    pub s0: f64,
    /// The mean under the alternative.
    pub s1: f64,
    /// How often the alternative may be accepted although the mean is `s0`.
    pub alpha: f64,
    /// How often the null hypothesis may be accepted although the mean is `s1`.
    pub beta: f64,
}

/// What a sequential test has decided.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// For the null hypothesis.
    Null,
    /// For the alternative.
    Alternative,
}

impl SequentialTest {
    /// The logarithm of the likelihood ratio for a stream of shares. Nothing with fewer than two clusters.
    pub fn log_ratio(&self, stream: &Welford) -> Option<f64> {
        let (count, mean) = (stream.count() as f64, stream.mean()?);
        let variance = (count * stream.variance()? + LARGEST_VARIANCE) / (count + 1.0);
        Some(count * (self.s1 - self.s0) * (2.0 * mean - self.s0 - self.s1) / (2.0 * variance))
    }

    /// The decision after these clusters, if there is one.
    pub fn decision(&self, stream: &Welford) -> Option<Decision> {
        let ratio = self.log_ratio(stream).filter(|_| stream.count() >= MIN_CLUSTERS)?;
        let upper = libm::log((1.0 - self.beta) / self.alpha);
        let lower = libm::log(self.beta / (1.0 - self.alpha));
        if ratio >= upper { Some(Decision::Alternative) } else { (ratio <= lower).then_some(Decision::Null) }
    }
}

/// An interval for the mean of numbers from 0 to 1 that holds at all times at once: however often one looks, and whenever one stops, all
/// intervals cover the mean with 95 % confidence.
///
/// The empirical Bernstein confidence sequence with predictable plug-ins (Waudby-Smith & Ramdas 2024, Journal of the Royal Statistical
/// Society B 86, theorem 2), running intersection.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct ConfidenceSequence {
    count: u64,
    /// Σ λ, Σ λ x, and Σ v ψ(λ).
    weight: f64,
    weighted: f64,
    spread: f64,
    /// Regularised sums for the plug-ins: of numbers and of squared deviations.
    sum: f64,
    squares: f64,
    interval: Interval,
}

impl Default for ConfidenceSequence {
    fn default() -> Self {
        let interval = Interval { low: 0.0, high: 1.0 };
        Self { count: 0, weight: 0.0, weighted: 0.0, spread: 0.0, sum: 0.5, squares: 0.25, interval }
    }
}

impl ConfidenceSequence {
    /// Takes the next number.
    pub fn push(&mut self, number: f64) {
        let before = self.count as f64;
        let (mean, variance) = (self.sum / (before + 1.0), self.squares / (before + 1.0));
        self.count += 1;
        let time = self.count as f64;
        let bound = libm::log(2.0 / (1.0 - CONFIDENCE));
        let bet = (2.0 * bound / (variance * time * libm::log(time + 1.0))).sqrt().min(0.5);
        let deviation = number - mean;
        self.weight += bet;
        self.weighted += bet * number;
        self.spread += deviation * deviation * (-libm::log(1.0 - bet) - bet);
        self.sum += number;
        let mean = self.sum / (time + 1.0);
        self.squares += (number - mean) * (number - mean);
        let (centre, half) = (self.weighted / self.weight, (bound + self.spread) / self.weight);
        self.interval.low = self.interval.low.max(centre - half);
        self.interval.high = self.interval.high.min(centre + half);
    }

    /// How many numbers there have been.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The interval now.
    pub fn interval(&self) -> Interval {
        self.interval
    }
}

#[cfg(test)]
mod tests {
    use engine::random::{RngExt, random};

    use super::*;

    const TEST: SequentialTest = SequentialTest { s0: 0.5, s1: 0.6, alpha: 0.05, beta: 0.05 };

    #[test]
    fn the_ratio_by_hand() {
        let mut stream = Welford::default();
        [0.4, 0.6, 0.8].into_iter().for_each(|number| stream.push(number));
        // Variance (3 · 0.04 + 0.25) / 4; 3 · 0.1 · (1.2 - 1.1) / (2 · 0.0925).
        assert!((TEST.log_ratio(&stream).unwrap() - 0.03 / 0.185).abs() < 1e-9);
        assert_eq!(TEST.decision(&stream), None, "fewer clusters than it takes");
        assert_eq!(TEST.log_ratio(&Welford::default()), None);
    }

    #[test]
    fn clusters_that_all_agree_decide_too() {
        let mut stream = Welford::default();
        (0..MIN_CLUSTERS).for_each(|_| stream.push(1.0));
        assert_eq!(TEST.decision(&stream), Some(Decision::Alternative));
    }

    #[test]
    fn looks_are_a_tenth_apart() {
        let mut looks = Looks::from(10);
        let due: Vec<u64> = (1..=30).filter(|clusters| looks.is_due(*clusters)).collect();
        assert_eq!(due, [10, 11, 13, 15, 17, 19, 21, 24, 27, 30]);
    }

    /// The decision on coins that come up with this probability, and the clusters it took.
    fn decide(probability: f64, seed: u64) -> (Decision, u64) {
        let (mut dice, mut stream) = (random(seed), Welford::default());
        loop {
            stream.push(f64::from(u8::from(dice.random_bool(probability))));
            if let Some(decision) = TEST.decision(&stream) {
                return (decision, stream.count());
            }
        }
    }

    #[test]
    fn errors_are_as_rare_as_they_may_be() {
        let wrong = |probability, wrong| (0..400).filter(|seed| decide(probability, *seed).0 == wrong).count();
        // 5 % of 400 are 20; with four standard errors 38.
        assert!(wrong(0.5, Decision::Alternative) <= 38);
        assert!(wrong(0.6, Decision::Null) <= 38);
        // And it ends soon: a fixed test of this size and power takes 267.
        let clusters: u64 = (0..400).map(|seed| decide(0.6, seed).1).sum();
        assert!(clusters / 400 < 200, "{}", clusters / 400);
    }

    #[test]
    fn the_sequence_covers_at_all_times_and_narrows() {
        let mut missed = 0;
        for seed in 0..200 {
            let (mut dice, mut sequence) = (random(seed), ConfidenceSequence::default());
            (0..1000).for_each(|_| sequence.push(f64::from(u8::from(dice.random_bool(0.3)))));
            let Interval { low, high } = sequence.interval();
            missed += u32::from(low > 0.3 || high < 0.3);
            assert!(high - low < 0.16, "{low} {high}");
        }
        assert!(missed <= 15, "{missed} of 200");
    }
}
