//! `sim train --what judgement --game tipperary`.

use agents::tipperary::appraisal::Judgements;

use crate::test_folder::TestFolder;

/// A tiny calibration on this many threads.
fn calibrated(threads: &str, seed: &str) -> String {
    let words = format!(
        "train --what judgement --game tipperary --passes 2 --games 20 --seed {seed} --threads {threads} --quiet"
    );
    TestFolder::new().succeed(&words.split(' ').collect::<Vec<_>>())
}

#[test]
fn a_calibration_is_the_same_for_any_number_of_threads() {
    let one = calibrated("1", "5");
    assert_eq!(one, calibrated("3", "5"));
    assert_ne!(one, calibrated("1", "6"));
}

#[test]
fn what_is_printed_is_a_data_file() {
    let found = Judgements::from_json(&calibrated("2", "7")).expect("a data file");
    let start = Judgements::by_hand();
    // With no round to come there is nothing to fit.
    assert_eq!(found.stages[0], start.stages[0]);
    assert!((1..12).all(|stage| found.stages[stage] != start.stages[stage]));
}
