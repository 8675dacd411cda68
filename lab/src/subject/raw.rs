//! A raw table: one row for each thing of one kind that happened in a game.

use super::Subject;
use super::raw_column::{RawColumn, raw_dictionary};
use super::rows::Rows;
use crate::forms::column::ColumnEntry;
use crate::schedule::Schedule;

/// A raw table of a game.
pub struct RawTable {
    /// The name in configs; the file's name without its ending.
    pub name: &'static str,
    /// Its columns.
    pub columns: &'static [RawColumn],
    /// Returns the number of its rows for a finished game.
    pub rows: fn(&Rows) -> usize,
    /// The number of its rows for a game that is not played yet.
    pub extent: RowCount,
    /// Makes room for one more row that will be read.
    pub add_row: fn(&mut Rows),
}

impl RawTable {
    /// The table with a row for each game.
    pub const fn games(columns: &'static [RawColumn]) -> Self {
        Self { name: GAMES, columns, rows: |_| 1, extent: RowCount::Fixed(|_, _| 1), add_row: |_| {} }
    }

    /// The table with a row for each player of each game.
    pub const fn seats(columns: &'static [RawColumn]) -> Self {
        let extent = RowCount::Fixed(|_, players| players as u64);
        Self { name: SEATS, columns, rows: |rows| rows.seats.len(), extent, add_row: |_| {} }
    }
}

/// The number of rows for every game.
pub enum RowCount {
    /// As many as the set-up and the number of players say.
    Fixed(fn(&dyn Subject, usize) -> u64),
    /// It depends on play. Such a table begins with the columns `block` and `game`, by which its rows are found.
    Varies,
}

impl RawTable {
    /// All columns that it can have, in the dictionary.
    pub fn dictionary(&self) -> Vec<ColumnEntry> {
        raw_dictionary(self.columns)
    }

    /// Returns the columns that it has in an experiment: without those of parts of the game that are not in play.
    pub fn columns_of<'s>(
        &'static self,
        schedule: &Schedule,
        subject: &'s dyn Subject,
    ) -> impl Iterator<Item = &'static RawColumn> + use<'s> {
        let has_programs = schedule.has_programs();
        let is_there = move |part| if part == PROGRAMS { has_programs } else { subject.has_part(part) };
        self.columns.iter().filter(move |column| column.part.is_none_or(is_there))
    }

    /// Returns the same columns in the dictionary.
    pub fn dictionary_of(&'static self, schedule: &Schedule, subject: &dyn Subject) -> Vec<ColumnEntry> {
        raw_dictionary(self.columns_of(schedule, subject))
    }
}

/// The name of the table with a row for each game, which every run has.
pub const GAMES: &str = "games";

/// The name of the table with a row for each player of each game, which every run has.
pub const SEATS: &str = "seats";

/// The part of an experiment that is there where an agent is another program.
pub const PROGRAMS: &str = "programs";

/// Returns whether a table is written even if a config does not ask for it.
pub fn is_always_written(table: &str) -> bool {
    table == GAMES || table == SEATS
}
