//! The figures of a run: those common to all games, and the game's own.

mod course;

mod effects;

mod places;

mod sequential;

mod strength;

use lab::base::error::Result;
use lab::figure::data::Figure;
use lab::run::finished_run::FinishedRun;

/// Makes all figures, in the order of the page.
///
/// # Errors
/// If a table cannot be read, or was changed after the run.
pub fn figures(run: &FinishedRun) -> Result<Vec<Figure>> {
    let mut figures = Vec::from_iter(effects::comparison(run)?);
    figures.extend(effects::panel(run)?);
    figures.extend(strength::figures(run)?);
    let own = (run.experiment.info().figures)(run)?;
    let second = of_second(run, &own)?;
    figures.extend(own);
    figures.extend(second);
    figures.extend(course::figures(run)?);
    figures.extend(places::turn_order(run)?);
    figures.extend(places::neighbours(run)?);
    figures.extend(sequential::figure(run)?);
    Ok(figures)
}

/// The figures that exist only for the second run of a comparison, such as those of a module.
fn of_second(run: &FinishedRun, own: &[Figure]) -> Result<Vec<Figure>> {
    let Some(second) = run.second_apart()? else { return Ok(Vec::new()) };
    let others = (run.experiment.info().figures)(&second)?
        .into_iter()
        .filter(|figure| own.iter().all(|known| known.name != figure.name));
    Ok(others.map(Figure::of_second).collect())
}

/// The win share of equal players, and its name.
fn even(run: &FinishedRun) -> (f64, String) {
    let even = 1.0 / run.experiment.players as f64;
    (even, format!("even: {:.1} %", 100.0 * even))
}
