//! What is noted of a game: rows, their columns, the outcomes they give, and what must add up in them.

pub mod rows;

pub mod games;

pub mod telemetry;

pub mod laws;

use self::rows::{PlacementRow, SeatNotes, notes_mut, notes_of};
use super::setting::Setting;
use lab::subject::raw::{GAMES, RawTable, RowCount, SEATS};

/// The name of the table with a row for each landscape tile taken.
pub const PLACEMENTS: &str = "placements";

/// All raw tables in their order.
pub const RAW_TABLES: &[RawTable] = &[
    RawTable { name: GAMES, columns: games::COLUMNS, rows: |_| 1, extent: RowCount::Fixed(|_, _| 1), add_row: |_| {} },
    RawTable {
        name: SEATS,
        columns: SeatNotes::COLUMNS,
        rows: |rows| rows.seats.len(),
        extent: RowCount::Fixed(|_, players| players as u64),
        add_row: |_| {},
    },
    RawTable {
        name: PLACEMENTS,
        columns: PlacementRow::COLUMNS,
        rows: |rows| notes_of(rows).placements.len(),
        extent: RowCount::Fixed(|subject, players| players as u64 * u64::from(subject.setup::<Setting>().rules.rounds)),
        add_row: |rows| notes_mut(rows).placements.push(PlacementRow::default()),
    },
];
