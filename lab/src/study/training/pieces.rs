//! Games of self-play in a folder, a piece at a time.

use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use interface::digest::sha256;
use rayon::ThreadPool;

use crate::base::error::{Error, Result};
use crate::base::files::{exists, read};
use crate::base::interrupt::Interrupt;
use crate::base::ordered;
use crate::base::progress::Progress;
use crate::run::manifest::{PROGRAM, REVISION, VERSION};
use crate::store::claim::Claim;
use crate::store::files::{fault, write_new};

/// A folder of games. Each piece is a file of some of them, which begins with a checksum. As long as it is open, no other process fills it.
pub struct Pieces<'a> {
    folder: &'a Path,
    games: u64,
    _claim: Claim,
}

/// Games of a piece.
const PIECE: u64 = 50;

/// The flag that names the folder.
const FLAG: &str = "--games-in";

/// The file that says how the games were played.
const PLAN: &str = "plan.txt";

/// The most bytes of a piece, and of a plan.
const MOST_BYTES: u64 = 1 << 28;

/// Digits of a checksum in hexadecimal, at the start of each piece.
const CHECKSUM: usize = 64;

impl<'a> Pieces<'a> {
    /// Opens a folder for this number of games, or creates it. The plan describes how they are played, except for their number; it is kept with
    /// the version of this program, since another one may play otherwise.
    ///
    /// # Errors
    /// If it has pieces of other games, another process fills it, or it cannot be written.
    pub fn open(folder: &'a Path, plan: &str, games: u64) -> Result<Self> {
        let plan = format!("{PROGRAM} {VERSION} {REVISION}\n{plan}");
        let claim = Claim::of(folder, &[], FLAG)?;
        let path = folder.join(PLAN);
        match read(&path, MOST_BYTES) {
            Ok(found) if found == plan.as_bytes() => {}
            Ok(found) => {
                let [found, wanted] =
                    [String::from_utf8_lossy(&found).into_owned(), plan].map(|text| text.trim().replace('\n', ", "));
                let accepted = format!("{wanted}, or another folder ({FLAG})");
                return Err(Error::input(path.display(), format_args!("found {found}"), &accepted));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => write_new(&path, plan.as_bytes())?,
            Err(error) => return Err(Error::of_path(&path, &error, "")),
        }
        Ok(Self { folder, games, _claim: claim })
    }

    /// The number of pieces.
    pub fn count(&self) -> u64 {
        self.games.div_ceil(PIECE)
    }

    /// The numbers of a piece's games.
    pub fn games_of(&self, piece: u64) -> Range<u64> {
        piece * PIECE..self.games.min((piece + 1) * PIECE)
    }

    /// Counts the games that the folder has already.
    ///
    /// # Errors
    /// If that cannot be told.
    pub fn games_kept(&self) -> Result<u64> {
        let missing = self.missing()?.into_iter().map(|piece| self.games_of(piece).count() as u64);
        Ok(self.games - missing.sum::<u64>())
    }

    /// Plays the missing games. `play` gets the number of a game and returns the bytes to keep.
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

    /// Reads the bytes of the games of a piece, one after the other.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn read(&self, piece: u64) -> Result<Vec<u8>> {
        let path = self.path(piece);
        let mut bytes = read(&path, MOST_BYTES).map_err(|error| fault(&path, error))?;
        let (checksum, rest) = bytes.split_at_checked(CHECKSUM).unwrap_or_default();
        if checksum == sha256(rest).as_bytes() { Ok(bytes.split_off(CHECKSUM)) } else { Err(self.damage(piece)) }
    }

    /// The error that a piece is damaged.
    pub fn damage(&self, piece: u64) -> Error {
        Error::input(self.path(piece).display(), "damaged; remove it to play its games again", "")
    }

    /// The pieces that are not there.
    fn missing(&self) -> Result<Vec<u64>> {
        let mut missing = Vec::new();
        for piece in 0..self.count() {
            if !exists(&self.path(piece))? {
                missing.push(piece);
            }
        }
        Ok(missing)
    }

    /// The file of a piece. The last piece can be shorter than others, so the name has the number of its games.
    fn path(&self, piece: u64) -> PathBuf {
        self.folder.join(format!("{piece:06}-{}.games", self.games_of(piece).count()))
    }
}
