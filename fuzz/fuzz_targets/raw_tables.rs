//! The raw tables of a block, one after the other with a zero byte between. Whatever can be read can be checked and summed up.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sim::analysis::sums_of_games;
use sim::config::{Overrides, parse};
use sim::experiment::Experiment;
use sim::raw::{RawBlock, RowReader};
use sim::tables::results::Totals;
use sim::verification::laws;

const CONFIG: &str = include_str!("../seeds/raw_tables.toml");

static EXPERIMENT: LazyLock<Experiment> =
    LazyLock::new(|| parse("t.toml", CONFIG, Path::new(""), &Overrides::default()).expect("a valid config"));

fuzz_target!(|bytes: &[u8]| {
    let mut tables = bytes.split(|&byte| byte == 0);
    let mut raw = RawBlock { first_lines: [2; 4], ..RawBlock::default() };
    raw.lines.iter_mut().for_each(|lines| *lines = tables.next().unwrap_or_default().to_vec());
    let Ok(games) = RowReader::new(&EXPERIMENT, Path::new("out")).games(&raw) else { return };
    games.iter().for_each(|game| drop(laws::check(&EXPERIMENT, game)));
    let mut totals = Totals::new(&EXPERIMENT);
    totals.add(&sums_of_games(&EXPERIMENT, &games));
    let _ = totals.files(&EXPERIMENT);
});
