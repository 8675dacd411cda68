//! `sim run --resume --set blocks=MORE`: a run that is extended gives the bytes of a run that always had so many blocks.

use std::fs;

use serde_json::Value;

#[cfg(unix)]
use crate::running::{Running, until};
#[cfg(unix)]
use crate::workshop::text;
use crate::workshop::{CONFIG, Workshop};

const RUN: [&str; 5] = ["run", "t.toml", "--out", "out", "--resume"];

/// The config of the workshop with more keys at its top, and sections at its end.
fn shop(keys: &str, sections: &str) -> Workshop {
    let shop = Workshop::new();
    shop.write("t.toml", &format!("{keys}\n{CONFIG}\n{sections}"));
    shop
}

/// Plays or extends the run in `out`, which must say how many blocks it kept.
#[track_caller]
fn extend(shop: &Workshop, blocks: u64, more: &[&str], kept: u64) {
    let set = format!("blocks={blocks}");
    let printed = shop.succeed(&[&RUN[..], &["--set", &set], more].concat());
    assert!(printed.contains(&format!("kept {kept} of ")), "{printed}");
}

/// A run that always had so many blocks, in `alone`.
fn alone(shop: &Workshop, blocks: u64, more: &[&str]) {
    let set = format!("blocks={blocks}");
    shop.succeed(&[&["run", "t.toml", "--out", "alone", "--set", &set], more].concat());
}

fn manifest(shop: &Workshop, folder: &str) -> Value {
    serde_json::from_str(&shop.read(&format!("{folder}/manifest.json"))).unwrap()
}

#[track_caller]
fn check(shop: &Workshop, more: &[&str]) {
    shop.succeed(&[&RUN[..], more].concat());
    let kept = manifest(shop, "out")["blocks"].as_u64().unwrap();
    extend(shop, 36, more, kept);
    alone(shop, 36, more);
    assert_eq!(shop.results("out"), shop.results("alone"));
    shop.succeed(&["verify", "out"]);
}

#[test]
fn more_blocks_give_the_bytes_of_a_run_that_always_had_them() {
    check(&shop("", ""), &["--threads", "2"]);
    check(&shop("tables = []\ncompress = \"gzip\"", ""), &[]);
    // Four line-ups of three of four agents.
    let shop = Workshop::new();
    let fourth = "[[agents]]\nname = \"four\"\nspec = \"random\"\n";
    shop.write("t.toml", &format!("{}{fourth}", CONFIG.replace("\"rotate\"", "\"round-robin\"")));
    check(&shop, &[]);
}

#[test]
fn it_keeps_the_sessions_and_the_user_s_tiles() {
    let shop = shop("tiles = \"mine.csv\"", "");
    shop.write("mine.csv", &shop.succeed(&["list", "other-tiles"]));
    check(&shop, &[]);
    let timing: Value = serde_json::from_str(&shop.read("out/timing.json")).unwrap();
    let blocks: Vec<u64> =
        timing["sessions"].as_array().unwrap().iter().map(|session| session["blocks"].as_u64().unwrap()).collect();
    assert_eq!(blocks, [12, 24]);
    // Of the first 8 blocks, measured in the first session, and of none in the second: 3 games, each with decisions of all agents.
    assert!(timing["decisions_measured"]["one"].as_u64().unwrap() >= 8 * 3, "{timing}");
}

#[test]
fn a_shard_is_extended_like_a_run() {
    let shop = Workshop::new();
    for (shard, part) in [("1/3", "part-1"), ("2/3", "part-2"), ("3/3", "part-3")] {
        let run = ["run", "t.toml", "--out", part, "--shard", shard, "--resume"];
        // At first one shard has no block at all.
        for blocks in ["blocks=2", "blocks=24"] {
            shop.succeed(&[&run[..], &["--set", blocks]].concat());
        }
    }
    shop.succeed(&["merge", "part-1", "part-2", "part-3", "--out", "out"]);
    alone(&shop, 24, &[]);
    assert_eq!(shop.results("out"), shop.results("alone"));
    // What was merged can be extended, too.
    extend(&shop, 36, &[], 24);
    fs::remove_dir_all(shop.path("alone")).unwrap();
    alone(&shop, 36, &[]);
    assert_eq!(shop.results("out"), shop.results("alone"));
    let error = shop.refuse(&[&RUN[..], &["--set", "blocks=48", "--shard", "1/3"]].concat());
    assert!(error.contains("`part`"), "{error}");
}

#[test]
fn a_run_that_stopped_stays_stopped_and_another_goes_on() {
    let stop = "[stop]\nrule = \"half-width\"\nmeasure = \"vp\"\nhalf-width = ";
    // Enough after some 30 clusters, and never.
    for half_width in ["100.0", "0.001"] {
        let shop = shop("", &format!("{stop}{half_width}"));
        extend(&shop, 33, &[], 0);
        let stopped = manifest(&shop, "out")["blocks"].as_u64().unwrap();
        assert_eq!(stopped < 33, half_width == "100.0");
        extend(&shop, 60, &[], stopped);
        alone(&shop, 60, &[]);
        assert_eq!(shop.results("out"), shop.results("alone"));
        shop.succeed(&["verify", "out"]);
    }
}

const COMPARE: &str = "[compare.rules]\ncastle-income = 9\n";

#[test]
fn both_runs_of_a_comparison_are_extended() {
    let shop = shop("compress = \"gzip\"", COMPARE);
    shop.succeed(&RUN);
    extend(&shop, 36, &[], 12);
    alone(&shop, 36, &[]);
    for (run, single) in [("out", "alone"), ("out/second", "alone/second")] {
        let files = |folder: &str| -> Vec<(String, Vec<u8>)> {
            let names = fs::read_dir(shop.path(folder)).unwrap().map(|entry| entry.unwrap().path());
            let mut files: Vec<_> = names.filter(|path| path.is_file() && !path.ends_with("timing.json")).collect();
            files.sort();
            files
                .iter()
                .map(|path| (path.file_name().unwrap().to_string_lossy().into(), fs::read(path).unwrap()))
                .collect()
        };
        assert_eq!(files(run), files(single));
    }
    shop.succeed(&["verify", "out"]);
    assert!(!shop.path("out/.partial").exists() && !shop.path("out/second/.partial").exists());
}

/// An extension of the complete run in `out` that was killed when it had more blocks than that.
#[cfg(unix)]
fn killed_on_its_way(shop: &Workshop) {
    let mut run = Running::start(shop, &[&RUN[..], &["--set", "blocks=1000000"]].concat());
    until("blocks are added", || staged(shop, "out") > 15 || run.has_ended());
    run.signal("KILL");
    run.end();
}

/// Blocks that the journal of an unfinished run vouches for.
#[cfg(unix)]
fn staged(shop: &Workshop, folder: &str) -> u64 {
    let journal = fs::read(shop.path(&format!("{folder}/.partial/journal.jsonl"))).unwrap_or_default();
    let lines = journal.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let blocks = lines.filter_map(|line| serde_json::from_slice::<Value>(line).unwrap()["commit"]["blocks"].as_u64());
    blocks.max().unwrap_or(0)
}

#[cfg(unix)]
#[test]
fn until_the_longer_run_is_complete_the_shorter_one_is_there() {
    let shop = Workshop::new();
    // With an agent that searches, few blocks are played until it is killed.
    let search = "spec = \"mcts:iterations=4,rounds=1,rollout=random\"";
    shop.write("t.toml", &CONFIG.replacen("spec = \"random\"", search, 1));
    shop.succeed(&RUN);
    let complete = |shop: &Workshop| {
        let names =
            fs::read_dir(shop.path("out")).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
        names.map(|path| (path.clone(), fs::read(path).unwrap())).collect::<std::collections::BTreeMap<_, _>>()
    };
    let before = complete(&shop);
    killed_on_its_way(&shop);
    assert_eq!(complete(&shop), before);
    let blocks = staged(&shop, "out");
    // It is read, computed again and resumed as it was, and nothing of the longer run is lost by that.
    shop.succeed(&["analyse", "out"]);
    shop.succeed(&["report", "out"]);
    assert!(shop.succeed(&RUN).contains("complete already: kept 12 of 12 blocks"));
    assert_eq!(staged(&shop, "out"), blocks);
    let error = text(&shop.sim(&["verify", "out"]).stderr);
    assert!(error.contains(".partial: ") && error.contains("--resume"), "{error}");
    let error = shop.refuse(&[&RUN[..], &["--set", "blocks=15"]].concat());
    assert!(error.contains(&format!("holds {blocks} blocks of an unfinished run")), "{error}");
    let longer = blocks.next_multiple_of(3) + 30;
    let printed = shop.succeed(&[&RUN[..], &["--set", &format!("blocks={longer}")]].concat());
    assert!(printed.contains(&format!("kept {blocks} of {longer}")), "{printed}");
    fs::remove_file(shop.path("out/report.html")).unwrap();
    alone(&shop, longer, &[]);
    assert_eq!(shop.results("out"), shop.results("alone"));
}

/// Kills nothing: puts the folder into the state in which a kill between two moves of files leaves it.
#[cfg(unix)]
#[test]
fn killed_while_the_files_of_the_longer_run_appear_it_goes_on() {
    for compress in ["none", "gzip"] {
        let shop = shop(&format!("compress = \"{compress}\""), "");
        shop.succeed(&RUN);
        // A folder is in the way of the last file to be moved.
        fs::remove_file(shop.path("out/timing.json")).unwrap();
        fs::create_dir_all(shop.path("out/timing.json/x")).unwrap();
        let output = shop.sim(&[&RUN[..], &["--set", "blocks=36"]].concat());
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(1) && error.contains("36 of 36 blocks are kept"), "{error}");
        assert!(shop.refuse(&["analyse", "out"]).contains("not complete"));
        fs::remove_dir_all(shop.path("out/timing.json")).unwrap();
        // Some tables are those of the longer run, some still those of the shorter one.
        let old = if compress == "gzip" { "offers.csv.gz" } else { "offers.csv" };
        fs::rename(shop.path(&format!("out/{old}")), shop.path(&format!("out/.partial/{old}"))).unwrap();
        shop.write(&format!("out/{old}"), "of the shorter run");
        extend(&shop, 36, &[], 36);
        alone(&shop, 36, &[]);
        assert_eq!(shop.results("out"), shop.results("alone"));
    }
}

#[test]
fn a_run_that_was_changed_is_not_extended_and_stays_as_it_is() {
    let shop = Workshop::new();
    shop.succeed(&RUN);
    let longer = [&RUN[..], &["--set", "blocks=24"]].concat();
    let table = shop.read("out/seats.csv");
    for (changed, wanted) in [
        (Some(table.replacen("one", "two", 1)), "which differs from the manifest"),
        (Some(format!("{table}more\n")), "which differs from the manifest"),
        (None, "as the run left them"),
    ] {
        match changed {
            Some(changed) => shop.write("out/seats.csv", &changed),
            None => fs::remove_file(shop.path("out/seats.csv")).unwrap(),
        }
        let before = shop.files("out");
        let error = shop.refuse(&longer);
        assert!(error.contains("out/seats.csv: ") && error.contains(wanted), "{error}");
        assert_eq!(shop.files("out"), before);
    }
    shop.write("out/seats.csv", &table);
    // What else has changed is refused as it is without more blocks.
    let error = shop.refuse(&[&longer[..], &["--seed", "6"]].concat());
    assert!(error.contains("`seed`: 5 then, 6 now"), "{error}");
    extend(&shop, 24, &[], 12);
}

#[cfg(unix)]
#[test]
fn a_run_that_was_interrupted_can_get_more_blocks_too() {
    let shop = Workshop::new();
    let mut run = Running::start(&shop, &[&RUN[..], &["--set", "blocks=100000"]].concat());
    until("blocks are committed", || staged(&shop, "out") > 0);
    run.signal("KILL");
    run.end();
    let kept = staged(&shop, "out");
    let mut run = Running::start(&shop, &[&RUN[..], &["--set", "blocks=200000"]].concat());
    until("blocks are added", || staged(&shop, "out") > kept);
    run.signal("KILL");
    run.end();
    assert_eq!(manifest(&shop, "out")["config"]["blocks"], 200_000);
    let error = shop.refuse(&[&RUN[..], &["--set", "blocks=100000"]].concat());
    assert!(error.contains("`blocks`: 200000 then, 100000 now"), "{error}");
}
