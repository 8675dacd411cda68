//! Checking records, ours or foreign: every decision and every draw is played again by the engine, and every event compared.

mod building;
mod cursor;
mod matching;
mod offers;
mod replay;
mod trade;

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::record::{RawRecord, shortened};
use crate::tile_set::TileSet;

/// The longest line that is read. A game of five needs some 60 kB; this bounds the memory that a broken file can take.
const LONGEST_LINE: u64 = 16 << 20;

/// How much was checked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Games.
    pub games: u64,
    /// Events of all games.
    pub events: u64,
}

/// The first difference between a record and the rules, or the first thing in it that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Fault {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: u64,
    /// The game, from 1: blank lines are not games.
    pub game: u64,
    /// What is wrong.
    pub what: GameFault,
}

/// What is wrong with one game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameFault {
    /// The line is not a record that can be understood.
    #[error("{0}")]
    Record(String),
    /// An event is not what the rules make of the events before it.
    #[error("event {index}: expected {expected}; found {found}")]
    Event {
        /// Its index in `events`, from 0; the number of events if one is missing at the end.
        index: usize,
        /// What the rules want there.
        expected: String,
        /// What is there.
        found: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}, game {}, {}", self.file.display(), self.line, self.game, self.what)
    }
}

/// Checks one game from its line. `known` are the tile files that it may name, the printed one first. The answer is the number of events.
///
/// # Errors
/// The first fault.
pub fn check_line(line: &str, known: &[TileSet]) -> Result<usize, GameFault> {
    let record = RawRecord::parse(line).map_err(GameFault::Record)?;
    let header = record.header(known).map_err(GameFault::Record)?;
    let events = record.events().map_err(GameFault::Record)?;
    replay::check(&header.game, &events)?;
    Ok(events.len())
}

/// Checks a whole file, one line in memory at a time.
///
/// # Errors
/// The first fault; also if the file cannot be read or holds no game.
pub fn check_file(path: &Path, known: &[TileSet]) -> Result<Checked, Fault> {
    let mut place = Fault { file: path.to_path_buf(), line: 0, game: 1, what: GameFault::Record(String::new()) };
    let record = |error: std::io::Error| GameFault::Record(error.to_string());
    let mut check_all = || {
        let mut reader = BufReader::new(File::open(path).map_err(record)?);
        let mut checked = Checked::default();
        let mut line = Vec::new();
        while next_line(&mut reader, &mut line)? {
            place.line += 1;
            place.game = checked.games + 1;
            let text = str::from_utf8(&line).map_err(|error| GameFault::Record(format!("not UTF-8 text: {error}")))?;
            if !text.trim_ascii().is_empty() {
                checked.events += check_line(text, known)? as u64;
                checked.games += 1;
            }
        }
        if checked.games == 0 {
            Err(GameFault::Record("found no game; accepted: a game in a line".to_owned()))
        } else {
            Ok(checked)
        }
    };
    check_all().map_err(|what| Fault { what, ..place })
}

/// Reads the next line into `line`; false at the end of the file.
fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool, GameFault> {
    line.clear();
    let read = reader.take(LONGEST_LINE).read_until(b'\n', line);
    let length = read.map_err(|error| GameFault::Record(error.to_string()))? as u64;
    if length == LONGEST_LINE && line.last() != Some(&b'\n') {
        let start = shortened(&String::from_utf8_lossy(&line[..200]));
        return Err(GameFault::Record(format!("found a line of more than {LONGEST_LINE} bytes: {start}")));
    }
    Ok(length > 0)
}
