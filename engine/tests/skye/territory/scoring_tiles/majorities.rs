//! Scoring tiles that compare players: `most-whisky`, `most-ships`, `most-gold`.

use ScoringTile::{MostGold, MostShips, MostWhisky};
use engine::skye::ScoringTile;
use engine::skye::scoring::award;

use crate::drawing::{check, check_table, draw};

/// Tiles with barrels: one, none of them at a road to the castle.
const ONE_WHISKY: &str = "
    n = PPPP,,,,whisky@N
    n
    castle";

/// Tiles with barrels: two.
const TWO_WHISKY: &str = "
    n = PPPP,,,,whisky@N
    n
    n
    castle";

/// Five barrels in three areas of one tile: one tile with barrels.
const FIVE_BARRELS: &str = "
    n = PMPM,,M,,whisky*3@N whisky@E whisky@inner
    n
    castle";

#[track_caller]
fn check_gold(gold: &[u16], expected_vp: &[u16]) {
    let castle = draw("castle");
    let measured: Vec<u16> = gold.iter().map(|&gold| castle.survey().measure(MostGold, gold)).collect();
    assert_eq!(award(MostGold, &measured)[..], *expected_vp, "{gold:?}");
}

#[test]
fn most_whisky_first_and_second() {
    check_table(MostWhisky, &[ONE_WHISKY, TWO_WHISKY, "castle"], &[2, 5, 0]);
}

#[test]
fn most_whisky_counts_tiles_and_not_barrels() {
    // One tile with five barrels against two tiles with one each.
    check_table(MostWhisky, &[FIVE_BARRELS, TWO_WHISKY], &[2, 5]);
    check_table(MostWhisky, &[FIVE_BARRELS, ONE_WHISKY], &[5, 5]);
}

#[test]
fn most_whisky_needs_one_tile_at_least() {
    check_table(MostWhisky, &["castle", "castle"], &[0, 0]);
    check_table(MostWhisky, &["castle", ONE_WHISKY, "castle"], &[0, 5, 0]);
}

#[test]
fn most_whisky_does_not_count_scrolls() {
    // L23, west of the castle, shows a scroll of whisky and no barrel.
    check(MostWhisky, "L23/270 castle", 0);
}

#[test]
fn most_ships_counts_ships_and_not_tiles() {
    // Three ships on one tile against two on two.
    let three = "
        e = WWWW,,,,ship*3@N
        castle e";
    let two = "
        e = WWWW,,,,ship@N
        castle e e";
    check_table(MostShips, &[two, three], &[2, 5]);
}

#[test]
fn most_ships_tied_first_leave_no_second() {
    let one = "
        e = WWWW,,,,ship@N
        castle e";
    let two = "
        e = WWWW,,,,ship@N
        castle e e";
    check_table(MostShips, &[two, one, two, "castle"], &[5, 0, 5, 0]);
}

#[test]
fn most_ships_tied_second_have_two_each() {
    let one = "
        e = WWWW,,,,ship@N
        castle e";
    let two = "
        e = WWWW,,,,ship@N
        castle e e";
    check_table(MostShips, &[one, two, one, "castle", one], &[2, 5, 2, 0, 2]);
}

#[test]
fn most_ships_in_different_areas_add_up() {
    // One ship inside n, one in each of the two waters of L67.
    let three = "
        n = PPPP,,W,,ship@inner
        n .
        castle L67/90";
    let two = "
        e = WWWW,,,,ship*2@N
        castle e";
    check_table(MostShips, &[three, two], &[5, 2]);
}

#[test]
fn most_gold_first_and_second() {
    check_gold(&[3, 9, 4], &[0, 5, 2]);
}

#[test]
fn most_gold_ties() {
    check_gold(&[7, 7], &[5, 5]);
    check_gold(&[7, 7, 6], &[5, 5, 0]);
    check_gold(&[7, 6, 6], &[5, 2, 2]);
    check_gold(&[1, 1, 1, 1, 1], &[5, 5, 5, 5, 5]);
    check_gold(&[4, 9, 4, 3, 4], &[2, 5, 2, 0, 2]);
}

#[test]
fn most_gold_needs_one_gold_at_least() {
    check_gold(&[0, 0, 0], &[0, 0, 0]);
    check_gold(&[0, 1, 0], &[0, 5, 0]);
}

#[test]
fn most_gold_has_no_third() {
    check_gold(&[5, 4, 3, 2], &[5, 2, 0, 0]);
}
