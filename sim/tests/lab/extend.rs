//! `sim run --resume --set blocks=MORE`: a run that is extended gives the bytes of a run that always had so many blocks.

use std::fs;

use serde_json::Value;

#[cfg(unix)]
use crate::running::{Running, until};
#[cfg(unix)]
use crate::test_folder::text;
use crate::test_folder::{CONFIG, TestFolder, number};

const RUN: [&str; 5] = ["run", "t.toml", "--out", "out", "--resume"];

/// The config of a test folder with more keys at its top, and sections at its end.
fn folder(keys: &str, sections: &str) -> TestFolder {
    let folder = TestFolder::new();
    folder.write("t.toml", &format!("{keys}\n{CONFIG}\n{sections}"));
    folder
}

/// Plays or extends the run in `out`, which must say how many blocks it kept.
#[track_caller]
fn extend(folder: &TestFolder, blocks: u64, more: &[&str], kept: u64) {
    let set = format!("blocks={blocks}");
    let printed = folder.succeed(&[&RUN[..], &["--set", &set], more].concat());
    assert!(printed.contains(&format!("kept {kept} of ")), "{printed}");
}

/// A run that always had so many blocks, in `alone`.
fn alone(folder: &TestFolder, blocks: u64, more: &[&str]) {
    let set = format!("blocks={blocks}");
    folder.succeed(&[&["run", "t.toml", "--out", "alone", "--set", &set], more].concat());
}

fn manifest(folder: &TestFolder, subfolder: &str) -> Value {
    serde_json::from_str(&folder.read(&format!("{subfolder}/manifest.json"))).unwrap()
}

#[track_caller]
fn check(folder: &TestFolder, more: &[&str]) {
    folder.succeed(&[&RUN[..], more].concat());
    let kept = manifest(folder, "out")["blocks"].as_u64().unwrap();
    extend(folder, 36, more, kept);
    alone(folder, 36, more);
    assert_eq!(folder.results("out"), folder.results("alone"));
    folder.succeed(&["verify", "out"]);
}

#[test]
fn more_blocks_give_the_bytes_of_a_run_that_always_had_them() {
    check(&folder("", ""), &["--threads", "2"]);
    check(&folder("tables = []\ncompress = \"gzip\"", ""), &[]);
    // Four line-ups of three of four agents.
    let folder = TestFolder::new();
    let fourth = "[[agents]]\nname = \"four\"\nspec = \"random\"\n";
    folder.write("t.toml", &format!("{}{fourth}", CONFIG.replace("\"rotate\"", "\"round-robin\"")));
    check(&folder, &[]);
}

#[test]
fn looks_are_counted_and_the_summary_begins_with_intervals_that_hold_at_all_of_them() {
    let folder = folder("", "");
    let blocks = |blocks: u64| format!("blocks={blocks}");
    let adjusted = "below are not adjusted for";
    assert!(!folder.succeed(&RUN).contains(adjusted));
    for look in [2, 3] {
        let printed = folder.succeed(&[&RUN[..], &["--set", &blocks(12 * look)]].concat());
        assert!(printed.contains(&format!("\nlook {look} at this run: ")), "{printed}");
        assert!(
            printed.contains(&format!("{adjusted} {look} looks at this run. Valid whenever one looks: ")),
            "{printed}"
        );
        let rows = folder.table("out/sequential.csv");
        for agent in ["one", "two", "rule"] {
            let last = rows.iter().rfind(|row| row["agent"] == agent).unwrap();
            let share = format!("{agent} {:.1} ", 100.0 * last["win_share"].parse::<f64>().unwrap());
            assert!(printed.contains(&share), "{share}: {printed}");
        }
        let timing: Value = serde_json::from_str(&folder.read("out/timing.json")).unwrap();
        let looks: Vec<u64> =
            timing["sessions"].as_array().unwrap().iter().map(|one| one["looks"].as_u64().unwrap()).collect();
        assert_eq!(looks, (0..look).collect::<Vec<_>>());
    }
    // Analysing again is no look, and another folder has none.
    assert!(folder.succeed(&["analyse", "out"]).contains("adjusted for 3 looks"));
    alone(&folder, 36, &[]);
    assert_eq!(folder.results("out"), folder.results("alone"));
}

#[test]
fn it_keeps_the_sessions_and_the_user_s_tiles() {
    let folder = folder("tiles = \"mine.csv\"", "");
    folder.write("mine.csv", &folder.succeed(&["list", "other-tiles"]));
    check(&folder, &[]);
    let timing: Value = serde_json::from_str(&folder.read("out/timing.json")).unwrap();
    let blocks: Vec<u64> =
        timing["sessions"].as_array().unwrap().iter().map(|session| session["blocks"].as_u64().unwrap()).collect();
    assert_eq!(blocks, [12, 24]);
    // All decisions of a run of at most 64 blocks, over both sessions.
    let seats = folder.table("out/seats.csv");
    let decisions: f64 = seats.iter().filter(|seat| seat["agent"] == "one").map(|seat| number(seat, "decisions")).sum();
    assert_eq!(timing["decisions_measured"]["one"].as_f64().unwrap(), decisions, "{timing}");
}

#[test]
fn a_shard_is_extended_like_a_run() {
    let folder = TestFolder::new();
    for (shard, part) in [("1/3", "part-1"), ("2/3", "part-2"), ("3/3", "part-3")] {
        let run = ["run", "t.toml", "--out", part, "--shard", shard, "--resume"];
        // At first one shard has no block at all.
        for blocks in ["blocks=2", "blocks=24"] {
            folder.succeed(&[&run[..], &["--set", blocks]].concat());
        }
    }
    folder.succeed(&["merge", "part-1", "part-2", "part-3", "--out", "out"]);
    alone(&folder, 24, &[]);
    assert_eq!(folder.results("out"), folder.results("alone"));
    // What was merged can be extended, too.
    extend(&folder, 36, &[], 24);
    fs::remove_dir_all(folder.path("alone")).unwrap();
    alone(&folder, 36, &[]);
    assert_eq!(folder.results("out"), folder.results("alone"));
    let error = folder.refuse(&[&RUN[..], &["--set", "blocks=48", "--shard", "1/3"]].concat());
    assert!(error.contains("`part`"), "{error}");
}

#[test]
fn a_run_that_stopped_stays_stopped_and_another_goes_on() {
    let stop = "[stop]\nrule = \"half-width\"\nmeasure = \"vp\"\nhalf-width = ";
    // Enough after some 30 clusters, and never.
    for half_width in ["100.0", "0.001"] {
        let folder = folder("", &format!("{stop}{half_width}"));
        extend(&folder, 33, &[], 0);
        let stopped = manifest(&folder, "out")["blocks"].as_u64().unwrap();
        assert_eq!(stopped < 33, half_width == "100.0");
        extend(&folder, 60, &[], stopped);
        alone(&folder, 60, &[]);
        assert_eq!(folder.results("out"), folder.results("alone"));
        folder.succeed(&["verify", "out"]);
    }
}

const COMPARE: &str = "[compare.rules]\ncastle-income = 9\n";

#[test]
fn both_runs_of_a_comparison_are_extended() {
    let folder = folder("compress = \"gzip\"", COMPARE);
    folder.succeed(&RUN);
    extend(&folder, 36, &[], 12);
    alone(&folder, 36, &[]);
    for (run, single) in [("out", "alone"), ("out/second", "alone/second")] {
        let files = |subfolder: &str| -> Vec<(String, Vec<u8>)> {
            let names = fs::read_dir(folder.path(subfolder)).unwrap().map(|entry| entry.unwrap().path());
            let mut files: Vec<_> = names.filter(|path| path.is_file() && !path.ends_with("timing.json")).collect();
            files.sort();
            files
                .iter()
                .map(|path| (path.file_name().unwrap().to_string_lossy().into(), fs::read(path).unwrap()))
                .collect()
        };
        assert_eq!(files(run), files(single));
    }
    folder.succeed(&["verify", "out"]);
    assert!(!folder.path("out/.partial").exists() && !folder.path("out/second/.partial").exists());
}

/// An extension of the complete run in `out` that was killed when it had more blocks than that.
#[cfg(unix)]
fn killed_on_its_way(folder: &TestFolder) {
    let mut run = Running::start(folder, &[&RUN[..], &["--set", "blocks=1000000"]].concat());
    until("blocks are added", || staged(folder, "out") > 15 || run.has_ended());
    run.signal("KILL");
    run.end();
}

/// Blocks that the journal of an unfinished run vouches for.
#[cfg(unix)]
fn staged(folder: &TestFolder, subfolder: &str) -> u64 {
    let journal = fs::read(folder.path(&format!("{subfolder}/.partial/journal.jsonl"))).unwrap_or_default();
    let lines = journal.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let blocks = lines.filter_map(|line| serde_json::from_slice::<Value>(line).unwrap()["commit"]["blocks"].as_u64());
    blocks.max().unwrap_or(0)
}

#[cfg(unix)]
#[test]
fn until_the_longer_run_is_complete_the_shorter_one_is_there() {
    let folder = TestFolder::new();
    // With an agent that searches, few blocks are played until it is killed.
    let search = "spec = \"mcts:iterations=4,rounds=1,rollout=random\"";
    folder.write("t.toml", &CONFIG.replacen("spec = \"random\"", search, 1));
    folder.succeed(&RUN);
    let complete = |folder: &TestFolder| {
        let names =
            fs::read_dir(folder.path("out")).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
        names.map(|path| (path.clone(), fs::read(path).unwrap())).collect::<std::collections::BTreeMap<_, _>>()
    };
    let before = complete(&folder);
    killed_on_its_way(&folder);
    assert_eq!(complete(&folder), before);
    let blocks = staged(&folder, "out");
    // It is read, computed again and resumed as it was, and nothing of the longer run is lost by that.
    folder.succeed(&["analyse", "out"]);
    folder.succeed(&["report", "out"]);
    assert!(folder.succeed(&RUN).contains("complete already: kept 12 of 12 blocks"));
    assert_eq!(staged(&folder, "out"), blocks);
    let error = text(&folder.sim(&["verify", "out"]).stderr);
    assert!(error.contains(".partial: ") && error.contains("--resume"), "{error}");
    let error = folder.refuse(&[&RUN[..], &["--set", "blocks=15"]].concat());
    assert!(error.contains(&format!("holds {blocks} blocks of an unfinished run")), "{error}");
    let longer = blocks.next_multiple_of(3) + 30;
    let printed = folder.succeed(&[&RUN[..], &["--set", &format!("blocks={longer}")]].concat());
    assert!(printed.contains(&format!("kept {blocks} of {longer}")), "{printed}");
    fs::remove_file(folder.path("out/report.html")).unwrap();
    alone(&folder, longer, &[]);
    assert_eq!(folder.results("out"), folder.results("alone"));
}

/// Kills nothing: puts the folder into the state in which a kill between two moves of files leaves it.
#[cfg(unix)]
#[test]
fn killed_while_the_files_of_the_longer_run_appear_it_goes_on() {
    for compress in ["none", "gzip"] {
        let folder = folder(&format!("compress = \"{compress}\""), "");
        folder.succeed(&RUN);
        // A folder is in the way of the last file to be moved.
        fs::remove_file(folder.path("out/timing.json")).unwrap();
        fs::create_dir_all(folder.path("out/timing.json/x")).unwrap();
        let output = folder.sim(&[&RUN[..], &["--set", "blocks=36"]].concat());
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(1) && error.contains("36 of 36 blocks are kept"), "{error}");
        assert!(folder.refuse(&["analyse", "out"]).contains("not complete"));
        fs::remove_dir_all(folder.path("out/timing.json")).unwrap();
        // Some tables are those of the longer run, some still those of the shorter one.
        let old = if compress == "gzip" { "offers.csv.gz" } else { "offers.csv" };
        fs::rename(folder.path(&format!("out/{old}")), folder.path(&format!("out/.partial/{old}"))).unwrap();
        folder.write(&format!("out/{old}"), "of the shorter run");
        extend(&folder, 36, &[], 36);
        alone(&folder, 36, &[]);
        assert_eq!(folder.results("out"), folder.results("alone"));
    }
}

#[test]
fn a_run_that_was_changed_is_not_extended_and_stays_as_it_is() {
    let folder = TestFolder::new();
    folder.succeed(&RUN);
    let longer = [&RUN[..], &["--set", "blocks=24"]].concat();
    let table = folder.read("out/seats.csv");
    for (changed, wanted) in [
        (Some(table.replacen("one", "two", 1)), "which differs from the manifest"),
        (Some(format!("{table}more\n")), "which differs from the manifest"),
        (None, "as the run left them"),
    ] {
        match changed {
            Some(changed) => folder.write("out/seats.csv", &changed),
            None => fs::remove_file(folder.path("out/seats.csv")).unwrap(),
        }
        let before = folder.files("out");
        let error = folder.refuse(&longer);
        assert!(error.contains("out/seats.csv: ") && error.contains(wanted), "{error}");
        assert_eq!(folder.files("out"), before);
    }
    folder.write("out/seats.csv", &table);
    // What else has changed is refused as it is without more blocks.
    let error = folder.refuse(&[&longer[..], &["--seed", "6"]].concat());
    assert!(error.contains("`seed`: 5 then, 6 now"), "{error}");
    extend(&folder, 24, &[], 12);
}

#[cfg(unix)]
#[test]
fn a_run_that_was_interrupted_can_get_more_blocks_too() {
    let folder = TestFolder::new();
    let mut run = Running::start(&folder, &[&RUN[..], &["--set", "blocks=100000"]].concat());
    until("blocks are committed", || staged(&folder, "out") > 0);
    run.signal("KILL");
    run.end();
    let kept = staged(&folder, "out");
    let mut run = Running::start(&folder, &[&RUN[..], &["--set", "blocks=200000"]].concat());
    until("blocks are added", || staged(&folder, "out") > kept);
    run.signal("KILL");
    run.end();
    assert_eq!(manifest(&folder, "out")["config"]["blocks"], 200_000);
    let error = folder.refuse(&[&RUN[..], &["--set", "blocks=100000"]].concat());
    assert!(error.contains("`blocks`: 200000 then, 100000 now"), "{error}");
}
