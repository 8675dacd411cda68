//! Rules that designers change: gold at the start, tiles drawn, limits of prices, points and caps of scoring tiles.

use std::sync::Arc;

use engine::random::random;
use engine::skye::action::DRAWN;
use engine::skye::scoring::pay;
use engine::skye::{Action, Modules, Offer, Pays, PriceLimits, Rules, ScoringTile, Skye, Survey, Tiles};
use engine::{Game, Turn};

use crate::table::{QUIET, Table, modules_at_random, seat};

/// A game by rules that are printed but for this change.
fn changed(players: usize, change: impl FnOnce(&mut Rules)) -> Skye {
    let mut rules = Rules::printed(players);
    change(&mut rules);
    Skye::new(Tiles::printed(), Arc::new(rules), QUIET, players).expect("a valid set-up")
}

#[test]
fn gold_at_the_start_goes_by_place_in_the_first_turn_order() {
    let mut table = Table::of(changed(3, |rules| rules.start_gold = [0, 1, 4, 9, 9]));
    table.position = table.game.start(seat(2));
    assert_eq!(table.gold(), [1, 4, 0], "seat 2 is the first, seat 0 the second, seat 1 the third");
    table.draw_by_chance(1);
    assert_eq!(table.gold(), [6, 9, 5], "and all get the first income");
}

#[test]
fn prices_outside_their_limits_are_not_legal() {
    let limits = PriceLimits { lowest: 2, highest: 4 };
    let game = changed(2, |rules| rules.prices = limits);
    let mut table = Table::of(game);
    table.draw_by_chance(1);
    table.set_gold(&[7, 7]);
    let mut actions = Vec::new();
    table.game.legal_actions(&table.position, &mut actions);
    let is_within = |offer: &Offer| offer.prices().into_iter().all(|price| price == 0 || (2..=4).contains(&price));
    let every = Offer::all(3, 7, PriceLimits::PRINTED).map(Action::Offer);
    let within: Vec<Action> = Offer::all(3, 7, PriceLimits::PRINTED).filter(is_within).map(Action::Offer).collect();
    assert_eq!(actions, within);
    // (2,2) to (4,3), of 9 pairs without (4,4), for each tile discarded.
    assert_eq!(within.len(), 8 * DRAWN);
    for action in every {
        assert_eq!(table.game.is_legal(&table.position, action), within.contains(&action), "{action:?}");
    }
    let mut rng = random(3);
    let drawn: Vec<Action> = (0..2000).map(|_| table.game.random_action(&table.position, &mut rng)).collect();
    for action in &within {
        let count = drawn.iter().filter(|drawn| *drawn == action).count();
        assert!((50..120).contains(&count), "{action:?} {count} times, of 83 expected");
    }
    assert_eq!(drawn.iter().filter(|action| within.contains(action)).count(), drawn.len());
}

#[test]
fn two_tiles_get_a_price_however_many_are_drawn() {
    for drawn in 2..=5 {
        let mut table = Table::of(changed(3, |rules| rules.tiles_drawn = drawn));
        let drawn = usize::from(drawn);
        table.draw_by_chance(1);
        let full = Tiles::printed().len();
        assert_eq!(table.position.bag.len(), full - 3 * drawn);
        assert!(table.position.players.iter().all(|player| player.drawn.len() == drawn));
        // Five gold: ten pairs of prices for each pair of tiles.
        let pairs = drawn * (drawn - 1) / 2;
        let mut actions = Vec::new();
        table.game.legal_actions(&table.position, &mut actions);
        assert_eq!(actions.len(), 10 * pairs);
        assert!(actions.is_sorted());
        let mut rng = random(3);
        let mut counts = vec![0; actions.len()];
        for _ in 0..100 * actions.len() {
            let action = table.game.random_action(&table.position, &mut rng);
            counts[actions.iter().position(|&other| other == action).expect("a legal action")] += 1;
        }
        assert!(counts.iter().all(|count| (55..155).contains(count)), "{counts:?} of 100 expected");
        assert!(!table.game.is_legal(&table.position, Action::Offer(Offer::of([0, 4], [1, 1]))) || drawn == 5);
        let hand = table.position.players[0].drawn;
        let offer = Offer::of([0, drawn - 1], [1, 2]);
        assert_eq!(offer.discards(drawn).collect::<Vec<_>>(), (1..drawn - 1).collect::<Vec<_>>());
        table.act(Action::Offer(offer));
        for _ in 1..3 {
            table.act(Action::Offer(Offer::of([0, 1], [1, 1])));
        }
        let display: Vec<_> = table.position.players[0].display.iter().map(|sale| (sale.tile, sale.price)).collect();
        assert_eq!(display, [(hand[0], 1), (hand[drawn - 1], 2)]);
        assert_eq!(table.position.bag.len(), full - 3 * 2, "discards are back in the bag");
        assert!(hand[1..drawn - 1].iter().all(|&tile| table.position.bag.has(tile)));
    }
}

#[test]
fn prices_are_moved_within_limits_and_gold() {
    let printed = PriceLimits::PRINTED;
    assert_eq!(printed.within(10, [3, 4]), [3, 4]);
    assert_eq!(printed.within(10, [9, 4]), [6, 4]);
    assert_eq!(printed.within(10, [30, 30]), [5, 5]);
    assert_eq!(printed.within(2, [7, 0]), [1, 1]);
    let limits = PriceLimits { lowest: 3, highest: 5 };
    assert_eq!(limits.within(20, [1, 9]), [3, 5]);
    assert_eq!(limits.within(6, [9, 9]), [3, 3]);
}

#[test]
fn settings_out_of_range_are_named() {
    let refused = |change: fn(&mut Rules)| {
        let mut rules = Rules::printed(4);
        change(&mut rules);
        rules.validate().unwrap_err().to_string()
    };
    assert_eq!(refused(|rules| rules.start_gold[4] = 51), "start-gold-by-order: found 51; accepted: 0 to 50");
    assert_eq!(refused(|rules| rules.tiles_drawn = 1), "tiles-drawn: found 1; accepted: 2 to 5");
    assert_eq!(refused(|rules| rules.tiles_drawn = 6), "tiles-drawn: found 6; accepted: 2 to 5");
    assert_eq!(refused(|rules| rules.prices.lowest = 3), "lowest-price: found 3; accepted: 1 to 2");
    assert_eq!(refused(|rules| rules.prices.lowest = 0), "lowest-price: found 0; accepted: 1 to 2");
    let low = refused(|rules| rules.prices = PriceLimits { lowest: 2, highest: 1 });
    assert_eq!(low, "highest-price: found 1; accepted: 2 to 1000");
    let points = refused(|rules| rules.payments[0].parts[0].pays = Pays::Each { points: 51, per: 1 });
    assert_eq!(points, "scoring-points: found 51; accepted: 0 to 50");
    assert_eq!(refused(|rules| rules.payments[3].cap = 1000), "scoring-caps: found 1000; accepted: 0 to 999");
}

#[test]
fn points_multiply_what_is_counted_and_caps_end_it() {
    let mut rng = random(8);
    let (mut paid_twice, mut capped) = (0, 0);
    for modules in [Modules::NONE, Modules::all_sets().last().expect("sets")] {
        let game = modules_at_random(3, modules, &mut rng);
        let mut position = game.start(seat(0));
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => game.resolve_chance(&mut position, 5),
                Turn::Seat(_) => {
                    let action = game.random_action(&position, &mut rng);
                    game.apply(&mut position, action);
                }
            }
        }
        let seats = || position.players.iter().map(|player| (Survey::of(game.tiles(), &player.territory), player.gold));
        for tile in ScoringTile::ALL {
            let once = pay(&tile.printed(), seats());
            let mut twice = tile.printed();
            twice.parts.iter_mut().flat_map(|part| part.pays.points_mut()).for_each(|points| *points *= 2);
            let doubled: Vec<u16> = once.iter().map(|vp| 2 * vp).collect();
            assert_eq!(pay(&twice, seats())[..], doubled, "{tile}");
            twice.cap = 7;
            let ended: Vec<u16> = doubled.iter().map(|&vp| vp.min(7)).collect();
            assert_eq!(pay(&twice, seats())[..], ended, "{tile}");
            paid_twice += usize::from(doubled.iter().any(|&vp| vp > 0));
            capped += usize::from(ended != doubled);
        }
    }
    assert!(paid_twice > 30 && capped > 20, "{paid_twice} pay, {capped} are capped");
}
