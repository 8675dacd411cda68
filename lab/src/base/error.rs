//! Errors as the user meets them, and the exit code that each stands for.

use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

use agents::DecisionError;

use crate::base::plain_text::one_line;

/// The exit code of an interrupted run: 128 and the signal's number, as in shells.
pub const INTERRUPTED: u8 = 130;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is wrong: config, arguments, given files. Exit code 2.
    #[error("{0}")]
    Input(String),
    /// Anything else, such as a full disk. Exit code 1.
    #[error("{0}")]
    Other(String),
    /// An agent did not decide. What was played up to then is good. Exit code 1.
    #[error("{0}")]
    Undecided(String),
    /// The user asked for an end, and has been answered. Exit code 130.
    #[error("interrupted")]
    Interrupted,
}

/// The result of anything that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A message without the numbers that the standard library puts behind the system's words, as in "Permission denied (os error 13)".
pub fn in_words(message: impl Display) -> String {
    const MARK: &str = " (os error ";
    let message = message.to_string();
    let mut parts = message.split(MARK);
    let mut words = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part.split_once(')').filter(|(number, _)| number.parse::<i32>().is_ok());
        match number {
            Some((_, rest)) => words += rest,
            None => words.extend([MARK, part]),
        }
    }
    words
}

impl Error {
    /// Bad input, described by `message`; errors of the system in it are in words.
    pub fn input(message: impl Display) -> Self {
        Self::Input(in_words(message))
    }

    /// An error that is not the input's fault, likewise.
    pub fn other(message: impl Display) -> Self {
        Self::Other(in_words(message))
    }

    /// The error that a file or folder cannot be used. It is bad input, with what is `accepted` in its place (may be empty), if the user can
    /// mend it by naming another one or changing what is there; otherwise it is a fault of the machine.
    ///
    /// Everything that a user names goes through here, so that this decides alone which exit code an I/O error has.
    pub fn of_io(place: impl Display, error: &io::Error, accepted: &str) -> Self {
        match is_bad_input(error) {
            true if accepted.is_empty() => Self::input(format!("{place}: {error}")),
            true => Self::input(format!("{place}: {error}; accepted: {accepted}")),
            false => Self::other(format!("{place}: {error}")),
        }
    }

    /// [`of_io`](Self::of_io) for a path.
    pub fn of_path(path: &Path, error: &io::Error, accepted: &str) -> Self {
        Self::of_io(path.display(), error, accepted)
    }

    /// The same error with the place where it was found before it.
    pub fn at(self, place: impl Display) -> Self {
        match self {
            Self::Input(message) => Self::Input(format!("{place}: {message}")),
            Self::Other(message) => Self::Other(format!("{place}: {message}")),
            Self::Undecided(message) => Self::Undecided(format!("{place}: {message}")),
            Self::Interrupted => Self::Interrupted,
        }
    }

    /// That an agent did not decide.
    pub fn undecided(DecisionError(why): DecisionError) -> Self {
        Self::Undecided(why)
    }

    /// The same in one line of bounded length, whatever it quotes from the input.
    pub fn in_one_line(self) -> Self {
        match self {
            Self::Input(message) => Self::Input(one_line(&message)),
            Self::Other(message) => Self::Other(one_line(&message)),
            Self::Undecided(message) => Self::Undecided(one_line(&message)),
            Self::Interrupted => Self::Interrupted,
        }
    }

    /// The exit code of the process.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Other(_) | Self::Undecided(_) => ExitCode::from(1),
            Self::Interrupted => ExitCode::from(INTERRUPTED),
        }
    }
}

/// Returns whether an I/O error is the user's to mend, by another path or by changing what is there.
///
/// Anything else, such as a full disk, a failing one or too few handles, is the machine's.
pub fn is_bad_input(error: &io::Error) -> bool {
    match error.kind() {
        ErrorKind::NotFound
        | ErrorKind::PermissionDenied
        | ErrorKind::AlreadyExists
        | ErrorKind::NotADirectory
        | ErrorKind::IsADirectory
        | ErrorKind::DirectoryNotEmpty
        | ErrorKind::ReadOnlyFilesystem
        | ErrorKind::InvalidFilename
        | ErrorKind::ExecutableFileBusy
        // A path that no system takes, and content that is not what it should be.
        | ErrorKind::InvalidInput
        | ErrorKind::InvalidData
        | ErrorKind::UnexpectedEof => true,
        _ => is_of_a_path(error),
    }
}

/// Returns whether an error without a kind of its own is about a path: links in a circle, a socket, a missing
/// device.
#[cfg(unix)]
fn is_of_a_path(error: &io::Error) -> bool {
    use rustix::io::Errno;
    Errno::from_io_error(error).is_some_and(|number| [Errno::LOOP, Errno::NXIO, Errno::NODEV].contains(&number))
}

#[cfg(not(unix))]
fn is_of_a_path(_error: &io::Error) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::io::Errno;

    use super::*;

    #[test]
    fn what_a_user_can_mend_is_bad_input_and_anything_else_is_a_fault_of_the_machine() {
        let of = |number: Errno| Error::of_io("f", &number.into(), "another one");
        for number in [
            Errno::NOENT,
            Errno::ACCESS,
            Errno::PERM,
            Errno::EXIST,
            Errno::NOTDIR,
            Errno::ISDIR,
            Errno::NOTEMPTY,
            Errno::ROFS,
            Errno::NAMETOOLONG,
            Errno::LOOP,
            Errno::NXIO,
            Errno::NODEV,
            Errno::INVAL,
            Errno::TXTBSY,
        ] {
            let error = of(number);
            assert!(matches!(&error, Error::Input(text) if text.ends_with("; accepted: another one")), "{error}");
        }
        for number in [
            Errno::IO,
            Errno::NOSPC,
            Errno::MFILE,
            Errno::NFILE,
            Errno::DQUOT,
            Errno::NOMEM,
            Errno::FBIG,
            Errno::STALE,
            Errno::TIMEDOUT,
            Errno::BUSY,
            Errno::PIPE,
            Errno::XDEV,
            Errno::AGAIN,
            Errno::NOSYS,
            Errno::OPNOTSUPP,
            Errno::NOLCK,
        ] {
            let error = of(number);
            assert!(matches!(&error, Error::Other(text) if !text.contains("accepted")), "{error}");
        }
    }
}
