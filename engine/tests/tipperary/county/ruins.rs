//! New lines of ruins.

use crate::drawing::check_new;

#[test]
fn three_ruins_in_a_row_are_a_line() {
    check_new("R R . # # o\nM M M # # o\n. . . # # o", "R R R # # o\nM M M # # o\n. . . # # o", [0, 0, 1, 0]);
}

#[test]
fn three_ruins_in_a_column_are_a_line() {
    check_new("R # # o\nR # # o\n. # # o", "R # # o\nR # # o\nR # # o", [0, 0, 1, 0]);
}

#[test]
fn three_ruins_in_a_bend_are_none() {
    // Rulebook: the first of the two ways to lay the tile.
    check_new("R R # # o\n. . # # o\n. . # # o", "R R # # o\nR . # # o\n. . # # o", [0; 4]);
}

#[test]
fn a_gap_interrupts_a_line() {
    check_new("R R M . # # o\nM M M M # # o\n. . . . # # o", "R R M R # # o\nM M M M # # o\n. . . . # # o", [0; 4]);
}

#[test]
fn the_ruin_in_the_middle_completes_a_line() {
    check_new("R M R # # o\nM . M # # o\n. . . # # o", "R M R # # o\nM R M # # o\n. . . # # o", [0; 4]);
    check_new("M M M # # o\nR . R # # o\n. . . # # o", "M M M # # o\nR R R # # o\n. . . # # o", [0, 0, 1, 0]);
}

#[test]
fn a_fourth_ruin_extends_a_line() {
    check_new("R R R . # # o\n. . M M # # o\n. . . . # # o", "R R R R # # o\n. . M M # # o\n. . . . # # o", [0; 4]);
}

#[test]
fn two_more_ruins_extend_a_line_all_the_same() {
    let before = "R R R . . # # o\n. . M M M # # o\n. . . . . # # o";
    check_new(before, "R R R R R # # o\n. . M M M # # o\n. . . . . # # o", [0; 4]);
}

#[test]
fn a_line_of_four_at_once_is_one_line() {
    let before = "R . . R # # o\nM M M M # # o\n. . . . # # o";
    check_new(before, "R R R R # # o\nM M M M # # o\n. . . . # # o", [0, 0, 1, 0]);
}

#[test]
fn a_line_of_five_at_once_is_one_line() {
    // Ruling: one tower for each line however long.
    let before = "R R . R R # # o\nM M M M M # # o\n. . . . . # # o";
    check_new(before, "R R R R R # # o\nM M M M M # # o\n. . . . . # # o", [0, 0, 1, 0]);
}

#[test]
fn a_line_of_six_at_once_is_one_line() {
    let before = "R R . . R R # # o\nM M M M M M # # o\n. . . . . . # # o";
    check_new(before, "R R R R R R # # o\nM M M M M M # # o\n. . . . . . # # o", [0, 0, 1, 0]);
}

#[test]
fn joining_two_lines_earns_nothing() {
    let before = "R R R . R R R # # o\nM M M M M M M # # o\n. . . . . . . # # o";
    check_new(before, "R R R R R R R # # o\nM M M M M M M # # o\n. . . . . . . # # o", [0; 4]);
}

#[test]
fn joining_a_line_to_single_ruins_earns_nothing() {
    let before = "R R R . R # # o\nM M M M M # # o\n. . . . . # # o";
    check_new(before, "R R R R R # # o\nM M M M M # # o\n. . . . . # # o", [0; 4]);
}

#[test]
fn a_ruin_of_a_line_can_be_in_a_line_across() {
    // Rulebook: a new line perpendicular to an existing one re-uses its ruin.
    let before = "R R R # # o\nR M M # # o\n. M . # # o";
    check_new(before, "R R R # # o\nR M M # # o\nR M . # # o", [0, 0, 1, 0]);
}

#[test]
fn a_row_and_a_column_through_one_ruin_are_two_lines() {
    let before = ". R R # # o\nR M M # # o\nR M M # # o";
    check_new(before, "R R R # # o\nR M M # # o\nR M M # # o", [0, 0, 2, 0]);
}

#[test]
fn one_tile_can_complete_two_rows() {
    let before = "R R . # # o\nM M . # # o\nR R . # # o\nM M M M . .";
    check_new(before, "R R R # # o\nM M M # # o\nR R R # # o\nM M M M . .", [0, 0, 2, 0]);
}

#[test]
fn a_tile_with_a_whole_line_is_one_line() {
    check_new(". . . # # o\n. . . # # o\n. . . # # o", "R R R # # o\n. . . # # o\n. . . # # o", [0, 0, 1, 0]);
}

#[test]
fn a_line_beside_another_is_a_line_of_its_own() {
    let before = "R R R # # o\nR R . # # o\nM M M # # o";
    check_new(before, "R R R # # o\nR R R # # o\nM M M # # o", [0, 0, 1, 0]);
}

#[test]
fn towers_are_no_ruins() {
    check_new("R R # # o .\n. T # # o .\n. . # # o .", "R R # # o .\n. T # # o .\n. R # # o .", [0; 4]);
}
