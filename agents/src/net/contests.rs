//! Data sets that nets learn from.

use std::ops::Range;

use super::layer::LARGEST_INPUT;
use super::{Net, ONE};

/// Contests to learn from: in each some rows compete, and each got a share.
///
/// A net is sought whose scores, plus what is given beforehand, make the shares likely: a row's chance is in proportion to the exponential of
/// that sum.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Contests {
    width: usize,
    inputs: Vec<i16>,
    pub(super) given: Vec<f32>,
    pub(super) shares: Vec<f32>,
    /// The number of rows up to the end of each contest.
    ends: Vec<usize>,
}

/// One row of a contest.
#[derive(Copy, Clone, Debug)]
pub struct ContestRow<'a> {
    /// The features.
    pub row: &'a [i16],
    /// An offset that is added to the net's score, where a score of 1 is `e` to one.
    pub given: f32,
    /// Its share; those of a contest add up to 1.
    pub share: f32,
}

impl Contests {
    /// Makes a set without contests, of rows with so many numbers.
    pub fn new(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    /// Adds a contest.
    ///
    /// # Panics
    /// If a row has another length.
    pub fn add<'a>(&mut self, contestants: impl IntoIterator<Item = ContestRow<'a>>) {
        for ContestRow { row, given, share } in contestants {
            assert_eq!(row.len(), self.width, "numbers in a row");
            self.inputs.extend(row.iter().map(|number| number.clamp(&-LARGEST_INPUT, &LARGEST_INPUT)));
            self.given.push(given);
            self.shares.push(share);
        }
        self.ends.push(self.given.len());
    }

    /// Numbers in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of contests.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no contest.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The numbers of the rows of a contest.
    pub(super) fn rows_of(&self, contest: usize) -> Range<usize> {
        let start = contest.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[contest]
    }

    /// Returns the features of a row.
    pub(super) fn row(&self, row: usize) -> &[i16] {
        &self.inputs[row * self.width..(row + 1) * self.width]
    }

    /// Mean cross-entropy loss of these scores: the logarithm of the chance given to what happened, negative, in units of `e`.
    pub fn loss(&self, mut score: impl FnMut(&[i16]) -> f64) -> f64 {
        let mut sum = 0.0;
        for contest in 0..self.len() {
            let rows = self.rows_of(contest);
            let scores: Vec<f64> = rows.clone().map(|row| f64::from(self.given[row]) + score(self.row(row))).collect();
            let all = log_sum(scores.iter().copied());
            sum += rows.zip(&scores).map(|(row, score)| f64::from(self.shares[row]) * (all - score)).sum::<f64>();
        }
        sum / self.len() as f64
    }

    /// The loss of a net.
    pub fn loss_of(&self, net: &Net) -> f64 {
        self.loss(|row| f64::from(net.score(row)) / f64::from(ONE))
    }

    /// Root mean square of each number of a row; 1 where all are 0.
    pub(super) fn scales(&self) -> Vec<f32> {
        let mut squares = vec![0.0_f64; self.width];
        for row in self.inputs.chunks_exact(self.width) {
            squares.iter_mut().zip(row).for_each(|(sum, &number)| *sum += f64::from(number) * f64::from(number));
        }
        squares.iter().map(|&sum| if sum > 0.0 { (sum / self.given.len() as f64).sqrt() as f32 } else { 1.0 }).collect()
    }
}

/// The logarithm of the sum of these numbers' exponentials.
pub(super) fn log_sum(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = numbers.clone().fold(f64::MIN, f64::max);
    libm::log(numbers.map(|number| libm::exp(number - most)).sum()) + most
}
