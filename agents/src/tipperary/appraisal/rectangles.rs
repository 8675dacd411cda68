//! Rectangles that still have gaps.

use super::land::{AgentKind, EMPTY, Land};

/// A rectangle of places in the box of a display.
///
/// Its rows and columns count from its south-west corner, both ends included.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Window {
    pub rows: (usize, usize),
    pub columns: (usize, usize),
}

/// The rectangle in which a sum is largest, and that sum.
pub(super) type Best = (i32, Window);

impl Land {
    /// The rectangle with the largest sum: `covered` for each covered place, minus `gap` for each gap.
    ///
    /// For every pair of rows the columns between them are summed, and the best run of columns is found in one pass
    /// (Kadane's algorithm), unless even all covered places there would be too few.
    pub(super) fn densest(&self, covered: i32, gap: i32) -> Best {
        let mut best = (0, Window::default());
        let mut sums = vec![0; self.width];
        let is_covered = |kind: &&AgentKind| **kind != EMPTY;
        let count = |row: usize| self.kinds[row..row + self.width].iter().filter(is_covered).count() as i32;
        let mut left: i32 = (0..self.height).map(|row| count(self.row(row))).sum();
        for low in 0..self.height {
            if left * covered <= best.0 {
                break;
            }
            left -= count(self.row(low));
            sums.fill(0);
            let mut most = 0;
            for high in low..self.height {
                let row = self.row(high);
                let mut count = 0;
                for (sum, &kind) in sums.iter_mut().zip(&self.kinds[row..row + self.width]) {
                    let is_covered = i32::from(kind != EMPTY);
                    *sum += is_covered * (covered + gap) - gap;
                    count += is_covered;
                }
                most += count * covered;
                if most <= best.0 {
                    continue;
                }
                let (mut run, mut from) = (0, 0);
                for (column, &sum) in sums.iter().enumerate() {
                    if run <= 0 {
                        (run, from) = (0, column);
                    }
                    run += sum;
                    if run > best.0 {
                        best = (run, Window { rows: (low, high), columns: (from, column) });
                    }
                }
            }
        }
        best
    }

    /// The largest rectangle of the box with at most this many gaps, and its area.
    pub(super) fn largest_with_gaps(&self, gaps: i32) -> Best {
        let mut best = (0, Window::default());
        let mut missing = vec![0; self.width];
        for low in 0..self.height {
            missing.fill(0);
            for high in low..self.height {
                let row = self.row(high);
                let (mut open, mut from) = (0, 0);
                for column in 0..self.width {
                    missing[column] += i32::from(self.kinds[row + column] == EMPTY);
                    open += missing[column];
                    while open > gaps {
                        open -= missing[from];
                        from += 1;
                    }
                    let area = ((high + 1 - low) * (column + 1 - from)) as i32;
                    if area > best.0 {
                        best = (area, Window { rows: (low, high), columns: (from, column) });
                    }
                }
            }
        }
        best
    }

    /// The gaps of a rectangle, by number.
    pub(super) fn gaps(&self, window: Window) -> impl Iterator<Item = usize> + '_ {
        let (first, last) = window.columns;
        let rows = window.rows.0..=window.rows.1;
        rows.flat_map(move |row| self.row(row) + first..=self.row(row) + last)
            .filter(|&number| !self.is_covered(number))
    }
}
