//! `compress = "gzip"`: the same tables in fewer bytes, wherever raw tables are read.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;

use flate2::read::MultiGzDecoder;
use serde_json::Value;

use crate::test_folder::TestFolder;

const GZIP: [&str; 2] = ["--set", "compress=gzip"];

fn run(folder: &TestFolder, words: &[&str]) -> String {
    folder.succeed(&[&["run", "t.toml"], words, &GZIP].concat())
}

fn results(folder: &TestFolder, subfolder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = folder.files(subfolder);
    assert!(files.remove("timing.json").is_some());
    files
}

#[test]
fn the_tables_are_the_same_and_smaller() {
    let folder = TestFolder::new();
    run(&folder, &["--out", "a", "--threads", "1"]);
    run(&folder, &["--out", "b", "--threads", "2"]);
    folder.succeed(&["run", "t.toml", "--out", "plain"]);
    let (compressed, plain) = (results(&folder, "a"), results(&folder, "plain"));
    assert_eq!(compressed, results(&folder, "b"));
    for table in ["games", "seats", "offers", "scores"] {
        let mut text = Vec::new();
        let bytes = &compressed[&format!("{table}.csv.gz")];
        MultiGzDecoder::new(&bytes[..]).read_to_end(&mut text).unwrap();
        assert_eq!(text, plain[&format!("{table}.csv")]);
        assert!(bytes.len() * 2 < text.len() && !compressed.contains_key(&format!("{table}.csv")));
    }
    assert_eq!(compressed["effects.csv"], plain["effects.csv"]);
    let [packed, whole] =
        [&compressed, &plain].map(|files| serde_json::from_slice::<Value>(&files["manifest.json"]).unwrap());
    assert_eq!(
        (packed["tables"][0]["file"].as_str(), whole["tables"][0]["file"].as_str()),
        (Some("games.csv.gz"), Some("games.csv"))
    );
    assert_eq!(packed["tables"][0]["sha256"], whole["tables"][0]["sha256"]);
}

#[test]
fn every_command_reads_them() {
    let folder = TestFolder::new();
    run(&folder, &["--out", "out"]);
    let expected = results(&folder, "out");
    folder.succeed(&["analyse", "out"]);
    folder.succeed(&["verify", "out"]);
    assert_eq!(results(&folder, "out"), expected);
    folder.succeed(&["replay", "out", "--game", "7"]);
    folder.succeed(&["report", "out", "--out", "page.html"]);
    run(&folder, &["--out", "richer", "--set", "rules.castle-income=7"]);
    folder.succeed(&["compare", "out", "richer"]);
    assert!(run(&folder, &["--out", "out", "--resume"]).contains("complete already"));
    assert!(folder.refuse(&["run", "t.toml", "--out", "out"]).contains("found `games.csv.gz`"));
    for shard in ["1/2", "2/2"] {
        run(&folder, &["--shard", shard, "--out", &shard[..1]]);
    }
    folder.succeed(&["merge", "1", "2", "--out", "merged"]);
    assert_eq!(results(&folder, "merged"), expected);
}

#[test]
fn damage_is_told() {
    let folder = TestFolder::new();
    run(&folder, &["--out", "out"]);
    let path = folder.path("out/seats.csv.gz");
    let bytes = fs::read(&path).unwrap();
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 0x55;
    for damaged in [&bytes[..bytes.len() / 2], &flipped[..], b"", b"no gzip"] {
        fs::write(&path, damaged).unwrap();
        let error = folder.refuse(&["analyse", "out"]);
        assert!(error.contains("out/seats.csv.gz"), "{error}");
        assert_eq!(folder.sim(&["verify", "out"]).status.code(), Some(2));
    }
}
