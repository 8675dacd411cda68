//! The result tables that only one game has.

use super::accumulator::Accumulators;
use super::cells::TreatmentCells;
use crate::forms::column::ColumnEntry;
use crate::forms::line::Line;
use crate::schedule::Schedule;
use crate::subject::accumulator::Accumulator;
use stats::Estimate;

/// The sums that a game's own tables are written from.
#[derive(Copy, Clone)]
pub struct RunSums<'a> {
    /// The schedule.
    pub schedule: &'a Schedule,
    /// Outcomes by treatment.
    pub cells: &'a TreatmentCells,
    accumulators: &'a Accumulators,
}

impl<'a> RunSums<'a> {
    /// Sums of a run with this schedule.
    pub fn new(schedule: &'a Schedule, accumulators: &'a Accumulators) -> Self {
        Self { schedule, cells: accumulators.get(), accumulators }
    }

    /// Returns the game's own accumulator of a type.
    ///
    /// # Panics
    /// If the game has none of it.
    pub fn of<A: Accumulator>(&self) -> &'a A {
        self.accumulators.get()
    }
}

/// A result table specific to a game.
pub struct OwnTable {
    /// The file's name without its ending.
    pub name: &'static str,
    /// The common result table that it comes before.
    pub before: &'static str,
    /// The raw tables that it can be computed from.
    pub needs: &'static [&'static str],
    /// The parts of the game that it is about, if it is written only where one of them is in play.
    pub parts: Option<&'static [&'static str]>,
    /// Returns its columns.
    pub dictionary: fn() -> Vec<ColumnEntry>,
    /// Writes its rows.
    pub write: fn(&RunSums<'_>, &mut Line<'_>),
}

impl OwnTable {
    /// A table that every experiment of the game can have.
    pub const fn new(
        name: &'static str,
        before: &'static str,
        needs: &'static [&'static str],
        dictionary: fn() -> Vec<ColumnEntry>,
        write: fn(&RunSums<'_>, &mut Line<'_>),
    ) -> Self {
        Self { name, before, needs, parts: None, dictionary, write }
    }

    /// The same, written only where one of these parts of the game is in play.
    #[must_use]
    pub const fn only_with(mut self, parts: &'static [&'static str]) -> Self {
        self.parts = Some(parts);
        self
    }
}

/// A number about the game, for `balance.csv`.
#[derive(Clone, Debug)]
pub struct Metric {
    /// The name.
    pub name: String,
    /// The unit.
    pub unit: &'static str,
    /// Clusters behind it.
    pub clusters: u64,
    /// The number, with an interval where there is a method for it.
    pub value: Estimate,
    /// The meaning.
    pub meaning: String,
}

/// A game's rows of `balance.csv`.
#[derive(Clone, Default, Debug)]
pub struct OwnMetrics {
    /// Next to those on how agents compare.
    pub of_agents: Vec<Metric>,
    /// After all others: what causes what.
    pub of_causes: Vec<Metric>,
}
