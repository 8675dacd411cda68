//! Random games to test agents on.

use engine::random::{Random, below, random};
use engine::skye::{Position, ScoringTile, Skye};
use engine::{Game, Seat, Turn};

/// Four different scoring tiles.
pub fn random_set(seed: u64) -> [ScoringTile; 4] {
    let mut dice = random(seed);
    let mut all = ScoringTile::BASE.to_vec();
    std::array::from_fn(|_| all.swap_remove(below(&mut dice, all.len() as u32) as usize))
}

/// Plays a game of random actions and shows every position at which a seat decides.
pub fn random_game(players: usize, scoring: [ScoringTile; 4], seed: u64, mut show: impl FnMut(&Skye, &Position)) {
    let game = Skye::printed(players, scoring).expect("a valid set-up");
    let mut position = game.start(Seat::new(seed as usize % players));
    let mut dice: Random = random(seed);
    loop {
        match game.turn(&position) {
            Turn::Over => return,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(_) => {
                show(&game, &position);
                let action = game.random_action(&position, &mut dice);
                game.apply(&mut position, action);
            }
        }
    }
}
