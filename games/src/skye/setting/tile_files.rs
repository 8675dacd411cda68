//! Lookup of tile files named in a config or command.

use std::path::Path;

use engine::skye::{Module, Tiles};
use interface::components::ComponentFile;
use interface::skye::scoring_set::SCORING_TILES;
use interface::skye::tile_set::{Library, TILES, TileSet, shipped, shipped_module};

use super::scoring_tiles;
use lab::base::error::{Error, Result};
use lab::subject::files::Files;

/// Finds landscape tiles for the base game by the name of a shipped file, or by path.
///
/// # Errors
/// If the file does not exist, or is not a valid tile file.
pub fn find(name_or_path: &str) -> Result<TileSet> {
    let file = landscape(Files::From(Path::new("")), name_or_path)?;
    TileSet::of(file, Vec::new()).map_err(Error::of_input)
}

/// Finds a file of landscape tiles by the name of a shipped file, or by path.
///
/// # Errors
/// If the file does not exist or cannot be read.
pub(super) fn landscape(files: Files<'_>, named: &str) -> Result<ComponentFile> {
    match files.find(TILES, named, &Tiles::SHIPPED)? {
        Some(found) => Ok(found.into_component(TILES)),
        None => Ok(shipped(Tiles::SHIPPED.iter().position(|(name, _)| *name == named).unwrap_or(0))),
    }
}

/// Finds a module's tile file by the name of the shipped file, or by path.
///
/// # Errors
/// If the file does not exist or cannot be read.
pub(super) fn of_module(files: Files<'_>, module: Module, named: &str) -> Result<ComponentFile> {
    let shipped = shipped_module(module);
    Ok(match files.find(shipped.key, named, &[(&shipped.name, &shipped.text)])? {
        Some(found) => found.into_component(shipped.key),
        None => shipped,
    })
}

/// Returns the shipped files together with the given ones.
///
/// A given file is a path or the name of a shipped file of landscape tiles; `druids=PATH` and so on for modules; or
/// `scoring-tiles=PATH`.
///
/// # Errors
/// If a file cannot be found or read, or is not a valid tile file.
pub fn library(given: &[String]) -> Result<Library> {
    let here = Files::From(Path::new(""));
    let mut library = Library::shipped();
    for named in given {
        if let Some(path) = named.strip_prefix(SCORING_TILES).and_then(|rest| rest.strip_prefix('=')) {
            library.scoring.push(scoring_tiles::find(here, path)?);
            continue;
        }
        let module = named.split_once('=').and_then(|(module, path)| Some((module.parse::<Module>().ok()?, path)));
        // Report an invalid file at once, not at the first record that names it.
        match module.filter(|(module, _)| Module::WITH_TILES.contains(module)) {
            Some((module, path)) => {
                let file = of_module(here, module, path)?;
                TileSet::of(shipped(0), vec![(module, file.clone())]).map_err(Error::of_input)?;
                library.of_modules.push((module, file));
            }
            None => {
                let file = landscape(here, named)?;
                TileSet::of(file.clone(), Vec::new()).map_err(Error::of_input)?;
                library.landscape.push(file);
            }
        }
    }
    Ok(library)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use interface::digest::sha256;

    use super::*;

    #[test]
    fn a_copy_of_the_printed_file_is_the_printed_game() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("copy.csv");
        fs::write(&path, Tiles::SHIPPED[0].1).expect("a writable folder");
        let copy = find(path.to_str().expect("a plain path")).expect("a valid file");
        assert!(copy.is_printed());
        assert_eq!(copy.file.name, "copy.csv");
        assert!(!copy.file.is_shipped && TileSet::printed().file.is_shipped);
        assert!(!find("other-reading").expect("shipped").is_printed());
    }

    #[test]
    fn what_was_read_stays_whatever_becomes_of_the_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("mine.csv");
        fs::write(&path, Tiles::SHIPPED[1].1).expect("a writable folder");
        let read = landscape(Files::From(folder.path()), "mine.csv").expect("a readable file");
        fs::write(&path, Tiles::SHIPPED[0].1).expect("a writable folder");
        assert_eq!(&*read.text, Tiles::SHIPPED[1].1);
        assert_eq!(sha256(&*read.text), read.sha256);
    }

    #[test]
    fn a_missing_file_is_bad_input_that_names_it() {
        let error = find("no/such/file.csv").unwrap_err();
        assert!(
            matches!(&error, Error::Input(input) if input.place.contains("no/such/file.csv") && input.found.contains("printed"))
        );
    }
}
