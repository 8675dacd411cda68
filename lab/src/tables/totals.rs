//! From rows to result tables: sums by block, sums by cluster, and totals over clusters in order.

use super::agents::{self, Strengths};
use super::balance::Balance;
use super::neighbours::{self, NeighbourRow, Neighbours};
use super::pairs::{PairRow, Pairs};
use super::ratings::{DifferenceRow, RatingRow, Ratings};
use super::ratio_table::OwnRatios;
use super::seat_advantage::{SeatAdvantageRow, TurnOrderTotals};
use super::sequential::{Sequences, SequentialRow};
use super::stopping::Stopping;
use crate::experiment::Experiment;
use crate::forms::column::{ResultRow, dictionary, write_rows};
use crate::forms::compression::table_file;
use crate::schedule::Schedule;
use crate::subject::accumulator::{Accumulators, AllSums};
use crate::subject::means::OutcomeMeans;
use crate::subject::raw::{GAMES, SEATS};
use crate::subject::rows::Rows;
use crate::subject::{GameInfo, Metric, ResultTable, RunSums, Subject};
use stats::sum::Sum;

/// Returns the sums behind all result tables of a game, without clusters.
///
/// Their size depends on the treatments that occurred, and not on the number of games.
pub fn accumulators(schedule: &Schedule, subject: &dyn Subject) -> Accumulators {
    Accumulators::default()
        .with(Strengths::new(schedule, subject))
        .with(Pairs::new(schedule, subject))
        .with(TurnOrderTotals::new(schedule))
        .with(Neighbours::new(schedule))
        .with(Ratings::new(schedule))
        .with(OutcomeMeans::new(subject.info().outcomes))
        .with(Balance::new(schedule, subject))
        .with(Sequences::new(schedule))
        .with(Stopping::new(schedule))
        .with(OwnRatios::new(schedule, subject))
        .and(subject.accumulators(schedule))
}

/// All common result tables, in order.
const ANY_TABLES: [ResultTable; 8] = [
    ResultTable::of_columns(
        "agents",
        &[SEATS],
        |schedule| dictionary(agents::columns(schedule)),
        |summed, line| write_rows(agents::columns(Some(summed.schedule)), &summed.of::<Strengths>().rows(), line),
    ),
    ResultTable::of_rows::<PairRow>("pairs", &[SEATS], |summed, line| {
        write_rows(PairRow::COLUMNS, &summed.of::<Pairs>().rows(summed.schedule), line);
    }),
    ResultTable::of_rows::<SeatAdvantageRow>("seat_advantage", &[GAMES, SEATS], |summed, line| {
        write_rows(SeatAdvantageRow::COLUMNS, &summed.of::<TurnOrderTotals>().rows(), line);
    }),
    ResultTable::of_rows::<NeighbourRow>(neighbours::NAME, &[SEATS], |summed, line| {
        write_rows(NeighbourRow::COLUMNS, &summed.of::<Neighbours>().rows(), line);
    }),
    ResultTable::of_rows::<RatingRow>("ratings", &[SEATS], |summed, line| {
        write_rows(RatingRow::COLUMNS, &summed.of::<Ratings>().rows(), line);
    }),
    ResultTable::of_rows::<DifferenceRow>("rating_differences", &[SEATS], |summed, line| {
        write_rows(DifferenceRow::COLUMNS, &summed.of::<Ratings>().differences(), line);
    }),
    ResultTable::of_rows::<Metric>("balance", &[GAMES, SEATS], |summed, line| {
        write_rows(Metric::COLUMNS, &summed.of::<Balance>().rows(summed, summed.subject.metrics(summed)), line);
    }),
    ResultTable::of_rows::<SequentialRow>("sequential", &[SEATS], |summed, line| {
        write_rows(SequentialRow::COLUMNS, &summed.of::<Sequences>().rows(), line);
    }),
];

impl ResultTable {
    /// Returns all result tables of a game, in order.
    pub fn all(game: &GameInfo) -> Vec<Self> {
        let with_own = ANY_TABLES.into_iter().flat_map(|table| {
            let own = game.tables.iter().copied().filter(move |own| own.before == table.name);
            own.chain([table])
        });
        with_own.collect()
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

    /// Adds the next blocks in order.
    pub fn add(&mut self, blocks: &[BlockSums]) {
        if self.lineups == 1 {
            return self.tables.close(&blocks.iter().map(|block| &block.tables).collect::<Vec<_>>());
        }
        for block in blocks {
            match self.begun.as_mut().filter(|cluster| cluster.cluster == block.cluster) {
                Some(cluster) => cluster.merge(block),
                None => self.begun = Some(block.clone()),
            }
            if let Some(cluster) = self.begun.take_if(|cluster| cluster.blocks == self.lineups) {
                self.tables.close(&[&cluster.tables]);
            }
        }
    }

    /// Returns whether the stop rule is met.
    pub fn is_over(&self) -> bool {
        self.tables.get::<Stopping>().is_over()
    }

    /// Returns the file name and content of each result table that the raw tables permit.
    pub fn files(&self, experiment: &Experiment) -> Vec<(String, Vec<u8>)> {
        let (labels, summed) = (experiment.labels(), RunSums::new(experiment, &self.tables));
        ResultTable::given(&experiment.schedule, &*experiment.subject)
            .into_iter()
            .map(|table: ResultTable| (table_file(table.name), table.csv(&summed, &labels)))
            .collect()
    }
}
