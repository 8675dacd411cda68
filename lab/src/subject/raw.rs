//! A raw table: one row for each thing of one kind that happened in a game.

use super::rows::Rows;
use crate::forms::column::{Entry, RawColumn, raw_dictionary};

/// A raw table of a game whose rows are kept in an `R`; `C` is the game as it is set up.
pub struct RawTable<R: 'static, C> {
    /// The name in configs; the file's name without its ending.
    pub name: &'static str,
    /// Its columns.
    pub columns: &'static [RawColumn<R>],
    /// How many rows a finished game has in it.
    pub rows: fn(&R) -> usize,
    /// How many rows a game will have in it, before it is played.
    pub extent: Extent<C>,
    /// Makes room for one more row that will be read.
    pub add_row: fn(&mut R),
}

impl<T, N, C> RawTable<Rows<T, N>, C> {
    /// The table with a row for each game.
    pub const fn games(columns: &'static [RawColumn<Rows<T, N>>]) -> Self {
        Self { name: GAMES, columns, rows: |_| 1, extent: Extent::Fixed(|_, _| 1), add_row: |_| {} }
    }

    /// The table with a row for each player of each game.
    pub const fn seats(columns: &'static [RawColumn<Rows<T, N>>]) -> Self {
        let extent = Extent::Fixed(|_, players| players as u64);
        Self { name: SEATS, columns, rows: |rows| rows.seats.len(), extent, add_row: |_| {} }
    }
}

/// How many rows every game has in a table.
pub enum Extent<C> {
    /// As many as the set-up and the number of players say.
    Fixed(fn(&C, usize) -> u64),
    /// It depends on play. Such a table begins with the columns `block` and `game`, by which its rows are found.
    Varies,
}

impl<R, C> RawTable<R, C> {
    /// All columns that it can have, in the dictionary.
    pub fn dictionary(&self) -> Vec<Entry> {
        raw_dictionary(self.columns)
    }
}

/// The name of the table with a row for each game, which every run has.
pub const GAMES: &str = "games";

/// The name of the table with a row for each player of each game, which every run has.
pub const SEATS: &str = "seats";

/// The part of an experiment that is there where an agent is another program.
pub const PROGRAMS: &str = "programs";

/// Whether a table is written even if a config does not ask for it.
pub fn is_always_written(table: &str) -> bool {
    table == GAMES || table == SEATS
}
