//! The system-independent parts of running another program: what to start, and how it can fail.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

/// The maximum length of a line that is read, in bytes without its end.
pub const LONGEST_LINE: usize = 1 << 20;

/// The number of bytes of a program's standard error that are kept, from its end.
pub const KEPT_ERRORS: usize = 64 << 10;

/// The first argument that makes this program replace itself by another.
pub const EXEC: &str = "become-agent";

/// The first argument that makes this program start another and kill its leftover processes.
pub const SUPERVISE: &str = "keep-agent";

/// The reason why a program did not answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoAnswer {
    /// It does not exist, or may not be run.
    #[error("cannot be started: {0}")]
    NotStarted(String),
    /// It has ended.
    #[error("it ended ({0})")]
    Ended(String),
    /// It is running, but did not answer in time.
    #[error("no answer within {} ms", .0.as_millis())]
    Late(Duration),
    /// It is running, but did not read its input in time.
    #[error("it did not read its input within {} ms", .0.as_millis())]
    Deaf(Duration),
    /// It is running, but has closed its output.
    #[error("it closed its standard output")]
    Closed,
    /// Its line is too long; contains the beginning of the line.
    #[error("a line of more than {LONGEST_LINE} bytes")]
    TooLong(String),
    /// Its line is not UTF-8.
    #[error("a line that is not UTF-8")]
    NoText(String),
    /// It wrote this without being asked.
    #[error("it spoke unasked: {0}")]
    Unasked(String),
    /// The system failed.
    #[error("{0}")]
    Broken(String),
}

impl NoAnswer {
    /// Returns its output, if that was not a valid answer.
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
    /// The command line; the first word is the file, looked up as in a shell.
    pub words: Vec<String>,
    /// The memory limit in bytes. Requires a launcher.
    pub memory: Option<u64>,
    /// A program that implements [`EXEC`] and [`SUPERVISE`] as its first argument.
    ///
    /// Without a launcher the program is started directly, and survives if this process is killed.
    pub launcher: Option<PathBuf>,
}

/// The file of this program, if it implements [`EXEC`] and [`SUPERVISE`].
static LAUNCHER: OnceLock<PathBuf> = OnceLock::new();

/// Starts programs via this one from now on, which limits their memory and ends them with itself.
pub fn launch_by(program: PathBuf) {
    // A second call has the same effect.
    let _ = LAUNCHER.set(program);
}

/// Returns the program via which others are started.
pub fn launcher() -> Option<PathBuf> {
    LAUNCHER.get().cloned()
}
