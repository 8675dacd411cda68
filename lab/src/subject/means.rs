//! The mean of each outcome: over the games of a block or cluster, and over all clusters.

use super::Accumulator;
use super::gauges::ValueSum;
use super::outcome::{Outcome, VP, place};
use super::rows::Rows;
use stats::Welford;
use stats::sum::impl_sum;

/// The sums over the games of one block or cluster, of outcomes or of other numbers.
#[derive(Clone, Debug)]
pub struct OutcomeSums {
    sums: Vec<ValueSum>,
}

impl_sum!(OutcomeSums: sums);

impl OutcomeSums {
    /// Creates sums of this many numbers for an empty block.
    pub fn new(numbers: usize) -> Self {
        Self { sums: vec![ValueSum::default(); numbers] }
    }

    /// Adds a number, given by its index.
    pub fn add_number(&mut self, index: usize, number: f64) {
        self.sums[index].add(number);
    }

    /// Adds the outcomes of a game, which are the first numbers.
    pub fn add_game(&mut self, outcomes: &[Outcome], rows: &Rows) {
        for (index, outcome) in outcomes.iter().enumerate() {
            (outcome.of)(rows).into_iter().for_each(|number| self.add_number(index, number));
        }
    }

    /// Returns the means in order; `None` for a number that did not occur.
    pub fn means(&self) -> impl Iterator<Item = Option<f64>> {
        self.sums.iter().map(ValueSum::mean)
    }

    /// Returns a mean by its index; `None` if the number did not occur.
    pub fn mean(&self, index: usize) -> Option<f64> {
        self.means().nth(index)?
    }
}

/// The means of clusters, by outcome.
#[derive(Clone, Debug)]
pub struct OutcomeMeans {
    outcomes: &'static [Outcome],
    streams: Vec<Welford>,
}

impl OutcomeMeans {
    /// Creates means without clusters, for a game with these outcomes.
    pub fn new(outcomes: &'static [Outcome]) -> Self {
        Self { outcomes, streams: vec![Welford::default(); outcomes.len()] }
    }

    /// Returns an outcome's means of clusters, by its index in the game's list.
    pub fn of(&self, outcome: usize) -> Welford {
        self.streams[outcome]
    }

    /// Returns the number of clusters.
    pub fn clusters(&self) -> u64 {
        self.of(place(self.outcomes, VP)).count()
    }
}

impl Accumulator for OutcomeMeans {
    type Sums = OutcomeSums;

    fn sums(&self) -> OutcomeSums {
        OutcomeSums::new(self.outcomes.len())
    }

    fn add(&self, sums: &mut OutcomeSums, rows: &Rows) {
        sums.add_game(self.outcomes, rows);
    }

    fn close(&mut self, cluster: &OutcomeSums) {
        push_all(&mut self.streams, cluster.means());
    }
}

/// Adds a number to each stream; `None` where there is none.
pub fn push_all(streams: &mut [Welford], numbers: impl IntoIterator<Item = Option<f64>>) {
    for (stream, number) in streams.iter_mut().zip(numbers) {
        number.into_iter().for_each(|number| stream.push(number));
    }
}
