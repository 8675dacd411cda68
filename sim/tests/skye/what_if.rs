//! `sim explain --instead`: what another decision would have been worth.

use serde_json::{Value, json};

use crate::test_folder::{TestFolder, text};

/// The first purchase or pass of a recorded game: its index and what was decided.
fn first_sale(record: &str) -> (usize, Value) {
    let game: Value = serde_json::from_str(record.lines().next().expect("a game")).expect("JSON");
    let events = game["events"].as_array().expect("a list").clone();
    let found = events.into_iter().enumerate().find(|(_, event)| event["e"] == "buy");
    found.expect("somebody buys")
}

fn record(folder: &TestFolder) -> (String, Value) {
    folder.succeed(&["play", "greedy", "greedy", "--games", "1", "--seed", "3", "--record", "g.jsonl"]);
    let (event, bought) = first_sale(&folder.read("g.jsonl"));
    (event.to_string(), bought)
}

fn told(folder: &TestFolder, words: &[&str]) -> Value {
    serde_json::from_str(&folder.succeed(&[words, &["--json"]].concat())).expect("JSON")
}

#[test]
fn another_decision_is_compared_over_the_same_futures() {
    let folder = TestFolder::new();
    let (event, bought) = record(&folder);
    let ask = ["explain", "g.jsonl", "--event", &event, "--agent", "greedy:pricing=table", "--futures", "60"];
    let pass = [&ask[..], &["--instead", r#"{"e":"pass"}"#]].concat();
    let found = told(&folder, &pass);
    assert_eq!((&found["instead"], &found["action"]["e"]), (&json!({"e": "pass"}), &json!("buy")));
    for measure in ["vp", "win"] {
        let [low, value, high] =
            ["ci_lo", "estimate", "ci_hi"].map(|key| found[measure][key].as_f64().expect("a number"));
        assert!(low <= value && value <= high, "{found}");
    }
    assert!(found["win"]["estimate"].as_f64().expect("a number").abs() <= 1.0);
    // The same for any number of threads, and told to people, too.
    assert_eq!(told(&folder, &[&pass[..], &["--threads", "1"]].concat()), found);
    assert!(
        folder.succeed(&pass).contains("over 60 futures with the same draws, with greedy:pricing=table in all seats")
    );
    // What was decided instead of itself changes nothing at all.
    let action = serde_json::to_string(&found["action"]).expect("JSON");
    let same = told(&folder, &[&ask[..], &["--instead", &action]].concat());
    let seen = ["explain", "g.jsonl", "--event", &event, "--agent", "greedy", "--futures", "2", "--instead", "pass"];
    assert_eq!(told(&folder, &seen)["why"]["actions"][1]["role"], "instead");
    assert!(folder.succeed(&seen).contains("instead (pass) against recorded: "));
    assert_eq!((&same["vp"]["estimate"], &same["win"]["estimate"]), (&json!(0.0), &json!(0.0)));
    assert_eq!(bought["e"], "buy");
    // Without --agent a quick one plays on, which does not count in parts.
    let short = ["explain", "g.jsonl", "--event", &event, "--futures", "4", "--instead", r#"{"e":"pass"}"#];
    let quick = told(&folder, &short);
    assert!(quick["agent"].is_string() && quick["why"].is_null(), "{quick}");
}

#[test]
fn both_spellings_of_a_decision_mean_the_same() {
    let folder = TestFolder::new();
    let (event, bought) = record(&folder);
    let game: Value = serde_json::from_str(folder.read("g.jsonl").lines().next().expect("a game")).expect("JSON");
    let events = game["events"].as_array().expect("a list").iter().enumerate();
    let of_kind = |kind: &str| {
        let found = events.clone().find(|(_, event)| event["e"] == kind);
        found.map(|(event, decided)| (event.to_string(), decided.clone())).expect("it happens")
    };
    let same = |event: &str, line: &str, action: &Value| {
        let ask = ["explain", "g.jsonl", "--event", event, "--futures", "4", "--instead"];
        let by_line = told(&folder, &[&ask[..], &[line]].concat());
        assert_eq!(by_line["instead"], *action, "{line}");
        assert_eq!(told(&folder, &[&ask[..], &[&action.to_string()]].concat()), by_line);
    };
    same(&event, "PASS", &json!({"e": "pass"}));
    let purchase = format!("{} {}", bought["from"], bought["tile"].as_str().expect("an id"));
    same(&event, &purchase, &json!({"e": "buy", "from": bought["from"], "tile": bought["tile"]}));
    let (event, offered) = of_kind("price");
    let prices = offered["prices"].as_array().expect("a list");
    let [first, second] = [0, 1].map(|place| prices[place][0].as_str().expect("an id"));
    let action = json!({"e": "price", "discard": offered["discard"], "prices": [[first, 1], [second, 2]]});
    same(&event, &format!("{second} 2, {first} 1"), &action);
    let (event, placed) = of_kind("place");
    let [tile, x, y, rotation] = ["tile", "x", "y", "rotation"].map(|key| &placed[key]);
    let line = format!("{} {x} {y} {rotation}", tile.as_str().expect("an id"));
    same(&event, &line, &json!({"e": "place", "tile": tile, "x": x, "y": y, "rotation": rotation}));
}

#[test]
fn what_cannot_be_decided_is_refused() {
    let folder = TestFolder::new();
    let (event, _) = record(&folder);
    let refused = |action: &str| {
        let output = folder.sim(&["explain", "g.jsonl", "--event", &event, "--instead", action]);
        assert_eq!(output.status.code(), Some(2), "{action}");
        text(&output.stderr)
    };
    assert!(refused("{pass}").contains("which is not valid JSON"));
    assert!(refused("{pass}").contains("or a line of `sim play human`, such as `pass`"));
    assert!(refused(r#"{"e":"fly"}"#).contains("`action.e`: found \"fly\""));
    for line in ["7", "L99 3", "L46 2, L08 1", ""] {
        let error = refused(line);
        assert!(error.starts_with(&format!("error: --instead: found `{line}`; accepted: `")), "{error}");
        assert!(error.contains("`pass`, or a number from 1 to ") && error.lines().count() == 1, "{error}");
    }
    let without = folder.sim(&["explain", "g.jsonl", "--event", &event]);
    assert_eq!(without.status.code(), Some(2));
}
