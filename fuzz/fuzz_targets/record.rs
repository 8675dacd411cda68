//! Game records, a line each.
#![no_main]

use std::sync::LazyLock;

use engine::skye::Skye;
use interface::record::check_line;
use interface::skye::tile_set::Library;
use libfuzzer_sys::fuzz_target;

static KNOWN: LazyLock<Library> = LazyLock::new(Library::shipped);

fuzz_target!(|line: &str| {
    let _ = check_line::<Skye>(line, &KNOWN);
});
