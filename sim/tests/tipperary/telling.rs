//! Games told round by round, and decisions explained.

use snapbox::{assert_data_eq, file};

use crate::folder;

#[test]
fn a_game_is_told_round_by_round_and_drawn() {
    let folder = folder();
    let printed = folder.succeed(&["play", "random", "greedy", "--game", "tipperary", "--seed", "2"]);
    for words in [
        "Tipperary, 2 players",
        "whiskey track 0 3 6* 10 13* 17 21*",
        " Round 1 of 12, starts with ",
        " Round 12 of 12, starts with ",
        "area ",
        "places T",
        "places a wooden sheep on (",
        "largest flocks by seat: ",
        " End of the game ",
        "County of 0 random",
        "County of 1 greedy",
        "Final scoring",
        "RECONSTRUCTED",
    ] {
        assert!(printed.contains(words), "{words}: {printed}");
    }
    assert_eq!(printed.matches(" Round ").count(), 12);
    assert!(!printed.contains('\u{1b}'), "no colours where there is no terminal");
}

#[test]
fn every_decision_of_a_record_is_listed_and_can_be_explained() {
    let folder = folder();
    folder.succeed(&["play", "greedy", "greedy", "--game", "tipperary", "--games", "1", "--record", "g.jsonl"]);
    let printed = folder.succeed(&["explain", "g.jsonl"]);
    assert!(printed.contains("wooden sheep on (") && printed.contains(", 90°"), "{printed}");
    let first = printed.lines().find(|line| line.contains(" T")).unwrap();
    let event = first.split('┆').next().unwrap().trim_matches(['│', ' ']).to_owned();
    for agent in ["greedy", "mcts:iterations=20", "random"] {
        let printed = folder.succeed(&["explain", "g.jsonl", "--event", &event, "--agent", agent]);
        assert!(printed.contains("chosen    T") && printed.contains("rectangle "), "{agent}: {printed}");
    }
}

#[test]
fn a_decision_is_explained_in_parts() {
    let folder = folder();
    folder.succeed(&["play", "greedy", "greedy", "--game", "tipperary", "--seed", "2", "--record", "g.jsonl"]);
    let record = folder.read("g.jsonl");
    let game: serde_json::Value = serde_json::from_str(&record).expect("JSON");
    let mut events = game["events"].as_array().expect("a list").iter().enumerate().skip(40);
    let (event, placed) = events.find(|(_, event)| event["e"] == "place").expect("a placement");
    let event = event.to_string();
    let told = folder.succeed(&["explain", "g.jsonl", "--event", &event, "--agent", "greedy"]);
    assert_data_eq!(told.as_str(), file!["../golden/explain_tipperary.txt"].raw());
    // Both spellings of the same placement.
    let part = |key: &str| placed[key].to_string().replace('"', "");
    let mut line = ["tile", "x", "y", "rotation"].map(part).join(" ");
    line += if placed["flip"] == true { " flip" } else { "" };
    let ask = ["explain", "g.jsonl", "--event", &event, "--futures", "2", "--json", "--instead"];
    let by_line = folder.succeed(&[&ask[..], &[&line]].concat());
    let by_line: serde_json::Value = serde_json::from_str(&by_line).expect("JSON");
    assert_eq!(by_line["instead"], by_line["action"], "{line}");
    let by_json = folder.succeed(&[&ask[..], &[&by_line["action"].to_string()]].concat());
    assert_eq!(serde_json::from_str::<serde_json::Value>(&by_json).expect("JSON"), by_line);
    let error = crate::test_folder::text(&folder.sim(&[&ask[..], &["T99 0 0 0"]].concat()).stderr);
    assert!(error.starts_with("error: --instead: found `T99 0 0 0`; accepted: `T"), "{error}");
}

#[test]
fn counties_are_drawn_as_they_grow() {
    let folder = folder();
    folder.succeed(&["play", "random", "greedy", "--game", "tipperary", "--games", "2", "--record", "g.jsonl"]);
    let drawn = |step: &[&str]| folder.succeed(&[&["draw", "g.jsonl", "--game", "2"], step].concat());
    let spaces = |drawing: &str| drawing.matches("<use ").count();
    let (first, last) = (drawn(&["--step", "0"]), drawn(&[]));
    // Nine spaces of a hometown for each of two players.
    assert_eq!(spaces(&first), 18);
    assert!(spaces(&last) >= 18 + 2 * 12 * 3, "{}", spaces(&last));
    for what in ["town", "meadow", "pasture", "ruin"] {
        assert!(last.contains(&format!("<title>{what}</title>")), "{what}");
    }
    assert_eq!(drawn(&[]), last);
}
