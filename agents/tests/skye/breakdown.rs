//! The parts of values add up to the values that the player compares.

use agents::skye::KINDS;
use agents::{Agent, AgentSpec, Breakdown};
use engine::random::random;
use engine::skye::{Action, Modules, Phase, Position, Skye};
use engine::{Game, Turn};

use crate::random_games::{random_game_with, random_set_with};
use crate::{QUICK, random_games};

fn agent(spec: &str) -> Box<dyn Agent<Skye>> {
    AgentSpec::read(spec, &KINDS).expect("a valid spec").build(&KINDS)
}

/// Returns the sums of all parts before and after an action.
fn sums(breakdown: &Breakdown) -> [f64; 2] {
    let parts = || breakdown.parts.iter();
    [parts().map(|part| part.before).sum(), parts().map(|part| part.after).sum()]
}

/// Compares the sums after all actions that `greedy` weighs here with their values; returns how many were compared.
#[track_caller]
fn check_sums(greedy: &dyn Agent<Skye>, game: &Skye, position: &Position, seed: u64) -> usize {
    let Turn::Seat(seat) = game.turn(position) else { return 0 };
    let view = game.view(position, seat);
    let weighed = greedy.explain(game, &view, &mut random(seed)).weighed;
    let is_gain = matches!(position.phase, Phase::Build(_) | Phase::KeepDrawn(_));
    let mut first: Option<f64> = None;
    for weighed in weighed.iter().take(6) {
        let value = weighed.value.expect("it is appraised");
        let found = greedy.breakdown(game, &view, weighed.action, &mut random(seed));
        let [before, after] = sums(&found.expect("its rules count in parts"));
        let rest = after - value;
        let expected = *first.get_or_insert(if is_gain { before } else { rest });
        // The mean over guesses is rounded towards 0, to thousandths.
        assert!((rest - expected).abs() < 0.002, "{weighed:?} in {:?}: {after} less {expected}", position.phase);
    }
    weighed.len().min(6)
}

#[test]
fn sums_of_parts_differ_as_values_do() {
    let greedy = agent("greedy");
    let mut checked = [0; 2];
    for (number, modules) in Modules::all_sets().enumerate() {
        for seed in 0..if modules.is_empty() { 6 } else { 1 } {
            let seed = seed + 100 * number as u64;
            let players = 2 + (seed as usize + number) % 4;
            random_game_with(modules, players, random_set_with(modules, seed), seed, |game, position| {
                checked[usize::from(!modules.is_empty())] += check_sums(&*greedy, game, position, seed);
            });
        }
    }
    assert!(checked.iter().all(|&checked| checked > 1000), "{checked:?} values");
}

#[test]
fn the_part_of_a_scoring_tile_is_its_final_score() {
    // Before the last placement of the last round, the part of a slot is its score times the number of its remaining scorings.
    let greedy = agent("greedy");
    let mut checked = 0;
    for seed in 0..10 {
        random_games::random_game(2, random_games::random_set(seed), seed, |game, position| {
            let Phase::Build(seat) = position.phase else { return };
            let player = position.player(seat);
            if position.round != game.rules().round_count() as u8 || player.to_build.len() != 1 {
                return;
            }
            let mut actions = Vec::new();
            game.legal_actions(position, &mut actions);
            let Some(&action @ Action::Place(placement)) = actions.first() else { return };
            let view = game.view(position, seat);
            let found = greedy.breakdown(game, &view, action, &mut random(1)).expect("it counts in parts");
            let mut after = player.territory;
            after.lay(game.tiles(), placement);
            let survey = engine::skye::Survey::of(game.tiles(), &after);
            for slot in engine::skye::Slot::ALL {
                let payment = game.payment_at(slot);
                let times = game.rules().scorings_from(slot, position.round) as f64;
                if payment.parts.iter().any(|part| matches!(part.pays, engine::skye::Pays::Most(_))) {
                    continue;
                }
                let vp: u16 = payment.parts.iter().map(|part| survey.measure_part(part, player.gold)).sum();
                let part = &found.parts[slot.index()];
                assert!(part.name.starts_with(slot.letter()), "{part:?}");
                assert!((part.after - times * f64::from(vp)).abs() < 1e-9, "{part:?}, {vp} VP {times} times");
                checked += 1;
            }
        });
    }
    assert!(checked > 20, "{checked} slots");
}

#[test]
fn a_search_sees_the_same_parts_of_a_placement_and_formulas_see_none() {
    let [greedy, mcts, quick] = ["greedy:beam=20", "mcts:iterations=8", QUICK].map(agent);
    let mut placements = 0;
    random_games::random_game(3, random_games::random_set(1), 1, |game, position| {
        let Turn::Seat(seat) = game.turn(position) else { return };
        let view = game.view(position, seat);
        let action = game.random_action(position, &mut random(2));
        let parts = |agent: &dyn Agent<Skye>| agent.breakdown(game, &view, action, &mut random(3)).map(|all| all.parts);
        match position.phase {
            Phase::Build(_) => {
                assert_eq!(parts(&*greedy), parts(&*mcts));
                assert!(parts(&*quick).is_some());
                placements += 1;
            }
            _ => assert!(parts(&*mcts).is_some() && parts(&*quick).is_none(), "{action:?}"),
        }
    });
    assert!(placements > 10, "{placements} placements");
}
