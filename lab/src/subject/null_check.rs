//! Checks of statistical methods on experiments without any effect.

use stats::Estimate;

/// The share of false positives of a test at 5 %.
pub const RATE: f64 = 0.05;

/// The result of a method in one experiment.
#[derive(Copy, Clone, Debug)]
pub enum NullResult {
    /// The method gave no answer.
    Nothing,
    /// Whether the method had a finding.
    Found(bool),
    /// An interval for an unknown number, with the index of its row in a table.
    ///
    /// The number is taken to be the mean over all experiments with an estimate for that row.
    Interval(usize, Estimate),
}

/// The result of a method in an experiment without any effect.
#[derive(Clone, Debug)]
pub struct NullCheck {
    /// The method.
    pub method: String,
    /// The result.
    pub answer: NullResult,
    /// The nominal rate of findings.
    pub rate: f64,
    /// Whether the rate is an upper bound, because the method guarantees no more.
    pub is_bound: bool,
}

/// An experiment of agents that play at random, so that none differs from another.
#[derive(Copy, Clone, Debug)]
pub struct NullDesign {
    /// The name.
    pub name: &'static str,
    /// The number of players, each with an own agent.
    pub players: usize,
    /// The number of blocks.
    pub blocks: u64,
    /// Further lines of its config.
    pub keys: &'static str,
}

impl NullDesign {
    /// Creates an experiment.
    pub const fn new(name: &'static str, players: usize, blocks: u64, keys: &'static str) -> Self {
        Self { name, players, blocks, keys }
    }
}

/// The checks of a game's own methods.
#[derive(Clone, Default, Debug)]
pub struct NullChecks {
    /// Those of lists of findings in the summary of a run.
    pub lists: Vec<NullCheck>,
    /// Those of other methods.
    pub others: Vec<NullCheck>,
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
    /// Creates a check of a p value that is below [`RATE`] as often; `None` is no answer.
    pub fn exact(method: impl Into<String>, p: Option<f64>) -> Self {
        Self { is_bound: false, ..Self::small(method, p) }
    }

    /// Creates a check of a p or q value that is below [`RATE`] at most as often; `None` is no answer.
    pub fn small(method: impl Into<String>, p: Option<f64>) -> Self {
        Self::at_most(method, RATE, p.map(|p| p < RATE))
    }

    /// Creates a check of a list with these q values: whether any is significant. There is no answer without any.
    pub fn any(method: impl Into<String>, q: impl IntoIterator<Item = Option<f64>>) -> Self {
        Self::small(method, q.into_iter().flatten().reduce(f64::min))
    }

    /// Creates a check of a method with at most this false positive rate.
    pub fn at_most(method: impl Into<String>, rate: f64, found: Option<bool>) -> Self {
        Self {
            method: method.into(),
            answer: found.map_or(NullResult::Nothing, NullResult::Found),
            rate,
            is_bound: true,
        }
    }

    /// Creates a check of an interval that should cover this number.
    pub fn misses(method: impl Into<String>, estimate: &Estimate, truth: f64) -> Self {
        Self::at_most(method, RATE, estimate.interval.map(|interval| interval.low > truth || interval.high < truth))
    }

    /// Creates a check of an interval in this row of a table, for an unknown number.
    pub fn covers(method: impl Into<String>, row: usize, estimate: Estimate) -> Self {
        let answer = estimate.value.map_or(NullResult::Nothing, |_| NullResult::Interval(row, estimate));
        Self { method: method.into(), answer, rate: RATE, is_bound: true }
    }

    /// Returns whether the method had a finding; `None` for an interval of an unknown number.
    pub fn found(&self) -> Option<bool> {
        match self.answer {
            NullResult::Found(found) => Some(found),
            NullResult::Nothing | NullResult::Interval(..) => None,
        }
    }
}
