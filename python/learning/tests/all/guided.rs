//! A search that functions guide.

use std::sync::{Arc, Mutex};

use agents::search::{Mcts, SearchDomain, SearchReport};
use agents::{AgentSpec, skye as players};
use engine::random::random;
use engine::skye::{Modules, Position, Skye};
use engine::tipperary::Tipperary;
use engine::{Game, Seat, Turn};
use learning::encoding::{Encoding, encode};
use learning::guided::{GuidedDomain, Guides};

use crate::common::{each_decision, of_skye, skye, tipperary};

fn clock() -> std::time::Duration {
    std::time::Duration::ZERO
}

/// The search of Isle of Skye that a spec describes.
fn plain(spec: &str) -> Mcts<players::SkyeDomain> {
    players::mcts(&AgentSpec::read(spec, &players::KINDS).unwrap().settings(clock))
}

/// The same search, guided.
fn guided<D>(search: Mcts<D>, guides: Guides) -> Mcts<GuidedDomain<D>> {
    let Mcts { variant, iterations, timer, early_stopping, threads, domain } = search;
    Mcts {
        variant,
        iterations,
        timer,
        early_stopping,
        threads,
        domain: GuidedDomain { inner: domain, guides, candidates: 8 },
    }
}

/// Some positions of a game in which somebody decides.
fn positions(game: &Skye, number: u64) -> Vec<(Position, Seat)> {
    let mut all = Vec::new();
    each_decision(game, &*of_skye("random"), number, |position, seat, _| all.push((position.clone(), seat)));
    all.into_iter().step_by(7).collect()
}

/// An evaluation that tells what it is given, and answers by some of it.
fn telling(players: usize) -> (Guides, Arc<Mutex<Vec<Vec<f32>>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&seen);
    let evaluate = move |observations: Vec<f32>, seats: Vec<i8>| {
        let width = observations.len() / seats.len();
        let chances = observations.chunks(width).flat_map(|row| {
            let sum: f32 = row.iter().sum();
            (0..players).map(move |seat| (sum * (1.0 + seat as f32)).fract().abs())
        });
        let chances = chances.collect();
        told.lock().unwrap().push(observations);
        chances
    };
    (Guides { evaluate: Some(Arc::new(evaluate)), prior: None, batch: 64 }, seen)
}

#[test]
fn an_evaluation_sees_no_secret_of_others() {
    use engine::skye::{Offer, Phase};

    let (mut compared, game) = (0, skye(3, Modules::NONE, 5));
    for (position, seat) in positions(&game, 5).into_iter().chain(positions(&game, 6)) {
        if !matches!(position.phase, Phase::Price(_)) {
            continue;
        }
        for made in Seat::all(3).filter(|made| *made != seat && position.offer(*made).is_some()) {
            let offers = Offer::all(3, position.player(made).gold, game.rules().prices);
            let Some(offer) = offers.filter(|offer| Some(*offer) != position.offer(made)).last() else { continue };
            let mut other = position.clone();
            other.replace_offer(made, offer);
            let [one, other] = [&position, &other].map(|position| {
                let (guides, seen) = telling(3);
                let search = guided(plain("mcts:iterations=120"), guides);
                let report = search.search(&game, &game.view(position, seat), &mut random(9));
                (report, seen.lock().unwrap().clone())
            });
            assert_eq!(one, other);
            // Near the end of the game no simulation ends before it.
            compared += usize::from(!one.1.is_empty());
        }
    }
    assert!(compared > 3, "{compared}");
}

fn ends_are_decisions<G: Encoding, D: SearchDomain<G>>(game: &G, search: Mcts<D>) {
    let (guides, seen) = telling(game.seats());
    let search = guided(search, guides);
    let mut position = game.start(Seat::new(0));
    while game.turn(&position) == Turn::Chance {
        game.resolve_chance(&mut position, 1);
    }
    let Turn::Seat(seat) = game.turn(&position) else { panic!("somebody decides") };
    let report = search.search(game, &game.view(&position, seat), &mut random(1));
    assert!(report.iterations > 50 && report.arms.iter().all(|arm| (0.0..=1.0).contains(&arm.mean.chance)));
    // The first round is 1; a simulation of two rounds ends in the third.
    let rows: Vec<f32> = seen.lock().unwrap().concat();
    assert!(rows.len() >= 50 * G::OBSERVATION && rows.len().is_multiple_of(G::OBSERVATION));
}

#[test]
fn the_ends_of_simulations_of_both_games_are_appraised() {
    ends_are_decisions::<Skye, _>(&skye(4, Modules::NONE, 1), plain("mcts:iterations=100"));
    let kinds = &agents::tipperary::KINDS;
    let settings = AgentSpec::read("mcts:iterations=100", kinds).unwrap().settings(clock);
    ends_are_decisions::<Tipperary, _>(&tipperary(3, 1), agents::tipperary::mcts(&settings));
}

#[test]
fn a_prior_names_the_candidates() {
    let game = skye(2, Modules::NONE, 2);
    // Choices with high numbers are most likely.
    let prior = |_: Vec<f32>, masks: Vec<i8>| {
        masks.iter().enumerate().map(|(place, bit)| f32::from(*bit) * (place % Skye::ACTIONS) as f32).collect()
    };
    let guides = Guides { evaluate: None, prior: Some(Arc::new(prior)), batch: 3 };
    let mut compared = 0;
    for (position, seat) in positions(&game, 2) {
        let search = guided(plain("mcts:iterations=40"), guides.clone());
        let SearchReport { arms, .. } = search.search(&game, &game.view(&position, seat), &mut random(1));
        assert!((1..=8).contains(&arms.len()));
        let mut legal = Vec::new();
        game.legal_actions(&position, &mut legal);
        assert!(arms.iter().all(|arm| legal.contains(&arm.action)));
        let choices: Vec<Vec<usize>> =
            legal.iter().filter_map(|action| encode(&game, &position, *action).ok()).collect();
        if choices.iter().all(|choices| choices.len() == 1) {
            let found: Vec<_> = arms.iter().map(|arm| encode(&game, &position, arm.action).unwrap()).collect();
            let mut heaviest = choices;
            heaviest.sort_by(|one, other| other.cmp(one));
            heaviest.truncate(8);
            assert_eq!(found, heaviest);
            compared += 1;
        }
    }
    assert!(compared > 0);
}
