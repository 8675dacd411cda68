//! `compress = "gzip"`: the same tables in fewer bytes, wherever raw tables are read.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::Value;

use crate::workshop::Workshop;

const GZIP: [&str; 2] = ["--set", "compress=gzip"];

fn run(shop: &Workshop, words: &[&str]) -> String {
    shop.succeed(&[&["run", "t.toml"], words, &GZIP].concat())
}

fn results(shop: &Workshop, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = shop.files(folder);
    assert!(files.remove("timing.json").is_some());
    files
}

#[test]
fn the_tables_are_the_same_and_smaller() {
    let shop = Workshop::new();
    run(&shop, &["--out", "a", "--threads", "1"]);
    run(&shop, &["--out", "b", "--threads", "2"]);
    shop.succeed(&["run", "t.toml", "--out", "plain"]);
    let (compressed, plain) = (results(&shop, "a"), results(&shop, "plain"));
    assert_eq!(compressed, results(&shop, "b"));
    for table in ["games", "seats", "offers", "scores"] {
        let mut text = Vec::new();
        let bytes = &compressed[&format!("{table}.csv.gz")];
        GzDecoder::new(&bytes[..]).read_to_end(&mut text).unwrap();
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
    let shop = Workshop::new();
    run(&shop, &["--out", "out"]);
    let expected = results(&shop, "out");
    shop.succeed(&["analyse", "out"]);
    shop.succeed(&["verify", "out"]);
    assert_eq!(results(&shop, "out"), expected);
    shop.succeed(&["replay", "out", "--game", "7"]);
    shop.succeed(&["report", "out", "--out", "page.html"]);
    run(&shop, &["--out", "richer", "--set", "rules.castle-income=7"]);
    shop.succeed(&["compare", "out", "richer"]);
    assert!(run(&shop, &["--out", "out", "--resume"]).contains("complete already"));
    assert!(shop.refuse(&["run", "t.toml", "--out", "out"]).contains("found `games.csv.gz`"));
    for shard in ["1/2", "2/2"] {
        run(&shop, &["--shard", shard, "--out", &shard[..1]]);
    }
    shop.succeed(&["merge", "1", "2", "--out", "merged"]);
    assert_eq!(results(&shop, "merged"), expected);
}

#[test]
fn damage_is_told() {
    let shop = Workshop::new();
    run(&shop, &["--out", "out"]);
    let path = shop.path("out/seats.csv.gz");
    let bytes = fs::read(&path).unwrap();
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 0x55;
    for damaged in [&bytes[..bytes.len() / 2], &flipped[..], b"", b"no gzip"] {
        fs::write(&path, damaged).unwrap();
        let error = shop.refuse(&["analyse", "out"]);
        assert!(error.contains("out/seats.csv.gz"), "{error}");
        assert_eq!(shop.sim(&["verify", "out"]).status.code(), Some(2));
    }
}
