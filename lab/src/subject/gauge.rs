//! A game's own measures for tuning, panels and sensitivity studies, accumulated by cluster.

use super::Subject;
use super::rows::Rows;

/// The number of games or seats with a value, and the sum of the values.
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

    /// Returns the mean; `None` without values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// The mean of each part in one cluster; `None` if no game of the cluster has a value.
pub type Means = Vec<Option<f64>>;

/// A gauge specific to a game: a number for each part, such as a scoring tile, minus the mean of all.
pub struct OwnGauge {
    /// Its name in configs.
    pub name: &'static str,
    /// The unit.
    pub unit: &'static str,
    /// The meaning.
    pub meaning: &'static str,
    /// The words preceding the name of a part in a sentence.
    pub title: &'static str,
    /// The name of the mean of all parts in a sentence.
    pub mean: &'static str,
    /// The names of its parts.
    pub parts: fn(&dyn Subject) -> Vec<String>,
    /// Adds the values of a game for each part.
    pub add: fn(&Rows, &mut [ValueSum]),
}
