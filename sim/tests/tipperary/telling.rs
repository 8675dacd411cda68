//! Games told round by round, and decisions explained.

use crate::shop;

#[test]
fn a_game_is_told_round_by_round_and_drawn() {
    let shop = shop();
    let printed = shop.succeed(&["play", "random", "greedy", "--game", "tipperary", "--seed", "2"]);
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
    let shop = shop();
    shop.succeed(&["play", "greedy", "greedy", "--game", "tipperary", "--games", "1", "--record", "g.jsonl"]);
    let printed = shop.succeed(&["explain", "g.jsonl"]);
    assert!(printed.contains("wooden sheep on (") && printed.contains(", 90°"), "{printed}");
    let first = printed.lines().find(|line| line.contains(" T")).unwrap();
    let event = first.split('┆').next().unwrap().trim_matches(['│', ' ']).to_owned();
    for agent in ["greedy", "mcts:iterations=20", "random"] {
        let printed = shop.succeed(&["explain", "g.jsonl", "--event", &event, "--agent", agent]);
        assert!(printed.contains("chosen    T") && printed.contains("rectangle "), "{agent}: {printed}");
    }
}

#[test]
fn counties_are_drawn_as_they_grow() {
    let shop = shop();
    shop.succeed(&["play", "random", "greedy", "--game", "tipperary", "--games", "2", "--record", "g.jsonl"]);
    let drawn = |step: &[&str]| shop.succeed(&[&["draw", "g.jsonl", "--game", "2"], step].concat());
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
