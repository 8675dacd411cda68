//! Progress on standard error, drawn on a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How far a number of games has come, with rate and time left.
pub struct Progress(ProgressBar);

impl Progress {
    /// Progress over so many games; nothing is shown if it is to be quiet.
    pub fn of_games(count: u64, quiet: bool) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {per_sec}, {eta} left");
        Self(ProgressBar::with_draw_target(Some(count), target).with_style(style.expect("a valid template")))
    }

    /// So many more games are done.
    pub fn add(&self, games: u64) {
        self.0.inc(games);
    }
}

impl Drop for Progress {
    /// Clears the line, however the work ended.
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
