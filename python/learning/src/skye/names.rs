//! Descriptions of the choices and features of `learn-1`.

use engine::MAX_SEATS;
use engine::skye::{Feature, Module, Rotation, ScoringTile, Slot, Tablet, Terrain};

use super::choices::{
    BAG, BUY, CELL, CELLS, DISCARD, DONE, DRUID, KEEP, MOST_BORDERLANDS, MOST_FOUND, OWN, PASS, PRICE, ROTATION, TILE,
    TILES_TO_BUILD, place,
};
use super::observation::{DOLMEN_SPACES, OFFER, ROUNDS};
use crate::feature_list::{FeatureList, seat_name};

/// The first of two things or the second.
const OF_TWO: [&str; 2] = ["first", "second"];

/// Names a choice.
pub fn describe(number: usize) -> String {
    match number {
        DISCARD..PRICE => format!("discard drawn tile {}", number - DISCARD + 1),
        PRICE..PASS => format!("price {} gold", number - PRICE + 1),
        PASS => "pass".to_owned(),
        BUY..OWN => {
            let (seat, slot) = (seat_name((number - BUY) / 2 + 1), OF_TWO[(number - BUY) % 2]);
            format!("buy the {slot} tile on display of the {seat}")
        }
        OWN..DRUID => format!("take the {} own tile on display", OF_TWO[number - OWN]),
        DRUID..BAG => format!("buy the Druid tile on space {} from the left", number - DRUID + 1),
        BAG => "draw from the bag".to_owned(),
        KEEP..TILE => format!("keep tile {} of those drawn from the bag", number - KEEP + 1),
        TILE..DONE => format!("lay the {}", tile(number - TILE)),
        DONE => "lay nothing more".to_owned(),
        CELL..ROTATION => format!("at {}", place(number - CELL)),
        _ => format!("turned by {} degrees", Rotation::ALL[number - ROTATION].degrees()),
    }
}

/// Names a tile that can be laid.
fn tile(number: usize) -> String {
    match number.checked_sub(TILES_TO_BUILD) {
        None => format!("received tile {}", number + 1),
        Some(borderland) => format!("borderland tile {}", borderland + 1),
    }
}

fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Pasture => "pasture",
        Terrain::Mountain => "mountain",
        Terrain::Water => "water",
    }
}

/// Adds all features of an observation.
pub fn observed(list: &mut FeatureList) {
    common(list);
    for slot in Slot::ALL {
        list.within(&format!("scoring tile {slot:?}"), |list| {
            list.flags(ScoringTile::ALL.map(ScoringTile::name));
            list.count("scorings left", "3 scorings");
            list.flag("scores in this round");
        });
    }
    list.within("dolmen board", |list| {
        for space in 1..=DOLMEN_SPACES {
            list.flag(&format!("tile on space {space}"));
            list.count(&format!("price on space {space}"), "10 gold");
        }
        list.count("Druid tiles left", "20 tiles");
    });
    list.within("bag", |list| {
        list.count("tiles", "73 tiles");
        features(list, 20);
    });
    (0..MAX_SEATS).for_each(|beside| list.within(&seat_name(beside), seat));
    for number in 1..=MOST_FOUND {
        list.within(&format!("tile {number} to choose from"), |list| {
            list.flag("is there");
            list.count("price or stake", "10 gold");
            printed(list);
        });
    }
    chosen(list);
    (1..=OFFER).for_each(|tile| list.count(&format!("own secret offer: price of drawn tile {tile}"), "20 gold"));
    list.within("own territory", |list| list.flags((0..CELLS).map(|cell| format!("tile at {}", place(cell)))));
}

fn common(list: &mut FeatureList) {
    list.flags((1..=ROUNDS).map(|round| format!("round {round}")));
    list.count("rounds left", "6 rounds");
    list.within("phase", |list| list.flags(["price", "buy", "buy again", "keep drawn", "build", "other"]));
    list.within("next choice", |list| {
        list.flags(["the first of a decision", "first price", "second price", "cell", "rotation", "none of this seat"]);
    });
    list.within("starting player", |list| list.flags((0..MAX_SEATS).map(seat_name)));
    list.flags((2..=MAX_SEATS).map(|players| format!("{players} players")));
    list.within("module", |list| list.flags(Module::ALL.map(Module::name)));
    list.count("catch-up gold in this round", "5 gold");
}

fn features(list: &mut FeatureList, unit: usize) {
    Feature::ALL.into_iter().for_each(|feature| list.count(feature.name(), &format!("{unit} symbols")));
}

fn seat(list: &mut FeatureList) {
    list.flag("plays");
    list.count("gold", "20 gold");
    list.count("VP", "50 VP");
    list.flag("has made its offer");
    Tablet::ALL.into_iter().for_each(|kind| list.count(&format!("tablets {}", kind.name()), "2 tablets"));
    list.between("borderland tiles", &format!("{MOST_BORDERLANDS} tiles"), 0.0, 1.0);
    list.within("tiles before it", |list| {
        list.count("tiles", "4 tiles");
        features(list, 4);
    });
    list.within("territory", |list| {
        list.count("tiles", "20 tiles");
        features(list, 8);
        list.count("tiles connected to the castle", "10 tiles");
        list.count("open ends of its roads", "5 ends");
        for kind in Terrain::ALL.map(terrain) {
            list.count(&format!("{kind} areas"), "10 areas");
            list.count(&format!("completed {kind} areas"), "5 areas");
            list.count(&format!("tiles of the largest {kind} area"), "10 tiles");
        }
        list.count("income of barrels", "5 gold");
        for slot in Slot::ALL {
            list.count(&format!("measure of scoring tile {slot:?}"), "10 of what it counts");
        }
        list.count("scrolls", "20 VP");
    });
}

/// Adds a tile as printed.
fn printed(list: &mut FeatureList) {
    let sides = ["north", "east", "south", "west"];
    for side in sides {
        list.flags(Terrain::ALL.map(|kind| format!("{} in the {side}", terrain(kind))));
    }
    list.flags(sides.map(|side| format!("road to the {side}")));
    features(list, 3);
    list.flag("scroll");
}

fn chosen(list: &mut FeatureList) {
    list.within("chosen", |list| {
        list.flags((1..=3).map(|tile| format!("discard drawn tile {tile}")));
        list.count("first price", "10 gold");
        list.within("tile to lay", printed);
        list.flags((0..DONE - TILE).map(|number| format!("lay the {}", tile(number))));
        list.between("x", "8 cells", -1.0, 1.0);
        list.between("y", "8 cells", -1.0, 1.0);
    });
}
