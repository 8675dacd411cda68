//! Errors as shown to users, and their exit codes.

use std::fmt::{self, Display};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::ExitCode;

use agents::DecisionError;

use crate::base::interrupt;
use crate::base::plain_text::one_line;

/// An error, classified by who can fix it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is wrong: config, arguments, given files. Exit code 2.
    #[error("{0}")]
    Input(BadInput),
    /// The machine failed, such as a full disk. Exit code 1.
    #[error("{0}")]
    Machine(Failure),
    /// An agent failed to decide. The blocks played before are valid. Exit code 1.
    #[error("{0}")]
    Undecided(Failure),
    /// The user asked to stop, and has been notified. Exit code 128 plus the signal.
    #[error("interrupted")]
    Interrupted,
}

/// Bad input: its place, what was found there, and what is accepted instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadInput {
    /// The file and the position in it, the flag, or the key; empty if `found` contains it.
    pub place: String,
    /// The value or file that was found, or what is wrong with it.
    pub found: String,
    /// The values accepted in its place; empty if there are none, or if `found` contains them.
    pub accepted: String,
}

impl Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, found, accepted } = self;
        write_after(f, place, found)?;
        if accepted.is_empty() { Ok(()) } else { write!(f, "; accepted: {accepted}") }
    }
}

/// A failure that is not caused by the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The file, device or agent; empty if `what` contains it.
    pub place: String,
    /// The event.
    pub what: String,
}

impl Failure {
    /// Appends a line, such as how to continue.
    pub fn and(self, line: &str) -> Self {
        Self { what: format!("{}\n{line}", self.what), ..self }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_after(f, &self.place, &self.what)
    }
}

/// Writes a text, preceded by its place if there is one.
fn write_after(f: &mut fmt::Formatter<'_>, place: &str, text: &str) -> fmt::Result {
    if place.is_empty() { f.write_str(text) } else { write!(f, "{place}: {text}") }
}

/// Prefixes a place, which may be empty, with an outer one.
fn within(outer: &impl Display, place: &str) -> String {
    if place.is_empty() { outer.to_string() } else { format!("{outer}: {place}") }
}

/// The result of any fallible operation.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Removes the number that the standard library appends to system errors, as in "(os error 13)".
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
    /// Creates a bad-input error from its place, what was found and what is accepted.
    ///
    /// The place and the accepted values may be empty. System errors are converted by [`in_words`].
    pub fn input(place: impl Display, found: impl Display, accepted: impl Display) -> Self {
        Self::Input(BadInput { place: place.to_string(), found: in_words(found), accepted: accepted.to_string() })
    }

    /// Creates a bad-input error from a value whose text includes the place and the accepted values.
    pub fn of_input(found: impl Display) -> Self {
        Self::input("", found, "")
    }

    /// Creates the error of a failure not caused by the input, at a place, which may be empty.
    pub fn machine(place: impl Display, what: impl Display) -> Self {
        Self::Machine(Failure { place: place.to_string(), what: in_words(what) })
    }

    /// Creates the error of a failure from a value whose text includes the place.
    pub fn of_machine(what: impl Display) -> Self {
        Self::machine("", what)
    }

    /// Creates the error of a file or folder that cannot be used.
    ///
    /// It is bad input, with `accepted` (may be empty) as the alternative, if the user can fix it by naming another
    /// path or changing its content. Otherwise it is a failure of the machine.
    ///
    /// Every path named by a user is handled here, so this function alone decides the exit code of an I/O error.
    pub fn of_io(place: impl Display, error: &io::Error, accepted: &str) -> Self {
        if is_bad_input(error) { Self::input(place, error, accepted) } else { Self::machine(place, error) }
    }

    /// Applies [`of_io`](Self::of_io) to a path.
    pub fn of_path(path: &Path, error: &io::Error, accepted: &str) -> Self {
        Self::of_io(path.display(), error, accepted)
    }

    /// Prefixes the error's place with an outer one.
    pub fn at(self, outer: impl Display) -> Self {
        match self {
            Self::Input(input) => Self::Input(BadInput { place: within(&outer, &input.place), ..input }),
            Self::Machine(failure) => Self::Machine(Failure { place: within(&outer, &failure.place), ..failure }),
            Self::Undecided(failure) => Self::Undecided(Failure { place: within(&outer, &failure.place), ..failure }),
            Self::Interrupted => Self::Interrupted,
        }
    }

    /// Creates the error of an agent that failed to decide.
    pub fn undecided(DecisionError(why): DecisionError) -> Self {
        Self::Undecided(Failure { place: String::new(), what: why })
    }

    /// Reduces the error to one line of bounded length, whatever it quotes from the input.
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
            Self::Interrupted => ExitCode::from(interrupt::exit_code()),
        }
    }
}

/// Returns whether the user can fix an I/O error, by another path or by changing its content.
///
/// Anything else is a failure of the machine, such as a full or failing disk or too few file handles.
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
        // A path that no system accepts, and invalid content.
        | ErrorKind::InvalidInput
        | ErrorKind::InvalidData
        | ErrorKind::UnexpectedEof => true,
        _ => is_of_a_path(error),
    }
}

/// Returns whether an error without its own kind concerns a path.
///
/// Examples are symbolic link loops, sockets and missing devices.
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
