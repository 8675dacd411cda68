//! From rows to result tables: sums by block, sums by cluster, and totals over clusters in order.

use super::{agents, balance, neighbours, pairs, ratings, seat_advantage, sequential, stopping};
use crate::experiment::Experiment;
use crate::forms::column::{ColumnEntry, dictionary, header, write_rows};
use crate::forms::compression::table_file;
use crate::forms::labels::Labels;
use crate::forms::line::Line;
use crate::schedule::Schedule;
use crate::subject::accumulator::{Accumulators, AllSums};
use crate::subject::means::OutcomeMeans;
use crate::subject::raw::{GAMES, SEATS};
use crate::subject::rows::Rows;
use crate::subject::{GameInfo, Metric, OwnTable, RunSums, Subject};
use stats::sum::Sum;

/// Returns the sums behind all result tables of a game, without clusters.
///
/// Their size depends on the treatments that occurred, and not on the number of games.
pub fn accumulators(schedule: &Schedule, subject: &dyn Subject) -> Accumulators {
    Accumulators::default()
        .with(agents::Strengths::new(schedule, subject))
        .with(pairs::Pairs::new(subject))
        .with(seat_advantage::TurnOrderTotals::new(schedule))
        .with(neighbours::Neighbours::new(schedule))
        .with(ratings::Ratings::new(schedule))
        .with(OutcomeMeans::new(subject.info().outcomes))
        .with(balance::Balance::new(schedule, subject))
        .with(sequential::Sequences::new(schedule))
        .with(stopping::Stopping::new(schedule))
        .and(subject.accumulators(schedule))
}

/// A result table with estimates over all clusters.
#[derive(Copy, Clone)]
pub struct ResultTable {
    /// The file name without extension.
    pub name: &'static str,
    /// The raw tables from which it can be computed.
    pub needs: &'static [&'static str],
    parts: Option<&'static [&'static str]>,
    content: TableWriter,
}

/// The functions for a table's columns (in this experiment or in general) and its rows.
#[derive(Copy, Clone)]
enum TableWriter {
    /// For all games.
    Any(fn(Option<&Schedule>) -> Vec<ColumnEntry>, fn(&Accumulators, &Experiment, &mut Line<'_>)),
    /// For a single game.
    Own(fn() -> Vec<ColumnEntry>, fn(&RunSums<'_>, &mut Line<'_>)),
}

/// Creates a common result table with fixed columns.
const fn table(
    name: &'static str,
    needs: &'static [&'static str],
    columns: fn(Option<&Schedule>) -> Vec<ColumnEntry>,
    write: fn(&Accumulators, &Experiment, &mut Line<'_>),
) -> ResultTable {
    ResultTable { name, needs, parts: None, content: TableWriter::Any(columns, write) }
}

/// All common result tables, in order.
const ANY_TABLES: [ResultTable; 8] = [
    table(
        "agents",
        &[SEATS],
        |schedule| dictionary(agents::columns(schedule)),
        |tables, experiment, line| {
            let rows = tables.get::<agents::Strengths>().rows();
            write_rows(agents::columns(Some(&experiment.schedule)), &rows, line);
        },
    ),
    table(
        "pairs",
        &[SEATS],
        |_| dictionary(pairs::PairRow::COLUMNS),
        |tables, experiment, line| {
            let rows = tables.get::<pairs::Pairs>().rows(&experiment.schedule);
            write_rows(pairs::PairRow::COLUMNS, &rows, line);
        },
    ),
    table(
        "seat_advantage",
        &[GAMES, SEATS],
        |_| dictionary(seat_advantage::SeatAdvantageRow::COLUMNS),
        |tables, _, line| {
            let rows = tables.get::<seat_advantage::TurnOrderTotals>().rows();
            write_rows(seat_advantage::SeatAdvantageRow::COLUMNS, &rows, line);
        },
    ),
    table(
        neighbours::NAME,
        &[SEATS],
        |_| dictionary(neighbours::NeighbourRow::COLUMNS),
        |tables, _, line| {
            let rows = tables.get::<neighbours::Neighbours>().rows();
            write_rows(neighbours::NeighbourRow::COLUMNS, &rows, line);
        },
    ),
    table(
        "ratings",
        &[SEATS],
        |_| dictionary(ratings::RatingRow::COLUMNS),
        |tables, _, line| write_rows(ratings::RatingRow::COLUMNS, &tables.get::<ratings::Ratings>().rows(), line),
    ),
    table(
        "rating_differences",
        &[SEATS],
        |_| dictionary(ratings::DifferenceRow::COLUMNS),
        |tables, _, line| {
            let rows = tables.get::<ratings::Ratings>().differences();
            write_rows(ratings::DifferenceRow::COLUMNS, &rows, line);
        },
    ),
    table(
        "balance",
        &[GAMES, SEATS],
        |_| dictionary(Metric::COLUMNS),
        |tables, experiment, line| {
            let own = experiment.subject.metrics(&RunSums::new(&experiment.schedule, tables));
            let rows = tables.get::<balance::Balance>().rows(experiment.info(), tables.get(), own);
            write_rows(Metric::COLUMNS, &rows, line);
        },
    ),
    table(
        "sequential",
        &[SEATS],
        |_| dictionary(sequential::SequentialRow::COLUMNS),
        |tables, _, line| {
            let rows = tables.get::<sequential::Sequences>().rows();
            write_rows(sequential::SequentialRow::COLUMNS, &rows, line);
        },
    ),
];

impl ResultTable {
    /// Returns all result tables of a game, in order.
    pub fn all(game: &GameInfo) -> Vec<Self> {
        let with_own = ANY_TABLES.into_iter().flat_map(|table| {
            let own = game.tables.iter().filter(move |own| own.before == table.name).map(Self::own);
            own.chain([table])
        });
        with_own.collect()
    }

    fn own(table: &OwnTable) -> Self {
        let OwnTable { name, needs, parts, dictionary, write, .. } = *table;
        Self { name, needs, parts, content: TableWriter::Own(dictionary, write) }
    }

    /// Returns the tables that apply to the parts in play and to the seating.
    pub fn in_play(schedule: &Schedule, subject: &dyn Subject) -> Vec<Self> {
        let all = Self::all(subject.info()).into_iter();
        let in_play =
            all.filter(|table| table.parts.is_none_or(|parts| parts.iter().any(|part| subject.has_part(part))));
        in_play.filter(|table| table.name != neighbours::NAME || neighbours::vary(schedule)).collect()
    }

    /// Returns those of them that can be computed from the chosen raw tables.
    pub fn given(schedule: &Schedule, subject: &dyn Subject) -> Vec<Self> {
        Self::in_play(schedule, subject).into_iter().filter(|table| table.missing(schedule).is_none()).collect()
    }

    /// Returns a raw table that it needs and that the experiment does not write.
    pub fn missing(&self, schedule: &Schedule) -> Option<&'static str> {
        self.needs.iter().copied().find(|needed| !schedule.writes(needed))
    }

    /// Returns its columns in this experiment, or in general.
    pub fn dictionary(&self, schedule: Option<&Schedule>) -> Vec<ColumnEntry> {
        match self.content {
            TableWriter::Any(dictionary, _) => dictionary(schedule),
            TableWriter::Own(dictionary, _) => dictionary(),
        }
    }

    /// Returns the table as CSV.
    fn csv(&self, tables: &Accumulators, experiment: &Experiment, labels: &Labels) -> Vec<u8> {
        let schedule = &experiment.schedule;
        let mut bytes = header(&self.dictionary(Some(schedule))).into_bytes();
        let mut line = Line::at_end(&mut bytes, labels);
        match self.content {
            TableWriter::Any(_, write) => write(tables, experiment, &mut line),
            TableWriter::Own(_, write) => write(&RunSums::new(schedule, tables), &mut line),
        }
        bytes
    }
}

/// The sums of one block, or of all blocks of one cluster, for the result tables.
#[derive(Clone, Debug)]
pub struct BlockSums {
    /// The number of the cluster.
    cluster: u64,
    /// The number of blocks.
    blocks: u64,
    /// The sums of each table.
    pub tables: AllSums,
}

impl BlockSums {
    /// Creates sums of an empty block.
    pub fn new(tables: &Accumulators) -> Self {
        Self { cluster: 0, blocks: 1, tables: tables.sums() }
    }

    /// Adds a game.
    pub fn add(&mut self, tables: &Accumulators, rows: &Rows) {
        self.cluster = rows.game.fixture.cluster;
        tables.add(&mut self.tables, rows);
    }

    fn merge(&mut self, next: &Self) {
        self.blocks += next.blocks;
        self.tables.add(&next.tables);
    }
}

/// The totals behind all result tables, updated block by block.
#[derive(Clone, Debug)]
pub struct Totals {
    /// The blocks of an incomplete cluster, which does not count unless it is completed.
    begun: Option<BlockSums>,
    /// The number of blocks in a complete cluster.
    lineups: u64,
    /// The tables over all complete clusters.
    pub tables: Accumulators,
}

impl Totals {
    /// Creates totals without blocks.
    pub fn new(schedule: &Schedule, subject: &dyn Subject) -> Self {
        Self { begun: None, lineups: schedule.lineups(), tables: accumulators(schedule, subject) }
    }

    /// Adds the next block in order.
    pub fn add(&mut self, block: &BlockSums) {
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

    /// Returns whether the stop rule is met.
    pub fn is_over(&self) -> bool {
        self.tables.get::<stopping::Stopping>().is_over()
    }

    /// Returns the file name and content of each result table that the raw tables permit.
    pub fn files(&self, experiment: &Experiment) -> Vec<(String, Vec<u8>)> {
        let labels = experiment.labels();
        ResultTable::given(&experiment.schedule, &*experiment.subject)
            .into_iter()
            .map(|table: ResultTable| (table_file(table.name), table.csv(&self.tables, experiment, &labels)))
            .collect()
    }
}
