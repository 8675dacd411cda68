//! Settings of the command line, `--set key=value`, one in a line, on top of a valid config.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use lab::config::{Overrides, parse};
use games::skye::INFO;

const CONFIG: &str = include_str!("../../configs/quickstart.toml");

fuzz_target!(|text: &str| {
    let overrides = Overrides { set: text.lines().map(str::to_owned).collect(), seed: None };
    let _ = parse(&INFO, "t.toml", CONFIG, Path::new("/nowhere"), &overrides);
});
