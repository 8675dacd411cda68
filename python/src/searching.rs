//! The built-in search, guided by Python functions.

use std::sync::Arc;

use learning::guided::{Evaluate, Guides, Prior};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arrays::{matrix, rows_of, vector};
use crate::border::{bad, exception, of_json, throw, to_json, without_python};
use crate::games::{PyGame, PyPosition, seed_of};
use crate::lab::{GameTable, SearchOrder};

/// The most rows of one call.
const MOST_ROWS: usize = 1 << 16;

/// The rounding error by which chances may lie outside 0 to 1.
const ROUNDING: f32 = 1e-3;

/// Searches the decision of the seat to move in a position or a view.
///
/// Returns the action and the search.
#[pyfunction]
#[pyo3(signature = (position, spec, evaluate, prior, batch, seed))]
pub fn search<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyAny>,
    spec: String,
    evaluate: Option<Bound<'py, PyAny>>,
    prior: Option<Bound<'py, PyAny>>,
    batch: usize,
    seed: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    if !(1..=MOST_ROWS).contains(&batch) {
        return Err(bad(format!("batch: found {batch}; accepted: 1 to {MOST_ROWS}")));
    }
    let guides = |table: &dyn GameTable| -> PyResult<Guides> {
        let (_, actions, numbers, _) = table.encoding();
        let [evaluate, prior] = [called("evaluate", evaluate)?, called("prior", prior)?];
        let evaluate = evaluate.map(|function| evaluate_by(function, numbers, table.players()));
        Ok(Guides { evaluate, prior: prior.map(|function| prior_by(function, numbers, actions)), batch })
    };
    let seed = seed_of(seed)?.master();
    let found = if let Ok(position) = position.cast::<PyPosition>() {
        let played = position.get().played()?;
        let order = SearchOrder { spec, seed, guides: guides(&*played.table())? };
        let played = &**played;
        without_python(py, || played.search(&order).map_err(exception))?
    } else if let Some(game) = position.getattr("game").ok().and_then(|game| game.cast_into::<PyGame>().ok()) {
        let table = &game.get().0;
        let order = SearchOrder { spec, seed, guides: guides(&**table)? };
        let view = to_json(position)?.to_string();
        without_python(py, || table.search(&view, &order).map_err(exception))?
    } else {
        let kind = position.get_type().name()?;
        return Err(PyTypeError::new_err(format!("position: found a {kind}; accepted: a boardlab.Position or View")));
    };
    of_json(py, &found)
}

/// Checks that a function is callable, if it is given.
fn called(name: &str, given: Option<Bound<'_, PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    match given {
        Some(function) if !function.is_callable() => {
            let kind = function.get_type().name()?;
            Err(PyTypeError::new_err(format!("{name}: found a {kind}; accepted: a function, or None")))
        }
        given => Ok(given.map(Bound::unbind)),
    }
}

/// Calls a Python function for the chances of all players; an exception ends the search.
fn evaluate_by(function: Py<PyAny>, numbers: usize, players: usize) -> Arc<Evaluate> {
    Arc::new(move |observations, seats| {
        let rows = seats.len();
        let answer = Python::attach(|py| {
            let given = (matrix(py, rows, numbers, observations)?, vector(py, seats));
            let accepts = |chance: f32| (-ROUNDING..=1.0 + ROUNDING).contains(&chance);
            rows_of("evaluate", &function.bind(py).call1(given)?, [rows, players], "chances from 0 to 1", accepts)
        });
        answer.unwrap_or_else(|error| throw(error))
    })
}

/// Calls a Python function for the weights of choices; an exception ends the search.
fn prior_by(function: Py<PyAny>, numbers: usize, actions: usize) -> Arc<Prior> {
    Arc::new(move |observations, masks| {
        let rows = masks.len() / actions;
        let answer = Python::attach(|py| {
            let given = (matrix(py, rows, numbers, observations)?, matrix(py, rows, actions, masks)?);
            let accepts = |weight: f32| weight >= 0.0 && weight.is_finite();
            rows_of("prior", &function.bind(py).call1(given)?, [rows, actions], "finite weights from 0", accepts)
        });
        answer.unwrap_or_else(|error| throw(error))
    })
}
