//! The learned evaluation between two rounds.

use std::sync::Arc;

use agents::tipperary::KINDS;
use agents::tipperary::appraisal::Judgements;
use agents::tipperary::value::{self, chances};
use agents::value::{Evaluation, Learnable, WITHOUT};
use agents::{Agent, AgentSpec};
use engine::random::random;
use engine::tipperary::{Components, Position, Rules, Tipperary};
use engine::{Game, Seat, Turn};

fn agent(spec: &str) -> Box<dyn Agent<Tipperary>> {
    AgentSpec::read(spec, &KINDS).expect("an agent").build(&KINDS)
}

/// Returns the positions between the rounds of a game of quick greedy players, and the final win shares.
fn between(players: usize, seed: u64) -> (Tipperary, Vec<Position>, Vec<f64>) {
    let game = Tipperary::dealt(players, seed).expect("a valid set-up");
    let (greedy, mut rng) = (agent("greedy:looks=2"), random(seed));
    let (mut position, mut found) = (game.start(Seat::new(0)), Vec::new());
    loop {
        match game.turn(&position) {
            Turn::Over => {
                let outcome = game.outcome(&position);
                return (game, found, Seat::all(players).map(|seat| outcome.win_share(seat)).collect());
            }
            Turn::Chance => {
                if game.rounds_to_come(&position).is_some() && position.round > 1 {
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

#[test]
fn chances_are_those_of_rows_and_linear_worth() {
    let (game, positions, _) = between(3, 4);
    let evaluation = value::of(&game).expect("three players by the printed rules");
    assert_eq!(positions.len(), 11);
    for (position, to_come) in positions.iter().zip((1..=11).rev()) {
        let found = chances(evaluation, &Judgements::calibrated(), &game, position).expect("between two rounds");
        assert!((found.iter().map(|prospect| prospect.chance).sum::<f64>() - 1.0).abs() < 1e-12, "{found:?}");
        let score = |seat| {
            let seen = game.features(position, seat, &mut ());
            evaluation.net.score(&seen.row) + evaluation.given(to_come, seen.worth)
        };
        let scores: Vec<i32> = Seat::all(3).map(score).collect();
        let odds = (f64::from(scores[0] - scores[1]) / 1024.0).exp();
        assert!((found[0].chance / found[1].chance - odds).abs() < 1e-6 * odds, "{found:?}, odds {odds}");
    }
}

#[test]
fn the_likeliest_winner_wins_more_often_than_by_luck() {
    for (players, luck) in [(2, 50), (3, 33), (4, 25), (5, 20)] {
        let (mut right, mut all) = (0.0, 0);
        for seed in 0..30 {
            let (game, positions, shares) = between(players, seed);
            // Three rounds are to come.
            let position = &positions[positions.len() - 3];
            let evaluation = value::of(&game).expect("known");
            let found = chances(evaluation, &Judgements::calibrated(), &game, position).expect("between");
            let best = (0..players).max_by(|&a, &b| found[a].chance.total_cmp(&found[b].chance)).expect("players");
            right += shares[best];
            all += 1;
        }
        assert!(100.0 * right > f64::from(all * (luck + 12)), "{right} of {all} with {players} players");
    }
}

#[test]
fn only_games_that_it_was_trained_on_are_known() {
    for (players, evaluation) in (2..=5).zip(value::committed()) {
        let game = Tipperary::dealt(players, 1).expect("a valid set-up");
        assert_eq!(value::of(&game), Some(evaluation));
        assert_eq!(evaluation.known.objection(&game.family()), None);
    }
    let components = Components::shipped();
    let rules = Rules { marker_vp: 8, ..Rules::printed(2) };
    let changed = Tipperary::new(components.clone(), Arc::new(rules), &components.deal(2, 1)).expect("a valid set-up");
    assert_eq!(value::of(&changed), None);
    let evaluation = value::committed().next().expect("evaluations");
    let objection = evaluation.known.objection(&changed.family());
    assert_eq!(objection.as_deref(), Some("knows the rules as printed; found marker-vp=8"));
    let mut position = changed.start(Seat::new(0));
    changed.resolve_chance(&mut position, 1);
    let measure = |game: &Tipperary| {
        let search = agent("mcts:iterations=8,candidates=2");
        search.explain(game, &game.view(&position, Seat::new(0)), &mut random(1)).measure
    };
    assert_eq!(measure(&changed), WITHOUT);
    assert_ne!(measure(&Tipperary::dealt(2, 1).expect("a valid set-up")), WITHOUT);
}

#[test]
fn the_committed_files_are_what_would_be_written() {
    let texts = [
        include_str!("../../data/tipperary_value_2.json"),
        include_str!("../../data/tipperary_value_3.json"),
        include_str!("../../data/tipperary_value_4.json"),
        include_str!("../../data/tipperary_value_5.json"),
    ];
    for (text, players) in texts.into_iter().zip(2..) {
        let evaluation = Evaluation::from_json::<Tipperary>(text).expect("an evaluation");
        assert_eq!((evaluation.to_json().as_str(), evaluation.known.players), (text, players));
    }
}
