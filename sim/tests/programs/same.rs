//! The program's own agents play the same games through `sim serve` and directly.

use std::collections::BTreeMap;
use std::process::Stdio;

use serde_json::Value;

use crate::running::until;
use crate::test_folder::{TestFolder, number};

const SIM: &str = env!("CARGO_BIN_EXE_sim");

/// Returns the lines of a record file without the specs.
fn records(folder: &TestFolder, file: &str) -> Vec<Value> {
    let line = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        assert!(record.as_object_mut().unwrap().remove("specs").is_some());
        record
    };
    folder.read(file).lines().map(line).collect()
}

/// Checks that games of these agents have the same valid records directly and through a program.
#[track_caller]
fn check_records(game: &[&str], agents: &[&str]) {
    let folder = TestFolder::new();
    let names: Vec<String> = (0..agents.len()).map(|seat| format!("p{seat}")).collect();
    let direct: Vec<String> = names.iter().zip(agents).map(|(name, agent)| format!("{name}={agent}")).collect();
    let served: Vec<String> = names.iter().map(|name| format!("{name}={name}-served")).collect();
    let commands: Vec<String> = names
        .iter()
        .zip(agents)
        .flat_map(|(name, agent)| ["--command".to_owned(), format!("{name}-served={SIM} serve {agent}")])
        .collect();
    let play = |agents: &[String], more: &[String], file: &str, threads: &str| {
        let words = agents.iter().chain(more).map(String::as_str);
        let flags = ["--games", "2", "--seed", "3", "--record", file, "--threads", threads, "--quiet"];
        let words: Vec<&str> = ["play"].into_iter().chain(game.iter().copied()).chain(words).chain(flags).collect();
        folder.succeed(&words)
    };
    let told = play(&direct, &[], "direct.jsonl", "1");
    for threads in ["1", "2"] {
        let file = format!("served-{threads}.jsonl");
        let also = play(&served, &commands, &file, threads);
        assert_eq!(records(&folder, &file), records(&folder, "direct.jsonl"), "{agents:?}");
        assert_eq!(also.lines().last(), told.lines().last(), "the hash of the scores");
        assert!(!also.contains("another time"), "all of them say that they are deterministic: {also}");
        folder.succeed(&["check", &file]);
    }
}

#[test]
fn records_of_isle_of_skye_are_the_same() {
    check_records(&[], &["greedy", "mcts:iterations=30"]);
    check_records(&["--modules", "druids,tunnels,bonus,borderlands"], &["greedy", "rule-of-thumb", "random"]);
    check_records(&[], &["random", "greedy", "mcts:iterations=30,rounds=1", "rule-of-thumb"]);
    check_records(&["--modules", "druids"], &["greedy", "greedy:pricing=share", "random", "rule-of-thumb", "greedy"]);
}

#[test]
fn records_of_tipperary_are_the_same() {
    let game = ["--game", "tipperary"];
    check_records(&game, &["greedy", "mcts:iterations=30"]);
    check_records(&game, &["area-first", "greedy", "random", "greedy", "area-first"]);
}

/// Returns the configs of an experiment with these agents, once directly and once as programs.
fn configs(game: &str, players: usize, agents: &[&str]) -> [String; 2] {
    let config = |agent: &dyn Fn(&str) -> String| {
        let agents = agents
            .iter()
            .enumerate()
            .map(|(number, spec)| format!("[[agents]]\nname = \"a{number}\"\n{}\n", agent(spec)));
        let lineup = if agents.len() == players { "rotate" } else { "round-robin" };
        let blocks = if lineup == "rotate" { 4 } else { 6 };
        let top = format!("name = \"t\"\nplayers = {players}\nblocks = {blocks}\nlineup = \"{lineup}\"\n{game}\n");
        agents.fold(top, |config, agent| config + &agent)
    };
    [
        config(&|spec| format!("spec = \"{spec}\"")),
        config(&|spec| format!("command = [\"{SIM}\", \"serve\", \"{spec}\"]")),
    ]
}

/// Returns a table without specs and faults, the columns in which external agents differ.
fn rows(folder: &TestFolder, path: &str) -> Vec<BTreeMap<String, String>> {
    let mut rows = folder.table(path);
    rows.iter_mut().for_each(|row| {
        row.remove("spec");
        assert!(row.remove("faults").is_none_or(|faults| faults == "0"));
    });
    rows
}

/// Checks that both experiments have the same tables on one thread and two, in merged shards, and after a kill.
#[track_caller]
fn check_tables(game: &str, players: usize, agents: &[&str]) {
    let folder = TestFolder::new();
    let [direct, served] = configs(game, players, agents);
    folder.write("direct.toml", &direct);
    folder.write("served.toml", &served);
    folder.succeed(&["run", "direct.toml", "--out", "direct", "--quiet"]);
    folder.succeed(&["run", "served.toml", "--out", "one", "--threads", "1", "--quiet"]);
    folder.succeed(&["run", "served.toml", "--out", "two", "--threads", "2", "--quiet"]);
    assert_eq!(folder.results("one"), folder.results("two"));
    for name in folder.names_in("direct").iter().filter(|name| name.ends_with(".csv")) {
        assert_eq!(rows(&folder, &format!("one/{name}")), rows(&folder, &format!("direct/{name}")), "{name}");
    }
    for shard in ["1/2", "2/2"] {
        let subfolder = format!("part-{}", &shard[..1]);
        folder.succeed(&["run", "served.toml", "--out", &subfolder, "--shard", shard, "--quiet"]);
    }
    folder.succeed(&["merge", "part-1", "part-2", "--out", "merged", "--quiet"]);
    assert_eq!(folder.results("merged"), folder.results("one"));
    folder.succeed(&["verify", "one", "--run-programs", "--quiet"]);
}

#[test]
fn tables_are_the_same() {
    check_tables("", 2, &["greedy", "random", "mcts:iterations=5"]);
    check_tables("modules = [\"druids\", \"bonus\"]\n", 3, &["greedy", "random", "rule-of-thumb"]);
    check_tables("game = \"tipperary\"\n", 4, &["greedy", "random", "area-first", "greedy:looks=8"]);
}

#[test]
fn a_run_of_programs_that_is_killed_goes_on_to_the_same_bytes() {
    let folder = TestFolder::new();
    let [_, served] = configs("", 2, &["random", "greedy"]);
    folder.write("served.toml", &served.replace("blocks = 4", "blocks = 60"));
    let words = ["run", "served.toml", "--out", "killed", "--threads", "2", "--quiet"];
    let mut run = folder.command(&words).stdout(Stdio::null()).spawn().unwrap();
    until("rows are written", || {
        let has_ended = folder.path("killed/games.csv").exists();
        has_ended || folder.path("killed/.partial/journal.jsonl").metadata().is_ok_and(|file| file.len() > 2000)
    });
    let _ = run.kill();
    run.wait().unwrap();
    let told = folder.succeed(&[&words[..], &["--resume"]].concat());
    assert!(told.contains(" of 60 blocks in killed"), "{told}");
    folder.succeed(&["run", "served.toml", "--out", "whole", "--quiet"]);
    assert_eq!(folder.results("killed"), folder.results("whole"));
}

#[test]
fn other_commands_play_with_programs_as_with_agents() {
    let folder = TestFolder::new();
    let command = format!("served={SIM} serve rule-of-thumb");
    let json = |words: &[&str]| -> Value { serde_json::from_str(&folder.succeed(words)).unwrap() };
    let flags = ["--blocks", "4", "--players", "3", "--json", "--quiet"];
    let one = json(&[&["match", "greedy", "rule-of-thumb"], &flags[..]].concat());
    let two = json(&[&["match", "greedy", "served", "--command", &command], &flags[..]].concat());
    let shares = |found: &Value| -> Vec<Value> {
        found["agents"].as_array().unwrap().iter().map(|agent| agent["win_share"].clone()).collect()
    };
    assert_eq!(shares(&one), shares(&two));
    let flags = ["--games", "3", "--players", "2", "--json"];
    let one = json(&[&["dev", "bench", "--only", "rule-of-thumb"], &flags[..]].concat());
    let two = json(&[&["dev", "bench", "--only", "served", "--command", &command], &flags[..]].concat());
    assert_eq!(one["score_hash"], two["score_hash"]);
    let flags = ["--positions", "3", "--draws", "8", "--responses", "4", "--continuations", "1", "--json", "--quiet"];
    let one = json(&[&["exploit", "rule-of-thumb"], &flags[..]].concat());
    let two = json(&[&["exploit", "served", "--command", &command], &flags[..]].concat());
    assert_eq!(one["one_shot"], two["one_shot"]);
    let soaked = folder.succeed(&["dev", "soak", "--experiments", "6", "--command", &command, "--quiet"]);
    assert!(soaked.contains("6 experiments"), "{soaked}");
    let quick = format!("served={SIM} serve area-first");
    let whole = ["--whole-game", "--training", "2", "--blocks", "2", "--iterations", "2"];
    let two = json(
        &[&["exploit", "served", "--command", &quick, "--game", "tipperary"][..], &["--json"], &whole[..]].concat(),
    );
    assert!(two["whole_game"]["games"] == 4, "{two}");
}

#[test]
fn who_does_not_say_that_it_is_deterministic_is_told_of() {
    let folder = TestFolder::new();
    let command = format!("served={SIM} serve mcts:time-ms=1");
    let told = folder.succeed(&["play", "served", "random", "--games", "2", "--command", &command, "--quiet"]);
    assert!(told.contains("agent `served` does not say that it is deterministic"), "{told}");
    let words = ["match", "served", "random", "--blocks", "1", "--json", "--command", &command, "--quiet"];
    let found: Value = serde_json::from_str(&folder.succeed(&words)).unwrap();
    assert_eq!(found["may_not_repeat"], Value::from(vec!["served"]));
}

#[test]
fn timing_tells_how_long_answers_took() {
    let folder = TestFolder::new();
    let [_, served] = configs("", 2, &["random", "greedy"]);
    folder.write("served.toml", &served);
    let told = folder.succeed(&["run", "served.toml", "--out", "run", "--quiet"]);
    let timing: Value = serde_json::from_str(&folder.read("run/timing.json")).unwrap();
    let decisions: f64 = folder
        .table("run/seats.csv")
        .iter()
        .filter(|row| row["agent"] == "a1")
        .map(|row| number(row, "decisions"))
        .sum();
    assert_eq!(timing["answers"]["a1"]["count"].as_f64(), Some(decisions));
    assert!(timing["answers"]["a1"]["longest_ms"].as_f64() >= timing["answers"]["a1"]["mean_ms"].as_f64());
    assert!(told.contains(&format!("a1: {decisions} answers in ")), "{told}");
}
