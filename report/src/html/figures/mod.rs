//! The figures of a run: those of any game, and the game's own.

mod comparison;

mod course;

mod neighbours;

mod panel;

mod seats;

mod sequential;

mod strength;

use crate::figure::data::Figure;
use crate::shown::Shown;
use lab::base::error::Result;
use lab::run::finished_run::FinishedRun;

/// All figures in the order of the page.
///
/// # Errors
/// If a table cannot be read, or is not as a run leaves it.
pub fn figures<S: Shown>(run: &FinishedRun<S>) -> Result<Vec<Figure>> {
    let mut figures = Vec::from_iter(comparison::figure(run)?);
    figures.extend(panel::figure(run)?);
    figures.extend(strength::figures(run)?);
    let own = S::figures(run)?;
    let second = of_second(run, &own)?;
    figures.extend(own);
    figures.extend(second);
    figures.extend(course::figures(run)?);
    figures.extend(seats::figure(run)?);
    figures.extend(neighbours::figure(run)?);
    figures.extend(sequential::figure(run)?);
    Ok(figures)
}

/// Figures that only the run compared with has, such as those of a module.
fn of_second<S: Shown>(run: &FinishedRun<S>, own: &[Figure]) -> Result<Vec<Figure>> {
    let Some(second) = run.second_apart()? else { return Ok(Vec::new()) };
    let others = S::figures(&second)?.into_iter().filter(|figure| own.iter().all(|known| known.name != figure.name));
    Ok(others.map(Figure::of_second).collect())
}
