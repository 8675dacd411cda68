//! Two runs of the same blocks under other rules.

use lab::run::job::CompleteRun;
use lab::study::verification::verify;
use lab::tables::comparison::ComparisonRow;
use stats::multiple::q_values;

use super::test_folder::{CONFIG, QUIET, Row, TestFolder, check_close, mean, order, read, row_of};

/// The config again, with dearer prizes.
fn run(folder: &TestFolder) -> CompleteRun {
    let experiment = read(&format!("{CONFIG}\n[compare]\nprizes = [2, 5, 10]\n"), &[]).unwrap();
    folder.play(&experiment, &order(folder.path("out")))
}

#[test]
fn games_with_dearer_prizes_are_compared_seed_by_seed() {
    let folder = TestFolder::new();
    assert!(run(&folder).comparison.is_some());
    let rows = folder.table("out/comparison.csv");
    let prizes = row_of(&rows, "measure", "prizes");
    // Chance is the same, so that the bell rings at the same time.
    assert_eq!((prizes.number("difference"), prizes.number("clusters")), (0.0, 6.0));
    let vp: Vec<&Row> = rows.iter().filter(|row| row.has("measure", "vp") && row.has("agent", "anyone")).collect();
    for (column, subfolder) in [("first", "out"), ("second", "out/second")] {
        let seats = folder.table(&format!("{subfolder}/seats.csv"));
        // Every agent has as many seats in each cluster.
        let own = seats.iter().filter(|seat| seat.has("agent", "anyone"));
        check_close(vp[0].number(column), mean(own.map(|seat| seat.number("vp"))));
    }
    assert!(!rows.iter().any(|row| row.has("measure", "leader_win") && row.number("clusters") > 0.0));
}

#[test]
fn every_place_in_the_turn_order_has_a_row() {
    let folder = TestFolder::new();
    let rows = run(&folder).comparison.unwrap();
    let places: Vec<_> = rows.iter().filter(|row| row.part.is_some()).collect();
    assert_eq!(places.iter().map(|row| row.part).collect::<Vec<_>>(), [Some(0), Some(1), Some(2)]);
    assert!(places.iter().all(|row| row.is_said && row.is_who_wins() && row.measure.unit == "wins"));
    for value in [|row: &ComparisonRow| row.first.value, |row: &ComparisonRow| row.second.value] {
        check_close(places.iter().map(|row| value(row).unwrap()).sum(), 1.0);
    }
    // By hand from the raw tables: the seat after the one that starts is second.
    let (games, seats) = (folder.table("out/games.csv"), folder.table("out/seats.csv"));
    let second = games.iter().map(|game| {
        let seat = ((game.number("first_start") as usize + 1) % 3).to_string();
        let own = seats.iter().find(|row| row.has("game", game.text("game")) && row.has("seat", &seat));
        own.unwrap().number("win_share")
    });
    check_close(places[1].first.value.unwrap(), mean(second));
    // That of the first place stands there twice, and is said and counted once.
    let first = rows.iter().find(|row| row.measure.name == "first_start_win").unwrap();
    assert_eq!((first.difference, first.q, first.is_said), (places[0].difference, places[0].q, false));
    let tested: Vec<&ComparisonRow> = rows.iter().filter(|row| row.is_said && row.p.is_some()).collect();
    let q = q_values(&tested.iter().map(|row| row.p.unwrap()).collect::<Vec<_>>());
    assert_eq!(tested.iter().map(|row| row.q.unwrap()).collect::<Vec<_>>(), q);
    let table = folder.table("out/comparison.csv");
    let parts: Vec<&str> =
        table.iter().filter(|row| row.has("measure", "win_share_by_order")).map(|row| row.text("part")).collect();
    assert_eq!(parts, ["1", "2", "3"]);
}

#[test]
fn both_runs_are_verified() {
    let folder = TestFolder::new();
    run(&folder);
    let report = verify(&folder.kept("out"), 10, QUIET).unwrap();
    assert_eq!((report.games, report.replayed, report.faults.len()), (144, 20, 0));
    folder.forge("out/second/lots.csv", |text| text[..text.trim_end().rfind('\n').unwrap() + 1].to_owned());
    assert!(!verify(&folder.kept("out"), 10, QUIET).unwrap().faults.is_empty());
}
