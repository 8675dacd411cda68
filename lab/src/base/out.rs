//! Standard output, where a failed write, for instance to a full disk, is an error and not a panic.

use std::borrow::Cow;
use std::fmt::{Arguments, Display};
use std::io::{self, IsTerminal, Write};

use serde::Serialize;
use terminal_size::{Width, terminal_size_of};

use crate::base::error::{Error, Result};
use crate::base::plain_text::escaped_lines;

/// Prints text verbatim, without colours unless the output supports them.
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

/// The width of the terminal at standard output; `None` if it is a file or pipe.
pub fn width() -> Option<usize> {
    terminal_size_of(io::stdout()).map(|(Width(width), _)| width.into())
}

/// Prints words after a label; on a terminal they are wrapped and indented by `indent`.
///
/// # Errors
/// If they cannot be written.
pub fn entry(label: &str, words: &str, indent: usize) -> Result<()> {
    line(wrapped(label, words, indent))
}

/// Returns words after a label as [`entry`] prints them.
pub fn wrapped(label: &str, words: &str, indent: usize) -> String {
    broken(label, words, indent, width())
}

/// Prints a name, padded to the width of its list, and its meaning.
///
/// # Errors
/// If it cannot be written.
pub fn item(width: usize, name: &str, meaning: &str) -> Result<()> {
    entry(&format!("{name:<width$}"), meaning, width + 1)
}

fn broken(label: &str, words: &str, indent: usize, most: Option<usize>) -> String {
    let Some(most) = most else { return format!("{label} {words}") };
    let mut lines = vec![label.to_owned()];
    for word in words.split(' ') {
        let last = lines.last_mut().expect("one at least");
        if last.chars().count() + 1 + word.chars().count() <= most {
            last.extend([" ", word]);
        } else {
            lines.push(format!("{}{word}", " ".repeat(indent)));
        }
    }
    lines.join("\n")
}

/// Prints a table as CSV with its original bytes; on a terminal control characters are escaped.
///
/// # Errors
/// If it cannot be written.
pub fn table(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let text = if out.is_terminal() { Cow::from(escaped_lines(text)) } else { Cow::from(text) };
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(fault)
}

/// Prints a value as one line of JSON.
///
/// # Errors
/// If it cannot be written.
pub fn json(value: &impl Serialize) -> Result<()> {
    line(serde_json::to_string(value).expect("plain data"))
}

/// Creates the error of a failed write to standard output.
///
/// If the reader has closed the pipe, the program ends quietly.
pub fn fault(error: io::Error) -> Error {
    #[cfg(unix)]
    if error.kind() == io::ErrorKind::BrokenPipe {
        let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGPIPE);
    }
    Error::machine("standard output", &error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_entries_are_broken_for_a_terminal_alone() {
        let words = "one agent for each seat";
        assert_eq!(broken("rotate ", words, 8, None), "rotate  one agent for each seat");
        assert_eq!(broken("rotate ", words, 8, Some(20)), "rotate  one agent\n        for each\n        seat");
    }
}
