//! Many games on several threads, handed over in order.

use engine::Ending;

use super::args::PlayArgs;
use super::table::Table;
use crate::base::error::Result;
use crate::base::progress::Progress;
use crate::base::{interrupt, ordered};
use crate::lab::wire::Wire;

/// A finished game.
pub struct Played {
    /// What reproduces it.
    pub seed: String,
    /// How it ended.
    pub outcome: Ending,
    /// Its record, if one was wanted.
    pub line: Option<String>,
}

/// Plays all games; `take` is given each, in order.
///
/// # Errors
/// The first error of `take`; also if threads cannot be made, or Ctrl-C is pressed.
pub fn play_all<S: Wire>(
    args: &PlayArgs,
    table: &Table<S>,
    is_recording: bool,
    mut take: impl FnMut(Played) -> Result<()>,
) -> Result<()> {
    let pool = ordered::pool(args.manner.threads.map(usize::from))?;
    let progress = Progress::of_games(args.games, args.manner.quiet);
    let play = |(): &mut (), number| play_one(table, number, is_recording);
    ordered::for_each(
        &pool,
        interrupt::heed()?,
        (0..args.games).map(Ok),
        || (),
        play,
        |played| {
            progress.add(1);
            take(played)
        },
    )
}

fn play_one<S: Wire>(table: &Table<S>, number: u64, is_recording: bool) -> Played {
    let game = table.game(number);
    if is_recording {
        let (outcome, line) = table.record(&game);
        return Played { seed: game.text(), outcome, line: Some(line) };
    }
    let outcome = table.play(&game, &mut ());
    Played { seed: game.text(), outcome, line: None }
}
