//! The delete-a-group jackknife, for estimates whose error has no formula.

use crate::estimate::{Estimate, Interval, is_rounding, mean_and_squares, t_quantile};
use crate::sum::Sum;

/// The number of groups into which clusters are divided.
const GROUPS: usize = 32;

/// Sums over clusters, which are assigned to the groups of a jackknife in turn.
#[derive(Clone, Debug)]
pub struct JackknifeGroups<S> {
    clusters: usize,
    groups: Vec<S>,
}

impl<S: Sum> JackknifeGroups<S> {
    /// Starts without clusters.
    pub fn new() -> Self {
        Self { clusters: 0, groups: Vec::new() }
    }

    /// Adds a cluster.
    pub fn push(&mut self, cluster: &S) {
        match self.groups.get_mut(self.clusters % GROUPS) {
            Some(group) => group.add(cluster),
            None => self.groups.push(cluster.clone()),
        }
        self.clusters += 1;
    }

    /// A function of the sums over all clusters, with its t interval.
    ///
    /// Uses the delete-a-group jackknife of Kott (2001, Journal of Official Statistics 17). The part of the bias that
    /// is inversely proportional to the number of clusters is removed (Quenouille 1956, Biometrika 43). There is no
    /// interval if the function has no value without one of the groups.
    pub fn estimate(&self, number: impl Fn(&S) -> Option<f64>) -> Estimate {
        let Some(all) = self.without(None).and_then(|sums| number(&sums)) else { return Estimate::default() };
        let without: Option<Vec<f64>> =
            (0..self.groups.len()).map(|group| self.without(Some(group)).and_then(|sums| number(&sums))).collect();
        let Some(without) = without.filter(|numbers| numbers.len() > 1) else {
            return Estimate { value: Some(all), interval: None };
        };
        let count = without.len() as f64;
        let (mean, squares) = mean_and_squares(&without);
        let value = count * all - (count - 1.0) * mean;
        let half_width = t_quantile(count - 1.0) * ((count - 1.0) / count * squares).sqrt();
        let interval = (!is_rounding(half_width, value)).then(|| Interval::around(value, half_width));
        Estimate { value: Some(value), interval }
    }

    /// The sums over all groups but one.
    fn without(&self, left_out: Option<usize>) -> Option<S> {
        let mut used = self.groups.iter().enumerate().filter(|(group, _)| Some(*group) != left_out);
        let mut sums = used.next()?.1.clone();
        used.for_each(|(_, more)| sums.add(more));
        Some(sums)
    }
}

impl<S: Sum> Default for JackknifeGroups<S> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_mean_it_is_the_mean_with_its_t_interval() {
        let numbers = [3.0, 8.0, 10.0, 1.0, 4.0];
        let (mut groups, mut stream) = (JackknifeGroups::new(), crate::Welford::default());
        for number in numbers {
            groups.push(&(1.0, number));
            stream.push(number);
        }
        let (found, expected) = (groups.estimate(|sum| Some(sum.1 / sum.0)), stream.estimate());
        assert!((found.value.unwrap() - expected.value.unwrap()).abs() < 1e-12);
        assert!((found.low().unwrap() - expected.low().unwrap()).abs() < 1e-9);
    }

    #[test]
    fn the_bias_of_a_square_is_taken_out() {
        let mut groups = JackknifeGroups::new();
        [1.0, 2.0, 6.0].into_iter().for_each(|number| groups.push(&(1.0, number)));
        // Mean 3, variance 7: 9 - 7/3.
        let found = groups.estimate(|sum| Some((sum.1 / sum.0) * (sum.1 / sum.0)));
        assert!((found.value.unwrap() - (9.0 - 7.0 / 3.0)).abs() < 1e-12);
    }

    #[test]
    fn without_enough_there_is_nothing() {
        let mut groups = JackknifeGroups::<(f64, f64)>::new();
        assert_eq!(groups.estimate(|_| Some(1.0)), Estimate::default());
        groups.push(&(1.0, 1.0));
        assert_eq!(groups.estimate(|_| Some(1.0)), Estimate { value: Some(1.0), interval: None });
    }
}
