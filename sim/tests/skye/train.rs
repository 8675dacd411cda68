//! `sim train`.

use agents::skye::value::NAME;
use agents::tipperary;
use agents::value::Evaluation;
use engine::skye::Skye;
use engine::tipperary::Tipperary;

use crate::workshop::Workshop;

/// A tiny training on this many threads; returns the file.
fn trained(shop: &Workshop, threads: &str, seed: &str) -> String {
    let words = "train --games 120 --agent greedy:pricing=table --hidden 4 --epochs 2 --out value.toml --quiet";
    let told = shop.succeed(&words.split(' ').chain(["--threads", threads, "--seed", seed]).collect::<Vec<_>>());
    assert!(told.starts_with("value.toml: learned from ") && told.contains(" by linear worth "), "{told}");
    shop.read("value.toml")
}

#[test]
fn what_is_learned_is_the_same_for_any_number_of_threads() {
    let one = trained(&Workshop::new(), "1", "5");
    assert_eq!(one, trained(&Workshop::new(), "3", "5"));
    assert_ne!(one, trained(&Workshop::new(), "1", "6"));
    let evaluation = Evaluation::from_toml::<Skye>(&one, NAME).expect("an evaluation");
    assert_eq!(evaluation.known.to_string(), "skye, 2 players, rules as printed");
    assert!(
        evaluation.trained_on.starts_with("120 games of 2 greedy:pricing=table, 5 % of the decisions by rule-of-thumb")
    );
    assert!(evaluation.slopes[1] > evaluation.slopes[5], "late leads count more: {:?}", evaluation.slopes);
}

#[test]
fn an_interrupted_training_goes_on_to_the_same_bytes() {
    let shop = Workshop::new();
    let whole = trained(&shop, "2", "7");
    let pieces = shop.files("value.games");
    assert_eq!(
        pieces.keys().map(String::as_str).collect::<Vec<_>>(),
        ["000000-50.games", "000001-50.games", "000002-20.games", "plan.txt"]
    );
    std::fs::remove_file(shop.path("value.games/000001-50.games")).expect("a piece");
    std::fs::write(shop.path("value.games/000002-20.new"), "half of it").expect("a file");
    assert_eq!(trained(&shop, "1", "7"), whole);
    assert_eq!(shop.files("value.games")["000001-50.games"], pieces["000001-50.games"]);
}

#[test]
fn modules_and_rules_are_learned_from_and_named() {
    let shop = Workshop::new();
    let words = "train --players 3 --modules druids,borderlands --set rules.castle-income=6 --games 60 --agent greedy:pricing=table \
                 --hidden 4 --epochs 2 --out value.toml --quiet";
    shop.succeed(&words.split_whitespace().collect::<Vec<_>>());
    let evaluation = Evaluation::from_toml::<Skye>(&shop.read("value.toml"), NAME).expect("an evaluation");
    assert_eq!(evaluation.known.to_string(), "skye, 3 players, any of druids, borderlands, rules castle-income=6");
    let told = shop.refuse(&["train", "--set", "tiles=mine.csv", "--out", "other.toml"]);
    assert!(told.contains("--set: found `tiles=mine.csv`; accepted: rules.KEY=VALUE"), "{told}");
}

#[test]
fn tipperary_is_learned_the_same_way() {
    let shop = Workshop::new();
    let train = |threads: &str, out: &str| {
        let words = "train --game tipperary --players 2 --games 60 --hidden 4 --epochs 2 --quiet --threads";
        shop.succeed(&words.split(' ').chain([threads, "--out", out]).collect::<Vec<_>>());
        shop.read(out)
    };
    let text = train("1", "one.toml");
    assert_eq!(text, train("3", "three.toml"));
    let evaluation = Evaluation::from_toml::<Tipperary>(&text, tipperary::value::NAME).expect("an evaluation");
    assert_eq!(evaluation.known.to_string(), "tipperary, 2 players, rules as printed");
    assert!(evaluation.slopes[1] > evaluation.slopes[11], "late leads count more: {:?}", evaluation.slopes);
    let error = Evaluation::from_toml::<Skye>(&text, NAME).expect_err("another game");
    assert_eq!(error.to_string(), "chances to win of `tipperary`; accepted: of `skye`");
}

#[test]
fn a_file_that_is_not_its_own_is_left_alone() {
    let shop = Workshop::new();
    shop.write("notes.txt", "mine");
    let told = shop.refuse(&["train", "--out", "notes.txt", "--quiet"]);
    assert!(told.contains("notes.txt: the file already holds something else"), "{told}");
    assert_eq!(shop.read("notes.txt"), "mine");
}

#[test]
fn games_of_another_training_and_damaged_ones_are_refused() {
    let shop = Workshop::new();
    trained(&shop, "2", "8");
    let again = [
        "train",
        "--games",
        "120",
        "--agent",
        "greedy:pricing=table",
        "--out",
        "other.toml",
        "--games-in",
        "value.games",
        "--quiet",
    ];
    let told = shop.refuse(&again);
    assert!(told.contains("plan.txt: found self-play of greedy:pricing=table, skye, 2 players, rules as printed, slips 5 % like rule-of-thumb, seed 8; wanted: "), "{told}");
    let mut piece = shop.files("value.games")["000000-50.games"].clone();
    piece[1000] ^= 1;
    std::fs::write(shop.path("value.games/000000-50.games"), piece).expect("a file");
    let told = shop.refuse(&again.into_iter().chain(["--seed", "8"]).collect::<Vec<_>>());
    assert!(told.contains("000000-50.games: damaged"), "{told}");
    assert!(!shop.path("other.toml").exists());
    let told = shop.refuse(&["train", "--agent", "mcts:time-ms=5", "--out", "other.toml"]);
    assert!(told.contains("plays by the clock"), "{told}");
}
