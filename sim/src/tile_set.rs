//! Which tile file is in play: its tiles, and the name and hash that records know it by.

use std::path::Path;
use std::sync::Arc;

use engine::skye::Tiles;

use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::whole_file::read_text;

/// The longest tile file that is read. The printed one has some 3 kB.
const MOST_BYTES: u64 = 1 << 20;

/// The tiles of one file.
#[derive(Clone, Debug)]
pub struct TileSet {
    /// The tiles.
    pub tiles: Arc<Tiles>,
    /// The name of a shipped tile file, or the last part of a path.
    pub name: String,
    /// The file's text.
    pub text: Arc<str>,
    /// SHA-256 of the text, in hexadecimal.
    pub sha256: String,
    /// Whether the file is inside the program.
    pub is_shipped: bool,
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
        Self::find_from(Path::new(""), name_or_path)
    }

    /// The same, with paths that start from `folder`.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub fn find_from(folder: &Path, name_or_path: &str) -> Result<Self> {
        match Self::of_name(name_or_path) {
            Some(shipped) => Ok(shipped),
            None => {
                let path = folder.join(name_or_path);
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                Self::read(&path, &name)
            }
        }
    }

    /// The tile file of this name among those that are shipped.
    pub fn of_name(name: &str) -> Option<Self> {
        Tiles::SHIPPED.iter().position(|(shipped, _)| *shipped == name).map(Self::shipped)
    }

    /// The tile file at this path, under another name than the path's if it is a copy.
    ///
    /// # Errors
    /// If it cannot be read, or is not a valid tile file.
    pub fn read(path: &Path, name: &str) -> Result<Self> {
        let shipped = Tiles::SHIPPED.map(|(name, _)| name).join(", ");
        let unreadable = |error| Error::input(format!("tile file {}: {error} (shipped: {shipped})", path.display()));
        let text = read_text(path, MOST_BYTES).map_err(unreadable)?;
        let tiles = Arc::new(Tiles::parse(path, &text).map_err(Error::input)?);
        Ok(Self { tiles, name: name.to_owned(), sha256: sha256(&text), text: text.into(), is_shipped: false })
    }

    /// All tile files inside the program, the printed one first.
    pub fn all_shipped() -> impl Iterator<Item = Self> {
        (0..Tiles::SHIPPED.len()).map(Self::shipped)
    }

    /// All tile files inside the program, and those of these names or paths: what records may name.
    ///
    /// # Errors
    /// If one cannot be found or read, or is not a valid tile file.
    pub fn all_known(given: &[String]) -> Result<Vec<Self>> {
        Self::all_shipped().map(Ok).chain(given.iter().map(|name| Self::find(name))).collect()
    }

    /// Whether these are the tiles of the printed game.
    pub fn is_printed(&self) -> bool {
        self.sha256 == sha256(Tiles::SHIPPED[0].1)
    }

    fn shipped(which: usize) -> Self {
        let (name, text) = Tiles::SHIPPED[which];
        let tiles = if which == 0 { Tiles::printed() } else { Tiles::other_reading() };
        Self { tiles, name: name.to_owned(), text: text.into(), sha256: sha256(text), is_shipped: true }
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
        assert_eq!(copy.name, "copy.csv");
        assert!(!copy.is_shipped && TileSet::printed().is_shipped);
        assert!(!TileSet::find("other-reading").expect("shipped").is_printed());
    }

    #[test]
    fn what_was_read_stays_whatever_becomes_of_the_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("mine.csv");
        fs::write(&path, Tiles::SHIPPED[1].1).expect("a writable folder");
        let read = TileSet::find_from(folder.path(), "mine.csv").expect("a valid file");
        fs::write(&path, Tiles::SHIPPED[0].1).expect("a writable folder");
        assert_eq!(&*read.text, Tiles::SHIPPED[1].1);
        assert_eq!(sha256(&*read.text), read.sha256);
    }

    #[test]
    fn a_missing_file_is_bad_input_that_names_it() {
        let error = TileSet::find("no/such/file.csv").unwrap_err();
        assert!(matches!(&error, Error::Input(text) if text.contains("no/such/file.csv") && text.contains("printed")));
    }
}
