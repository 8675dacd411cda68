//! New protected sites.

use crate::drawing::check_new;

#[test]
fn two_adjacent_bogs_are_a_site() {
    check_new("B # # o\n. # # o\n. # # o", "B # # o\nB # # o\n. # # o", [0, 0, 0, 1]);
}

#[test]
fn a_single_bog_is_none() {
    check_new("M # # o\n. # # o\n. # # o", "M # # o\nB # # o\n. # # o", [0; 4]);
}

#[test]
fn diagonal_bogs_are_none() {
    check_new(". B . .\n. # # o\n. # # o\n. # # o", ". B . .\nB # # o\n. # # o\n. # # o", [0; 4]);
}

#[test]
fn adding_to_a_site_earns_nothing() {
    check_new("B # # o\nB # # o\n. # # o", "B # # o\nB # # o\nB # # o", [0; 4]);
}

#[test]
fn a_bog_that_joins_two_diagonal_ones_earns_one_tile() {
    // Rulebook: the note on three bogs.
    let before = "B M # # o\n. B # # o\n. . # # o";
    check_new(before, "B M # # o\nB B # # o\n. . # # o", [0, 0, 0, 1]);
}

#[test]
fn a_bog_that_joins_three_single_ones_earns_one_tile() {
    let before = ". B M # # o\nB . B # # o\nM M M # # o";
    check_new(before, ". B M # # o\nB B B # # o\nM M M # # o", [0, 0, 0, 1]);
}

#[test]
fn joining_two_sites_earns_nothing() {
    // Ruling: nothing new is created.
    let before = "B B . B B # # o\nM M M M M # # o\n. . . . . # # o";
    check_new(before, "B B B B B # # o\nM M M M M # # o\n. . . . . # # o", [0; 4]);
}

#[test]
fn joining_a_site_and_a_single_bog_earns_nothing() {
    let before = "B B . B # # o\nM M M M # # o\n. . . . # # o";
    check_new(before, "B B B B # # o\nM M M M # # o\n. . . . # # o", [0; 4]);
}

#[test]
fn one_tile_can_create_two_sites() {
    let before = "B . # # o\nM . # # o\nB . # # o\nM M M . .";
    check_new(before, "B B # # o\nM M # # o\nB B # # o\nM M M . .", [0, 0, 0, 2]);
}

#[test]
fn two_bogs_of_one_tile_are_a_site() {
    check_new(". . # # o\n. . # # o\n. . # # o", "B B # # o\n. . # # o\n. . # # o", [0, 0, 0, 1]);
}

#[test]
fn two_bogs_of_one_tile_that_join_a_site_earn_nothing() {
    check_new("B # # o\nB # # o\n. # # o\n. . . .", "B # # o\nB # # o\nB # # o\nB . . .", [0; 4]);
}

#[test]
fn two_spaces_of_one_tile_in_one_new_site_earn_one_tile() {
    let before = "B # # o\n. # # o\n. # # o\nB M . .";
    check_new(before, "B # # o\nB # # o\nB # # o\nB M . .", [0, 0, 0, 1]);
}

#[test]
fn effects_of_one_tile_add_up() {
    let before = "B G . # # o\nR R . # # o\nM B . # # o\nM M M M . .";
    check_new(before, "B G D # # o\nR R R* # # o\nM B B # # o\nM M M M . .", [1, 1, 1, 1]);
}
