//! Sequential tests and confidence sequences for a share, valid when inspected after every cluster.

use crate::beta::bisect;
use crate::{CONFIDENCE, Interval, Shares};

/// The minimum number of clusters before a sequential test decides.
pub const MIN_CLUSTERS: u64 = 20;

/// The minimum number of wins, as their variance midway between the hypotheses, before a test decides.
///
/// With fewer, the correlation of the games of a block cannot be estimated.
const MIN_WINS: f64 = 12.0;

/// The games at which a confidence sequence is narrowest, in units of its mixture's prior games.
const NARROWEST: f64 = 8.0;

/// The number of bisection steps.
const STEPS: u32 = 60;

/// The schedule of looks: first after a given number of clusters, then after a tenth more each time.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Looks {
    next: u64,
}

impl Looks {
    /// Starts with a look after this many clusters.
    pub fn from(first: u64) -> Self {
        Self { next: first }
    }

    /// Returns whether to look after this cluster. Must be called once for every cluster, in order.
    pub fn is_due(&mut self, clusters: u64) -> bool {
        let is_due = clusters == self.next;
        self.next += if is_due { self.next.div_ceil(10) } else { 0 };
        is_due
    }
}

/// A sequential test of two simple hypotheses about a share.
///
/// It is the sequential probability ratio test of Wald (1945, Annals of Mathematical Statistics 16) for the effective
/// number of independent games m. With share s, the log-likelihood ratio is
/// m (s ln(s1/s0) + (1 - s) ln((1 - s1)/(1 - s0))). It needs no estimate of the variance of single wins, so it holds
/// for rare wins; for common ones it is nearly the generalised test with the variance of clusters (Van den Bergh 2017,
/// A practical introduction to the GSPRT).
///
/// ```
/// # use stats::mean::Shares;
/// # use stats::sequential::{SequentialTest, TestDecision};
/// let test = SequentialTest { s0: 0.5, s1: 0.6, alpha: 0.05, beta: 0.05 };
/// let mut shares = Shares::default();
/// // Seven wins of ten games in each cluster, of one block.
/// while test.decision(&shares).is_none() {
///     shares.push(0.7, 1, 10);
/// }
/// assert_eq!(test.decision(&shares), Some(TestDecision::Alternative));
/// assert_eq!(shares.clusters().count, 20);
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SequentialTest {
    /// The share under the null hypothesis.
    pub s0: f64,
    /// The share under the alternative.
    pub s1: f64,
    /// The probability of accepting the alternative if the share is `s0`.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis if the share is `s1`.
    pub beta: f64,
}

/// The decision of a sequential test.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TestDecision {
    /// The null hypothesis is accepted.
    Null,
    /// The alternative is accepted.
    Alternative,
}

impl SequentialTest {
    /// The log-likelihood ratio; `None` with fewer than two clusters.
    pub fn log_ratio(&self, shares: &Shares) -> Option<f64> {
        let (share, games) = shares.early_games()?;
        let (of_win, of_loss) = (libm::log(self.s1 / self.s0), libm::log((1.0 - self.s1) / (1.0 - self.s0)));
        Some(games * (share * of_win + (1.0 - share) * of_loss))
    }

    /// The decision after these clusters, if any.
    ///
    /// `None` before [`MIN_CLUSTERS`] clusters, or if too few games were played for a dozen wins.
    pub fn decision(&self, shares: &Shares) -> Option<TestDecision> {
        let (clusters, middle) = (shares.clusters(), (self.s0 + self.s1) / 2.0);
        let has_enough = clusters.count >= MIN_CLUSTERS && clusters.games as f64 * middle * (1.0 - middle) >= MIN_WINS;
        let ratio = self.log_ratio(shares).filter(|_| has_enough)?;
        let upper = libm::log((1.0 - self.beta) / self.alpha);
        let lower = libm::log(self.beta / (1.0 - self.alpha));
        if ratio >= upper { Some(TestDecision::Alternative) } else { (ratio <= lower).then_some(TestDecision::Null) }
    }
}

/// The 95 % confidence sequence of a share.
///
/// All its intervals cover the share simultaneously, however often one looks and whenever one stops.
///
/// It is narrowest, relative to an interval for a single look, at the planned number of clusters: 1.55 times as wide
/// there, and less than twice as wide from a tenth to ten times that number. `None` with fewer than two clusters.
///
/// It contains the shares p that a test of p after every cluster would never have rejected. The likelihood under p,
/// over its mean under a beta distribution with parameters κ p and κ (1 - p), is the reciprocal of a martingale
/// (Robbins 1970, Annals of Mathematical Statistics 41; Howard, Ramdas, McAuliffe & Sekhon 2021, Annals of Statistics
/// 49). By Ville's inequality, it ever falls to 5 % with at most that probability. Games count as in
/// [`SequentialTest`], so it is exact for independent games, and asymptotic for clustered ones.
pub fn confidence_sequence(shares: &Shares, planned: u64) -> Option<Interval> {
    let (share, games) = shares.early_games()?;
    let share = share.clamp(0.0, 1.0);
    let wins = share * games;
    let prior_games = games / shares.clusters().count as f64 * planned as f64 / NARROWEST;
    let [low, high] = [0.0, 1.0].map(|bound| {
        if share == bound {
            return bound;
        }
        bisect(bound, wins / games, STEPS, |p| is_excluded(p, wins, games, prior_games)).0
    });
    Some(Interval { low, high })
}

/// Returns whether the ratio of the likelihood under `p` to its mean under the mixture is at most 5 %.
fn is_excluded(p: f64, wins: f64, games: f64, prior_games: f64) -> bool {
    let mixed = log_beta(prior_games * p + wins, prior_games * (1.0 - p) + games - wins)
        - log_beta(prior_games * p, prior_games * (1.0 - p));
    mixed - wins * libm::log(p) - (games - wins) * libm::log1p(-p) >= libm::log(1.0 / (1.0 - CONFIDENCE))
}

/// The logarithm of the beta function.
fn log_beta(a: f64, b: f64) -> f64 {
    libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b)
}

#[cfg(test)]
mod tests {
    use engine::random::{RngExt, random};

    use super::*;

    const TEST: SequentialTest = SequentialTest { s0: 0.5, s1: 0.6, alpha: 0.05, beta: 0.05 };

    /// Clusters with one block of so many games.
    fn shares(numbers: impl IntoIterator<Item = f64>, games: u64) -> Shares {
        let mut shares = Shares::default();
        numbers.into_iter().for_each(|number| shares.push(number, 1, games));
        shares
    }

    #[test]
    fn the_ratio_by_hand() {
        // Mean 0.6, variance 0.04; N p q = 7.2, k = 4 / 1.9; D = (30² · 0.04 / 3 + k) / (7.2 + k) = 1.5154, times 5/3.
        let ratio = TEST.log_ratio(&shares([0.4, 0.6, 0.8], 10)).unwrap();
        let caution = 4.0 / 1.9;
        let games = 30.0 / ((12.0 + caution) / (7.2 + caution)) / (5.0 / 3.0);
        assert!((ratio - games * (0.6 * 1.2_f64.ln() + 0.4 * 0.8_f64.ln())).abs() < 1e-9, "{ratio}");
        assert_eq!(TEST.decision(&shares([0.4, 0.6, 0.8], 10)), None, "fewer clusters than it takes");
        assert_eq!(TEST.log_ratio(&Shares::default()), None);
    }

    #[test]
    fn clusters_that_all_agree_decide_too() {
        assert_eq!(TEST.decision(&shares([1.0; 60], 1)), Some(TestDecision::Alternative));
    }

    #[test]
    fn rare_wins_take_enough_games_for_a_dozen() {
        let rare = SequentialTest { s0: 0.01, s1: 0.05, ..TEST };
        // 12 / (0.03 · 0.97) = 412.4 games.
        assert_eq!(rare.decision(&shares([0.0; 103], 4)), None);
        assert_eq!(rare.decision(&shares([0.0; 104], 4)), Some(TestDecision::Null));
    }

    #[test]
    fn looks_are_a_tenth_apart() {
        let mut looks = Looks::from(10);
        let due: Vec<u64> = (1..=30).filter(|clusters| looks.is_due(*clusters)).collect();
        assert_eq!(due, [10, 11, 13, 15, 17, 19, 21, 24, 27, 30]);
    }

    /// The decision on games that are won with this probability, four to a cluster, and the clusters it took.
    fn decide(test: SequentialTest, probability: f64, seed: u64) -> (TestDecision, u64) {
        let (mut rng, mut shares) = (random(seed), Shares::default());
        loop {
            let wins: u8 = (0..4).map(|_| u8::from(rng.random_bool(probability))).sum();
            shares.push(f64::from(wins) / 4.0, 1, 4);
            if let Some(decision) = test.decision(&shares) {
                return (decision, shares.clusters().count);
            }
        }
    }

    #[test]
    fn errors_are_as_rare_as_they_may_be() {
        for test in [TEST, SequentialTest { s0: 0.0156, s1: 0.0312, ..TEST }] {
            let wrong =
                |probability, wrong| (0..400).filter(|seed| decide(test, probability, *seed).0 == wrong).count();
            // 5 % of 400 are 20; with four standard errors 38.
            assert!(wrong(test.s0, TestDecision::Alternative) <= 38, "{test:?}");
            assert!(wrong(test.s1, TestDecision::Null) <= 38, "{test:?}");
        }
        // And it ends soon: a fixed test of this size and power takes 67.
        let clusters: u64 = (0..400).map(|seed| decide(TEST, 0.6, seed).1).sum();
        assert!(clusters / 400 < 50, "{}", clusters / 400);
    }

    #[test]
    fn the_sequence_covers_at_all_times_and_is_narrow_where_planned() {
        for probability in [0.5, 0.03] {
            let mut missed = 0;
            for seed in 0..400 {
                let (mut rng, mut shares) = (random(seed), Shares::default());
                let mut ever_missed = false;
                for cluster in 1..=400_u64 {
                    let wins: u8 = (0..4).map(|_| u8::from(rng.random_bool(probability))).sum();
                    shares.push(f64::from(wins) / 4.0, 1, 4);
                    if cluster >= 10 && cluster % 5 == 0 {
                        let Interval { low, high } = confidence_sequence(&shares, 100).unwrap();
                        ever_missed |= low > probability || high < probability;
                    }
                    if cluster == 100 && probability == 0.5 {
                        let Interval { low, high } = confidence_sequence(&shares, 100).unwrap();
                        let fixed = shares.estimate().interval.unwrap();
                        assert!(high - low < 1.65 * (fixed.high - fixed.low), "{low} {high} {fixed:?}");
                    }
                }
                missed += u32::from(ever_missed);
            }
            assert!(missed <= 20, "{missed} of 400");
        }
    }

    #[test]
    fn without_a_win_the_sequence_begins_at_0() {
        let Interval { low, high } = confidence_sequence(&shares([0.0; 50], 4), 50).unwrap();
        assert_eq!(low, 0.0);
        // By the likelihood of no wins under p over its mean: at most 5 % beyond.
        assert!((0.015..0.06).contains(&high), "{high}");
    }
}
