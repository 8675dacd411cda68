//! The learned evaluation between two rounds.

use std::sync::Arc;

use agents::search::CORRECTED_CHANCE;
use agents::skye::KINDS;
use agents::skye::appraisal::{Appraisals, Judgements};
use agents::skye::value::{self, NUMBERS, NUMBERS_WITH_MODULES, chances, linear_worth, row};
use agents::value::{Evaluation, Learnable, SeatFeatures, WITHOUT};
use agents::{Agent, AgentSpec, Explanation};
use engine::random::random;
use engine::skye::{Action, Module, Modules, Phase, Position, Rules, Skye};
use engine::{Game, Seat, Turn};

use crate::QUICK;
use crate::random_games::random_set;

fn agent(spec: &str) -> Box<dyn Agent<Skye>> {
    AgentSpec::read(spec, &KINDS).expect("an agent").build(&KINDS)
}

/// Returns the positions between the rounds of a game of two greedy players.
fn between(seed: u64) -> (Skye, Vec<Position>) {
    between_of(2, seed)
}

fn between_of(players: usize, seed: u64) -> (Skye, Vec<Position>) {
    let game = Skye::printed_with(players, random_set(seed), Modules::NONE).expect("a valid set-up");
    let (greedy, mut rng) = (agent(QUICK), random(seed));
    let (mut position, mut found) = (game.start(Seat::new(0)), Vec::new());
    loop {
        match game.turn(&position) {
            Turn::Over => return (game, found),
            Turn::Chance => {
                if position.phase == Phase::Draw && position.round > 1 {
                    found.push(position.clone());
                }
                game.resolve_chance(&mut position, seed);
            }
            Turn::Seat(seat) => {
                let action = greedy.choose(&game, &game.view(&position, seat), &mut rng).action;
                game.apply(&mut position, action);
            }
        }
    }
}

fn gains() -> Appraisals {
    Appraisals::by(Judgements::calibrated())
}

#[test]
fn chances_add_up_and_are_the_same_from_memory() {
    let mut kept = gains();
    for seed in 0..6 {
        let (game, positions) = between(seed);
        kept.forget();
        for position in &positions {
            let evaluation = value::of(&game).expect("two players of the base game");
            let found = chances(evaluation, &game, position, &mut kept).expect("between two rounds");
            assert!((found[0].chance + found[1].chance - 1.0).abs() < 1e-12, "{found:?}");
            assert_eq!(chances(evaluation, &game, position, &mut kept), Some(found));
            assert_eq!(chances(evaluation, &game, position, &mut gains()), Some(found));
        }
    }
}

#[test]
fn a_score_is_that_of_the_row_and_of_linear_worth() {
    let (game, positions) = between(7);
    let evaluation = value::of(&game).expect("two players of the base game");
    for (position, to_come) in positions.iter().zip((1..=5).rev()) {
        let mut gains = gains();
        let per_gold = gains.per_gold(&game, position);
        let scores = [0, 1].map(Seat::new).map(|seat| {
            let row = row(&game, position, seat, &mut gains);
            assert_eq!(row.len(), NUMBERS_WITH_MODULES);
            let worth = linear_worth(position, seat, gains.worth(&game, position, seat), per_gold);
            f64::from(evaluation.net.score(&row[..NUMBERS]))
                + f64::from(evaluation.slopes[to_come]) * f64::from(worth) / 1000.0
        });
        let [odds, _] = scores.map(|score| ((score - scores[1]) / 1024.0).exp());
        let chances = chances(evaluation, &game, position, &mut gains).expect("between two rounds");
        assert!((chances[0].chance - odds / (1.0 + odds)).abs() < 1e-3, "{chances:?}, odds {odds}");
    }
}

#[test]
fn chances_sum_to_one_for_extreme_scores() {
    let (game, positions) = between(7);
    let mut evaluation = value::of(&game).expect("two players of the base game").clone();
    for slope in [i32::MIN, i32::MAX] {
        evaluation.slopes.fill(slope);
        for position in &positions {
            let found = chances(&evaluation, &game, position, &mut gains()).expect("between two rounds");
            assert!(found[0].chance >= 0.0 && (found[0].chance + found[1].chance - 1.0).abs() < 1e-12, "{found:?}");
        }
    }
}

#[test]
fn chances_foresee_who_wins_greedy_games() {
    let (mut right, mut all) = (0, 0);
    for seed in 20..80 {
        let (game, positions) = between(seed);
        let mut gains = gains();
        // Two rounds are to come.
        let position = &positions[3];
        let chances = chances(value::of(&game).expect("known"), &game, position, &mut gains).expect("between");
        let last = positions.last().expect("rounds");
        let lead = |position: &Position| {
            i32::from(position.player(Seat::new(0)).vp) - i32::from(position.player(Seat::new(1)).vp)
        };
        if lead(last) != 0 {
            right += u32::from((chances[0].chance > 0.5) == (lead(last) > 0));
            all += 1;
        }
    }
    assert!(right * 100 > all * 65, "{right} of {all}");
}

#[test]
fn with_more_players_the_likeliest_winner_wins_more_often_than_by_luck() {
    for (players, luck) in [(3, 34), (4, 25), (5, 20)] {
        let (mut right, mut all) = (0, 0);
        for seed in 20..80 {
            let (game, positions) = between_of(players, seed);
            let mut gains = gains();
            // Two rounds are to come.
            let [.., position, last] = &positions[..] else { panic!("rounds") };
            let chances = chances(value::of(&game).expect("known"), &game, position, &mut gains).expect("between");
            assert!((chances.iter().map(|prospect| prospect.chance).sum::<f64>() - 1.0).abs() < 1e-12, "{chances:?}");
            let best = |of: &dyn Fn(usize) -> f64| (0..players).max_by(|&a, &b| of(a).total_cmp(&of(b)));
            let leads = best(&|seat| f64::from(last.player(Seat::new(seat)).vp));
            right += u32::from(best(&|seat| chances[seat].chance) == leads);
            all += 1;
        }
        assert!(right * 100 > all * (luck + 15), "{right} of {all} with {players} players");
    }
}

/// Returns a game of two under these rules.
fn by(rules: Rules) -> Skye {
    let modules = rules.modules;
    let printed = Skye::printed_with(2, random_set(3), modules).expect("a valid set-up");
    Skye::new(printed.tiles().clone().into(), Arc::new(rules), random_set(3), 2).expect("a valid set-up")
}

#[test]
fn every_set_of_modules_is_known_and_rules_near_the_printed_ones() {
    let set = random_set(1);
    for players in 2..=5 {
        for modules in Modules::all_sets() {
            let game = Skye::printed_with(players, set, modules).expect("valid");
            let evaluation = value::of(&game).expect("an evaluation");
            assert_eq!((evaluation.known.players, evaluation.known.objection(&game.family())), (players, None));
            assert_eq!(evaluation.known.modules.is_empty(), modules.is_empty());
        }
    }
    let printed = Rules::printed(2);
    for near in [
        Rules { castle_income: 10, ..printed.clone() },
        Rules { gold_per_vp: 3, tiles_drawn: 4, ..printed.clone() },
        Rules { start_gold: [0, 5, 0, 0, 0], ..printed.clone() },
    ] {
        assert!(value::of(&by(near.clone())).is_some(), "{near:?}");
    }
    let mut rounds = printed.rounds;
    rounds.iter_mut().for_each(|round| round.catch_up = 0);
    let mut shorter = printed.rounds;
    shorter.pop();
    for far in [
        Rules { castle_income: 20, ..printed.clone() },
        Rules { gold_per_vp: 1, ..printed.clone() },
        Rules { rounds, ..printed.clone() },
        Rules { rounds: shorter, ..printed },
    ] {
        let game = by(far.clone());
        assert!(value::of(&game).is_none(), "{far:?}");
        let evaluation = value::committed().next().expect("evaluations");
        assert!(evaluation.known.objection(&game.family()).is_some(), "{far:?}");
    }
    let with = Skye::printed_with(2, random_set(3), [Module::Bonus].into_iter().collect()).expect("a valid set-up");
    let evaluation = value::committed().next().expect("evaluations");
    let objection = evaluation.known.objection(&with.family());
    assert_eq!(objection.as_deref(), Some("knows no modules at all; found bonus"));
}

#[test]
fn chances_with_modules_are_those_of_rows_and_see_modules() {
    let modules: Modules = Module::ALL.into_iter().collect();
    let game = Skye::printed_with(2, random_set(3), modules).expect("a valid set-up");
    let (greedy, mut rng) = (agent("greedy"), random(3));
    let (mut position, mut compared) = (game.start(Seat::new(0)), 0);
    let evaluation = value::of(&game).expect("two players with all modules");
    let mut kept = gains();
    loop {
        match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                if let (2.., Some(to_come)) = (position.round, game.rounds_to_come(&position)) {
                    let found = chances(evaluation, &game, &position, &mut kept).expect("between two rounds");
                    let seen = [0, 1].map(|seat| game.features(&position, Seat::new(seat), &mut kept));
                    let score =
                        |seen: &SeatFeatures| evaluation.net.score(&seen.row) + evaluation.given(to_come, seen.worth);
                    let odds = (f64::from(score(&seen[0]) - score(&seen[1])) / 1024.0).exp();
                    assert!((found[0].chance / found[1].chance - odds).abs() < 1e-6 * odds, "{found:?}, odds {odds}");
                    assert_eq!(seen[0].row[NUMBERS..NUMBERS + 4], [1; 4], "all modules are in play");
                    assert!(seen.iter().any(|seen| seen.row[NUMBERS + 4..].iter().any(|&number| number != 0)));
                    compared += 1;
                }
                game.resolve_chance(&mut position, 3);
            }
            Turn::Seat(seat) => {
                let action = greedy.choose(&game, &game.view(&position, seat), &mut rng).action;
                game.apply(&mut position, action);
            }
        }
    }
    assert_eq!(compared, 5);
}

/// Returns the explanation by a search with this leaf of the first offer of a game under these rules.
fn first_offer(leaf: &str, rules: Rules) -> Explanation<Action> {
    let game = by(rules);
    let mut position = game.start(Seat::new(0));
    game.resolve_chance(&mut position, 5);
    let Turn::Seat(seat) = game.turn(&position) else { panic!("somebody decides") };
    let agent = agent(&format!("mcts:iterations=100,rounds=1,leaf={leaf}"));
    agent.explain(&game, &game.view(&position, seat), &mut random(1))
}

#[test]
fn outside_its_range_the_appraisal_decides_and_is_named() {
    let far = Rules { castle_income: 20, ..Rules::printed(2) };
    let [learned, appraised] = ["learned", "appraisal"].map(|leaf| first_offer(leaf, far.clone()));
    assert_eq!((&learned.decision, &learned.weighed), (&appraised.decision, &appraised.weighed));
    assert_eq!(learned.measure, WITHOUT);
    assert!(appraised.measure.starts_with("the lead in worth"), "{}", appraised.measure);
    for modules in [Modules::NONE, Module::ALL.into_iter().collect()] {
        let rules = Rules::with_modules(2, modules);
        let [learned, appraised] = ["learned", "appraisal"].map(|leaf| first_offer(leaf, rules.clone()));
        assert_ne!(learned.weighed, appraised.weighed);
        assert_eq!(learned.measure, CORRECTED_CHANCE);
    }
}

#[test]
fn the_committed_files_are_what_would_be_written_and_small() {
    let texts = [
        include_str!("../../data/value_2.json"),
        include_str!("../../data/value_3.json"),
        include_str!("../../data/value_4.json"),
        include_str!("../../data/value_5.json"),
        include_str!("../../data/value_modules_2.json"),
        include_str!("../../data/value_modules_3.json"),
        include_str!("../../data/value_modules_4.json"),
        include_str!("../../data/value_modules_5.json"),
    ];
    for (text, players) in texts.into_iter().zip((2..=5).cycle()) {
        let evaluation = Evaluation::from_json::<Skye>(text).expect("an evaluation");
        assert_eq!((evaluation.to_json().as_str(), evaluation.known.players), (text, players));
        assert!(text.len() < 60_000, "{} bytes", text.len());
    }
    let shorter = texts[0].replacen("players", "playerz", 1);
    assert!(Evaluation::from_json::<Skye>(&shorter).expect_err("none").to_string().contains("playerz"));
}
