//! Arrays of numpy.

use learning::afterstates::Afterstates;
use numpy::ndarray::{Array2, Dimension};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::border::{Raise, bad, guard, wrong_type};

/// Reads a list of whole numbers of this length from Python, such as choices for environments.
///
/// # Errors
/// If the length is wrong, or they are not whole numbers.
pub fn whole_numbers(name: &str, given: &Bound<'_, PyAny>, wanted: usize) -> PyResult<Vec<i32>> {
    let given = &as_array(given)?;
    let numbers: Vec<i64> = if let Ok(array) = given.extract::<PyReadonlyArray1<'_, i32>>() {
        array.as_array().iter().map(|number| i64::from(*number)).collect()
    } else if let Ok(array) = given.extract::<PyReadonlyArray1<'_, i64>>() {
        array.as_array().iter().copied().collect()
    } else {
        given.extract().map_err(|_| wrong_type(name, given, format_args!("{wanted} whole numbers, as int32")))?
    };
    if numbers.len() != wanted {
        return Err(bad(format!("{name}: found {}; accepted: {wanted}", numbers.len())));
    }
    numbers
        .into_iter()
        .map(|number| i32::try_from(number).map_err(|_| bad(format!("{name}: found {number}, beyond 32 bits"))))
        .collect()
}

/// Converts it to an array, if possible: tensors of other libraries convert themselves.
fn as_array<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match given.is_instance_of::<PyUntypedArray>() || !given.hasattr("__array__")? {
        true => Ok(given.clone()),
        false => given.py().import("numpy")?.call_method1("asarray", (given,)),
    }
}

/// Reads the answer of a Python function: numbers in this many rows and columns, row by row.
///
/// All must be accepted; `wanted` describes the accepted numbers.
///
/// # Errors
/// If it is something else, or the first number that is not accepted.
pub fn rows_of(
    name: &str,
    given: &Bound<'_, PyAny>,
    [rows, columns]: [usize; 2],
    wanted: &str,
    accepts: impl Fn(f32) -> bool,
) -> PyResult<Vec<f32>> {
    let given = &as_array(given)?;
    let numbers = if let Ok(array) = given.extract::<PyReadonlyArray2<'_, f32>>() {
        Some((array.dims().into_pattern(), array.as_array().iter().copied().collect()))
    } else if let Ok(array) = given.extract::<PyReadonlyArray2<'_, f64>>() {
        Some((array.dims().into_pattern(), array.as_array().iter().map(|number| *number as f32).collect()))
    } else {
        None
    };
    let numbers: Vec<f32> = match numbers {
        Some((shape, numbers)) if shape == (rows, columns) => numbers,
        _ => {
            let found = match given.cast::<PyUntypedArray>() {
                Ok(array) => {
                    let shape: Vec<String> = array.shape().iter().map(usize::to_string).collect();
                    format!("{} [{}]", array.dtype(), shape.join(", "))
                }
                Err(_) => format!("a {}", given.get_type().name()?),
            };
            return Err(PyTypeError::new_err(format!("{name}: found {found}; accepted: float32 [{rows}, {columns}]")));
        }
    };
    match numbers.iter().position(|number| !accepts(*number)) {
        None => Ok(numbers),
        Some(place) => {
            let (row, column, number) = (place / columns, place % columns, numbers[place]);
            Err(bad(format!("{name}: found {number} in row {row}, column {column}; accepted: {wanted}")))
        }
    }
}

/// An array of one dimension.
pub fn vector<T: Element>(py: Python<'_>, values: Vec<T>) -> Bound<'_, PyArray1<T>> {
    PyArray1::from_vec(py, values)
}

/// An array of two dimensions, given row by row.
///
/// # Errors
/// If the number of values is wrong.
pub fn matrix<T: Element>(
    py: Python<'_>,
    rows: usize,
    columns: usize,
    values: Vec<T>,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    let array = Array2::from_shape_vec((rows, columns), values).map_err(bad)?;
    Ok(PyArray2::from_owned_array(py, array))
}

/// Afterstates with this many features as a dict of arrays, without the numbers of games.
///
/// # Errors
/// If the number of features is wrong.
pub fn boards<'py>(py: Python<'py>, list: Afterstates, numbers: usize) -> PyResult<Bound<'py, PyDict>> {
    let arrays = PyDict::new(py);
    arrays.set_item("board", matrix(py, list.seats.len(), numbers, list.numbers)?)?;
    arrays.set_item("seat", vector(py, list.seats))?;
    arrays.set_item("tile", vector(py, list.tiles))?;
    arrays.set_item("choice", vector(py, list.choices))?;
    Ok(arrays)
}

/// Zeros of this shape, filled by `fill`, which may release Python.
///
/// # Errors
/// Those of `fill`.
pub fn filled<'py, T: Element, D: Dimension, R, E: Raise>(
    py: Python<'py>,
    shape: D,
    fill: impl FnOnce(&mut [T]) -> Result<R, E>,
) -> PyResult<(Bound<'py, PyArray<T, D>>, R)> {
    let array = PyArray::<T, D>::zeros(py, shape, false);
    let result = {
        let mut values = array.try_readwrite().map_err(bad)?;
        let values = values.as_slice_mut().map_err(bad)?;
        guard(|| fill(values))?
    };
    Ok((array, result))
}
