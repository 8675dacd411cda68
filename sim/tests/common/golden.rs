//! Long answers, kept in files.

use std::path::PathBuf;
use std::{env, fs};

/// Compares with a file in `tests/golden`; with `UPDATE_GOLDEN` set, writes it anew.
#[track_caller]
pub fn check_golden(name: &str, found: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, found).expect("a writable folder");
    }
    let expected = fs::read_to_string(&path).expect("a golden file");
    let first = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert!(
        found == expected,
        "{name} differs, first here: {first:#?}; if that is meant, run the tests with UPDATE_GOLDEN=1"
    );
}
