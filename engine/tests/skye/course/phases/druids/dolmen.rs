//! The dolmen board: prices, purchases, and how tiles move.

use engine::Game;

use super::*;

#[test]
fn the_surcharge_falls_from_four_to_nothing() {
    let table = second_turn(&[20, 20]);
    let prices: Vec<_> =
        table.game.affordable_druids(&table.position, seat(0)).map(|(space, _, price)| (space, price)).collect();
    assert_eq!(prices, [(0, 6), (1, 10), (2, 8), (3, 2), (4, 7)]);
}

#[test]
fn exact_choices_by_the_gold_held() {
    for (gold, spaces, bag) in [
        (0, vec![], false),
        (1, vec![], false),
        (2, vec![3], false),
        (4, vec![3], false),
        (5, vec![3], true),
        (6, vec![0, 3], true),
        (7, vec![0, 3, 4], true),
        (8, vec![0, 2, 3, 4], true),
        (9, vec![0, 2, 3, 4], true),
        (10, vec![0, 1, 2, 3, 4], true),
    ] {
        assert_eq!(choices(&second_turn(&[gold, 0])), (spaces, bag), "with {gold} gold");
    }
}

#[test]
fn the_price_goes_to_the_supply_and_the_tile_to_the_buyer() {
    let mut table = second_turn(&[9, 3]);
    table.buy_druid(2, Some("D10"));
    assert_eq!(table.gold(), [1, 3]);
    assert_eq!(table.to_build(0), ["L02", "L03", "D03"]);
}

#[test]
fn tiles_left_of_the_gap_move_right_and_a_new_one_comes() {
    for (space, expected) in [
        (0, ["D10", "D02", "D03", "D04", "D05"]),
        (1, ["D10", "D01", "D03", "D04", "D05"]),
        (2, ["D10", "D01", "D02", "D04", "D05"]),
        (3, ["D10", "D01", "D02", "D03", "D05"]),
        (4, ["D10", "D01", "D02", "D03", "D04"]),
    ] {
        let mut table = second_turn(&[20, 20]);
        table.buy_druid(space, Some("D10"));
        assert_eq!(table.board(), expected, "from space {space}");
    }
}

#[test]
fn the_next_buyer_sees_the_refilled_board() {
    let mut table = second_turn(&[20, 9]);
    table.buy_druid(3, Some("D08"));
    // D08 costs 0 + 4, D01 2 + 3, D02 7 + 2, D03 6 + 1, D05 7.
    let seen: Vec<_> =
        table.game.affordable_druids(&table.position, seat(1)).map(|(space, _, price)| (space, price)).collect();
    assert_eq!(seen, [(0, 4), (1, 5), (2, 9), (3, 7), (4, 7)]);
    assert_eq!(table.position.phase, Phase::BuyAgain(seat(1)));
}

#[test]
fn a_purchase_is_told_and_at_once_the_board() {
    let mut table = second_turn(&[9, 3]);
    table.buy_druid(3, Some("D10"));
    let tile = |name| table.tile(name);
    let board = ["D10", "D01", "D02", "D03", "D05"].map(|name| Some(tile(name)));
    let expected = [
        Event::BuyDruid { seat: seat(0), space: 3, tile: tile("D04"), cost: 1, surcharge: 1 },
        Event::Dolmen { removed: None, drawn: [tile("D10")].into_iter().collect(), board },
    ];
    assert_eq!(table.events, expected);
}

#[test]
fn the_first_tiles_lie_from_the_left_as_drawn() {
    let table = first_round(2);
    let names = ["D01", "D02", "D03", "D04", "D05"];
    assert_eq!(table.board(), names);
    let tiles = names.map(|name| table.tile(name));
    let expected = Event::Dolmen { removed: None, drawn: tiles.into(), board: tiles.map(Some) };
    assert_eq!(table.events[0], expected);
    assert_eq!(table.position.dolmen.stack.len(), 31);
}

#[test]
fn every_seat_acts_once_in_turn_order_from_the_starting_player_again() {
    let mut table = first_round(4);
    table.begin_with(seat(2));
    (0..4).for_each(|_| table.offer([0, 1, 1]));
    (0..4).for_each(|_| table.pass());
    let mut order = Vec::new();
    while let Phase::BuyAgain(buyer) = table.position.phase {
        order.push(buyer.index());
        table.pass();
    }
    assert_eq!(order, [2, 3, 0, 1]);
    assert_eq!(table.position.phase, Phase::Build(seat(2)));
}

#[test]
fn a_purchase_in_the_first_turn_does_not_matter() {
    let mut table = first_round(2);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    table.buy(1, "L05");
    table.pass();
    // Seat 0 has 5 - 2 - 1 gold, seat 1 has 3 + 2.
    assert_eq!(table.gold(), [2, 5]);
    table.buy_druid(3, Some("D10"));
    assert_eq!(table.to_build(0), ["L05", "L02", "L03", "D04"]);
    // Proceeds of the first turn are at hand: D10 costs 5 + 4, D01 2 + 3.
    assert_eq!(choices(&table), (vec![1], true));
}

#[test]
fn unsold_tiles_are_kept_and_stakes_lost_before_the_second_turn() {
    let mut table = first_round(2);
    (0..2).for_each(|_| table.offer([0, 1, 4]));
    (0..2).for_each(|_| table.pass());
    assert_eq!(table.position.phase, Phase::BuyAgain(seat(0)));
    assert_eq!(table.gold(), [0, 0]);
    assert_eq!((table.to_build(0), table.to_build(1)), (vec!["L02", "L03"], vec!["L05", "L06"]));
    assert_eq!(table.legal_actions(), [Action::Pass]);
}

#[test]
fn passing_is_told_as_in_the_first_turn() {
    let mut table = second_turn(&[9, 3]);
    table.pass();
    assert_eq!(table.events, [Event::Pass { seat: seat(0) }]);
    assert_eq!(table.board(), ["D01", "D02", "D03", "D04", "D05"]);
}

/// A stack of no more than these tiles, and a board of these.
fn with_stack(table: &mut Table, names: &[&str]) {
    let stack = names.iter().map(|name| table.tile(name)).collect();
    table.position.set_up(|public| public.dolmen.stack = stack);
}

#[test]
fn ruling_with_the_stack_used_up_tiles_still_move() {
    let mut table = second_turn(&[20, 20, 20]);
    with_stack(&mut table, &[]);
    table.buy_druid(2, None);
    assert_eq!(table.board(), ["", "D01", "D02", "D04", "D05"]);
    table.buy_druid(3, None);
    assert_eq!(table.board(), ["", "", "D01", "D02", "D05"]);
    let expected = Event::Dolmen { removed: None, drawn: [].into_iter().collect(), board: table.position.dolmen.board };
    assert_eq!(table.events.last(), Some(&expected));
}

#[test]
fn ruling_an_empty_space_cannot_be_bought() {
    let mut table = second_turn(&[20, 20, 20]);
    with_stack(&mut table, &[]);
    table.buy_druid(2, None);
    assert_eq!(choices(&table), (vec![1, 2, 3, 4], true));
    assert!(!table.game.is_legal(&table.position, Action::BuyDruid { space: 0 }));
    assert!(!table.game.is_legal(&table.position, Action::BuyDruid { space: 5 }), "there are five spaces");
}

/// The board and what left it when a round ends with this board; the stack holds these.
fn at_the_end(board: [Option<&str>; 5], stack: &[&str], next: Option<&str>) -> (Vec<String>, Option<String>) {
    let mut table = second_turn(&[0, 0]);
    with_stack(&mut table, stack);
    let board = board.map(|name| name.map(|name| table.tile(name)));
    table.position.set_up(|public| public.dolmen.board = board);
    let next = next.map(|name| table.tile(name)).into_iter().collect();
    let mut removed = None;
    table.game.move_dolmen(&mut table.position, &next, &mut |_, event| {
        if let Event::Dolmen { removed: tile, .. } = event {
            removed = tile;
        }
    });
    let board = table.board().map(str::to_owned).to_vec();
    (board, removed.map(|tile| table.game.tiles().name(tile).to_owned()))
}

#[test]
fn at_the_end_of_a_round_the_last_tile_leaves_and_the_others_move() {
    let all = ["D01", "D02", "D03", "D04", "D05"].map(Some);
    let (board, removed) = at_the_end(all, &["D20", "D21"], Some("D20"));
    assert_eq!(
        (board, removed.as_deref()),
        (["D20", "D01", "D02", "D03", "D04"].map(str::to_owned).to_vec(), Some("D05"))
    );
}

#[test]
fn ruling_at_the_end_of_a_round_with_an_empty_stack() {
    let all = ["D01", "D02", "D03", "D04", "D05"].map(Some);
    let (board, removed) = at_the_end(all, &[], None);
    assert_eq!(
        (board, removed.as_deref()),
        (["", "D01", "D02", "D03", "D04"].map(str::to_owned).to_vec(), Some("D05"))
    );
}

#[test]
fn ruling_nothing_leaves_from_an_empty_last_space() {
    let (board, removed) = at_the_end([None, Some("D01"), None, Some("D03"), None], &[], None);
    assert_eq!((board, removed), (["", "", "D01", "", "D03"].map(str::to_owned).to_vec(), None));
}

#[test]
fn ruling_the_board_does_not_move_after_the_last_round() {
    let mut table = Table::last_round(2, QUIET, &[Module::Druids]);
    table.meet_chance(1);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    (0..4).for_each(|_| table.pass());
    table.build_anyhow();
    assert_eq!(table.position.phase, Phase::Over);
    assert_eq!(told(&table, |event| matches!(event, Event::Dolmen { .. })).len(), 1, "the first five alone");
}

#[test]
fn the_board_moves_between_the_rounds() {
    let mut table = Table::with_modules(2, QUIET, &[Module::Druids]);
    table.meet_chance(1);
    let first = table.board().map(str::to_owned);
    (0..2).for_each(|_| table.offer([0, 1, 1]));
    (0..4).for_each(|_| table.pass());
    table.build_anyhow();
    table.events.clear();
    table.meet_chance(1);
    assert_eq!(table.board()[1..], first[..4]);
    assert!(
        matches!(table.events[0], Event::Dolmen { removed: Some(_), .. }),
        "before the round: {:?}",
        table.events[0]
    );
    assert!(matches!(table.events[1], Event::Round { round: 2, .. }));
}
