//! Games to learn from.

use agents::{Agent, AgentSpec};
use engine::random::{mix, random};
use engine::skye::{Modules, ScoringTile, Skye};
use engine::tipperary::Tipperary;
use engine::{Game, Seat, Turn};

/// Isle of Skye with these modules, and other scoring tiles for every number.
pub fn skye(players: usize, modules: Modules, number: u64) -> Skye {
    let mut pool = ScoringTile::pool(modules);
    let chosen = std::array::from_fn(|slot| {
        let place = mix([number, slot as u64]) as usize % pool.len();
        pool.swap_remove(place)
    });
    Skye::printed_with(players, chosen, modules).unwrap()
}

/// All modules.
pub fn all_modules() -> Modules {
    Modules::all_sets().last().unwrap()
}

/// Tipperary with the hometowns of a number.
pub fn tipperary(players: usize, number: u64) -> Tipperary {
    Tipperary::dealt(players, number).unwrap()
}

/// A player of Isle of Skye.
pub fn of_skye(spec: &str) -> Box<dyn Agent<Skye>> {
    AgentSpec::read(spec, &agents::skye::KINDS).unwrap().build(&agents::skye::KINDS)
}

/// A player of Tipperary.
pub fn of_tipperary(spec: &str) -> Box<dyn Agent<Tipperary>> {
    AgentSpec::read(spec, &agents::tipperary::KINDS).unwrap().build(&agents::tipperary::KINDS)
}

/// Plays a game with one agent in all seats; `see` is shown every position with what is decided there.
pub fn each_decision<G: Game>(
    game: &G,
    agent: &dyn Agent<G>,
    seed: u64,
    mut see: impl FnMut(&G::Position, Seat, G::Action),
) {
    let mut position = game.start(Seat::new(0));
    let mut number = 0;
    loop {
        match game.turn(&position) {
            Turn::Over => return,
            Turn::Chance => game.resolve_chance(&mut position, seed),
            Turn::Seat(seat) => {
                let action = {
                    let view = game.view(&position, seat);
                    agent.choose(game, &view, &mut random(mix([seed, number]))).action
                };
                see(&position, seat, action);
                game.apply(&mut position, action);
                number += 1;
            }
        }
    }
}
