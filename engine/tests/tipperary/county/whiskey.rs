//! New pairs of grain field and distillery.

use crate::drawing::check_new;

#[test]
fn a_distillery_beside_a_grain_field_is_a_pair() {
    check_new("G # # o\n. # # o\n. # # o", "G # # o\nD # # o\n. # # o", [0, 1, 0, 0]);
}

#[test]
fn a_grain_field_beside_a_distillery_is_a_pair() {
    check_new("D # # o\n. # # o\n. # # o", "D # # o\nG # # o\n. # # o", [0, 1, 0, 0]);
}

#[test]
fn diagonal_neighbours_are_no_pair() {
    check_new(". G . . .\n. # # o .\n. # # o .\n. # # o .", ". G . . .\nD # # o .\n. # # o .\n. # # o .", [0; 4]);
}

#[test]
fn one_space_can_be_in_several_pairs() {
    // Rulebook: one distillery touches two grain fields.
    let before = "G # # o\n. # # o\nG # # o";
    check_new(before, "G # # o\nD # # o\nG # # o", [0, 2, 0, 0]);
}

#[test]
fn a_space_between_four_grain_fields_makes_four_pairs() {
    let before = ". M G . . . .\n. G . G # # o\n. M G M # # o\n. . . . # # o";
    let after = ". M G . . . .\n. G D G # # o\n. M G M # # o\n. . . . # # o";
    check_new(before, after, [0, 4, 0, 0]);
}

#[test]
fn two_spaces_of_a_tile_make_their_pairs_each() {
    let before = "G # # o\n. # # o\n. # # o\nD M . .";
    let after = "G # # o\nD # # o\nG # # o\nD M . .";
    // The tile's own pair counts, too.
    check_new(before, after, [0, 3, 0, 0]);
}

#[test]
fn a_pair_within_one_tile_counts_once() {
    check_new(". . # # o\n. . # # o\n. . # # o", "G D # # o\n. . # # o\n. . # # o", [0, 1, 0, 0]);
}

#[test]
fn three_in_a_row_within_one_tile_are_two_pairs() {
    check_new(". . . # # o\n. . . # # o\n. . . # # o", "G D G # # o\n. . . # # o\n. . . # # o", [0, 2, 0, 0]);
}

#[test]
fn pairs_from_before_do_not_count_again() {
    check_new("G # # o\nD # # o\n. # # o", "G # # o\nD # # o\nM # # o", [0; 4]);
}

#[test]
fn two_grain_fields_are_no_pair() {
    check_new("G # # o\n. # # o\n. # # o", "G # # o\nG # # o\n. # # o", [0; 4]);
}

#[test]
fn two_distilleries_are_no_pair() {
    check_new("D # # o\n. # # o\n. # # o", "D # # o\nD # # o\n. # # o", [0; 4]);
}

#[test]
fn symbols_are_counted_on_any_space() {
    check_new(". . . # # o\n. . . # # o\n. . . # # o", "1* G* M* # # o\n. . . # # o\n. . . # # o", [3, 0, 0, 0]);
}
