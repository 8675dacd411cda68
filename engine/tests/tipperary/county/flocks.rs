//! Flocks.

use crate::drawing::draw;

#[track_caller]
fn check(text: &str, sheep: u16) {
    assert_eq!(draw(text).display.largest_flock(), sheep);
}

#[test]
fn no_pasture_is_no_flock() {
    check("M # # o\n. # # o\n. # # o", 0);
}

#[test]
fn a_flock_is_the_sheep_on_it() {
    check("2 # # o\n3 # # o\n. # # o", 5);
}

#[test]
fn only_the_largest_flock_counts() {
    check("2 # # o 3\nM # # o M\n1 # # o .", 3);
}

#[test]
fn diagonal_pastures_are_not_connected() {
    // Rulebook: two flocks of 2 and 3 sheep.
    check("1 M # # o\n1 2 # # o\nM 1 # # o", 5);
    check("2 M # # o\nM 2 # # o\n. 1 # # o", 3);
}

#[test]
fn a_pasture_connects_two_flocks() {
    // Rulebook: flocks of 2 and 3 and a pasture of 1 are one of 6.
    check("2 # # o\n1 # # o\n3 # # o", 6);
}

#[test]
fn a_wooden_sheep_connects_two_flocks() {
    // Rulebook: the same by a wooden sheep on a meadow between them.
    check("2 # # o\ns # # o\n3 # # o", 6);
}

#[test]
fn a_meadow_does_not_connect() {
    check("2 # # o\nM # # o\n3 # # o", 3);
}

#[test]
fn a_symbol_is_no_sheep() {
    check("2 # # o\nM* # # o\n3 # # o", 3);
}

#[test]
fn a_wooden_sheep_alone_is_a_flock_of_one() {
    check("s # # o\n. # # o\n. # # o", 1);
}

#[test]
fn towers_are_no_part_of_a_flock() {
    check("2 # # o\nT # # o\n3 # # o", 3);
}

#[test]
fn flocks_go_round_corners() {
    check("1 1 1 # # o\n1 M 1 # # o\n1 1 1 # # o", 8);
}

#[test]
fn a_wooden_sheep_takes_a_meadow() {
    let mut drawing = draw("M # # o\nm # # o\n1 # # o");
    let meadows: Vec<_> = drawing.display.free_meadows().collect();
    assert_eq!(meadows.len(), 2, "also a bonus tile's");
    // From south to north.
    drawing.display.place_sheep(meadows[0]);
    assert_eq!(drawing.display.largest_flock(), 2);
    assert_eq!(drawing.display.free_meadows().collect::<Vec<_>>(), &meadows[1..]);
    assert!(!drawing.display.takes_sheep(meadows[0]));
    drawing.display.place_sheep(meadows[1]);
    assert_eq!(drawing.display.largest_flock(), 3);
    assert!(!drawing.display.has_free_meadow());
}

#[test]
fn stone_circles_add_up() {
    // Three of the hometown.
    assert_eq!(draw("C2 # # o\nC4 # # o\nC9 # # o").display.stones(), 18);
}
