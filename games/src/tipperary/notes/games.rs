//! `games.csv`, with one row per game; and the outcomes: the common ones, and parts of displays.

use super::raw_columns::{SeatNotes, notes_of};
use lab::forms::column::Type;
use lab::subject::columns;
use lab::subject::outcome::{self, Outcome};
use lab::subject::raw_column::RawColumn;
use lab::subject::rows::Rows;

/// The columns in order.
pub const COLUMNS: &[RawColumn] = &[
    columns::BLOCK,
    columns::CLUSTER,
    columns::GAME,
    columns::SEED,
    columns::ROTATION,
    columns::PLAYERS,
    columns::FIRST_START,
    RawColumn::known(Type::Integer, "rounds", "rounds", |rows, _, line| line.index(notes_of(rows).rounds))
        .meaning("rounds played"),
    columns::WINNERS,
    columns::MARGIN,
    columns::SPREAD,
    RawColumn::derived("sheep", "sheep", |rows, _| sum(rows, |seat| seat.sheep)).meaning("wooden sheep placed"),
    RawColumn::derived("towers", "towers", |rows, _| sum(rows, |seat| seat.towers)).meaning("towers gained"),
    RawColumn::derived("bonus_tiles", "tiles", |rows, _| sum(rows, |seat| seat.bonus)).meaning("bonus tiles placed"),
    RawColumn::derived("lost_sheep", "sheep", |rows, _| sum(rows, |seat| seat.lost_sheep))
        .meaning("wooden sheep that were due but not available"),
    RawColumn::derived("lost_towers", "towers", |rows, _| sum(rows, |seat| seat.lost_towers))
        .meaning("towers that were due but not available"),
    RawColumn::derived("lost_bonus_tiles", "tiles", |rows, _| sum(rows, |seat| seat.lost_bonus))
        .meaning("bonus tiles that were due but not available"),
];

/// Sums an amount over the seats of a game.
fn sum(rows: &Rows, amount: impl Fn(&SeatNotes) -> u16) -> i64 {
    notes_of(rows).seats.iter().map(|seat| i64::from(amount(seat))).sum()
}

/// An outcome defined as the mean of an amount over the players.
macro_rules! mean {
    ($name:literal, $title:literal, $unit:literal, $meaning:literal, $amount:expr) => {
        Outcome { name: $name, title: $title, unit: $unit, meaning: $meaning, of: |rows| Some(mean(rows, $amount)) }
    };
}

/// All outcomes in the order of tables.
pub const OUTCOMES: &[Outcome] = &[
    outcome::vp(),
    outcome::winner_vp(),
    outcome::margin(),
    outcome::spread(),
    outcome::first_start_win(),
    outcome::leverage(),
    outcome::gini(),
    mean!("area_vp", "VP for the largest rectangle", "VP", "VP of a player for the largest rectangle", |seat| seat
        .vp_by_source[0]),
    mean!("flock_vp", "VP for the largest flock", "VP", "VP of a player for the largest flock", |seat| seat
        .vp_by_source[1]),
    mean!("exploration_vp", "VP for exploration", "VP", "VP of a player for exploration", |seat| seat.vp_by_source[3]),
    mean!("whiskey_vp", "VP from the whiskey track", "VP", "VP of a player from the whiskey track", |seat| seat
        .vp_by_source[4]),
    mean!("stones_vp", "VP for stone circles", "VP", "VP of a player for stone circles", |seat| seat.vp_by_source[5]),
    mean!("whiskey_steps", "steps on the whiskey track", "spaces", "steps of a player on the whiskey track", |seat| {
        seat.whiskey_steps
    }),
    mean!("sheep", "sheep", "sheep", "wooden sheep of a player", |seat| seat.sheep),
    mean!("towers", "towers", "towers", "towers of a player", |seat| seat.towers),
    mean!("bonus_tiles", "bonus tiles", "tiles", "bonus tiles of a player", |seat| seat.bonus),
    mean!("spaces", "covered places", "spaces", "covered places of a player's display", |seat| seat.spaces),
    mean!("holes", "enclosed empty places", "places", "empty places that a player's display encloses", |seat| seat
        .holes),
    Outcome {
        name: "lost",
        title: "pieces due but not available",
        unit: "pieces",
        meaning: "wooden sheep, towers and bonus tiles that were due to any player but not available",
        of: |rows| Some(sum(rows, |seat| seat.lost_sheep + seat.lost_towers + seat.lost_bonus) as f64),
    },
];

fn mean(rows: &Rows, amount: fn(&SeatNotes) -> u16) -> f64 {
    sum(rows, amount) as f64 / rows.game.players as f64
}
