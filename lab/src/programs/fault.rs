//! Faults of external programs, and their answer times.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::plain_text::{escaped, one_line};

/// A fault of an external program.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The description.
    pub what: String,
    /// The request.
    pub request: String,
    /// The answer, if any.
    pub answer: Option<String>,
    /// The last part of its standard error.
    pub stderr_tail: String,
    /// Whether it can be asked again: it is running, and only its answer was wrong.
    pub is_alive: bool,
}

/// The maximum number of bytes displayed of a request or an answer.
const MOST_SHOWN: usize = 64 << 10;

/// Formats several lines: the request, the answer, and the last part of standard error.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, request, answer, stderr_tail, .. } = self;
        writeln!(f, "{what}\nasked:    {}", beginning(request))?;
        writeln!(f, "answered: {}", answer.as_deref().map_or_else(|| "nothing".to_owned(), beginning))?;
        if stderr_tail.trim().is_empty() {
            f.write_str("it wrote nothing to standard error")
        } else {
            write!(f, "the end of its standard error:\n{}", stderr_tail.trim_end())
        }
    }
}

/// Escapes control characters in a line, and truncates it if it is very long.
fn beginning(line: &str) -> String {
    let end = (0..=MOST_SHOWN.min(line.len())).rev().find(|end| line.is_char_boundary(*end)).unwrap_or(0);
    let rest = line.len() - end;
    let shown = escaped(&line[..end]);
    if rest == 0 { shown.into_owned() } else { format!("{shown}… and {rest} bytes more") }
}

impl Fault {
    /// Formats the fault as one line of bounded length.
    pub fn line(&self) -> String {
        let answer = self.answer.as_ref().map_or_else(String::new, |answer| format!("; answered: {answer}"));
        one_line(&format!("{}{answer}", self.what))
    }
}

/// The answer times.
#[derive(Copy, Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Times {
    /// The number of answers.
    pub answers: u64,
    /// The total time.
    pub total: Duration,
    /// The longest time.
    pub longest: Duration,
}

impl Times {
    /// Adds an answer.
    pub fn note(&mut self, time: Duration) {
        self.add(&Self { answers: 1, total: time, longest: time });
    }

    /// Adds other answers.
    pub fn add(&mut self, other: &Self) {
        self.answers += other.answers;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// Returns whether there are no answers.
    pub fn is_empty(&self) -> bool {
        self.answers == 0
    }

    /// The mean time in milliseconds.
    pub fn mean_ms(&self) -> Option<f64> {
        (!self.is_empty()).then(|| self.total.as_secs_f64() * 1e3 / self.answers as f64)
    }
}
