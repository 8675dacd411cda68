//! Games of self-play in a folder, a file for some dozens of them: what is there need not be played again.

use std::fs;
use std::path::{Path, PathBuf};

use super::plan::TrainingPlan;
use super::spots::{Spot, take};
use crate::base::digest::sha256;
use crate::base::error::{Error, Result};
use crate::base::whole_file::{read, read_text};
use crate::lab::run::folder::{fault, write_new};

/// A folder of pieces.
pub struct Pieces<'a> {
    folder: &'a Path,
    plan: &'a TrainingPlan,
}

/// The file that says how the games were played.
const PLAN: &str = "plan.txt";

/// The most bytes of a piece, and of a plan.
const MOST_BYTES: u64 = 1 << 28;

/// Digits of a checksum in hexadecimal, at the start of each piece.
const CHECKSUM: usize = 64;

impl<'a> Pieces<'a> {
    /// Opens a folder, which is made if there is none.
    ///
    /// # Errors
    /// If it has pieces of other games, or cannot be written.
    pub fn open(folder: &'a Path, plan: &'a TrainingPlan) -> Result<Self> {
        fs::create_dir_all(folder).map_err(|error| fault(folder, error))?;
        let path = folder.join(PLAN);
        let wanted = plan.of_play();
        if !path.exists() {
            write_new(&path, wanted.as_bytes())?;
        }
        let found = read_text(&path, MOST_BYTES).map_err(|error| fault(&path, error))?;
        if found == wanted {
            Ok(Self { folder, plan })
        } else {
            let [found, wanted] = [found, wanted].map(|text| text.trim().replace('\n', ", "));
            Err(Error::input(format!("{}: found {found}; wanted: {wanted}", path.display())))
        }
    }

    /// The pieces that are not there.
    pub fn missing(&self) -> Vec<u64> {
        (0..self.plan.pieces()).filter(|&piece| !self.path(piece).exists()).collect()
    }

    /// Its file. A piece at the end can be shorter than others, so its name says how long it is.
    fn path(&self, piece: u64) -> PathBuf {
        self.folder.join(format!("{piece:06}-{}.games", self.plan.piece(piece).count()))
    }

    /// Keeps the spots of a piece's games.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&self, piece: u64, games: &[Vec<Spot>]) -> Result<()> {
        let mut bytes = Vec::new();
        for spots in games {
            bytes.push(spots.len() as u8);
            spots.iter().for_each(|spot| spot.write(&mut bytes));
        }
        let checksum = sha256(&bytes);
        write_new(&self.path(piece), &[checksum.as_bytes(), &bytes].concat())
    }

    /// The spots of a piece's games.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn read(&self, piece: u64) -> Result<Vec<Vec<Spot>>> {
        let path = self.path(piece);
        let bytes = read(&path, MOST_BYTES).map_err(|error| fault(&path, error))?;
        let (checksum, mut rest) = bytes.split_at_checked(CHECKSUM).unwrap_or_default();
        let is_whole = checksum == sha256(rest).as_bytes();
        let games = || self.plan.piece(piece).map(|_| spots(&mut rest)).collect();
        let damaged = || Error::input(format!("{}: damaged; remove it to play its games again", path.display()));
        is_whole.then(games).flatten().ok_or_else(damaged)
    }
}

/// The spots of a game.
fn spots(bytes: &mut &[u8]) -> Option<Vec<Spot>> {
    let [count] = take(bytes)?;
    (0..count).map(|_| Spot::read(bytes)).collect()
}
