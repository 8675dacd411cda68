//! Errors as the user meets them, and the exit code that each stands for.

use std::fmt::Display;
use std::process::ExitCode;

use agents::Undecided;

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

    /// That an agent did not decide.
    pub fn undecided(Undecided(why): Undecided) -> Self {
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
