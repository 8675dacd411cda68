//! Standard output: a failure to write, to a full disk for instance, is an error and not a panic.

use std::fmt::{Arguments, Display};
use std::io::{self, Write};

use serde::Serialize;

use crate::base::error::{Error, Result};

/// Prints text verbatim; colours are dropped where they are not wanted.
///
/// # Errors
/// If it cannot be written.
pub fn print(text: Arguments<'_>) -> Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_fmt(text).and_then(|()| out.flush()).map_err(fault)
}

/// Prints a line.
///
/// # Errors
/// If it cannot be written.
pub fn line(text: impl Display) -> Result<()> {
    print(format_args!("{text}\n"))
}

/// Prints a value as one line of JSON.
///
/// # Errors
/// If it cannot be written.
pub fn json(value: &impl Serialize) -> Result<()> {
    line(serde_json::to_string(value).expect("plain data"))
}

/// The error that standard output cannot be written.
pub fn fault(error: io::Error) -> Error {
    Error::other(format!("standard output: {error}"))
}
