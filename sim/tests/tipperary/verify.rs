//! `sim verify`: a run as it was left passes, and every planted forgery is found.

use crate::folder;
use crate::forged::{Table, add, column, forge};

/// Verification of a run with a forged table must fail, with all these words.
#[track_caller]
fn check(name: &str, change: impl FnOnce(&mut Table), wanted: &[&str]) {
    let folder = folder();
    folder.succeed(&["run", "c.toml", "--out", "out", "--set", "blocks=2"]);
    forge(&folder, name, change);
    let error = folder.assert_refused(&["verify", "out", "--games", "6"], "out/");
    assert!(wanted.iter().all(|word| error.contains(word)), "{wanted:?} not in: {error}");
}

/// The first row with a number above 0 in this column.
#[track_caller]
fn with(table: &Table, name: &str) -> usize {
    let column = column(table, name);
    (1..table.len()).find(|&row| table[row][column] != "0").expect("some row")
}

fn swap(table: &mut Table, name: &str, one: usize, other: usize) {
    let column = column(table, name);
    let kept = table[one][column].clone();
    table[one][column] = std::mem::replace(&mut table[other][column], kept);
}

#[test]
fn a_run_as_it_was_left_passes() {
    let folder = folder();
    folder.succeed(&["run", "c.toml", "--out", "out"]);
    let printed = folder.succeed(&["verify", "out", "--games", "18"]);
    assert!(printed.contains("18 games, 18 of them replayed"), "{printed}");
}

#[test]
fn points_that_do_not_add_up() {
    check("seats.csv", |t| add(t, 4, "vp", 1), &["VP of all sources add up to the final VP"]);
    check("seats.csv", |t| add(t, 4, "vp_area", 1), &["VP of all sources"]);
    let area = |t: &mut Table| {
        add(t, 4, "vp_area", -1);
        add(t, 4, "vp_flock", 1);
    };
    check("seats.csv", area, &["VP of the area equal the spaces of the largest rectangle"]);
    check("seats.csv", |t| add(t, 4, "width", 1), &["VP of the area"]);
    check("seats.csv", |t| add(t, 4, "whiskey_steps", 1), &["steps equal pairs"]);
    check("games.csv", |t| add(t, 2, "margin", 1), &["out/games.csv:3: margin"]);
    check("games.csv", |t| add(t, 2, "sheep", 1), &["out/games.csv:3: sheep"]);
}

#[test]
fn pieces_that_do_not_add_up() {
    check("seats.csv", |t| add(t, 4, "tiles", 1), &["a tile is laid every round"]);
    check("seats.csv", |t| add(t, 4, "decisions", 1), &["decisions are tiles, wooden sheep"]);
    let more = |name: &'static str| move |t: &mut Table| add(t, 4, name, 1);
    check("seats.csv", more("lost_towers"), &["towers: none is lost before the supply is empty"]);
    check("seats.csv", more("lost_bonus_tiles"), &["bonus tiles: none is lost before the supply is empty"]);
    check("seats.csv", more("lost_sheep"), &["lost pieces match placements"]);
    check("seats.csv", more("towers"), &["towers gained are placed unless they are forgone"]);
    check("seats.csv", |t| add(t, 4, "spaces", 200), &["no more spaces than were laid"]);
    check("seats.csv", |t| add(t, 4, "spaces", -60), &["the rectangle is covered"]);
    check("seats.csv", |t| add(t, 4, "marker_rounds", 12), &["the marker is held"]);
    let sheep = |t: &mut Table| {
        let row = with(t, "sheep");
        add(t, row, "sheep", 1);
    };
    check("placements.csv", sheep, &["wooden sheep match placements"]);
    check("placements.csv", |t| add(t, 5, "pairs", 1), &["pairs match placements"]);
    check("placements.csv", |t| add(t, 5, "lost", 1), &["lost pieces match placements"]);
}

#[test]
fn turns_that_cannot_be() {
    check("placements.csv", |t| swap(t, "round", 3, 4), &["turns are in order"]);
    check("placements.csv", |t| add(t, 2, "turn", 1), &["turns are in order"]);
    let other_area = |t: &mut Table| {
        let column = column(t, "area");
        let area: usize = t[2][column].parse().unwrap();
        t[2][column] = ((area + 1) % 5).to_string();
    };
    check("placements.csv", other_area, &["the wheel turns all crests alike"]);
    let same = |t: &mut Table| {
        let (tile, left) = (column(t, "tile"), column(t, "left"));
        t[2][left] = t[2][tile].clone();
    };
    check("placements.csv", same, &["the tile that is left is another one"]);
    let again = |t: &mut Table| {
        let tile = column(t, "tile");
        t[9][tile] = t[2][tile].clone();
    };
    check("placements.csv", again, &["no tile is taken or left after it was taken"]);
}

#[test]
fn cells_that_no_run_writes() {
    let set = |row: usize, name: &'static str, value: &'static str| {
        move |t: &mut Table| {
            let column = column(t, name);
            t[row][column] = value.to_owned();
        }
    };
    check("seats.csv", set(3, "hometown", "H9Z"), &["out/seats.csv:4: hometown: found `H9Z`"]);
    check("placements.csv", set(3, "tile", "T99"), &["out/placements.csv:4: tile", "a landscape tile"]);
    check("placements.csv", set(3, "rotation", "45"), &["out/placements.csv:4: rotation", "0, 90, 180, 270"]);
    check("placements.csv", set(3, "flip", "2"), &["out/placements.csv:4: flip"]);
    check("placements.csv", set(3, "area", "5"), &["out/placements.csv:4: area"]);
    check("games.csv", set(2, "rounds", "11"), &["out/games.csv:3: rounds"]);
    check("placements.csv", |t| drop(t.remove(7)), &["out/placements.csv"]);
}

#[test]
fn what_only_playing_again_can_tell() {
    check("seats.csv", |t| add(t, 5, "holes", 1), &["out/seats.csv:6: holes", "playing"]);
    check("placements.csv", |t| add(t, 5, "x", 1), &["out/placements.csv:6: x", "playing"]);
}
