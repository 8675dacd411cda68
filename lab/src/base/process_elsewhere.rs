//! External programs on systems where they cannot be started: they require Unix.

use std::convert::Infallible;
use std::time::Duration;

pub use super::program::*;

/// A running program, which cannot exist here.
#[derive(Debug)]
pub struct Process(Infallible);

impl Process {
    /// Always fails.
    ///
    /// # Errors
    /// Always.
    pub fn start(_: &Program) -> Result<Self, NoAnswer> {
        Err(NoAnswer::NotStarted("agents in other programs need Linux, macOS or another Unix".to_owned()))
    }

    /// Never called.
    ///
    /// # Errors
    /// Never.
    pub fn tell(&mut self, _: &str, _: Option<Duration>) -> Result<(), NoAnswer> {
        match self.0 {}
    }

    /// Never called.
    ///
    /// # Errors
    /// Never.
    pub fn ask(&mut self, _: &str, _: Option<Duration>) -> Result<String, NoAnswer> {
        match self.0 {}
    }

    /// Never called.
    pub fn stderr_tail(&mut self) -> String {
        match self.0 {}
    }

    /// Never called.
    ///
    /// # Errors
    /// Never.
    pub fn unasked_output(&mut self, _: Duration) -> Result<Option<String>, NoAnswer> {
        match self.0 {}
    }

    /// Never called.
    pub fn end_input(&mut self) {
        match self.0 {}
    }

    /// Never called.
    pub fn ended(&mut self, _: Duration) -> Option<String> {
        match self.0 {}
    }

    /// Never called.
    pub fn give_up(&mut self) {
        match self.0 {}
    }

    /// Never called.
    pub fn processor_time(&self) -> Option<Duration> {
        match self.0 {}
    }
}
