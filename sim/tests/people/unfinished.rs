//! Records that are not finished: what to do where they end, and how the table looks.

use serde_json::Value;

use crate::test_folder::{TestFolder, text};

/// A record of three greedy players, cut after the draws of round 3 with the offers taken out that are not these seats'.
fn before_offers(folder: &TestFolder, known: &[u64]) -> Value {
    if !folder.path("whole.jsonl").exists() {
        folder.succeed(&["play", "greedy", "greedy", "greedy", "--seed", "6", "--record", "whole.jsonl"]);
    }
    let mut record: Value = serde_json::from_str(&folder.read("whole.jsonl")).unwrap();
    let events = record["events"].as_array().unwrap().clone();
    let third = events.iter().position(|event| event["e"] == "round" && event["round"] == 3).unwrap();
    let end = third
        + events[third..].iter().position(|event| ["buy", "pass"].iter().any(|kind| event["e"] == *kind)).unwrap();
    let is_kept = |(index, event): &(usize, &Value)| {
        *index < third || event["e"] != "price" || known.iter().any(|seat| event["seat"] == *seat)
    };
    let kept: Vec<Value> = events[..end].iter().enumerate().filter(is_kept).map(|(_, event)| event.clone()).collect();
    record["events"] = kept.into();
    record
}

fn explain(folder: &TestFolder, words: &[&str]) -> Value {
    let told = folder.succeed(&[&["explain", "cut.jsonl", "--json"], words].concat());
    serde_json::from_str(&told).unwrap()
}

#[test]
fn a_seat_asks_for_an_offer_without_knowing_those_of_others() {
    let folder = TestFolder::new();
    let record = before_offers(&folder, &[]);
    folder.write("cut.jsonl", &record.to_string());
    let events = record["events"].as_array().unwrap().len();
    for seat in ["0", "1", "2"] {
        let told = explain(&folder, &["--agent", "mcts:iterations=24", "--seat", seat]);
        assert_eq!((told["seat"].to_string().as_str(), &told["recorded"]), (seat, &Value::Null));
        assert_eq!((told["round"].as_u64(), told["event"].as_u64()), (Some(3), Some(events as u64)));
        assert!(told["chosen"].as_str().unwrap().contains("; discard "), "{told}");
        // What others have decided meanwhile changes nothing.
        let others: Vec<u64> = (0..3).filter(|other| other.to_string() != seat).collect();
        folder.write("cut.jsonl", &before_offers(&folder, &others).to_string());
        let again = explain(&folder, &["--agent", "mcts:iterations=24", "--seat", seat]);
        assert_eq!(again["weighed"], told["weighed"]);
        folder.write("cut.jsonl", &record.to_string());
    }
    let words = folder.succeed(&["explain", "cut.jsonl", "--agent", "greedy"]);
    assert!(words.contains("recorded  nothing: the record ends here"), "{words}");
    let listed = folder.succeed(&["explain", "cut.jsonl"]);
    assert!(listed.contains("the record ends before the game does: event"), "{listed}");
    let drawn = folder.succeed(&["draw", "cut.jsonl"]);
    assert!(drawn.contains("<svg") && drawn.contains("greedy"), "{}", &drawn[..200]);
}

#[test]
fn an_own_offer_is_explained_where_others_are_unknown() {
    let folder = TestFolder::new();
    let record = before_offers(&folder, &[1]);
    folder.write("cut.jsonl", &record.to_string());
    let events = record["events"].as_array().unwrap();
    let own = events.iter().rposition(|event| event["e"] == "price").unwrap();
    let told = explain(&folder, &["--agent", "greedy", "--event", &own.to_string()]);
    assert_eq!((told["seat"].as_u64(), &told["chosen"]), (Some(1), &told["recorded"]));
    let refused = folder
        .assert_refused(&["explain", "cut.jsonl", "--agent", "greedy", "--seat", "1"], "seat 1 has already decided");
    assert!(refused.contains(&format!("accepted: --event {own}")), "{refused}");
}

#[test]
fn what_nobody_is_to_decide_is_told() {
    let folder = TestFolder::new();
    let record = before_offers(&folder, &[0, 1, 2]);
    let cut = |count: usize| {
        let mut cut = record.clone();
        cut["events"] = record["events"].as_array().unwrap()[..count].into();
        folder.write("cut.jsonl", &cut.to_string());
    };
    // All offers are in: the first seat buys, and no other.
    cut(record["events"].as_array().unwrap().len());
    let told = explain(&folder, &["--agent", "greedy"]);
    let other = (told["seat"].as_u64().unwrap() + 1) % 3;
    folder.assert_refused(
        &["explain", "cut.jsonl", "--agent", "greedy", "--seat", &other.to_string()],
        "a seat that is due to decide",
    );
    // Chance decides.
    cut(1);
    folder.assert_refused(&["explain", "cut.jsonl", "--agent", "greedy"], "no decision is due where the record ends");
    folder.assert_refused(&["explain", "whole.jsonl", "--agent", "greedy"], "the game is over");
    folder.assert_refused(&["explain", "cut.jsonl", "--json"], "--agent");
    // A record that breaks the rules is refused as ever.
    let mut wrong = record.clone();
    wrong["events"][1]["gold"] = 77.into();
    folder.write("cut.jsonl", &wrong.to_string());
    let error = text(&folder.sim(&["draw", "cut.jsonl"]).stderr);
    assert!(error.contains("event 1: expected"), "{error}");
}

#[test]
fn an_unfinished_game_of_tipperary_is_explained_and_drawn() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "greedy", "random", "--game", "tipperary", "--seed", "2", "--record", "whole.jsonl"]);
    let mut record: Value = serde_json::from_str(&folder.read("whole.jsonl")).unwrap();
    let events = record["events"].as_array().unwrap();
    let second = events.iter().position(|event| event["e"] == "round" && event["round"] == 2).unwrap();
    let spin = second + events[second..].iter().position(|event| event["e"] == "spin").unwrap();
    record["events"] = events[..=spin].into();
    folder.write("cut.jsonl", &record.to_string());
    let told = explain(&folder, &["--agent", "greedy"]);
    assert_eq!((told["round"].as_u64(), &told["recorded"]), (Some(2), &Value::Null));
    assert!(folder.succeed(&["draw", "cut.jsonl"]).contains("<svg"));
}

#[test]
fn the_example_of_the_documentation_is_answered() {
    let folder = TestFolder::new();
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/records.md")).unwrap();
    let section = page.split("## Unfinished games").nth(1).unwrap();
    let example = section.split("```json").nth(1).unwrap().split("```").next().unwrap();
    folder.write("cut.jsonl", &example.replace('\n', ""));
    for seat in ["0", "1"] {
        let told = explain(&folder, &["--agent", "mcts:iterations=24", "--seat", seat]);
        assert!(told["chosen"].as_str().unwrap().contains("; discard L"), "{told}");
    }
    assert!(folder.succeed(&["explain", "cut.jsonl"]).contains("expected a price of seat 0, 1"));
    assert!(folder.succeed(&["draw", "cut.jsonl"]).contains("Ben"));
}
