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

/// The longest line that is read. A game of five players takes some 60 kB; this bounds the memory that a broken file can use.
const LONGEST_LINE: u64 = 16 << 20;

/// The first difference between a record and the rules, or the first thing in it that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct RecordFault {
    /// The file.
    pub file: PathBuf,
    /// The place in the file; `None` if the fault is the whole file's.
    pub place: Option<RecordPlace>,
    /// The fault.
    pub what: GameFault,
    /// Set if the machine failed, not the input.
    pub is_of_machine: bool,
}

/// A place in a file of records.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RecordPlace {
    /// The line, from 1.
    pub line: u64,
    /// The game, from 1: blank lines are not games.
    pub game: u64,
}

impl RecordFault {
    /// A fault of a file of records, or of the game at a place in it.
    pub fn of(file: PathBuf, place: Option<RecordPlace>, what: GameFault) -> Self {
        Self { file, place, what, is_of_machine: false }
    }

    /// A file that cannot be read.
    fn of_io(file: &Path, error: &io::Error) -> Self {
        let what = GameFault::Record(in_words(error));
        Self { is_of_machine: !is_bad_input(error), ..Self::of(file.to_path_buf(), None, what) }
    }

    /// The same as an error, in one line.
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

/// A file of records. It is opened once and read once, from its beginning to its end, so that it can be a pipe.
pub struct Records {
    path: PathBuf,
    reader: BufReader<File>,
    /// The next line, or why there is none, if it was asked for already to see which game it is about.
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

    /// Its path, for messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The index among these names of the game that its next record is about; 0 if that is unclear.
    pub fn game(&mut self, names: &[&str]) -> usize {
        // Whatever is wrong with the line is found again when it is read.
        self.peek().map_or(0, |line| game_of(line, names))
    }

    /// Passes the number, from 1, and the line of every game to `read`, one in memory at a time. Returns the number of games.
    ///
    /// # Errors
    /// The first fault that `read` finds; also if the file cannot be read or holds no game.
    pub fn each(mut self, mut read: impl FnMut(u64, &str) -> Result<(), GameFault>) -> Result<u64, RecordFault> {
        while let Some((place, line)) = self.next()? {
            read(place.game, text(&line).unwrap_or_default()).map_err(|what| self.fault(Some(place), what))?;
        }
        self.some_games()
    }

    /// The line of game `number`, from 1, and its place. Nothing after it is read.
    ///
    /// # Errors
    /// If the file cannot be read, has no such game, or a line up to it is not text or too long.
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

    /// The fault that something is wrong with a game, or with the whole file.
    pub fn fault(&self, place: Option<RecordPlace>, what: GameFault) -> RecordFault {
        RecordFault::of(self.path.clone(), place, what)
    }

    /// Returns the number of games, once all are read.
    fn some_games(&self) -> Result<u64, RecordFault> {
        (self.games > 0)
            .then_some(self.games)
            .ok_or_else(|| self.fault(None, GameFault::Record("found no game; accepted: a game in a line".to_owned())))
    }

    /// The text of the next game, which stays the next one; `None` at the end, or if the line cannot be read.
    fn peek(&mut self) -> Option<&str> {
        while self.seen.is_none() {
            match next_line(&mut self.reader) {
                Ok(line) if !line.is_empty() && text(&line) == Ok("") => self.lines += 1,
                line => self.seen = Some(line),
            }
        }
        self.seen.as_ref().and_then(|line| line.as_ref().ok()).and_then(|line| text(line).ok())
    }

    /// The place and the line of the next game.
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

/// A line as it was read, as text; empty if it is blank.
fn text(line: &[u8]) -> Result<&str, GameFault> {
    if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
        let start = shortened(&String::from_utf8_lossy(&line[..200]));
        return Err(GameFault::Record(format!("found a line of more than {LONGEST_LINE} bytes: {start}")));
    }
    let text = str::from_utf8(line).map_err(|error| GameFault::Record(format!("not UTF-8 text: {error}")))?;
    Ok(without_mark(text).trim_ascii())
}

/// Reads the next line, or as much of it as is allowed; empty at the end of the file.
fn next_line(reader: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    reader.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    Ok(line)
}

/// The index among these names of the game that a record or saved game is about; 0 if that is unclear.
pub fn game_of(line: &str, names: &[&str]) -> usize {
    let name = Keys::parse(line, &[GAME]).and_then(|keys| keys.read::<String>(GAME, ""));
    name.ok().and_then(|name| names.iter().position(|known| *known == name)).unwrap_or(0)
}

/// The numbers of records and events that were checked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordCounts {
    /// Games.
    pub games: u64,
    /// Events of all games.
    pub events: u64,
}

/// Checks a whole file.
///
/// # Errors
/// The first fault; also if the file cannot be read or holds no game.
pub fn check_file<S: Setup>(records: Records, library: &LibraryOf<S>) -> Result<RecordCounts, RecordFault> {
    let mut events = 0;
    let games = records.each(|_, line| {
        events += check_line::<S::Game>(line, library)? as u64;
        Ok(())
    })?;
    Ok(RecordCounts { games, events })
}
