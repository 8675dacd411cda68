//! Configs. What is accepted must mean the same when a manifest has kept it, and have games.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use lab::config::{Overrides, effective, from_json, parse};
use lab::experiment::Experiment;
use lab::schedule::blocks;
use lab::subject::files::Files;
use games::skye::INFO;

fuzz_target!(|text: &str| {
    let folder = Path::new("/nowhere");
    let Ok(experiment) = parse(&INFO, "t.toml", text, folder, &Overrides::default()) else { return };
    let config = effective(&experiment);
    let json = config.clone().into();
    let again: Experiment =
        from_json(&INFO, "manifest.json", &json, Files::From(folder)).expect("what was accepted once");
    assert_eq!(effective(&again), config);
    for block in [0, experiment.blocks - 1] {
        let mut scoring = blocks::block(&experiment, block).map(|fixture| experiment.treatment(&fixture));
        assert!(scoring.all(|scoring| experiment.subject.accepts(&scoring).is_ok()));
    }
});
