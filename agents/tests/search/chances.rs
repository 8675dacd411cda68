//! The chances to win that a search shows where nothing is left to chance.

use agents::{AgentKind, AgentSpec, skye, tipperary};
use engine::random::random;
use engine::skye::{Modules, ScoringTile, Skye};
use engine::tipperary::Tipperary;
use engine::{Game, Seat, Turn};

/// Plays by random actions, and returns the last position with a decision.
fn last_decision<G: Game>(game: &G, seed: u64) -> G::Position {
    let (mut position, mut rng) = (game.start(Seat::new(0)), random(seed));
    let mut last = position.clone();
    loop {
        match game.turn(&position) {
            Turn::Over => return last,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(_) => {
                last = position.clone();
                let action = game.random_action(&position, &mut rng);
                game.apply(&mut position, action);
            }
        }
    }
}

/// Checks the chances shown at the last decision of games; returns how many were shown, by win share in halves.
fn check<G: Game>(kinds: &'static [AgentKind<G>], deal: impl Fn(u64) -> G, seeds: std::ops::Range<u64>) -> [usize; 3] {
    let agent = AgentSpec::read("mcts:iterations=24", kinds).expect("an agent").build(kinds);
    let mut shown = [0; 3];
    for seed in seeds {
        let game = deal(seed);
        let position = last_decision(&game, seed);
        let Turn::Seat(seat) = game.turn(&position) else { panic!("nobody decides") };
        for weighed in agent.explain(&game, &game.view(&position, seat), &mut random(1)).weighed {
            let mut after = position.clone();
            game.apply(&mut after, weighed.action);
            if let (Turn::Over, Some(value)) = (game.turn(&after), weighed.value) {
                let share = game.outcome(&after).win_share(seat);
                assert!(value == share, "game {seed}: shown {value}, but the win share is {share}");
                shown[(2.0 * share) as usize] += 1;
            }
        }
    }
    shown
}

#[test]
fn the_last_decision_of_a_game_shows_its_win_share() {
    let tiles = [ScoringTile::Squares, ScoringTile::Sheep, ScoringTile::Columns, ScoringTile::RoadTiles];
    let shown = check(&skye::KINDS, |_| Skye::printed_with(2, tiles, Modules::NONE).expect("a set-up"), 0..200);
    assert!(shown.iter().all(|&shown| shown > 0), "{shown:?}");
    let shown = check(&tipperary::KINDS, |seed| Tipperary::dealt(2, seed).expect("a set-up"), 0..40);
    assert!(shown[0] > 0 && shown[2] > 0, "{shown:?}");
}
