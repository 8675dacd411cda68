//! The agents in `examples/agents` clearly beat random players in both games; the agent of the documentation plays.

use std::fs;

use serde_json::Value;

use crate::test_folder::TestFolder;
use crate::{is_installed, root};

/// Returns the win share of a program in a match against random players.
fn share(command: &str, flags: &[&str]) -> f64 {
    let command = format!("mine={command}");
    let words = ["match", "mine", "random", "--command", &command, "--json", "--quiet", "--seed", "2"];
    let found: Value = serde_json::from_str(&TestFolder::new().succeed(&[&words, flags].concat())).unwrap();
    assert!(found.get("may_not_repeat").is_none(), "{found}");
    found["agents"][0]["win_share"].as_f64().unwrap()
}

#[track_caller]
fn check(language: &str, file: &str) {
    if !is_installed(language) {
        return;
    }
    let path = root().join("examples/agents").join(file).canonicalize().unwrap();
    let lines = fs::read_to_string(&path).unwrap().lines().count();
    assert!(lines <= 60, "{file}: {lines} lines");
    let command = format!("{language} {}", path.display());
    // Even shares are 0.25 and 0.5.
    let skye = share(&command, &["--players", "4", "--blocks", "6"]);
    let tipperary = share(&command, &["--game", "tipperary", "--players", "2", "--blocks", "6"]);
    assert!(skye > 0.5 && tipperary > 0.7, "{file}: {skye} {tipperary}");
}

#[test]
fn tidy_in_python_beats_random_players() {
    check("python3", "tidy.py");
}

#[test]
fn tidy_in_javascript_beats_random_players() {
    check("node", "tidy.js");
}

#[test]
fn the_first_agent_of_the_documentation_plays() {
    if !is_installed("python3") {
        return;
    }
    let page = fs::read_to_string(root().join("docs/protocol.md")).unwrap();
    let script = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let folder = TestFolder::new();
    folder.write("my.py", script);
    let told = folder.succeed(&["agent-check", "--", "python3", "my.py"]);
    assert!(!told.contains("FAILED"), "{told}");
    folder.succeed(&["agent-check", "--game", "tipperary", "--", "python3", "my.py"]);
    folder.succeed(&["match", "mine", "random", "--command", "mine=python3 my.py", "--blocks", "1", "--quiet"]);
}
