//! How a game is shown to people, beyond how it is told and drawn: its figures of runs.

pub mod figures;

use interface::narrate::Narrate;

use super::run::finished_run::FinishedRun;
use super::subject::Subject;
use crate::base::error::Result;
use crate::figure::data::Figure;

/// A subject whose games and runs are shown.
pub trait Shown: Subject<Game: Narrate> {
    /// The columns of `seats.csv` with a number after each round, each with what it is.
    const COURSE: &'static [(&'static str, &'static str)] = &[("vp_round", "VP")];

    /// Figures of its own in the report of a run.
    ///
    /// # Errors
    /// If a table cannot be read.
    fn figures(_run: &FinishedRun<Self>) -> Result<Vec<Figure>> {
        Ok(Vec::new())
    }
}
