//! What statistical methods find where there is nothing to find.

use stats::Estimate;

/// How often a test at 5 % finds something where there is nothing.
pub const RATE: f64 = 0.05;

/// What a method says in one experiment.
#[derive(Copy, Clone, Debug)]
pub enum NullResult {
    /// Nothing.
    Nothing,
    /// Whether it found something.
    Found(bool),
    /// An interval of a number that is not known, and is taken to be the mean over all experiments that ask after the same row of a table,
    /// which has this number.
    Interval(usize, Estimate),
}

/// What a method found where there is nothing to find.
#[derive(Copy, Clone, Debug)]
pub struct NullCheck {
    /// The method.
    pub method: &'static str,
    /// What it says.
    pub answer: NullResult,
    /// How often it may find something.
    pub rate: f64,
    /// Whether it may find less: some methods only promise an upper bound.
    pub is_bound: bool,
}

/// What is known of a null experiment.
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
    /// Of a method that finds something as often as [`RATE`] says; nothing where it gives no answer.
    pub fn exact(method: &'static str, found: Option<bool>) -> Self {
        Self { is_bound: false, ..Self::at_most(method, RATE, found) }
    }

    /// Of a method that finds something at most this often.
    pub fn at_most(method: &'static str, rate: f64, found: Option<bool>) -> Self {
        Self { method, answer: found.map_or(NullResult::Nothing, NullResult::Found), rate, is_bound: true }
    }

    /// Of an interval that should hold this number.
    pub fn misses(method: &'static str, estimate: &Estimate, truth: f64) -> Self {
        Self::at_most(method, RATE, estimate.interval.map(|interval| interval.low > truth || interval.high < truth))
    }

    /// Of an interval in this row of a table, of a number that nobody knows.
    pub fn covers(method: &'static str, row: usize, estimate: Estimate) -> Self {
        let answer = estimate.value.map_or(NullResult::Nothing, |_| NullResult::Interval(row, estimate));
        Self { method, answer, rate: RATE, is_bound: true }
    }

    /// Whether it has found something; nothing for an interval of an unknown number.
    pub fn found(&self) -> Option<bool> {
        match self.answer {
            NullResult::Found(found) => Some(found),
            NullResult::Nothing | NullResult::Interval(..) => None,
        }
    }
}
