//! Many games on several threads, handed over in order.

use engine::Outcome;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::PlayArgs;
use super::table::Table;
use crate::error::{Error, Result};
use crate::seeds::GameSeed;

/// A finished game.
pub struct Played {
    /// What reproduces it.
    pub seed: GameSeed,
    /// How it ended.
    pub outcome: Outcome,
    /// Its record, where one was wanted.
    pub line: Option<String>,
}

/// Games that are in memory at once. Enough to keep threads busy while one waits for the longest game.
const CHUNK: u64 = 256;

/// Plays all games; `take` is given each, in order.
///
/// # Errors
/// The first error of `take`, or if there can be no threads.
pub fn play_all(
    args: &PlayArgs,
    table: &Table,
    is_recording: bool,
    mut take: impl FnMut(Played) -> Result<()>,
) -> Result<()> {
    let (threads, progress) = (pool(args.threads)?, progress(args));
    for begin in (0..args.games).step_by(CHUNK as usize) {
        let numbers = begin..args.games.min(begin + CHUNK);
        let play = |number| {
            let played = play_one(table, number, is_recording);
            progress.inc(1);
            played
        };
        let chunk: Vec<Played> = threads.install(|| numbers.into_par_iter().map(play).collect());
        chunk.into_iter().try_for_each(&mut take)?;
    }
    progress.finish_and_clear();
    Ok(())
}

fn play_one(table: &Table, number: u64, is_recording: bool) -> Played {
    let (game, seed) = table.game(number);
    if is_recording {
        let (outcome, line) = table.record(&game, &seed);
        return Played { seed, outcome, line: Some(line) };
    }
    let outcome = table.play(&game, &seed, &mut ());
    Played { seed, outcome, line: None }
}

fn pool(threads: Option<u16>) -> Result<ThreadPool> {
    // Rayon takes 0 as the number of cores.
    ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0).into()).build().map_err(Error::other)
}

/// Progress on standard error, which draws on a terminal only.
fn progress(args: &PlayArgs) -> ProgressBar {
    let target = if args.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {per_sec}, {eta} left");
    ProgressBar::with_draw_target(Some(args.games), target).with_style(style.expect("a valid template"))
}
