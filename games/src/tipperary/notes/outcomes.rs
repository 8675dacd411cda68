//! The outcomes: the common ones, and parts of displays.

use super::raw_columns::{SeatNotes, notes_of};
use lab::subject::outcome::{self, Outcome};
use lab::subject::rows::Rows;

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
    mean!("area_vp", "VP for the largest rectangle", "VP", "VP of a player for the largest rectangle", |seat| seat.vp
        [0]),
    mean!("flock_vp", "VP for the largest flock", "VP", "VP of a player for the largest flock", |seat| seat.vp[1]),
    mean!("exploration_vp", "VP for exploration", "VP", "VP of a player for exploration", |seat| seat.vp[3]),
    mean!("whiskey_vp", "VP from the whiskey track", "VP", "VP of a player from the whiskey track", |seat| seat.vp[4]),
    mean!("stones_vp", "VP for stone circles", "VP", "VP of a player for stone circles", |seat| seat.vp[5]),
    mean!("whiskey_steps", "steps on the whiskey track", "spaces", "steps of a player on the whiskey track", |seat| {
        seat.whiskey_steps
    }),
    mean!("sheep", "sheep", "sheep", "wooden sheep of a player", |seat| seat.sheep),
    mean!("towers", "towers", "towers", "towers of a player", |seat| seat.towers),
    mean!("bonus_tiles", "bonus tiles", "tiles", "bonus tiles of a player", |seat| seat.bonus_tiles),
    mean!("spaces", "covered places", "spaces", "covered places of a player's display", |seat| seat.spaces),
    mean!("holes", "enclosed empty places", "places", "empty places that a player's display encloses", |seat| seat
        .holes),
    Outcome {
        name: "lost",
        title: "pieces due but not available",
        unit: "pieces",
        meaning: "wooden sheep, towers and bonus tiles that were due to any player but not available",
        of: |rows| Some(notes_of(rows).sum(|seat| seat.lost_sheep + seat.lost_towers + seat.lost_bonus_tiles) as f64),
    },
];

fn mean(rows: &Rows, amount: fn(&SeatNotes) -> u16) -> f64 {
    notes_of(rows).sum(amount) as f64 / rows.game.players as f64
}
