//! Standard output that cannot be written, or that nobody reads any more.

use std::fs::OpenOptions;
use std::process::Stdio;

use crate::test_folder::{TestFolder, text};

/// Every way to print something.
const COMMANDS: [&[&str]; 16] = [
    &["--help"],
    &["--version"],
    &["list", "agents"],
    &["list", "scoring"],
    &["list", "lineups"],
    &["list", "columns"],
    &["list", "tile-files"],
    &["list", "other-tiles"],
    &["match", "random", "random", "--blocks", "2"],
    &["match", "random", "random", "--blocks", "2", "--json"],
    &["dev", "bench", "--only", "random", "--games", "1"],
    &["dev", "bench", "--only", "random", "--games", "1", "--json"],
    &["play", "random", "random"],
    &["play", "random", "random", "--games", "2"],
    &["completions", "bash"],
    &["dev", "fingerprint"],
];

#[cfg(target_os = "linux")]
#[track_caller]
fn check_full(folder: &TestFolder, words: &[&str]) {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = folder.command(words).stdout(full).stderr(Stdio::piped()).output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{words:?}: {error}");
    assert!(error.starts_with("error: standard output: ") && error.lines().count() == 1, "{words:?}: {error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_every_command() {
    let folder = TestFolder::new();
    COMMANDS.into_iter().for_each(|words| check_full(&folder, words));
    check_full(&folder, &["run", "t.toml", "--out", "out", "--quiet"]);
    check_full(&folder, &["replay", "out", "--game", "3"]);
    folder.succeed(&["replay", "out", "--game", "3", "--record", "g.jsonl"]);
    check_full(&folder, &["check", "g.jsonl"]);
    check_full(&folder, &["play", "random", "random", "--record", "h.jsonl"]);
}

#[test]
fn a_reader_that_has_seen_enough_ends_every_command_quietly() {
    let folder = TestFolder::new();
    for words in COMMANDS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = folder.command(words).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(text(&output.stderr), "", "{words:?}");
        assert_ne!(output.status.code(), Some(101), "{words:?}");
    }
}
