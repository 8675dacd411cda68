//! The notes of a game: the rows of raw tables, the outcomes derived from them, and their laws.

pub mod raw_columns;

pub mod outcomes;

pub mod recording;

pub mod laws;

use self::raw_columns::{GameNotes, PlacementRow, SeatNotes};
use super::setting::Setting;
use lab::subject::raw::RawTable;

/// The name of the table with one row per landscape tile taken.
pub const PLACEMENTS: &str = "placements";

/// All raw tables, in order.
pub const RAW_TABLES: &[RawTable] = &[
    RawTable::games::<GameNotes>(),
    RawTable::seats::<SeatNotes>(),
    RawTable::new::<PlacementRow>(
        PLACEMENTS,
        Some(|experiment| experiment.players as u64 * u64::from(experiment.subject.setup::<Setting>().rules.rounds)),
    ),
];
