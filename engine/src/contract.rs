//! The laws of [`Game`], checked by random play.
//!
//! Each game's own tests call this for its variants and seat counts.

use crate::random::random;
use crate::{Game, Seat, Turn};

/// The longest game that any rules allow, in decisions.
const MAX_DECISIONS: usize = 10_000;

/// The most legal actions that are listed and compared one by one.
///
/// Longer lists are checked for order only.
const MAX_COMPARED: usize = 400;

/// Plays one random game and checks every law along the way.
///
/// # Panics
/// If a law is broken; the message names it.
pub fn check<G: Game>(game: &G, seed: u64) {
    let mut rng = random(seed);
    let mut position = game.start(Seat::new(seed as usize % game.seats()));
    let mut actions = Vec::new();
    for _ in 0..MAX_DECISIONS {
        match game.turn(&position) {
            Turn::Over => return check_end(game, &position),
            Turn::Chance => check_chance(game, &mut position, seed),
            Turn::Seat(seat) => {
                game.legal_actions(&position, &mut actions);
                check_actions(game, &position, &actions);
                check_views(game, &position, seat, &actions, seed);
                let action = game.random_action(&position, &mut rng);
                assert!(actions.binary_search(&action).is_ok(), "a random action is legal: {action:?}");
                check_telling(game, &mut position, action);
            }
        }
    }
    panic!("a game ends within {MAX_DECISIONS} decisions");
}

fn check_actions<G: Game>(game: &G, position: &G::Position, actions: &[G::Action]) {
    assert!(!actions.is_empty(), "a decision has a legal action");
    assert!(actions.is_sorted_by(|a, b| a < b), "legal actions are ascending and unique");
    for &action in actions.iter().take(MAX_COMPARED) {
        assert!(game.is_legal(position, action), "a listed action is legal: {action:?}");
    }
}

fn check_views<G: Game>(game: &G, position: &G::Position, to_move: Seat, actions: &[G::Action], seed: u64) {
    for seat in Seat::all(game.seats()) {
        // Declared before the view, so that both can be borrowed for the same lifetime.
        let guess;
        let view = game.view(position, seat);
        assert_eq!(game.viewer(&view), seat, "a view knows its seat");
        assert_eq!(game.view(position, seat), view, "a view depends on the position alone");
        assert!(game.is_secret(position) <= matches!(game.turn(position), Turn::Seat(_)), "a secret is a decision");
        guess = game.determinize_uniformly(&view, &mut random(seed));
        assert_eq!(
            game.determinize_uniformly(&view, &mut random(seed)),
            guess,
            "a guess depends on view and seed alone"
        );
        assert_eq!(game.view(&guess, seat), view, "a guess looks the same from the seat");
        assert_eq!(game.turn(&guess), game.turn(position), "the turn is public");
    }
    let mut seen = Vec::new();
    game.legal_actions(game.public(&game.view(position, to_move)), &mut seen);
    assert_eq!(seen, actions, "a view shows its seat all of its legal actions");
}

fn check_chance<G: Game>(game: &G, position: &mut G::Position, seed: u64) {
    let mut actions = Vec::new();
    game.legal_actions(position, &mut actions);
    assert!(actions.is_empty(), "nobody acts at a chance event");
    let chance = game.draw(position, seed);
    assert_eq!(game.draw(position, seed), chance, "chance depends on seed and position alone");
    let (mut again, mut settled) = (position.clone(), position.clone());
    game.settle(&mut settled, &chance);
    game.resolve_chance(position, seed);
    assert_eq!(*position, settled, "what is drawn is what happens");
    game.resolve_chance_telling(&mut again, seed, &mut |_, _| {});
    assert_eq!(*position, again, "an observer changes nothing");
}

fn check_telling<G: Game>(game: &G, position: &mut G::Position, action: G::Action) {
    let mut silent = position.clone();
    game.apply(&mut silent, action);
    game.apply_telling(position, action, &mut |_, _| {});
    assert_eq!(*position, silent, "an observer changes nothing");
}

fn check_end<G: Game>(game: &G, position: &G::Position) {
    let outcome = game.outcome(position);
    assert_eq!(outcome.points.len(), game.seats(), "every seat has points");
    assert_eq!(outcome.ranks.len(), game.seats(), "every seat has a rank");
    let shares: f64 = Seat::all(game.seats()).map(|seat| outcome.win_share(seat)).sum();
    assert!((shares - 1.0).abs() < 1e-9, "win shares sum to 1");
}
