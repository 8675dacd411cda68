//! The border to Python: conversion of values, errors, panics, Ctrl-C.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};
use std::thread;
use std::time::Duration;

use lab::base::error::Error;
use lab::base::interrupt::{self, Interrupt};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// The deepest nesting of values from Python. No config and no action is deeper.
const DEEPEST: usize = 16;

/// An exception that travels through Rust as a panic, raised by a Python function that was called back.
struct PyPanic(PyErr);

/// Unwinds everything up to the border with this exception.
pub fn throw(error: PyErr) -> ! {
    resume_unwind(Box::new(PyPanic(error)))
}

/// Runs work, and turns its errors and panics into exceptions.
pub fn guard<T, E: Raise>(work: impl FnOnce() -> Result<T, E>) -> PyResult<T> {
    let done = catch_unwind(AssertUnwindSafe(work)).map_err(of_panic)?;
    done.map_err(Raise::exception)
}

fn of_panic(panic: Box<dyn Any + Send>) -> PyErr {
    let panic = match panic.downcast::<PyPanic>() {
        Ok(thrown) => return thrown.0,
        Err(panic) => panic,
    };
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    PyRuntimeError::new_err(format!("an error of this program, please report it: {}", text.unwrap_or("no message")))
}

/// Runs work without the Python lock, and turns its errors and panics into exceptions.
pub fn without_python<T: Send, E: Raise>(py: Python<'_>, work: impl FnOnce() -> Result<T, E> + Send) -> PyResult<T> {
    py.detach(|| guard(work))
}

/// The command-line options that messages name, and their names here.
const FLAGS: [(&str, &str); 10] = [
    ("sim run … --resume", "resume=True"),
    ("--resume", "resume=True"),
    ("--explain", "explain"),
    ("--threads", "threads"),
    ("--shard", "shard"),
    ("--games", "games"),
    ("--game", "game"),
    ("--tiles", "tiles"),
    ("--out", "out"),
    ("--set ", ""),
];

/// Replaces the options in a message of the library by the names of Python's arguments.
fn in_python(message: &str) -> String {
    let is_word =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || "-/_".contains(letter));
    FLAGS.iter().fold(message.to_owned(), |text, (flag, name)| {
        let mut parts = text.split(flag);
        let mut changed = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let is_whole = !is_word(changed.chars().last()) && (flag.ends_with(' ') || !is_word(part.chars().next()));
            changed += if is_whole { name } else { flag };
            changed += part;
        }
        changed
    })
}

/// An error that becomes an exception.
pub trait Raise {
    /// Returns the exception.
    fn exception(self) -> PyErr;
}

impl Raise for PyErr {
    fn exception(self) -> PyErr {
        self
    }
}

impl Raise for Error {
    fn exception(self) -> PyErr {
        match self {
            Self::Input(input) => PyValueError::new_err(in_python(&input.to_string())),
            Self::Machine(failure) | Self::Undecided(failure) => {
                PyRuntimeError::new_err(in_python(&failure.to_string()))
            }
            Self::Interrupted => PyKeyboardInterrupt::new_err("interrupted"),
        }
    }
}

/// Bad input.
pub fn bad(message: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// The error for a value of another type in this place.
pub fn wrong_type(place: impl std::fmt::Display, found: &Bound<'_, PyAny>, accepted: impl std::fmt::Display) -> PyErr {
    let kind = found.get_type().name().map_or(String::new(), |kind| kind.to_string());
    PyTypeError::new_err(format!("{place}: found a {kind}; accepted: {accepted}"))
}

/// A Python object that several threads may read, and one at a time may change.
pub struct Shared<T> {
    what: &'static str,
    value: RwLock<T>,
}

impl<T> Shared<T> {
    /// Shares a value, under this name in messages.
    pub fn new(what: &'static str, value: T) -> Self {
        Self { what, value: RwLock::new(value) }
    }

    /// Locks it for reading.
    ///
    /// # Errors
    /// If another thread changes it. This does not wait, since that thread may wait for Python.
    pub fn read(&self) -> PyResult<RwLockReadGuard<'_, T>> {
        match self.value.try_read() {
            Ok(value) => Ok(value),
            Err(TryLockError::Poisoned(value)) => Ok(value.into_inner()),
            Err(TryLockError::WouldBlock) => Err(self.in_use()),
        }
    }

    /// Locks it for writing.
    ///
    /// # Errors
    /// If another thread uses it.
    pub fn write(&self) -> PyResult<RwLockWriteGuard<'_, T>> {
        match self.value.try_write() {
            Ok(value) => Ok(value),
            Err(TryLockError::Poisoned(value)) => Ok(value.into_inner()),
            Err(TryLockError::WouldBlock) => Err(self.in_use()),
        }
    }

    fn in_use(&self) -> PyErr {
        let what = self.what;
        PyRuntimeError::new_err(format!(
            "{what}: found it in use by another thread; accepted: one thread at a time, or one {what} for each"
        ))
    }
}

/// The error for pickling something that exists in one process only.
pub fn cannot_pickle(what: &str, instead: &str) -> PyErr {
    PyTypeError::new_err(format!("cannot pickle a {what}, which lives in one process; accepted: {instead}"))
}

/// The number of running calls that [`interrupt`] can end.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// One running call, until it is dropped.
struct RunningCall(&'static Interrupt);

impl RunningCall {
    fn begin() -> Self {
        let interrupt = interrupt::leave_to_program();
        UNDER_WAY.fetch_add(1, Ordering::SeqCst);
        Self(interrupt)
    }
}

impl Drop for RunningCall {
    fn drop(&mut self) {
        // The last one clears the interrupt.
        if UNDER_WAY.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.0.clear();
        }
    }
}

/// The longest time until Ctrl-C is noticed.
const WATCHED_EVERY: Duration = Duration::from_millis(50);

/// Runs long work of the library on a separate thread, and checks for Ctrl-C meanwhile.
///
/// `watch` is called equally often.
pub fn interruptible<T: Send, E: Raise>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, E> + Send,
    mut watch: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<T> {
    let under_way = RunningCall::begin();
    let (over, is_over) = channel::<()>();
    py.detach(move || {
        thread::scope(|scope| {
            let worker = scope.spawn(move || {
                let result = guard(work);
                drop(over);
                result
            });
            let mut raised: Option<PyErr> = None;
            while let Err(RecvTimeoutError::Timeout) = is_over.recv_timeout(WATCHED_EVERY) {
                if let Err(error) = Python::attach(|py| py.check_signals().and_then(|()| watch(py))) {
                    raised.get_or_insert(error);
                    under_way.0.request(interrupt::SIGINT);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| Err(of_panic(panic)));
            // A result that was finished nevertheless is discarded: whoever pressed Ctrl-C does not wait for it.
            match raised {
                Some(error) => Err(error),
                None => result,
            }
        })
    })
}

/// Returns the error that should end the work, if any.
///
/// Called now and then while attached to Python.
pub fn interrupted() -> Option<PyErr> {
    Python::attach(|py| py.check_signals().err())
}

/// Converts a Python value to JSON.
///
/// # Errors
/// If JSON cannot represent it, or it is nested too deeply.
pub fn to_json(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    to_json_at(value, 0)
}

fn to_json_at(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > DEEPEST {
        return Err(bad("found a value nested too deeply; accepted: dicts, lists, texts, numbers"));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(truth.is_true().into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.into());
    }
    if let Ok(whole) = value.cast::<PyInt>() {
        return to_whole(whole);
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return of_float(number.extract()?);
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        let mut map = Map::new();
        for (key, value) in dict.iter() {
            let key = key.cast::<PyString>().map_err(|_| PyTypeError::new_err("keys of dicts are texts here"))?;
            map.insert(key.to_str()?.to_owned(), to_json_at(&value, depth + 1)?);
        }
        return Ok(map.into());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        return value
            .try_iter()?
            .map(|item| to_json_at(&item?, depth + 1))
            .collect::<PyResult<Vec<_>>>()
            .map(Value::from);
    }
    // Numbers of other libraries: whole ones have `__index__`.
    if let Ok(whole) = value.call_method0("__index__") {
        return to_whole(whole.cast::<PyInt>()?);
    }
    if let Ok(number) = value.extract::<f64>() {
        return of_float(number);
    }
    let kind = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("found a {kind}; accepted: dicts, lists, texts, numbers, True, False, None")))
}

fn to_whole(whole: &Bound<'_, PyInt>) -> PyResult<Value> {
    if let Ok(number) = whole.extract::<i64>() {
        return Ok(number.into());
    }
    whole.extract::<u64>().map(Value::from).map_err(|_| bad("found a whole number beyond 64 bits"))
}

fn of_float(number: f64) -> PyResult<Value> {
    Number::from_f64(number).map(Value::Number).ok_or_else(|| bad(format!("found {number}; accepted: a finite number")))
}

/// Converts JSON to a Python value.
pub fn of_json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    static LOADS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    LOADS.import(py, "json", "loads")?.call1((text,))
}
