//! The contract of every registered agent, for every number of players.

use agents::tipperary::KINDS;
use agents::{Agent, AgentSpec};
use engine::random::random;
use engine::tipperary::{Position, Tipperary};
use engine::{Game, Seat, Turn};

use crate::random_games::random_game;

type Player = Box<dyn Agent<Tipperary>>;

fn build(spec: &str) -> Player {
    AgentSpec::read(spec, &KINDS).expect("a valid spec").build(&KINDS)
}

/// Lists every kind with settings that make it quick, and every word of their settings.
fn quick_agents() -> Vec<(String, Player)> {
    let spec = |name: &str| match name {
        "mcts" => "mcts:iterations=8,candidates=3".to_owned(),
        other => other.to_owned(),
    };
    let searches = ["rollout=random", "variant=flat", "variant=pimc", "rounds=1"];
    let searches = searches.map(|settings| format!("mcts:iterations=8,candidates=3,{settings}"));
    let greedy = ["greedy:judgement=by-hand", "greedy:looks=1"].map(str::to_owned);
    let specs = KINDS.iter().map(|kind| spec(kind.schema.name)).chain(searches).chain(greedy);
    specs.map(|spec| (spec.clone(), build(&spec))).collect()
}

/// Shows about every eleventh position of a random game.
fn some_positions(players: usize, seed: u64, mut show: impl FnMut(&Tipperary, &Position, Seat)) {
    let mut number = seed;
    random_game(players, seed, |game, position, seat| {
        number += 1;
        if number.is_multiple_of(11) {
            show(game, position, seat);
        }
    });
}

#[track_caller]
fn check_legal_and_repeatable(players: usize) {
    for (name, agent) in quick_agents() {
        for seed in 0..2 {
            some_positions(players, 3 * seed, |game, position, seat| {
                let view = game.view(position, seat);
                let first = agent.choose(game, &view, &mut random(seed));
                assert!(game.is_legal(position, first.action), "{name} chose {:?}", first.action);
                let again = agent.choose(game, &view, &mut random(seed));
                assert_eq!(first, again, "{name}: the same view and random source give the same choice");
                let explained = agent.explain(game, &view, &mut random(seed));
                assert_eq!(explained.decision.action, first.action, "{name} explains what it does");
            });
        }
    }
}

#[test]
fn a_decision_is_the_same_on_any_number_of_threads() {
    for spec in ["mcts:iterations=60", "mcts:iterations=40,variant=flat"] {
        let spec = AgentSpec::read(spec, &KINDS).unwrap();
        let [one, three] = [1, 3].map(|threads| spec.clone().with_threads(threads).build(&KINDS));
        some_positions(3, 6, |game, position, seat| {
            let explain = |agent: &Player| agent.explain(game, &game.view(position, seat), &mut random(5));
            assert_eq!(explain(&one), explain(&three), "in phase {:?}", position.phase);
        });
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
fn quick_agents_choose_legally_in_many_positions() {
    let agents = ["greedy", "greedy:looks=2,judgement=by-hand", "area-first"].map(|spec| (spec, build(spec)));
    for seed in 0..40 {
        random_game(2 + seed as usize % 4, seed, |game, position, seat| {
            let (name, agent) = &agents[(position.round as usize + seat.index() + seed as usize) % agents.len()];
            let action = agent.choose(game, &game.view(position, seat), &mut random(seed)).action;
            assert!(game.is_legal(position, action), "{name} chose {action:?} in {:?}", position.phase);
        });
    }
}

#[test]
fn a_choice_does_not_depend_on_what_was_asked_before() {
    let agents = quick_agents();
    for (name, agent) in &agents {
        let mut shown = Vec::new();
        some_positions(3, 1, |game, position, seat| {
            let action = agent.choose(game, &game.view(position, seat), &mut random(7)).action;
            shown.push((game.clone(), position.clone(), seat, action));
        });
        for (game, position, seat, action) in shown.into_iter().rev() {
            let again = agent.choose(&game, &game.view(&position, seat), &mut random(7)).action;
            assert_eq!(again, action, "{name}");
        }
    }
}

/// Checks that choices do not depend on future chance, a function of the game's seed, which agents do not know.
#[test]
fn the_future_changes_no_choice() {
    for (name, agent) in quick_agents() {
        for seed in 0..2 {
            let game = Tipperary::dealt(3, seed).expect("a valid set-up");
            let mut one = game.start(Seat::new(0));
            game.resolve_chance(&mut one, seed);
            // The first round is the same, later draws are not. A position contains no bag order, so only a determinization could differ.
            let view = game.view(&one, Seat::new(0));
            let guess = game.determinize_uniformly(&view, &mut random(99));
            let choose =
                |position: &Position| agent.choose(&game, &game.view(position, Seat::new(0)), &mut random(seed));
            assert_eq!(choose(&one), choose(&guess), "{name}");
        }
    }
}

#[test]
fn a_search_uses_its_budget_and_no_more() {
    let agent = build("mcts:iterations=37");
    some_positions(3, 5, |game, position, seat| {
        let used = agent.choose(game, &game.view(position, seat), &mut random(1)).iterations;
        // Iterations that cannot be divided among the last two or three arms remain.
        assert!(used == 0 || (35..=37).contains(&used), "{used} iterations");
    });
}

#[test]
fn agents_play_whole_games_with_changed_rules() {
    use engine::tipperary::{Components, Rules};
    use std::sync::Arc;
    let change: [fn(&mut Rules); 3] = [
        |rules| rules.rounds = 17,
        |rules| (rules.rounds, rules.wooden_sheep, rules.towers) = (1, 0, 0),
        |rules| rules.whiskey_track.truncate(1),
    ];
    for (name, agent) in ["greedy", "area-first", "mcts:iterations=8,candidates=2"].map(|spec| (spec, build(spec))) {
        for change in change {
            let (components, mut rules) = (Components::shipped(), Rules::printed(3));
            change(&mut rules);
            let hometowns = components.deal(3, 1);
            let game = Tipperary::new(components, Arc::new(rules), &hometowns).expect("a valid set-up");
            let mut position = game.start(Seat::new(0));
            loop {
                match game.turn(&position) {
                    Turn::Over => break,
                    Turn::Chance => game.resolve_chance(&mut position, 5),
                    Turn::Seat(seat) => {
                        let action = agent.choose(&game, &game.view(&position, seat), &mut random(1)).action;
                        assert!(game.is_legal(&position, action), "{name}");
                        game.apply(&mut position, action);
                    }
                }
            }
        }
    }
}
