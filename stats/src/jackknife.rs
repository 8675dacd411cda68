//! Intervals of numbers that have no formula, from what is left without some of the clusters.

use super::sum::Sum;
use super::{Estimate, Interval, is_rounding, t_quantile};

/// How many groups clusters are divided into.
const GROUPS: usize = 32;

/// Sums over clusters, in groups that clusters join in turn.
#[derive(Clone, Debug)]
pub struct Groups<S> {
    clusters: usize,
    groups: Vec<S>,
}

impl<S: Sum> Groups<S> {
    /// No clusters yet.
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

    /// A number that follows from the sums of all clusters, with Student's interval of the delete-a-group jackknife (Kott 2001, Journal of
    /// Official Statistics 17), and without the part of its bias that falls with the number of clusters (Quenouille 1956, Biometrika 43).
    /// Nothing where some of the clusters do not give the number.
    pub fn estimate(&self, number: impl Fn(&S) -> Option<f64>) -> Estimate {
        let together = |left_out: Option<usize>| -> Option<S> {
            let mut used = self.groups.iter().enumerate().filter(|(group, _)| Some(*group) != left_out);
            let mut sums = used.next()?.1.clone();
            used.for_each(|(_, more)| sums.add(more));
            Some(sums)
        };
        let Some(all) = together(None).and_then(|sums| number(&sums)) else { return Estimate::default() };
        let without: Option<Vec<f64>> =
            (0..self.groups.len()).map(|group| together(Some(group)).and_then(|sums| number(&sums))).collect();
        let Some(without) = without.filter(|numbers| numbers.len() > 1) else {
            return Estimate { value: Some(all), interval: None };
        };
        let count = without.len() as f64;
        let mean = without.iter().sum::<f64>() / count;
        let squares: f64 = without.iter().map(|one| (one - mean) * (one - mean)).sum();
        let value = count * all - (count - 1.0) * mean;
        let half = t_quantile(count - 1.0) * ((count - 1.0) / count * squares).sqrt();
        let interval = (!is_rounding(half, value)).then_some(Interval { low: value - half, high: value + half });
        Estimate { value: Some(value), interval }
    }
}

impl<S: Sum> Default for Groups<S> {
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
        let (mut groups, mut stream) = (Groups::new(), crate::Welford::default());
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
        let mut groups = Groups::new();
        [1.0, 2.0, 6.0].into_iter().for_each(|number| groups.push(&(1.0, number)));
        // Mean 3, variance 7: 9 - 7/3.
        let found = groups.estimate(|sum| Some((sum.1 / sum.0) * (sum.1 / sum.0)));
        assert!((found.value.unwrap() - (9.0 - 7.0 / 3.0)).abs() < 1e-12);
    }

    #[test]
    fn without_enough_there_is_nothing() {
        let mut groups = Groups::<(f64, f64)>::new();
        assert_eq!(groups.estimate(|_| Some(1.0)), Estimate::default());
        groups.push(&(1.0, 1.0));
        assert_eq!(groups.estimate(|_| Some(1.0)), Estimate { value: Some(1.0), interval: None });
    }
}
