//! `sim agent-check`: agents that follow the protocol pass; faults of others are named.

use std::time::{Duration, Instant};

use crate::test_folder::{TestFolder, text};
use crate::{is_installed, root, together};

const SIM: &str = env!("CARGO_BIN_EXE_sim");

/// Runs a check that must have this exit code; returns the lines of its steps.
///
/// Checks the last line, which counts the steps.
#[track_caller]
fn check(words: &[&str], code: i32) -> Vec<String> {
    let output = TestFolder::new().sim(&[&["agent-check"], words].concat());
    let lines: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!(output.status.code(), Some(code), "{words:?}: {lines:#?} {}", text(&output.stderr));
    let (last, steps) = lines.split_last().unwrap();
    let of = |verdict: &str| steps.iter().filter(|line| line.contains(verdict)).count();
    let tried = steps.len() - of(". not tried: ");
    assert_eq!(*last, format!("passed {} of {tried}", of(". passed: ")), "{lines:#?}");
    for (number, line) in (1..).zip(steps) {
        let is_whole = ["; sent: ", "; expected: "].iter().all(|part| line.contains(part));
        assert!(line.trim_start().starts_with(&format!("{number}. ")) && is_whole, "{line}");
    }
    lines
}

/// Checks that a program passes in games with these flags, with a step for each of these decisions.
fn check_good(flags: &[&str], command: &[&str], decisions: &[&str]) {
    let lines = check(&[flags, &["--"], command].concat(), 0);
    assert!(!lines.iter().any(|line| line.contains("not tried")), "{lines:#?}");
    for decision in decisions {
        assert!(
            lines.iter().any(|line| line.contains(&format!("passed: decides `{decision}` at "))),
            "{decision}: {lines:#?}"
        );
    }
    for players in 2..=5 {
        let name = format!("passed: plays all seats of a game of {players} players");
        assert!(lines.iter().any(|line| line.contains(&name)), "{lines:#?}");
    }
}

#[test]
fn agents_of_the_program_pass() {
    let skye = |spec: &&str| check_good(&[], &[SIM, "serve", spec], &["price", "buy", "build"]);
    together(&["random", "rule-of-thumb", "greedy", "mcts:iterations=2"], skye);
    let druids = ["--modules", "druids,tunnels,bonus,borderlands"];
    check_good(&druids, &[SIM, "serve", "greedy"], &["price", "buy", "buy_again", "keep_drawn", "build"]);
    together(&["random", "area-first", "greedy", "mcts:iterations=2"], |spec| {
        check_good(&["--game", "tipperary"], &[SIM, "serve", spec], &["place", "sheep", "bonus", "tower"]);
    });
}

#[test]
fn agents_in_other_languages_pass() {
    let script = |file: &str| root().join(file).canonicalize().unwrap().display().to_string();
    let (planted, tidy) = (script("sim/tests/programs/planted.py"), script("examples/agents/tidy.py"));
    if is_installed("python3") {
        let cases: [(&[&str], &[&str], &[&str]); 4] = [
            (&[], &[&planted, "none"], &["price", "buy", "build"]),
            // The protocol permits an agent to end after an error.
            (&[], &[&planted, "ends at an error"], &[]),
            (&[], &[&tidy], &[]),
            (&["--game", "tipperary"], &[&tidy], &[]),
        ];
        together(&cases, |(flags, words, decisions)| check_good(flags, &[&["python3"], *words].concat(), decisions));
    }
    if is_installed("node") {
        check_good(&["--modules", "druids"], &["node", &script("examples/agents/tidy.js")], &["buy_again"]);
    }
}

/// The length of the sleeps of `planted.py`, which no check waits for.
const SLEEP: Duration = Duration::from_secs(60);

/// The time for an answer in milliseconds, enough on a busy machine.
const LIMIT: &str = "3000";

/// Checks that with each planted fault the first failing step has this name and this text.
fn check_named(faults: &[(&str, &str, &str)]) {
    if !is_installed("python3") {
        return;
    }
    let planted = root().join("sim/tests/programs/planted.py").canonicalize().unwrap();
    together(faults, |(fault, step, found)| {
        let begun = Instant::now();
        let lines = check(&["--move-ms", LIMIT, "--", "python3", planted.to_str().unwrap(), fault], 1);
        assert!(begun.elapsed() < SLEEP, "{fault}");
        let failed = lines.iter().find(|line| line.contains(". FAILED: ")).unwrap();
        assert!(failed.contains(&format!("FAILED: {step}")) && failed.contains(found), "{fault}: {failed}");
    });
}

#[test]
fn faults_at_the_beginning_and_at_the_end_are_named() {
    check_named(&[
        ("not ready", "starts and is ready", "`deterministic`: found \"yes\"; accepted: true or false"),
        ("speaks first", "starts and is ready", "here I am"),
        ("speaks after hello", "is silent until it is asked", "unasked: "),
        ("goes on", "ends when told to", "it is still running after 2 s"),
        ("never ends", "ends when its input ends", "it is still running after 2 s"),
        ("defends itself", "does not answer an error", "unasked: {\"m\": \"no\"}"),
    ]);
}

#[test]
fn faults_of_answers_are_named() {
    check_named(&[
        ("wrong ids", "decides `buy`", "`id`: found 0; accepted: 1"),
        ("chats", "decides `price`", "`comment`: found \"well played\""),
        ("buys wrongly", "decides `buy`", "`action.from`"),
        ("slow to buy", "decides `buy`", "no answer within 3000 ms"),
        ("acknowledges games", "is silent when told of a game", "unasked: {\"m\": \"thanks\"}"),
    ]);
}

#[test]
fn faults_of_memory_are_named() {
    check_named(&[
        ("remembers", "gives the same answer to the same question", "\"e\""),
        ("other processes", "answers in another process as in the first", "\"e\""),
        ("one game only", "decides `buy`", "what game is this?"),
        ("unknown keys", "ignores unknown keys", "what is this?"),
        ("unknown messages", "does not answer a message that it does not know", "pardon"),
        ("says goodbye", "plays all seats of a game of 2 players", "good game"),
        ("five players", "plays all seats of a game of 5 players", "so many"),
    ]);
}

#[test]
fn an_agent_that_does_not_start_or_answer_fails_in_time() {
    let lines = check(&["--", "no-such-program"], 1);
    assert!(lines[0].contains("no-such-program: No such file"), "{lines:#?}");
    assert!(lines.last().unwrap().starts_with("passed 0 of "));
    if is_installed("python3") {
        let planted = root().join("sim/tests/programs/planted.py").canonicalize().unwrap();
        let begun = Instant::now();
        let lines = check(&["--", "python3", planted.to_str().unwrap(), "late to be ready"], 1);
        assert!(begun.elapsed() < SLEEP);
        assert!(lines[0].contains("it was not ready within 10000 ms, its `ready-ms`"), "{lines:#?}");
    }
}
