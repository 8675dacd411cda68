//! Record files, one game per line.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use interface::cursor::GameFault;
use interface::json::{GAME, Keys, shortened};
use interface::record::check_line;

use super::{LibraryOf, Wire};

/// The longest line that is read. A game of five players takes some 60 kB; this bounds the memory that a broken file can use.
const LONGEST_LINE: u64 = 16 << 20;

/// The first difference between a record and the rules, or the first thing in it that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct RecordFault {
    /// The file.
    pub file: PathBuf,
    /// Where in the file; nothing if it is the whole file's fault.
    pub place: Option<RecordPlace>,
    /// What is wrong.
    pub what: GameFault,
}

/// A place in a file of records.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RecordPlace {
    /// The line, from 1.
    pub line: u64,
    /// The game, from 1: blank lines are not games.
    pub game: u64,
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

/// Passes the number, from 1, and the line of every game of a file to `read`, one in memory at a time. Returns the number of games.
///
/// # Errors
/// The first fault that `read` finds; also if the file cannot be read or holds no game.
pub fn each_game(path: &Path, mut read: impl FnMut(u64, &str) -> Result<(), GameFault>) -> Result<u64, RecordFault> {
    walk(path, |place, line| read(place.game, line).map(ControlFlow::Continue))
}

/// Passes every game's place and line to `show` until told to stop. Returns the number of games shown.
fn walk(
    path: &Path,
    mut show: impl FnMut(RecordPlace, &str) -> Result<ControlFlow<()>, GameFault>,
) -> Result<u64, RecordFault> {
    let fault = |place, what| RecordFault { file: path.to_path_buf(), place, what };
    let of_file = |error: io::Error| fault(None, GameFault::Record(error.to_string()));
    let mut reader = BufReader::new(File::open(path).map_err(of_file)?);
    let (mut games, mut number, mut line) = (0, 0, Vec::new());
    while next_line(&mut reader, &mut line).map_err(of_file)? {
        number += 1;
        let place = RecordPlace { line: number, game: games + 1 };
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

/// The line of game `number`, from 1, and its place. Nothing after it is read.
///
/// # Errors
/// If the file cannot be read, has no such game, or a line up to it is not text or too long.
pub fn find_game(path: &Path, number: u64) -> Result<(RecordPlace, String), RecordFault> {
    let mut found = None;
    let games = walk(path, |place, line| {
        let is_it = place.game == number;
        found = is_it.then(|| (place, line.to_owned()));
        Ok(if is_it { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let what = || GameFault::Record(format!("--game: found {number}; accepted: 1 to {games}"));
    found.ok_or_else(|| RecordFault { file: path.to_path_buf(), place: None, what: what() })
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

/// Reads the next line into `line`, or as much of it as is allowed; false at the end of the file.
fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    Ok(reader.take(LONGEST_LINE).read_until(b'\n', line)? > 0)
}

/// Which of these games a file's first record is about, by index; the first if that is unclear.
pub fn game_of(path: &Path, names: &[&str]) -> usize {
    let mut game = 0;
    // Whatever is wrong with the file is found again when it is read.
    let _ = walk(path, |_, line| {
        let name = Keys::parse(line, &[GAME]).and_then(|keys| keys.read::<String>(GAME, ""));
        game = name.ok().and_then(|name| names.iter().position(|known| *known == name)).unwrap_or(0);
        Ok(ControlFlow::Break(()))
    });
    game
}

/// How much was checked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Games.
    pub games: u64,
    /// Events of all games.
    pub events: u64,
}

/// Checks a whole file.
///
/// # Errors
/// The first fault; also if the file cannot be read or holds no game.
pub fn check_file<S: Wire>(path: &Path, library: &LibraryOf<S>) -> Result<Checked, RecordFault> {
    let mut events = 0;
    let games = each_game(path, |_, line| {
        events += check_line::<S::Game>(line, library)? as u64;
        Ok(())
    })?;
    Ok(Checked { games, events })
}
