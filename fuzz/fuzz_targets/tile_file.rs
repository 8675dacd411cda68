//! Tile files. What is accepted can be played with, if there are enough tiles.
#![no_main]

use std::path::Path;
use std::sync::Arc;

use engine::skye::{Rules, ScoringTile, Skye, Tiles};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(tiles) = Tiles::parse(Path::new("t.csv"), text) else { return };
    let [a, b, c, d, ..] = ScoringTile::ALL;
    let Ok(game) = Skye::new(Arc::new(tiles), Arc::new(Rules::printed(2)), [a, b, c, d], 2) else { return };
    engine::contract::check(&game, 1);
});
