//! Random games to test agents on.

use engine::random::{Random, below, random};
use engine::skye::{Modules, Position, Rules, ScoringTile, Skye};
use engine::{Game, Seat, Turn};

/// Draws four different scoring tiles of the base game.
pub fn random_set(seed: u64) -> [ScoringTile; 4] {
    random_set_with(Modules::NONE, seed)
}

/// Draws four different scoring tiles of a game with these modules.
pub fn random_set_with(modules: Modules, seed: u64) -> [ScoringTile; 4] {
    let mut rng = random(seed);
    let mut all = Rules::with_modules(2, modules).scoring_pool();
    std::array::from_fn(|_| all.swap_remove(below(&mut rng, all.len() as u32) as usize))
}

/// Plays a game of random actions and shows every position at which a seat decides.
pub fn random_game(players: usize, scoring: [ScoringTile; 4], seed: u64, show: impl FnMut(&Skye, &Position)) {
    random_game_with(Modules::NONE, players, scoring, seed, show);
}

/// Does the same with modules.
pub fn random_game_with(
    modules: Modules,
    players: usize,
    scoring: [ScoringTile; 4],
    seed: u64,
    show: impl FnMut(&Skye, &Position),
) {
    random_play(&Skye::printed_with(players, scoring, modules).expect("a valid set-up"), seed, show);
}

/// Does the same in any game.
pub fn random_play(game: &Skye, seed: u64, mut show: impl FnMut(&Skye, &Position)) {
    let players = game.seats();
    let mut position = game.start(Seat::new(seed as usize % players));
    let mut rng: Random = random(seed);
    loop {
        match game.turn(&position) {
            Turn::Over => return,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(_) => {
                show(game, &position);
                let action = game.random_action(&position, &mut rng);
                game.apply(&mut position, action);
            }
        }
    }
}
