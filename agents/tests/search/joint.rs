//! Searches of simultaneous secret decisions on matrix games with known solutions.

use agents::search::{Learner, Regret, SearchBudget, SearchDomain, SearchReport, Ucb, Values, flat, joint, pimc};
use engine::random::{Random, random};
use engine::toy::{MatrixGame, MatrixPublic, MatrixView};
use engine::{Game, Seat};

use crate::whole;

/// Knows nothing but the rules; believes that others choose at random.
struct Rules;

impl SearchDomain<MatrixGame> for Rules {
    type Cache = ();

    fn cache(&self, _: &MatrixPublic) {}

    fn candidates(&self, game: &MatrixGame, view: &MatrixView<'_>, (): &mut (), _: &mut Random) -> Vec<usize> {
        let mut actions = Vec::new();
        game.legal_actions(game.public(view), &mut actions);
        actions
    }

    fn policy(&self, game: &MatrixGame, view: &MatrixView<'_>, (): &mut (), random: &mut Random) -> usize {
        game.random_action(game.public(view), random)
    }

    fn is_cutoff(&self, _: &MatrixGame, _: &MatrixPublic, _: &MatrixPublic) -> bool {
        false
    }

    fn is_plannable(&self, _: &MatrixGame, _: &MatrixPublic, _: &MatrixPublic) -> bool {
        true
    }

    fn values(&self, _: &MatrixGame, position: &MatrixPublic, (): &mut ()) -> Values {
        let payoff = f64::from(position.payoff.expect("both have chosen"));
        [0.5 + payoff / 10.0, 0.5 - payoff / 10.0, 0.0, 0.0, 0.0]
    }
}

fn game<const R: usize, const C: usize>(payoffs: [[i32; C]; R]) -> MatrixGame {
    MatrixGame { payoffs: payoffs.iter().map(|row| row.to_vec()).collect() }
}

/// A search by each seat; the row is really chosen to be 0 before seat 1 searches, which it cannot see.
fn search<L: Learner>(game: &MatrixGame, seat: usize, seed: u64) -> SearchReport<usize> {
    let mut position = game.start(Seat::new(0));
    if seat == 1 {
        game.apply(&mut position, 0);
    }
    let view = game.view(&position, Seat::new(seat));
    joint::<_, _, L>(game, &Rules, &view, whole(SearchBudget::Iterations(20_000)), &mut random(seed))
}

#[track_caller]
fn check_mixture(game: &MatrixGame, seat: usize, expected: &[f64]) {
    for seed in 0..5 {
        let report = search::<Regret>(game, seat, seed);
        let weights: Vec<f64> = report.arms.iter().map(|arm| arm.weight).collect();
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{weights:?}");
        let is_near = weights.iter().zip(expected).all(|(weight, expected)| (weight - expected).abs() < 0.08);
        assert!(is_near, "seat {seat}, seed {seed}: {weights:?}, not {expected:?}");
        assert_eq!(report.iterations, 20_000);
    }
}

#[test]
fn regret_matching_finds_even_odds() {
    // Matching pennies.
    let pennies = game([[1, -1], [-1, 1]]);
    check_mixture(&pennies, 0, &[0.5, 0.5]);
    check_mixture(&pennies, 1, &[0.5, 0.5]);
}

#[test]
fn regret_matching_finds_uneven_odds() {
    // Rock, paper, scissors in which scissors against rock costs double. A mixture (p, q, r) that leaves every answer at 0 solves q = 2r,
    // p = r and 2p = q: a quarter, a half, a quarter.
    let scissors = game([[0, -1, 2], [1, 0, -1], [-2, 1, 0]]);
    check_mixture(&scissors, 0, &[0.25, 0.5, 0.25]);
    check_mixture(&scissors, 1, &[0.25, 0.5, 0.25]);
}

#[test]
fn regret_matching_draws_from_its_mixture() {
    let pennies = game([[1, -1], [-1, 1]]);
    let heads = (0..60).filter(|&seed| search::<Regret>(&pennies, 0, seed).chosen == 0).count();
    assert!((12..=48).contains(&heads), "{heads} of 60");
}

/// Row 0 is best against a column chosen at random, 2 to 1; but column 1 is never worse than column 0 for who chooses it, and against
/// that row 1 is best.
fn dominated() -> MatrixGame {
    game([[4, 0], [1, 1]])
}

#[test]
fn learners_foresee_what_others_want() {
    for seed in 0..10 {
        assert_eq!(search::<Ucb>(&dominated(), 0, seed).chosen, 1);
        let report = search::<Regret>(&dominated(), 0, seed);
        assert!(report.arms[1].weight > 0.9, "{report:?}");
        assert_eq!(search::<Ucb>(&dominated(), 1, seed).chosen, 1);
    }
}

#[test]
fn searches_that_believe_the_policy_answer_it() {
    let (game, effort) = (dominated(), whole(SearchBudget::Iterations(2000)));
    let position = game.start(Seat::new(0));
    let view = game.view(&position, Seat::new(0));
    for seed in 0..10 {
        assert_eq!(flat(&game, &Rules, &view, effort, &mut random(seed)).chosen, 0);
        assert_eq!(pimc(&game, &Rules, &view, effort, &mut random(seed)).chosen, 0);
    }
}

#[test]
fn an_empty_budget_takes_the_first_candidate() {
    let game = dominated();
    let position = game.start(Seat::new(0));
    let view = game.view(&position, Seat::new(0));
    let none = whole(SearchBudget::Iterations(0));
    for report in [
        joint::<_, _, Ucb>(&game, &Rules, &view, none, &mut random(1)),
        joint::<_, _, Regret>(&game, &Rules, &view, none, &mut random(1)),
        pimc(&game, &Rules, &view, none, &mut random(1)),
        flat(&game, &Rules, &view, none, &mut random(1)),
    ] {
        assert_eq!((report.chosen, report.iterations, report.arms[0].weight), (0, 0, 1.0));
    }
}

#[test]
fn a_time_budget_is_kept() {
    let game = game([[1, -1], [-1, 1]]);
    let position = game.start(Seat::new(0));
    let view = game.view(&position, Seat::new(0));
    // A clock that advances by a hundredth whenever it is read.
    let reading = std::cell::Cell::new(0.0);
    let watch = || reading.replace(reading.get() + 0.01);
    for search in [flat_in, pimc_in, regret_in] {
        reading.set(0.0);
        let report = search(&game, &view, SearchBudget::Time(&watch));
        assert!((10..=200).contains(&report.iterations), "{} iterations", report.iterations);
        assert!(reading.get() < 1.2, "{}", reading.get());
    }
}

fn flat_in(game: &MatrixGame, view: &MatrixView<'_>, budget: SearchBudget<'_>) -> SearchReport<usize> {
    flat(game, &Rules, view, whole(budget), &mut random(3))
}

fn pimc_in(game: &MatrixGame, view: &MatrixView<'_>, budget: SearchBudget<'_>) -> SearchReport<usize> {
    pimc(game, &Rules, view, whole(budget), &mut random(3))
}

fn regret_in(game: &MatrixGame, view: &MatrixView<'_>, budget: SearchBudget<'_>) -> SearchReport<usize> {
    joint::<_, _, Regret>(game, &Rules, view, whole(budget), &mut random(3))
}
