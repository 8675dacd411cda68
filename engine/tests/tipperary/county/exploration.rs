//! Whether every place around the hometown is covered.

use crate::drawing::{HOMETOWN, draw};

#[track_caller]
fn check(text: &str, explored: bool) {
    let drawing = draw(text);
    let hometown = drawing.components.hometown(drawing.components.hometown_by_name(HOMETOWN).expect("it is there"));
    assert_eq!(drawing.display.is_explored(hometown), explored);
}

#[test]
fn a_ring_explores() {
    check("M M M M M\nM # # o M\nM # # o M\nM # # o M\nM M M M M", true);
}

#[test]
fn a_missing_side_does_not() {
    check("M M M M M\nM # # o M\n. # # o M\nM # # o M\nM M M M M", false);
}

#[test]
fn a_missing_corner_does_not() {
    check(". M M M M\nM # # o M\nM # # o M\nM # # o M\nM M M M M", false);
}

#[test]
fn bonus_tiles_and_towers_explore() {
    check("M T T m M\nM # # o M\nM # # o s\nM # # o M\nR R M B M", true);
}

#[test]
fn the_hometown_alone_is_unexplored() {
    check("# # o\n# # o\n# # o", false);
}
