//! Raw tables, with one row for each occurrence of one kind in a game.

use super::Subject;
use super::raw_column::{RawColumn, raw_dictionary};
use super::rows::Rows;
use crate::forms::column::ColumnEntry;
use crate::schedule::Schedule;

/// A raw table of a game.
pub struct RawTable {
    /// The name in configs; also the file name without extension.
    pub name: &'static str,
    /// Its columns.
    pub columns: &'static [RawColumn],
    /// Returns the number of its rows for a finished game.
    pub rows: fn(&Rows) -> usize,
    /// The number of its rows before a game is played.
    pub extent: RowCount,
    /// Adds an empty row, to be filled by reading.
    pub add_row: fn(&mut Rows),
}

impl RawTable {
    /// Creates the table with one row per game.
    pub const fn games(columns: &'static [RawColumn]) -> Self {
        Self { name: GAMES, columns, rows: |_| 1, extent: RowCount::Fixed(|_, _| 1), add_row: |_| {} }
    }

    /// Creates the table with one row per player and game.
    pub const fn seats(columns: &'static [RawColumn]) -> Self {
        let extent = RowCount::Fixed(|_, players| players as u64);
        Self { name: SEATS, columns, rows: |rows| rows.seats.len(), extent, add_row: |_| {} }
    }
}

/// The number of rows per game.
pub enum RowCount {
    /// A number determined by the set-up and the number of players.
    Fixed(fn(&dyn Subject, usize) -> u64),
    /// A number that depends on play.
    ///
    /// Such a table starts with the columns `block` and `game`, by which its rows are found.
    Varies,
}

impl RawTable {
    /// Returns the dictionary of all possible columns.
    pub fn dictionary(&self) -> Vec<ColumnEntry> {
        raw_dictionary(self.columns)
    }

    /// Returns its columns in an experiment, without those of parts of the game not in play.
    pub fn columns_of<'s>(
        &'static self,
        schedule: &Schedule,
        subject: &'s dyn Subject,
    ) -> impl Iterator<Item = &'static RawColumn> + use<'s> {
        let has_programs = schedule.has_programs();
        let is_there = move |part| if part == PROGRAMS { has_programs } else { subject.has_part(part) };
        self.columns.iter().filter(move |column| column.part.is_none_or(is_there))
    }

    /// Returns the dictionary of these columns.
    pub fn dictionary_of(&'static self, schedule: &Schedule, subject: &dyn Subject) -> Vec<ColumnEntry> {
        raw_dictionary(self.columns_of(schedule, subject))
    }
}

/// The name of the table with one row per game, which every run has.
pub const GAMES: &str = "games";

/// The name of the table with one row per player and game, which every run has.
pub const SEATS: &str = "seats";

/// The part of an experiment that is in play if an agent is an external program.
pub const PROGRAMS: &str = "programs";

/// Returns whether a table is always written, even if not listed in the config.
pub fn is_always_written(table: &str) -> bool {
    table == GAMES || table == SEATS
}
