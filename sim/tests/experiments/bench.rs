//! `sim bench`.

use serde_json::Value;

use crate::workshop::Workshop;

fn last_word(printed: &str) -> String {
    printed.split_whitespace().last().unwrap().to_owned()
}

#[test]
fn its_hash_is_that_of_play() {
    let shop = Workshop::new();
    for players in 2..=5 {
        let agents = vec!["rule-of-thumb"; players];
        let played = shop.succeed(&[&["play"], &agents[..], &["--games", "7", "--seed", "3"]].concat());
        let players = players.to_string();
        let words = ["bench", "--only", "rule-of-thumb", "--players", &players, "--games", "7", "--seed", "3"];
        assert_eq!(last_word(&shop.succeed(&words)), last_word(&played), "{players} players");
    }
}

#[test]
fn its_hash_depends_on_games_and_seed() {
    let shop = Workshop::new();
    let hash = |games: &str, seed: &str| {
        last_word(&shop.succeed(&["bench", "--only", "random", "--games", games, "--seed", seed]))
    };
    assert_eq!(hash("5", "1"), hash("5", "1"));
    assert_ne!(hash("5", "1"), hash("6", "1"));
    assert_ne!(hash("5", "1"), hash("5", "2"));
}

#[test]
fn json_is_one_object() {
    let shop = Workshop::new();
    let exact: Value =
        serde_json::from_str(&shop.succeed(&["bench", "--only", "random", "--games", "3", "--json"])).unwrap();
    assert_eq!((exact["games"].as_u64(), exact["players"].as_u64()), (Some(3), Some(4)));
    assert_eq!(exact["score_hash"].as_str().unwrap().len(), 16);
    let printed = shop.succeed(&["bench", "--only", "random", "--players", "2", "--json"]);
    let measured: Value = serde_json::from_str(&printed).unwrap();
    assert!(measured["speeds"][0]["games_per_s"].as_f64().unwrap() > 0.0, "{printed}");
}
