//! Small symmetric matrices, for regressions.
//!
//! Every sum is computed in a fixed order, so results are the same on all machines.

use std::ops::{Index, IndexMut};

/// The fraction of its diagonal element below which a pivot is rounding.
const VANISHING: f64 = 1e-9;

/// A symmetric matrix. Both triangles are stored, so a row is also a column.
#[derive(Clone, Debug)]
pub struct Symmetric {
    size: usize,
    cells: Vec<f64>,
}

impl Symmetric {
    /// A matrix of zeros.
    pub fn zeros(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    /// The number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// A row.
    #[inline]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..][..self.size]
    }

    /// Adds a multiple of the outer product of a vector with itself.
    pub fn add_products(&mut self, times: f64, vector: &[f64]) {
        for (row, &one) in vector.iter().enumerate() {
            let row = &mut self.cells[row * self.size..][..self.size];
            row.iter_mut().zip(vector).for_each(|(cell, &other)| *cell += times * one * other);
        }
    }

    /// The product with a vector.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size).map(|row| dot(self.row(row), vector)).collect()
    }

    /// The inverse; `None` if the matrix is not positive definite beyond rounding.
    pub fn inverse(&self) -> Option<Self> {
        let factor = Cholesky::new(self);
        if factor.vanishes.contains(&true) {
            return None;
        }
        let mut cells = Vec::with_capacity(self.cells.len());
        for column in 0..self.size {
            cells.extend(factor.solve((0..self.size).map(|row| f64::from(u8::from(row == column))).collect()));
        }
        Some(Self { size: self.size, cells })
    }
}

impl Index<(usize, usize)> for Symmetric {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Symmetric {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }
}

/// The dot product of two vectors.
#[inline]
pub fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The Cholesky decomposition of a positive semidefinite matrix.
#[derive(Clone, Debug)]
pub struct Cholesky {
    /// The lower triangle, row by row; the upper one is unused.
    lower: Symmetric,
    /// The rows whose pivots vanish.
    vanishes: Vec<bool>,
}

impl Cholesky {
    /// Decomposes a matrix.
    pub fn new(matrix: &Symmetric) -> Self {
        let mut lower = matrix.clone();
        let mut vanishes = vec![false; matrix.size];
        for column in 0..matrix.size {
            let diagonal = lower[(column, column)];
            let pivot = diagonal - dot(&lower.row(column)[..column], &lower.row(column)[..column]);
            vanishes[column] = !(pivot > VANISHING * diagonal && pivot > f64::MIN_POSITIVE);
            for row in column..matrix.size {
                let rest = lower[(row, column)] - dot(&lower.row(row)[..column], &lower.row(column)[..column]);
                lower[(row, column)] = if vanishes[column] { 0.0 } else { rest / pivot.sqrt() };
            }
        }
        Self { lower, vanishes }
    }

    /// Solves the linear system with this right-hand side. An unknown with a vanishing pivot is set to 0.
    pub fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        let size = self.lower.size;
        for row in 0..size {
            right[row] = self.quotient(row, right[row] - dot(&self.lower.row(row)[..row], &right[..row]));
        }
        for row in (0..size).rev() {
            let inner: f64 = (row + 1..size).map(|below| self.lower[(below, row)] * right[below]).sum();
            right[row] = self.quotient(row, right[row] - inner);
        }
        right
    }

    fn quotient(&self, row: usize, rest: f64) -> f64 {
        if self.vanishes[row] { 0.0 } else { rest / self.lower[(row, row)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix<const SIZE: usize>(rows: [[f64; SIZE]; SIZE]) -> Symmetric {
        Symmetric { size: SIZE, cells: rows.concat() }
    }

    #[test]
    fn an_inverse_known_by_hand() {
        // Determinant 4 · 3 - 2 · 2 = 8.
        let inverse = matrix([[4.0, 2.0], [2.0, 3.0]]).inverse().unwrap();
        let expected = [3.0 / 8.0, -2.0 / 8.0, -2.0 / 8.0, 4.0 / 8.0];
        assert!(
            inverse.cells.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-12),
            "{inverse:?}"
        );
    }

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        // 1 / (row + column + 1), whose inverse has whole numbers that reach 6,480.
        let mut hilbert = Symmetric::zeros(4);
        (0..4).for_each(|row| (0..4).for_each(|column| hilbert[(row, column)] = 1.0 / (row + column + 1) as f64));
        let inverse = hilbert.inverse().unwrap();
        for row in 0..4 {
            let product = hilbert.times(inverse.row(row));
            for (column, found) in product.into_iter().enumerate() {
                assert!((found - f64::from(u8::from(row == column))).abs() < 1e-10, "{row} {column}: {found}");
            }
        }
        assert!((inverse[(2, 2)] - 6480.0).abs() < 1e-6, "{}", inverse[(2, 2)]);
    }

    #[test]
    fn what_is_singular_but_for_rounding_has_no_inverse() {
        let mut singular = Symmetric::zeros(3);
        singular.add_products(1.0, &[0.1, 0.7, 0.3]);
        singular.add_products(2.0, &[0.4, 0.2, 0.9]);
        assert!(singular.inverse().is_none());
        singular.add_products(0.5, &[0.3, 0.1, 0.1]);
        assert!(singular.inverse().is_some());
        assert!(matrix([[1.0, 2.0], [2.0, 1.0]]).inverse().is_none());
    }

    #[test]
    fn an_unknown_without_pivot_is_zero() {
        let found =
            Cholesky::new(&matrix([[2.0, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 2.0]])).solve(vec![4.0, 0.0, 5.0]);
        assert!((found[0] - 1.0).abs() < 1e-12 && found[1] == 0.0 && (found[2] - 2.0).abs() < 1e-12, "{found:?}");
    }
}
