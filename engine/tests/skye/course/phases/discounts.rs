//! Discounts of tablets in the first buy turn, and who bears them.

use std::sync::Arc;

use engine::skye::{DiscountBorneBy, Module, Modules, Skye, Tablet, Tiles};

use super::*;

/// The first buy turn of seat 0 with these tablets; seat 1 asks 3 for L05 and 1 for L06. Seat 0 holds `gold`, seat 1 holds 1.
fn buying(tablets: &[Tablet], gold: u16, borne_by: DiscountBorneBy) -> Table {
    let modules: Modules = [Module::Druids].into_iter().collect();
    let rules = Rules { discount_borne_by: borne_by, ..Rules::with_modules(2, modules) };
    let game = Skye::new(Tiles::printed_with(modules), Arc::new(rules), QUIET, 2).expect("a valid set-up");
    let mut table = Table::of(game);
    table.dolmen(["D01", "D02", "D03", "D04", "D05"]);
    table.draw(&[["L01", "L02", "L03"], ["L04", "L05", "L06"]]);
    tablets.iter().for_each(|&tablet| table.give_tablet(0, tablet));
    table.offer([0, 1, 1]);
    table.offer([0, 3, 1]);
    table.set_gold(&[gold, 1]);
    table.events.clear();
    table
}

/// Checks gold after the purchase of L05 for 3, and what is told of it.
#[track_caller]
fn check(tablets: &[Tablet], borne_by: DiscountBorneBy, paid: u16, received: u16) {
    let mut table = buying(tablets, 5, borne_by);
    table.buy(1, "L05");
    let tile = table.tile("L05");
    assert_eq!(table.events, [Event::Buy { seat: seat(0), from: seat(1), tile, price: 3, paid, received }]);
    // Seat 1 takes back its stake of 3 in any case.
    assert_eq!(table.gold(), [5 - paid, 1 + received + 3]);
}

use DiscountBorneBy::{Seller, Supply};
use Tablet::{BagDraw, Discount1, Discount2, OwnTile, ScoreAgain};

#[test]
fn without_tablets_the_price_is_paid() {
    check(&[], Seller, 3, 3);
}

#[test]
fn other_tablets_take_nothing_off() {
    check(&[BagDraw, OwnTile, ScoreAgain], Seller, 3, 3);
}

#[test]
fn discount_of_one() {
    check(&[Discount1], Seller, 2, 2);
}

#[test]
fn discount_of_two() {
    check(&[Discount2], Seller, 1, 1);
}

#[test]
fn two_discounts_of_one_add_up() {
    check(&[Discount1, Discount1], Seller, 1, 1);
}

#[test]
fn different_discounts_add_up() {
    check(&[Discount1, Discount2], Seller, 0, 0);
}

#[test]
fn ruling_a_payment_is_never_below_nothing_and_the_stake_alone_comes_back() {
    check(&[Discount2, Discount2, Discount1, Discount1], Seller, 0, 0);
}

#[test]
fn the_other_reading_the_supply_makes_up_the_price() {
    check(&[], Supply, 3, 3);
    check(&[Discount1], Supply, 2, 3);
    check(&[Discount2], Supply, 1, 3);
    check(&[Discount1, Discount2, Discount2], Supply, 0, 3);
}

#[test]
fn a_buyer_needs_only_what_is_paid() {
    for (gold, expected) in [(0, 1), (1, 2), (2, 3), (3, 3)] {
        // L06 costs 1, L05 costs 3; with a discount of 1: 0 and 2.
        let table = buying(&[], gold, Seller);
        let without = table.legal_actions().len();
        assert_eq!(without, 1 + usize::from(gold >= 1) + usize::from(gold >= 3), "{gold} gold");
        let table = buying(&[Discount1], gold, Seller);
        assert_eq!(table.legal_actions().len(), if gold == 0 { 2 } else { expected.max(2) }, "{gold} gold");
    }
}

#[test]
fn a_tile_may_be_had_for_nothing() {
    let mut table = buying(&[Discount1], 0, Seller);
    table.buy(1, "L06");
    assert_eq!(table.gold(), [0, 2], "seat 1 takes back its stake of 1");
}

#[test]
fn the_sellers_own_discount_does_not_matter() {
    let mut table = buying(&[], 5, Seller);
    table.give_tablet(1, Discount2);
    table.buy(1, "L05");
    assert_eq!(table.gold(), [2, 7]);
}

#[test]
fn prices_of_purchases_stay_those_posted() {
    let table = buying(&[Discount2], 5, Seller);
    let prices: Vec<_> = table.game.purchases(&table.position, seat(0)).map(|(_, _, price)| price).collect();
    assert_eq!(prices, [3, 1]);
    assert_eq!([3, 1, 2].map(|price| table.position.players[0].payment(price)), [1, 0, 0]);
}
