//! Choices of recorded games as arrays.

use lab::base::error::Result;
use lab::base::{interrupt, ordered};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{matrix, vector};
use crate::border::{exception, interruptible};
use crate::games::table_of;
use crate::lab::{self as games, ChoiceRows};
use crate::playing::check_threads;

/// Reads records of one game, which are numbered from `first` on, and returns all choices in them: a dict of arrays.
#[pyfunction]
#[pyo3(signature = (records, game, files, vector, threads, first))]
pub fn decisions<'py>(
    py: Python<'py>,
    records: Vec<String>,
    game: &Bound<'py, PyAny>,
    files: Vec<String>,
    vector: bool,
    threads: usize,
    first: usize,
) -> PyResult<Bound<'py, PyDict>> {
    check_threads(Some(threads))?;
    let table = table_of(game, None)?;
    let (name, (_, actions, numbers, _)) = (table.name(), table.encoding());
    let work = || read_all((&records, first), &files, name, vector, threads).map_err(exception);
    let (rows, played) = interruptible(py, work, |_| Ok(()))?;
    arrays(py, rows, played, actions, if vector { numbers } else { 0 })
}

/// The choices of records, in their order, and the number of the record of each.
fn read_all(
    (records, first): (&[String], usize),
    files: &[String],
    name: &str,
    has_vector: bool,
    threads: usize,
) -> Result<(ChoiceRows, Vec<i64>)> {
    let read = |(number, record): (usize, &String)| -> Result<ChoiceRows> {
        let fault = |error: ::lab::base::error::Error| error.at(format_args!("record {}", first + number));
        let position = games::read_record(record, files).map_err(fault)?;
        let found = position.table().name();
        if found != name {
            let accepted = format!("records of one game, here of {name}");
            return Err(fault(::lab::base::error::Error::input("", format_args!("found a game of {found}"), accepted)));
        }
        Ok(position.choices(has_vector))
    };
    let pool = ordered::pool(Some(threads))?;
    let (mut all, mut played, mut number) = (ChoiceRows::default(), Vec::new(), first as i64);
    ordered::for_each(
        &pool,
        interrupt::install_handler()?,
        records.iter().enumerate().map(Ok),
        || (),
        |(): &mut (), record| read(record),
        |rows| {
            let rows = rows?;
            played.resize(played.len() + rows.choices.len(), number);
            number += 1;
            all.observations.extend(rows.observations);
            all.masks.extend(rows.masks);
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
    actions: usize,
    numbers: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let count = rows.choices.len();
    let arrays = PyDict::new(py);
    arrays.set_item("observation", matrix(py, count, numbers, rows.observations)?)?;
    arrays.set_item("mask", matrix(py, count, actions, rows.masks)?)?;
    arrays.set_item("choice", vector(py, rows.choices))?;
    arrays.set_item("seat", vector(py, rows.seats))?;
    arrays.set_item("game", vector(py, played))?;
    arrays.set_item("result", vector(py, rows.results))?;
    Ok(arrays)
}
