//! The search that computes expected values of offers.

use agents::skye::KINDS;
use agents::{Agent, AgentSpec, Explanation};
use engine::random::random;
use engine::skye::{Action, Phase, Position, Skye};
use engine::{Game, Seat};

use crate::random_games::{random_game, random_set};

fn agent(spec: &str) -> Box<dyn Agent<Skye>> {
    AgentSpec::read(spec, &KINDS).expect("a valid spec").build(&KINDS)
}

/// Shows the positions of some games in which the first seat makes its offer.
fn for_each_first_offer(players: usize, games: u64, mut show: impl FnMut(&Skye, &Position, Seat)) {
    for seed in 0..games {
        random_game(players, random_set(seed), seed, |game, position| {
            if position.phase == Phase::Price(position.start) {
                show(game, position, position.start);
            }
        });
    }
}

/// Returns what decides on the chosen action according to another search, and on that search's own choice.
fn valued(chosen: Action, by: &Explanation<Action>) -> Option<(f64, f64)> {
    let decides = |action| by.weighed.iter().find(|weighed| weighed.action == action)?.deciding();
    Some((decides(chosen)?, decides(by.decision.action)?))
}

#[test]
fn no_offer_one_gold_away_is_better_over_the_same_guesses() {
    let search = agent("mcts");
    let mut neighbours = 0;
    for_each_first_offer(2, 8, |game, position, seat| {
        let found = search.explain(game, &game.view(position, seat), &mut random(3));
        let chosen = found.weighed.iter().find(|weighed| weighed.weight == 1.0).expect("the chosen offer");
        assert_eq!(chosen.action, found.decision.action);
        let Action::Offer(offer) = chosen.action else { panic!("an offer") };
        for weighed in found.weighed.iter().filter(|weighed| weighed.visits == chosen.visits) {
            assert!(weighed.value <= chosen.value, "{weighed:?} is better than {chosen:?}");
            let Action::Offer(other) = weighed.action else { panic!("an offer") };
            let far = offer.prices().iter().zip(other.prices()).map(|(a, b)| a.abs_diff(b)).max();
            neighbours += u32::from(far == Some(1));
        }
    });
    assert!(neighbours > 4, "{neighbours} offers near the chosen ones were compared to the end");
}

#[test]
fn more_iterations_leave_less_to_gain() {
    for players in [2, 3] {
        let (little, much) = (agent("mcts:iterations=8"), agent("mcts"));
        let reference = agent("mcts:iterations=3000");
        let (mut lost, mut compared) = ([0.0; 2], 0);
        for_each_first_offer(players, 4, |game, position, seat| {
            let view = game.view(position, seat);
            let by = reference.explain(game, &view, &mut random(1));
            for (lost, agent) in lost.iter_mut().zip([&little, &much]) {
                let chosen = agent.choose(game, &view, &mut random(2)).action;
                // An offer that the reference did not consider is far from the best.
                *lost += valued(chosen, &by).map_or(0.05, |(value, most)| most - value);
            }
            compared += 1;
        });
        let [little, much] = lost.map(|lost| lost / f64::from(compared));
        assert!(much < 0.5 * little && much < 0.02, "{players} players: {little} lost, then {much}");
    }
}

#[test]
fn the_chances_of_offers_are_chances() {
    let search = agent("mcts:iterations=60");
    let mut compared = 0;
    for players in 3..=5 {
        for_each_first_offer(players, 3, |game, position, seat| {
            let found = search.explain(game, &game.view(position, seat), &mut random(4));
            compared += found.weighed.len();
            let is_chance = |value: Option<f64>| value.is_none_or(|value| (0.0..=1.0).contains(&value));
            assert!(found.weighed.iter().all(|weighed| is_chance(weighed.value) && is_chance(weighed.decides)));
        });
    }
    assert!(compared > 500, "{compared} offers");
}
