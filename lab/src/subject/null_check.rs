//! Checks of statistical methods on experiments without any effect.

use stats::Estimate;

/// The share of false positives of a test at 5 %.
pub const RATE: f64 = 0.05;

/// The result of a method in one experiment.
#[derive(Copy, Clone, Debug)]
pub enum NullResult {
    /// No answer.
    Nothing,
    /// A finding, or none.
    Found(bool),
    /// An interval of a number that is not known, and is taken to be the mean over all experiments that ask after the same row of a table,
    /// which has this number.
    Interval(usize, Estimate),
}

/// The result of a method in an experiment without any effect.
#[derive(Copy, Clone, Debug)]
pub struct NullCheck {
    /// The method.
    pub method: &'static str,
    /// The result.
    pub answer: NullResult,
    /// The nominal rate of findings.
    pub rate: f64,
    /// Set if the rate is an upper bound: some methods promise no more.
    pub is_bound: bool,
}

/// A null experiment.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Null {
    /// All agents are identical.
    Identical,
    /// The first two agents are identical, and the others differ.
    Twins,
    /// Agents differ, and treatments and circles were exchanged between clusters.
    Exchanged,
}

impl NullCheck {
    /// A method with false positives as often as [`RATE`] says; `None` if it gives no answer.
    pub fn exact(method: &'static str, found: Option<bool>) -> Self {
        Self { is_bound: false, ..Self::at_most(method, RATE, found) }
    }

    /// A method with false positives at most this often.
    pub fn at_most(method: &'static str, rate: f64, found: Option<bool>) -> Self {
        Self { method, answer: found.map_or(NullResult::Nothing, NullResult::Found), rate, is_bound: true }
    }

    /// An interval that should cover this number.
    pub fn misses(method: &'static str, estimate: &Estimate, truth: f64) -> Self {
        Self::at_most(method, RATE, estimate.interval.map(|interval| interval.low > truth || interval.high < truth))
    }

    /// An interval in this row of a table, for an unknown number.
    pub fn covers(method: &'static str, row: usize, estimate: Estimate) -> Self {
        let answer = estimate.value.map_or(NullResult::Nothing, |_| NullResult::Interval(row, estimate));
        Self { method, answer, rate: RATE, is_bound: true }
    }

    /// Returns whether it has found something; `None` for an interval of an unknown number.
    pub fn found(&self) -> Option<bool> {
        match self.answer {
            NullResult::Found(found) => Some(found),
            NullResult::Nothing | NullResult::Interval(..) => None,
        }
    }
}
