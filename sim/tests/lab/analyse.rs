//! `sim analyse`: result tables from raw tables, byte for byte those of the run.

use std::fs;

use lab::play::player::{Lines, write_rows};
use lab::run::finished_run::FinishedRun;
use lab::run::raw::{RawFolder, RawReader, RowReader};

use crate::test_folder::{CONFIG, TestFolder};

const RESULTS: [&str; 3] = ["agents.csv", "scoring.csv", "pricing.csv"];

/// A small run of `players` agents of two kinds, with more words for it.
fn played(players: usize, more: &[&str]) -> TestFolder {
    let folder = TestFolder::new();
    let kinds = ["random", "mcts:iterations=4,rounds=1,rollout=random", "random", "rule-of-thumb", "random"];
    let agents: String =
        (0..players).map(|agent| format!("[[agents]]\nname = \"a{agent}\"\nspec = \"{}\"\n", kinds[agent])).collect();
    folder.write("t.toml", &format!("name = \"t\"\nplayers = {players}\nblocks = 15\nseed = 3\n{agents}"));
    folder.succeed(&[&["run", "t.toml", "--out", "out"], more].concat());
    folder
}

/// Results that were lost or changed must be made again as they were, and nothing else may change.
#[track_caller]
fn check_again(folder: &TestFolder) {
    let before = folder.files("out");
    let results: Vec<&str> = RESULTS.into_iter().filter(|name| before.contains_key(*name)).collect();
    for threads in ["1", "3"] {
        fs::remove_file(folder.path("out/agents.csv")).unwrap();
        results[1..].iter().for_each(|name| folder.write(&format!("out/{name}"), "changed"));
        folder.succeed(&["analyse", "out", "--threads", threads]);
        assert_eq!(folder.files("out"), before);
    }
}

#[test]
fn results_are_those_of_the_run() {
    for players in 2..=5 {
        check_again(&played(players, &[]));
    }
}

#[test]
fn line_ups_and_tables_make_no_difference() {
    check_again(&played(4, &["--set", "tables=[]"]));
    check_again(&played(4, &["--set", "tables=[\"scores\"]", "--set", "lineup=fixed"]));
    check_again(&played(2, &["--set", "lineup=one-against", "--set", "players=5"]));
    check_again(&played(3, &["--set", "blocks=1"]));
}

#[test]
fn changed_rules_and_tiles_make_no_difference() {
    let folder = TestFolder::new();
    folder.write("mine.csv", &folder.succeed(&["list", "other-tiles"]).replace("L01,", "X01,"));
    let words = ["--set", "tiles=mine.csv", "--set", "rules.rounds=[\"A\",\"\",\"BCD\"]"];
    folder.succeed(&[&["run", "t.toml", "--out", "out"], &words[..]].concat());
    fs::remove_file(folder.path("mine.csv")).unwrap();
    check_again(&folder);
}

#[test]
fn results_can_go_elsewhere_but_not_among_another_run() {
    let folder = played(3, &[]);
    let before = folder.files("out");
    let printed = folder.succeed(&["analyse", "out", "--out", "deep/er", "--quiet"]);
    assert!(["a0", "±", "result tables in deep/er"].iter().all(|word| printed.contains(word)), "{printed}");
    folder.succeed(&["analyse", "out", "--out", "deep/er"]);
    let found = folder.files("deep/er");
    let others = ["games.csv", "seats.csv", "offers.csv", "scores.csv", "manifest.json", "timing.json"];
    let results = before.keys().filter(|name| !others.contains(&name.as_str()));
    assert_eq!(found.keys().collect::<Vec<_>>(), results.collect::<Vec<_>>());
    assert!(found.iter().all(|(name, bytes)| before[name] == *bytes));
    folder.write("deep/er/pairs.csv", "mine");
    let elsewhere = folder.files("deep/er");
    let error = folder.refuse(&["analyse", "out", "--out", "deep/er"]);
    assert!(error.contains("deep/er/pairs.csv: the file was not written by this command"), "{error}");
    assert_eq!(folder.files("deep/er"), elsewhere);
    folder.succeed(&["run", "t.toml", "--out", "other", "--seed", "4"]);
    let other = folder.files("other");
    assert!(folder.refuse(&["analyse", "out", "--out", "other"]).contains("another run"));
    assert_eq!(folder.files("other"), other);
    assert_eq!(folder.files("out"), before);
}

/// The names of the raw tables.
fn raw_tables() -> impl Iterator<Item = &'static str> {
    games::skye::INFO.raw_tables.iter().map(|table| table.name)
}

/// The raw tables of a folder, read into rows and written again.
fn rewritten(folder: &TestFolder) -> Lines {
    let subfolder = folder.path("out");
    let experiment = FinishedRun::open(&games::skye::INFO, &subfolder).unwrap().experiment;
    let blocks =
        RawReader::open(&experiment, RawFolder::fresh(&subfolder), raw_tables()).unwrap().blocks(0..experiment.blocks);
    let rows = RowReader::new(&experiment, &subfolder);
    let (labels, mut lines) = (experiment.labels(), Lines::new());
    for game in blocks.flat_map(|block| rows.games(&block.unwrap()).unwrap()) {
        write_rows(&experiment, &labels, &game, &mut lines);
    }
    lines
}

#[test]
fn rows_are_read_as_they_were_written() {
    for players in 2..=5 {
        let folder = played(players, &["--set", "rules.rounds=[\"AB\",\"\",\"C\",\"D\"]"]);
        let rewritten = rewritten(&folder);
        assert_eq!(rewritten.len(), 4);
        for (table, bytes) in raw_tables().zip(rewritten) {
            let file = &folder.files("out")[&format!("{table}.csv")];
            assert!(file.ends_with(&bytes) && file.iter().filter(|byte| **byte == b'\n').count() > 15, "{table:?}");
            assert!(!bytes.is_empty());
        }
    }
}

/// A table of a finished run that was changed like this must be refused, with these words; results stay as they are.
#[track_caller]
fn check_damaged(table: &str, change: impl FnOnce(&mut Vec<String>), words: &[&str]) {
    let folder = TestFolder::new();
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", "blocks=4"]);
    let path = format!("out/{table}");
    let mut lines: Vec<String> =
        fs::read_to_string(folder.path(&path)).unwrap().split_inclusive('\n').map(str::to_owned).collect();
    change(&mut lines);
    folder.write(&path, &lines.concat());
    let before = folder.files("out");
    let error = folder.refuse(&["analyse", "out"]);
    assert!(words.iter().all(|word| error.contains(word)), "{error}");
    assert_eq!(folder.files("out"), before);
}

/// Replaces the first cell of the line that has this text.
fn swap(line: &mut String, old: &str, new: &str) {
    assert!(line.contains(old), "{line}");
    *line = line.replacen(old, new, 1);
}

#[test]
fn damaged_tables_are_refused_by_line_and_column() {
    check_damaged("games.csv", |lines| drop(lines.pop()), &["out/games.csv:13:", "ends within block 3"]);
    check_damaged("seats.csv", |lines| drop(lines.remove(7)), &["out/seats.csv:8:", "seat: found `1`", "`0`"]);
    check_damaged("seats.csv", |lines| lines.push("x\n".to_owned()), &["out/seats.csv:38:", "more rows"]);
    check_damaged("seats.csv", |lines| swap(&mut lines[0], "vp", "pv"), &["out/seats.csv:1:", "header"]);
    check_damaged("seats.csv", |lines| swap(&mut lines[4], ",rule,", ",rul,"), &["out/seats.csv:5:", "agent", "`rul`"]);
    check_damaged("games.csv", |lines| swap(&mut lines[3], ",3,", ",4,"), &["out/games.csv:4:", "players: found `4`"]);
    check_damaged("offers.csv", |lines| drop(lines.pop()), &["out/offers.csv:", "ends within block 3"]);
    check_damaged("offers.csv", |lines| drop(lines.remove(1)), &["out/offers.csv:", "game: found `"]);
    check_damaged(
        "offers.csv",
        |lines| {
            let end = lines.len() - 1;
            lines[end].truncate(12);
        },
        &["out/offers.csv:", "ends within block 3"],
    );
    check_damaged(
        "offers.csv",
        |lines| lines[9] = format!("{}\n", "9".repeat(100_000)),
        &["out/offers.csv:10:", "more than"],
    );
    check_damaged("offers.csv", |lines| lines[9] = "\u{0}\n".to_owned(), &["out/offers.csv:10:", "block: found"]);
}

#[test]
fn a_folder_without_a_whole_run_is_refused() {
    let folder = TestFolder::new();
    assert!(folder.refuse(&["analyse", "none"]).contains("manifest.json"));
    folder.succeed(&["run", "t.toml", "--out", "out"]);
    fs::remove_file(folder.path("out/offers.csv")).unwrap();
    assert!(folder.refuse(&["analyse", "out"]).contains("out/offers.csv"));
    folder.write("t.toml", &CONFIG.replace("seed = 5", "seed = 6"));
    assert!(folder.refuse(&["analyse", "t.toml"]).contains("t.toml"));
}

/// Changes the last cell of the second row.
fn edit(folder: &TestFolder, file: &str) {
    let mut lines: Vec<String> = folder.read(file).lines().map(str::to_owned).collect();
    let (rest, last) = lines[2].rsplit_once(',').unwrap();
    lines[2] = format!("{rest},{}", last.parse::<i32>().unwrap() + 1);
    folder.write(file, &(lines.join("\n") + "\n"));
}

#[test]
fn changed_tables_are_refused_by_name_unless_they_may_be_edited() {
    let folder = played(3, &[]);
    folder.succeed(&["run", "t.toml", "--out", "other"]);
    let before = folder.files("out");
    // Another gain in a row of offers contradicts nothing; only the hash gives it away.
    edit(&folder, "out/offers.csv");
    let changed = folder.files("out");
    let error = folder.refuse(&["analyse", "out"]);
    assert!(error.contains("out/offers.csv: found") && error.contains("--edited"), "{error}");
    assert_eq!(folder.files("out"), changed);
    folder.succeed(&["analyse", "out", "--edited"]);
    let manifest: serde_json::Value = serde_json::from_str(&folder.read("out/manifest.json")).unwrap();
    assert_eq!(manifest["edited"], true);
    assert!(folder.sim(&["verify", "out"]).status.code() == Some(2));
    // Unchanged tables need no `--edited`.
    folder.write("out/offers.csv", &folder.read("other/offers.csv"));
    folder.succeed(&["analyse", "out"]);
    assert_eq!(folder.files("out"), before);
}

#[test]
fn runs_with_changed_tables_are_compared_only_if_they_may_be_edited() {
    let folder = played(2, &[]);
    folder.succeed(&["run", "t.toml", "--out", "other", "--set", "rules.castle-income=7"]);
    for (changed, same) in [("out", "other"), ("other", "out")] {
        let before = folder.read(&format!("{changed}/seats.csv"));
        edit(&folder, &format!("{changed}/seats.csv"));
        let error = folder.refuse(&["compare", "out", "other"]);
        assert!(error.contains(&format!("{changed}/seats.csv: found")) && error.contains("--edited"), "{error}");
        folder.succeed(&["compare", "out", "other", "--edited"]);
        folder.write(&format!("{changed}/seats.csv"), &before);
        folder.succeed(&["compare", changed, same]);
    }
}
