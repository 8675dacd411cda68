//! The parts of running another program that are the same on any system: what is started, how it can fail.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

/// The longest line that is read, in bytes without its end.
pub const LONGEST_LINE: usize = 1 << 20;

/// The bytes kept of a program's standard error: the last ones.
pub const KEPT_ERRORS: usize = 64 << 10;

/// The first argument with which this program makes itself another one.
pub const BECOME: &str = "become-agent";

/// The first argument with which this program starts another one, and sees to it that nothing of it is left.
pub const KEEP: &str = "keep-agent";

/// Why a program did not answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoAnswer {
    /// It is not there, or may not be run.
    #[error("cannot be started: {0}")]
    NotStarted(String),
    /// It has ended.
    #[error("it ended ({0})")]
    Ended(String),
    /// It runs and says nothing.
    #[error("no answer within {} ms", .0.as_millis())]
    Late(Duration),
    /// It runs and does not read.
    #[error("it did not read its input within {} ms", .0.as_millis())]
    Deaf(Duration),
    /// It runs, and has closed its output.
    #[error("it closed its standard output")]
    Closed,
    /// Its line is too long; the beginning of it.
    #[error("a line of more than {LONGEST_LINE} bytes")]
    TooLong(String),
    /// Its line is not UTF-8.
    #[error("a line that is no UTF-8")]
    NoText(String),
    /// It said this without having been asked.
    #[error("it spoke unasked: {0}")]
    Unasked(String),
    /// The system failed.
    #[error("{0}")]
    Broken(String),
}

impl NoAnswer {
    /// Returns its output, if it said something that is no answer.
    pub fn line(&self) -> Option<String> {
        match self {
            Self::TooLong(line) | Self::NoText(line) | Self::Unasked(line) => Some(line.clone()),
            Self::NotStarted(_) | Self::Ended(_) | Self::Late(_) | Self::Deaf(_) | Self::Closed | Self::Broken(_) => {
                None
            }
        }
    }
}

/// A program to be started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// Its words; the first is the file, looked for as a shell does.
    pub words: Vec<String>,
    /// The most memory that it may ask for, in bytes. Needs a launcher.
    pub memory: Option<u64>,
    /// A program that does what [`BECOME`] and [`KEEP`] say when they are its first argument. Without one the program is started directly, and
    /// outlives this one if that is killed.
    pub launcher: Option<PathBuf>,
}

/// The file of this program, if it does what [`BECOME`] and [`KEEP`] say.
static LAUNCHER: OnceLock<PathBuf> = OnceLock::new();

/// From now on programs are started by way of this one, which bounds their memory and ends them with itself.
pub fn launch_by(program: PathBuf) {
    // A second time says the same.
    let _ = LAUNCHER.set(program);
}

/// Returns the program by way of which others are started.
pub fn launcher() -> Option<PathBuf> {
    LAUNCHER.get().cloned()
}
