//! `games.csv`: one row per game.

use super::rows::{SeatNotes, TipperaryRows};
use crate::lab::forms::column::{At, RawColumn};
use crate::lab::forms::line::Line;
use crate::lab::subject::columns;

/// The columns in order.
pub const COLUMNS: &[RawColumn<TipperaryRows>] = &[
    columns::block(),
    columns::cluster(),
    columns::game(),
    columns::seed(),
    columns::rotation(),
    columns::players(),
    columns::first_start(),
    RawColumn::integer(
        "rounds",
        "rounds",
        "rounds played",
        |rows, _, line| line.index(rows.notes.rounds),
        |rows, _, cells| cells.expect_whole(rows.notes.rounds as u64),
    ),
    columns::winners(),
    columns::margin(),
    columns::spread(),
    total("sheep", "sheep", "wooden sheep placed", |rows, _, line| line.whole(sum(rows, |seat| seat.sheep))),
    total("towers", "towers", "towers gained", |rows, _, line| line.whole(sum(rows, |seat| seat.towers))),
    total("bonus_tiles", "tiles", "bonus tiles placed", |rows, _, line| line.whole(sum(rows, |seat| seat.bonus))),
    total("lost_sheep", "sheep", "wooden sheep that were due but not to be had", |rows, _, line| {
        line.whole(sum(rows, |seat| seat.lost_sheep));
    }),
    total("lost_towers", "towers", "towers that were due when the supply was empty", |rows, _, line| {
        line.whole(sum(rows, |seat| seat.lost_towers));
    }),
    total("lost_bonus_tiles", "tiles", "bonus tiles that were due when none was left", |rows, _, line| {
        line.whole(sum(rows, |seat| seat.lost_bonus));
    }),
];

/// A sum over the seats, which are in `seats.csv`.
const fn total(
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    write: fn(&TipperaryRows, At, &mut Line<'_>),
) -> RawColumn<TipperaryRows> {
    RawColumn::integer(name, unit, meaning, write, |_, _, cells| cells.skip())
}

/// A sum over the seats of a game.
pub fn sum(rows: &TipperaryRows, amount: impl Fn(&SeatNotes) -> u16) -> i64 {
    rows.notes.seats.iter().map(|seat| i64::from(amount(seat))).sum()
}
