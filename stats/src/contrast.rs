//! The difference between two conditions that are assigned to blocks at random.

use crate::share::{share_difference, share_interval};
use crate::symmetric::{Symmetric, dot};
use crate::{Clusters, Estimate, Interval, MIN_BLOCKS, is_rounding, t_quantile, two_sided_p};

/// The totals of one condition in one cluster.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Condition {
    /// The number of blocks under the condition.
    pub blocks: u64,
    /// The number of games in these blocks.
    pub games: u64,
    /// The sum of the outcome over these games.
    pub total: f64,
}

/// The contrast of an outcome's means under two conditions, over clusters of blocks.
///
/// A cluster of several blocks can have both conditions. Each mean is a ratio of totals whose linearised residuals are
/// summed by cluster (Cochran 1977, Sampling Techniques, chapter 6), so any dependence within clusters is allowed. If
/// every cluster is a single block, the interval is that of Welch (1947, Biometrika 34).
#[derive(Clone, Debug)]
pub struct ClusterContrast {
    clusters: u64,
    /// For each condition, the number of clusters that have it and the number of its blocks.
    counts: [[u64; 2]; 2],
    /// Games and total of the first condition, then of the second.
    sums: [f64; 4],
    /// Sums over clusters of the products of these four.
    products: Symmetric,
}

/// The means of both conditions.
struct ConditionMeans {
    means: [f64; 2],
    /// The variances of both means.
    variances: [f64; 2],
    covariance: f64,
}

impl Default for ClusterContrast {
    fn default() -> Self {
        Self { clusters: 0, counts: [[0; 2]; 2], sums: [0.0; 4], products: Symmetric::zeros(4) }
    }
}

impl ClusterContrast {
    /// Adds a cluster.
    pub fn push(&mut self, one: &Condition, other: &Condition) {
        self.clusters += 1;
        for (counts, condition) in self.counts.iter_mut().zip([one, other]) {
            counts[0] += u64::from(condition.blocks > 0);
            counts[1] += condition.blocks;
        }
        let vector = [one.games as f64, one.total, other.games as f64, other.total];
        self.sums.iter_mut().zip(vector).for_each(|(sum, number)| *sum += number);
        self.products.add_products(1.0, &vector);
    }

    /// The number of clusters.
    pub fn clusters(&self) -> u64 {
        self.clusters
    }

    /// The number of games under the first condition.
    pub fn games(&self) -> u64 {
        self.sums[0] as u64
    }

    /// The first mean minus the second, with its t interval.
    ///
    /// There is no interval with fewer than [`MIN_BLOCKS`] clusters of either condition, or without variation.
    pub fn difference(&self) -> Estimate {
        let interval = self.means().and_then(|ConditionMeans { means, variances, covariance }| {
            let error = (variances[0] + variances[1] - 2.0 * covariance).max(0.0).sqrt();
            let half_width = t_quantile(self.df(variances)?) * error;
            self.varies(error).then(|| Interval::around(means[0] - means[1], half_width))
        });
        Estimate { value: self.value(), interval }
    }

    /// The difference of a share from 0 to 1, from the intervals of both shares.
    pub fn share_difference(&self) -> Estimate {
        let Some(ConditionMeans { means, variances, covariance }) = self.means() else {
            return Estimate { value: self.value(), interval: None };
        };
        let [one, other] = [0, 1].map(|side| {
            let [count, blocks] = self.counts[side];
            let clusters = Clusters { count, blocks, games: self.sums[2 * side] as u64 };
            let interval = share_interval(means[side], variances[side] * count as f64, clusters);
            Estimate { value: Some(means[side]), interval }
        });
        let spread = (variances[0] * variances[1]).sqrt();
        let correlation = if spread > 0.0 { covariance / spread } else { 0.0 };
        share_difference(&one, &other, correlation)
    }

    /// The two-sided p value of equal means, with the variance under that hypothesis.
    ///
    /// Otherwise a rare event that never occurred under one condition would seem to have no variance there. `None` with
    /// fewer than three clusters, or without variation.
    pub fn p_value(&self) -> Option<f64> {
        let ConditionMeans { means, .. } = self.means()?;
        let [games, total, other_games, other_total] = self.sums;
        let mean = (total + other_total) / (games + other_games);
        let influence = [-mean / games, 1.0 / games, mean / other_games, -1.0 / other_games];
        let clusters = self.clusters as f64;
        let df = (clusters - 2.0).max(0.0);
        let error = (clusters / df * self.quadratic(influence, influence)).max(0.0).sqrt();
        (df > 0.0 && self.varies(error)).then(|| two_sided_p((means[0] - means[1]) / error, df))
    }

    fn value(&self) -> Option<f64> {
        let [games, total, other_games, other_total] = self.sums;
        (games > 0.0 && other_games > 0.0).then(|| total / games - other_total / other_games)
    }

    /// Returns whether a standard error exceeds rounding.
    fn varies(&self, error: f64) -> bool {
        let [games, total, other_games, other_total] = self.sums;
        !is_rounding(error, (total / games).abs().max((other_total / other_games).abs()))
    }

    /// The degrees of freedom of the sum of the two variances, by Satterthwaite's approximation.
    fn df(&self, variances: [f64; 2]) -> Option<f64> {
        let parts = [0, 1].map(|side| variances[side] * variances[side] / (self.counts[side][0] - 1) as f64);
        let (all, parts) = (variances[0] + variances[1], parts[0] + parts[1]);
        (parts > 0.0).then(|| all * all / parts)
    }

    fn means(&self) -> Option<ConditionMeans> {
        if self.counts.iter().any(|[clusters, _]| *clusters < MIN_BLOCKS) {
            return None;
        }
        let [games, total, other_games, other_total] = self.sums;
        let means = [total / games, other_total / other_games];
        let influences =
            [[-means[0] / games, 1.0 / games, 0.0, 0.0], [0.0, 0.0, -means[1] / other_games, 1.0 / other_games]];
        let variances = [0, 1].map(|side| {
            let clusters = self.counts[side][0] as f64;
            (clusters / (clusters - 1.0) * self.quadratic(influences[side], influences[side])).max(0.0)
        });
        Some(ConditionMeans { means, variances, covariance: self.quadratic(influences[0], influences[1]) })
    }

    /// The sum over clusters of the product of two linear functions of their totals.
    fn quadratic(&self, one: [f64; 4], other: [f64; 4]) -> f64 {
        dot(&one, &self.products.times(&other))
    }
}

#[cfg(test)]
mod tests {
    use engine::random::{RngExt, random};

    use super::*;

    fn of(block: bool, total: f64) -> Condition {
        if block { Condition { blocks: 1, games: 1, total } } else { Condition::default() }
    }

    #[test]
    fn single_blocks_have_welchs_interval() {
        let mut contrast = ClusterContrast::default();
        let numbers = [(true, 3.0), (false, 1.0), (true, 5.0), (false, 2.0), (true, 10.0), (false, 2.5), (false, 1.5)];
        numbers.into_iter().for_each(|(is_one, number)| contrast.push(&of(is_one, number), &of(!is_one, number)));
        // scipy.stats.ttest_ind(…, equal_var=False): 2.054 to 2.066 degrees of freedom, mean difference 4.25.
        let found = contrast.difference();
        assert!((found.value.unwrap() - 4.25).abs() < 1e-12);
        let (one, other) = (13.0 / 3.0, 1.25 / 3.0 / 4.0);
        let df = (one + other) * (one + other) / (one * one / 2.0 + other * other / 3.0);
        let half = t_quantile(df) * f64::sqrt(one + other);
        assert!((found.high().unwrap() - 4.25 - half).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn what_both_have_in_common_within_a_cluster_cancels() {
        // Each cluster has both conditions, one exactly 1 above the other but for two clusters.
        let mut contrast = ClusterContrast::default();
        for (level, apart) in [(3.0, 1.0), (80.0, 1.5), (20.0, 0.5), (55.0, 1.0)] {
            contrast.push(&of(true, level + apart), &of(true, level));
        }
        let found = contrast.difference();
        let error = (0.5_f64 / 3.0 / 4.0).sqrt();
        assert!((found.value.unwrap() - 1.0).abs() < 1e-12);
        // The covariance has no small-sample factor, so the interval is at least that of paired differences.
        assert!(found.high().unwrap() - 1.0 >= error * 3.182, "{found:?}");
    }

    #[test]
    fn conditions_that_are_alike_are_called_different_as_often_as_stated() {
        let rng = &mut random(4);
        let (mut found, mut missed) = ([0; 2], [0; 2]);
        for _ in 0..1000 {
            let (mut numbers, mut rare) = (ClusterContrast::default(), ClusterContrast::default());
            for cluster in 0..60 {
                let is_one = cluster % 3 == 0;
                let number = rng.random::<f64>();
                numbers.push(&of(is_one, number), &of(!is_one, number));
                let won = f64::from(u8::from(rng.random_bool(0.1)));
                rare.push(&of(is_one, won), &of(!is_one, won));
            }
            for (place, (contrast, found_difference)) in
                [(&numbers, numbers.difference()), (&rare, rare.share_difference())].into_iter().enumerate()
            {
                found[place] += u32::from(contrast.p_value().is_some_and(|p| p < 0.05));
                missed[place] +=
                    u32::from(found_difference.interval.is_some_and(|ends| ends.low > 0.0 || ends.high < 0.0));
            }
        }
        // 5 % of 1,000 are 50; four standard errors 28.
        assert!(found.iter().chain(&missed).all(|count| *count <= 78), "{found:?} {missed:?}");
        assert!(found[0] >= 22 && missed[0] >= 22, "{found:?} {missed:?}");
    }

    #[test]
    fn where_nothing_varies_there_is_nothing_to_find() {
        let mut contrast = ClusterContrast::default();
        (0..100).for_each(|cluster| contrast.push(&of(cluster % 2 == 0, 0.7), &of(cluster % 2 == 1, 0.7)));
        assert_eq!((contrast.p_value(), contrast.difference().interval), (None, None));
        assert_eq!(ClusterContrast::default().difference(), Estimate::default());
    }
}
