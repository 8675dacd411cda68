//! Result tables specific to a game.

use super::accumulator::Accumulators;
use super::means::OutcomeMeans;
use crate::forms::column::ColumnEntry;
use crate::forms::line::Line;
use crate::schedule::Schedule;
use crate::subject::accumulator::Accumulator;
use stats::Estimate;

/// The sums from which a game's own tables are written.
#[derive(Copy, Clone)]
pub struct RunSums<'a> {
    /// The schedule.
    pub schedule: &'a Schedule,
    /// The means of outcomes.
    pub means: &'a OutcomeMeans,
    accumulators: &'a Accumulators,
}

impl<'a> RunSums<'a> {
    /// Creates the sums of a run with this schedule.
    pub fn new(schedule: &'a Schedule, accumulators: &'a Accumulators) -> Self {
        Self { schedule, means: accumulators.get(), accumulators }
    }

    /// Returns the game's own accumulator of a type.
    ///
    /// # Panics
    /// If the game has none of this type.
    pub fn of<A: Accumulator>(&self) -> &'a A {
        self.accumulators.get()
    }
}

/// A result table specific to a game.
pub struct OwnTable {
    /// The file name without extension.
    pub name: &'static str,
    /// The common result table that follows it.
    pub before: &'static str,
    /// The raw tables from which it can be computed.
    pub needs: &'static [&'static str],
    /// The parts of the game to which it applies; the table exists only if one of them is in play.
    pub parts: Option<&'static [&'static str]>,
    /// Returns its columns.
    pub dictionary: fn() -> Vec<ColumnEntry>,
    /// Writes its rows.
    pub write: fn(&RunSums<'_>, &mut Line<'_>),
}

impl OwnTable {
    /// Creates a table for every experiment of the game.
    pub const fn new(
        name: &'static str,
        before: &'static str,
        needs: &'static [&'static str],
        dictionary: fn() -> Vec<ColumnEntry>,
        write: fn(&RunSums<'_>, &mut Line<'_>),
    ) -> Self {
        Self { name, before, needs, parts: None, dictionary, write }
    }

    /// Restricts it to experiments with one of these parts of the game in play.
    #[must_use]
    pub const fn only_with(mut self, parts: &'static [&'static str]) -> Self {
        self.parts = Some(parts);
        self
    }
}

/// A metric of the game, for `balance.csv`.
#[derive(Clone, Debug)]
pub struct Metric {
    /// The name.
    pub name: String,
    /// The unit.
    pub unit: &'static str,
    /// The number of clusters.
    pub clusters: u64,
    /// The value, with an interval if there is a method for it.
    pub value: Estimate,
    /// The meaning.
    pub meaning: String,
}

/// A game's rows of `balance.csv`.
#[derive(Clone, Default, Debug)]
pub struct OwnMetrics {
    /// The rows next to those on differences between agents.
    pub of_agents: Vec<Metric>,
    /// The rows after all others, on causes.
    pub of_causes: Vec<Metric>,
}
