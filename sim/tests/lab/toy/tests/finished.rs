//! What is done with finished runs.

use std::fs;

use lab::run::analysis::analyse;
use lab::run::finished_run::game_of;
use lab::run::job::RunOptions;
use lab::schedule::shards::Part;
use lab::study::merge::{merge_into, united};
use lab::study::verification::{Verification, verify};

use super::test_folder::{QUIET, Row, TestFolder, experiment, order, read};

/// A run of the config in `out`.
fn run() -> TestFolder {
    let folder = TestFolder::new();
    folder.run(&experiment(&[]), "out");
    folder
}

fn verified(folder: &TestFolder, replays: u64) -> Verification {
    verify(&folder.kept("out"), replays, QUIET).unwrap()
}

#[test]
fn a_folder_says_which_game_it_is_of() {
    let folder = run();
    assert_eq!(game_of(&folder.path("out"), &["other", "fair"]).unwrap(), 1);
    let error = game_of(&folder.path("out"), &["other"]).unwrap_err().to_string();
    assert!(error.contains("fair") && error.contains("accepted: other"), "{error}");
}

#[test]
fn analysing_gives_the_tables_of_the_run() {
    let folder = run();
    let before = folder.results("out");
    for name in ["prices", "balance", "pairs"] {
        fs::write(folder.path(&format!("out/{name}.csv")), "spoilt").unwrap();
    }
    analyse(&folder.kept("out"), &folder.path("out"), false, QUIET).unwrap();
    assert_eq!(folder.results("out"), before);
}

#[test]
fn a_run_is_as_it_was_left() {
    let report = verified(&run(), 72);
    assert_eq!((report.games, report.replayed), (72, 72));
    assert!(report.faults.is_empty(), "{:?}", report.faults);
}

/// After this forgery of a table a run must be refused, with these words.
#[track_caller]
fn check_refused(file: &str, forge: impl FnOnce(&str) -> String, words: &[&str]) {
    let folder = run();
    folder.forge(&format!("out/{file}"), forge);
    let faults = verified(&folder, 72).faults.join("\n");
    assert!(words.iter().all(|word| faults.contains(word)), "{faults}");
}

/// The text with this column of its last row replaced.
fn with_cell(text: &str, column: &str, change: impl FnOnce(&str) -> String) -> String {
    let place = text.lines().next().unwrap().split(',').position(|name| name == column).unwrap();
    let start = text.trim_end().rfind('\n').unwrap() + 1;
    let mut cells: Vec<String> = text[start..].trim_end().split(',').map(str::to_owned).collect();
    cells[place] = change(&cells[place]);
    format!("{}{}\n", &text[..start], cells.join(","))
}

fn without_last_row(text: &str) -> String {
    text[..=text.trim_end().rfind('\n').unwrap()].to_owned()
}

fn one_more(cell: &str) -> String {
    (cell.parse::<i64>().unwrap() + 1).to_string()
}

#[test]
fn falsified_rows_are_found() {
    let points = "points are prizes less payments";
    check_refused("seats.csv", |text| with_cell(text, "vp", one_more), &["seats.csv", points, "manifest.json says"]);
    check_refused("lots.csv", |text| with_cell(text, "bid", one_more), &["lots.csv", "replaying the game"]);
    check_refused("lots.csv", without_last_row, &["lots are those in lots.csv", "replaying the game"]);
    check_refused("lots.csv", |text| with_cell(text, "buyer", |_| "7".to_owned()), &["buyer: found `7`", "below 3"]);
    check_refused("lots.csv", |text| with_cell(text, "game", one_more), &["lots.csv", "game"]);
    check_refused("games.csv", |text| with_cell(text, "prizes", one_more), &["every seat bids for every prize"]);
    check_refused(
        "prices.csv",
        |text| with_cell(text, "lots", one_more),
        &["prices.csv", "does not match the raw tables"],
    );
}

#[test]
fn a_falsified_row_is_named_by_its_line() {
    let folder = run();
    let last = fs::read_to_string(folder.path("out/lots.csv")).unwrap().lines().count();
    folder.forge("out/lots.csv", |text| with_cell(text, "bid", one_more));
    let faults = verified(&folder, 72).faults.join("\n");
    assert!(faults.contains(&format!("lots.csv:{last}: bid: found ")), "{faults}");
}

/// One game in a block, so that many blocks have no lots.
const SPARSE: &str = r#"
name = "sparse"
players = 2
blocks = 60
lineup = "self-play"
purses = [1]
agents = [{ name = "any", spec = "random" }]
"#;

#[test]
fn blocks_without_rows_of_a_table_are_as_good_as_others() {
    let (folder, experiment) = (TestFolder::new(), read(SPARSE, &[]).unwrap());
    folder.run(&experiment, "out");
    let games = folder.table("out/games.csv");
    let empty: Vec<&Row> = games.iter().filter(|game| game.has("lots", "0")).collect();
    assert!(empty.len() > 5 && empty.len() < 60, "{} of 60 blocks", empty.len());
    let report = verified(&folder, 60);
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    let shards = [1, 2, 3, 4, 5].map(|shard| {
        let subfolder = format!("shard-{shard}");
        folder.play(&experiment, &RunOptions { part: Part::shard(shard, 5), ..order(folder.path(&subfolder)) });
        folder.kept(&subfolder)
    });
    merge_into(&shards, &united(&shards).unwrap(), &folder.path("merged"), QUIET).unwrap();
    assert_eq!(folder.results("merged"), folder.results("out"));
    // A row that follows from no game.
    let invented = format!("{},{},1,2,1,0\n", empty[0].text("block"), empty[0].text("game"));
    let after =
        |line: &str| line.split(',').next().unwrap().parse().is_ok_and(|block: f64| block > empty[0].number("block"));
    folder.forge("out/lots.csv", |text| {
        let place = text.lines().position(after).unwrap();
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        lines.insert(place, &invented);
        lines.concat()
    });
    let faults = verified(&folder, 0).faults.join("\n");
    assert!(faults.contains("lots are those in lots.csv: found 1 and 0"), "{faults}");
}
