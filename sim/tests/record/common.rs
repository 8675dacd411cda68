//! Games and records for the tests.

use engine::skye::{Event, Skye};
use sim::arena;
use sim::casual::game_seed;
use sim::contestant::Contestant;
use sim::record::{self, Setting};
use sim::seeds::GameSeed;
use sim::tile_set::TileSet;

/// The tile files that records may name.
pub fn known() -> Vec<TileSet> {
    TileSet::all_shipped().collect()
}

/// One recorded game of random players.
pub struct Played {
    /// The set-up.
    pub game: Skye,
    /// What reproduces it.
    pub seed: GameSeed,
    /// All that happened.
    pub events: Vec<Event>,
    /// Its record.
    pub line: String,
}

/// Plays game `number` of one master seed.
pub fn random_game(players: usize, number: u64) -> Played {
    let seed = game_seed(1, number, players, None);
    play(Skye::printed(players, seed.scoring).expect("a valid set-up"), &TileSet::printed(), seed)
}

/// Plays one game of random players.
pub fn play(game: Skye, tiles: &TileSet, seed: GameSeed) -> Played {
    let seats = engine::Game::seats(&game);
    let agents = vec![&agents::RandomAgent as &dyn agents::Agent<Skye>; seats];
    let players: Vec<Contestant> = vec!["random".parse().expect("an agent"); seats];
    let mut events: Vec<Event> = Vec::new();
    arena::play(&game, &seed, &agents, &mut events);
    let line = record::line(&Setting { game: &game, tiles, players: &players }, &seed, &events);
    Played { game, seed, events, line }
}
