//! The laws of `Game`, on every game and number of seats.

use std::path::Path;
use std::sync::Arc;

use engine::contract;
use engine::random::{below, random};
use engine::skye::{Modules, Rules, ScoringTile, Skye, Tiles};
use engine::tipperary::Tipperary;
use engine::toy::{MatrixGame, SealedBids};

fn random_set(seed: u64) -> [ScoringTile; 4] {
    let mut rng = random(seed);
    let mut all = ScoringTile::BASE.to_vec();
    std::array::from_fn(|_| all.swap_remove(below(&mut rng, all.len() as u32) as usize))
}

#[track_caller]
fn check_skye(players: usize) {
    for seed in 0..40 {
        contract::check(&Skye::printed(players, random_set(seed)).expect("a valid set-up"), seed);
    }
}

#[test]
fn skye_with_two_players() {
    check_skye(2);
}

#[test]
fn skye_with_three_players() {
    check_skye(3);
}

#[test]
fn skye_with_four_players() {
    check_skye(4);
}

#[test]
fn skye_with_five_players() {
    check_skye(5);
}

/// Every set of modules, with scoring tiles from its pool.
#[track_caller]
fn check_modules(players: usize) {
    for modules in Modules::all_sets() {
        for seed in 0..6 {
            let mut pool = Rules::with_modules(players, modules).scoring_pool();
            let mut rng = random(seed);
            let scoring = std::array::from_fn(|_| pool.swap_remove(below(&mut rng, pool.len() as u32) as usize));
            let game = Skye::printed_with(players, scoring, modules).expect("a valid set-up");
            contract::check(&game, seed);
        }
    }
}

#[test]
fn modules_with_two_players() {
    check_modules(2);
}

#[test]
fn modules_with_three_players() {
    check_modules(3);
}

#[test]
fn modules_with_four_players() {
    check_modules(4);
}

#[test]
fn modules_with_five_players() {
    check_modules(5);
}

#[test]
fn skye_with_the_other_reading_and_changed_rules() {
    let (name, text) = Tiles::SHIPPED[1];
    let tiles = Arc::new(Tiles::parse(Path::new(name), text).expect("a shipped file"));
    for seed in 0..10 {
        let rules = Rules { castle_income: 2, gold_per_vp: 3, ..Rules::printed(5) };
        let game = Skye::new(Arc::clone(&tiles), Arc::new(rules), random_set(seed), 2).expect("a valid set-up");
        contract::check(&game, seed);
    }
}

#[track_caller]
fn check_tipperary(players: usize) {
    for seed in 0..20 {
        contract::check(&Tipperary::dealt(players, seed).expect("a valid set-up"), seed);
    }
}

#[test]
fn tipperary_with_two_players() {
    check_tipperary(2);
}

#[test]
fn tipperary_with_three_players() {
    check_tipperary(3);
}

#[test]
fn tipperary_with_four_players() {
    check_tipperary(4);
}

#[test]
fn tipperary_with_five_players() {
    check_tipperary(5);
}

#[test]
fn sealed_bids() {
    for players in 2..=5 {
        let game = SealedBids { players, rounds: 4, coins: 6, prizes: vec![1, 2, 5] };
        (0..50).for_each(|seed| contract::check(&game, seed));
    }
}

#[test]
fn matrix_games() {
    let game = MatrixGame { payoffs: vec![vec![0, 3, -1], vec![-2, 0, 1]] };
    (0..20).for_each(|seed| contract::check(&game, seed));
}
