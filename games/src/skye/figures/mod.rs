//! The figures for Isle of Skye in the report of a run.

mod effects;

mod modules;

mod offers;

mod prices;

mod scoring;

use lab::base::error::Result;
use lab::figure::data::Figure;
use lab::run::finished_run::FinishedRun;

/// Returns all figures.
///
/// # Errors
/// If a table cannot be read, or was changed after the run.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let mut figures = Vec::from_iter(scoring::figure(run)?);
    figures.extend(effects::figures(run)?);
    figures.extend(prices::figures(run)?);
    figures.extend(offers::figure(run)?);
    figures.extend(modules::figures(run)?);
    Ok(figures)
}
