//! What the search expects players that search to buy.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents::search::Knowledge;
use agents::skye::appraisal::{Appraisals, VP};
use agents::skye::greedy::{Brain, Market};
use agents::skye::{Others, SkyeKnowledge};
use agents::value::Leaf;
use engine::random::random;
use engine::skye::{Action, Phase, Position, Skye};
use engine::{Game, Seat, Turn};

use crate::random_games::{random_game, random_set};

fn knowledge(leaf: Leaf) -> SkyeKnowledge {
    SkyeKnowledge { brain: Brain::best(), leaf, ..SkyeKnowledge::of_search(400) }
}

/// A pass and all purchases of the last buyer, each with how good the end of the round is after it if all build as greedy players do.
fn chances(knowledge: &SkyeKnowledge, game: &Skye, position: &Position, buyer: Seat) -> BTreeMap<Action, f64> {
    let building = SkyeKnowledge { others: Others::Rules, ..knowledge.clone() };
    let buy = game.purchases(position, buyer).map(|(from, tile, _)| Action::Buy { from, tile });
    let after = |action| {
        let mut memo = building.memo(position);
        let mut position = position.clone();
        game.apply(&mut position, action);
        while let Turn::Seat(seat) = game.turn(&position) {
            let action = building.policy(game, &game.view(&position, seat), &mut memo, &mut random(0));
            game.apply(&mut position, action);
        }
        building.values(game, &position, &mut memo)[buyer.index()]
    };
    [Action::Pass].into_iter().chain(buy).map(|action| (action, after(action))).collect()
}

/// By purchase, the logarithm of the odds that it leads to, and with more than two players so much for each VP of its surplus.
fn promises(knowledge: &SkyeKnowledge, game: &Skye, position: &Position, buyer: Seat) -> BTreeMap<Action, f64> {
    let mut gains = Appraisals::by(Arc::clone(&knowledge.brain.judgements));
    let market = Market::of_display(game, position, &mut gains);
    let surplus = |action| {
        let Action::Buy { from, tile } = action else { return 0 };
        let display = &position.player(from).display;
        let place = display.iter().position(|sale| sale.tile == tile).expect("a tile on display");
        market.surplus(buyer.index(), (from.index(), place), display[place].price)
    };
    let each_vp = if position.seats() == 2 { 0.0 } else { 0.03 * (position.seats() as f64 - 1.0) };
    let promise = |(action, chance): (Action, f64)| {
        let chance = chance.clamp(0.001, 0.999);
        (action, (chance / (1.0 - chance)).ln() + each_vp * f64::from(surplus(action)) / f64::from(VP))
    };
    chances(knowledge, game, position, buyer).into_iter().map(promise).collect()
}

/// Shows all positions of some games in which the last seat is to buy.
fn for_each_last_purchase(seeds: std::ops::Range<u64>, mut show: impl FnMut(&Skye, &Position, Seat)) {
    for seed in seeds {
        random_game(2 + seed as usize % 4, random_set(seed), seed, |game, position| {
            if let Phase::Buy(seat) = position.phase
                && position.turn_order().last() == Some(seat)
            {
                show(game, position, seat);
            }
        });
    }
}

#[test]
fn the_searching_seat_buys_what_promises_most() {
    for leaf in [Leaf::Learned, Leaf::Appraisal] {
        let knowledge = knowledge(leaf);
        let (mut checked, mut bought) = (0, 0);
        for_each_last_purchase(0..16, |game, position, seat| {
            let view = game.view(position, seat);
            let action = knowledge.policy(game, &view, &mut knowledge.memo(game.public(&view)), &mut random(1));
            let promises = promises(&knowledge, game, position, seat);
            let best = promises.values().copied().fold(f64::MIN, f64::max);
            // Weights are whole numbers: what is as good as the best for all they tell may be taken.
            assert!(promises[&action] > best - 1e-4, "{action:?} of {promises:?}");
            checked += 1;
            bought += u32::from(action != Action::Pass);
        });
        assert!(checked > 60 && bought > 10, "{bought} of {checked} bought");
    }
}

#[test]
fn others_buy_the_likelier_the_more_it_promises() {
    let (knowledge, mut compared) = (knowledge(Leaf::Learned), 0);
    for_each_last_purchase(0..8, |game, position, seat| {
        let promises = promises(&knowledge, game, position, seat);
        if promises.len() == 1 {
            return;
        }
        // Another seat searches.
        let mut root = game.public(&game.view(position, seat)).clone();
        root.phase = Phase::Buy(Seat::all(root.seats()).find(|&other| other != seat).expect("two seats"));
        let mut memo = knowledge.memo(&root);
        let mut drawn: BTreeMap<Action, f64> = BTreeMap::new();
        for dice in 0..400 {
            let action = knowledge.policy(game, &game.view(position, seat), &mut memo, &mut random(dice));
            *drawn.entry(action).or_default() += 1.0 / 400.0;
        }
        let keenness = if position.seats() == 2 { 3.2 } else { 2.2 };
        let weight = |promise: f64| (keenness * promise).exp();
        let all: f64 = promises.values().map(|&promise| weight(promise)).sum();
        for (action, &promise) in &promises {
            let expected = weight(promise) / all;
            let found = drawn.get(action).copied().unwrap_or(0.0);
            let error = (expected * (1.0 - expected) / 400.0).sqrt();
            assert!((found - expected).abs() < 5.0 * error + 0.005, "{action:?}: {found} for {expected}");
            compared += 1;
        }
    });
    assert!(compared > 100, "{compared} purchases");
}

#[test]
fn what_is_remembered_of_a_round_is_what_would_be_found_anew() {
    let knowledge = SkyeKnowledge { foresight: 40, ..knowledge(Leaf::Learned) };
    let mut checked = 0;
    for seed in 0..20 {
        random_game(2 + seed as usize % 2, random_set(seed), seed, |game, root| {
            let Phase::Price(searcher) = root.phase else { return };
            if searcher != root.start {
                return;
            }
            let root = game.view(root, searcher);
            let mut memo = knowledge.memo(game.public(&root));
            knowledge.guess(game, game.public(&root), &mut memo, &mut random(1));
            // Many trades of the same tiles, such as a search plays.
            for dice in 0..60 {
                let mut dice = random(dice);
                let mut position = game.determinize_uniformly(&root, &mut dice);
                while let Phase::Price(seat) | Phase::Buy(seat) = position.phase {
                    let view = game.view(&position, seat);
                    if matches!(position.phase, Phase::Buy(_)) {
                        let policy = |memo: &mut _| knowledge.policy(game, &view, memo, &mut random(checked));
                        let remembered = policy(&mut memo);
                        assert_eq!(remembered, policy(&mut knowledge.memo(game.public(&root))), "{position:?}");
                        checked += 1;
                    }
                    let action = match position.phase {
                        Phase::Price(_) => knowledge.policy(game, &view, &mut memo, &mut dice),
                        _ => game.random_action(&position, &mut dice),
                    };
                    game.apply(&mut position, action);
                }
            }
        });
    }
    assert!(checked > 2000, "{checked} purchases");
}
