//! `sim replay`: the game of the tables once more.

use serde_json::Value;

use crate::workshop::{Workshop, number};

/// The record of a game.
fn record(shop: &Workshop, folder: &str, game: &str, file: &str) -> Value {
    shop.succeed(&["replay", folder, "--game", game, "--record", file]);
    serde_json::from_slice(&std::fs::read(shop.path(file)).unwrap()).unwrap()
}

#[test]
fn a_recorded_game_is_the_one_in_the_tables() {
    let shop = Workshop::new();
    shop.succeed(&["run", "t.toml", "--out", "out"]);
    let record = record(&shop, "out", "17", "g.jsonl");
    let game = &shop.table("out/games.csv")[17];
    assert_eq!(record["seed"], *game["seed"]);
    let results = record["events"].as_array().unwrap().iter().filter(|event| event["e"] == "result");
    let seats = shop.table("out/seats.csv");
    for (result, seat) in results.zip(seats.iter().filter(|seat| seat["game"] == "17")) {
        let cells = ["vp", "gold_left", "rank"].map(|column| Some(number(seat, column)));
        assert_eq!(["vp", "gold", "rank"].map(|key| result[key].as_f64()), cells);
    }
    let names: Vec<&str> =
        seats.iter().filter(|seat| seat["game"] == "17").map(|seat| seat["agent"].as_str()).collect();
    assert_eq!(record["players"], Value::from(names));
    shop.succeed(&["check", "g.jsonl"]);
}

#[test]
fn changed_rules_and_tiles_come_along() {
    let shop = Workshop::new();
    shop.write("mine.csv", &shop.succeed(&["list", "other-tiles"]));
    let words = ["--set", "tiles=mine.csv", "--set", "rules.castle-income=7", "--set", "rules.rounds=[\"A\",\"BCD\"]"];
    shop.succeed(&[&["run", "t.toml", "--out", "out"], &words[..]].concat());
    std::fs::remove_file(shop.path("mine.csv")).unwrap();
    let record = record(&shop, "out", "4", "g.jsonl");
    assert_eq!(record["events"][1]["castle"], 7);
    let results = record["events"].as_array().unwrap().iter().filter(|event| event["e"] == "result");
    let found: Vec<Option<f64>> = results.map(|result| result["vp"].as_f64()).collect();
    let seats = shop.table("out/seats.csv");
    let expected: Vec<Option<f64>> =
        seats.iter().filter(|seat| seat["game"] == "4").map(|seat| Some(number(seat, "vp"))).collect();
    assert_eq!(found, expected);
}

#[test]
fn without_a_file_the_game_is_told() {
    let shop = Workshop::new();
    shop.succeed(&["run", "t.toml", "--out", "out", "--set", "blocks=1"]);
    let told = shop.succeed(&["replay", "out", "--game", "2"]);
    assert!(["one", "two", "rule"].iter().all(|name| told.contains(name)), "{told}");
}

#[test]
fn a_file_that_exists_is_not_overwritten() {
    let shop = Workshop::new();
    shop.succeed(&["run", "t.toml", "--out", "out", "--set", "blocks=1"]);
    let error = shop.refuse(&["replay", "out", "--game", "0", "--record", "t.toml"]);
    assert!(error.contains("t.toml") && error.contains("a new file"), "{error}");
}
