//! `sim dev bench`.

use serde_json::Value;

use crate::test_folder::{TestFolder, text};

fn last_word(printed: &str) -> String {
    printed.split_whitespace().last().unwrap().to_owned()
}

#[test]
fn its_hash_is_that_of_play() {
    let folder = TestFolder::new();
    for players in 2..=5 {
        let agents = vec!["rule-of-thumb"; players];
        let played = folder.succeed(&[&["play"], &agents[..], &["--games", "7", "--seed", "3"]].concat());
        let players = players.to_string();
        let words = ["dev", "bench", "--only", "rule-of-thumb", "--players", &players, "--games", "7", "--seed", "3"];
        assert_eq!(last_word(&folder.succeed(&words)), last_word(&played), "{players} players");
    }
}

#[test]
fn its_hash_is_that_of_play_with_modules_and_rules_too() {
    let folder = TestFolder::new();
    let setup = ["--modules", "druids,tunnels,bonus,borderlands", "--set", "rules.vp-barrel-gold=1"];
    let common = [&["--games", "5", "--seed", "3"], &setup[..]].concat();
    let played = folder.succeed(&[&["play", "random", "random", "random"], &common[..]].concat());
    let words = [&["dev", "bench", "--only", "random", "--players", "3"], &common[..]].concat();
    assert_eq!(last_word(&folder.succeed(&words)), last_word(&played));
    let all = json(&folder, &words[2..]);
    assert_eq!(all["reconstructed"], serde_json::json!(["druids", "tunnels", "borderlands"]));
}

#[test]
fn its_hash_depends_on_games_and_seed() {
    let folder = TestFolder::new();
    let hash = |games: &str, seed: &str| {
        last_word(&folder.succeed(&["dev", "bench", "--only", "random", "--games", games, "--seed", seed]))
    };
    assert_eq!(hash("5", "1"), hash("5", "1"));
    assert_ne!(hash("5", "1"), hash("6", "1"));
    assert_ne!(hash("5", "1"), hash("5", "2"));
}

#[test]
fn json_of_exact_games_is_one_object() {
    let folder = TestFolder::new();
    let exact = json(&folder, &["--only", "random", "--games", "3"]);
    assert_eq!((exact["games"].as_u64(), exact["players"].as_u64()), (Some(3), Some(4)));
    assert_eq!(exact["score_hash"].as_str().unwrap().len(), 16);
}

#[test]
fn a_measurement_has_rates_on_one_thread_and_on_all() {
    let folder = TestFolder::new();
    let all = json(&folder, &["--only", "mcts:iterations=8", "--players", "2", "--threads", "3"]);
    assert_eq!(all["threads"].as_u64(), Some(3));
    let row = &all["games"][0];
    assert_eq!((row["agent"].as_str(), row["players"].as_u64()), (Some("mcts:iterations=8"), Some(2)));
    for rates in [&row["one_thread"], &row["all_threads"]] {
        // A 2-player game has 2 offers, 2 purchases and some placements in each of 6 rounds, and far fewer than 100 decisions.
        let per_game = median(&rates["decisions_per_s"]) / median(&rates["games_per_s"]);
        assert!((24.0..100.0).contains(&per_game), "{row}");
        let per_decision = median(&rates["iterations_per_s"]) / median(&rates["decisions_per_s"]);
        // A quotient of rates, so 8 but for rounding.
        assert!((2.0..=8.0 + 1e-12).contains(&per_decision), "{row}");
        assert!(median(&rates["processors"]) > 0.0, "{row}");
    }
    assert!(median(&row["ratio"]) > 0.0);
}

#[test]
fn all_agents_are_measured_with_the_number_of_players_asked_for() {
    let all = json(&TestFolder::new(), &["--players", "3"]);
    let games = all["games"].as_array().unwrap();
    let agents: Vec<&str> = games.iter().map(|row| row["agent"].as_str().unwrap()).collect();
    assert_eq!(agents, ["random", "rule-of-thumb", "greedy", "mcts:iterations=24"]);
    assert!(games.iter().all(|row| row["players"] == 3));
}

#[test]
fn exact_calls_come_to_the_same_each_time() {
    let folder = TestFolder::new();
    let calls = |words: &[&str]| json(&folder, &[&["--calls"], words].concat());
    let four = calls(&["20"]);
    assert_eq!((four["players"].as_u64(), four["calls"].as_u64()), (Some(4), Some(20)));
    assert_eq!(four, calls(&["20", "--players", "4", "--threads", "2"]));
    assert_ne!(four["sums"], calls(&["20", "--players", "5"])["sums"]);
    assert_ne!(four["sums"], calls(&["20", "--seed", "2"])["sums"]);
    let (placements, double) = (&four["sums"][0], &calls(&["2000"])["sums"][0]);
    assert_eq!(placements["call"], "legal_placements");
    // Every tile has a few placements at least.
    assert!((20..2000).contains(&placements["sum"].as_u64().unwrap()), "{placements}");
    assert!(double["sum"].as_u64() > placements["sum"].as_u64().map(|sum| 50 * sum), "{double}");
}

#[test]
fn bad_flags_are_refused() {
    let folder = TestFolder::new();
    let cases: [(&[&str], &str); 7] = [
        (&["--only", "gredy"], "did you mean `greedy`?"),
        (&["--only", "mcts:iterations=x"], "accepted: a whole number"),
        (&["--players", "6"], "from 2 to 5"),
        (&["--games", "5"], "--only <SPEC>"),
        (&["--only", "random", "--games", "0"], "from 1"),
        (&["--calls", "5", "--only", "random"], "cannot be used with"),
        (&["--threads", "0"], "from 1 to 1024"),
    ];
    for (words, wanted) in cases {
        let output = folder.sim(&[&["dev", "bench"], words].concat());
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{words:?}");
        assert!(error.contains(wanted), "{words:?}: {error}");
    }
}

#[track_caller]
fn json(folder: &TestFolder, words: &[&str]) -> Value {
    serde_json::from_str(&folder.succeed(&[&["dev", "bench"], words, &["--json"]].concat())).unwrap()
}

#[track_caller]
fn median(spread: &Value) -> f64 {
    let [median, min, max] = ["median", "min", "max"].map(|key| spread[key].as_f64().unwrap());
    assert!(min <= median && median <= max, "{spread}");
    median
}
