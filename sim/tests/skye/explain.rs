//! `sim explain`: what agents think of the decisions of a recorded game.

use snapbox::{assert_data_eq, file};

use crate::test_folder::{TestFolder, text};

/// The events of the first recorded game that are decisions of this seat: their indices.
fn decisions_of(record: &str, seat: u64) -> Vec<usize> {
    let game: serde_json::Value = serde_json::from_str(record.lines().next().expect("a game")).expect("JSON");
    let events = game["events"].as_array().expect("a list").iter().enumerate();
    let is_own = |event: &serde_json::Value| {
        event["seat"] == seat && ["price", "buy", "pass", "place"].iter().any(|kind| event["e"] == *kind)
    };
    events.filter(|(_, event)| is_own(event)).map(|(index, _)| index).collect()
}

#[test]
fn an_agent_explains_what_it_did_in_a_recorded_game() {
    check_explained("mcts:iterations=24", "rule-of-thumb");
    check_explained("greedy", "mcts:iterations=8");
}

#[track_caller]
fn check_explained(agent: &str, other: &str) {
    let folder = TestFolder::new();
    folder.succeed(&["play", agent, other, "random", "--games", "1", "--seed", "3", "--record", "g.jsonl"]);
    let own = decisions_of(&folder.read("g.jsonl"), 0);
    for event in own.iter().step_by(5) {
        let event = event.to_string();
        let ask = ["explain", "g.jsonl", "--event", &event, "--agent", agent];
        let told = folder.succeed(&[&ask[..], &["--json"]].concat());
        let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
        // Its random source is that of the game, so it comes to the same decision.
        assert_eq!(told["chosen"], told["recorded"], "{told}");
        assert_eq!(told["player"], agent);
        assert_eq!(told["weighed"][0]["action"], told["chosen"], "what is chosen comes first: {told}");
        let weights =
            told["weighed"].as_array().expect("a list").iter().map(|line| line["weight"].as_f64().expect("a number"));
        assert!((weights.sum::<f64>() - 1.0).abs() < 1e-6, "{told}");
        assert!(folder.succeed(&ask).contains("chosen  "));
    }
}

#[test]
fn where_nothing_else_can_be_done_no_value_is_shown() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "greedy", "random", "--games", "1", "--seed", "5", "--record", "g.jsonl"]);
    let mut forced = 0;
    for event in decisions_of(&folder.read("g.jsonl"), 0) {
        let ask = ["explain", "g.jsonl", "--event", &event.to_string(), "--agent", "mcts:iterations=8"];
        let told = folder.succeed(&ask);
        let is_forced = told.contains("nothing to decide: this was the only legal action");
        assert_ne!(is_forced, told.contains("iterations; value: chance to win"), "{told}");
        forced += u32::from(is_forced);
    }
    assert!(forced > 0, "some decision has one choice");
}

#[test]
fn an_action_that_was_tried_once_has_no_standard_error() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "greedy", "random", "--games", "1", "--seed", "3", "--record", "g.jsonl"]);
    let mut once = 0;
    for event in decisions_of(&folder.read("g.jsonl"), 0).into_iter().take(12) {
        let event = event.to_string();
        let ask = ["explain", "g.jsonl", "--event", &event, "--agent", "mcts:iterations=3,variant=pimc", "--json"];
        let told: serde_json::Value = serde_json::from_str(&folder.succeed(&ask)).expect("JSON");
        for line in told["weighed"].as_array().expect("a list") {
            let visits = line["visits"].as_u64().expect("a number");
            assert_eq!(line["standard_error"].is_null(), visits < 2, "{line}");
            once += u32::from(visits == 1);
        }
    }
    assert!(once > 0, "some action is tried once");
    // Nor has a player that does not search.
    let first = decisions_of(&folder.read("g.jsonl"), 0)[0].to_string();
    let told = folder.succeed(&["explain", "g.jsonl", "--event", &first, "--agent", "greedy"]);
    assert!(!told.contains(" 0.000 ┆       0 ┆"), "{told}");
}

#[test]
fn a_decision_of_each_kind_is_explained_in_parts() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "greedy", "greedy", "greedy", "--games", "1", "--seed", "3", "--record", "g.jsonl"]);
    let game: serde_json::Value = serde_json::from_str(&folder.read("g.jsonl")).expect("JSON");
    let events = game["events"].as_array().expect("a list");
    let mut told = String::new();
    for (kind, agent) in [("price", "greedy"), ("buy", "greedy"), ("place", "mcts:iterations=40")] {
        // In the middle of the game.
        let event = (80..events.len()).find(|event| events[*event]["e"] == kind).expect("it happens").to_string();
        told += &folder.succeed(&["explain", "g.jsonl", "--event", &event, "--agent", agent]);
        told += "\n";
        let ask = ["explain", "g.jsonl", "--event", &event, "--agent", agent, "--json"];
        let found: serde_json::Value = serde_json::from_str(&folder.succeed(&ask)).expect("JSON");
        let chosen = &found["why"]["actions"][0];
        assert_eq!((&chosen["role"], &chosen["action"]), (&"chosen".into(), &found["chosen"]));
        let parts = chosen["parts"].as_array().expect("a list");
        assert!(parts.iter().all(|part| part["before"].is_f64() && part["after"].is_f64()), "{chosen}");
    }
    assert_data_eq!(told.as_str(), file!["../golden/explain_skye.txt"].raw());
}

#[test]
fn what_rests_on_reconstructed_tiles_says_so() {
    let folder = TestFolder::new();
    let play = ["play", "greedy", "random", "--games", "1", "--modules", "tunnels", "--record", "g.jsonl"];
    folder.succeed(&play);
    let first = decisions_of(&folder.read("g.jsonl"), 0)[0].to_string();
    let ask = ["explain", "g.jsonl", "--event", &first, "--agent", "greedy"];
    for told in [folder.succeed(&["explain", "g.jsonl"]), folder.succeed(&ask)] {
        assert!(told.starts_with("RECONSTRUCTED: the tiles of tunnels are not the printed ones"), "{told}");
    }
    let told: serde_json::Value =
        serde_json::from_str(&folder.succeed(&[&ask[..], &["--json"]].concat())).expect("JSON");
    assert_eq!(told["reconstructed"], serde_json::json!(["tunnels"]));
    let appraised = folder.sim(&["dev", "appraise", "g.jsonl"]);
    let warning = text(&appraised.stderr);
    assert!(warning.starts_with("RECONSTRUCTED: the tiles of tunnels"), "{warning}");
    assert!(appraised.stdout.starts_with(b"file,game,"));
}

#[test]
fn without_an_event_all_decisions_are_listed_with_their_numbers() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "greedy", "random", "--games", "1", "--record", "g.jsonl"]);
    let record = folder.read("g.jsonl");
    let mut decisions = [decisions_of(&record, 0), decisions_of(&record, 1)].concat();
    decisions.sort_unstable();
    let listed = folder.succeed(&["explain", "g.jsonl"]);
    let numbers = listed.lines().filter_map(|line| line.split(['│', '┆']).nth(1)?.trim().parse().ok());
    assert_eq!(numbers.collect::<Vec<usize>>(), decisions);
}

#[test]
fn an_offer_is_explained_with_the_chances_of_a_sale() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "greedy", "random", "--games", "1", "--record", "g.jsonl"]);
    let first = decisions_of(&folder.read("g.jsonl"), 0)[0].to_string();
    let ask = ["explain", "g.jsonl", "--event", &first, "--agent", "mcts:iterations=24", "--json"];
    let told: serde_json::Value = serde_json::from_str(&folder.succeed(&ask)).expect("JSON");
    for line in told["weighed"].as_array().expect("a list") {
        let chances = line["sale_chances"].as_array().expect("two tiles are priced");
        assert_eq!(chances.len(), 2, "{line}");
        assert!(chances.iter().all(|chance| (0.0..=1.0).contains(&chance[1].as_f64().expect("a share"))), "{line}");
    }
}

#[test]
fn what_cannot_be_explained_is_said() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "random", "random", "--games", "2", "--record", "g.jsonl"]);
    let ask = |game: &str, event: &str| {
        let ask = ["explain", "g.jsonl", "--game", game, "--event", event, "--agent", "mcts:iterations=8"];
        folder.assert_refused(&ask, "g.jsonl")
    };
    assert!(ask("3", "5").contains("--game: found 3; accepted: 1 to 2"));
    assert!(ask("1", "0").contains("--event: found 0; accepted: the index of a decision; without --event"));
    assert!(ask("1", "9999").contains("--event: found 9999"));
}

#[test]
fn decisions_with_the_same_index_are_told_apart_by_their_seats() {
    let folder = TestFolder::new();
    let play = ["play", "greedy", "greedy", "greedy", "greedy", "--games", "1", "--seed", "2", "--record", "g.jsonl"];
    folder.succeed(&[&play[..], &["--modules", "druids,tunnels,bonus,borderlands"]].concat());
    let listed = folder.succeed(&["explain", "g.jsonl"]);
    let rows = listed.lines().map(|line| line.split(['│', '┆']).map(str::trim).collect::<Vec<_>>());
    let rows: Vec<[String; 3]> = rows
        .filter(|row| row.get(1).is_some_and(|index| index.parse::<u64>().is_ok()))
        .map(|row| [row[1], row[3], row[5]].map(str::to_owned))
        .collect();
    let twice = rows.windows(2).filter(|pair| pair[0][0] == pair[1][0] && pair[0][1] != pair[1][1]);
    let mut compared = 0;
    for [index, seat, decided] in twice.flatten() {
        let ask = ["explain", "g.jsonl", "--event", index, "--agent", "greedy", "--seat", seat];
        let told = folder.succeed(&ask);
        assert!(told.contains(&format!("recorded  {decided}")), "{told}");
        compared += 1;
    }
    assert!(compared > 0, "some index has two decisions");
    let [index, seat, _] = &rows[0];
    let other = if seat == "4" { "3" } else { "4" };
    let refused = folder
        .assert_refused(&["explain", "g.jsonl", "--event", index, "--agent", "greedy", "--seat", other], "g.jsonl");
    assert!(refused.contains(&format!("--seat: found {other}; accepted: a seat that decides there, such as {seat}")));
}

#[test]
fn a_recorded_action_that_was_not_compared_says_so() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "random", "random", "--games", "1", "--seed", "1", "--record", "g.jsonl"]);
    let (mut compared, mut left_out) = (0, 0);
    for event in decisions_of(&folder.read("g.jsonl"), 0) {
        let ask = ["explain", "g.jsonl", "--event", &event.to_string(), "--agent", "mcts:iterations=8"];
        let told = folder.succeed(&ask);
        let recorded = told.lines().find_map(|line| line.strip_prefix("recorded  ")).expect("a recorded action");
        let action = recorded.strip_suffix(" (not compared)").unwrap_or(recorded);
        if told.contains("; value: ") {
            let is_shown = told.lines().any(|line| line.starts_with(&format!("│ {action} ")));
            assert_eq!(is_shown, action == recorded, "{told}");
            *(if is_shown { &mut compared } else { &mut left_out }) += 1;
        }
    }
    assert!(compared > 0 && left_out > 0, "{compared} compared, {left_out} not");
}

#[test]
fn a_saved_game_is_no_record() {
    let folder = TestFolder::new();
    folder.write("g.json", r#"{"save":1,"game":"skye"}"#);
    let refused = folder.assert_refused(&["explain", "g.json"], "g.json");
    assert!(refused.contains("found a saved game; accepted: a record, as by `sim play … --resume"), "{refused}");
}

#[test]
fn a_record_without_decisions_says_what_would_help() {
    let folder = TestFolder::new();
    folder.succeed(&["play", "greedy", "random", "--record", "g.jsonl"]);
    let mut game: serde_json::Value = serde_json::from_str(&folder.read("g.jsonl")).expect("JSON");
    game["events"] = serde_json::json!([]);
    folder.write("g.jsonl", &game.to_string());
    let told = folder.succeed(&["explain", "g.jsonl"]);
    assert!(
        told.starts_with("this record has no decisions; once a round's tiles are drawn, `--agent SPEC` shows"),
        "{told}"
    );
    assert!(told.contains("the record ends before the game does: event 0"), "{told}");
}
