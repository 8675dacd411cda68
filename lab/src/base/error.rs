//! Errors as the user meets them, and the exit code that each stands for.

use std::fmt::{self, Display};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

use agents::DecisionError;

use crate::base::plain_text::one_line;

/// The exit code of an interrupted run: 128 and the signal's number, as in shells.
pub const INTERRUPTED: u8 = 130;

/// An error, by who has to do something about it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is wrong: config, arguments, given files. Exit code 2.
    #[error("{0}")]
    Input(BadInput),
    /// The machine failed, such as a full disk. Exit code 1.
    #[error("{0}")]
    Machine(Failure),
    /// An agent did not decide. The blocks played until then are good. Exit code 1.
    #[error("{0}")]
    Undecided(Failure),
    /// The user asked for an end, and has been answered. Exit code 130.
    #[error("interrupted")]
    Interrupted,
}

/// Bad input: where it is, what was found there, and what is accepted instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadInput {
    /// The file and the place in it, the flag, or the key; empty if `found` says it.
    pub place: String,
    /// The value or file that was found, or what is wrong with it.
    pub found: String,
    /// The values that are accepted in its place; empty if there are none, or `found` says it.
    pub accepted: String,
}

impl Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, found, accepted } = self;
        write_after(f, place, found)?;
        if accepted.is_empty() { Ok(()) } else { write!(f, "; accepted: {accepted}") }
    }
}

/// A failure that is not the input's fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The file, device or agent; empty if `what` says it.
    pub place: String,
    /// The event.
    pub what: String,
}

impl Failure {
    /// Adds a line, such as how to go on.
    pub fn and(self, line: &str) -> Self {
        Self { what: format!("{}\n{line}", self.what), ..self }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_after(f, &self.place, &self.what)
    }
}

/// Writes a text after its place, if it has one.
fn write_after(f: &mut fmt::Formatter<'_>, place: &str, text: &str) -> fmt::Result {
    if place.is_empty() { f.write_str(text) } else { write!(f, "{place}: {text}") }
}

/// Puts one place before another, which may be empty.
fn within(outer: &impl Display, place: &str) -> String {
    if place.is_empty() { outer.to_string() } else { format!("{outer}: {place}") }
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
    /// Makes the error of bad input: where it is, what was found there, and what is accepted instead. Both ends may be empty. Errors of the
    /// system are put in words.
    pub fn input(place: impl Display, found: impl Display, accepted: impl Display) -> Self {
        Self::Input(BadInput { place: place.to_string(), found: in_words(found), accepted: accepted.to_string() })
    }

    /// Makes the error of bad input that another value describes, with its place and what is accepted.
    pub fn of_input(found: impl Display) -> Self {
        Self::input("", found, "")
    }

    /// Makes the error of a failure that is not the input's fault, at a place, which may be empty.
    pub fn machine(place: impl Display, what: impl Display) -> Self {
        Self::Machine(Failure { place: place.to_string(), what: in_words(what) })
    }

    /// Makes the error of a failure that another value describes, with its place.
    pub fn of_machine(what: impl Display) -> Self {
        Self::machine("", what)
    }

    /// Makes the error of a file or folder that cannot be used. It is bad input, with what is `accepted` in its place (may be empty), if the
    /// user can mend it by naming another one or changing what is there; otherwise it is a failure of the machine.
    ///
    /// Everything that a user names goes through here, so that this decides alone which exit code an I/O error has.
    pub fn of_io(place: impl Display, error: &io::Error, accepted: &str) -> Self {
        if is_bad_input(error) { Self::input(place, error, accepted) } else { Self::machine(place, error) }
    }

    /// [`of_io`](Self::of_io) for a path.
    pub fn of_path(path: &Path, error: &io::Error, accepted: &str) -> Self {
        Self::of_io(path.display(), error, accepted)
    }

    /// Adds an outer place before the error's own.
    pub fn at(self, outer: impl Display) -> Self {
        match self {
            Self::Input(input) => Self::Input(BadInput { place: within(&outer, &input.place), ..input }),
            Self::Machine(failure) => Self::Machine(Failure { place: within(&outer, &failure.place), ..failure }),
            Self::Undecided(failure) => Self::Undecided(Failure { place: within(&outer, &failure.place), ..failure }),
            Self::Interrupted => Self::Interrupted,
        }
    }

    /// Makes the error of an agent that did not decide.
    pub fn undecided(DecisionError(why): DecisionError) -> Self {
        Self::Undecided(Failure { place: String::new(), what: why })
    }

    /// Puts everything in one line of bounded length, whatever it quotes from the input.
    pub fn in_one_line(self) -> Self {
        match self {
            Self::Input(BadInput { place, found, accepted }) => Self::Input(BadInput {
                place: one_line(&place),
                found: one_line(&found),
                accepted: one_line(&accepted),
            }),
            Self::Machine(Failure { place, what }) => {
                Self::Machine(Failure { place: one_line(&place), what: one_line(&what) })
            }
            Self::Undecided(Failure { place, what }) => {
                Self::Undecided(Failure { place: one_line(&place), what: one_line(&what) })
            }
            Self::Interrupted => Self::Interrupted,
        }
    }

    /// The exit code of the process.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Machine(_) | Self::Undecided(_) => ExitCode::from(1),
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
            assert!(matches!(&error, Error::Input(input) if input.accepted == "another one"), "{error}");
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
            assert!(matches!(&error, Error::Machine(_)), "{error}");
        }
    }
}
