//! Phase 4: buying.

use super::*;

#[test]
fn players_buy_in_turn_order_each_once() {
    let mut table = three_players();
    table.begin_with(seat(2));
    (0..3).for_each(|_| table.offer([0, 1, 1]));
    let mut order = Vec::new();
    while let Phase::Buy(buyer) = table.position.phase {
        order.push(buyer.index());
        table.pass();
    }
    assert_eq!(order, [2, 0, 1]);
}

#[test]
fn a_purchase_pays_the_seller_who_takes_back_the_stake() {
    let mut table = two_players();
    table.offer([0, 1, 1]);
    table.offer([0, 2, 1]);
    assert_eq!(table.gold(), [3, 2]);
    table.buy(1, "L05");
    // Seat 0 pays 2; seat 1 gets them, and its stake of 2.
    assert_eq!(table.gold(), [1, 6]);
    assert_eq!(table.to_build(0), ["L05"]);
    assert!(!table.position.players[1].display.iter().any(|sale| sale.tile == table.tile("L05")));
}

#[test]
fn a_seller_may_spend_payment_and_stake_in_the_same_phase() {
    let mut table = two_players();
    // Seat 1 stakes all its gold.
    table.offer([0, 1, 3]);
    table.offer([0, 4, 1]);
    assert_eq!(table.gold(), [1, 0]);
    table.buy(1, "L06");
    assert_eq!(table.gold(), [0, 2], "the payment of 1 and the stake of 1");
    // Now it can buy for 1, but not for 3.
    let buys = table.legal_actions();
    assert_eq!(buys, [Action::Buy { from: seat(0), tile: table.tile("L02") }, Action::Pass]);
    table.buy(0, "L02");
    // The seller's 1 + 1; then seat 0 loses 3 on L03, seat 1 loses 4 on L05.
    assert_eq!(table.gold(), [2, 1]);
    assert_eq!(table.to_build(0), ["L06", "L03"]);
    assert_eq!(table.to_build(1), ["L02", "L05"]);
}

#[test]
fn without_a_sale_staked_gold_cannot_be_spent() {
    let mut table = two_players();
    table.offer([0, 1, 1]);
    table.offer([0, 4, 1]);
    table.pass();
    assert_eq!(table.legal_actions(), [Action::Pass], "seat 1 holds nothing");
}

#[test]
fn tiles_can_be_bought_from_others_only_and_for_the_price() {
    let mut table = three_players();
    table.offer([1, 2, 0]);
    table.offer([4, 1, 0]);
    table.offer([3, 2, 0]);
    // Seat 0 holds 2: it can buy L05 for 1 and L08 for 2, but not L04 for 4, L07 for 3, or its own L01 and L02.
    let tile = |name| table.tile(name);
    let expected = [
        Action::Buy { from: seat(1), tile: tile("L05") },
        Action::Buy { from: seat(2), tile: tile("L08") },
        Action::Pass,
    ];
    assert_eq!(table.legal_actions(), expected);
    for (from, name) in [(0, "L01"), (1, "L04"), (2, "L07"), (1, "L08"), (2, "L09"), (2, "L40")] {
        let action = Action::Buy { from: seat(from), tile: tile(name) };
        assert!(!table.game.is_legal(&table.position, action), "{name} from {from}");
    }
}

#[test]
fn unsold_tiles_are_kept_after_all_buying_and_their_stakes_are_lost() {
    let mut table = two_players();
    table.offer([0, 1, 2]);
    table.offer([0, 1, 1]);
    table.pass();
    assert_eq!(table.to_build(0), [""; 0], "seat 1 may still buy");
    assert_eq!(table.position.players[0].display.len(), 2);
    table.buy(0, "L03");
    // Seat 0: 2 held + 2 * 2, the stake on L02 is lost. Seat 1: 3 held - 2, both stakes are lost.
    assert_eq!(table.gold(), [6, 1]);
    assert_eq!(table.to_build(0), ["L02"]);
    assert_eq!(table.to_build(1), ["L03", "L05", "L06"]);
    let kept = |event: &Event| match *event {
        Event::Keep { seat, tile, lost } => Some((seat.index(), table.game.tiles().name(tile), lost)),
        _ => None,
    };
    let kept: Vec<_> = table.events.iter().filter_map(kept).collect();
    assert_eq!(kept, [(0, "L02", 1), (1, "L05", 1), (1, "L06", 1)]);
}

#[test]
fn several_tiles_of_one_player_can_be_sold() {
    let mut table = three_players();
    (0..3).for_each(|_| table.offer([0, 1, 1]));
    table.buy(2, "L08");
    table.buy(2, "L09");
    // Seat 2 has sold both tiles: 3 + 2 + 2.
    assert_eq!(table.gold(), [2, 2, 7]);
    table.pass();
    assert_eq!(table.to_build(2), [""; 0]);
    assert_eq!((table.to_build(0), table.to_build(1)), (vec!["L08", "L02", "L03"], vec!["L09", "L05", "L06"]));
}
