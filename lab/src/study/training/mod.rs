//! Training on self-play.
//!
//! Games are kept in [pieces], so that an interrupted training continues with those played, and uses the same games for
//! any number of threads. One game in ten is held out, to measure how well it is predicted.

pub mod pieces;

pub mod value;

use agents::AgentSpec;
use agents::value::Learnable;
use engine::random::Random;
use engine::{Ending, Seat};
use interface::seeds::GameSeed;

use crate::base::error::{Error, Result};
use crate::play::arena::play_by;
use crate::schedule::given::{GivenFile, read_here};
use crate::subject::Setup;
use crate::subject::fit::check_agent;

/// One in this many games is held out.
pub const HELD_OUT: u64 = 10;

/// Reads an agent whose games in these settings are repeatable. Errors name the flag.
///
/// # Errors
/// If there is no such agent, one of its files does not fit it or these games, or its play depends on time.
pub fn repeatable<S: Setup>(flag: &str, text: &str, settings: &[S]) -> Result<AgentSpec> {
    let fault = |why: String| Error::input(flag, &why, "");
    let spec = read_here(text, &S::INFO.schemas()).map_err(|error| error.at(flag))?;
    if spec.is_timed() {
        return Err(fault(format!("{text} plays by the clock, which cannot be repeated")));
    }
    settings.iter().try_for_each(|setting| check_agent(setting, &spec)).map_err(fault)?;
    Ok(spec)
}

/// Describes an agent by its spec and the hashes of its files.
pub fn in_words(agent: &AgentSpec) -> String {
    let hashes = GivenFile::of(agent).map(|file| format!(" ({} {})", file.path, &file.sha256[..16]));
    hashes.fold(agent.to_string(), |words, hash| words + &hash)
}

/// Plays a game, and shows each position between two rounds with the number of rounds to come.
///
/// Left out are the first round's, and those before more rounds than the game's evaluations distinguish.
pub fn play_rounds<G: Learnable>(
    game: &G,
    seed: &GameSeed,
    decide: impl Fn(&G::Position, Seat, &mut Random) -> G::Action,
    mut show: impl FnMut(&G::Position, usize),
) -> Ending {
    let mut has_begun = false;
    play_by(
        game,
        seed.first,
        seed.draws,
        |position, seat, decisions| decide(position, seat, &mut seed.thinking_of(seat, decisions)),
        |position| {
            if let Some(to_come) = game.rounds_to_come(position) {
                if has_begun && to_come < G::MAX_ROUNDS {
                    show(position, to_come);
                }
                has_begun = true;
            }
        },
    )
}
