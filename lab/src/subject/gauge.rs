//! What a game gives for tuning, panels and sensitivity to ask of its games, and how it is counted cluster by cluster.

use super::Subject;
use super::rows::Rows;

/// How many games or seats had a value, and their sum.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct ValueSum {
    count: u64,
    sum: f64,
}

impl ValueSum {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
    }

    /// The mean; nothing without values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// The mean of each part in one cluster; nothing where no game of it has a value.
pub type Means = Vec<Option<f64>>;

/// A gauge of one game: a number for each of its parts, such as its scoring tiles, against the mean of all parts.
pub struct OwnGauge {
    /// Its name in configs.
    pub name: &'static str,
    /// The unit.
    pub unit: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What stands before the name of a part in a sentence.
    pub title: &'static str,
    /// What the mean of all parts is called in a sentence.
    pub mean: &'static str,
    /// The names of its parts.
    pub parts: fn(&dyn Subject) -> Vec<String>,
    /// Adds what a game has for each part.
    pub add: fn(&Rows, &mut [ValueSum]),
}
