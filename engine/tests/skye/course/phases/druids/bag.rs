//! The bag action.

use std::sync::Arc;

use engine::random::random;
use engine::skye::{Bag, Modules, Rules, Skye, Tablet, Tiles};
use engine::{Game, Turn};

use super::*;

/// Lets seat 0 draw these from the bag.
fn find(table: &mut Table, names: &[&str]) {
    table.act(Action::DrawFromBag);
    assert_eq!(table.position.phase, Phase::DrawFromBag(seat(0)));
    let found = names.iter().map(|name| table.tile(name)).collect();
    table.game.find_in_bag(&mut table.position, seat(0), found);
}

fn leave_in_bag(table: &mut Table, count: usize) {
    let left: Bag = table.game.tiles().in_bag().filter(|&tile| table.position.bag.has(tile)).take(count).collect();
    table.position.set_up(|public| public.bag = left);
}

#[test]
fn it_costs_five_and_draws_two_of_which_one_is_kept() {
    let mut table = second_turn(&[6, 0]);
    find(&mut table, &["L40", "L41"]);
    assert_eq!(table.gold(), [1, 0], "paid before the tiles are seen");
    let keep = |name| Action::KeepDrawn { tile: table.tile(name) };
    assert_eq!(table.legal_actions(), [keep("L40"), keep("L41")], "one must be kept");
    assert!(!table.is_in_bag("L40") && !table.is_in_bag("L41"));
    table.act(keep("L41"));
    assert_eq!(table.to_build(0), ["L02", "L03", "L41"]);
    assert!(table.is_in_bag("L40") && !table.is_in_bag("L41"));
    assert_eq!(table.position.phase, Phase::BuyAgain(seat(1)));
}

#[test]
fn it_is_told_once_with_what_was_drawn_and_kept() {
    let mut table = second_turn(&[6, 0]);
    find(&mut table, &["L41", "L40"]);
    assert_eq!(table.events, []);
    let tile = |name| table.tile(name);
    let (tiles, kept) = ([tile("L41"), tile("L40")].into_iter().collect(), tile("L40"));
    table.act(Action::KeepDrawn { tile: kept });
    assert_eq!(table.events, [Event::Bag { seat: seat(0), paid: 5, tiles, kept }]);
}

#[test]
fn tablets_make_it_cheaper_and_draw_more() {
    for (tablets, cost, tiles) in [(0, 5, 2), (1, 3, 3), (2, 1, 4), (3, 0, 5), (4, 0, 6)] {
        let mut table = second_turn(&[7, 0]);
        (0..tablets).for_each(|_| table.give_tablet(0, Tablet::BagDraw));
        table.act(Action::DrawFromBag);
        table.meet_chance(3);
        assert_eq!(table.gold()[0], 7 - cost, "{tablets} tablets");
        assert_eq!(table.position.found.len(), tiles, "{tablets} tablets");
        assert_eq!(table.legal_actions().len(), tiles);
    }
}

#[test]
fn it_needs_the_gold_less_what_tablets_take_off() {
    for (tablets, cost) in [(0, 5u16), (1, 3), (2, 1), (3, 0)] {
        for (gold, is_legal) in [(cost, true), (cost + 1, true), (cost.saturating_sub(1), cost == 0)] {
            let mut table = second_turn(&[gold, 0]);
            (0..tablets).for_each(|_| table.give_tablet(0, Tablet::BagDraw));
            assert_eq!(choices(&table).1, is_legal, "{tablets} tablets, {gold} gold");
        }
    }
}

#[test]
fn tablets_of_others_do_not_help() {
    let mut table = second_turn(&[4, 4]);
    table.give_tablet(1, Tablet::BagDraw);
    assert!(!choices(&table).1);
    table.pass();
    assert!(choices(&table).1);
}

#[test]
fn ruling_no_action_that_the_later_rounds_need_the_tiles_for() {
    // players * (2 * rounds left + 1) tiles have to stay; in the last round none.
    for (players, round, reserve) in [
        (2, 1, 22),
        (2, 5, 6),
        (3, 1, 33),
        (4, 1, 44),
        (4, 5, 12),
        (5, 1, 45),
        (5, 4, 15),
        (5, 5, 0),
        (4, 6, 0),
        (2, 6, 0),
    ] {
        for (tiles, is_legal) in [(reserve, false), (reserve + 1, true)] {
            let mut table = second_turn(&vec![9; players]);
            table.position.set_up(|public| public.round = round);
            leave_in_bag(&mut table, tiles);
            assert_eq!(choices(&table).1, is_legal, "{players} players, round {round}, {tiles} tiles");
        }
    }
}

#[test]
fn ruling_every_draw_finds_its_tiles_whatever_their_number() {
    let modules: Modules = [Module::Druids].into_iter().collect();
    for tiles_drawn in 2..=5 {
        let rules = Rules { tiles_drawn, castle_income: 50, ..Rules::with_modules(5, modules) };
        let game = Skye::new(Tiles::printed_with(modules), Arc::new(rules), QUIET, 5).expect("a valid set-up");
        for seed in 0..20 {
            let (mut position, mut random, mut bag_actions) = (game.start(seat(0)), random(seed), 0);
            loop {
                match game.turn(&position) {
                    Turn::Over => break,
                    Turn::Chance => game.resolve_chance(&mut position, seed),
                    Turn::Seat(_) => {
                        // As many bag actions as the rules allow.
                        let draws_from_bag = game.is_legal(&position, Action::DrawFromBag);
                        let other = game.random_action(&position, &mut random);
                        game.apply(&mut position, if draws_from_bag { Action::DrawFromBag } else { other });
                        bag_actions += usize::from(draws_from_bag);
                    }
                }
            }
            assert!(bag_actions > 5, "{bag_actions} bag actions with {tiles_drawn} tiles drawn");
        }
    }
}

#[test]
fn ruling_a_single_tile_left_must_be_kept_for_the_full_price() {
    let mut table = second_turn(&[5, 0]);
    table.position.set_up(|public| public.round = 6);
    leave_in_bag(&mut table, 1);
    table.act(Action::DrawFromBag);
    table.meet_chance(1);
    assert_eq!((table.gold()[0], table.position.found.len(), table.legal_actions().len()), (0, 1, 1));
    assert!(table.position.bag.is_empty());
    table.act(table.legal_actions()[0]);
    assert!(table.position.bag.is_empty());
}

#[test]
fn ruling_fewer_tiles_than_tablets_allow_are_all_drawn() {
    let mut table = second_turn(&[5, 0]);
    (0..2).for_each(|_| table.give_tablet(0, Tablet::BagDraw));
    table.position.set_up(|public| public.round = 6);
    leave_in_bag(&mut table, 3);
    table.act(Action::DrawFromBag);
    table.meet_chance(1);
    assert_eq!((table.gold()[0], table.position.found.len()), (4, 3), "four may be drawn; the price stays 1");
}

#[test]
fn ruling_the_others_go_back_before_the_next_player_draws() {
    // In the last round three tiles are left; seat 0 keeps one of two, so seat 1 draws the last two.
    let mut table = second_turn(&[5, 5]);
    table.position.set_up(|public| public.round = 6);
    leave_in_bag(&mut table, 3);
    table.act(Action::DrawFromBag);
    table.meet_chance(1);
    table.act(table.legal_actions()[0]);
    assert_eq!(table.position.bag.len(), 2);
    table.act(Action::DrawFromBag);
    table.meet_chance(1);
    assert_eq!((table.position.found.len(), table.position.bag.len()), (2, 0));
}

#[test]
fn chance_draws_and_nobody_decides_meanwhile() {
    let mut table = second_turn(&[5, 5]);
    table.act(Action::DrawFromBag);
    assert_eq!(table.turn(), Turn::Chance);
    assert_eq!(table.legal_actions(), []);
    table.meet_chance(1);
    assert_eq!(table.turn(), Turn::Seat(seat(0)));
}

#[test]
fn discounts_do_not_make_it_cheaper() {
    let mut table = second_turn(&[4, 0]);
    table.give_tablet(0, Tablet::Discount2);
    // Nor Druid tiles: D04 for 2 only.
    assert_eq!(choices(&table), (vec![3], false));
}

#[test]
fn the_first_players_of_a_long_second_turn_can_use_up_what_may_be_drawn() {
    // Five players in round 4 with two tiles more than have to stay: two actions, then no more.
    let mut table = second_turn(&[5; 5]);
    table.position.set_up(|public| public.round = 4);
    leave_in_bag(&mut table, 17);
    for _ in 0..2 {
        table.act(Action::DrawFromBag);
        table.meet_chance(1);
        table.act(table.legal_actions()[0]);
    }
    assert_eq!(table.position.bag.len(), 15);
    assert!(!choices(&table).1);
}
