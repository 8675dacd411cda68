//! The test that lets a search drop candidates early.

use stats::CONFIDENCE;
use stats::cluster_estimate::ClusterEstimate;

/// A sequential test of which candidates are not the closest to the goals.
///
/// The error rate of the whole search is at most 5 %, whichever and however many candidates are the closest. In each
/// round each candidate that may be the closest is compared with each of the k - 1 others. Initially all k may be the
/// closest, and fewer once some are significantly worse (Holm 1979, Scandinavian Journal of Statistics 6).
pub struct WorseTest {
    /// Whether each candidate is significantly worse than another.
    pub is_shown: Vec<bool>,
    /// The error rate of each of the k - 1 comparisons in a round if only one candidate can be closest.
    error: f64,
}

impl WorseTest {
    /// Starts the test before the first of `rounds` rounds.
    pub fn new(candidates: usize, rounds: u32) -> Self {
        let comparisons = (candidates.max(2) - 1) as f64 * f64::from(rounds.max(1));
        Self { is_shown: vec![false; candidates], error: (1.0 - CONFIDENCE) / comparisons }
    }

    /// Tests candidates after a round, given the excess of each one's distance over the best one's.
    pub fn look(&mut self, behind: &[(usize, ClusterEstimate)]) {
        let mut open: Vec<(f64, usize)> = behind
            .iter()
            .filter(|(candidate, behind)| !self.is_shown[*candidate] && behind.value > 0.0)
            .filter_map(|(candidate, behind)| Some((behind.p_value()? / 2.0, *candidate)))
            .collect();
        open.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut may_be_closest = self.is_shown.iter().filter(|is_shown| !**is_shown).count();
        for (p, candidate) in open {
            if p * may_be_closest as f64 > self.error {
                break;
            }
            self.is_shown[candidate] = true;
            may_be_closest -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Behind by so much, with a standard error of 1 from 50 seeds.
    fn behind(value: f64) -> ClusterEstimate {
        let spread = (49.0_f64).sqrt();
        let values = (0..50).map(move |seed| Some(value + if seed % 2 == 0 { spread } else { -spread }));
        ClusterEstimate::mean(values).unwrap()
    }

    fn look(worse: &mut WorseTest, all: &[f64]) {
        let all: Vec<(usize, ClusterEstimate)> = all.iter().map(|value| behind(*value)).enumerate().collect();
        worse.look(&all);
    }

    #[test]
    fn the_best_looking_of_equals_shows_nothing_by_being_the_best() {
        // Of 4 candidates in one round 12 comparisons: p = 0.05 / 12 needs 2.75 standard errors of 49 degrees of freedom, 0.05 / 3 only 2.19.
        let mut worse = WorseTest::new(4, 1);
        look(&mut worse, &[0.0, 2.6, 2.4, 2.7]);
        assert_eq!(worse.is_shown, [false; 4]);
        look(&mut worse, &[0.0, 2.4, 2.5, 2.8]);
        assert_eq!(worse.is_shown, [false, false, false, true], "0.05 / 9 needs 2.65");
    }

    #[test]
    fn what_is_shown_leaves_fewer_that_may_be_the_closest() {
        let mut worse = WorseTest::new(4, 1);
        look(&mut worse, &[0.0, 2.5, 2.7, 2.8]);
        assert_eq!(worse.is_shown, [false, true, true, true], "0.05 / 12, 9 and 6 need 2.75, 2.65 and 2.49");
        // In twice as many rounds each may be wrong half as often; what was shown stays so.
        let mut worse = WorseTest::new(4, 2);
        look(&mut worse, &[0.0, 2.5, 2.7, 3.1]);
        assert_eq!(worse.is_shown, [false, false, false, true]);
        look(&mut worse, &[0.0, 2.5, 2.95, -1.0]);
        assert_eq!(worse.is_shown, [false, false, true, true]);
    }

    #[test]
    fn what_is_the_same_on_all_seeds_shows_nothing() {
        let mut worse = WorseTest::new(2, 1);
        worse.look(&[
            (0, ClusterEstimate::mean([Some(0.0); 10].into_iter()).unwrap()),
            (1, ClusterEstimate::mean([Some(3.0); 10].into_iter()).unwrap()),
        ]);
        assert_eq!(worse.is_shown, [false, false]);
    }
}
