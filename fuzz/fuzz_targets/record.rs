//! Game records, a line each.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sim::lab::wire::check_line;
use sim::skye::setting::Setting;
use sim::skye::setting::tile_set::TileSet;

static KNOWN: LazyLock<Vec<TileSet>> = LazyLock::new(|| TileSet::all_shipped().collect());

fuzz_target!(|line: &str| {
    let _ = check_line::<Setting>(line, &KNOWN);
});
