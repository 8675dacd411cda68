//! One block: its games played, and what they leave behind.

use std::time::Duration;

use agents::Agent;
use cpu_time::ThreadTime;
use engine::Seat;
use engine::skye::{Event, Position, Skye};
use serde::{Deserialize, Serialize};

use crate::arena::{Observer, play};
use crate::experiment::Experiment;
use crate::fixtures;
use crate::raw::Lines;
use crate::rows::GameRows;
use crate::tables::column::write_row;
use crate::tables::results::BlockSums;
use crate::tables::{Line, RawTable, games, offers, scores, seats};
use crate::telemetry::{Telemetry, Watch};

/// A finished block.
#[derive(Debug)]
pub struct Block {
    /// Number of games.
    pub games: u64,
    /// Lines for each raw table, in the order of [`RawTable::ALL`]; empty for tables that are not written.
    pub lines: Lines,
    /// What it adds to the result tables.
    pub sums: BlockSums,
    /// Time spent on decisions by agent, if it was measured.
    pub costs: Vec<Cost>,
}

/// Processor time that an agent spent on decisions.
#[derive(Copy, Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Cost {
    /// Decisions measured.
    pub decisions: u64,
    /// Their processor time.
    pub time: Duration,
}

impl Cost {
    /// Adds what was measured elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.time += other.time;
    }

    /// Mean processor time of a decision, in microseconds.
    pub fn mean_us(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.time.as_secs_f64() * 1e6 / self.decisions as f64)
    }
}

/// Whether processor time is measured in a block: in the first few, then in one of many, since a look at the clock costs more
/// than a random decision.
fn is_measured(block: u64) -> bool {
    block < 8 || block.is_multiple_of(64)
}

/// Somebody who plays block after block, with buffers for it.
pub struct Player<'a> {
    experiment: &'a Experiment,
    agents: &'a [Box<dyn Agent<Skye>>],
    telemetry: Telemetry,
    /// The most bytes that a block has had in each raw table: room for the next block's.
    room: [usize; RawTable::ALL.len()],
}

impl<'a> Player<'a> {
    /// Plays blocks of an experiment with its agents, by number.
    pub fn new(experiment: &'a Experiment, agents: &'a [Box<dyn Agent<Skye>>]) -> Self {
        Self { experiment, agents, telemetry: Telemetry::new(), room: RawTable::ALL.map(|_| 0) }
    }

    /// Plays one block.
    pub fn play(&mut self, number: u64) -> Block {
        let Self { experiment, agents, telemetry, room } = self;
        let mut block = Block {
            games: 0,
            lines: room.map(Vec::with_capacity),
            sums: BlockSums::new(experiment),
            costs: vec![Cost::default(); agents.len()],
        };
        for fixture in fixtures::block(experiment, number) {
            let game = experiment.game(fixture.seed.scoring).expect("an experiment is checked before it runs");
            let seated: Vec<&dyn Agent<Skye>> =
                fixture.agents[..experiment.players].iter().map(|&agent| &*agents[agent]).collect();
            let rows = telemetry.rows_of(&game, &fixture, |watch| {
                if is_measured(number) {
                    let mut stopwatch = Stopwatch::new(watch, &fixture.agents, &mut block.costs);
                    play(&game, &fixture.seed, &seated, &mut stopwatch)
                } else {
                    play(&game, &fixture.seed, &seated, watch)
                }
            });
            block.games += 1;
            block.sums.add(rows);
            write_rows(experiment, rows, &mut block.lines);
        }
        room.iter_mut().zip(&block.lines).for_each(|(room, lines)| *room = lines.len().max(*room));
        block
    }
}

/// Appends the lines of one game to those of its block.
pub fn write_rows(experiment: &Experiment, rows: &GameRows, lines: &mut Lines) {
    for (table, bytes) in RawTable::ALL.into_iter().zip(lines).filter(|(table, _)| experiment.writes(*table)) {
        let mut line = Line::at_end(bytes, experiment);
        match table {
            RawTable::Games => write_row(games::COLUMNS, rows, &mut line),
            RawTable::Seats => rows.seats.iter().for_each(|row| write_row(seats::COLUMNS, row, &mut line)),
            RawTable::Offers => rows.offers.iter().for_each(|row| write_row(offers::COLUMNS, row, &mut line)),
            RawTable::Scores => rows.scores.iter().for_each(|row| write_row(scores::COLUMNS, row, &mut line)),
        }
    }
}

/// Watches the clock beside the game.
struct Stopwatch<'a, 'w> {
    watch: &'a mut Watch<'w>,
    agents: &'a [usize],
    costs: &'a mut [Cost],
    asked: ThreadTime,
}

impl<'a, 'w> Stopwatch<'a, 'w> {
    fn new(watch: &'a mut Watch<'w>, agents: &'a [usize], costs: &'a mut [Cost]) -> Self {
        Self { watch, agents, costs, asked: ThreadTime::now() }
    }
}

impl Observer for Stopwatch<'_, '_> {
    fn event(&mut self, event: &Event) {
        self.watch.event(event);
    }

    fn asking(&mut self, _seat: Seat) {
        self.asked = ThreadTime::now();
    }

    fn decided(&mut self, seat: Seat, iterations: u64) {
        let cost = &mut self.costs[self.agents[seat.index()]];
        cost.time += self.asked.elapsed();
        cost.decisions += 1;
        self.watch.decided(seat, iterations);
    }

    fn over(&mut self, position: &Position) {
        self.watch.over(position);
    }
}
