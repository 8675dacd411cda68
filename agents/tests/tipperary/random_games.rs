//! Random games to test agents on.

use engine::random::random;
use engine::tipperary::{Position, Tipperary};
use engine::{Game, Seat, Turn};

/// Plays a game of random actions and shows every position at which a seat decides.
pub fn random_game(players: usize, seed: u64, mut show: impl FnMut(&Tipperary, &Position, Seat)) {
    let game = Tipperary::dealt(players, seed).expect("a valid set-up");
    let mut position = game.start(Seat::new(seed as usize % players));
    let mut rng = random(seed);
    loop {
        match game.turn(&position) {
            Turn::Over => return,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(seat) => {
                show(&game, &position, seat);
                let action = game.random_action(&position, &mut rng);
                game.apply(&mut position, action);
            }
        }
    }
}
