//! The notes of a game: rows, their columns, the outcomes derived from them, and their laws.

pub mod raw_columns;

pub(crate) mod games;

pub(crate) mod gauges;

pub(crate) mod recording;

pub mod laws;

use self::raw_columns::{OfferRow, ScoreRow, SeatNotes, notes_mut, notes_of};
use super::setting::Setting;
use lab::subject::raw::{RawTable, RowCount};

/// The name of the table with one row per drawn tile.
pub const OFFERS: &str = "offers";

/// The name of the table with one row per scoring of a player.
const SCORES: &str = "scores";

/// All raw tables, in order.
pub const RAW_TABLES: &[RawTable] = &[
    RawTable::games(games::COLUMNS),
    RawTable::seats(SeatNotes::COLUMNS),
    RawTable {
        name: OFFERS,
        columns: OfferRow::COLUMNS,
        rows: |rows| notes_of(rows).offers.len(),
        extent: RowCount::Fixed(|subject, players| {
            let setting: &Setting = subject.setup();
            (players * usize::from(setting.rules.tiles_drawn) * setting.rules.round_count()) as u64
        }),
        add_row: |rows| notes_mut(rows).offers.push(OfferRow::default()),
    },
    RawTable {
        name: SCORES,
        columns: ScoreRow::COLUMNS,
        rows: |rows| notes_of(rows).scores.len(),
        extent: RowCount::Fixed(|subject, players| players as u64 * scorings(subject.setup())),
        add_row: |rows| notes_mut(rows).scores.push(ScoreRow::default()),
    },
];

/// Returns the number of times that a player scores in a game.
fn scorings(setting: &Setting) -> u64 {
    setting.rules.rounds.iter().map(|round| round.scores.iter().count() as u64).sum()
}
