//! The six phases of a round, a file each; here what all phases share.

mod building;
mod buying;
mod discards;
mod income;
mod offers;
mod round_end;

mod borderlands;
mod discounts;
mod druids;
mod own_tiles;
mod vp_barrels;

use engine::random::random;
use engine::skye::{Action, Event, Offer, Phase, PriceLimits, Rules, ScoringTile, Slot, TileId};
use engine::{Game, Seat, Turn};

use crate::table::{QUIET, Table, seat};

/// Six tiles of bare pasture.
const PASTURES: &str = "a,PPPP,,,,,\nb,PPPP,,,,,\nc,PPPP,,,,,\nd,PPPP,,,,,\ne,PPPP,,,,,\nf,PPPP,,,,,\n";

/// Two printed players with 5 gold each; drawn are L01 to L03 and L04 to L06.
fn two_players() -> Table {
    let mut table = Table::printed(2, QUIET);
    table.draw(&[["L01", "L02", "L03"], ["L04", "L05", "L06"]]);
    table
}

/// Three printed players with 5 gold each; drawn are L01 to L09 in order.
fn three_players() -> Table {
    let mut table = Table::printed(3, QUIET);
    table.draw(&[["L01", "L02", "L03"], ["L04", "L05", "L06"], ["L07", "L08", "L09"]]);
    table
}

#[test]
fn actions_of_another_phase_are_illegal() {
    let mut table = two_players();
    let offer = Action::Offer(Offer::new(0, [1, 1]));
    let buy = Action::Buy { from: seat(1), tile: table.tile("L05") };
    let place = Action::Place(table.placement("L01", (0, 1), 0));
    let legal =
        |table: &Table| [offer, buy, Action::Pass, place].map(|action| table.game.is_legal(&table.position, action));
    assert_eq!(legal(&table), [true, false, false, false]);
    table.offer([1, 1, 0]);
    table.offer([0, 1, 1]);
    assert_eq!(legal(&table), [false, true, true, false]);
    table.pass();
    table.pass();
    // L01 cannot lie north of the castle as printed: its south edge is mountain. Turned half round, it can.
    assert_eq!(legal(&table), [false, false, false, false]);
    table.place("L01", (0, 1), 180);
}

/// Checks that random actions in this position are uniform over the legal ones: 400 for each. Chi-square beyond its mean by more than
/// six deviations is not believed.
#[track_caller]
fn check_random_actions(table: &Table, expected_count: usize) {
    let legal = table.legal_actions();
    assert_eq!(legal.len(), expected_count);
    let mut rng = random(31);
    let mut counts = vec![0i64; legal.len()];
    for _ in 0..400 * legal.len() {
        let action = table.game.random_action(&table.position, &mut rng);
        counts[legal.binary_search(&action).expect("a legal action")] += 1;
    }
    let chi_square = counts.iter().map(|count| (count - 400).pow(2)).sum::<i64>() as f64 / 400.0;
    let df = (legal.len() - 1) as f64;
    assert!(chi_square < df + 6.0 * (2.0 * df).sqrt(), "{chi_square}");
}

#[test]
fn random_actions_are_uniform_over_the_legal_ones() {
    let mut table = three_players();
    check_random_actions(&table, 30);
    // L03, L05 and L09 are discarded.
    (0..3).for_each(|index| table.offer([[1, 1, 0], [1, 0, 1], [1, 1, 0]][index]));
    // Four tiles of others at 1 gold each, or pass.
    check_random_actions(&table, 5);
    (0..3).for_each(|_| table.pass());
    // Seat 0 has L01 (PPMM, 2*2 + 2 ways beside the castle) and L02 (PMWM, 2*1 + 1 + 2).
    check_random_actions(&table, 11);
}
