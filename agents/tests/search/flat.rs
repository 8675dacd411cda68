//! The flat search on a toy game with known answers.

use agents::search::{Effort, SearchBudget, SearchDomain, Values, halving};
use engine::random::{Random, random};
use engine::toy::{Bid, BidPosition, BidPublic, BidView, SealedBids};
use engine::{Game, Seat};

use crate::whole;

/// Knows nothing but the rules: all bids are candidates, others bid `others` if given, otherwise uniformly.
struct Bidding {
    others: Option<Bid>,
    /// Simulations whose ends are evaluated together.
    batch: usize,
}

impl Bidding {
    fn new(others: Option<Bid>) -> Self {
        Self { others, batch: 1 }
    }
}

impl SearchDomain<SealedBids> for Bidding {
    type Cache = ();

    fn cache(&self, _: &BidPublic) {}

    fn candidates(&self, game: &SealedBids, view: &BidView, (): &mut (), _: &mut Random) -> Vec<Bid> {
        let mut bids = Vec::new();
        game.legal_actions(game.public(view), &mut bids);
        bids
    }

    fn policy(&self, game: &SealedBids, view: &BidView, (): &mut (), random: &mut Random) -> Bid {
        self.others.unwrap_or_else(|| game.random_action(game.public(view), random))
    }

    fn values(&self, game: &SealedBids, position: &BidPublic, (): &mut ()) -> Values {
        let outcome = game.outcome(position);
        let mut values = Values::default();
        // Points, and a little for coins left.
        for (seat, bidder) in Seat::all(game.seats()).zip(&position.bidders) {
            values[seat.index()] = (f64::from(outcome.points[seat.index()]) + 0.1 * f64::from(bidder.coins)).into();
        }
        values
    }

    fn batch(&self) -> usize {
        self.batch
    }

    fn values_of(&self, game: &SealedBids, positions: &[BidPosition], (): &mut ()) -> Vec<Values> {
        assert!((1..=self.batch).contains(&positions.len()));
        positions.iter().map(|position| self.values(game, position, &mut ())).collect()
    }
}

fn game(players: usize, rounds: u8, coins: u8) -> SealedBids {
    SealedBids { players, rounds, coins, prizes: vec![4] }
}

/// The first decision, with the first prize known.
fn opening(game: &SealedBids) -> BidPosition {
    let mut position = game.start(Seat::new(0));
    game.resolve_chance(&mut position, 1);
    position
}

#[track_caller]
fn check_choice(game: &SealedBids, others: Option<Bid>, seat: Seat, iterations: u64, expected: Bid) {
    let mut position = opening(game);
    for _ in 0..seat.index() {
        game.apply(&mut position, 0);
    }
    for seed in 0..20 {
        let report = halving(
            game,
            &Bidding::new(others),
            &game.view(&position, seat),
            whole(SearchBudget::Iterations(iterations)),
            &mut random(seed),
        );
        assert_eq!(report.chosen, expected, "seed {seed}: {report:?}");
        // Iterations that cannot be divided among the last two or three arms remain.
        let left = iterations - report.iterations;
        assert!(left <= 2, "{left} iterations are left");
    }
}

#[test]
fn a_known_bid_is_beaten_by_one() {
    check_choice(&game(2, 1, 5), Some(2), Seat::new(0), 60, 3);
}

#[test]
fn a_bid_that_cannot_be_beaten_is_not_fought() {
    // The other bids 5 of 5: a tie wins nothing, so coins are best kept.
    check_choice(&game(2, 1, 5), Some(5), Seat::new(0), 60, 0);
}

#[test]
fn against_a_uniform_bid_the_highest_is_best() {
    // A bid b of 0..=3 wins 4 with chance b/4 and costs 0.1·b: its value is b - 0.1·b, so 3 is best.
    check_choice(&game(2, 1, 3), None, Seat::new(0), 400, 3);
}

#[test]
fn a_secret_bid_already_made_is_guessed_and_not_seen() {
    // Seat 0 has in fact bid 0; the search of seat 1 relies on the model, which bids 2.
    check_choice(&game(2, 1, 5), Some(2), Seat::new(1), 60, 3);
}

#[test]
fn early_stopping_keeps_clear_choices_with_fewer_iterations() {
    // A bid's value depends only on the other bid, and 3 of 3 is best by far.
    let game = game(2, 1, 3);
    let position = opening(&game);
    let view = game.view(&position, Seat::new(0));
    let search = |early_stopping, seed| {
        let effort = Effort { budget: SearchBudget::Iterations(2000), early_stopping, threads: 1, has_tree: false };
        halving(&game, &Bidding::new(None), &view, effort, &mut random(seed))
    };
    for seed in 0..20 {
        let [whole, stopped] = [false, true].map(|early_stopping| search(early_stopping, seed));
        assert_eq!((whole.chosen, stopped.chosen), (3, 3));
        assert!(whole.iterations >= 1998, "{whole:?}");
        assert!(stopped.iterations < 1000, "{stopped:?}");
    }
}

#[test]
fn early_stopping_drops_arms_without_variance() {
    // The other bids 5 of 5, so no bid wins; only coins count, and they do not vary.
    let game = game(2, 1, 5);
    let position = opening(&game);
    let view = game.view(&position, Seat::new(0));
    let effort = Effort { budget: SearchBudget::Iterations(600), early_stopping: true, threads: 1, has_tree: false };
    let report = halving(&game, &Bidding::new(Some(5)), &view, effort, &mut random(1));
    assert_eq!(report.chosen, 0);
    // Sixteen scenarios for each of the six bids.
    assert_eq!(report.iterations, 96, "{report:?}");
}

#[test]
fn more_candidates_than_iterations_still_give_a_legal_answer() {
    let game = game(2, 1, 40);
    let position = opening(&game);
    let view = game.view(&position, Seat::new(0));
    let report = halving(&game, &Bidding::new(Some(1)), &view, whole(SearchBudget::Iterations(3)), &mut random(1));
    assert!(game.is_legal(&position, report.chosen));
    assert!((1..=3).contains(&report.iterations), "{} iterations", report.iterations);
}

#[test]
fn a_batch_changes_nothing_that_a_search_finds() {
    let game = game(3, 2, 6);
    let position = opening(&game);
    let view = game.view(&position, Seat::new(0));
    for (iterations, early_stopping) in [(900, true), (900, false), (40, true), (400, true)] {
        for seed in 0..10 {
            let search = |batch| {
                let effort = Effort {
                    budget: SearchBudget::Iterations(iterations),
                    early_stopping,
                    threads: 1,
                    has_tree: false,
                };
                halving(&game, &Bidding { others: None, batch }, &view, effort, &mut random(seed))
            };
            let one = search(1);
            assert!([2, 5, 64, 10_000].into_iter().all(|batch| search(batch) == one), "seed {seed}: {one:?}");
        }
    }
}
