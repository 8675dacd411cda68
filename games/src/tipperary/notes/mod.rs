//! The notes of a game: rows, their columns, the outcomes derived from them, and their laws.

pub mod raw_columns;

pub mod games;

pub mod recording;

pub mod laws;

use self::raw_columns::{PlacementRow, SeatNotes, notes_mut, notes_of};
use super::setting::Setting;
use lab::subject::raw::{RawTable, RowCount};

/// The name of the table with one row per landscape tile taken.
pub const PLACEMENTS: &str = "placements";

/// All raw tables, in order.
pub const RAW_TABLES: &[RawTable] = &[
    RawTable::games(games::COLUMNS),
    RawTable::seats(SeatNotes::COLUMNS),
    RawTable {
        name: PLACEMENTS,
        columns: PlacementRow::COLUMNS,
        rows: |rows| notes_of(rows).placements.len(),
        extent: RowCount::Fixed(|subject, players| players as u64 * u64::from(subject.setup::<Setting>().rules.rounds)),
        add_row: |rows| notes_mut(rows).placements.push(PlacementRow::default()),
    },
];
