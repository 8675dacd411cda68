//! Ctrl-C: exit code 130, and nothing left behind.

use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::workshop::{Workshop, text};

/// Far longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until it is so.
#[track_caller]
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "still not so: {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Something that would run for years, and must not outlive a test that fails.
struct Running(Option<Child>);

impl Running {
    fn start(shop: &Workshop, words: &[&str]) -> Self {
        Self(Some(shop.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()))
    }

    fn child(&mut self) -> &mut Child {
        self.0.as_mut().unwrap()
    }

    fn has_ended(&mut self) -> bool {
        self.child().try_wait().unwrap().is_some()
    }

    fn press_ctrl_c(&mut self) {
        let process = self.child().id().to_string();
        assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    }

    #[track_caller]
    fn end(mut self) -> Output {
        until("it has ended", || self.has_ended());
        self.0.take().unwrap().wait_with_output().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[track_caller]
fn check_answer(output: &Output) {
    let answer = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{answer}");
    assert!(answer.starts_with("interrupted: ") && answer.lines().count() == 1, "{answer}");
    assert_eq!(text(&output.stdout), "");
}

#[test]
fn a_run_that_is_interrupted_leaves_nothing() {
    let shop = Workshop::new();
    let mut run = Running::start(&shop, &["run", "t.toml", "--out", "a/b", "--set", "blocks=1000000000"]);
    until("rows are written", || shop.path("a/b/.partial/games.csv").metadata().is_ok_and(|file| file.len() > 0));
    run.press_ctrl_c();
    check_answer(&run.end());
    assert_eq!(shop.names(), ["t.toml"]);
}

#[test]
fn records_that_are_interrupted_leave_nothing() {
    let shop = Workshop::new();
    let mut run = Running::start(&shop, &["play", "random", "random", "--games", "1000000000", "--record", "g.jsonl"]);
    until("a record is written", || shop.path("g.jsonl").metadata().is_ok_and(|file| file.len() > 0));
    run.press_ctrl_c();
    check_answer(&run.end());
    assert_eq!(shop.names(), ["t.toml"]);
}

#[test]
fn the_second_ctrl_c_does_not_wait_for_long_games() {
    let shop = Workshop::new();
    // A game of these takes hours.
    let spec = |agent: usize| format!("agents.{agent}.spec=mcts:iterations=1000000");
    let (one, two, three) = (spec(0), spec(1), spec(2));
    let mut run =
        Running::start(&shop, &["run", "t.toml", "--out", "out", "--set", &one, "--set", &two, "--set", &three]);
    until("it has begun", || shop.path("out/.partial").exists());
    // Two at once may be one for the system: once more until it has ended.
    until("it has ended", || {
        run.press_ctrl_c();
        run.has_ended()
    });
    check_answer(&run.end());
    let error = shop.refuse(&["run", "t.toml", "--out", "out"]);
    assert!(error.contains("was killed") && error.contains("out/.partial"), "{error}");
}
