//! Own-tile tablets in the first buy turn.

use engine::skye::{Module, Tablet};

use super::*;

/// The first buy turn of seat 0, who has this many own-tile tablets; 5 gold each, offers of 1 and 2, L01 and L04 discarded.
fn with_tablets(count: usize) -> Table {
    let mut table = Table::with_modules(2, QUIET, &[Module::Druids]);
    table.dolmen(["D01", "D02", "D03", "D04", "D05"]);
    table.draw(&[["L01", "L02", "L03"], ["L04", "L05", "L06"]]);
    (0..count).for_each(|_| table.give_tablet(0, Tablet::OwnTile));
    (0..2).for_each(|_| table.offer([0, 1, 2]));
    table.events.clear();
    table
}

fn take(table: &mut Table, name: &str) {
    let tile = table.tile(name);
    table.act(Action::TakeOwn { tile });
}

/// The own tiles that may be taken now.
fn own(table: &Table) -> Vec<&str> {
    let name = |action: &Action| match *action {
        Action::TakeOwn { tile } => Some(table.game.tiles().name(tile)),
        _ => None,
    };
    table.legal_actions().iter().filter_map(name).collect()
}

#[test]
fn exact_choices_with_no_one_and_two_tablets() {
    // Buy L05 or L06, pass, and with tablets L02 or L03.
    for (tablets, expected) in [(0, 3), (1, 5), (2, 5)] {
        assert_eq!(with_tablets(tablets).legal_actions().len(), expected, "{tablets} tablets");
    }
    assert_eq!(own(&with_tablets(1)), ["L02", "L03"]);
}

#[test]
fn the_stake_goes_to_the_supply_and_nothing_on_top() {
    let mut table = with_tablets(1);
    take(&mut table, "L03");
    assert_eq!(table.gold(), [2, 2], "the stake of 2 was paid before");
    assert_eq!(table.to_build(0), ["L03"]);
    assert_eq!(table.events, [Event::BuyOwn { seat: seat(0), tile: table.tile("L03"), lost: 2 }]);
}

#[test]
fn it_does_not_replace_the_purchase() {
    let mut table = with_tablets(1);
    take(&mut table, "L03");
    assert_eq!(table.position.phase, Phase::Buy(seat(0)));
    table.buy(1, "L06");
    assert_eq!(table.to_build(0), ["L03", "L06"]);
    assert_eq!(table.position.phase, Phase::Buy(seat(1)));
}

#[test]
fn one_tablet_takes_one_tile() {
    let mut table = with_tablets(1);
    take(&mut table, "L02");
    assert_eq!(own(&table), [""; 0]);
    assert_eq!(table.legal_actions().len(), 3, "two tiles to buy, or pass");
    let tile = table.tile("L03");
    assert!(!table.game.is_legal(&table.position, Action::TakeOwn { tile }));
}

#[test]
fn two_tablets_take_both_tiles() {
    let mut table = with_tablets(2);
    take(&mut table, "L03");
    assert_eq!(own(&table), ["L02"]);
    take(&mut table, "L02");
    assert_eq!(own(&table), [""; 0]);
    table.pass();
    assert_eq!(table.legal_actions(), [Action::Pass], "seat 1 has nothing left to buy");
    assert_eq!(table.to_build(0), ["L03", "L02"]);
}

#[test]
fn later_buyers_no_longer_see_it() {
    let mut table = with_tablets(1);
    take(&mut table, "L02");
    table.pass();
    let tile = table.tile("L03");
    assert_eq!(table.legal_actions(), [Action::Buy { from: seat(0), tile }, Action::Pass]);
}

#[test]
fn a_tile_that_is_sold_cannot_be_taken() {
    let mut table = with_tablets(0);
    table.give_tablet(1, Tablet::OwnTile);
    table.buy(1, "L05");
    assert_eq!(own(&table), ["L06"]);
}

#[test]
fn nobody_takes_tiles_of_others_or_discards() {
    let table = with_tablets(2);
    for name in ["L01", "L04", "L05", "L06", "L40"] {
        let tile = table.tile(name);
        assert!(!table.game.is_legal(&table.position, Action::TakeOwn { tile }), "{name}");
    }
}

#[test]
fn tablets_work_in_the_own_turn_only() {
    let mut table = with_tablets(0);
    table.give_tablet(1, Tablet::OwnTile);
    assert_eq!(own(&table), [""; 0], "it is the turn of seat 0");
    table.pass();
    assert_eq!(own(&table), ["L05", "L06"]);
}

#[test]
fn discounts_do_not_count_for_own_tiles() {
    let mut table = with_tablets(1);
    table.give_tablet(0, Tablet::Discount2);
    take(&mut table, "L03");
    assert_eq!(table.gold(), [2, 2]);
}

#[test]
fn what_is_not_taken_is_kept_after_all() {
    let mut table = with_tablets(1);
    take(&mut table, "L03");
    table.pass();
    table.pass();
    assert_eq!(table.to_build(0), ["L03", "L02"]);
    let kept =
        table.events.iter().filter(|event| matches!(event, Event::Keep { seat, .. } if seat.index() == 0)).count();
    assert_eq!(kept, 1);
}

#[test]
fn tablets_work_again_in_every_round() {
    let mut table = with_tablets(1);
    take(&mut table, "L03");
    (0..4).for_each(|_| table.pass());
    table.build_anyhow();
    table.meet_chance(2);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    table.pass();
    assert_eq!(own(&table).len(), 2, "both of the new tiles");
}
