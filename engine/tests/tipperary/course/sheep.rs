//! Wooden sheep.

use engine::tipperary::{Action, Phase, Place};
use engine::{Game, Seat};

use crate::table::Table;

#[test]
fn a_symbol_brings_a_sheep_on_any_free_meadow() {
    let mut table = Table::new(2, &[("a", "G* M")], |_| {});
    table.draw("M # # o\nM # # o\n. # # o");
    table.lay("a", -2, 0);
    let mut actions = Vec::new();
    table.game.legal_actions(&table.position, &mut actions);
    // The two from before and that of the new tile.
    let places = [(-1, 0), (-1, 1), (-1, 2)].map(|(x, y)| Action::Sheep(Place::new(x, y)));
    assert_eq!(actions, places);
    assert_eq!(table.sheep(-1, 1), ["0 sheep (-1, 1)"]);
    assert_eq!(table.position.sheep, 23);
}

#[test]
fn a_symbol_on_a_pasture_works_all_the_same() {
    let mut table = Table::new(2, &[("a", "2* M")], |_| {});
    table.lay("a", -2, 0);
    assert_eq!(table.position.phase, Phase::Sheep(Seat::new(0)));
}

#[test]
fn without_a_free_meadow_a_sheep_is_lost() {
    let mut table = Table::new(2, &[("a", "G*")], |_| {});
    table.draw("s # # o\n. # # o\n. # # o");
    let told = table.lay("a", -1, 0);
    assert_eq!(told, ["0 take 0 a left z1", "0 place a (-1, 0) 0", "0 lost sheep"]);
    assert_eq!((table.position.sheep, table.position.sheep_due), (24, 0));
}

#[test]
fn with_an_empty_supply_a_sheep_is_lost() {
    let mut table = Table::new(2, &[("a", "G* M")], |rules| rules.wooden_sheep = 0);
    assert_eq!(table.lay("a", -2, 0)[2..], ["0 lost sheep"]);
}

#[test]
fn of_two_sheep_with_one_meadow_one_is_lost() {
    let mut table = Table::new(2, &[("a", "G* M*")], |_| {});
    assert_eq!(table.lay("a", -2, 0).len(), 2);
    assert_eq!(table.sheep(-1, 0), ["0 sheep (-1, 0)", "0 lost sheep"]);
}

#[test]
fn of_two_sheep_with_one_in_the_supply_one_is_lost() {
    let mut table = Table::new(2, &[("a", "M* M*")], |rules| rules.wooden_sheep = 1);
    table.lay("a", -2, 0);
    assert_eq!(table.sheep(-1, 0), ["0 sheep (-1, 0)", "0 lost sheep"]);
}

#[test]
fn a_lost_sheep_is_lost_though_a_bonus_meadow_follows() {
    // Ruling: the sheep is lost, also if a bonus tile still due will be a meadow.
    let mut table = Table::new(2, &[("a", "B*")], |_| {});
    table.draw("B # # o\n. # # o\n. # # o");
    assert_eq!(table.lay("a", -1, 1)[2..], ["0 lost sheep"]);
    assert_eq!(table.bonus("F01", -1, 0), ["0 bonus F01", "0 bonus_place F01 (-1, 0)"]);
    assert_eq!(table.position.phase, Phase::Place(Seat::new(1)));
}

#[test]
fn a_sheep_may_stand_on_a_bonus_meadow() {
    let mut table = Table::new(2, &[("a", "G*")], |_| {});
    table.draw("m # # o\n. # # o\n. # # o");
    table.lay("a", -1, 0);
    assert_eq!(table.sheep(-1, 2), ["0 sheep (-1, 2)"]);
}

#[test]
fn a_sheep_is_a_duty() {
    let mut table = Table::new(2, &[("a", "G* M")], |_| {});
    table.lay("a", -2, 0);
    let mut actions = Vec::new();
    table.game.legal_actions(&table.position, &mut actions);
    assert_eq!(actions, [Action::Sheep(Place::new(-1, 0))]);
    assert!(!table.game.is_legal(&table.position, Action::Stop));
    assert!(!table.game.is_legal(&table.position, Action::Sheep(Place::new(-2, 0))));
}
