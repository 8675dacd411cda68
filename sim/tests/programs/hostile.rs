//! Misbehaving agents: a run ends in time with the promised error and leaves no process.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use crate::running::until;
use crate::test_folder::{TestFolder, number, text};
use crate::{is_installed, root, together};

const SIM: &str = env!("CARGO_BIN_EXE_sim");

/// The time for an answer, enough for a well-behaved agent on a busy machine.
const LIMIT: Duration = Duration::from_secs(3);

/// The error of an answer that comes later.
const LATE: &str = "no answer within 3000 ms";

/// The delay allowed on a busy machine, far shorter than the sleeps of `agent.py`.
const SLACK: Duration = Duration::from_secs(30);

/// Creates a folder with an experiment in which `agent.py` has this fault.
fn folder(fault: &str, keys: &str) -> TestFolder {
    let folder = TestFolder::new();
    let script = root().join("sim/tests/programs/agent.py").canonicalize().unwrap();
    let top = "name = \"t\"\nplayers = 2\nblocks = 3\nreproducible = false\n[rules]\nrounds = [\"A\", \"B\"]\n";
    let agent = format!(
        "[[agents]]\nname = \"mine\"\ncommand = [\"python3\", \"{}\", \"{fault}\", \"flag\", \"pids\"]\nmove-ms = {}\n{keys}",
        script.display(),
        LIMIT.as_millis()
    );
    folder.write("t.toml", &format!("{top}{agent}\n[[agents]]\nname = \"other\"\nspec = \"random\"\n"));
    folder
}

const RUN: [&str; 7] = ["run", "t.toml", "--out", "run", "--threads", "1", "--quiet"];

/// Runs a command; returns its output and duration.
fn timed(folder: &TestFolder, words: &[&str]) -> (Output, Duration) {
    let begun = Instant::now();
    (folder.sim(words), begun.elapsed())
}

/// Returns the duration of a run without faults at the current load of the machine.
fn usual() -> Duration {
    let folder = folder("none", "");
    let (output, time) = timed(&folder, &RUN);
    assert!(output.status.success(), "{}", text(&output.stderr));
    time
}

/// Returns whether a process runs; a zombie does not.
fn runs(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[track_caller]
fn check_nothing_is_left(folder: &TestFolder) {
    let pids = folder.read("pids");
    assert!(!pids.is_empty());
    if Path::new("/proc/self/stat").exists() {
        // A killed process may take a moment to end.
        until(&format!("gone: {pids}"), || !pids.lines().any(runs));
    }
}

/// Checks that each fault stops the run with an error that contains these words.
fn check_stops(faults: &[(&str, &str)]) {
    if is_installed("python3") {
        together(faults, |(fault, wanted)| check_stops_with(fault, "", wanted));
    }
}

/// Checks that a fault stops the run in time, and that the run can be resumed to the usual bytes once the agent behaves.
///
/// `keys` are added to the agent; `wanted` is part of the error.
fn check_stops_with(fault: &str, keys: &str, wanted: &str) {
    let folder = folder(fault, keys);
    let (output, time) = timed(&folder, &RUN);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{fault}: {error}");
    assert!(error.contains("agent `mine`: ") && error.contains(wanted), "{fault}: {error}");
    assert!(error.contains("\nasked:    {\"m\":") && error.contains("\nanswered: "), "{fault}: {error}");
    // An agent that never becomes ready is found before the run starts.
    let is_begun = error.lines().last().unwrap().contains("--resume");
    assert!(is_begun || ["exits at once", "never ready"].contains(&fault), "{fault}: {error}");
    assert!(time < usual() + LIMIT + SLACK, "{fault}: {time:?}");
    check_nothing_is_left(&folder);
    folder.write("flag", "");
    folder.succeed(&[&RUN[..], &["--resume"]].concat());
    folder.succeed(&["run", "t.toml", "--out", "whole", "--quiet"]);
    assert_eq!(folder.results("run"), folder.results("whole"), "{fault}");
    check_nothing_is_left(&folder);
}

/// Checks that the run succeeds in spite of this behaviour.
fn check_goes_on(fault: &str) {
    let folder = folder(fault, "");
    let (output, time) = timed(&folder, &RUN);
    assert!(output.status.success(), "{fault}: {}", text(&output.stderr));
    assert!(time < usual() + SLACK, "{fault}: {time:?}");
    check_nothing_is_left(&folder);
}

#[test]
fn an_agent_that_ends_or_does_not_answer_stops_the_run() {
    check_stops(&[
        ("exits at once", "it ended (exit status: 7)"),
        ("exit", "the end of its standard error:\nthis is the end"),
        ("silent", LATE),
        ("half a line", LATE),
        ("drips", LATE),
        ("stops itself", LATE),
        ("kills its group", "signal: 9"),
    ]);
}

#[test]
fn an_agent_that_closes_its_streams_stops_the_run() {
    check_stops(&[
        ("closes its output", "it closed its standard output"),
        ("closes its input", LATE),
        ("never ready", "`protocol`: found 2; accepted: 1"),
    ]);
}

#[test]
fn an_agent_that_says_too_much_stops_the_run() {
    check_stops(&[
        ("endless line", "a line of more than 1048576 bytes"),
        ("long line", "a line of more than 1048576 bytes"),
        ("two answers", ""),
        ("speaks unasked", ""),
    ]);
}

#[test]
fn an_agent_with_invalid_answers_stops_the_run() {
    check_stops(&[
        ("no JSON", "answered: pardon?"),
        ("deep", "a JSON object"),
        ("several lines", "accepted: a JSON object, whole and on one line"),
        ("no UTF-8", "a line that is not UTF-8"),
        ("wrong id", "`id`: found "),
        ("id as text", "`id`: found "),
        ("unknown key", "`mood`: found \"good\""),
        ("negative iterations", "`iterations`: found -1"),
    ]);
}

#[test]
fn an_agent_that_breaks_a_rule_or_limit_stops_the_run() {
    check_stops(&[("overspends", "gold in all"), ("illegal", "`action.")]);
    if is_installed("python3") {
        check_stops_with("eats memory", "memory-mb = 300\n", "MemoryError");
    }
}

#[test]
fn permitted_behaviour_does_no_harm() {
    if is_installed("python3") {
        let harmless =
            ["empty lines", "floods standard error", "ignores signals", "leaves a child", "leaves a child elsewhere"];
        together(&harmless, |fault| check_goes_on(fault));
    }
}

#[test]
fn a_fault_is_named_and_its_game_counts_for_nobody() {
    if !is_installed("python3") {
        return;
    }
    together(&["illegal", "exit", "silent"], |&fault| {
        let folder = folder(fault, "");
        let good =
            format!("[[agents]]\nname = \"good\"\ncommand = [\"sh\", \"-c\", \"tee heard | {SIM} serve random\"]\n");
        let config = folder.read("t.toml").replace("players = 2", "players = 3");
        folder.write("t.toml", &format!("{config}{good}"));
        let output = folder.sim(&RUN);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{fault}: {error}");
        assert!(error.starts_with("error: agent `mine`: ") && !error.contains("`good`"), "{fault}: {error}");
        assert!(error.contains("\n0 of 3 blocks are kept; "), "{fault}: {error}");
        assert!(!folder.path("run/seats.csv").exists(), "{fault}");
        let heard = folder.read("heard");
        let messages = |kind: &str| heard.matches(&format!("{{\"m\":\"{kind}\",")).count();
        assert!(messages("choose") > 0, "{fault}: {heard}");
        assert_eq!((messages("game"), messages("over")), (1, 0), "{fault}: {heard}");

        let script = root().join("sim/tests/programs/agent.py").canonicalize().unwrap();
        let command = format!("mine=python3 {} '{fault}' flag pids", script.display());
        let play = ["play", "random", "mine", "--games", "2", "--record", "g.jsonl", "--move-ms", "3000", "--command"];
        let output = folder.sim(&[&play[..], &[&command]].concat());
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(1) && error.contains("error: agent `mine`: "), "{fault}: {error}");
        assert!(!folder.path("g.jsonl").exists(), "{fault}");
        check_nothing_is_left(&folder);
    });
}

#[test]
fn others_get_what_they_get_against_the_substitute() {
    if !is_installed("python3") {
        return;
    }
    together(&["illegal", "exit", "silent", "exits at once"], |&fault| {
        let folder = folder(fault, "on-fault = \"greedy\"\n");
        let config = folder.read("t.toml").replace("blocks = 3", "blocks = 1");
        folder.write("t.toml", &config);
        folder.succeed(&RUN);
        let mut seats = folder.table("run/seats.csv");
        assert_eq!(seats.len(), 4, "{fault}: both games are whole");
        for game in seats.chunks(2) {
            assert_eq!(number(&game[0], "win_share") + number(&game[1], "win_share"), 1.0, "{fault}: {game:?}");
        }
        for seat in &mut seats {
            let faults = seat.remove("faults").unwrap();
            assert_eq!(faults != "0", seat["agent"] == "mine", "{fault}: {faults} of {seat:?}");
        }
        if fault == "exits at once" {
            let (before, after) = config.split_once("command = ").unwrap();
            let rest = after.split_once("[[agents]]").unwrap().1;
            folder.write("greedy.toml", &format!("{before}spec = \"greedy\"\n[[agents]]{rest}"));
            folder.succeed(&["run", "greedy.toml", "--out", "greedy", "--quiet"]);
            assert_eq!(seats, folder.table("greedy/seats.csv"));
        }
        check_nothing_is_left(&folder);
    });
}

#[test]
fn decisions_of_the_substitute_are_counted_as_faults() {
    if !is_installed("python3") {
        return;
    }
    let faults = ["exits at once", "exit", "no JSON", "wrong id", "overspends", "speaks unasked"];
    together(&faults, |&fault| {
        let folder = folder(fault, "on-fault = \"greedy\"\n");
        folder.succeed(&RUN);
        let agents = folder.table("run/agents.csv");
        let faults: Vec<f64> = agents.iter().map(|row| number(row, "faults")).collect();
        assert!(faults[0] > 0.0 && faults[1] == 0.0, "{fault}: {faults:?}");
        let seats = folder.table("run/seats.csv");
        let own = seats.iter().filter(|row| row["agent"] == "mine");
        let decisions: f64 = own.map(|row| number(row, "decisions")).sum();
        assert!(faults[0] <= decisions, "{fault}: {faults:?}");
        assert_eq!(faults[0], seats.iter().map(|row| number(row, "faults")).sum::<f64>(), "{fault}");
        if fault == "exits at once" {
            assert_eq!(faults[0], decisions);
        }
        // `sim analyse` makes the same result tables from the raw ones and the manifest.
        let before = folder.results("run");
        folder.succeed(&["analyse", "run", "--quiet"]);
        assert_eq!(folder.results("run"), before, "{fault}");
        check_nothing_is_left(&folder);
    });
}

#[test]
fn a_killed_run_leaves_no_processes_of_its_agents() {
    if !is_installed("python3") {
        return;
    }
    together(&["silent", "leaves a child", "leaves a child elsewhere", "ignores signals"], |&fault| {
        let folder = folder(fault, "");
        let config = folder
            .read("t.toml")
            .replace(&format!("move-ms = {}\n", LIMIT.as_millis()), "")
            .replace("blocks = 3", "blocks = 1000000");
        folder.write("t.toml", &config);
        let mut run = folder.command(&RUN).stdout(std::process::Stdio::null()).spawn().unwrap();
        until("it plays", || folder.path("pids").exists() && folder.path("run/manifest.json").exists());
        std::thread::sleep(Duration::from_millis(300));
        run.kill().unwrap();
        run.wait().unwrap();
        if cfg!(target_os = "linux") {
            check_nothing_is_left(&folder);
        }
    });
}
