//! `sim run --resume`: whatever ended a run, resuming it gives the bytes of an uninterrupted run.

use std::fs::{self, OpenOptions};
use std::io::Write;

use serde_json::Value;

use crate::running::{Running, until};
use crate::test_folder::{CONFIG, TestFolder, text};

/// An agent with which 120 blocks take a second or two.
const SEARCH: &str = "mcts:iterations=4,rounds=1,rollout=random";

fn slow(more: &[&str]) -> Vec<String> {
    let agent = format!("agents.0.spec={SEARCH}");
    let words = ["run", "t.toml", "--quiet", "--set", &agent, "--set", "blocks=120"];
    words.iter().chain(more).map(|word| (*word).to_owned()).collect()
}

fn words(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// How many blocks a resumed run says that it kept.
#[track_caller]
fn kept(printed: &str) -> u64 {
    let words = printed.split_once("kept ").unwrap_or_else(|| panic!("{printed}")).1;
    words.split(' ').next().unwrap().parse().unwrap()
}

/// Blocks that the journal of an unfinished run vouches for.
fn committed(folder: &TestFolder, subfolder: &str) -> u64 {
    let journal = fs::read(folder.path(&format!("{subfolder}/.partial/journal.jsonl"))).unwrap_or_default();
    let lines = journal.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let blocks = lines.filter_map(|line| serde_json::from_slice::<Value>(line).unwrap()["commit"]["blocks"].as_u64());
    blocks.max().unwrap_or(0)
}

/// Starts or resumes a run, and kills it when it has committed this many blocks. What was committed must be kept.
#[cfg(unix)]
fn kill_at(folder: &TestFolder, blocks: u64) {
    let all = slow(&["--out", "killed", "--resume", "--threads", "2"]);
    let mut run = Running::start(folder, &words(&all));
    until("it has come so far", || committed(folder, "killed") >= blocks || run.has_ended());
    run.signal("KILL");
    run.end();
}

#[cfg(unix)]
#[test]
fn killed_at_any_moment_it_goes_on_to_the_same_bytes() {
    let folder = TestFolder::new();
    folder.succeed(&words(&slow(&["--out", "alone"])));
    for blocks in [0, 1, 30, 90] {
        kill_at(&folder, blocks);
        let vouched = committed(&folder, "killed");
        assert!(vouched >= blocks || folder.path("killed/timing.json").exists());
        // Before it is complete, no table is to be seen.
        assert!(folder.path("killed/timing.json").exists() || !folder.path("killed/games.csv").exists());
    }
    let vouched = committed(&folder, "killed");
    let printed = folder.succeed(&words(&slow(&["--out", "killed", "--resume", "--threads", "1"])));
    assert!(vouched == 0 || kept(&printed) == vouched, "{vouched}: {printed}");
    assert_eq!(folder.results("killed"), folder.results("alone"));
    let timing: Value = serde_json::from_slice(&folder.files("killed")["timing.json"]).unwrap();
    let sessions: Vec<u64> =
        timing["sessions"].as_array().unwrap().iter().map(|session| session["blocks"].as_u64().unwrap()).collect();
    assert!(sessions.len() > 1 && sessions.iter().sum::<u64>() == 120, "{timing}");
}

/// An unfinished run of the small config in `out`, with some of its blocks. An agent that searches makes few blocks take long enough.
fn unfinished(folder: &TestFolder) -> u64 {
    let config = CONFIG.replace("blocks = 12", "blocks = 120");
    folder.write("t.toml", &config.replacen("spec = \"random\"", &format!("spec = \"{SEARCH}\""), 1));
    loop {
        let mut run = Running::start(folder, &["run", "t.toml", "--out", "out", "--threads", "1"]);
        until("blocks are committed", || committed(folder, "out") > 0 || run.has_ended());
        run.signal("KILL");
        run.end();
        match committed(folder, "out") {
            // It finished before it could be killed.
            0 => fs::remove_dir_all(folder.path("out")).unwrap(),
            blocks => return blocks,
        }
    }
}

const RESUME: [&str; 5] = ["run", "t.toml", "--out", "out", "--resume"];

#[cfg(unix)]
#[test]
fn rows_after_the_last_commit_and_a_torn_journal_are_cut_off() {
    let folder = TestFolder::new();
    let blocks = unfinished(&folder);
    let append = |name: &str, text: &[u8]| {
        let mut file = OpenOptions::new().append(true).open(folder.path(&format!("out/.partial/{name}"))).unwrap();
        file.write_all(text).unwrap();
    };
    append("games.csv", b"torn ro");
    append("seats.csv", &[0; 5000]);
    append("journal.jsonl", b"{\"commit\":{\"blo");
    assert_eq!(kept(&folder.succeed(&RESUME)), blocks);
    folder.succeed(&["run", "t.toml", "--out", "alone"]);
    assert_eq!(folder.results("out"), folder.results("alone"));
}

#[cfg(unix)]
#[test]
fn commits_that_the_disk_never_saw_are_given_up() {
    let folder = TestFolder::new();
    let blocks = unfinished(&folder);
    // As after a loss of power: the journal was written, the end of a table was not.
    let path = folder.path("out/.partial/offers.csv");
    let length = fs::metadata(&path).unwrap().len();
    let file = OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(length / 3).unwrap();
    file.set_len(length).unwrap();
    assert!(kept(&folder.succeed(&RESUME)) < blocks);
    folder.succeed(&["run", "t.toml", "--out", "alone"]);
    assert_eq!(folder.results("out"), folder.results("alone"));
}

#[cfg(unix)]
#[test]
fn damage_that_no_end_of_a_run_leaves_is_explained_and_nothing_is_lost() {
    let folder = TestFolder::new();
    unfinished(&folder);
    let path = folder.path("out/.partial/seats.csv");
    let table = fs::read(&path).unwrap();
    fs::write(&path, text(&table).replacen("block", "blokc", 1)).unwrap();
    let error = folder.refuse(&RESUME);
    assert!(error.contains("out") && error.contains("damaged"), "{error}");
    fs::write(&path, &table).unwrap();
    folder.succeed(&RESUME);
}

#[cfg(unix)]
#[test]
fn a_damaged_journal_is_told_and_what_it_bears_out_is_kept() {
    let folder = TestFolder::new();
    let blocks = unfinished(&folder);
    let journal = folder.read("out/.partial/journal.jsonl");
    let tables = || ["games", "seats", "offers", "scores"].map(|name| folder.read(&format!("out/.partial/{name}.csv")));
    let before = tables();
    let whole = before[0].lines().count() as u64 / 3;
    // Nothing is proven: nothing is begun, with or without --resume, and every byte stays.
    for damaged in [Some(""), Some("garbage\n"), Some("{\"commit\":{\"blo"), None] {
        let path = folder.path("out/.partial/journal.jsonl");
        damaged.map_or_else(|| fs::remove_file(&path), |text| fs::write(&path, text)).unwrap();
        for words in [&RESUME[..], &RESUME[..4]] {
            let error = folder.refuse(words);
            assert!(error.contains("out/.partial/journal.jsonl: no line is intact"), "{error}");
            let told = error.split("the ").nth(1).unwrap().split(' ').next().unwrap().parse::<u64>().unwrap();
            assert!((blocks..=whole).contains(&told), "{told} of {whole}: {error}");
            assert!(tables() == before);
        }
    }
    // Each commit proves what it vouches for, whatever became of other lines.
    // What lies behind the last commit is played again, and told.
    let other = TestFolder::new();
    unfinished(&other);
    let first: String = other.read("out/.partial/journal.jsonl").split_inclusive('\n').take(2).collect();
    other.write("out/.partial/journal.jsonl", &first);
    let printed = other.succeed(&RESUME);
    assert!(printed.contains(" bytes of rows behind its last intact commit are played again"), "{printed}");
    folder.write("out/.partial/journal.jsonl", &format!("garbage\n{journal}"));
    let printed = folder.succeed(&RESUME);
    assert_eq!(kept(&printed), blocks, "{printed}");
    assert!(printed.contains("journal.jsonl: 1 damaged line"), "{printed}");
    folder.succeed(&["run", "t.toml", "--out", "alone"]);
    assert_eq!(folder.results("out"), folder.results("alone"));
}

#[cfg(unix)]
#[test]
fn without_its_manifest_nobody_knows_which_run_it_is() {
    let folder = TestFolder::new();
    let blocks = unfinished(&folder);
    let manifest = folder.read("out/manifest.json");
    fs::remove_file(folder.path("out/manifest.json")).unwrap();
    for words in [&RESUME[..], &RESUME[..4]] {
        let error = folder.refuse(words);
        let told = format!(
            "holds {blocks} blocks of an unfinished run without its `manifest.json`; accepted: that file, or a new"
        );
        assert!(error.contains(&told), "{error}");
    }
    folder.write("out/manifest.json", &manifest);
    assert_eq!(kept(&folder.succeed(&RESUME)), blocks);
}

#[cfg(unix)]
#[test]
fn an_unfinished_run_is_not_begun_again_analysed_or_replayed() {
    let folder = TestFolder::new();
    let blocks = unfinished(&folder);
    let error = folder.refuse(&["run", "t.toml", "--out", "out"]);
    assert!(error.contains("unfinished run") && error.contains("--resume"), "{error}");
    assert!(folder.refuse(&["analyse", "out"]).contains("not complete"));
    assert!(folder.refuse(&["replay", "out", "--game", "0"]).contains("not complete"));
    folder.succeed(&["run", "t.toml", "--out", "other", "--set", "blocks=3"]);
    assert!(folder.refuse(&["analyse", "other", "--out", "out"]).contains("another run"));
    assert_eq!(committed(&folder, "out"), blocks);
    let manifest: Value = serde_json::from_slice(&fs::read(folder.path("out/manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["complete"], false);
}

/// A run with all blocks that could not be completed, since a folder is in the way of a file.
fn all_but_complete(folder: &TestFolder) {
    unfinished(folder);
    fs::create_dir_all(folder.path("out/.partial/timing.json/x")).unwrap();
    let output = folder.sim(&RESUME);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(
        ["timing.json", "120 of 120 blocks are kept", "--resume"].iter().all(|word| error.contains(word)),
        "{error}"
    );
    fs::remove_dir_all(folder.path("out/.partial/timing.json")).unwrap();
}

#[cfg(unix)]
#[test]
fn killed_while_files_appear_it_goes_on_to_the_same_bytes() {
    let folder = TestFolder::new();
    all_but_complete(&folder);
    folder.succeed(&["run", "t.toml", "--out", "alone"]);
    let move_up =
        |name: &str| fs::rename(folder.path(&format!("out/.partial/{name}")), folder.path(&format!("out/{name}")));
    for names in [&["games.csv"][..], &["games.csv", "seats.csv", "offers.csv", "scores.csv", "agents.csv"]] {
        names.iter().for_each(|name| move_up(name).unwrap());
        assert!(folder.refuse(&["run", "t.toml", "--out", "out"]).contains("unfinished run"));
        // Once more something is in the way.
        fs::create_dir_all(folder.path("out/.partial/timing.json/x")).unwrap();
        assert_eq!(folder.sim(&RESUME).status.code(), Some(1));
        fs::remove_dir_all(folder.path("out/.partial/timing.json")).unwrap();
    }
    move_up("seats.csv").unwrap();
    assert_eq!(kept(&folder.succeed(&RESUME)), 120);
    assert_eq!(folder.results("out"), folder.results("alone"));
    // Killed when only the staging folder was left to be removed.
    fs::create_dir(folder.path("out/.partial")).unwrap();
    folder.write("out/.partial/lock", "");
    folder.write(
        "out/.partial/journal.jsonl",
        "{\"commit\":{\"blocks\":120,\"elapsed_s\":1.0,\"costs\":[],\"tables\":[]}}\n",
    );
    assert!(folder.succeed(&RESUME).contains("complete already"));
    assert_eq!(folder.results("out"), folder.results("alone"));
}

#[test]
fn a_complete_run_is_left_as_it_is() {
    let folder = TestFolder::new();
    let first = folder.succeed(&RESUME);
    assert_eq!(kept(&first), 0);
    let before = folder.files("out");
    let printed = folder.succeed(&RESUME);
    assert!(printed.contains("complete already") && kept(&printed) == 12, "{printed}");
    assert_eq!(folder.files("out"), before);
    fs::create_dir(folder.path("empty")).unwrap();
    folder.succeed(&["run", "t.toml", "--out", "empty", "--resume"]);
    assert_eq!(folder.results("empty"), folder.results("out"));
}

/// Resuming a complete run with other settings must be refused, with these words.
#[track_caller]
fn check_refused(more: &[&str], wanted: &[&str]) {
    let folder = TestFolder::new();
    folder.write("mine.csv", &folder.succeed(&["list", "other-tiles"]));
    folder.succeed(&["run", "t.toml", "--out", "out", "--set", "tiles=mine.csv"]);
    let before = folder.files("out");
    folder.write("mine.csv", &folder.succeed(&["list", "tiles"]));
    let error = folder.refuse(&[&RESUME[..], more].concat());
    assert!(wanted.iter().all(|word| error.contains(word)), "{error}");
    assert_eq!(folder.files("out"), before);
}

#[test]
fn what_decides_results_may_not_change_and_the_difference_is_named() {
    let refused = |set: &str, wanted: &[&str]| check_refused(&["--set", "tiles=mine.csv", "--set", set], wanted);
    refused("blocks=11", &["`blocks`: 12 then, 11 now", "as many blocks or more"]);
    refused("seed=6", &["`seed`: 5 then, 6 now"]);
    refused("agents.1.spec=greedy", &["`agents.1.spec`", "random", "greedy"]);
    refused("rules.castle-income=7", &["`rules.castle-income`"]);
    refused("scoring.exclude=[\"sheep\"]", &["`scoring.include`"]);
    refused("tables=[]", &["`tables`"]);
    refused("blocks=12", &["`tiles_sha256`"]);
    check_refused(&[], &["`tiles`", "mine.csv", "printed"]);
    check_refused(&["--set", "tiles=mine.csv", "--shard", "1/2"], &["`part`"]);
}

#[test]
fn another_program_is_refused() {
    let folder = TestFolder::new();
    folder.succeed(&RESUME);
    let manifest = text(&folder.files("out")["manifest.json"]);
    for (key, other) in [("version", "0.0.9"), ("revision", "0123")] {
        let mut changed: Value = serde_json::from_str(&manifest).unwrap();
        changed[key] = Value::from(other);
        folder.write("out/manifest.json", &changed.to_string());
        let error = folder.refuse(&RESUME);
        assert!([key, other, "the same program"].iter().all(|word| error.contains(word)), "{error}");
    }
    folder.write("out/manifest.json", "{");
    assert!(folder.refuse(&RESUME).contains("not valid JSON"));
}

#[cfg(unix)]
#[test]
fn a_lock_does_not_outlive_its_process() {
    let folder = TestFolder::new();
    let endless = ["run", "t.toml", "--out", "out", "--set", "blocks=1000000000", "--resume"];
    let mut run = Running::start(&folder, &endless);
    until("it runs", || committed(&folder, "out") > 0);
    for words in [&endless[..], &RESUME, &["run", "t.toml", "--out", "out"]] {
        let output = folder.sim(words);
        let error = text(&output.stderr);
        let expected = if error.contains("another run is using it") { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(expected), "{error}");
        assert!(expected == 1 || error.contains("`blocks`"), "{error}");
    }
    run.signal("KILL");
    run.end();
    let mut again = Running::start(&folder, &endless);
    let before = committed(&folder, "out");
    until("it runs", || committed(&folder, "out") > before);
    again.signal("KILL");
    again.end();
}

/// As on a full disk: no file may grow beyond a few kilobytes.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_the_run_goes_on_when_there_is_room() {
    let folder = TestFolder::new();
    let blocks = unfinished(&folder);
    for kilobytes in ["0", "1", "20", "200"] {
        let limited = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$0\" \"$@\"");
        let mut shell = std::process::Command::new("sh");
        let words = ["-c", &limited, env!("CARGO_BIN_EXE_sim"), "run", "t.toml", "--out", "out", "--resume"];
        let output = shell.args(words).current_dir(folder.path("")).output().unwrap();
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.starts_with("error: out/.partial/") && error.contains("large"), "{error}");
        assert!(!folder.path("out/games.csv").exists());
    }
    let printed = folder.succeed(&RESUME);
    assert!(kept(&printed) >= blocks, "{printed}");
    folder.succeed(&["run", "t.toml", "--out", "alone"]);
    assert_eq!(folder.results("out"), folder.results("alone"));
}
