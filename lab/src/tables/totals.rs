//! From rows to result tables: sums over each block, then over each cluster, then totals over clusters in their order.

use super::{agents, balance, neighbours, pairs, ratings, seat_advantage, sequential, stopping};
use crate::experiment::Experiment;
use crate::forms::column::{Entry, dictionary, header, write_rows};
use crate::forms::compression::table_file;
use crate::forms::labels::Labels;
use crate::forms::line::Line;
use crate::schedule::Schedule;
use crate::subject::cells::{CellSums, Cells};
use crate::subject::raw::{GAMES, SEATS};
use crate::subject::{Accumulator, Metric, OwnTable, OwnTables, RowsOf, Subject, Summed, accumulators};
use stats::sum::Sum;

accumulators! {
    /// All result tables over all clusters so far. Its size does not depend on the number of games.
    [S: Subject] Tables, TableSums of S {
        /// For `agents.csv`.
        agents: agents::Strengths,
        /// For `pairs.csv`.
        pairs: pairs::Pairs,
        /// For `seat_advantage.csv`.
        seat_advantage: seat_advantage::Positions,
        /// For `neighbours.csv`.
        neighbours: neighbours::Neighbours,
        /// For `ratings.csv`.
        ratings: ratings::Ratings,
        /// By treatment.
        cells: Cells<S::Treatment>,
        /// For `balance.csv`.
        balance: balance::Balance,
        /// For `sequential.csv`.
        sequential: sequential::Sequences,
        /// Whether to stop.
        stopping: stopping::Stopping,
        /// The game's own.
        own: S::Tables,
    }
}

impl<S: Subject> Accumulator<S> for Cells<S::Treatment> {
    type Sums = CellSums<S::Treatment>;

    fn new(_: &Schedule, _: &S) -> Self {
        Self::new(S::outcomes().iter().map(|outcome| outcome.name))
    }

    fn sums(schedule: &Schedule, _: &S) -> Self::Sums {
        CellSums::new(S::outcomes().len(), schedule.agents.len())
    }

    fn add(sums: &mut Self::Sums, rows: &RowsOf<S>) {
        sums.add_game(S::outcomes(), rows);
    }

    fn close(&mut self, cluster: &Self::Sums) {
        self.add(cluster);
    }
}

impl<S: Subject> Tables<S> {
    /// What a game's own tables are written from.
    pub fn summed<'a>(&'a self, schedule: &'a Schedule) -> Summed<'a, S> {
        Summed { schedule, cells: &self.cells, own: &self.own }
    }
}

/// A result table with estimates over all clusters.
pub struct ResultTable<S: Subject> {
    name: &'static str,
    needs: &'static [&'static str],
    parts: Option<&'static [&'static str]>,
    dictionary: Dictionary,
    write: Writer<S>,
}

/// What says which columns a table has: in this experiment, or in any.
enum Dictionary {
    /// Of any game.
    Any(fn(Option<&Schedule>) -> Vec<Entry>),
    /// Of a game's own.
    Own(fn() -> Vec<Entry>),
}

/// What writes the rows of a table.
enum Writer<S: Subject> {
    /// Of any game.
    Any(fn(&Tables<S>, &Schedule, &mut Line<'_>)),
    /// Of a game's own.
    Own(fn(&Summed<'_, S>, &mut Line<'_>)),
}

/// Tables that any game has: name, needed raw tables, columns in an experiment or in any, and the rows.
macro_rules! any_tables {
    ($($name:expr, $needs:expr, |$experiment:ident| $columns:expr, |$tables:ident, $schedule:ident| $rows:expr;)+) => {
        [$(ResultTable {
            name: $name,
            needs: &$needs,
            parts: None,
            dictionary: Dictionary::Any(|$experiment| dictionary($columns)),
            write: Writer::Any(|$tables, $schedule, line| {
                let $experiment = Some($schedule);
                write_rows($columns, &$rows, line);
            }),
        }),+]
    };
}

/// All result tables that any game has, in their order.
fn any_tables<S: Subject>() -> [ResultTable<S>; 8] {
    any_tables! {
        "agents", [SEATS], |schedule| agents::columns(schedule), |tables, _schedule| tables.agents.rows();
        "pairs", [SEATS], |_any| pairs::PairRow::COLUMNS, |tables, schedule| tables.pairs.rows(schedule);
        "seat_advantage", [GAMES, SEATS], |_any| seat_advantage::SeatAdvantageRow::COLUMNS, |tables, _schedule| tables.seat_advantage.rows();
        neighbours::NAME, [SEATS], |_any| neighbours::NeighbourRow::COLUMNS, |tables, _schedule| tables.neighbours.rows();
        "ratings", [SEATS], |_any| ratings::RatingRow::COLUMNS, |tables, _schedule| tables.ratings.rows();
        "rating_differences", [SEATS], |_any| ratings::DifferenceRow::COLUMNS, |tables, _schedule| tables.ratings.differences();
        "balance", [GAMES, SEATS], |_any| Metric::COLUMNS,
            |tables, schedule| tables.balance.rows::<S>(&tables.cells, S::Tables::metrics(&tables.summed(schedule)));
        "sequential", [SEATS], |_any| sequential::SequentialRow::COLUMNS, |tables, _schedule| tables.sequential.rows();
    }
}

impl<S: Subject> ResultTable<S> {
    /// All result tables of a game in their order.
    pub fn all() -> Vec<Self> {
        let own = |before| S::Tables::all().iter().filter(move |table| table.before == before).map(Self::own);
        any_tables().into_iter().flat_map(|table| own(table.name).chain([table])).collect()
    }

    fn own(table: &OwnTable<S>) -> Self {
        let OwnTable { name, needs, parts, dictionary, write, .. } = *table;
        Self { name, needs, parts, dictionary: Dictionary::Own(dictionary), write: Writer::Own(write) }
    }

    /// The file's name without its ending.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The raw tables that it can be computed from.
    pub fn needs(&self) -> &'static [&'static str] {
        self.needs
    }

    /// Those about what is in play, and what varies.
    pub fn in_play(schedule: &Schedule, subject: &S) -> Vec<Self> {
        let is_about = |table: &Self| table.parts.is_none_or(|parts| parts.iter().any(|part| subject.has_part(part)));
        let varies = |table: &Self| table.name != neighbours::NAME || neighbours::vary(schedule);
        Self::all().into_iter().filter(|table| is_about(table) && varies(table)).collect()
    }

    /// Those of them that the chosen raw tables can give.
    pub fn given(schedule: &Schedule, subject: &S) -> Vec<Self> {
        Self::in_play(schedule, subject).into_iter().filter(|table| table.missing(schedule).is_none()).collect()
    }

    /// A raw table that it needs and the experiment does not write.
    pub fn missing(&self, schedule: &Schedule) -> Option<&'static str> {
        self.needs.iter().copied().find(|needed| !schedule.writes(needed))
    }

    /// What its columns are in this experiment, or in any.
    pub fn dictionary(&self, schedule: Option<&Schedule>) -> Vec<Entry> {
        match self.dictionary {
            Dictionary::Any(dictionary) => dictionary(schedule),
            Dictionary::Own(dictionary) => dictionary(),
        }
    }

    /// The table as CSV.
    fn csv(&self, tables: &Tables<S>, schedule: &Schedule, labels: &Labels) -> Vec<u8> {
        let mut bytes = header(&self.dictionary(Some(schedule))).into_bytes();
        let mut line = Line::at_end(&mut bytes, labels);
        match self.write {
            Writer::Any(write) => write(tables, schedule, &mut line),
            Writer::Own(write) => write(&tables.summed(schedule), &mut line),
        }
        bytes
    }
}

/// What one block adds to the result tables, or all blocks of one cluster.
#[derive(Clone, Debug)]
pub struct BlockSums<S: Subject> {
    /// The cluster's number.
    cluster: u64,
    /// How many blocks are in it.
    blocks: u64,
    /// The sums of each table.
    pub tables: TableSums<S>,
}

impl<S: Subject> BlockSums<S> {
    /// For a block that has not started.
    pub fn new(schedule: &Schedule, subject: &S) -> Self {
        Self { cluster: 0, blocks: 1, tables: Tables::sums(schedule, subject) }
    }

    /// Adds a game.
    pub fn add(&mut self, rows: &RowsOf<S>) {
        self.cluster = rows.game.fixture.cluster;
        Tables::add(&mut self.tables, rows);
    }

    fn merge(&mut self, next: &Self) {
        self.blocks += next.blocks;
        self.tables.add(&next.tables);
    }
}

/// All result tables as blocks come in.
#[derive(Clone, Debug)]
pub struct Totals<S: Subject> {
    /// Blocks of a cluster that is not complete. One that never is does not count.
    begun: Option<BlockSums<S>>,
    /// Blocks in a whole cluster.
    lineups: u64,
    /// The tables over all whole clusters.
    pub tables: Tables<S>,
}

impl<S: Subject> Totals<S> {
    /// Before the first block.
    pub fn new(schedule: &Schedule, subject: &S) -> Self {
        Self { begun: None, lineups: schedule.lineups(), tables: Tables::new(schedule, subject) }
    }

    /// Adds the next block in order.
    pub fn add(&mut self, block: &BlockSums<S>) {
        if self.lineups == 1 {
            return self.tables.close(&block.tables);
        }
        match self.begun.as_mut().filter(|cluster| cluster.cluster == block.cluster) {
            Some(cluster) => cluster.merge(block),
            None => self.begun = Some(block.clone()),
        }
        if let Some(cluster) = self.begun.take_if(|cluster| cluster.blocks == self.lineups) {
            self.tables.close(&cluster.tables);
        }
    }

    /// Whether to stop.
    pub fn is_over(&self) -> bool {
        self.tables.stopping.is_over()
    }

    /// Every result table that the raw tables can give: the file's name and its content.
    pub fn files(&self, experiment: &Experiment<S>) -> Vec<(String, Vec<u8>)> {
        let Experiment { schedule, subject, .. } = experiment;
        let labels = experiment.labels();
        let file = |table: ResultTable<S>| (table_file(table.name), table.csv(&self.tables, schedule, &labels));
        ResultTable::given(schedule, subject).into_iter().map(file).collect()
    }
}
