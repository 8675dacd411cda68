//! Plays one block, and keeps what its games leave behind.

use super::cast::{Cast, Played};
use super::cost::{Cost, Stopwatch};
use super::telemetry::Telemetry;
use crate::base::error::Result;
use crate::experiment::Experiment;
use crate::forms::column::write_raw_row;
use crate::forms::labels::Labels;
use crate::forms::line::Line;
use crate::schedule::blocks;
use crate::subject::{RowsOf, Subject};
use crate::tables::totals::BlockSums;

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
    cast: &'a Cast<S>,
    labels: Labels,
    telemetry: Telemetry<S>,
    /// The most bytes that any block had in each raw table: room for the next block's.
    room: Vec<usize>,
}

impl<'a, S: Subject> Player<'a, S> {
    /// Plays blocks of an experiment with its agents, by number.
    pub fn new(experiment: &'a Experiment<S>, cast: &'a Cast<S>) -> Self {
        let room = vec![0; S::raw_tables().len()];
        Self { experiment, cast, labels: experiment.labels(), telemetry: Telemetry::new(), room }
    }

    /// Plays one block.
    ///
    /// # Errors
    /// If an agent does not decide.
    pub fn play(&mut self, number: u64) -> Result<Block<S>> {
        let Self { experiment, cast, labels, telemetry, room } = self;
        let mut block = Block {
            games: 0,
            lines: room.iter().map(|room| Vec::with_capacity(*room)).collect(),
            sums: BlockSums::new(&experiment.schedule, &experiment.subject),
            costs: vec![Cost::default(); experiment.agents.len()],
        };
        let mut answers = block.costs.clone();
        for fixture in blocks::block(experiment, number) {
            let seats = &fixture.agents[..experiment.players];
            let rows = telemetry.watched(experiment, &fixture, |deal, watch| {
                let played = if is_measured(number) {
                    cast.play(deal, seats, &mut Stopwatch::new(watch, seats, &mut block.costs))
                } else {
                    cast.play(deal, seats, watch)
                };
                played.inspect(|Played { accounts, .. }| {
                    let programs = seats.iter().zip(accounts).filter(|(agent, _)| cast.is_program(**agent));
                    programs.for_each(|(&agent, account)| answers[agent].add(&Cost::of_program(account)));
                })
            })?;
            block.games += 1;
            block.sums.add(rows);
            write_rows(experiment, labels, rows, &mut block.lines);
        }
        room.iter_mut().zip(&block.lines).for_each(|(room, lines)| *room = lines.len().max(*room));
        // What it takes here to ask a program is not what the program takes.
        let programs = (0..answers.len()).filter(|agent| cast.is_program(*agent));
        programs.for_each(|agent| block.costs[agent] = answers[agent]);
        Ok(block)
    }
}

/// Appends the lines of one game to those of its block.
pub fn write_rows<S: Subject>(experiment: &Experiment<S>, labels: &Labels, rows: &RowsOf<S>, lines: &mut Lines) {
    lines.resize(S::raw_tables().len(), Vec::new());
    for (table, bytes) in S::raw_tables().iter().zip(lines).filter(|(table, _)| experiment.writes(table.name)) {
        let mut line = Line::at_end(bytes, labels);
        (0..(table.rows)(rows)).for_each(|row| {
            write_raw_row(table.columns_of(&experiment.schedule, &experiment.subject), rows, row, &mut line);
        });
    }
}
