//! The built-in search, guided by Python functions.

use std::sync::Arc;

use engine::Game;
use learning::guided::{Evaluate, Guides, Prior};
use pyo3::prelude::*;

use crate::any_game::{AnyEncoding, with_game};
use crate::arrays::{matrix, rows_of, vector};
use crate::border::{bad, of_json, throw, to_json, without_python, wrong_type};
use crate::games::{PyGame, seed_of};
use crate::positions::PyPosition;
use crate::seated::SearchOrder;

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
    let guides = |AnyEncoding { actions, observation, .. }, players| -> PyResult<Guides> {
        let [evaluate, prior] = [called("evaluate", evaluate)?, called("prior", prior)?];
        let evaluate = evaluate.map(|function| evaluate_by(function, observation, players));
        Ok(Guides { evaluate, prior: prior.map(|function| prior_by(function, observation, actions)), batch })
    };
    let seed = seed_of(seed)?.master();
    let found = if let Ok(position) = position.cast::<PyPosition>() {
        let played = position.get().played()?;
        let any = &*played;
        let guides = guides(any.encoding(), with_game!(any, |game| game.session().game().seats()))?;
        let order = SearchOrder { spec, seed, guides };
        without_python(py, || with_game!(any, |game| game.search(&order)))?
    } else if let Some(game) = position.getattr("game").ok().and_then(|game| game.cast_into::<PyGame>().ok()) {
        let table = &*game.get().0;
        let guides = guides(table.encoding(), with_game!(table, |table| table.players))?;
        let order = SearchOrder { spec, seed, guides };
        let view = to_json(position)?.to_string();
        without_python(py, || with_game!(table, |table| table.search(&view, &order)))?
    } else {
        return Err(wrong_type("position", position, "a boardlab.Position or View"));
    };
    of_json(py, &found)
}

/// Checks that a function is callable, if it is given.
fn called(name: &str, given: Option<Bound<'_, PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    match given {
        Some(function) if !function.is_callable() => Err(wrong_type(name, &function, "a function, or None")),
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
