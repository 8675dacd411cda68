//! Which tile file is in play: its tiles, and the name and hash that records know it by.

use std::path::Path;
use std::sync::Arc;

use engine::skye::Tiles;

use crate::base::digest::sha256;
use crate::base::error::{Error, Result};
use crate::lab::subject::files::{ComponentFile, Files, Found};

/// The key of the tile file in configs.
pub const TILES: &str = "tiles";

/// The tiles of one file.
#[derive(Clone, Debug)]
pub struct TileSet {
    /// The tiles.
    pub tiles: Arc<Tiles>,
    /// The file.
    pub file: ComponentFile,
}

impl TileSet {
    /// The tiles of the printed game.
    pub fn printed() -> Self {
        Self::shipped(0)
    }

    /// The shipped tile file of this name, or the one at this path.
    ///
    /// # Errors
    /// If there is no such file, or it is not a valid tile file.
    pub fn find(name_or_path: &str) -> Result<Self> {
        Self::find_in(Files::From(Path::new("")), name_or_path)
    }

    /// The same, looking for a user's file there.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub fn find_in(files: Files<'_>, named: &str) -> Result<Self> {
        match files.find(TILES, named, &Tiles::SHIPPED)? {
            Some(found) => Self::of(found),
            None => Ok(Self::shipped(Tiles::SHIPPED.iter().position(|(name, _)| *name == named).unwrap_or(0))),
        }
    }

    /// The tiles of a user's file.
    fn of(Found { path, name, text }: Found) -> Result<Self> {
        let tiles = Arc::new(Tiles::parse(&path, &text).map_err(Error::input)?);
        let file = ComponentFile { key: TILES, name, sha256: sha256(&text), text: text.into(), is_shipped: false };
        Ok(Self { tiles, file })
    }

    /// All tile files built into the program, the printed one first.
    pub fn all_shipped() -> impl Iterator<Item = Self> {
        (0..Tiles::SHIPPED.len()).map(Self::shipped)
    }

    /// All tile files built into the program, and those of these names or paths: what records may name.
    ///
    /// # Errors
    /// If one cannot be found or read, or is not a valid tile file.
    pub fn all_known(given: &[String]) -> Result<Vec<Self>> {
        Self::all_shipped().map(Ok).chain(given.iter().map(|name| Self::find(name))).collect()
    }

    /// Whether these are the tiles of the printed game.
    pub fn is_printed(&self) -> bool {
        self.file.sha256 == sha256(Tiles::SHIPPED[0].1)
    }

    fn shipped(which: usize) -> Self {
        let (name, text) = Tiles::SHIPPED[which];
        let tiles = if which == 0 { Tiles::printed() } else { Tiles::other_reading() };
        let sha256 = sha256(text);
        let file = ComponentFile { key: TILES, name: name.to_owned(), text: text.into(), sha256, is_shipped: true };
        Self { tiles, file }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_copy_of_the_printed_file_is_the_printed_game() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("copy.csv");
        fs::write(&path, Tiles::SHIPPED[0].1).expect("a writable folder");
        let copy = TileSet::find(path.to_str().expect("a plain path")).expect("a valid file");
        assert!(copy.is_printed());
        assert_eq!(copy.file.name, "copy.csv");
        assert!(!copy.file.is_shipped && TileSet::printed().file.is_shipped);
        assert!(!TileSet::find("other-reading").expect("shipped").is_printed());
    }

    #[test]
    fn what_was_read_stays_whatever_becomes_of_the_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("mine.csv");
        fs::write(&path, Tiles::SHIPPED[1].1).expect("a writable folder");
        let read = TileSet::find_in(Files::From(folder.path()), "mine.csv").expect("a valid file");
        fs::write(&path, Tiles::SHIPPED[0].1).expect("a writable folder");
        assert_eq!(&*read.file.text, Tiles::SHIPPED[1].1);
        assert_eq!(sha256(&*read.file.text), read.file.sha256);
    }

    #[test]
    fn a_missing_file_is_bad_input_that_names_it() {
        let error = TileSet::find("no/such/file.csv").unwrap_err();
        assert!(matches!(&error, Error::Input(text) if text.contains("no/such/file.csv") && text.contains("printed")));
    }
}
