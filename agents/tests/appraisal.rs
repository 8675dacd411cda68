//! The quick gain of a placement equals the worth after less the worth before, each found from scratch.

mod common;

use agents::appraisal::{Estate, Outlook};
use engine::skye::{Action, Phase, ScoringTile};
use engine::{Game, Turn};

use common::{random_game, random_set};

#[track_caller]
fn check_gains(players: usize, scoring: [ScoringTile; 4], seed: u64) -> usize {
    let mut checked = 0;
    random_game(players, scoring, seed, |game, position| {
        let (Turn::Seat(seat), Phase::Build(_)) = (game.turn(position), position.phase) else { return };
        let outlook = Outlook::new(game, position, seat);
        let territory = position.player(seat).territory;
        let estate = Estate::new(&outlook, &territory);
        let mut actions = Vec::new();
        game.legal_actions(position, &mut actions);
        for action in actions {
            let Action::Place(placement) = action else { panic!("only placements when building") };
            assert_eq!(estate.gain(placement), estate.gain_by_laying(placement), "{placement:?} in {territory:?}");
            checked += 1;
        }
    });
    checked
}

#[test]
fn quick_gains_are_exact_for_every_scoring_tile() {
    let mut checked = 0;
    for seed in 0..100 {
        checked += check_gains(2 + seed as usize % 4, random_set(seed), seed);
    }
    assert!(checked > 50_000, "{checked} placements");
}
