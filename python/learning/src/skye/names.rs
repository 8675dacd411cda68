//! Names of the choices of `learn-1`.

use engine::skye::Rotation;

use super::choices::{
    BAG, BUY, CELL, DISCARD, DONE, DRUID, KEEP, OWN, PASS, PRICE, ROTATION, TILE, TILES_TO_BUILD, place,
};
use crate::numbers::SeatName;

/// The first of two things or the second.
const OF_TWO: [&str; 2] = ["first", "second"];

/// Names a choice.
pub fn describe(number: usize) -> String {
    match number {
        DISCARD..PRICE => format!("discard drawn tile {}", number - DISCARD + 1),
        PRICE..PASS => format!("price {} gold", number - PRICE + 1),
        PASS => "pass".to_owned(),
        BUY..OWN => {
            let (seat, slot) = (SeatName((number - BUY) / 2 + 1), OF_TWO[(number - BUY) % 2]);
            format!("buy the {slot} tile on display of the {seat}")
        }
        OWN..DRUID => format!("take the {} own tile on display", OF_TWO[number - OWN]),
        DRUID..BAG => format!("buy the Druid tile on space {} from the left", number - DRUID + 1),
        BAG => "draw from the bag".to_owned(),
        KEEP..TILE => format!("keep tile {} of those drawn from the bag", number - KEEP + 1),
        TILE..DONE => format!("lay the {}", tile_name(number - TILE)),
        DONE => "lay nothing more".to_owned(),
        CELL..ROTATION => format!("at {}", place(number - CELL)),
        _ => format!("turned by {} degrees", Rotation::ALL[number - ROTATION].degrees()),
    }
}

/// Names a tile that can be laid.
pub(super) fn tile_name(number: usize) -> String {
    match number.checked_sub(TILES_TO_BUILD) {
        None => format!("received tile {}", number + 1),
        Some(borderland) => format!("borderland tile {}", borderland + 1),
    }
}
