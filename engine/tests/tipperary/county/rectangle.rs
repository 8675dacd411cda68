//! The largest rectangle without gaps.

use engine::tipperary::{Place, Rectangle};

use crate::drawing::{draw, look};
use crate::naive::largest_rectangle;

#[track_caller]
fn check(text: &str, corner: (i16, i16), width: u16, height: u16) {
    let display = draw(text).display;
    let expected = Rectangle { corner: Place::new(corner.0, corner.1), width, height };
    assert_eq!(display.largest_rectangle(), expected);
    assert_eq!(largest_rectangle(&look(&display).into_keys().collect()), width * height);
}

#[test]
fn the_hometown_alone() {
    check("# # o\n# # o\n# # o", (0, 0), 3, 3);
}

#[test]
fn a_row_more() {
    check(". M M M\n. # # o\n. # # o\n. # # o", (0, 0), 3, 4);
}

#[test]
fn a_gap_is_no_part_of_a_rectangle() {
    check(". M M .\n. # # o\n. # # o\n. # # o", (0, 0), 3, 3);
    check("M M M .\nM # # o\nM # # o\nM # # o", (-1, 0), 4, 3);
}

#[test]
fn it_need_not_hold_the_hometown() {
    check(". . . . . # # o\nM M M M M # # o\nM M M M M # # o\nM M M M M . . .\nM M M M M . . .", (-5, -2), 5, 4);
}

#[test]
fn every_feature_counts() {
    check("m T B # # o\ns 2 R # # o\nG D C3 # # o", (-3, 0), 6, 3);
}

#[test]
fn wide_and_low() {
    check("M M M M M M M # # o\n. . . . . . . # # o\n. . . . . . . # # o", (-7, 2), 10, 1);
}

#[test]
fn the_first_of_equal_ones_is_told() {
    // Three by three twice.
    check("M M M . # # o\nM M M . # # o\nM M M M # # o", (-4, 0), 3, 3);
}
