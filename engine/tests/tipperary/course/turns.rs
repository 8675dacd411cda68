//! The turns of a round.

use engine::tipperary::{Action, Phase, Place};
use engine::{Game, Seat, Turn};

use crate::table::Table;

#[test]
fn areas_get_two_tiles_in_round_one_and_later_one_for_each_taken() {
    let mut table = Table::new(2, &[], |_| {});
    assert!(table.position.areas.iter().all(|area| area.len() == 2));
    table.pass();
    table.pass();
    assert_eq!(table.position.areas.map(|area| area.len()), [1, 1, 2, 2, 2]);
    let told = table.begin_round();
    assert_eq!(told, ["round 2 start 1", "fill 0 z10", "fill 1 z11", "spin 0"]);
}

#[test]
fn players_act_clockwise_from_the_bag() {
    let mut table = Table::new(3, &[], |_| {});
    for (round, order) in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]].into_iter().enumerate() {
        for seat in order {
            assert_eq!(table.game.turn(&table.position), Turn::Seat(Seat::new(seat)), "round {}", round + 1);
            table.pass();
        }
        table.begin_round();
    }
}

#[test]
fn a_tile_is_taken_from_the_own_area_and_the_other_stays() {
    let mut table = Table::new(2, &[("a", "M")], |_| {});
    let told = table.lay("a", -1, 0);
    assert_eq!(told, ["0 take 0 a left z1", "0 place a (-1, 0) 0"]);
    assert_eq!(table.position.areas[0].len(), 1);
}

#[test]
fn the_crest_points_to_its_place_and_the_shift() {
    let mut table = Table::new(2, &[], |_| {});
    table.position.shift = 3;
    // H1A is at place 0 of the wheel, H2A at place 1.
    assert_eq!(Seat::all(2).map(|seat| table.game.area(&table.position, seat)).collect::<Vec<_>>(), [3, 4]);
    table.position.shift = 4;
    assert_eq!(Seat::all(2).map(|seat| table.game.area(&table.position, seat)).collect::<Vec<_>>(), [4, 0]);
}

#[test]
fn a_tile_of_another_area_is_illegal() {
    let table = Table::new(2, &[], |_| {});
    let mut actions = Vec::new();
    table.game.legal_actions(&table.position, &mut actions);
    let own = table.position.areas[0];
    let is_own = |action: &Action| matches!(action, Action::Place(placement) if own.contains(&placement.tile));
    assert!(!actions.is_empty() && actions.iter().all(is_own));
    let Action::Place(mut placement) = actions[0] else { panic!("a placement") };
    placement.tile = table.position.areas[1][0];
    assert!(!table.game.is_legal(&table.position, Action::Place(placement)));
}

#[test]
fn other_decisions_are_illegal_in_a_turn() {
    let table = Table::new(2, &[], |_| {});
    let place = Place::new(-1, 0);
    for action in [Action::Sheep(place), Action::Bonus(place), Action::Tower(place), Action::Stop] {
        assert!(!table.game.is_legal(&table.position, action), "{action:?}");
    }
}

#[test]
fn an_action_that_brings_nothing_ends_the_turn() {
    let mut table = Table::new(2, &[("a", "M G R B")], |_| {});
    table.lay("a", -4, 0);
    assert_eq!(table.position.phase, Phase::Place(Seat::new(1)));
}

#[test]
fn whiskey_comes_before_towers_and_sheep_before_bonus_tiles() {
    // Everything at once: a pair, a line, a symbol and a site.
    let mut table = Table::new(2, &[("a", "D* / R / B")], |_| {});
    table.draw(". G . # # o\nR R . # # o\n. B . # # o\n. M M M . .");
    let told = table.lay("a", -1, 0);
    assert_eq!(told[2..], ["0 whiskey 1 space 1 vp 3", "0 tower 1"]);
    assert_eq!(table.position.phase, Phase::Sheep(Seat::new(0)));
    assert_eq!((table.position.sheep_due, table.position.bonus_due), (1, 1));
    assert_eq!(table.sheep(-1, -1), ["0 sheep (-1, -1)"]);
    assert_eq!(table.position.phase, Phase::DrawBonus(Seat::new(0)));
    assert_eq!(table.bonus("F12", 3, 0), ["0 bonus F12", "0 bonus_place F12 (3, 0)"]);
    assert_eq!(table.position.phase, Phase::Place(Seat::new(1)));
}
