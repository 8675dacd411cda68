//! Checking records, ours or foreign: every decision and every draw is played again by the engine, and every event compared.

mod building;
mod cursor;
mod matching;
mod offers;
mod replay;
mod trade;

pub use replay::Decided;

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use engine::skye::Position;

use crate::record::{Header, RawRecord, shortened};
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
    /// Where in the file; nothing if it is the whole file's fault.
    pub place: Option<Place>,
    /// What is wrong.
    pub what: GameFault,
}

/// A place in a file of records.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The game, from 1: blank lines are not games.
    pub game: u64,
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
        let (file, what) = (self.file.display(), &self.what);
        match self.place {
            Some(Place { line, game }) => write!(f, "{file}:{line}, game {game}, {what}"),
            None => write!(f, "{file}: {what}"),
        }
    }
}

/// Checks one game from its line. `known` are the tile files that it may name, the printed one first. The answer is the number of events.
///
/// # Errors
/// The first fault.
pub fn check_line(line: &str, known: &[TileSet]) -> Result<usize, GameFault> {
    watch_line(line, known, &mut |_, _| {}).map(|(_, events)| events)
}

/// Checks one game and shows every decision to `watch`, with the position in which it is taken. The answer is the set-up and the number of
/// events.
///
/// # Errors
/// The first fault.
pub fn watch_line(
    line: &str,
    known: &[TileSet],
    watch: &mut dyn FnMut(&Position, Decided),
) -> Result<(Header, usize), GameFault> {
    let record = RawRecord::parse(line).map_err(GameFault::Record)?;
    let header = record.header(known).map_err(GameFault::Record)?;
    let events = record.events().map_err(GameFault::Record)?;
    replay::check(&header.game, &events, watch)?;
    Ok((header, events.len()))
}

/// Checks a whole file.
///
/// # Errors
/// The first fault; also if the file cannot be read or holds no game.
pub fn check_file(path: &Path, known: &[TileSet]) -> Result<Checked, Fault> {
    let mut events = 0;
    let games = each_game(path, |_, line| {
        events += check_line(line, known)? as u64;
        Ok(())
    })?;
    Ok(Checked { games, events })
}

/// Shows the number, from 1, and the line of every game of a file, one in memory at a time. The answer is the number of games.
///
/// # Errors
/// The first fault that `read` finds; also if the file cannot be read or holds no game.
pub fn each_game(path: &Path, mut read: impl FnMut(u64, &str) -> Result<(), GameFault>) -> Result<u64, Fault> {
    walk(path, |place, line| read(place.game, line).map(ControlFlow::Continue))
}

/// Shows every game's place and line until it is told to stop. The answer is the number of games shown.
fn walk(path: &Path, mut show: impl FnMut(Place, &str) -> Result<ControlFlow<()>, GameFault>) -> Result<u64, Fault> {
    let fault = |place, what| Fault { file: path.to_path_buf(), place, what };
    let of_file = |error: io::Error| fault(None, GameFault::Record(error.to_string()));
    let mut reader = BufReader::new(File::open(path).map_err(of_file)?);
    let (mut games, mut number, mut line) = (0, 0, Vec::new());
    while next_line(&mut reader, &mut line).map_err(of_file)? {
        number += 1;
        let place = Place { line: number, game: games + 1 };
        let of_line = |what| fault(Some(place), what);
        let text = text(&line).map_err(of_line)?;
        if text.is_empty() {
            continue;
        }
        games += 1;
        if show(place, text).map_err(of_line)?.is_break() {
            return Ok(games);
        }
    }
    let empty = || fault(None, GameFault::Record("found no game; accepted: a game in a line".to_owned()));
    (games > 0).then_some(games).ok_or_else(empty)
}

/// The line of game `number`, from 1, and where it stands. Only what is before it is read.
///
/// # Errors
/// If the file cannot be read, has no such game, or a line up to it is no text or too long.
pub fn find_game(path: &Path, number: u64) -> Result<(Place, String), Fault> {
    let mut found = None;
    let games = walk(path, |place, line| {
        let is_it = place.game == number;
        found = is_it.then(|| (place, line.to_owned()));
        Ok(if is_it { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let what = || GameFault::Record(format!("--game: found {number}; accepted: 1 to {games}"));
    found.ok_or_else(|| Fault { file: path.to_path_buf(), place: None, what: what() })
}

/// A line as it was read, as text; empty if it is blank.
fn text(line: &[u8]) -> Result<&str, GameFault> {
    if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
        let start = shortened(&String::from_utf8_lossy(&line[..200]));
        return Err(GameFault::Record(format!("found a line of more than {LONGEST_LINE} bytes: {start}")));
    }
    let text = str::from_utf8(line).map_err(|error| GameFault::Record(format!("not UTF-8 text: {error}")))?;
    Ok(text.trim_ascii())
}

/// Reads the next line into `line`, or as much of it as may be; false at the end of the file.
fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    Ok(reader.take(LONGEST_LINE).read_until(b'\n', line)? > 0)
}
