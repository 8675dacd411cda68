//! The contract of every registered agent, for every number of players.

use std::sync::Arc;

use agents::skye::KINDS;
use agents::spec::kind::{AcceptedValues, SettingKey};
use agents::{Agent, AgentSpec};
use engine::random::random;
use engine::skye::{Action, Offer, Phase, Position, PriceLimits, Rules, Skye, Tiles};
use engine::{Game, Seat, Turn};

use crate::QUICK;
use crate::random_games::{random_game, random_play, random_set};

/// Lists every kind with settings that make it quick.
fn quick_agents() -> Vec<(String, Box<dyn Agent<Skye>>)> {
    let spec = |name: &str| match name {
        "mcts" => "mcts:iterations=12,candidates=5".to_owned(),
        other => other.to_owned(),
    };
    let build = |spec: String| (spec.clone(), AgentSpec::read(&spec, &KINDS).expect("a valid spec").build(&KINDS));
    let variants = ["rollout=random", "variant=flat", "variant=tree", "variant=pimc", "others=usual"];
    let variants = variants.map(|settings| format!("mcts:iterations=12,candidates=5,{settings}"));
    KINDS.iter().map(|kind| spec(kind.schema.name)).chain(variants).chain(greedy_variants()).map(build).collect()
}

/// Lists a spec for every value of every rule of the greedy player.
fn greedy_variants() -> Vec<String> {
    let greedy =
        KINDS.iter().map(|kind| &kind.schema).find(|schema| schema.name == "greedy").expect("there is a greedy player");
    let words = |key: &SettingKey| match key.accepted {
        AcceptedValues::Word(words) | AcceptedValues::Words(_, words) => words,
        AcceptedValues::Integer(_) | AcceptedValues::Number(_) | AcceptedValues::File(..) => &[],
    };
    // The quick form, so that only the set key takes time.
    const RULES: [(&str, &str); 3] = [("pricing", "table"), ("buying", "surplus"), ("building", "tile-by-tile")];
    let spec = |key: &SettingKey, word: &&str| {
        let others = RULES.iter().filter(|(rule, _)| *rule != key.name).map(|(rule, word)| format!("{rule}={word}"));
        let samples = (*word == "sampled").then(|| "samples=6".to_owned());
        let settings: Vec<String> = others.chain([format!("{}={word}", key.name)]).chain(samples).collect();
        format!("greedy:{}", settings.join(","))
    };
    greedy.keys.iter().flat_map(|key| words(key).iter().map(|word| spec(key, word)).collect::<Vec<_>>()).collect()
}

/// Shows about every third position of a random game.
fn some_positions(players: usize, seed: u64, mut show: impl FnMut(&Skye, &Position, Seat)) {
    let mut number = seed;
    random_game(players, random_set(seed), seed, |game, position| {
        number += 1;
        if let (0, Turn::Seat(seat)) = (number % 3, game.turn(position)) {
            show(game, position, seat);
        }
    });
}

#[track_caller]
fn check_legal_and_repeatable(players: usize) {
    for (name, agent) in quick_agents() {
        for seed in 0..3 {
            some_positions(players, seed, |game, position, seat| {
                let view = game.view(position, seat);
                let first = agent.choose(game, &view, &mut random(seed));
                assert!(game.is_legal(position, first.action), "{name} chose {:?}", first.action);
                let again = agent.choose(game, &view, &mut random(seed));
                assert_eq!(first, again, "{name}: the same view and random source give the same choice");
            });
        }
    }
}

#[test]
fn a_decision_is_the_same_on_any_number_of_threads() {
    for spec in ["mcts:iterations=60", "mcts:iterations=40,variant=flat"] {
        let spec = AgentSpec::read(spec, &KINDS).unwrap();
        let [one, three] = [1, 3].map(|threads| spec.clone().with_threads(threads).build(&KINDS));
        for players in 2..=4 {
            some_positions(players, 6, |game, position, seat| {
                let explain = |agent: &dyn Agent<Skye>| agent.explain(game, &game.view(position, seat), &mut random(5));
                assert_eq!(explain(&*one), explain(&*three), "in phase {:?}", position.phase);
            });
        }
    }
}

#[test]
fn agents_choose_legally_and_repeatably_with_two_players() {
    check_legal_and_repeatable(2);
}

#[test]
fn agents_choose_legally_and_repeatably_with_three_players() {
    check_legal_and_repeatable(3);
}

#[test]
fn agents_choose_legally_and_repeatably_with_four_players() {
    check_legal_and_repeatable(4);
}

#[test]
fn agents_choose_legally_and_repeatably_with_five_players() {
    check_legal_and_repeatable(5);
}

#[test]
fn agents_choose_legally_however_many_tiles_are_drawn() {
    for (drawn, players) in [(2, 3), (4, 2), (4, 4), (5, 3)] {
        let rules = Rules { tiles_drawn: drawn, ..Rules::printed(players) };
        let set = random_set(drawn.into());
        let game = Skye::new(Tiles::printed(), Arc::new(rules), set, players).expect("a valid set-up");
        for (name, agent) in quick_agents() {
            let mut number = 0;
            random_play(&game, 1, |game, position| {
                number += 1;
                let (0, Turn::Seat(seat)) = (number % 4, game.turn(position)) else { return };
                let action = agent.choose(game, &game.view(position, seat), &mut random(number)).action;
                assert!(game.is_legal(position, action), "{name} chose {action:?} of {drawn} tiles");
                let explained = agent.explain(game, &game.view(position, seat), &mut random(number));
                assert_eq!(explained.decision.action, action, "{name}");
                assert!(explained.weighed.iter().all(|weighed| game.is_legal(position, weighed.action)), "{name}");
            });
        }
    }
}

#[test]
fn greedy_prices_the_best_of_many_tiles() {
    // The same tiles are drawn, and one more, so by its own values the greedy player does at least as well.
    let greedy = AgentSpec::read(QUICK, &KINDS).expect("a valid spec").build(&KINDS);
    let set_up = |drawn| {
        let rules = Rules { tiles_drawn: drawn, ..Rules::printed(2) };
        Skye::new(Tiles::printed(), Arc::new(rules), random_set(1), 2).expect("a valid set-up")
    };
    let mut last = 0;
    for seed in 0..60 {
        let game = set_up(5);
        let mut position = game.start(Seat::new(0));
        game.resolve_chance(&mut position, seed);
        let action = greedy.choose(&game, &game.view(&position, Seat::new(0)), &mut random(seed)).action;
        let Action::Offer(offer) = action else { panic!("{action:?} is no offer") };
        last += usize::from(offer.priced().iter().any(|(place, _)| *place >= 3));
    }
    // Two of five tiles, in any order: 7 of 10 pairs contain one of the last two.
    assert!((30..54).contains(&last), "{last} of 60, of 42 expected");
}

#[track_caller]
fn check_ten_thousand_positions(players: usize) {
    let agents: Vec<_> = greedy_variants()
        .into_iter()
        .map(|spec| (spec.clone(), AgentSpec::read(&spec, &KINDS).expect("a valid spec").build(&KINDS)))
        .collect();
    // A quarter of the positions for each number of players.
    let (mut seen, mut seed) = (0, 0);
    while seen < 2500 {
        seed += 1;
        random_game(players, random_set(seed), seed, |game, position| {
            let Turn::Seat(seat) = game.turn(position) else { return };
            seen += 1;
            for (name, agent) in &agents {
                let action = agent.choose(game, &game.view(position, seat), &mut random(seen)).action;
                assert!(game.is_legal(position, action), "{name} chose {action:?} in {position:?}");
            }
        });
    }
}

#[test]
fn greedy_variants_choose_legally_in_many_positions_of_two_players() {
    check_ten_thousand_positions(2);
}

#[test]
fn greedy_variants_choose_legally_in_many_positions_of_three_players() {
    check_ten_thousand_positions(3);
}

#[test]
fn greedy_variants_choose_legally_in_many_positions_of_four_players() {
    check_ten_thousand_positions(4);
}

#[test]
fn greedy_variants_choose_legally_in_many_positions_of_five_players() {
    check_ten_thousand_positions(5);
}

/// Replaces every offer that the seat cannot see by another legal one.
fn permute_hidden(position: &Position, seat: Seat, seed: u64) -> Position {
    let mut other = position.clone();
    let mut rng = random(seed);
    for index in (0..position.seats()).filter(|&index| index != seat.index()) {
        if position.has_made_offer(Seat::new(index)) {
            other.replace_offer(
                Seat::new(index),
                Offer::random(3, position.players[index].gold, PriceLimits::PRINTED, &mut rng),
            );
        }
    }
    other
}

#[test]
fn hidden_information_changes_no_choice() {
    let mut changed = 0;
    for (name, agent) in quick_agents() {
        for seed in 0..6 {
            let players = 2 + seed as usize % 4;
            random_game(players, random_set(seed), seed, |game, position| {
                let Phase::Price(seat) = position.phase else { return };
                let other = permute_hidden(position, seat, seed ^ u64::from(position.round));
                if other == *position {
                    return;
                }
                changed += 1;
                let choose = |position| agent.choose(game, &game.view(position, seat), &mut random(seed)).action;
                assert_eq!(choose(position), choose(&other), "{name} saw a hidden offer");
            });
        }
    }
    assert!(changed > 100, "only {changed} positions had something hidden");
}

/// Returns how many iterations a search uses in some positions, and whether the decision is an offer.
fn iterations_used(spec: &str) -> Vec<(u64, bool)> {
    let agent = AgentSpec::read(spec, &KINDS).expect("a valid spec").build(&KINDS);
    let mut used = Vec::new();
    some_positions(3, 5, |game, position, seat| {
        let decision = agent.choose(game, &game.view(position, seat), &mut random(1));
        used.push((decision.iterations, matches!(position.phase, Phase::Price(_))));
    });
    used
}

#[test]
fn early_stopping_stays_within_the_budget_and_uses_less_if_the_choice_is_clear() {
    for rest in ["", ",variant=flat"] {
        let used = iterations_used(&format!("mcts:iterations=150,rounds=1{rest}"));
        assert!(used.iter().all(|&(used, is_offer)| used <= 150 && (used > 0 || !is_offer)), "{used:?}");
        assert!(used.iter().any(|&(used, _)| (1..100).contains(&used)), "{used:?}");
    }
}

#[test]
fn the_random_agent_is_uniform_over_legal_actions() {
    let agent = AgentSpec::read("random", &KINDS).expect("a valid spec").build(&KINDS);
    let mut found = false;
    random_game(2, random_set(3), 3, |game, position| {
        let mut actions = Vec::new();
        game.legal_actions(position, &mut actions);
        let (Turn::Seat(seat), Phase::Build(_), 2..=60) = (game.turn(position), position.phase, actions.len()) else {
            return;
        };
        if std::mem::replace(&mut found, true) {
            return;
        }
        let (mut counts, mut rng) = (vec![0u32; actions.len()], random(9));
        for _ in 0..1000 * actions.len() {
            let action = agent.choose(game, &game.view(position, seat), &mut rng).action;
            counts[actions.binary_search(&action).expect("a legal action")] += 1;
        }
        // Five standard deviations of a count of mean 1000.
        assert!(counts.iter().all(|&count| count.abs_diff(1000) < 160), "{counts:?}");
    });
    assert!(found, "the game has a placement with 2 to 60 choices");
}
