//! Result tables, and the sums from which they are written.

use super::Subject;
use super::accumulator::{Accumulator, Accumulators};
use super::means::OutcomeMeans;
use crate::experiment::Experiment;
use crate::forms::column::{ColumnEntry, ResultRow, Row, dictionary, header};
use crate::forms::labels::Labels;
use crate::forms::line::Line;
use crate::forms::passage::Passage;
use crate::schedule::Schedule;
use crate::tables::ratio_table::{OwnRatios, RatioTable, RatioTotals};
use crate::tables::result_row::{Count, Estimated, Text, Word, result_row};

/// The sums from which result tables are written.
#[derive(Copy, Clone)]
pub struct RunSums<'a> {
    /// The schedule.
    pub schedule: &'a Schedule,
    /// The game.
    pub subject: &'a dyn Subject,
    /// The means of outcomes.
    pub means: &'a OutcomeMeans,
    accumulators: &'a Accumulators,
}

impl<'a> RunSums<'a> {
    /// Creates the sums of a run of this experiment.
    pub fn new(experiment: &'a Experiment, accumulators: &'a Accumulators) -> Self {
        let Experiment { schedule, subject, .. } = experiment;
        Self { schedule, subject: &**subject, means: accumulators.get(), accumulators }
    }

    /// Returns the accumulator of a type.
    ///
    /// # Panics
    /// If there is none of this type.
    pub fn of<A: Accumulator>(&self) -> &'a A {
        self.accumulators.get()
    }

    /// Returns the rows of one of the game's tables of ratios; none if the run does not write it.
    pub fn rows(&self, table: &str) -> Vec<Row> {
        self.of::<OwnRatios>().of(table).map_or_else(Vec::new, RatioTotals::rows)
    }

    /// Returns the game's tables of ratios in the summary of the run.
    pub fn passages(&self) -> Vec<Passage> {
        let tables = self.subject.info().tables.iter().filter(|table| table.ratios().is_some());
        let written = tables.filter(|table| table.missing(self.schedule).is_none());
        written.filter_map(|table| self.of::<OwnRatios>().of(table.name)?.passage(self.schedule)).collect()
    }
}

/// A result table with estimates over all clusters.
#[derive(Copy, Clone)]
pub struct ResultTable {
    /// The file name without extension.
    pub name: &'static str,
    /// The common result table that follows it; empty for a common one.
    pub before: &'static str,
    /// The raw tables from which it can be computed.
    pub needs: &'static [&'static str],
    /// The parts of the game to which it applies; the table exists only if one of them is in play.
    pub parts: Option<&'static [&'static str]>,
    content: TableContent,
}

/// The columns of a table, in an experiment or in general, and its rows.
#[derive(Copy, Clone)]
enum TableContent {
    /// Ratios by agent and item.
    Ratios(&'static RatioTable),
    /// Any rows.
    Rows(fn(Option<&Schedule>) -> Vec<ColumnEntry>, fn(&RunSums<'_>, &mut Line<'_>)),
}

impl ResultTable {
    /// Creates a table of rows with fixed columns.
    pub const fn of_rows<R: ResultRow>(
        name: &'static str,
        needs: &'static [&'static str],
        write: fn(&RunSums<'_>, &mut Line<'_>),
    ) -> Self {
        Self::of_columns(name, needs, |_| dictionary(R::COLUMNS), write)
    }

    /// Creates a table whose columns depend on the experiment.
    pub const fn of_columns(
        name: &'static str,
        needs: &'static [&'static str],
        columns: fn(Option<&Schedule>) -> Vec<ColumnEntry>,
        write: fn(&RunSums<'_>, &mut Line<'_>),
    ) -> Self {
        Self { name, before: "", needs, parts: None, content: TableContent::Rows(columns, write) }
    }

    /// Creates a table of ratios.
    pub const fn of_ratios(name: &'static str, needs: &'static [&'static str], table: &'static RatioTable) -> Self {
        Self { name, before: "", needs, parts: None, content: TableContent::Ratios(table) }
    }

    /// Places it before a common table.
    #[must_use]
    pub const fn before(mut self, table: &'static str) -> Self {
        self.before = table;
        self
    }

    /// Restricts it to experiments with one of these parts of the game in play.
    #[must_use]
    pub const fn only_with(mut self, parts: &'static [&'static str]) -> Self {
        self.parts = Some(parts);
        self
    }

    /// Returns its ratios, if it consists of them.
    pub fn ratios(&self) -> Option<&'static RatioTable> {
        if let TableContent::Ratios(table) = self.content { Some(table) } else { None }
    }

    /// Returns its columns in this experiment, or in general.
    pub fn dictionary(&self, schedule: Option<&Schedule>) -> Vec<ColumnEntry> {
        match self.content {
            TableContent::Ratios(table) => table.dictionary(),
            TableContent::Rows(columns, _) => columns(schedule),
        }
    }

    /// Returns the table as CSV.
    pub fn csv(&self, summed: &RunSums<'_>, labels: &Labels) -> Vec<u8> {
        let mut bytes = header(&self.dictionary(Some(summed.schedule))).into_bytes();
        let mut line = Line::at_end(&mut bytes, labels);
        match self.content {
            TableContent::Ratios(_) => summed.rows(self.name).iter().for_each(|row| row.write(&mut line)),
            TableContent::Rows(_, write) => write(summed, &mut line),
        }
        bytes
    }
}

result_row! {
    /// A number in `balance.csv`.
    Metric {
        metric: Text, "", "name of the number";
        unit: Word, "", "unit of the number";
        clusters: Count, "clusters", "number of seeds behind it";
        value: Estimated, "as `unit` says", "the number";
        meaning: Text, "", "meaning of the number";
    }
}

/// A game's rows of `balance.csv`.
#[derive(Clone, Default, Debug)]
pub struct OwnMetrics {
    /// The rows next to those on differences between agents.
    pub of_agents: Vec<Metric>,
    /// The rows after all others, on causes.
    pub of_causes: Vec<Metric>,
}
