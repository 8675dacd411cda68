//! The quick gain of a placement equals the worth after less the worth before, each found from scratch, by every judgement that ships.

use agents::skye::appraisal::{Estate, Ignored, Judgements, Outlook};
use engine::skye::{Action, Modules, Phase, ScoringTile};
use engine::{Game, Turn};

use crate::random_games::{random_game_with, random_set_with};

/// The judgements by which players play; each as it is, and each with one thing after another taken to be
/// worthless.
fn judgements() -> Vec<Judgements> {
    let whole = [Judgements::by_hand(), Judgements::of_base_game(), Judgements::calibrated()].map(|by| (*by).clone());
    let ignored = [
        Ignored { scrolls: true, ..Ignored::default() },
        Ignored { roads: true, ..Ignored::default() },
        Ignored { income: true, ..Ignored::default() },
        Ignored { tablets: true, tunnels: true, ..Ignored::default() },
    ];
    let mut all = whole.to_vec();
    for judgements in whole {
        all.extend(ignored.map(|ignored| Judgements { ignored, ..judgements.clone() }));
        let mut without_potential = judgements;
        without_potential.forget_potential();
        all.push(without_potential);
    }
    all
}

#[track_caller]
fn check_gains(
    judgements: &Judgements,
    modules: Modules,
    players: usize,
    scoring: [ScoringTile; 4],
    seed: u64,
) -> usize {
    let mut checked = 0;
    random_game_with(modules, players, scoring, seed, |game, position| {
        let (Turn::Seat(seat), Phase::Build(_)) = (game.turn(position), position.phase) else { return };
        let outlook = Outlook::by(judgements, game, position, seat);
        let territory = position.player(seat).territory;
        let estate = Estate::new(&outlook, &territory);
        let mut actions = Vec::new();
        game.legal_actions(position, &mut actions);
        for action in actions {
            let Action::Place(placement) = action else { continue };
            let (quick, slow) = (estate.gain(placement), estate.gain_by_laying(placement));
            assert_eq!(quick, slow, "{placement:?} in {territory:?}; {modules:?}, {scoring:?}");
            checked += 1;
        }
    });
    checked
}

#[test]
fn quick_gains_are_exact_for_every_scoring_tile_and_judgement() {
    for judgements in judgements() {
        let mut checked = 0;
        for seed in 0..100 {
            let set = random_set_with(Modules::NONE, seed);
            checked += check_gains(&judgements, Modules::NONE, 2 + seed as usize % 4, set, seed);
        }
        assert!(checked > 50_000, "{checked} placements");
    }
}

#[test]
fn quick_gains_are_exact_with_every_set_of_modules() {
    for (number, judgements) in judgements().into_iter().enumerate() {
        let mut checked = 0;
        for modules in Modules::all_sets().skip(1) {
            for seed in 0..8 {
                let seed = seed + 100 * number as u64;
                let players = 2 + seed as usize % 4;
                checked += check_gains(&judgements, modules, players, random_set_with(modules, seed), seed);
            }
        }
        assert!(checked > 50_000, "{checked} placements");
    }
}
