//! Two runs of the same blocks under other rules.

use sim::lab::run::playing::Finished;
use sim::lab::study::verification::verify;

use super::workshop::{CONFIG, QUIET, Row, Workshop, check_close, mean, order, read, row_of};
use crate::toy::subject::FairSetting;

/// The config again, with dearer prizes.
fn run(shop: &Workshop) -> Finished<FairSetting> {
    let experiment = read(&format!("{CONFIG}\n[compare]\nprizes = [2, 5, 10]\n"), &[]).unwrap();
    shop.play(&experiment, &order(shop.path("out")))
}

#[test]
fn games_with_dearer_prizes_are_compared_seed_by_seed() {
    let shop = Workshop::new();
    assert!(run(&shop).comparison.is_some());
    let rows = shop.table("out/comparison.csv");
    let prizes = row_of(&rows, "measure", "prizes");
    // Chance is the same, so that the bell rings at the same time.
    assert_eq!((prizes.number("difference"), prizes.number("clusters")), (0.0, 6.0));
    let vp: Vec<&Row> = rows.iter().filter(|row| row.has("measure", "vp") && row.has("agent", "anyone")).collect();
    for (column, folder) in [("first", "out"), ("second", "out/second")] {
        let seats = shop.table(&format!("{folder}/seats.csv"));
        // Every agent has as many seats in each cluster.
        let own = seats.iter().filter(|seat| seat.has("agent", "anyone"));
        check_close(vp[0].number(column), mean(own.map(|seat| seat.number("vp"))));
    }
    assert!(!rows.iter().any(|row| row.has("measure", "leader_win") && row.number("clusters") > 0.0));
}

#[test]
fn both_runs_are_verified() {
    let shop = Workshop::new();
    run(&shop);
    let report = verify(&shop.kept("out"), 10, QUIET).unwrap();
    assert_eq!((report.games, report.replayed, report.faults.len()), (144, 20, 0));
    shop.forge("out/second/lots.csv", |text| text[..text.trim_end().rfind('\n').unwrap() + 1].to_owned());
    assert!(!verify(&shop.kept("out"), 10, QUIET).unwrap().faults.is_empty());
}
