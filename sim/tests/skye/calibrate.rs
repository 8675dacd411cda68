//! `sim calibrate`.

use agents::skye::appraisal::{ByPlayers, Judgements, Scope};

use crate::workshop::Workshop;

/// A tiny calibration on this many threads.
fn calibrated(threads: &str, seed: &str) -> String {
    let words = [
        "calibrate",
        "--passes",
        "2",
        "--games",
        "20",
        "--trials",
        "10",
        "--seed",
        seed,
        "--threads",
        threads,
        "--quiet",
    ];
    Workshop::new().succeed(&words)
}

#[test]
fn a_calibration_is_the_same_for_any_number_of_threads() {
    let one = calibrated("1", "5");
    assert_eq!(one, calibrated("3", "5"));
    assert_ne!(one, calibrated("1", "6"));
}

#[test]
fn what_is_printed_is_a_data_file_for_every_number_of_players() {
    let found = ByPlayers::from_toml(&calibrated("2", "7")).unwrap();
    let start = &Judgements::uncalibrated(Scope::Base).scopes[Scope::Base as usize];
    for (found, start) in found.players.iter().zip(&start.players) {
        // With no round to come there is nothing to fit.
        assert_eq!(found.stages[0], start.stages[0]);
        assert_ne!(found.stages[2], start.stages[2]);
    }
}

#[test]
fn with_modules_their_numbers_are_fitted_too() {
    let shop = Workshop::new();
    let words = "calibrate --modules druids,borderlands --players 3 --passes 1 --games 60 --trials 10 --tried tried.csv --quiet";
    let found = ByPlayers::from_toml(&shop.succeed(&words.split(' ').collect::<Vec<_>>())).unwrap();
    let start = &Judgements::uncalibrated(Scope::DruidsAndBorderlands).scopes[Scope::DruidsAndBorderlands as usize];
    for players in 2..=5 {
        let of = |judgements: &ByPlayers| judgements.of(players).stages[3].expansions.tablets;
        // Only the one table size was calibrated.
        assert_eq!(of(&found) == of(start), players != 3, "{players} players");
    }
    let tried = shop.read("tried.csv");
    assert_eq!(tried.lines().next(), Some("players,number,percent,games,wins"));
    for (number, values) in [("gold", 6), ("saving", 2), ("borderland", 3)] {
        assert_eq!(tried.lines().filter(|line| line.starts_with(&format!("3,{number},"))).count(), values, "{tried}");
    }
}
