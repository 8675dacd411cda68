//! `placements.csv`: one row per landscape tile taken and laid, with what its turn brought.

use engine::tipperary::sizes::AREAS;

use super::rows::TipperaryRows;
use crate::lab::forms::column::RawColumn;
use crate::lab::subject::columns;

/// The clockwise turns of a tile, in degrees.
const DEGREES: [&str; 4] = ["0", "90", "180", "270"];

/// A column that is a field of a row.
macro_rules! amount {
    ($name:literal, $unit:literal, $meaning:literal, $field:ident) => {
        RawColumn::<TipperaryRows>::integer(
            $name,
            $unit,
            $meaning,
            |rows, at, line| line.whole(rows.notes.placements[at.row].$field),
            |rows, at, cells| cells.whole().map(|amount| rows.notes.placements[at.row].$field = amount),
        )
    };
}

/// A column that is the name of a tile.
macro_rules! tile {
    ($name:literal, $meaning:literal, $field:ident) => {
        RawColumn::<TipperaryRows>::text(
            $name,
            $meaning,
            |rows, at, line| line.piece(rows.notes.placements[at.row].$field),
            |rows, at, cells| cells.piece("a landscape tile").map(|tile| rows.notes.placements[at.row].$field = tile),
        )
    };
}

/// The columns in order.
pub const COLUMNS: &[RawColumn<TipperaryRows>] = &[
    columns::block(),
    columns::game(),
    RawColumn::integer(
        "round",
        "round",
        "round, from 1",
        |rows, at, line| line.whole(rows.notes.placements[at.row].round),
        |rows, at, cells| cells.up_to(rows.notes.rounds).map(|round| rows.notes.placements[at.row].round = round),
    ),
    RawColumn::integer(
        "turn",
        "turns",
        "turns of the round before this one",
        |rows, at, line| line.index(rows.notes.placements[at.row].turn),
        |rows, at, cells| cells.below(rows.game.players).map(|turn| rows.notes.placements[at.row].turn = turn),
    ),
    RawColumn::integer(
        "seat",
        "seat",
        "whose turn it is",
        |rows, at, line| line.index(rows.notes.placements[at.row].seat),
        |rows, at, cells| cells.below(rows.game.players).map(|seat| rows.notes.placements[at.row].seat = seat),
    ),
    RawColumn::text(
        "agent",
        "name of the agent on that seat",
        |rows, at, line| line.agent(Some(rows.seats[rows.notes.placements[at.row].seat].agent)),
        |rows, at, cells| cells.agent(rows.seats[rows.notes.placements[at.row].seat].agent),
    ),
    RawColumn::integer(
        "area",
        "area",
        "area of the game board that the player's crest points to, 0 to 4 clockwise",
        |rows, at, line| line.index(rows.notes.placements[at.row].area),
        |rows, at, cells| cells.below(AREAS).map(|area| rows.notes.placements[at.row].area = area),
    ),
    tile!("tile", "the landscape tile taken", tile),
    tile!("left", "the other tile of the area, which stays there", left),
    RawColumn::integer(
        "x",
        "column",
        "westernmost column of the tile as it lies; the south-west town space lies in column 0 and row 0",
        |rows, at, line| line.whole(rows.notes.placements[at.row].x),
        |rows, at, cells| cells.signed().map(|x| rows.notes.placements[at.row].x = x),
    ),
    RawColumn::integer(
        "y",
        "row",
        "southernmost row of the tile as it lies",
        |rows, at, line| line.whole(rows.notes.placements[at.row].y),
        |rows, at, cells| cells.signed().map(|y| rows.notes.placements[at.row].y = y),
    ),
    RawColumn::integer(
        "rotation",
        "degrees",
        "clockwise turn of the tile, after turning it over",
        |rows, at, line| line.plain(DEGREES[rows.notes.placements[at.row].quarters]),
        |rows, at, cells| cells.word(&DEGREES).map(|quarters| rows.notes.placements[at.row].quarters = quarters),
    ),
    RawColumn::integer(
        "flip",
        "",
        "1 if the tile is turned over, otherwise 0",
        |rows, at, line| line.index(rows.notes.placements[at.row].flip),
        |rows, at, cells| cells.below(2).map(|flip| rows.notes.placements[at.row].flip = flip),
    ),
    amount!(
        "pairs",
        "pairs",
        "new pairs of grain field and distillery in this turn, those by bonus tiles included",
        pairs
    ),
    amount!("sheep", "sheep", "wooden sheep placed in this turn", sheep),
    amount!("towers", "towers", "towers gained in this turn", towers),
    amount!("bonus_tiles", "tiles", "bonus tiles placed in this turn", bonus),
    amount!(
        "lost",
        "pieces",
        "wooden sheep, towers and bonus tiles that were due in this turn but not to be had",
        lost
    ),
];
