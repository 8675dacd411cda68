//! Games of both kinds, with all modules, played at random.

use engine::random::{RngExt, random};
use engine::skye::{Module, Modules, Rules, ScoringTile, Skye, Tiles};
use engine::tipperary::{self, Components, Tipperary};
use engine::{Game, Seat, Turn};

/// Shows every decision of random games.
pub fn each_decision<G: Game>(game: &G, seeds: std::ops::Range<u64>, mut show: impl FnMut(&G::Position, Seat)) {
    for seed in seeds {
        let (mut rng, mut position) = (random(seed), game.start(Seat::new(seed as usize % game.seats())));
        loop {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => game.resolve_chance(&mut position, seed),
                Turn::Seat(seat) => {
                    show(&position, seat);
                    let action = game.random_action(&position, &mut rng);
                    game.apply(&mut position, action);
                }
            }
        }
    }
}

/// Isle of Skye with scoring tiles drawn by this seed.
pub fn skye(players: usize, modules: &[Module], seed: u64) -> Skye {
    let modules: Modules = modules.iter().copied().collect();
    let mut pool = ScoringTile::pool(modules);
    let mut rng = random(seed);
    let scoring = [(); 4].map(|()| pool.swap_remove(rng.random_range(0..pool.len())));
    Skye::printed_with(players, scoring, modules).unwrap()
}

/// The same in which so many tiles are drawn.
pub fn skye_drawing(drawn: u16, players: usize) -> Skye {
    let Ok(game) = Skye::new(
        Tiles::printed(),
        Rules { tiles_drawn: drawn, ..Rules::printed(players) }.into(),
        skye(players, &[], 7).scoring(),
        players,
    ) else {
        panic!("a valid set-up")
    };
    game
}

pub fn all_of_skye() -> Vec<Skye> {
    let all = Module::ALL;
    let mut games: Vec<Skye> = (2..=5).flat_map(|players| [skye(players, &[], 7), skye(players, &all, 8)]).collect();
    games.extend(all.map(|module| skye(3, &[module], 9)));
    games.extend([2, 4, 5].map(|drawn| skye_drawing(drawn, 3)));
    games
}

pub fn all_of_tipperary() -> Vec<Tipperary> {
    let game = |players: usize| {
        let components = Components::shipped();
        let hometowns = components.deal(players, 5);
        Tipperary::new(components, tipperary::Rules::printed(players).into(), &hometowns).unwrap()
    };
    (2..=5).map(game).collect()
}
