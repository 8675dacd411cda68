//! Phase 3: discards.

use super::*;

#[test]
fn discards_go_back_to_the_bag_when_all_offers_are_in() {
    let mut table = two_players();
    table.offer([0, 1, 1]);
    assert!(!table.is_in_bag("L01"));
    table.offer([1, 0, 1]);
    assert!(table.is_in_bag("L01") && table.is_in_bag("L05"));
    assert!(["L02", "L03", "L04", "L06"].iter().all(|name| !table.is_in_bag(name)));
    assert_eq!(table.position.bag.len(), 73 - 4);
}

#[test]
fn example_the_tile_in_the_middle_is_discarded() {
    let mut table = two_players();
    table.offer([4, 0, 1]);
    table.offer([1, 0, 1]);
    assert!(table.is_in_bag("L02") && table.is_in_bag("L05"));
    let on_sale: Vec<&str> =
        table.position.players[0].display.iter().map(|sale| table.game.tiles().name(sale.tile)).collect();
    assert_eq!(on_sale, ["L01", "L03"]);
}

#[test]
fn discards_can_be_drawn_again() {
    let mut table = two_players();
    table.offer([0, 1, 1]);
    table.offer([1, 0, 1]);
    table.pass();
    table.pass();
    table.build_anyhow();
    table.draw(&[["L05", "L10", "L11"], ["L12", "L13", "L01"]]);
    assert!(!table.is_in_bag("L01") && !table.is_in_bag("L05"));
}
