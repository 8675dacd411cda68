//! The raw tables of a block, one after the other with a zero byte between. Whatever can be read can be checked and summed up.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use lab::config::{Overrides, parse};
use lab::experiment::Experiment;
use lab::run::analysis::sums_of_games;
use lab::run::raw::{RawBlock, RowReader};
use lab::tables::totals::Totals;
use games::skye::notes::laws;
use games::skye::INFO;

const CONFIG: &str = include_str!("../seeds/raw_tables.toml");

static EXPERIMENT: LazyLock<Experiment> =
    LazyLock::new(|| parse(&INFO, "t.toml", CONFIG, Path::new(""), &Overrides::default()).expect("a valid config"));

fuzz_target!(|bytes: &[u8]| {
    let mut tables = bytes.split(|&byte| byte == 0);
    let lines = INFO.raw_tables.iter().map(|_| tables.next().unwrap_or_default().to_vec());
    let raw = RawBlock::played(0, lines.collect());
    let Ok(games) = RowReader::new(&EXPERIMENT, Path::new("out")).games(&raw) else { return };
    games.iter().for_each(|game| drop(laws::check(EXPERIMENT.subject.setup(), &EXPERIMENT, game)));
    let mut totals = Totals::new(&EXPERIMENT, &*EXPERIMENT.subject);
    let sums = sums_of_games(&totals.tables, &games);
    totals.add(&[sums]);
    let _ = totals.files(&EXPERIMENT);
});
