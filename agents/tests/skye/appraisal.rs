//! The quick gain of a placement equals the value after it less the value before, each computed from scratch.

use agents::skye::appraisal::{Estate, IgnoredTerms, Judgements, Outlook};
use engine::skye::{Action, Modules, Phase, Position, ScoringTile, Skye, Slot};
use engine::{Game, Turn};

use crate::random_games::{random_game_with, random_set_with};

/// Lists the shipped judgements, each as it is and without each ignorable feature.
fn judgements() -> Vec<Judgements> {
    let whole = [Judgements::by_hand(), Judgements::of_base_game(), Judgements::calibrated()].map(|by| (*by).clone());
    let ignored = [
        IgnoredTerms { scrolls: true, ..IgnoredTerms::default() },
        IgnoredTerms { roads: true, ..IgnoredTerms::default() },
        IgnoredTerms { income: true, ..IgnoredTerms::default() },
        IgnoredTerms { tablets: true, tunnels: true, ..IgnoredTerms::default() },
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

/// Compares the gains of placements of a seat with the recomputed values of its territory; returns how many were compared.
///
/// It takes one in `step` of all legal placements.
#[track_caller]
pub fn check_gains(judgements: &Judgements, game: &Skye, position: &Position, step: usize) -> usize {
    let (Turn::Seat(seat), Phase::Build(_)) = (game.turn(position), position.phase) else { return 0 };
    let (outlook, player) = (Outlook::by(judgements, game, position, seat), position.player(seat));
    let estate = Estate::new(outlook.clone(), &player.territory);
    let mut found = Vec::new();
    for tile in game.tiles_to_lay(player) {
        estate.for_each_gain(tile, |placement, gain| found.push((Action::Place(placement), gain)));
    }
    let mut legal = Vec::new();
    game.legal_actions(position, &mut legal);
    legal.retain(|action| matches!(action, Action::Place(_)));
    found.sort_unstable();
    assert!(found.iter().map(|(action, _)| action).eq(&legal), "{found:?}, legal {legal:?}");
    let compared = found.into_iter().step_by(step).map(|(action, quick)| {
        let Action::Place(placement) = action else { panic!("{action:?} is no placement") };
        let mut after = player.territory;
        after.lay_and_flip(game.tiles(), placement, |_| {});
        let slow = Estate::new(outlook.clone(), &after).worth() - estate.worth();
        let pays = Slot::ALL.map(|slot| game.payment_at(slot));
        assert_eq!(quick, slow, "{placement:?} in {:?}; {:?}, {pays:?}", player.territory, game.rules().modules);
    });
    compared.count()
}

/// Does the same for all placements in a random game.
#[track_caller]
fn check_game(
    judgements: &Judgements,
    modules: Modules,
    players: usize,
    scoring: [ScoringTile; 4],
    seed: u64,
) -> usize {
    let mut checked = 0;
    random_game_with(modules, players, scoring, seed, |game, position| {
        checked += check_gains(judgements, game, position, 1);
    });
    checked
}

#[test]
fn quick_gains_are_exact_for_every_scoring_tile_and_judgement() {
    for judgements in judgements() {
        let mut checked = 0;
        for seed in 0..100 {
            let set = random_set_with(Modules::NONE, seed);
            checked += check_game(&judgements, Modules::NONE, 2 + seed as usize % 4, set, seed);
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
                checked += check_game(&judgements, modules, players, random_set_with(modules, seed), seed);
            }
        }
        assert!(checked > 50_000, "{checked} placements");
    }
}
