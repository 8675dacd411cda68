//! Games of self-play in a folder, in pieces.

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

/// A folder of games, which no other process fills while it is open.
///
/// Each piece is a file with some of the games, preceded by a checksum.
pub struct Pieces<'a> {
    folder: &'a Path,
    games: u64,
    _claim: Claim,
}

/// The number of games in a piece.
const PIECE: u64 = 50;

/// The flag that names the folder.
const FLAG: &str = "--games-in";

/// The file that describes how the games were played.
const PLAN: &str = "plan.txt";

/// The maximum size of a piece and of a plan, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// The number of hexadecimal digits of the checksum at the start of each piece.
const CHECKSUM: usize = 64;

impl<'a> Pieces<'a> {
    /// Opens or creates a folder for this number of games.
    ///
    /// `plan` describes how they are played, without their number. It is kept with the version of this program, because
    /// other versions may play differently.
    ///
    /// # Errors
    /// If it has pieces of other games, another process is filling it, or it cannot be written.
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

    /// Returns the number of pieces.
    pub fn count(&self) -> u64 {
        self.games.div_ceil(PIECE)
    }

    /// Returns the numbers of a piece's games.
    pub fn games_of(&self, piece: u64) -> Range<u64> {
        piece * PIECE..self.games.min((piece + 1) * PIECE)
    }

    /// Counts the games already in the folder.
    ///
    /// # Errors
    /// If that cannot be determined.
    pub fn games_kept(&self) -> Result<u64> {
        let missing = self.missing()?.into_iter().map(|piece| self.games_of(piece).count() as u64);
        Ok(self.games - missing.sum::<u64>())
    }

    /// Plays the missing games. `play` receives the number of a game and returns the bytes to keep.
    ///
    /// # Errors
    /// If a piece cannot be written, a game cannot be played, or on Ctrl-C; finished pieces are kept.
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

    /// Reads the concatenated bytes of the games of a piece.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn read(&self, piece: u64) -> Result<Vec<u8>> {
        let path = self.path(piece);
        let mut bytes = read(&path, MOST_BYTES).map_err(|error| fault(&path, error))?;
        let (checksum, rest) = bytes.split_at_checked(CHECKSUM).unwrap_or_default();
        if checksum == sha256(rest).as_bytes() { Ok(bytes.split_off(CHECKSUM)) } else { Err(self.damage(piece)) }
    }

    /// Creates the error of a damaged piece.
    pub fn damage(&self, piece: u64) -> Error {
        Error::input(self.path(piece).display(), "damaged; remove it to play its games again", "")
    }

    /// Returns the missing pieces.
    fn missing(&self) -> Result<Vec<u64>> {
        let mut missing = Vec::new();
        for piece in 0..self.count() {
            if !exists(&self.path(piece))? {
                missing.push(piece);
            }
        }
        Ok(missing)
    }

    /// Returns the path of a piece.
    ///
    /// Its name contains the number of games, because the last piece can be shorter.
    fn path(&self, piece: u64) -> PathBuf {
        self.folder.join(format!("{piece:06}-{}.games", self.games_of(piece).count()))
    }
}
