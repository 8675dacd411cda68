//! What is noted of a game: rows, their columns, the outcomes they give, and what must add up in them.

pub mod rows;

pub mod games;

pub mod gauges;

pub mod telemetry;

pub mod laws;

use self::rows::{OfferRow, ScoreRow, SeatNotes, SkyeRows};
use super::setting::Setting;
use lab::subject::raw::{Extent, GAMES, RawTable, SEATS};

/// The name of the table with a row for each drawn tile.
pub const OFFERS: &str = "offers";

/// The name of the table with a row for each time that a player scored.
const SCORES: &str = "scores";

/// All raw tables in their order.
pub const RAW_TABLES: &[RawTable<SkyeRows, Setting>] = &[
    RawTable { name: GAMES, columns: games::COLUMNS, rows: |_| 1, extent: Extent::Fixed(|_, _| 1), add_row: |_| {} },
    RawTable {
        name: SEATS,
        columns: SeatNotes::COLUMNS,
        rows: |rows| rows.seats.len(),
        extent: Extent::Fixed(|_, players| players as u64),
        add_row: |_| {},
    },
    RawTable {
        name: OFFERS,
        columns: OfferRow::COLUMNS,
        rows: |rows| rows.notes.offers.len(),
        extent: Extent::Fixed(|setting, players| {
            (players * usize::from(setting.rules.tiles_drawn) * setting.rules.round_count()) as u64
        }),
        add_row: |rows| rows.notes.offers.push(OfferRow::default()),
    },
    RawTable {
        name: SCORES,
        columns: ScoreRow::COLUMNS,
        rows: |rows| rows.notes.scores.len(),
        extent: Extent::Fixed(|setting, players| players as u64 * scorings(setting)),
        add_row: |rows| rows.notes.scores.push(ScoreRow::default()),
    },
];

/// Scorings of one player in a game.
fn scorings(setting: &Setting) -> u64 {
    setting.rules.rounds.iter().map(|round| round.scores.iter().count() as u64).sum()
}
