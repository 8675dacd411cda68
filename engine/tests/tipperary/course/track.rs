//! The whiskey track: 0, 3, 6 with a sheep, 10, 13 with a sheep, 17, 21 with a sheep.

use engine::Seat;
use engine::tipperary::Phase;

use crate::table::Table;

/// The tile `a` makes this many pairs, at most four, from this space of the track; a meadow is free.
fn make(from: u8, pairs: usize) -> (Table, Vec<String>) {
    let around = match pairs {
        1 => ["M", "M", "G"],
        2 => ["M", "G", "G"],
        _ => ["G", "G", "G"],
    };
    let [north, west, south] = around;
    let text = format!("M {north} . # # o\n{west} . . # # o\nM {south} M # # o");
    let mut table = Table::new(2, &[("a", "D G"), ("b", "D M")], |_| {});
    // Between four neighbours at (-2, 1), of which the own grain field may be one.
    table.draw(&text.replace("M G .", "M G M").replace("M M .", "M M M"));
    table.position.players[0].barrel = from;
    let told = table.lay(if pairs == 4 { "a" } else { "b" }, -2, 1);
    (table, told)
}

#[test]
fn the_first_step() {
    // Rulebook: the barrel moves to space "3".
    let (table, told) = make(0, 1);
    assert_eq!(told[2..], ["0 whiskey 1 space 1 vp 3"]);
    assert_eq!(table.position.phase, Phase::Place(Seat::new(1)));
}

#[test]
fn the_second_step_brings_a_sheep() {
    // Rulebook: the barrel moves to space "6", and a wooden sheep is placed.
    let (mut table, told) = make(1, 1);
    assert_eq!(told[2..], ["0 whiskey 1 space 2 vp 6"]);
    assert_eq!(table.position.sheep_due, 1);
    assert_eq!(table.sheep(-1, 0), ["0 sheep (-1, 0)"]);
}

#[test]
fn two_steps_at_once() {
    let (table, told) = make(1, 2);
    assert_eq!(told[2..], ["0 whiskey 2 space 3 vp 10"]);
    assert_eq!(table.position.sheep_due, 1, "past a space with a sheep");
}

#[test]
fn four_steps_pass_two_sheep() {
    let (table, told) = make(1, 4);
    assert_eq!(told[2..], ["0 whiskey 4 space 5 vp 17"]);
    assert_eq!(table.position.sheep_due, 2);
}

#[test]
fn the_last_space() {
    let (table, told) = make(5, 1);
    assert_eq!(told[2..], ["0 whiskey 1 space 6 vp 21"]);
    assert_eq!(table.position.sheep_due, 1);
}

#[test]
fn steps_past_the_end_are_lost_but_told() {
    let (table, told) = make(6, 2);
    assert_eq!(told[2..], ["0 whiskey 2 space 6 vp 21"]);
    assert_eq!(table.position.sheep_due, 0, "the barrel has not moved");
}

#[test]
fn some_steps_may_be_lost() {
    let (table, told) = make(5, 3);
    assert_eq!(told[2..], ["0 whiskey 3 space 6 vp 21"]);
    assert_eq!(table.position.sheep_due, 1);
}

#[test]
fn a_track_of_its_start_alone_plays_without_whiskey() {
    let mut table = Table::new(2, &[("a", "D")], |rules| rules.whiskey_track.truncate(1));
    table.draw("G # # o\n. # # o\n. # # o");
    assert_eq!(table.lay("a", -1, 1)[2..], ["0 whiskey 1 space 0 vp 0"]);
    assert_eq!(table.position.phase, Phase::Place(Seat::new(1)));
}
