//! Which tile files are in play: their tiles, and the names and hashes that records know them by.

use std::path::Path;
use std::sync::Arc;

use engine::skye::tiles::RECONSTRUCTED;
use engine::skye::{Module, Modules, Tiles};

use crate::base::error::{Error, Result};
use crate::base::files::sha256;
use crate::lab::subject::files::{ComponentFile, Files};

/// The key of the landscape tiles in configs.
pub const TILES: &str = "tiles";

/// The section of the tiles of modules in configs and records' key for them.
pub const MODULE_TILES: &str = "module-tiles";

/// The key of a module's tile file, as a run keeps it.
fn module_key(module: Module) -> &'static str {
    match module {
        Module::Druids => "module-tiles.druids",
        Module::Tunnels => "module-tiles.tunnels",
        Module::Borderlands => "module-tiles.borderlands",
        Module::Bonus => "module-tiles.bonus",
    }
}

/// The tiles of a game and the files that they come from.
#[derive(Clone, Debug)]
pub struct TileSet {
    /// The tiles.
    pub tiles: Arc<Tiles>,
    /// The file of landscape tiles.
    pub file: ComponentFile,
    /// The file of every module in play that has tiles.
    pub of_modules: Vec<(Module, ComponentFile)>,
}

impl TileSet {
    /// The tiles of the printed base game.
    pub fn printed() -> Self {
        Self { tiles: Tiles::printed(), file: shipped(0), of_modules: Vec::new() }
    }

    /// The shipped file of landscape tiles of this name, or the one at this path, for the base game.
    ///
    /// # Errors
    /// If there is no such file, or it is not a valid tile file.
    pub fn find(name_or_path: &str) -> Result<Self> {
        Self::find_in(Files::From(Path::new("")), name_or_path, Modules::NONE, |_| None)
    }

    /// The landscape tiles of this name, and the tiles of the modules in play: those that `named` gives for a module, otherwise the shipped
    /// ones. Users' files are looked for there.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub fn find_in<'a>(
        files: Files<'_>,
        landscape: &str,
        modules: Modules,
        named: impl Fn(Module) -> Option<&'a str>,
    ) -> Result<Self> {
        let file = landscape_file(files, landscape)?;
        let with_tiles = Module::WITH_TILES.into_iter().filter(|&module| modules.has(module));
        let of_modules = with_tiles.map(|module| {
            let name = named(module).unwrap_or(RECONSTRUCTED);
            Ok((module, module_file(files, module, name)?))
        });
        Self::of(file, of_modules.collect::<Result<_>>()?)
    }

    /// The tiles of these files.
    ///
    /// # Errors
    /// If one is not a valid tile file.
    pub fn of(file: ComponentFile, of_modules: Vec<(Module, ComponentFile)>) -> Result<Self> {
        let modules = of_modules.iter().map(|(module, _)| *module).collect();
        let is_shipped = of_modules.iter().all(|(_, file)| file.is_shipped);
        if file.is_shipped && is_shipped && file.name == Tiles::SHIPPED[0].0 {
            return Ok(Self { tiles: Tiles::printed_with(modules), file, of_modules });
        }
        let texts = of_modules.iter().map(|(module, file)| (*module, Path::new(&*file.path), &*file.text));
        let tiles = Tiles::parse_with(Path::new(&*file.path), &file.text, &texts.collect::<Vec<_>>());
        Ok(Self { tiles: Arc::new(tiles.map_err(Error::input)?), file, of_modules })
    }

    /// All files in play.
    pub fn files(&self) -> impl Iterator<Item = &ComponentFile> {
        std::iter::once(&self.file).chain(self.of_modules.iter().map(|(_, file)| file))
    }

    /// The modules whose tiles in play are the shipped ones, which are reconstructed: their printed faces are not known.
    pub fn reconstructed(&self) -> impl Iterator<Item = Module> {
        self.of_modules.iter().filter(|(_, file)| file.is_shipped).map(|(module, _)| *module)
    }

    /// All files of landscape tiles built into the program, the printed one first.
    pub fn all_shipped() -> impl Iterator<Item = ComponentFile> {
        (0..Tiles::SHIPPED.len()).map(shipped)
    }

    /// Whether the landscape tiles are those of the printed game.
    pub fn is_printed(&self) -> bool {
        self.file.sha256 == sha256(Tiles::SHIPPED[0].1)
    }
}

/// The shipped file of landscape tiles of this name, or the one at this path.
///
/// # Errors
/// If there is no such file, or it cannot be read.
pub fn landscape_file(files: Files<'_>, named: &str) -> Result<ComponentFile> {
    match files.find(TILES, named, &Tiles::SHIPPED)? {
        Some(found) => Ok(found.into_component(TILES)),
        None => Ok(shipped(Tiles::SHIPPED.iter().position(|(name, _)| *name == named).unwrap_or(0))),
    }
}

/// The shipped file of a module's tiles, or the one at this path.
///
/// # Errors
/// If there is no such file, or it cannot be read.
pub fn module_file(files: Files<'_>, module: Module, named: &str) -> Result<ComponentFile> {
    let key = module_key(module);
    let (_, text) = Tiles::SHIPPED_FOR_MODULES.into_iter().find(|(other, _)| *other == module).expect("it has tiles");
    match files.find(key, named, &[(RECONSTRUCTED, text)])? {
        Some(found) => Ok(found.into_component(key)),
        None => Ok(ComponentFile::built_in(key, RECONSTRUCTED, text)),
    }
}

fn shipped(which: usize) -> ComponentFile {
    let (name, text) = Tiles::SHIPPED[which];
    ComponentFile::built_in(TILES, name, text)
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
        let read =
            TileSet::find_in(Files::From(folder.path()), "mine.csv", Modules::NONE, |_| None).expect("a valid file");
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
