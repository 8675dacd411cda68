//! The quick gain of a placement equals the worth after less the worth before, each found from scratch, by every judgement that ships.

use agents::skye::appraisal::{Estate, Ignored, Judgements, Outlook};
use agents::skye::greedy::Preset;
use engine::skye::{Action, Phase, ScoringTile};
use engine::{Game, Turn};

use crate::random_games::{random_game, random_set};

/// The judgements of all presets and that where calibration starts; each as it is, and each with one thing after the other taken for
/// worthless.
fn judgements() -> Vec<Judgements> {
    let presets = Preset::NAMED.map(|(_, preset)| preset.brain().judgements);
    let mut whole: Vec<Judgements> = presets.iter().map(|judgements| (**judgements).clone()).collect();
    whole.push(Judgements::uncalibrated());
    whole.dedup();
    let ignored = [
        Ignored { scrolls: true, ..Ignored::default() },
        Ignored { roads: true, ..Ignored::default() },
        Ignored { income: true, ..Ignored::default() },
    ];
    let mut all = whole.clone();
    for judgements in whole {
        all.extend(ignored.map(|ignored| Judgements { ignored, ..judgements.clone() }));
        let mut without_potential = judgements;
        without_potential.forget_potential();
        all.push(without_potential);
    }
    all
}

#[track_caller]
fn check_gains(judgements: &Judgements, players: usize, scoring: [ScoringTile; 4], seed: u64) -> usize {
    let mut checked = 0;
    random_game(players, scoring, seed, |game, position| {
        let (Turn::Seat(seat), Phase::Build(_)) = (game.turn(position), position.phase) else { return };
        let outlook = Outlook::by(judgements, game, position, seat);
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
fn quick_gains_are_exact_for_every_scoring_tile_and_judgement() {
    for judgements in judgements() {
        let mut checked = 0;
        for seed in 0..100 {
            checked += check_gains(&judgements, 2 + seed as usize % 4, random_set(seed), seed);
        }
        assert!(checked > 50_000, "{checked} placements");
    }
}
