//! `seats.csv`: one row per player and game.

use super::rows::{SOURCES, TipperaryRows};
use crate::lab::forms::column::RawColumn;
use crate::lab::forms::over::Over;
use crate::lab::subject::columns;

/// A column that is a field of a seat's notes.
macro_rules! amount {
    ($name:literal, $unit:literal, $meaning:literal, $field:ident) => {
        RawColumn::<TipperaryRows>::integer(
            $name,
            $unit,
            $meaning,
            |rows, at, line| line.whole(rows.notes.seats[at.row].$field),
            |rows, at, cells| cells.whole().map(|amount| rows.notes.seats[at.row].$field = amount),
        )
    };
}

/// The columns in order.
pub const COLUMNS: &[RawColumn<TipperaryRows>] = &[
    columns::block(),
    columns::cluster(),
    columns::game(),
    columns::seat(),
    columns::agent(),
    RawColumn::text(
        "hometown",
        "the player's hometown and its side, which belong to the seat in all rotations",
        |rows, at, line| line.plain(rows.treatment.id(at.row)),
        |rows, at, cells| {
            let dealt = rows.treatment;
            cells.expect(dealt.id(at.row))
        },
    ),
    columns::points("final score: VP of all sources"),
    RawColumn::<TipperaryRows>::integer(
        "vp",
        "VP",
        "VP from this source",
        |rows, at, line| line.whole(rows.notes.seats[at.row].vp_by_source[at.part]),
        |rows, at, cells| cells.whole().map(|vp| rows.notes.seats[at.row].vp_by_source[at.part] = vp),
    )
    .for_each(Over::Named(&SOURCES)),
    columns::rank(),
    columns::win_share(),
    columns::seat_margin(),
    amount!("tiles", "tiles", "landscape tiles laid", tiles),
    amount!("pairs", "pairs", "new pairs of grain field and distillery, a step on the whiskey track for each", pairs),
    amount!("whiskey_steps", "spaces", "space of the barrel at the end: pairs as far as the track goes", whiskey_steps),
    amount!("sheep", "sheep", "wooden sheep placed", sheep),
    amount!("lost_sheep", "sheep", "wooden sheep that were due but not to be had", lost_sheep),
    amount!("towers", "towers", "towers gained: lines of ruins, while the supply lasts", towers),
    amount!("lost_towers", "towers", "towers that were due when the supply was empty", lost_towers),
    amount!("placed_towers", "towers", "towers placed after the last round", placed_towers),
    amount!("stops", "decisions", "1 if towers were forgone after the last round, otherwise 0", stops),
    RawColumn::integer(
        "sites",
        "sites",
        "protected sites: a bonus tile was due for each",
        |rows, at, line| line.whole(rows.notes.seats[at.row].sites()),
        |_, _, cells| cells.skip(),
    ),
    amount!("bonus_tiles", "tiles", "bonus tiles placed", bonus),
    amount!("lost_bonus_tiles", "tiles", "bonus tiles that were due when none was left", lost_bonus),
    amount!("marker_rounds", "rounds", "rounds at whose end the player held the marker", marker_rounds),
    amount!("spaces", "spaces", "covered places of the display, the hometown's included", spaces),
    amount!("holes", "places", "empty places that the display encloses", holes),
    amount!("width", "spaces", "columns of the largest rectangle, the first of several", width),
    amount!("height", "spaces", "its rows", height),
    columns::decisions(),
    columns::searched(),
    columns::iterations(),
];
