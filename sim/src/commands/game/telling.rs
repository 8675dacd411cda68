//! A game narrated on standard output while it is played.

use std::io::{self, Write};

use engine::Ending;
use interface::observer::Observer;
use interface::told::Told;

use crate::base::error::Result;
use crate::base::out;
use crate::lab::shown::Shown;

/// Plays a game with `play`, which gets the narrator.
///
/// # Errors
/// If standard output cannot be written; the game is still played to its end.
pub fn tell<S: Shown>(
    game: &S::Game,
    players: &[String],
    seed: &str,
    play: impl FnOnce(&mut dyn Observer<S::Game>) -> Ending,
) -> Result<Ending> {
    let mut stdout = anstream::stdout().lock();
    // An observer cannot fail, so the first error is kept until the end.
    let mut fault: Option<io::Error> = None;
    let say = Box::new(|line: &str| {
        if fault.is_none() {
            fault = writeln!(stdout, "{line}").err();
        }
    });
    let outcome = play(&mut game.narrator(players, seed, say));
    fault.map_or_else(|| stdout.flush(), Err).map_err(out::fault)?;
    Ok(outcome)
}
