//! What can be wrong with records.

use std::fmt;
use std::path::PathBuf;

/// The first difference between a record and the rules, or the first thing in it that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct RecordFault {
    /// The file.
    pub file: PathBuf,
    /// Where in the file; nothing if it is the whole file's fault.
    pub place: Option<RecordPlace>,
    /// What is wrong.
    pub what: GameFault,
}

/// A place in a file of records.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RecordPlace {
    /// The line, from 1.
    pub line: u64,
    /// The game, from 1: blank lines are not games.
    pub game: u64,
}

/// What is wrong with one game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameFault {
    /// The line is not a record that can be understood.
    #[error("{0}")]
    Record(String),
    /// An event is not what the rules require after the events before it.
    #[error("event {index}: expected {expected}; found {found}")]
    Event {
        /// Its index in `events`, from 0; the number of events if one is missing at the end.
        index: usize,
        /// What the rules require there.
        expected: String,
        /// What was found there.
        found: String,
    },
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, what) = (self.file.display(), &self.what);
        match self.place {
            Some(RecordPlace { line, game }) => write!(f, "{file}:{line}, game {game}, {what}"),
            None => write!(f, "{file}: {what}"),
        }
    }
}
