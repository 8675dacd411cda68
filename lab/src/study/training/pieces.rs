//! Games of self-play in a folder, in pieces.

use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::Lines;

use interface::digest::sha256;

use crate::base::error::{Error, Result};
use crate::base::files::{exists, read};
use crate::base::ordered::Workers;
use crate::base::progress::Progress;
use crate::run::manifest::{PROGRAM, REVISION, VERSION};
use crate::store::claim::Claim;
use crate::store::files::{fault, write_new};

/// A folder of games, which no other process fills while it is open.
///
/// Each piece is a file with some of the games, one in a line, preceded by a checksum.
pub struct Pieces<P> {
    folder: PathBuf,
    games: u64,
    play: P,
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

impl<P: Fn(u64) -> Result<String> + Sync> Pieces<P> {
    /// Opens or creates a folder for this number of games.
    ///
    /// `play` receives the number of a game and returns its line, without the end. `plan` describes how games are
    /// played, without their number. It is kept with the version of this program, because other versions may play
    /// differently.
    ///
    /// # Errors
    /// If it has pieces of other games, another process is filling it, or it cannot be written.
    pub fn open(folder: &Path, plan: &str, games: u64, play: P) -> Result<Self> {
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
        Ok(Self { folder: folder.to_path_buf(), games, play, _claim: claim })
    }

    /// Plays the games that are missing in any of these folders.
    ///
    /// # Errors
    /// If a piece cannot be written, a game cannot be played, or on Ctrl-C; finished pieces are kept.
    pub fn fill(all: &[Self], workers: &Workers, quiet: bool) -> Result<()> {
        let progress = Progress::of_games(all.iter().map(|pieces| pieces.games).sum(), quiet);
        let (mut missing, mut kept) = (Vec::new(), 0);
        for pieces in all {
            for piece in 0..pieces.count() {
                if exists(&pieces.path(piece))? {
                    kept += pieces.games_of(piece).count() as u64;
                } else {
                    missing.push((pieces, piece));
                }
            }
        }
        progress.begin_at(kept);
        workers.each(
            missing,
            |(pieces, piece)| {
                let mut lines = String::new();
                for number in pieces.games_of(piece) {
                    lines += &(pieces.play)(number)?;
                    lines.push('\n');
                }
                Ok((pieces, piece, lines))
            },
            |(pieces, piece, lines)| {
                write_new(&pieces.path(piece), (sha256(lines.as_bytes()) + &lines).as_bytes())?;
                progress.add(pieces.games_of(piece).count() as u64);
                Ok(())
            },
        )
    }

    /// Collects the examples of all games; `take` gets those of each piece, in order.
    ///
    /// `note` gets the number and the line of a game, and adds its examples to those of its piece; it returns `None` if
    /// the line is damaged. Each thread has its own tools for that.
    ///
    /// # Errors
    /// If a file cannot be read, or is damaged, or on Ctrl-C.
    pub fn examples<W, E: Default + Send>(
        &self,
        workers: &Workers,
        tools: impl Fn() -> W + Sync,
        note: impl Fn(&mut W, u64, &str, &mut E) -> Option<()> + Sync,
        mut take: impl FnMut(E),
    ) -> Result<()> {
        workers.each_with(
            0..self.count(),
            tools,
            |tools, piece| {
                let path = self.path(piece);
                let bytes = read(&path, MOST_BYTES).map_err(|error| fault(&path, error))?;
                let noted = lines_of(&bytes).and_then(|mut lines| {
                    let mut examples = E::default();
                    for number in self.games_of(piece) {
                        note(tools, number, lines.next()?, &mut examples)?;
                    }
                    Some(examples)
                });
                noted.ok_or_else(|| Error::input(path.display(), "damaged; remove it to play its games again", ""))
            },
            |examples| {
                take(examples);
                Ok(())
            },
        )
    }

    /// Returns the number of pieces.
    fn count(&self) -> u64 {
        self.games.div_ceil(PIECE)
    }

    /// Returns the numbers of a piece's games.
    fn games_of(&self, piece: u64) -> Range<u64> {
        piece * PIECE..self.games.min((piece + 1) * PIECE)
    }

    /// Returns the path of a piece.
    ///
    /// Its name contains the number of games, because the last piece can be shorter.
    fn path(&self, piece: u64) -> PathBuf {
        self.folder.join(format!("{piece:06}-{}.games", self.games_of(piece).count()))
    }
}

/// Returns the lines of a piece; `None` if it is damaged.
fn lines_of(bytes: &[u8]) -> Option<Lines<'_>> {
    let (checksum, text) = bytes.split_at_checked(CHECKSUM)?;
    if checksum == sha256(text).as_bytes() { Some(str::from_utf8(text).ok()?.lines()) } else { None }
}
