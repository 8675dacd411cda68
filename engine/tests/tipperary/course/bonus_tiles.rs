//! Bonus tiles. Those shipped: F01 meadow, F02 pasture of 1, F03 and F04 of 2, F05 and F06 grain, F07 and F08 distillery, F09 and F10 ruin, F11 bog,
//! F12 stone circle of 2.

use engine::tipperary::{Action, Cover, Phase, Place};
use engine::{Game, Seat};

use crate::table::Table;

/// A display with a bog at (-1, 2), and the tile `a`, a bog that goes to (-1, 1).
fn table(drawing: &str) -> Table {
    let mut table = Table::new(2, &[("a", "B")], |_| {});
    table.draw(drawing);
    table
}

#[test]
fn the_example_of_the_rulebook() {
    // 1 and 2: a site brings another bog, which creates another site. 3: the next one is a ruin that completes a line on a meadow.
    let mut table = table("B # # o .\n. # # o B\nR # # o .\nM M . . .\nR M . . .");
    table.lay("a", -1, 1);
    assert_eq!(table.bonus("F11", 3, 2), ["0 bonus F11", "0 bonus_place F11 (3, 2)"]);
    assert_eq!(table.position.phase, Phase::DrawBonus(Seat::new(0)));
    let told = table.bonus("F09", -1, -1);
    assert_eq!(told, ["0 bonus F09", "0 bonus_place F09 (-1, -1)", "0 tower 1"]);
    assert_eq!(table.position.phase, Phase::Place(Seat::new(1)));
}

#[test]
fn a_bog_on_the_own_site_brings_nothing_more() {
    // 4: on the marked meadow it would only have extended the site.
    let mut table = table("B # # o\n. # # o\nM # # o");
    table.lay("a", -1, 1);
    assert_eq!(table.bonus("F11", -1, 0), ["0 bonus F11", "0 bonus_place F11 (-1, 0)"]);
    assert_eq!(table.position.phase, Phase::Place(Seat::new(1)));
}

#[test]
fn it_lies_beside_the_display_or_on_a_free_meadow() {
    let mut table = table("B # # o\n. # # o\nM # # o\nm . . .\ns . . .");
    table.lay("a", -1, 1);
    let tile = table.components().bonus_by_name("F02").expect("it is there");
    table.game.draw_bonus(&mut table.position, tile, &mut |_, _| {});
    let is_legal = |x, y| table.game.is_legal(&table.position, Action::Bonus(Place::new(x, y)));
    assert!(is_legal(-1, 0), "a free meadow");
    assert!(is_legal(-2, 0), "beside the display");
    assert!(!is_legal(-1, -1), "a bonus tile");
    assert!(!is_legal(-1, -2), "a wooden sheep");
    assert!(!is_legal(-1, 1), "a bog");
    assert!(!is_legal(0, 0), "the town");
    assert!(!is_legal(3, 3), "diagonal");
}

#[test]
fn it_covers_a_meadow_for_good() {
    let mut table = table("B # # o\n. # # o\nM # # o\n1 . . .");
    table.lay("a", -1, 1);
    table.bonus("F03", -1, 0);
    let display = &table.position.player(Seat::new(0)).display;
    assert_eq!(display.at(Place::new(-1, 0)), Some(Cover::Pasture(2)));
    assert_eq!((display.largest_flock(), display.spaces()), (3, 13));
    assert!(!display.has_free_meadow());
}

#[test]
fn it_makes_whiskey() {
    let mut table = table("B # # o\n. # # o\nG # # o");
    table.lay("a", -1, 1);
    let told = table.bonus("F07", -2, 0);
    assert_eq!(told, ["0 bonus F07", "0 bonus_place F07 (-2, 0)", "0 whiskey 1 space 1 vp 3"]);
}

#[test]
fn it_adds_stone_circles() {
    let mut table = table("B # # o\n. # # o\n. # # o");
    table.lay("a", -1, 1);
    table.bonus("F12", -1, 0);
    // Three of the hometown.
    assert_eq!(table.position.player(Seat::new(0)).display.stones(), 5);
}

#[test]
fn two_sites_bring_two_tiles_one_after_the_other() {
    let mut table = Table::new(2, &[("a", "B / M / B")], |_| {});
    table.draw("B . # # o\nM . # # o\nB . # # o\nM M M . .");
    table.lay("a", -1, 0);
    assert_eq!(table.position.bonus_due, 2);
    table.bonus("F12", 3, 0);
    assert_eq!(table.position.phase, Phase::DrawBonus(Seat::new(0)));
    table.bonus("F02", 3, 1);
    assert_eq!(table.position.phase, Phase::Place(Seat::new(1)));
}

#[test]
fn with_an_empty_pile_it_is_lost() {
    let mut table = table("B # # o\n. # # o\n. # # o");
    table.position.bonus = [].into_iter().collect();
    assert_eq!(table.lay("a", -1, 1)[2..], ["0 lost bonus"]);
    assert_eq!((table.position.phase, table.position.bonus_due), (Phase::Place(Seat::new(1)), 0));
}

#[test]
fn the_last_one_may_leave_another_lost() {
    let mut table = table("B # # o .\n. # # o B\n. # # o .");
    let bog = table.components().bonus_by_name("F11").expect("it is there");
    table.position.bonus = [bog].into_iter().collect();
    table.lay("a", -1, 1);
    assert_eq!(table.bonus("F11", 3, 0), ["0 bonus F11", "0 bonus_place F11 (3, 0)", "0 lost bonus"]);
}

#[test]
fn hometown_meadows_may_be_covered() {
    // Ruling: the hometown's outer spaces are ordinary spaces. H4A has a meadow at (2, 1).
    let mut table = Table::new(4, &[("a", "B B")], |_| {});
    (0..3).for_each(|_| drop(table.pass()));
    table.lay("a", -2, 1);
    let told = table.bonus("F02", 2, 1);
    assert_eq!(told[..2], ["3 bonus F02", "3 bonus_place F02 (2, 1)"]);
}

#[test]
fn hometown_features_count_for_sites() {
    // H2A has a bog at (0, -1).
    let mut table = Table::new(2, &[("a", "B")], |_| {});
    table.pass();
    table.lay("a", 0, -2);
    assert_eq!(table.position.phase, Phase::DrawBonus(Seat::new(1)));
}

#[test]
fn a_wooden_sheep_may_stand_on_a_hometown_meadow() {
    let mut table = Table::new(4, &[("a", "G*")], |_| {});
    (0..3).for_each(|_| drop(table.pass()));
    table.lay("a", -1, 1);
    assert_eq!(table.sheep(2, 1)[0], "3 sheep (2, 1)");
}
