//! From rows to result tables: sums over each block, then over each cluster, then totals over clusters in their order.

use super::{agents, balance, neighbours, pairs, ratings, seat_advantage, sequential, stopping};
use crate::experiment::Experiment;
use crate::forms::column::{ColumnEntry, dictionary, header, write_rows};
use crate::forms::compression::table_file;
use crate::forms::labels::Labels;
use crate::forms::line::Line;
use crate::schedule::Schedule;
use crate::subject::accumulator::{Accumulators, AllSums};
use crate::subject::cells::TreatmentCells;
use crate::subject::raw::{GAMES, SEATS};
use crate::subject::rows::Rows;
use crate::subject::{GameInfo, Metric, OwnTable, RunSums, Subject};
use stats::sum::Sum;

/// Returns the sums behind all result tables of a game, before the first cluster. Their size does not depend on the number of games.
pub fn accumulators(schedule: &Schedule, subject: &dyn Subject) -> Accumulators {
    Accumulators::default()
        .with(agents::Strengths::new(schedule, subject))
        .with(pairs::Pairs::new(subject))
        .with(seat_advantage::Positions::new(schedule))
        .with(neighbours::Neighbours::new(schedule))
        .with(ratings::Ratings::new(schedule))
        .with(TreatmentCells::new(subject.info().outcomes, schedule.agents.len()))
        .with(balance::Balance::new(schedule, subject))
        .with(sequential::Sequences::new(schedule))
        .with(stopping::Stopping::new(schedule))
        .and(subject.accumulators(schedule))
}

/// A result table with estimates over all clusters.
#[derive(Copy, Clone)]
pub struct ResultTable {
    /// The file's name without its ending.
    pub name: &'static str,
    /// The raw tables that it can be computed from.
    pub needs: &'static [&'static str],
    parts: Option<&'static [&'static str]>,
    content: TableWriter,
}

/// The functions that return the columns of a table, in this experiment or in any, and write its rows.
#[derive(Copy, Clone)]
enum TableWriter {
    /// For any game.
    Any(fn(Option<&Schedule>) -> Vec<ColumnEntry>, fn(&Accumulators, &Experiment, &mut Line<'_>)),
    /// For one game only.
    Own(fn() -> Vec<ColumnEntry>, fn(&RunSums<'_>, &mut Line<'_>)),
}

/// A result table that any game has, whose columns never change.
const fn table(
    name: &'static str,
    needs: &'static [&'static str],
    columns: fn(Option<&Schedule>) -> Vec<ColumnEntry>,
    write: fn(&Accumulators, &Experiment, &mut Line<'_>),
) -> ResultTable {
    ResultTable { name, needs, parts: None, content: TableWriter::Any(columns, write) }
}

/// All result tables that any game has, in their order.
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
            let rows = tables.get::<seat_advantage::Positions>().rows();
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
    /// All result tables of a game in their order.
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

    /// Those about what is in play, and what varies.
    pub fn in_play(schedule: &Schedule, subject: &dyn Subject) -> Vec<Self> {
        let all = Self::all(subject.info()).into_iter();
        let in_play =
            all.filter(|table| table.parts.is_none_or(|parts| parts.iter().any(|part| subject.has_part(part))));
        in_play.filter(|table| table.name != neighbours::NAME || neighbours::vary(schedule)).collect()
    }

    /// Those of them that the chosen raw tables can give.
    pub fn given(schedule: &Schedule, subject: &dyn Subject) -> Vec<Self> {
        Self::in_play(schedule, subject).into_iter().filter(|table| table.missing(schedule).is_none()).collect()
    }

    /// A raw table that it needs and the experiment does not write.
    pub fn missing(&self, schedule: &Schedule) -> Option<&'static str> {
        self.needs.iter().copied().find(|needed| !schedule.writes(needed))
    }

    /// Returns its columns in this experiment, or in any.
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
    /// The cluster's number.
    cluster: u64,
    /// The number of blocks.
    blocks: u64,
    /// The sums of each table.
    pub tables: AllSums,
}

impl BlockSums {
    /// For a block that has not started.
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

/// All result tables as blocks come in.
#[derive(Clone, Debug)]
pub struct Totals {
    /// Blocks of a cluster that is not complete. One that never is does not count.
    begun: Option<BlockSums>,
    /// Blocks in a whole cluster.
    lineups: u64,
    /// The tables over all whole clusters.
    pub tables: Accumulators,
}

impl Totals {
    /// Before the first block.
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

    /// Returns whether to stop.
    pub fn is_over(&self) -> bool {
        self.tables.get::<stopping::Stopping>().is_over()
    }

    /// Every result table that the raw tables can give: the file's name and its content.
    pub fn files(&self, experiment: &Experiment) -> Vec<(String, Vec<u8>)> {
        let labels = experiment.labels();
        ResultTable::given(&experiment.schedule, &*experiment.subject)
            .into_iter()
            .map(|table: ResultTable| (table_file(table.name), table.csv(&self.tables, experiment, &labels)))
            .collect()
    }
}
