//! The settings of external agents.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use agents::AgentSpec;

use crate::base::plain_text;
use crate::base::program::Program;

/// An agent that is an external program.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramSpec {
    /// The name in specs.
    pub name: String,
    /// The program to start.
    pub program: Program,
    /// Texts sent to it at the beginning.
    pub options: BTreeMap<String, String>,
    /// The time limit for getting ready.
    pub ready: Duration,
    /// The time limit for an answer; `None` for no limit.
    pub limit: Option<Duration>,
    /// The reaction to a fault.
    pub on_fault: OnFault,
    /// Whether the user declares that its only source of randomness is the given seeds.
    pub is_deterministic: bool,
}

/// The default time limit for getting ready, in milliseconds.
pub const READY_MS: u64 = 10_000;

/// The reaction to a fault of a program.
#[derive(Clone, PartialEq, Default, Debug)]
pub enum OnFault {
    /// Ends the experiment.
    #[default]
    Stop,
    /// This agent of the game decides instead.
    Instead(AgentSpec),
}

/// Formats it as in tables and records: `NAME` or `NAME:key=value,…`.
impl fmt::Display for ProgramSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options: Vec<String> = self.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let text = if options.is_empty() { self.name.clone() } else { format!("{}:{}", self.name, options.join(",")) };
        f.pad(&text)
    }
}

/// Checks an option of a program, which must be unambiguous in a spec and fit into a table line.
///
/// # Errors
/// A description of accepted options.
pub fn check_option(key: &str, value: &str) -> Result<(), String> {
    plain_text::check(key, "-_.")?;
    if value.chars().count() <= MOST_OF_AN_OPTION
        && value.chars().all(|letter: char| !plain_text::is_active(letter) && !",\"".contains(letter))
    {
        return Ok(());
    }
    Err(format!("a text of at most {MOST_OF_AN_OPTION} letters without commas and quotes"))
}

/// The maximum length of an option's value, in letters.
const MOST_OF_AN_OPTION: usize = 200;
