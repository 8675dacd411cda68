//! The figures of a run: those of any game, and the game's own.

mod comparison;

mod course;

mod seats;

mod sequential;

mod strength;

use crate::base::error::Result;
use crate::figure::data::Figure;
use crate::lab::run::finished_run::FinishedRun;
use crate::lab::shown::Shown;

/// All figures in the order of the page.
///
/// # Errors
/// If a table cannot be read, or is not as a run leaves it.
pub fn figures<S: Shown>(run: &FinishedRun<S>) -> Result<Vec<Figure>> {
    let mut figures = strength::figures(run)?;
    figures.extend(comparison::figure(run)?);
    figures.extend(S::figures(run)?);
    figures.extend(course::figures(run)?);
    figures.extend(seats::figure(run)?);
    figures.extend(sequential::figure(run)?);
    Ok(figures)
}
