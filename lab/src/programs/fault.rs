//! Faults of programs, and the times of their answers.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::plain_text::one_line;

/// A fault of a program.
#[derive(Clone, Debug)]
pub struct Fault {
    /// In words.
    pub what: String,
    /// The request.
    pub request: String,
    /// The answer, if there was one.
    pub answer: Option<String>,
    /// The end of what it wrote to standard error.
    pub stderr_tail: String,
    /// Set if it can be asked again: it runs, and only its answer was wrong.
    pub is_alive: bool,
}

/// The bytes that are shown of a request or an answer.
const MOST_SHOWN: usize = 64 << 10;

/// Several lines: what it was told, what it said, and the end of its standard error.
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

/// A line as it is shown: control characters escaped, and only the beginning of a very long one.
fn beginning(line: &str) -> String {
    let end = (0..=MOST_SHOWN.min(line.len())).rev().find(|end| line.is_char_boundary(*end)).unwrap_or(0);
    let rest = line.len() - end;
    let shown: String = line[..end]
        .chars()
        .flat_map(|letter| if letter.is_control() { letter.escape_default().collect() } else { vec![letter] })
        .collect();
    if rest == 0 { shown } else { format!("{shown}… and {rest} bytes more") }
}

impl Fault {
    /// In one line of bounded length.
    pub fn line(&self) -> String {
        let answer = self.answer.as_ref().map_or_else(String::new, |answer| format!("; answered: {answer}"));
        one_line(&format!("{}{answer}", self.what))
    }
}

/// The times of answers.
#[derive(Copy, Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Times {
    /// Answers.
    pub answers: u64,
    /// All together.
    pub total: Duration,
    /// The longest.
    pub longest: Duration,
}

impl Times {
    /// Adds an answer.
    pub fn note(&mut self, time: Duration) {
        self.add(&Self { answers: 1, total: time, longest: time });
    }

    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        self.answers += other.answers;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.answers == 0
    }

    /// The mean in milliseconds.
    pub fn mean_ms(&self) -> Option<f64> {
        (!self.is_empty()).then(|| self.total.as_secs_f64() * 1e3 / self.answers as f64)
    }
}
