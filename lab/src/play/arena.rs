//! The loop of one game: ask the agent, notify the observer, execute.

use agents::{Agent, Decision, DecisionError};
use engine::random::{mix_into, random};
use engine::{Ending, Game, Seat, Turn};
use interface::observer::Observer;
use interface::seeds::GameSeed;

/// Plays one game with `agents` by seat.
///
/// # Errors
/// If an agent fails to decide; the game then has no ending.
///
/// # Panics
/// If an agent returns an illegal action, which is a bug in the agent.
pub fn play<G: Game>(
    game: &G,
    seed: &GameSeed,
    agents: &[&dyn Agent<G>],
    observer: &mut (impl Observer<G> + ?Sized),
) -> Result<Ending, DecisionError> {
    play_from(game, game.start(seed.first), seed, agents, 0, observer)
}

/// Continues a game from a position after `decisions` decisions.
///
/// # Errors
/// As for [`play`].
///
/// # Panics
/// As for [`play`].
#[inline]
pub fn play_from<G: Game>(
    game: &G,
    mut position: G::Position,
    seed: &GameSeed,
    agents: &[&dyn Agent<G>],
    mut decisions: u64,
    observer: &mut (impl Observer<G> + ?Sized),
) -> Result<Ending, DecisionError> {
    let thinking = seed.thinking_by_seat();
    loop {
        match game.turn(&position) {
            Turn::Over => {
                observer.over(&position);
                return Ok(game.outcome(&position));
            }
            Turn::Chance if observer.listens() => {
                game.resolve_chance_telling(&mut position, seed.draws, &mut |position, event| {
                    observer.event(position, &event);
                });
            }
            Turn::Chance => game.resolve_chance(&mut position, seed.draws),
            Turn::Seat(seat) => {
                let mut random = random(mix_into(thinking[seat.index()], decisions));
                observer.asking(seat);
                let Decision { action, iterations } =
                    agents[seat.index()].try_choose(game, &game.view(&position, seat), &mut random)?;
                observer.decided(seat, iterations);
                if observer.listens() {
                    game.apply_telling(&mut position, action, &mut |position, event| observer.event(position, &event));
                } else {
                    game.apply(&mut position, action);
                }
                decisions += 1;
            }
        }
    }
}

/// Plays one game in which a function decides, which also gets the number of decisions before.
///
/// `show` sees the position before each chance event.
pub fn play_by<G: Game>(
    game: &G,
    first: Seat,
    draws: u64,
    mut decide: impl FnMut(&G::Position, Seat, u64) -> G::Action,
    mut show: impl FnMut(&G::Position),
) -> Ending {
    let (mut position, mut decisions) = (game.start(first), 0);
    loop {
        match game.turn(&position) {
            Turn::Over => return game.outcome(&position),
            Turn::Chance => {
                show(&position);
                game.resolve_chance(&mut position, draws);
            }
            Turn::Seat(seat) => {
                let action = decide(&position, seat, decisions);
                game.apply(&mut position, action);
                decisions += 1;
            }
        }
    }
}
