//! `sim calibrate`.

use agents::skye::appraisal::Judgements;

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
    let found = Judgements::from_toml(&calibrated("2", "7")).unwrap();
    let start = Judgements::uncalibrated();
    for (found, start) in found.players.iter().zip(&start.players) {
        // With no round to come there is nothing to fit.
        assert_eq!(found.stages[0], start.stages[0]);
        assert_ne!(found.stages[2], start.stages[2]);
    }
}
