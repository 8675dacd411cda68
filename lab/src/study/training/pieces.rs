//! Games of self-play in a folder, a piece at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use interface::digest::sha256;
use rayon::ThreadPool;

use crate::base::error::{Error, Result};
use crate::base::files::{exists, read};
use crate::base::interrupt::Interrupt;
use crate::base::ordered;
use crate::base::progress::Progress;
use crate::run::folder::{fault, write_new};
use crate::run::manifest::{PROGRAM, REVISION, VERSION};

/// A folder of games: each piece is a file of some of them, which begins with a checksum.
pub struct Pieces<'a> {
    folder: &'a Path,
    games: u64,
    /// Locked, so that no other process fills the folder.
    _plan: File,
}

/// Games of a piece.
const PIECE: u64 = 50;

/// The file that says how the games were played.
const PLAN: &str = "plan.txt";

/// The most bytes of a piece, and of a plan.
const MOST_BYTES: u64 = 1 << 28;

/// Digits of a checksum in hexadecimal, at the start of each piece.
const CHECKSUM: usize = 64;

impl<'a> Pieces<'a> {
    /// Opens a folder for so many games, which is made if there is none. The plan says how they are played, except for how many; it is kept
    /// with the version of this program, since another one may play otherwise.
    ///
    /// # Errors
    /// If it has pieces of other games, another process fills it, or it cannot be written.
    pub fn open(folder: &'a Path, plan: &str, games: u64) -> Result<Self> {
        let plan = format!("{PROGRAM} {VERSION} {REVISION}\n{plan}");
        let accepted = "a folder that you may write (--games-in)";
        fs::create_dir_all(folder).map_err(|error| Error::of_path(folder, &error, accepted))?;
        let path = folder.join(PLAN);
        let opened = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let mut file = opened.map_err(|error| Error::of_path(&path, &error, accepted))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => Error::input(format!(
                "{}: another training is filling it now; accepted: another folder (--games-in), or this one when that has ended",
                folder.display()
            )),
            TryLockError::Error(error) => fault(&path, error),
        })?;
        let mut found = Vec::new();
        Read::by_ref(&mut file).take(MOST_BYTES).read_to_end(&mut found).map_err(|error| fault(&path, error))?;
        // It may have been killed while it wrote that.
        if plan.as_bytes().starts_with(&found) {
            let rest = &plan.as_bytes()[found.len()..];
            file.write_all(rest).and_then(|()| file.sync_data()).map_err(|error| fault(&path, error))?;
            return Ok(Self { folder, games, _plan: file });
        }
        let [found, wanted] =
            [String::from_utf8_lossy(&found).into_owned(), plan].map(|text| text.trim().replace('\n', ", "));
        let accepted = format!("{wanted}, or another folder (--games-in)");
        Err(Error::input(format!("{}: found {found}; accepted: {accepted}", path.display())))
    }

    /// How many pieces the games come in.
    pub fn count(&self) -> u64 {
        self.games.div_ceil(PIECE)
    }

    /// The numbers of a piece's games.
    pub fn games_of(&self, piece: u64) -> Range<u64> {
        piece * PIECE..self.games.min((piece + 1) * PIECE)
    }

    /// How many games are there already.
    ///
    /// # Errors
    /// If that cannot be told.
    pub fn games_kept(&self) -> Result<u64> {
        let missing = self.missing()?.into_iter().map(|piece| self.games_of(piece).count() as u64);
        Ok(self.games - missing.sum::<u64>())
    }

    /// Plays what is missing. A game is played by its number, and leaves some bytes.
    ///
    /// # Errors
    /// If a piece cannot be written, a game cannot be played, or Ctrl-C is pressed; pieces that are finished stay.
    pub fn play(
        &self,
        (pool, interrupt): (&ThreadPool, &Interrupt),
        progress: &Progress,
        play: impl Fn(u64) -> Result<Vec<u8>> + Sync,
    ) -> Result<()> {
        ordered::for_each(
            pool,
            interrupt,
            self.missing()?.into_iter().map(Ok),
            || (),
            |(), piece| (piece, self.games_of(piece).map(&play).collect::<Result<Vec<_>>>()),
            |(piece, games)| {
                let games = games?;
                let bytes = games.concat();
                let checksum = sha256(&bytes);
                write_new(&self.path(piece), &[checksum.as_bytes(), &bytes].concat())?;
                progress.add(games.len() as u64);
                Ok(())
            },
        )
    }

    /// What the games of a piece have left, one after the other.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn read(&self, piece: u64) -> Result<Vec<u8>> {
        let path = self.path(piece);
        let mut bytes = read(&path, MOST_BYTES).map_err(|error| fault(&path, error))?;
        let (checksum, rest) = bytes.split_at_checked(CHECKSUM).unwrap_or_default();
        if checksum == sha256(rest).as_bytes() { Ok(bytes.split_off(CHECKSUM)) } else { Err(self.damage(piece)) }
    }

    /// That a piece is damaged.
    pub fn damage(&self, piece: u64) -> Error {
        Error::input(format!("{}: damaged; remove it to play its games again", self.path(piece).display()))
    }

    /// The pieces that are not there.
    fn missing(&self) -> Result<Vec<u64>> {
        let missing = |piece: u64| exists(&self.path(piece)).map(|is_there| (!is_there).then_some(piece)).transpose();
        (0..self.count()).filter_map(missing).collect()
    }

    /// Its file. A piece at the end can be shorter than others, so its name says how long it is.
    fn path(&self, piece: u64) -> PathBuf {
        self.folder.join(format!("{piece:06}-{}.games", self.games_of(piece).count()))
    }
}
