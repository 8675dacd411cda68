//! What is said of an agent that is a program, what it can do wrong, and how long it takes.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use agents::AgentSpec;
use serde::{Deserialize, Serialize};

use crate::base::plain_text::one_line;
use crate::base::program::Program;

/// An agent that is a program.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramSpec {
    /// What it is called in specs.
    pub name: String,
    /// What is started.
    pub program: Program,
    /// Texts that it is told at the beginning.
    pub options: BTreeMap<String, String>,
    /// The time for an answer.
    pub limit: Option<Duration>,
    /// What happens when it fails.
    pub on_fault: OnFault,
    /// Whether somebody vouches that it uses no chance but the seeds that it is given.
    pub is_deterministic: bool,
}

/// What happens when a program fails.
#[derive(Clone, PartialEq, Default, Debug)]
pub enum OnFault {
    /// Nothing more is played.
    #[default]
    Stop,
    /// This agent of the game decides instead.
    Instead(AgentSpec),
}

/// As in tables and records: `NAME` or `NAME:key=value,…`.
impl fmt::Display for ProgramSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options: Vec<String> = self.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let text = if options.is_empty() { self.name.clone() } else { format!("{}:{}", self.name, options.join(",")) };
        f.pad(&text)
    }
}

/// Checks an option of a program: it must be told from others in a spec, and fit into a line of a table.
///
/// # Errors
/// What is accepted.
pub fn check_option(key: &str, value: &str) -> Result<(), String> {
    crate::base::plain_text::check(key, "-_.")?;
    let is_plain = |letter: char| !letter.is_control() && !",\"".contains(letter);
    if value.chars().count() <= MOST_OF_AN_OPTION && value.chars().all(is_plain) {
        return Ok(());
    }
    Err(format!("a text of at most {MOST_OF_AN_OPTION} letters without commas and quotes"))
}

/// The longest value of an option, in letters.
const MOST_OF_AN_OPTION: usize = 200;

/// What a program did wrong.
#[derive(Clone, Debug)]
pub struct Fault {
    /// In words.
    pub what: String,
    /// What it was told.
    pub request: String,
    /// What it said, if it did.
    pub answer: Option<String>,
    /// The end of what it wrote to standard error.
    pub complaints: String,
    /// Whether it can be asked again: it runs, and only its answer was wrong.
    pub is_alive: bool,
}

/// How much of a request or an answer is shown, in bytes.
const MOST_SHOWN: usize = 64 << 10;

/// Several lines: what it was told, what it said, and the end of its standard error.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, request, answer, complaints, .. } = self;
        writeln!(f, "{what}\nasked:    {}", beginning(request))?;
        writeln!(f, "answered: {}", answer.as_deref().map_or_else(|| "nothing".to_owned(), beginning))?;
        if complaints.trim().is_empty() {
            f.write_str("it wrote nothing to standard error")
        } else {
            write!(f, "the end of its standard error:\n{}", complaints.trim_end())
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

/// How long answers took.
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

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.answers == 0
    }

    /// The mean in milliseconds.
    pub fn mean_ms(&self) -> Option<f64> {
        (!self.is_empty()).then(|| self.total.as_secs_f64() * 1e3 / self.answers as f64)
    }
}
