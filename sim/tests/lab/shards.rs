//! Shards played anywhere in any order, and merged: the bytes of the single run.

use std::fs;

use serde_json::Value;

#[cfg(unix)]
use crate::running::{Running, until};
use crate::test_folder::{CONFIG, TestFolder, number};

/// Plays these shards of a run split into `of` parts, each into a folder of its own; the folders.
fn play(folder: &TestFolder, shards: &[u64], of: u64) -> Vec<String> {
    let play = |shard: &u64| {
        let subfolder = format!("part-{shard}");
        folder.succeed(&["run", "t.toml", "--out", &subfolder, "--shard", &format!("{shard}/{of}"), "--threads", "2"]);
        subfolder
    };
    shards.iter().map(play).collect()
}

fn merge<'a>(folders: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    ["merge"].into_iter().chain(folders.iter().map(String::as_str)).chain(more.iter().copied()).collect()
}

#[test]
fn sixteen_shards_in_any_order_are_the_single_run() {
    let folder = TestFolder::new();
    let mine = folder.succeed(&["list", "other-tiles"]).replace("L01,", "X01,");
    folder.write("mine.csv", &mine);
    folder.write("t.toml", &CONFIG.replace("blocks = 12", "blocks = 45\ntiles = \"mine.csv\""));
    folder.succeed(&["run", "t.toml", "--out", "alone"]);
    let folders = play(&folder, &[7, 16, 1, 12, 3, 9, 14, 5, 2, 11, 8, 4, 15, 6, 13, 10], 16);
    let printed = folder.succeed(&merge(&folders, &["--out", "whole"]));
    assert!(printed.contains("16 of 16 shards") && printed.contains("135 games"), "{printed}");
    assert_eq!(folder.results("whole"), folder.results("alone"));
    let timing: Value = serde_json::from_slice(&folder.files("whole")["timing.json"]).unwrap();
    assert_eq!(timing["parts"].as_array().unwrap().len(), 16);
}

#[test]
fn more_shards_than_blocks_and_clusters_of_line_ups() {
    let folder = TestFolder::new();
    let agents = "[[agents]]\nname = \"four\"\nspec = \"random\"\n";
    folder.write("t.toml", &format!("{}{agents}", CONFIG.replace("\"rotate\"", "\"round-robin\"")));
    folder.succeed(&["run", "t.toml", "--out", "alone"]);
    let folders = play(&folder, &(1..=20).collect::<Vec<_>>(), 20);
    assert_eq!(folder.table("part-1/games.csv").len() % 3, 0);
    assert!((1..=20).any(|shard| folder.table(&format!("part-{shard}/games.csv")).is_empty()), "a shard has no block");
    folder.succeed(&merge(&folders, &["--out", "whole", "--threads", "1"]));
    assert_eq!(folder.results("whole"), folder.results("alone"));
}

#[test]
fn a_part_counts_all_its_games_whatever_the_line_ups() {
    let folder = TestFolder::new();
    let agents = "[[agents]]\nname = \"four\"\nspec = \"random\"\n";
    let config = CONFIG.replace("\"rotate\"", "\"round-robin\"").replace("blocks = 12", "blocks = 40");
    folder.write("t.toml", &format!("{config}{agents}"));
    let folders = play(&folder, &[1, 3], 3);
    folder.succeed(&merge(&folders, &["--out", "some", "--partial"]));
    for name in [&folders[0], &folders[1], "some"] {
        let games: f64 = folder.table(&format!("{name}/agents.csv")).iter().map(|row| number(row, "games")).sum();
        let played = folder.table(&format!("{name}/seats.csv")).len();
        assert!(games == played as f64 && played > 0, "{name}: {games} of {played}");
    }
}

#[test]
fn a_part_is_a_run_of_its_own() {
    let folder = TestFolder::new();
    play(&folder, &[2], 3);
    let before = folder.files("part-2");
    let manifest: Value = serde_json::from_slice(&before["manifest.json"]).unwrap();
    assert_eq!((&manifest["part"]["shards"][0], &manifest["part"]["of"]), (&Value::from(2), &Value::from(3)));
    assert_eq!((&manifest["blocks"], &manifest["config"]["blocks"]), (&Value::from(4), &Value::from(12)));
    folder.succeed(&["analyse", "part-2"]);
    assert_eq!(folder.files("part-2"), before);
    let game = folder.table("part-2/games.csv")[7]["game"].clone();
    folder.succeed(&["replay", "part-2", "--game", &game]);
    let absent = (0..36).map(|game| game.to_string());
    let there: Vec<String> = folder.table("part-2/games.csv").iter().map(|row| row["game"].clone()).collect();
    let absent = absent.into_iter().find(|game| !there.contains(game)).unwrap();
    assert!(folder.refuse(&["replay", "part-2", "--game", &absent]).contains("not in shard 2/3"));
    folder.succeed(&["verify", "part-2"]);
    let printed = folder.succeed(&["run", "t.toml", "--out", "part-2", "--shard", "2/3", "--resume"]);
    assert!(printed.contains("complete already"), "{printed}");
    assert!(folder.refuse(&["run", "t.toml", "--out", "part-2", "--shard", "1/3", "--resume"]).contains("`part"));
}

#[test]
fn gaps_overlaps_and_foreign_parts_are_refused() {
    let folder = TestFolder::new();
    let folders = play(&folder, &[1, 2, 3], 4);
    let check = |folders: &[String], more: &[&str], wanted: &[&str]| {
        let error = folder.refuse(&merge(folders, &[&["--out", "whole"], more].concat()));
        assert!(wanted.iter().all(|word| error.contains(word)), "{error}");
        assert!(!folder.path("whole").exists());
    };
    check(&folders, &[], &["of 4 shards", "missing: 4;", "--partial"]);
    check(&[&folders[..], &folders[..1]].concat(), &["--partial"], &["part-1", "shard 1/4", "holds already"]);
    folder.succeed(&["run", "t.toml", "--out", "other", "--shard", "4/4", "--seed", "6"]);
    check(&[&folders[..], &["other".to_owned()]].concat(), &[], &["other", "`seed`", "6", "5"]);
    folder.succeed(&["run", "t.toml", "--out", "fifth", "--shard", "4/5"]);
    check(&[&folders[..], &["fifth".to_owned()]].concat(), &[], &["fifth", "4/5", "1/4"]);
    check(&["t.toml".to_owned()], &[], &["t.toml"]);
    let seats = fs::read_to_string(folder.path("part-2/seats.csv")).unwrap();
    folder.write("part-2/seats.csv", &seats[..seats.len() - 30]);
    check(&folders, &["--partial"], &["part-2/seats.csv", "ends within block"]);
    folder.write("part-2/seats.csv", &seats.replacen(",1.000000,", ",0.000000,", 1));
    check(&folders, &["--partial"], &["part-2/seats.csv", "SHA-256"]);
}

#[test]
fn a_partial_merge_can_be_merged_on() {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "alone"]);
    let folders = play(&folder, &[4, 1, 3, 2], 4);
    folder.succeed(&merge(&folders[..2], &["--out", "half", "--partial"]));
    assert_eq!(folder.table("half/games.csv").len(), 18);
    folder.succeed(&["verify", "half"]);
    let rest = [&["half".to_owned()], &folders[2..]].concat();
    folder.succeed(&merge(&rest, &["--out", "whole"]));
    assert_eq!(folder.results("whole"), folder.results("alone"));
}

#[cfg(unix)]
#[test]
fn a_merge_that_was_killed_is_begun_again() {
    let folder = TestFolder::new();
    folder.write("t.toml", &CONFIG.replace("blocks = 12", "blocks = 450"));
    folder.succeed(&["run", "t.toml", "--out", "alone"]);
    let folders = play(&folder, &[2, 1], 2);
    let words = merge(&folders, &["--out", "whole"]);
    let (begun, done) = (folder.path("whole/.partial/games.csv"), folder.path("whole/games.csv"));
    while !begun.exists() {
        // It may have finished before it could be killed.
        let _ = fs::remove_dir_all(folder.path("whole"));
        let mut run = Running::start(&folder, &words);
        until("rows are written", || begun.metadata().is_ok_and(|file| file.len() > 1000) || run.has_ended());
        run.signal("KILL");
        run.end();
    }
    // As if it had been killed when its files began to appear.
    fs::rename(&begun, &done).unwrap();
    folder.succeed(&words);
    assert_eq!(folder.results("whole"), folder.results("alone"));
}

#[test]
fn a_merge_that_fails_leaves_nothing() {
    let folder = TestFolder::new();
    let folders = play(&folder, &[1, 2], 2);
    // A folder is in the way of a file.
    fs::create_dir_all(folder.path("whole/.partial/timing.json/x")).unwrap();
    let output = folder.sim(&merge(&folders, &["--out", "whole"]));
    assert_eq!(output.status.code(), Some(1));
    assert!(folder.files("whole").is_empty() && !folder.path("whole/.partial").exists());
    folder.succeed(&merge(&folders, &["--out", "whole"]));
}
