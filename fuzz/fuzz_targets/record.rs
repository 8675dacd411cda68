//! Game records, a line each.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sim::lab::wire::{Wire, check_line};
use sim::skye::setting::Setting;

static KNOWN: LazyLock<<Setting as Wire>::Library> =
    LazyLock::new(|| Setting::library(&[]).expect("the shipped files"));

fuzz_target!(|line: &str| {
    let _ = check_line::<Setting>(line, &KNOWN);
});
