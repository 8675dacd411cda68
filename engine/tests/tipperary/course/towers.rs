//! Towers during the rounds.

use engine::Seat;
use engine::tipperary::Phase;

use crate::table::Table;

const TWO_RUINS: &str = "R R . # # o\nM M M # # o\n. . . # # o";

#[test]
fn a_line_brings_a_tower() {
    let mut table = Table::new(2, &[("a", "R")], |_| {});
    table.draw(TWO_RUINS);
    assert_eq!(table.lay("a", -1, 2)[2..], ["0 tower 1"]);
    assert_eq!((table.position.towers, table.position.player(Seat::new(0)).towers), (11, 1));
    assert_eq!(table.position.phase, Phase::Place(Seat::new(1)));
}

#[test]
fn two_lines_bring_two_towers() {
    let mut table = Table::new(2, &[("a", "R")], |_| {});
    table.draw(". R R # # o\nR M M # # o\nR M M # # o");
    assert_eq!(table.lay("a", -3, 2)[2..], ["0 tower 1", "0 tower 2"]);
}

#[test]
fn with_an_empty_supply_a_tower_is_lost() {
    let mut table = Table::new(2, &[("a", "R")], |rules| rules.towers = 0);
    table.draw(TWO_RUINS);
    assert_eq!(table.lay("a", -1, 2)[2..], ["0 lost tower"]);
}

#[test]
fn of_two_towers_the_last_of_the_supply_is_gained() {
    let mut table = Table::new(2, &[("a", "R")], |rules| rules.towers = 1);
    table.draw(". R R # # o\nR M M # # o\nR M M # # o");
    assert_eq!(table.lay("a", -3, 2)[2..], ["0 tower 1", "0 lost tower"]);
}
