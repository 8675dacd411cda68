//! Linear regression with a normal prior on the coefficients, by the normal equations.

use crate::symmetric::{Cholesky, Symmetric};

/// The sums of products of a regression's samples. The order of adding affects the last digits.
///
/// ```
/// # use stats::least_squares::LeastSquares;
/// let mut squares = LeastSquares::new(1);
/// [(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)].into_iter().for_each(|(x, y)| squares.add(&[x], y));
/// // Practically no prior: the slope of the samples.
/// assert!((squares.solve(&[0.0], 1e9)[0] - 2.0).abs() < 1e-9);
/// ```
#[derive(Clone, Debug)]
pub struct LeastSquares {
    width: usize,
    count: f64,
    /// The upper triangle, row by row, of the products of a constant 1, the regressors and the target.
    products: Vec<f64>,
}

impl LeastSquares {
    /// Starts without samples, for this many regressors.
    pub fn new(regressors: usize) -> Self {
        let width = regressors + 2;
        Self { width, count: 0.0, products: vec![0.0; width * width] }
    }

    /// Adds a sample.
    ///
    /// # Panics
    /// If it has a different number of regressors.
    pub fn add(&mut self, regressors: &[f64], target: f64) {
        assert_eq!(regressors.len() + 2, self.width, "the number of regressors is fixed");
        let row: Vec<f64> = std::iter::once(1.0).chain(regressors.iter().copied()).chain([target]).collect();
        self.count += 1.0;
        for (first, &a) in row.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            for (second, &b) in row.iter().enumerate().skip(first) {
                self.products[first * self.width + second] += a * b;
            }
        }
    }

    /// Adds all samples of another regression.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.products.iter_mut().zip(&other.products).for_each(|(own, more)| *own += more);
    }

    /// The number of samples.
    pub fn count(&self) -> f64 {
        self.count
    }

    /// The maximum a posteriori coefficients, with an unpenalised intercept.
    ///
    /// The prior is normal around `prior` with this standard deviation. The variance of the noise is estimated from the
    /// samples' residuals under the prior means.
    pub fn solve(&self, prior: &[f64], deviation: f64) -> Vec<f64> {
        let regressors = self.width - 2;
        let target = self.width - 1;
        let residuals: Vec<f64> =
            (1..=regressors).map(|i| self.covariance(i, target) - self.predicted(i, prior)).collect();
        let squares = self.covariance(target, target) - self.predicted(target, prior);
        let squares = squares - prior.iter().zip(&residuals).map(|(prior, rest)| prior * rest).sum::<f64>();
        let noise = squares / self.count.max(1.0);
        let mut matrix = Symmetric::zeros(regressors);
        for i in 0..regressors {
            for j in 0..regressors {
                matrix[(i, j)] = self.covariance(i + 1, j + 1);
            }
            matrix[(i, i)] += noise / (deviation * deviation) + f64::MIN_POSITIVE;
        }
        let change = Cholesky::new(&matrix).solve(residuals);
        prior.iter().zip(change).map(|(prior, change)| prior + change).collect()
    }

    /// The covariance of a column with the prediction from these coefficients.
    fn predicted(&self, column: usize, coefficients: &[f64]) -> f64 {
        coefficients.iter().enumerate().map(|(j, coefficient)| self.covariance(column, j + 1) * coefficient).sum()
    }

    /// The sum of products of the deviations of two columns from their means.
    fn covariance(&self, i: usize, j: usize) -> f64 {
        let (first, second) = (i.min(j), i.max(j));
        let product = self.products[first * self.width + second];
        product - self.products[first] * self.products[second] / self.count.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(rows: &[([f64; 2], f64)]) -> LeastSquares {
        let mut squares = LeastSquares::new(2);
        rows.iter().for_each(|(regressors, target)| squares.add(regressors, *target));
        squares
    }

    /// Practically no prior belief.
    const LOOSE: f64 = 1e9;

    #[test]
    fn an_exact_plane_is_found() {
        // 5 + 2a - 3b
        let rows = [([0.0, 0.0], 5.0), ([1.0, 0.0], 7.0), ([0.0, 1.0], 2.0), ([2.0, 5.0], -6.0)];
        let found = samples(&rows).solve(&[0.0, 0.0], LOOSE);
        assert!((found[0] - 2.0).abs() < 1e-6 && (found[1] + 3.0).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn what_never_varied_keeps_what_was_believed() {
        let rows = [([0.0, 4.0], 1.0), ([1.0, 4.0], 2.0), ([3.0, 4.0], 4.0)];
        let found = samples(&rows).solve(&[0.0, 7.0], LOOSE);
        assert!((found[0] - 1.0).abs() < 1e-6 && found[1] == 7.0, "{found:?}");
    }

    #[test]
    fn belief_and_samples_meet_by_their_precision() {
        // One regressor of slope 1 and no other noise: squares 5 about the mean in the regressor and 5 in the target, so the noise is
        // 5/4. A belief of 0 with standard deviation d weighs 1.25/d² against 5: with d = 1/2 as much, so the slope is a half.
        let rows = [([0.0, 0.0], 0.0), ([1.0, 0.0], 1.0), ([2.0, 0.0], 2.0), ([3.0, 0.0], 3.0)];
        let found = samples(&rows).solve(&[0.0, 0.0], 0.5);
        assert!((found[0] - 0.5).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn merged_samples_are_samples() {
        let rows = [([0.0, 1.0], 5.0), ([1.0, 0.0], 7.0), ([0.0, 3.0], 2.0), ([2.0, 5.0], -6.0)];
        let mut halves = samples(&rows[..2]);
        halves.merge(&samples(&rows[2..]));
        let (a, b) = (halves.solve(&[1.0, 1.0], 1.0), samples(&rows).solve(&[1.0, 1.0], 1.0));
        assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-9), "{a:?} {b:?}");
    }
}
