//! Plays one block, and keeps what its games leave behind.

use agents::Agent;

use super::arena::{play, seated};
use super::cost::{Cost, Stopwatch};
use super::telemetry::Telemetry;
use crate::lab::experiment::Experiment;
use crate::lab::forms::column::write_raw_row;
use crate::lab::forms::labels::Labels;
use crate::lab::forms::line::Line;
use crate::lab::schedule::blocks;
use crate::lab::subject::{RowsOf, Subject};
use crate::lab::tables::totals::BlockSums;

/// Lines for each raw table of a game, in the order of its list; none for tables that are not written or read.
pub type Lines = Vec<Vec<u8>>;

/// A finished block.
#[derive(Debug)]
pub struct Block<S: Subject> {
    /// Number of games.
    pub games: u64,
    /// Its lines of the raw tables.
    pub lines: Lines,
    /// What it adds to the result tables.
    pub sums: BlockSums<S>,
    /// Time spent on decisions by agent, if it was measured.
    pub costs: Vec<Cost>,
}

/// Whether processor time is measured in a block: in the first few, then in one of many, since reading the clock costs more
/// than a random decision.
fn is_measured(block: u64) -> bool {
    block < 8 || block.is_multiple_of(64)
}

/// Plays block after block, reusing its buffers.
pub struct Player<'a, S: Subject> {
    experiment: &'a Experiment<S>,
    agents: &'a [Box<dyn Agent<S::Game>>],
    labels: Labels,
    telemetry: Telemetry<S>,
    /// The most bytes that any block had in each raw table: room for the next block's.
    room: Vec<usize>,
}

impl<'a, S: Subject> Player<'a, S> {
    /// Plays blocks of an experiment with its agents, by number.
    pub fn new(experiment: &'a Experiment<S>, agents: &'a [Box<dyn Agent<S::Game>>]) -> Self {
        let room = vec![0; S::raw_tables().len()];
        Self { experiment, agents, labels: experiment.labels(), telemetry: Telemetry::new(), room }
    }

    /// Plays one block.
    pub fn play(&mut self, number: u64) -> Block<S> {
        let Self { experiment, agents, labels, telemetry, room } = self;
        let mut block = Block {
            games: 0,
            lines: room.iter().map(|room| Vec::with_capacity(*room)).collect(),
            sums: BlockSums::new(&experiment.schedule, &experiment.subject),
            costs: vec![Cost::default(); agents.len()],
        };
        for fixture in blocks::block(experiment, number) {
            let seats = &fixture.agents[..experiment.players];
            let seated = seated(agents, seats);
            let rows = telemetry.rows_of(experiment, &fixture, |game, watch| {
                if is_measured(number) {
                    let mut stopwatch = Stopwatch::new(watch, seats, &mut block.costs);
                    play(game, &fixture.seed, &seated, &mut stopwatch)
                } else {
                    play(game, &fixture.seed, &seated, watch)
                }
            });
            block.games += 1;
            block.sums.add(rows);
            write_rows(experiment, labels, rows, &mut block.lines);
        }
        room.iter_mut().zip(&block.lines).for_each(|(room, lines)| *room = lines.len().max(*room));
        block
    }
}

/// Appends the lines of one game to those of its block.
pub fn write_rows<S: Subject>(experiment: &Experiment<S>, labels: &Labels, rows: &RowsOf<S>, lines: &mut Lines) {
    lines.resize(S::raw_tables().len(), Vec::new());
    for (table, bytes) in S::raw_tables().iter().zip(lines).filter(|(table, _)| experiment.writes(table.name)) {
        let mut line = Line::at_end(bytes, labels);
        (0..(table.rows)(rows))
            .for_each(|row| write_raw_row(table.columns_of(&experiment.subject), rows, row, &mut line));
    }
}
