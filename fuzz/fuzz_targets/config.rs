//! Configs. What is accepted must mean the same when a manifest has kept it, and have games.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use sim::config::{EffectiveConfig, Overrides, from_json, parse};
use sim::fixtures;
use sim::tile_set::TileSet;

fuzz_target!(|text: &str| {
    let Ok(experiment) = parse("t.toml", text, Path::new("/nowhere"), &Overrides::default()) else { return };
    let config = EffectiveConfig::of(&experiment);
    let json = serde_json::to_value(&config).expect("plain data");
    let again = from_json("manifest.json", &json, &TileSet::find).expect("what was accepted once");
    assert_eq!(EffectiveConfig::of(&again), config);
    for block in [0, experiment.blocks - 1] {
        assert!(fixtures::block(&experiment, block).all(|game| experiment.game(game.seed.scoring).is_ok()));
    }
});
