//! The baseline decides as described, on deals computed by hand.

use std::sync::Arc;

use agents::Agent;
use agents::skye::RuleOfThumb;
use engine::random::random;
use engine::skye::{Action, Draws, Offer, Position, Rules, ScoringTile, Skye, Tiles};
use engine::{Game, Seat};

use ScoringTile::{Harbours, Mountains, Sheep, Squares};

/// Returns a game of two players with 24 gold in round 1, so that every weight is 4 - 3 = 1; seat 0 starts.
fn dealt(draws: [[&str; 3]; 2]) -> (Skye, Position) {
    let rules = Rules { castle_income: 24, ..Rules::printed(2) };
    let set = [Sheep, Harbours, Squares, Mountains];
    let game = Skye::new(Tiles::printed(), Arc::new(rules), set, 2).expect("a valid set-up");
    let mut position = game.start(Seat::new(0));
    let id = |name: &str| game.tiles().by_name(name).expect("a tile of the base game");
    let draws: Draws = draws.into_iter().map(|drawn| drawn.into_iter().map(id).collect()).collect();
    game.begin_round(&mut position, &draws, &mut |_, _| {});
    (game, position)
}

fn choose(game: &Skye, position: &Position) -> Action {
    let engine::Turn::Seat(seat) = game.turn(position) else { panic!("somebody decides") };
    RuleOfThumb.choose(game, &game.view(position, seat), &mut random(0)).action
}

#[track_caller]
fn check_offer(drawn: [&str; 3], expected: [u16; 3]) {
    let (game, position) = dealt([drawn, ["L01", "L02", "L03"]]);
    assert_eq!(choose(&game, &position), Action::Offer(Offer::from_prices(expected).expect("an offer")));
}

#[test]
fn a_tile_far_ahead_costs_half_the_gold() {
    // L61 (mountains, water, ship, lighthouse): 22 + 21 + 30 = 73. L15 (mountains): 21 + 30 = 51. L31 (water; harbours 7): 37.
    check_offer(["L15", "L61", "L31"], [1, 12, 0]);
}

#[test]
fn two_close_tiles_cost_a_third_each() {
    // L47 (sheep 22, water and lighthouse 17): 69. L61: 73. L31: 37.
    check_offer(["L47", "L31", "L61"], [8, 0, 8]);
}

#[test]
fn poor_tiles_cost_a_quarter_and_one() {
    // L31 and L24 (water): 7 + 30 = 37 each; L33 (sheep 22, mountain 21) would be better, so all three are poor and the first of
    // the lowest is discarded. L14 (water): 37.
    check_offer(["L31", "L24", "L14"], [0, 6, 1]);
}

#[test]
fn the_best_tile_is_bought_at_any_price_it_can_pay() {
    let (game, mut position) = dealt([["L31", "L24", "L14"], ["L61", "L15", "L70"]]);
    game.apply(&mut position, Action::Offer(Offer::from_prices([0, 1, 1]).expect("an offer")));
    // Of seat 1's tiles, L61 (73) has a higher value than L15 (51); seat 0 has 22 gold left.
    game.apply(&mut position, Action::Offer(Offer::from_prices([22, 1, 0]).expect("an offer")));
    let tile = game.tiles().by_name("L61").expect("a tile of the base game");
    assert_eq!(choose(&game, &position), Action::Buy { from: Seat::new(1), tile });
}

#[test]
fn tiles_that_it_cannot_pay_are_left() {
    let (game, mut position) = dealt([["L31", "L24", "L14"], ["L61", "L15", "L70"]]);
    game.apply(&mut position, Action::Offer(Offer::from_prices([0, 1, 1]).expect("an offer")));
    game.apply(&mut position, Action::Offer(Offer::from_prices([23, 1, 0]).expect("an offer")));
    let tile = game.tiles().by_name("L15").expect("a tile of the base game");
    assert_eq!(choose(&game, &position), Action::Buy { from: Seat::new(1), tile });
}

#[test]
fn the_bought_tile_is_built_first_and_continues_the_castles_road() {
    let (game, mut position) = dealt([["L31", "L24", "L14"], ["L61", "L15", "L70"]]);
    game.apply(&mut position, Action::Offer(Offer::from_prices([0, 1, 1]).expect("an offer")));
    game.apply(&mut position, Action::Offer(Offer::from_prices([1, 1, 0]).expect("an offer")));
    let bought = game.tiles().by_name("L15").expect("a tile of the base game");
    game.apply(&mut position, Action::Buy { from: Seat::new(1), tile: bought });
    game.apply(&mut position, Action::Pass);
    let Action::Place(placement) = choose(&game, &position) else { panic!("seat 0 builds") };
    assert_eq!(placement.tile, bought);
    // L15 is MMMW with exits N and E. The castle has roads N, S (pasture) and W (mountain): only to the west do terrain and road fit,
    // with the exit on L15's side facing east: as printed (E) or turned by 90 degrees (N to E).
    assert_eq!((placement.place.x, placement.place.y), (-1, 0));
    assert_eq!(placement.rotation.degrees(), 0);
}
