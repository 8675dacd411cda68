//! `sim replay`: a game of a run, played again.

use std::fs;

use serde_json::{Value, json};

use crate::test_folder::{CONFIG, TestFolder, number, text};

/// The record of a game.
fn record(folder: &TestFolder, subfolder: &str, game: &str, file: &str) -> Value {
    folder.succeed(&["replay", subfolder, "--game", game, "--record", file]);
    serde_json::from_slice(&fs::read(folder.path(file)).unwrap()).unwrap()
}

#[test]
fn a_recorded_game_is_the_one_in_the_tables() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    let record = record(&folder, "out", "17", "g.jsonl");
    let game = &folder.table("out/games.csv")[17];
    assert_eq!(record["seed"], *game["seed"]);
    let results = record["events"].as_array().unwrap().iter().filter(|event| event["e"] == "result");
    let seats = folder.table("out/seats.csv");
    for (result, seat) in results.zip(seats.iter().filter(|seat| seat["game"] == "17")) {
        let cells = ["vp", "gold_left", "rank"].map(|column| Some(number(seat, column)));
        assert_eq!(["vp", "gold", "rank"].map(|key| result[key].as_f64()), cells);
    }
    let names: Vec<&str> =
        seats.iter().filter(|seat| seat["game"] == "17").map(|seat| seat["agent"].as_str()).collect();
    assert_eq!(record["players"], Value::from(names));
    folder.succeed(&["check", "g.jsonl"]);
}

#[test]
fn changed_rules_and_tiles_come_along() {
    let folder = TestFolder::new();
    folder.write("mine.csv", &folder.succeed(&["list", "other-tiles"]));
    let words = ["--set", "tiles=mine.csv", "--set", "rules.castle-income=7", "--set", "rules.rounds=[\"A\",\"BCD\"]"];
    folder.succeed(&[&["run", "t.toml", "--out", "out"], &words[..]].concat());
    fs::remove_file(folder.path("mine.csv")).unwrap();
    let record = record(&folder, "out", "4", "g.jsonl");
    assert_eq!(record["events"][1]["castle"], 7);
    let results = record["events"].as_array().unwrap().iter().filter(|event| event["e"] == "result");
    let found: Vec<Option<f64>> = results.map(|result| result["vp"].as_f64()).collect();
    let seats = folder.table("out/seats.csv");
    let expected: Vec<Option<f64>> =
        seats.iter().filter(|seat| seat["game"] == "4").map(|seat| Some(number(seat, "vp"))).collect();
    assert_eq!(found, expected);
}

/// Records a game of a run again, and once more with `play` from what the record says alone; both must be the same.
#[track_caller]
fn check_played_from_record(folder: &TestFolder, subfolder: &str, more: &[&str]) {
    let record = record(folder, subfolder, "4", "replayed.jsonl");
    let texts = |key: &str| record[key].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned());
    let agents: Vec<String> =
        texts("players").zip(texts("specs")).map(|(name, spec)| format!("{name}={spec}")).collect();
    let agents = agents.iter().map(String::as_str).collect::<Vec<_>>();
    let words = ["--game-seed", record["seed"].as_str().unwrap(), "--record", "played.jsonl"];
    folder.succeed(&[&["play"], &agents[..], &words, more].concat());
    let read = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    assert_eq!(read("played.jsonl"), read("replayed.jsonl"));
}

#[test]
fn play_reproduces_a_record_from_its_players_specs_and_seed() {
    let folder = TestFolder::new();
    folder.write("t.toml", &CONFIG.replace("spec = \"rule-of-thumb\"", "spec = \"mcts:iterations=3,rounds=1\""));
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    check_played_from_record(&folder, "out", &[]);
}

#[test]
fn play_reproduces_a_record_with_changed_rules_and_tiles_from_the_config() {
    let folder = TestFolder::new();
    folder.write("mine.csv", &folder.succeed(&["list", "other-tiles"]).replace("L01,", "X01,"));
    let rules = "tiles = \"mine.csv\"\n[rules]\ncastle-income = 7\nrounds = [\"A\", \"BCD\", \"\"]\n";
    folder.write("t.toml", &CONFIG.replace("lineup = \"rotate\"\n", rules));
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    check_played_from_record(&folder, "out", &["--config", "t.toml"]);
}

#[test]
fn play_takes_other_values_for_the_config_as_run_does() {
    let folder = TestFolder::new();
    let set = ["--set", "rules.castle-income=7"];
    folder.succeed(&[&["run", "t.toml", "--out", "out"], &set[..]].concat());
    check_played_from_record(&folder, "out", &["--config", "t.toml", "--set", "rules.castle-income=7"]);
}

#[test]
fn without_a_file_the_game_is_told() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", "blocks=1"]);
    let told = folder.succeed(&["replay", "out", "--game", "2"]);
    assert!(["one", "two", "rule"].iter().all(|name| told.contains(name)), "{told}");
}

#[test]
fn a_file_that_exists_is_not_overwritten() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", "blocks=1"]);
    let error = folder.refuse(&["replay", "out", "--game", "0", "--record", "t.toml"]);
    assert!(error.contains("t.toml") && error.contains("a new file"), "{error}");
}

fn played() -> TestFolder {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", "blocks=2"]);
    folder
}

const MANIFEST: &str = "out/manifest.json";

fn manifest(folder: &TestFolder) -> Value {
    serde_json::from_slice(&fs::read(folder.path(MANIFEST)).unwrap()).unwrap()
}

/// A finished run whose manifest was changed like this must be refused, with all these words in the error.
#[track_caller]
fn check_changed(change: impl FnOnce(&mut Value), words: &[&str]) {
    let folder = played();
    let mut changed = manifest(&folder);
    change(&mut changed);
    folder.write(MANIFEST, &changed.to_string());
    let error = folder.refuse(&["replay", "out", "--game", "0", "--record", "g.jsonl"]);
    assert!(error.contains(MANIFEST) && words.iter().all(|word| error.contains(word)), "{error}");
    assert!(!folder.path("g.jsonl").exists());
}

#[test]
fn a_damaged_manifest_is_one_clear_error() {
    let folder = played();
    for damaged in ["", "{", "[]", "7", "null", "\"x\"", "{}", "{\"schema\": 1}", "[1, 2, 3]", "\u{0}"] {
        folder.write(MANIFEST, damaged);
        let error = folder.refuse(&["replay", "out", "--game", "0"]);
        assert!(error.contains(MANIFEST), "{damaged}: {error}");
    }
    for config in [json!("x"), json!([]), json!(null), json!(5), json!({}), json!({"tiles": 5}), json!({"agents": {}})]
    {
        check_changed(|manifest| manifest["config"] = config, &["config"]);
    }
    let keys: Vec<String> = manifest(&played()).as_object().unwrap().keys().cloned().collect();
    for key in
        ["schema", "program", "version", "revision", "complete", "tables", "config_sha256", "tiles_sha256", "config"]
    {
        assert!(keys.iter().any(|other| other == key), "no {key}");
        check_changed(|manifest| drop(manifest.as_object_mut().unwrap().remove(key)), &[key]);
        check_changed(|manifest| manifest[key] = json!([[]]), &[]);
    }
}

#[test]
fn a_changed_config_is_refused() {
    check_changed(|manifest| manifest["config"]["seed"] = json!(6), &["config was changed", "config_sha256"]);
    check_changed(|manifest| manifest["config"]["agents"][0]["spec"] = json!("rule-of-thumb"), &["config was changed"]);
    check_changed(|manifest| manifest["config_sha256"] = json!("00"), &["config was changed"]);
    // The hash covers the text alone: whoever changes both gets what the config says, or its error.
    check_changed(
        |manifest| {
            manifest["config"] = json!([]);
            manifest["config_sha256"] = json!("4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945");
        },
        &["a list of 0", "accepted: a table"],
    );
}

#[test]
fn another_schema_or_program_is_refused_and_both_are_named() {
    check_changed(|manifest| manifest["schema"] = json!(1), &["schema", "found 1", "accepted: 4"]);
    check_changed(|manifest| manifest["program"] = json!("other"), &["program", "`other`", "`sim`"]);
    let version = env!("CARGO_PKG_VERSION");
    check_changed(|manifest| manifest["version"] = json!("0.0.9"), &["`0.0.9`", version]);
}

#[test]
fn a_game_that_ends_otherwise_than_in_the_table_is_an_error() {
    let folder = played();
    let table = fs::read_to_string(folder.path("out/seats.csv")).unwrap();
    let (header, rows) = table.split_once('\n').unwrap();
    assert!(header.starts_with("block,cluster,game,seat,agent,vp,"));
    let changed: Vec<String> = rows
        .lines()
        .map(|row| {
            let mut cells: Vec<&str> = row.split(',').collect();
            if cells[2..4] == ["4", "1"] {
                cells[5] = "999";
            }
            cells.join(",")
        })
        .collect();
    folder.write("out/seats.csv", &format!("{header}\n{}\n", changed.join("\n")));
    folder.succeed(&["replay", "out", "--game", "3"]);
    for more in [&[][..], &["--record", "g.jsonl"]] {
        let output = folder.sim(&[&["replay", "out", "--game", "4"], more].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(["game 4", "out/seats.csv", "999", "revision"].iter().all(|word| error.contains(word)), "{error}");
    }
    assert!(!folder.path("g.jsonl").exists());
}

#[test]
fn a_damaged_or_missing_table_of_seats() {
    let folder = played();
    let table = fs::read_to_string(folder.path("out/seats.csv")).unwrap();
    let shorter: Vec<&str> = table.lines().take(9).collect();
    for damaged in ["", "block,game\n", "block,game,seat,vp\n0,x,0,1\n", &shorter.join("\n")] {
        folder.write("out/seats.csv", damaged);
        let output = folder.sim(&["replay", "out", "--game", "5"]);
        assert_eq!(output.status.code(), Some(2), "{damaged}");
        assert!(text(&output.stderr).contains("out/seats.csv:"), "{damaged}");
    }
    fs::remove_file(folder.path("out/seats.csv")).unwrap();
    folder.succeed(&["replay", "out", "--game", "5"]);
}

#[test]
fn own_tiles_keep_their_name_and_no_path() {
    let folder = TestFolder::new();
    fs::create_dir_all(folder.path("deep/er")).unwrap();
    folder.write("deep/er/mine.csv", &folder.succeed(&["list", "other-tiles"]));
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", "tiles=deep/er/mine.csv"]);
    assert_eq!(manifest(&folder)["config"]["tiles"], "mine.csv");
    assert!(folder.files("out").iter().all(|(name, bytes)| name == "timing.json" || !text(bytes).contains("deep")));
    assert_eq!(fs::read(folder.path("out/tiles.csv")).unwrap(), fs::read(folder.path("deep/er/mine.csv")).unwrap());
    let replayed = record(&folder, "out", "7", "g.jsonl");
    folder.succeed(&["play", "random", "random", "--tiles", "deep/er/mine.csv", "--record", "p.jsonl"]);
    let played: Value = serde_json::from_slice(&fs::read(folder.path("p.jsonl")).unwrap()).unwrap();
    assert_eq!(replayed["tiles"], played["tiles"]);
    folder.succeed(&["check", "g.jsonl", "--tiles", "deep/er/mine.csv"]);
}

#[test]
fn the_config_may_lie_anywhere() {
    let folder = TestFolder::new();
    fs::create_dir(folder.path("deep")).unwrap();
    let config = fs::read_to_string(folder.path("t.toml")).unwrap();
    for subfolder in ["", "deep/"] {
        folder.write(&format!("{subfolder}mine.csv"), &folder.succeed(&["list", "tiles"]));
        folder.write(&format!("{subfolder}own.toml"), &format!("tiles = \"mine.csv\"\n{config}"));
    }
    folder.succeed(&["run", "own.toml", "--out", "out"]);
    folder.succeed(&["run", "deep/own.toml", "--out", "other"]);
    // On the command line, a path is relative to the current folder: the file beside the config is another one.
    folder.write("deep/mine.csv", &folder.succeed(&["list", "other-tiles"]));
    folder.succeed(&["run", "deep/own.toml", "--out", "third", "--set", "tiles=mine.csv"]);
    let results =
        |subfolder| folder.files(subfolder).into_iter().filter(|(name, _)| name != "timing.json").collect::<Vec<_>>();
    assert_eq!(results("out"), results("other"));
    assert_eq!(results("out"), results("third"));
    let hash =
        |words: &[&str]| folder.succeed(&[&["play", "random", "random", "random", "--seed", "3"], words].concat());
    let flag = hash(&["--config", "deep/own.toml", "--tiles", "mine.csv"]);
    assert_eq!(flag, hash(&["--config", "own.toml"]));
    assert_ne!(flag, hash(&["--config", "deep/own.toml"]));
}

#[test]
fn own_tiles_that_are_missing_or_others() {
    let folder = TestFolder::new();
    // A file of one's own may have the name of a shipped one.
    folder.write("printed", &folder.succeed(&["list", "other-tiles"]));
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", "tiles=./printed"]);
    folder.succeed(&["replay", "out", "--game", "0"]);
    folder.write("out/tiles.csv", &folder.succeed(&["list", "tiles"]));
    let error = folder.refuse(&["replay", "out", "--game", "0"]);
    assert!(error.contains("out/tiles.csv") && error.contains("tiles_sha256"), "{error}");
    fs::remove_file(folder.path("out/tiles.csv")).unwrap();
    let error = folder.refuse(&["replay", "out", "--game", "0"]);
    assert!(error.contains("out/tiles.csv"), "{error}");
}
