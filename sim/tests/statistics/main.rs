//! Statistics against other implementations and against known truths.

mod controlled;
mod coverage;
mod engine_matches;
mod handicaps;
mod means;
mod panels;
mod planted;
mod rankings;
mod regression;
mod shares;
mod tuned;

use std::path::Path;

/// The lines of a file of fixtures, without its header, as cells; `fixtures/make.py` made it.
fn fixture(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/statistics/fixtures").join(name);
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[track_caller]
fn close(found: f64, expected: &str, what: &str) {
    let expected: f64 = expected.parse().unwrap();
    assert!((found - expected).abs() < 1e-8 * (1.0 + expected.abs()), "{what}: {found} instead of {expected}");
}
