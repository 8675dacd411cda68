//! Ctrl-C and SIGTERM: exit code 128 plus the signal, and nothing useless left behind.

use std::process::Output;

use crate::running::{Running, until};
use crate::test_folder::{TestFolder, text};

#[track_caller]
fn check_answer(output: &Output, lines: usize, code: i32) {
    let answer = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{answer}");
    assert!(answer.starts_with("interrupted: ") && answer.lines().count() == lines, "{answer}");
    assert_eq!(text(&output.stdout), "");
}

#[test]
fn a_run_without_a_finished_block_leaves_nothing() {
    let folder = TestFolder::new();
    // A game of these takes minutes.
    let slow = "agents.0.spec=mcts:iterations=20000";
    let mut run = Running::start(&folder, &["run", "t.toml", "--out", "a/b", "--set", slow]);
    until("it has begun", || folder.path("a/b/manifest.json").exists());
    until("it has ended", || {
        run.press_ctrl_c();
        run.has_ended()
    });
    let output = run.end();
    // Where no game was under way yet, it ended by itself and said how to resume.
    check_answer(&output, if text(&output.stderr).contains("0 of 12 blocks") { 3 } else { 1 }, 130);
    folder.succeed(&["run", "t.toml", "--out", "a/b"]);
}

#[test]
fn records_that_are_interrupted_leave_nothing() {
    let folder = TestFolder::new();
    let mut run =
        Running::start(&folder, &["play", "random", "random", "--games", "1000000000", "--record", "g.jsonl"]);
    until("a record is written", || folder.path("g.jsonl").metadata().is_ok_and(|file| file.len() > 0));
    run.press_ctrl_c();
    check_answer(&run.end(), 1, 130);
    assert_eq!(folder.names(), ["t.toml"]);
}

/// A run without end that is sent a signal once blocks are finished: everything finished is kept, and the command that is printed goes on.
#[track_caller]
fn check_kept(signal: &str, code: i32) {
    let folder = TestFolder::new();
    let words = ["run", "t.toml", "--out", "a b", "--set", "blocks=1000000000", "--threads", "2"];
    let mut run = Running::start(&folder, &words);
    until("rows are written", || {
        folder.path("a b/.partial/games.csv").metadata().is_ok_and(|file| file.len() > 10_000)
    });
    run.signal(signal);
    let output = run.end();
    check_answer(&output, 3, code);
    let answer = text(&output.stderr);
    let [_, kept, command] = answer.lines().collect::<Vec<_>>()[..] else { panic!("{answer}") };
    let kept = kept.split(' ').next().unwrap();
    assert!(kept.parse::<u64>().unwrap() > 0, "{answer}");
    assert!(command.ends_with("run t.toml --out 'a b' --set blocks=1000000000 --threads 2 --resume"), "{command}");
    let mut again = Running::shell(&folder, command);
    until("it goes on", || again.printed().contains(&format!("kept {kept} of 1000000000 blocks")));
    again.press_ctrl_c();
    assert_eq!(again.end().status.code(), Some(130));
}

#[test]
fn a_run_that_is_interrupted_keeps_its_blocks_and_says_how_to_go_on() {
    check_kept("INT", 130);
    check_kept("TERM", 143);
}
