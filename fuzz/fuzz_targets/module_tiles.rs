//! Tile files of modules. What is accepted can be played with, beside the printed landscape tiles.
#![no_main]

use std::path::Path;
use std::sync::Arc;

use engine::skye::{Module, Modules, Rules, ScoringTile, Skye, Tiles};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for module in Module::WITH_TILES {
        let (name, printed) = Tiles::SHIPPED[0];
        let files = [(module, Path::new("t.csv"), text)];
        let Ok(tiles) = Tiles::parse_with(Path::new(name), printed, &files) else { continue };
        let [a, b, c, d, ..] = ScoringTile::ALL;
        let rules = Rules::with_modules(2, Modules::NONE.with(module));
        let Ok(game) = Skye::new(Arc::new(tiles), Arc::new(rules), [a, b, c, d], 2) else { continue };
        engine::contract::check(&game, 1);
    }
});
