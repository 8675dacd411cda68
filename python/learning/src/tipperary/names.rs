//! Names of the choices of `tipperary-1`.

use super::choices::{CELL, STOP, TILE, WAY, place};

/// Names a choice.
pub fn describe(number: usize) -> String {
    match number {
        TILE..STOP => format!("take tile {} of the own area", number - TILE + 1),
        STOP => "place no more towers".to_owned(),
        CELL..WAY => format!("at {}", at(number - CELL)),
        _ => {
            let (turns, side) = ((number - WAY) % 4, if number - WAY < 4 { "" } else { ", turned over" });
            format!("turned by {} degrees{side}", 90 * turns)
        }
    }
}

/// Names a cell by its distance from the town.
pub(super) fn at(cell: usize) -> String {
    let place = place(cell);
    format!("{},{}", place.x, place.y)
}
