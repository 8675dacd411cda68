//! The terminal at which people read and write, or pipes instead.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use interface::human_input::{WIDTH, wrapped};

use crate::base::error::{Error, Result};
use crate::base::out;

/// The maximum length of an input line, in bytes.
const LONGEST: u64 = 4096;

/// Line input and output.
pub struct Terminal<'a> {
    input: Box<dyn BufRead + 'a>,
    output: Box<dyn Write + 'a>,
    is_terminal: bool,
}

impl<'a> Terminal<'a> {
    /// Creates a terminal from an input and an output, which do not count as a terminal.
    pub fn of(input: impl BufRead + 'a, output: impl Write + 'a) -> Self {
        Self { input: Box::new(input), output: Box::new(output), is_terminal: false }
    }

    /// Uses standard input and output, without colours unless supported.
    pub fn standard() -> Self {
        Self {
            input: Box::new(io::stdin().lock()),
            output: Box::new(anstream::stdout().lock()),
            is_terminal: io::stdout().is_terminal(),
        }
    }

    /// Prints these lines.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn show<T: AsRef<str>>(&mut self, lines: impl IntoIterator<Item = T>) -> Result<()> {
        let write = || {
            // Trailing spaces could make a line too wide for a terminal with narrow letters.
            lines.into_iter().try_for_each(|line| writeln!(self.output, "{}", line.as_ref().trim_end()))?;
            self.output.flush()
        };
        write().map_err(out::fault)
    }

    /// Prints a text, wrapped as necessary.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn say(&mut self, text: &str) -> Result<()> {
        self.show(wrapped(text, 4))
    }

    /// Waits for the next line; `None` at the end of the input. Invalid UTF-8 is replaced.
    ///
    /// # Errors
    /// If nothing can be read or written.
    pub fn ask(&mut self) -> Result<Option<String>> {
        if self.is_terminal {
            write!(self.output, "> ").and_then(|()| self.output.flush()).map_err(out::fault)?;
        }
        let fault = |error: io::Error| Error::machine("standard input", &error);
        let mut line = Vec::new();
        self.input.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(fault)?;
        let mut is_whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST;
        if line.is_empty() {
            return Ok(None);
        }
        while !is_whole {
            let mut more = Vec::new();
            self.input.by_ref().take(LONGEST).read_until(b'\n', &mut more).map_err(fault)?;
            is_whole = more.is_empty() || more.ends_with(b"\n");
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// Erases the output if it is a terminal; output to a pipe cannot be erased.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn clear(&mut self) -> Result<()> {
        if self.is_terminal {
            // Bypass the colour filter to clear the screen and the scrollback, and go to the first line.
            let mut plain = io::stdout().lock();
            let clear = b"\x1b[2J\x1b[3J\x1b[H";
            return plain.write_all(clear).and_then(|()| plain.flush()).map_err(out::fault);
        }
        self.show(["", &"─".repeat(WIDTH - 2)])
    }
}
