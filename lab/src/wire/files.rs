//! Record files, one game per line.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use interface::event_cursor::GameFault;
use interface::json::{GAME, Keys, shortened, without_mark};
use interface::record::check_line;

use crate::base::error::{Error, in_words, is_bad_input};
use crate::subject::{LibraryOf, Setup};

/// The maximum length of a line.
///
/// A game of five players takes some 60 kB; the limit bounds the memory that a broken file can use.
const LONGEST_LINE: u64 = 16 << 20;

/// The first violation of the rules in a record, or the first part of it that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct RecordFault {
    /// The file.
    pub file: PathBuf,
    /// The place in the file; `None` if the fault concerns the whole file.
    pub place: Option<RecordPlace>,
    /// The fault.
    pub what: GameFault,
    /// Whether the machine failed, not the input.
    pub is_of_machine: bool,
}

/// A place in a file of records.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RecordPlace {
    /// The line, numbered from 1.
    pub line: u64,
    /// The game, numbered from 1; blank lines are not games.
    pub game: u64,
}

impl RecordFault {
    /// Creates a fault of a file of records, or of the game at a place in it.
    pub fn of(file: PathBuf, place: Option<RecordPlace>, what: GameFault) -> Self {
        Self { file, place, what, is_of_machine: false }
    }

    /// Creates the fault of a file that cannot be read.
    fn of_io(file: &Path, error: &io::Error) -> Self {
        let what = GameFault::Record(in_words(error));
        Self { is_of_machine: !is_bad_input(error), ..Self::of(file.to_path_buf(), None, what) }
    }

    /// Converts it to an error of one line.
    pub fn into_error(self) -> Error {
        let error = if self.is_of_machine { Error::of_machine(self) } else { Error::of_input(self) };
        error.in_one_line()
    }
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

/// A file of records.
///
/// It is opened once and read once from beginning to end, so that it can be a pipe.
pub struct Records {
    path: PathBuf,
    reader: BufReader<File>,
    /// The next line, or the reason for its absence, if it was read early to determine the game.
    seen: Option<io::Result<Vec<u8>>>,
    /// The number of lines read.
    lines: u64,
    /// The number of games read.
    games: u64,
}

impl Records {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, RecordFault> {
        let file = File::open(path).map_err(|error| RecordFault::of_io(path, &error))?;
        let reader = BufReader::new(file);
        Ok(Self { path: path.to_path_buf(), reader, seen: None, lines: 0, games: 0 })
    }

    /// Returns its path, for messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the index among these names of the game of its next record; 0 if unclear.
    pub fn game(&mut self, names: &[&str]) -> usize {
        // Any error in the line is found again when it is read.
        self.peek().map_or(0, |line| game_of(line, names))
    }

    /// Passes the number (from 1) and the line of every game to `read`; returns the number of games.
    ///
    /// Only one line is in memory at a time.
    ///
    /// # Errors
    /// The first fault found by `read`; also if the file cannot be read or contains no game.
    pub fn each(mut self, mut read: impl FnMut(u64, &str) -> Result<(), GameFault>) -> Result<u64, RecordFault> {
        while let Some((place, line)) = self.next()? {
            read(place.game, text(&line).unwrap_or_default()).map_err(|what| self.fault(Some(place), what))?;
        }
        self.some_games()
    }

    /// Returns the line of game `number`, from 1, and its place. Nothing after it is read.
    ///
    /// # Errors
    /// If the file cannot be read, does not contain the game, or a line up to it is not text or is too long.
    pub fn find(mut self, number: u64) -> Result<(RecordPlace, String), RecordFault> {
        while let Some((place, line)) = self.next()? {
            if place.game == number {
                return Ok((place, text(&line).unwrap_or_default().to_owned()));
            }
        }
        let games = self.some_games()?;
        let what = GameFault::Record(format!("--game: found {number}; accepted: 1 to {games}"));
        Err(self.fault(None, what))
    }

    /// Creates a fault of a game, or of the whole file.
    pub fn fault(&self, place: Option<RecordPlace>, what: GameFault) -> RecordFault {
        RecordFault::of(self.path.clone(), place, what)
    }

    /// Returns the number of games after all have been read.
    fn some_games(&self) -> Result<u64, RecordFault> {
        (self.games > 0)
            .then_some(self.games)
            .ok_or_else(|| self.fault(None, GameFault::Record("found no game; accepted: a game in a line".to_owned())))
    }

    /// Returns the text of the next game without consuming it; `None` at the end, or if it is unreadable.
    fn peek(&mut self) -> Option<&str> {
        while self.seen.is_none() {
            match next_line(&mut self.reader) {
                Ok(line) if !line.is_empty() && text(&line) == Ok("") => self.lines += 1,
                line => self.seen = Some(line),
            }
        }
        self.seen.as_ref().and_then(|line| line.as_ref().ok()).and_then(|line| text(line).ok())
    }

    /// Returns the place and the line of the next game.
    fn next(&mut self) -> Result<Option<(RecordPlace, Vec<u8>)>, RecordFault> {
        loop {
            let line = self.seen.take().unwrap_or_else(|| next_line(&mut self.reader));
            let line = line.map_err(|error| RecordFault::of_io(&self.path, &error))?;
            if line.is_empty() {
                return Ok(None);
            }
            self.lines += 1;
            let place = RecordPlace { line: self.lines, game: self.games + 1 };
            if !text(&line).map_err(|what| self.fault(Some(place), what))?.is_empty() {
                self.games += 1;
                return Ok(Some((place, line)));
            }
        }
    }
}

/// Converts a line to text; empty if it is blank.
fn text(line: &[u8]) -> Result<&str, GameFault> {
    if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
        let start = shortened(&String::from_utf8_lossy(&line[..200]));
        return Err(GameFault::Record(format!("found a line of more than {LONGEST_LINE} bytes: {start}")));
    }
    let text = str::from_utf8(line).map_err(|error| GameFault::Record(format!("not UTF-8 text: {error}")))?;
    Ok(without_mark(text).trim_ascii())
}

/// Reads the next line, up to the maximum length; empty at the end of the file.
fn next_line(reader: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    reader.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    Ok(line)
}

/// Returns the index among these names of the game of a record or saved game; 0 if unclear.
pub fn game_of(line: &str, names: &[&str]) -> usize {
    let name = Keys::parse(line, &[GAME]).and_then(|keys| keys.read::<String>(GAME, ""));
    name.ok().and_then(|name| names.iter().position(|known| *known == name)).unwrap_or(0)
}

/// The numbers of records and events checked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordCounts {
    /// The number of games.
    pub games: u64,
    /// The number of events in all games.
    pub events: u64,
}

/// Checks a whole file.
///
/// # Errors
/// The first fault; also if the file cannot be read or contains no game.
pub fn check_file<S: Setup>(records: Records, library: &LibraryOf<S>) -> Result<RecordCounts, RecordFault> {
    let mut events = 0;
    let games = records.each(|_, line| {
        events += check_line::<S::Game>(line, library)? as u64;
        Ok(())
    })?;
    Ok(RecordCounts { games, events })
}
