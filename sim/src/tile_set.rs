//! Which tile file is in play: its tiles, and the name and hash that records know it by.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use engine::skye::Tiles;

use crate::digest::sha256;
use crate::error::{Error, Result};

/// The tiles of one file.
#[derive(Clone, Debug)]
pub struct TileSet {
    /// The tiles.
    pub tiles: Arc<Tiles>,
    /// The name of a shipped tile file, or the last part of a path.
    pub name: String,
    /// SHA-256 of the file's bytes, in hexadecimal.
    pub sha256: String,
}

impl TileSet {
    /// The tiles of the printed game.
    pub fn printed() -> Self {
        Self::shipped(0)
    }

    /// The tile file of this name among those that are shipped, or at this path.
    ///
    /// # Errors
    /// If there is no such file, or it is not a valid tile file.
    pub fn find(name_or_path: &str) -> Result<Self> {
        match Tiles::SHIPPED.iter().position(|(name, _)| *name == name_or_path) {
            Some(which) => Ok(Self::shipped(which)),
            None => Self::read(Path::new(name_or_path)),
        }
    }

    /// All tile files inside the program, the printed one first.
    pub fn all_shipped() -> impl Iterator<Item = Self> {
        (0..Tiles::SHIPPED.len()).map(Self::shipped)
    }

    /// Whether these are the tiles of the printed game.
    pub fn is_printed(&self) -> bool {
        self.sha256 == sha256(Tiles::SHIPPED[0].1)
    }

    fn shipped(which: usize) -> Self {
        let (name, text) = Tiles::SHIPPED[which];
        let tiles = if which == 0 { Tiles::printed() } else { Tiles::other_reading() };
        Self { tiles, name: name.to_owned(), sha256: sha256(text) }
    }

    fn read(path: &Path) -> Result<Self> {
        let shipped = Tiles::SHIPPED.map(|(name, _)| name).join(", ");
        let unreadable = |error| Error::input(format!("tile file {}: {error} (shipped: {shipped})", path.display()));
        let text = fs::read_to_string(path).map_err(unreadable)?;
        let tiles = Tiles::parse(path, &text).map_err(Error::input)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Self { tiles: Arc::new(tiles), name, sha256: sha256(&text) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_the_printed_file_is_the_printed_game() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("copy.csv");
        fs::write(&path, Tiles::SHIPPED[0].1).expect("a writable folder");
        let copy = TileSet::find(path.to_str().expect("a plain path")).expect("a valid file");
        assert!(copy.is_printed());
        assert_eq!(copy.name, "copy.csv");
        assert!(!TileSet::find("other-reading").expect("shipped").is_printed());
    }

    #[test]
    fn a_missing_file_is_bad_input_that_names_it() {
        let error = TileSet::find("no/such/file.csv").unwrap_err();
        assert!(matches!(&error, Error::Input(text) if text.contains("no/such/file.csv") && text.contains("printed")));
    }
}
