//! The notes of a game: the rows of raw tables, the outcomes derived from them, and their laws.

pub mod raw_columns;

pub(crate) mod outcomes;

pub(crate) mod gauges;

pub(crate) mod recording;

pub mod laws;

use self::raw_columns::{GameNotes, OfferRow, ScoreRow, SeatNotes};
use super::setting::Setting;
use lab::subject::raw::RawTable;

/// The name of the table with one row per drawn tile.
pub const OFFERS: &str = "offers";

/// The name of the table with one row per scoring of a player.
const SCORES: &str = "scores";

/// All raw tables, in order.
pub const RAW_TABLES: &[RawTable] = &[
    RawTable::games::<GameNotes>(),
    RawTable::seats::<SeatNotes>(),
    RawTable::new::<OfferRow>(
        OFFERS,
        Some(|experiment| {
            let rules = &experiment.subject.setup::<Setting>().rules;
            (experiment.players * usize::from(rules.tiles_drawn) * rules.round_count()) as u64
        }),
    ),
    RawTable::new::<ScoreRow>(
        SCORES,
        Some(|experiment| {
            let rules = &experiment.subject.setup::<Setting>().rules;
            (experiment.players * rules.rounds.iter().map(|round| round.scores.iter().count()).sum::<usize>()) as u64
        }),
    ),
];
