//! Plays blocks and collects the results of their games.

use super::cost::{Cost, Stopwatch};
use super::roster::AnyRoster;
use super::row_collector::RowCollector;
use crate::base::error::Result;
use crate::experiment::Experiment;
use crate::forms::labels::Labels;
use crate::forms::line::Line;
use crate::schedule::blocks;
use crate::subject::accumulator::Accumulators;
use crate::subject::rows::Rows;
use crate::tables::totals::{BlockSums, accumulators};

/// The lines of each raw table of a game, in list order; empty for tables not written or read.
pub type Lines = Vec<Vec<u8>>;

/// Finished blocks, which follow each other.
#[derive(Debug)]
pub struct PlayedBlocks {
    /// The number of games.
    pub games: u64,
    /// The lines for the raw tables.
    pub lines: Lines,
    /// The sums of each block for the result tables.
    pub sums: Vec<BlockSums>,
    /// The processor time of decisions by agent, if measured.
    pub costs: Vec<Cost>,
}

/// Returns whether processor time is measured in a block: in the first 64, then in every 64th.
///
/// Reading the clock costs more than a random decision.
fn is_measured(block: u64) -> bool {
    block < 64 || block.is_multiple_of(64)
}

/// Plays block after block, reusing its buffers.
pub struct BlockPlayer<'a> {
    experiment: &'a Experiment,
    roster: &'a dyn AnyRoster,
    labels: Labels,
    collector: RowCollector,
    tables: Accumulators,
    /// The maximum size of its blocks in each raw table so far, in bytes: the capacity for the next ones.
    room: Vec<usize>,
}

impl<'a> BlockPlayer<'a> {
    /// Creates a player for blocks of an experiment with these agents.
    pub fn new(experiment: &'a Experiment, roster: &'a dyn AnyRoster) -> Self {
        let room = vec![0; experiment.info().raw_tables.len()];
        let tables = accumulators(&experiment.schedule, &*experiment.subject);
        Self { experiment, roster, labels: experiment.labels(), collector: RowCollector::default(), tables, room }
    }

    /// Plays these blocks.
    ///
    /// # Errors
    /// If an agent fails to decide.
    pub fn play(&mut self, numbers: impl IntoIterator<Item = u64>) -> Result<PlayedBlocks> {
        let Self { experiment, roster, labels, collector, tables, room } = self;
        let mut played = PlayedBlocks {
            games: 0,
            lines: room.iter().map(|room| Vec::with_capacity(*room)).collect(),
            sums: Vec::new(),
            costs: vec![Cost::default(); experiment.agents.len()],
        };
        let mut answers = played.costs.clone();
        for number in numbers {
            let mut sums = BlockSums::new(tables);
            for fixture in blocks::block(experiment, number) {
                let seats = &fixture.agents[..experiment.players];
                let (rows, accounts) = if is_measured(number) {
                    let mut stopwatch = Stopwatch::new(seats, &mut played.costs);
                    collector.play(experiment, &fixture, *roster, &mut stopwatch)?
                } else {
                    collector.play(experiment, &fixture, *roster, &mut ())?
                };
                let programs = seats.iter().zip(&accounts).filter(|(agent, _)| roster.is_program(**agent));
                programs.for_each(|(&agent, account)| answers[agent].add(&Cost::of_program(account)));
                played.games += 1;
                sums.add(tables, rows);
                write_rows(experiment, labels, rows, &mut played.lines);
            }
            played.sums.push(sums);
        }
        room.iter_mut().zip(&played.lines).for_each(|(room, lines)| *room = lines.len().max(*room));
        // The time spent here on asking a program is not the program's own.
        let programs = (0..answers.len()).filter(|agent| roster.is_program(*agent));
        programs.for_each(|agent| played.costs[agent] = answers[agent]);
        Ok(played)
    }
}

/// Appends the lines of one game to those of its block.
pub fn write_rows(experiment: &Experiment, labels: &Labels, rows: &Rows, lines: &mut Lines) {
    let tables = experiment.info().raw_tables;
    lines.resize(tables.len(), Vec::new());
    for (table, bytes) in tables.iter().zip(lines).filter(|(table, _)| experiment.writes(table.name)) {
        (table.write)(experiment, rows, &mut Line::at_end(bytes, labels));
    }
}
