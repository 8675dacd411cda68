//! `sim play human …` as a command.

use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::Value;

use crate::test_folder::{TestFolder, text};

/// Runs the binary with these words and this input.
fn play(folder: &TestFolder, words: &[&str], input: &str) -> Output {
    let mut command = folder.command(&[&["play"], words].concat());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// The lines by which seat 0 of a record plays.
fn lines(record: &str) -> Vec<String> {
    let record: Value = serde_json::from_str(record.trim()).unwrap();
    let events = record["events"].as_array().unwrap().iter().filter(|event| event["seat"] == 0);
    let line = |event: &Value| {
        let word = |key: &str| event[key].to_string().replace('"', "");
        Some(match event["e"].as_str()? {
            "price" => {
                let priced = event["prices"].as_array()?.iter().map(|pair| format!("{} {}", pair[0], pair[1]));
                priced.collect::<Vec<_>>().join(", ").replace('"', "")
            }
            "buy" => format!("{} {}", word("from"), word("tile")),
            "pass" => "pass".to_owned(),
            "place" => format!("{} {} {} {}", word("tile"), word("x"), word("y"), word("rotation")),
            _ => return None,
        })
    };
    events.filter_map(line).collect()
}

/// The events of the only record of a file.
fn events(folder: &TestFolder, file: &str) -> Value {
    serde_json::from_str::<Value>(&folder.read(file)).unwrap()["events"].take()
}

#[test]
fn a_pipe_is_as_good_as_a_keyboard() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "random", "greedy", "--seed", "4", "--record", "all.jsonl"]);
    let all = lines(&folder.read("all.jsonl"));
    let files = ["--record", "own.jsonl", "--html", "own.html"];
    let played =
        play(&folder, &[&["Ann=human", "greedy", "--seed", "4"], &files[..]].concat(), &(all.join("\n") + "\n"));
    assert_eq!(played.status.code(), Some(0), "{}", text(&played.stderr));
    assert_eq!(events(&folder, "own.jsonl"), events(&folder, "all.jsonl"));
    let record: Value = serde_json::from_str(&folder.read("own.jsonl")).unwrap();
    assert_eq!(record["players"], serde_json::json!(["Ann", "greedy"]));
    assert_eq!(record["specs"], serde_json::json!(["human", "greedy"]));
    let page = folder.read("own.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Ann, greedy"));
    let shown = text(&played.stdout);
    assert!(shown.contains("Result") && shown.contains("game recorded in own.jsonl") && !shown.contains('\u{1b}'));
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    folder.succeed(&["check", "own.jsonl"]);

    // The end of the input saves and ends well, and somebody else goes on, perhaps with the same words.
    let (head, tail) = all.split_at(all.len() / 2);
    let words = ["Ann=human", "greedy", "--seed", "4", "--save", "half.json"];
    let half = play(&folder, &words, &head.join("\n"));
    assert_eq!(half.status.code(), Some(0), "{}", text(&half.stderr));
    let again = [&words[..4], &["--resume", "half.json", "--record", "two.jsonl"]].concat();
    let rest = play(&folder, &again, &tail.join("\n"));
    assert_eq!(rest.status.code(), Some(0), "{}", text(&rest.stderr));
    assert_eq!(folder.read("two.jsonl"), folder.read("own.jsonl"));
    let alone = play(&folder, &["--resume", "half.json", "--record", "three.jsonl"], &tail.join("\n"));
    assert_eq!(alone.status.code(), Some(0), "{}", text(&alone.stderr));
    assert_eq!(folder.read("three.jsonl"), folder.read("own.jsonl"));

    // Without a file the game is lost.
    let lost = play(&folder, &["human", "greedy", "--record", "none.jsonl"], "?\n");
    assert_eq!(lost.status.code(), Some(1));
    assert!(text(&lost.stderr).contains("standard input ended before the game"), "{}", text(&lost.stderr));
    assert!(!folder.path("none.jsonl").exists());
    let left = play(&folder, &["human", "greedy"], "save other.json\nquit\n");
    assert_eq!(left.status.code(), Some(0));
    assert!(text(&left.stdout).contains("saved in other.json") && text(&left.stdout).contains("not saved"));
    assert!(folder.read("other.json").starts_with("{\"save\":1,\"game\":\"skye\""));
    // A file that is something else stays what it is.
    let kept = play(&folder, &["human", "greedy"], "save t.toml\nquit\n");
    assert!(text(&kept.stdout).contains("t.toml: the file was not written by this command"), "{}", text(&kept.stdout));
}

#[test]
fn what_cannot_be_played_is_refused_before_anybody_is_asked() {
    let folder = TestFolder::new();
    play(&folder, &["human", "greedy", "--seed", "4", "--save", "good.json"], "");
    let good = folder.read("good.json");
    let refuse = |words: &[&str], wanted: &str| {
        let error = folder.refuse(&[&["play"], words].concat());
        assert!(error.contains(wanted), "{words:?}: {error}");
    };
    refuse(&["human", "greedy", "--games", "2"], "--games: found 2; accepted: 1 with people");
    refuse(&["human", "gredy"], "did you mean `greedy`?");
    refuse(&["a b=human", "greedy"], "name: found `a b`");
    refuse(&["human", "greedy", "--hint", "oracle"], "--hint: no agent is called `oracle`");
    refuse(&["human", "greedy", "--save", "t.toml"], "t.toml: the file was not written by this command");
    refuse(&["human", "greedy", "--record", "t.toml"], "t.toml: the file is not empty");
    refuse(&["human", "greedy", "--html", "nowhere/a.html"], "found no folder nowhere");
    refuse(&["greedy", "random", "--save", "a.json"], "--save: no agent is `human`");
    refuse(&["greedy", "random", "--html", "a.html"], "--html: no agent is `human`");
    refuse(&["--resume", "none.json"], "none.json: No such file or directory; accepted: a saved game");
    refuse(&["--resume", "good.json", "--seed", "5"], "--resume: found a game with another set-up");
    refuse(&["--resume", "good.json", "--modules", "druids"], "--resume: found a game with another set-up");
    refuse(&["human", "random", "--resume", "good.json"], "--resume: found other players");
    let broken = |old: &str, new: &str, wanted: &str| {
        assert!(good.contains(old), "{old} in {good}");
        folder.write("bad.json", &good.replacen(old, new, 1));
        refuse(&["--resume", "bad.json"], wanted);
    };
    broken("{", "", "bad.json: invalid type: string \"save\", expected an object");
    broken("[]}", "[", "bad.json: not a complete JSON object");
    broken("\"save\":1", "\"save\":2", "key `save`: found 2; accepted: 1");
    broken("\"save\":1,", "", "key `save` is missing");
    broken("\"skye\"", "\"chess\"", "key `game`: found \"chess\"");
    broken("\"seed\":\"", "\"seed\":\"x", "key `seed`: found");
    broken(
        "[\"human\",\"greedy\"],\"scoring\"",
        "[\"human\"],\"scoring\"",
        "key `specs`: found 1 of them; accepted: 2",
    );
    broken("[\"human\",\"greedy\"],\"scoring\"", "[\"human\",\"gredy\"],\"scoring\"", "no agent is called `gredy`");
    broken("\"decisions\":[]", "\"decisions\":{}", "key `decisions`: found {}");
    broken("\"decisions\":[]", "\"decisions\":[[7,{\"e\":\"pass\"}]]", "found one of seat 7; accepted: one of seat");
    broken(
        "\"decisions\":[]",
        "\"decisions\":[[0,{\"e\":\"pass\"}]]",
        "key `decisions`, number 0 from 0: `action.e`: found \"pass\"",
    );
    broken("\"modules\":[]", "\"modules\":[\"dragons\"]", "key `modules`");
    folder.write("bad.json", "");
    refuse(&["--resume", "bad.json"], "bad.json: not a complete JSON object");
    let huge = good.trim_end().to_owned() + &" ".repeat(5 << 20);
    folder.write("bad.json", &huge);
    refuse(&["--resume", "bad.json"], "found more than");
}
