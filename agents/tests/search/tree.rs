//! The tree search on games with known solutions.

use agents::search::{SearchBudget, SearchDomain, SearchReport, Values, halving, pimc};
use engine::random::{Random, random};
use engine::toy::{Bid, BidPublic, BidView, MatrixGame, MatrixPublic, MatrixView, SealedBids};
use engine::{Game, Seat};

use crate::{planning, whole};

/// Knows only the rules; expects others to choose at random.
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

    fn values(&self, _: &MatrixGame, position: &MatrixPublic, (): &mut ()) -> Values {
        let payoff = f64::from(position.payoff.expect("both have chosen"));
        [0.5 + payoff / 10.0, 0.5 - payoff / 10.0, 0.0, 0.0, 0.0].map(Into::into)
    }
}

fn game<const R: usize, const C: usize>(payoffs: [[i32; C]; R]) -> MatrixGame {
    MatrixGame { payoffs: payoffs.iter().map(|row| row.to_vec()).collect() }
}

/// Searches as a seat. Before seat 1 searches, row 0 is chosen, which it cannot see.
fn search(game: &MatrixGame, seat: usize, seed: u64) -> SearchReport<usize> {
    let mut position = game.start(Seat::new(0));
    if seat == 1 {
        game.apply(&mut position, 0);
    }
    let view = game.view(&position, Seat::new(seat));
    halving(game, &Rules, &view, planning(SearchBudget::Iterations(20_000)), &mut random(seed))
}

/// Returns a game in which row 0 is best against a random column (2 to 1), but row 1 against column 1.
///
/// Column 1 is never worse than column 0 for the seat that chooses it.
fn dominated() -> MatrixGame {
    game([[4, 0], [1, 1]])
}

#[test]
fn seats_that_choose_at_once_foresee_what_others_want() {
    for seed in 0..10 {
        assert_eq!(search(&dominated(), 0, seed).chosen, 1);
        assert_eq!(search(&dominated(), 1, seed).chosen, 1);
    }
}

#[test]
fn a_draw_is_preferred_to_a_row_that_the_other_learns_to_refute() {
    // Row 0 wins unless the other chooses the last of ten columns; row 1 is a draw.
    let game = game([[5, 5, 5, 5, 5, 5, 5, 5, 5, -5], [0; 10]]);
    let position = game.start(Seat::new(0));
    let view = game.view(&position, Seat::new(0));
    for iterations in (200..=2000).step_by(100) {
        let found = halving(&game, &Rules, &view, planning(SearchBudget::Iterations(iterations)), &mut random(1));
        assert_eq!(found.chosen, 1, "{found:?}");
    }
}

#[test]
fn searches_that_believe_the_policy_answer_it() {
    let (game, budget) = (dominated(), SearchBudget::Iterations(2000));
    let position = game.start(Seat::new(0));
    let view = game.view(&position, Seat::new(0));
    for seed in 0..10 {
        assert_eq!(halving(&game, &Rules, &view, whole(budget), &mut random(seed)).chosen, 0);
        assert_eq!(pimc(&game, &Rules, &view, budget, &mut random(seed)).chosen, 0);
    }
}

#[test]
fn an_empty_budget_takes_the_first_candidate() {
    let game = dominated();
    let position = game.start(Seat::new(0));
    let view = game.view(&position, Seat::new(0));
    let none = SearchBudget::Iterations(0);
    for report in [
        halving(&game, &Rules, &view, planning(none), &mut random(1)),
        pimc(&game, &Rules, &view, none, &mut random(1)),
        halving(&game, &Rules, &view, whole(none), &mut random(1)),
    ] {
        assert_eq!((report.chosen, report.iterations), (0, 0));
    }
}

#[test]
fn a_time_budget_is_kept() {
    let game = game([[1, -1], [-1, 1]]);
    let position = game.start(Seat::new(0));
    let view = game.view(&position, Seat::new(0));
    // A clock that advances by 0.01 whenever it is read.
    let reading = std::sync::Mutex::new(0.0);
    let watch = || {
        *reading.lock().unwrap() += 0.01;
        *reading.lock().unwrap() - 0.01
    };
    for search in [flat_in, pimc_in, tree_in] {
        *reading.lock().unwrap() = 0.0;
        let report = search(&game, &view, SearchBudget::Time(&watch));
        assert!((10..=200).contains(&report.iterations), "{} iterations", report.iterations);
        let read = *reading.lock().unwrap();
        assert!(read < 1.2, "{read}");
    }
}

fn flat_in(game: &MatrixGame, view: &MatrixView<'_>, budget: SearchBudget<'_>) -> SearchReport<usize> {
    halving(game, &Rules, view, whole(budget), &mut random(3))
}

fn pimc_in(game: &MatrixGame, view: &MatrixView<'_>, budget: SearchBudget<'_>) -> SearchReport<usize> {
    pimc(game, &Rules, view, budget, &mut random(3))
}

fn tree_in(game: &MatrixGame, view: &MatrixView<'_>, budget: SearchBudget<'_>) -> SearchReport<usize> {
    halving(game, &Rules, view, planning(budget), &mut random(3))
}

/// Two bidders with two coins for two prizes; the other one and the policy never bid.
struct Reluctant;

impl SearchDomain<SealedBids> for Reluctant {
    type Cache = ();

    fn cache(&self, _: &BidPublic) {}

    fn candidates(&self, game: &SealedBids, view: &BidView<'_>, (): &mut (), _: &mut Random) -> Vec<Bid> {
        let mut bids = Vec::new();
        game.legal_actions(game.public(view), &mut bids);
        if game.viewer(view) == Seat::new(0) { bids } else { vec![0] }
    }

    fn policy(&self, _: &SealedBids, _: &BidView<'_>, (): &mut (), _: &mut Random) -> Bid {
        0
    }

    fn values(&self, _: &SealedBids, position: &BidPublic, (): &mut ()) -> Values {
        // Points, and a little for coins left.
        let value = |seat: usize| {
            f64::from(position.bidders[seat].points) / 10.0 + f64::from(position.bidders[seat].coins) / 100.0
        };
        [value(0), value(1), 0.0, 0.0, 0.0].map(Into::into)
    }
}

#[test]
fn a_tree_plans_its_own_later_decisions() {
    // Bids of 1 now and 1 later win both prizes; only a search of the second decision finds that.
    let game = SealedBids { players: 2, rounds: 2, coins: 2, prizes: vec![4] };
    let mut position = game.start(Seat::new(0));
    game.resolve_chance(&mut position, 1);
    for seed in 0..20 {
        let view = game.view(&position, Seat::new(0));
        let found = halving(&game, &Reluctant, &view, planning(SearchBudget::Iterations(400)), &mut random(seed));
        assert_eq!(found.chosen, 1, "seed {seed}: {found:?}");
    }
}
