//! Choices of recorded games as arrays.

use lab::base::error::{Error, Result};
use lab::base::{interrupt, ordered};
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::arrays::{matrix, vector};
use crate::border::{exception, interruptible};
use crate::games::table_of;
use crate::lab::{self as games, ChoiceRows, GameTable};
use crate::playing::check_threads;

/// Reads all choices in records of one game into a dict of arrays.
///
/// Records are numbered from `first` on. There are visits if `searches` has the searches of each record.
#[pyfunction]
#[pyo3(signature = (records, game, files, vector, planes, threads, first, searches=None))]
#[expect(clippy::too_many_arguments, reason = "as Python's own function beside it")]
pub fn decisions<'py>(
    py: Python<'py>,
    records: Vec<String>,
    game: &Bound<'py, PyAny>,
    files: Vec<String>,
    vector: bool,
    planes: bool,
    threads: usize,
    first: usize,
    searches: Option<Vec<String>>,
) -> PyResult<Bound<'py, PyDict>> {
    check_threads(Some(threads))?;
    let table = table_of(game, None)?;
    let searches = searches.as_deref();
    let source = Source { records: &records, searches, first, files: &files, name: table.name(), vector, planes };
    let (rows, played) = interruptible(py, || read_all(&source, threads).map_err(exception), |_| Ok(()))?;
    arrays(py, rows, played, &source, &*table)
}

/// Records of one game.
struct Source<'a> {
    records: &'a [String],
    /// For each record, the searches of its decisions as JSON, if known.
    searches: Option<&'a [String]>,
    /// The number of the first record.
    first: usize,
    files: &'a [String],
    /// The name of the game.
    name: &'static str,
    /// Whether observations are wanted.
    vector: bool,
    /// Whether planes are wanted.
    planes: bool,
}

impl Source<'_> {
    fn read(&self, (number, record): (usize, &String)) -> Result<ChoiceRows> {
        let fault = |error: Error| error.at(format_args!("record {}", self.first + number));
        let position = games::read_record(record, self.files).map_err(fault)?;
        let (found, name) = (position.table().name(), self.name);
        if found != name {
            let accepted = format!("records of one game, here of {name}");
            return Err(fault(Error::input("", format_args!("found a game of {found}"), accepted)));
        }
        let searches = self.searches.and_then(|searches| searches.get(number));
        let searches: Option<Vec<Value>> =
            searches.map(|text| serde_json::from_str(text)).transpose().map_err(Error::of_machine)?;
        position.choices(self.vector, self.planes, searches.as_deref()).map_err(fault)
    }
}

/// The choices of records, in order, and the record number of each.
fn read_all(source: &Source<'_>, threads: usize) -> Result<(ChoiceRows, Vec<i64>)> {
    let pool = ordered::pool(Some(threads))?;
    let (mut all, mut played, mut number) = (ChoiceRows::default(), Vec::new(), source.first as i64);
    ordered::for_each(
        &pool,
        interrupt::install_handler()?,
        source.records.iter().enumerate().map(Ok),
        || (),
        |(): &mut (), record| source.read(record),
        |rows| {
            let rows = rows?;
            played.resize(played.len() + rows.choices.len(), number);
            number += 1;
            all.observations.extend(rows.observations);
            all.planes.extend(rows.planes);
            all.masks.extend(rows.masks);
            all.visits.extend(rows.visits);
            all.choices.extend(rows.choices);
            all.seats.extend(rows.seats);
            all.results.extend(rows.results);
            Ok(())
        },
    )?;
    Ok((all, played))
}

fn arrays<'py>(
    py: Python<'py>,
    rows: ChoiceRows,
    played: Vec<i64>,
    source: &Source<'_>,
    table: &dyn GameTable,
) -> PyResult<Bound<'py, PyDict>> {
    let (_, actions, numbers, [planes, height, width]) = table.encoding();
    let count = rows.choices.len();
    let arrays = PyDict::new(py);
    let numbers = if source.vector { numbers } else { 0 };
    arrays.set_item("observation", matrix(py, count, numbers, rows.observations)?)?;
    if source.planes {
        arrays.set_item("planes", vector(py, rows.planes).reshape([count, planes, height, width])?)?;
    }
    arrays.set_item("mask", matrix(py, count, actions, rows.masks)?)?;
    if source.searches.is_some() {
        arrays.set_item("visits", matrix(py, count, actions, rows.visits)?)?;
    }
    arrays.set_item("choice", vector(py, rows.choices))?;
    arrays.set_item("seat", vector(py, rows.seats))?;
    arrays.set_item("game", vector(py, played))?;
    arrays.set_item("result", vector(py, rows.results))?;
    Ok(arrays)
}
