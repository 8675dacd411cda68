//! Progress on standard error, drawn on a terminal only.

use std::fmt::Write;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A progress bar for games or measurements.
pub struct Progress(ProgressBar);

impl Progress {
    /// Progress over this many games; nothing is shown if `quiet`.
    pub fn of_games(count: u64, quiet: bool) -> Self {
        Self::new(count, quiet, "{wide_bar} {human_pos} of {human_len} games, {rate}, {eta} left{msg}")
    }

    /// Progress over this many experiments; nothing is shown if `quiet`.
    pub fn of_experiments(count: u64, quiet: bool) -> Self {
        let left = if count == u64::MAX { "experiments" } else { "of {human_len} experiments, {eta} left" };
        Self::new(count, quiet, &format!("{{wide_bar}} {{human_pos}} {left}"))
    }

    /// Progress over this many decisions; nothing is shown if `quiet`.
    pub fn of_decisions(count: u64, quiet: bool) -> Self {
        Self::new(count, quiet, "{wide_bar} {human_pos} of {human_len} decisions, {rate}, {eta} left")
    }

    /// Progress over this many positions; nothing is shown if `quiet`.
    pub fn of_positions(count: u64, quiet: bool) -> Self {
        Self::new(count, quiet, "{wide_bar} {human_pos} of {human_len} positions, {eta} left")
    }

    /// Progress over this many measurements; nothing is shown if `quiet`.
    pub fn of_measurements(count: u64, quiet: bool) -> Self {
        Self::new(count, quiet, "{wide_bar} {human_pos} of {human_len} measurements")
    }

    fn new(count: u64, quiet: bool, template: &str) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let style = ProgressStyle::with_template(template).expect("a valid template").with_key(
            "rate",
            |state: &ProgressState, out: &mut dyn Write| {
                // The bar is drawn in memory, and an error here could not be reported.
                let _ = out.write_str(&rate(state.per_sec()));
            },
        );
        Self(ProgressBar::with_draw_target(Some(count), target).with_style(style))
    }

    /// Shows the current text of `notice`, if any, next to the bar, and updates it regularly.
    pub fn note(&self, notice: impl Fn() -> Option<String> + Send + 'static) {
        if self.0.is_hidden() {
            return;
        }
        let bar = self.0.clone();
        // Without another thread there are no notes.
        let _ = std::thread::Builder::new().name("notes".to_owned()).spawn(move || {
            while !bar.is_finished() {
                bar.set_message(notice().unwrap_or_default());
                std::thread::sleep(std::time::Duration::from_millis(500));
            }
        });
    }

    /// Sets the number of games that are already done.
    pub fn begin_at(&self, games: u64) {
        self.0.set_position(games);
        self.0.reset_eta();
    }

    /// Adds to the number that is done.
    pub fn add(&self, count: u64) {
        self.0.inc(count);
    }
}

impl Drop for Progress {
    /// Clears the line, however the work ended.
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Games or decisions per second, rounded to a useful precision.
fn rate(per_second: f64) -> String {
    if per_second < 10.0 {
        format!("{per_second:.1}/s")
    } else {
        format!("{}/s", HumanCount(per_second.round() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_slow_rates_have_decimals() {
        assert_eq!([0.04, 9.27, 10.4, 7960.9716].map(rate), ["0.0/s", "9.3/s", "10/s", "7,961/s"]);
    }
}
