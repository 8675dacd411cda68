//! Descriptions of the choices and features of `tipperary-1`.

use engine::MAX_SEATS;

use super::choices::{CELL, CELLS, STOP, TILE, WAY, place};
use super::observation::BOX;
use crate::feature_list::{FeatureList, seat_name};

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
fn at(cell: usize) -> String {
    let place = place(cell);
    format!("{},{}", place.x, place.y)
}

/// Adds all features of an observation.
pub fn observed(list: &mut FeatureList) {
    common(list);
    (1..=2).for_each(|number| list.within(&format!("tile {number} of the own area"), tile));
    list.within("bonus tile drawn", spaces);
    list.within("chosen", |list| {
        list.flags(["tile 1 of the own area", "tile 2 of the own area"]);
        list.within("tile", tile);
        corner(list);
    });
    (0..MAX_SEATS).for_each(|beside| list.within(&seat_name(beside), seat));
    list.within("own largest rectangle", |list| {
        corner(list);
        list.count("width", "10 spaces");
        list.count("height", "10 spaces");
    });
    list.within("own display", |list| list.flags((0..CELLS).map(|cell| format!("covered at {}", at(cell)))));
}

fn common(list: &mut FeatureList) {
    list.count("round", "12 rounds");
    list.count("rounds left", "12 rounds");
    list.within("phase", |list| list.flags(["place", "sheep", "bonus", "tower", "other"]));
    list.within("next choice", |list| list.flags(["the first of a decision", "cell", "way", "none of this seat"]));
    list.count("wooden sheep left", "24 sheep");
    list.count("towers left", "12 towers");
    list.count("tiles in the bag", "60 tiles");
    list.count("bonus tiles left", "20 tiles");
    list.count("sheep due", "3 sheep");
    list.count("bonus tiles due", "3 tiles");
    list.within("starting player", |list| list.flags((0..MAX_SEATS).map(seat_name)));
    list.flags((2..=MAX_SEATS).map(|players| format!("{players} players")));
}

/// Adds the coordinates of a place, relative to the town.
fn corner(list: &mut FeatureList) {
    list.between("x", "12 spaces", f32::NEG_INFINITY, f32::INFINITY);
    list.between("y", "11 spaces", f32::NEG_INFINITY, f32::INFINITY);
}

/// Adds the features of a tile's spaces.
fn spaces(list: &mut FeatureList) {
    for kind in ["meadow", "pasture", "grain", "distillery", "ruin", "bog", "stones"] {
        list.count(kind, "2 spaces");
    }
    list.count("printed sheep", "3 sheep");
    list.count("stones in VP", "3 VP");
    list.count("symbols", "1 symbol");
}

/// Adds a landscape tile as printed.
fn tile(list: &mut FeatureList) {
    list.flag("is there");
    spaces(list);
    list.flags((0..BOX * BOX).map(|space| format!("space at {},{} of its box", space % BOX, space / BOX)));
}

fn seat(list: &mut FeatureList) {
    list.flag("plays");
    list.count("covered spaces", "80 spaces");
    list.count("width of the largest rectangle", "10 spaces");
    list.count("height of the largest rectangle", "10 spaces");
    list.count("area of the largest rectangle", "60 spaces");
    list.count("largest flock", "10 sheep");
    list.count("step of the barrel", "6 steps");
    list.count("whiskey", "20 VP");
    list.count("towers", "4 towers");
    list.count("stones", "10 VP");
    list.flag("has explored its hometown");
    list.flag("has the marker");
    list.flag("has a free meadow");
}
