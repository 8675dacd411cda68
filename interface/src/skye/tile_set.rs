//! The tile files in play: their tiles, and their names and hashes in records.

use std::path::Path;
use std::sync::Arc;

use engine::skye::tiles::RECONSTRUCTED;
use engine::skye::{Module, Tiles};

use super::scoring_set::OwnTiles;
use crate::components::{ComponentCache, ComponentFile};
use crate::digest::sha256;

/// The key of the landscape tiles in configs.
pub const TILES: &str = "tiles";

/// The section of the tiles of modules in configs and records' key for them.
pub const MODULE_TILES: &str = "module-tiles";

/// The key of a module's tile file in a run's folder.
pub fn module_key(module: Module) -> &'static str {
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

    /// The tiles of these files.
    ///
    /// # Errors
    /// A description of the fault of a file that is not valid.
    pub fn of(file: ComponentFile, of_modules: Vec<(Module, ComponentFile)>) -> Result<Self, String> {
        let modules = of_modules.iter().map(|(module, _)| *module).collect();
        let is_shipped = of_modules.iter().all(|(_, file)| file.is_shipped);
        if file.is_shipped && is_shipped && file.name == Tiles::SHIPPED[0].0 {
            return Ok(Self { tiles: Tiles::printed_with(modules), file, of_modules });
        }
        let texts = of_modules.iter().map(|(module, file)| (*module, Path::new(&*file.path), &*file.text));
        let tiles = Tiles::parse_with(Path::new(&*file.path), &file.text, &texts.collect::<Vec<_>>());
        Ok(Self { tiles: Arc::new(tiles.map_err(|error| error.to_string())?), file, of_modules })
    }

    /// All files in play.
    pub fn files(&self) -> impl Iterator<Item = &ComponentFile> {
        std::iter::once(&self.file).chain(self.of_modules.iter().map(|(_, file)| file))
    }

    /// The modules whose tiles in play are the shipped, reconstructed ones.
    ///
    /// Their printed faces are not known.
    pub fn reconstructed(&self) -> impl Iterator<Item = Module> {
        self.of_modules.iter().filter(|(_, file)| file.is_shipped).map(|(module, _)| *module)
    }

    /// Returns whether the landscape tiles are those of the printed game.
    pub fn is_printed(&self) -> bool {
        self.file.sha256 == sha256(Tiles::SHIPPED[0].1)
    }
}

/// A file of landscape tiles built into the program, by its number. The printed one comes first.
pub fn shipped(which: usize) -> ComponentFile {
    let (name, text) = Tiles::SHIPPED[which];
    ComponentFile::built_in(TILES, name, text)
}

/// The shipped file of a module's tiles, which is reconstructed.
///
/// # Panics
/// If the module has no tiles.
pub fn shipped_module(module: Module) -> ComponentFile {
    let (_, text) = Tiles::SHIPPED_FOR_MODULES.into_iter().find(|(other, _)| *other == module).expect("it has tiles");
    ComponentFile::built_in(module_key(module), RECONSTRUCTED, text)
}

/// The files of tiles and of scoring tiles that records may name, with a cache of their tiles.
#[derive(Debug)]
pub struct Library {
    /// Files of landscape tiles, the shipped ones first.
    pub landscape: Vec<ComponentFile>,
    /// Files of modules' tiles, the shipped ones first.
    pub of_modules: Vec<(Module, ComponentFile)>,
    /// Files of own scoring tiles.
    pub scoring: Vec<OwnTiles>,
    /// The tiles of the combinations of files used so far.
    made: ComponentCache<Tiles>,
}

impl Library {
    /// The shipped files.
    pub fn shipped() -> Self {
        let of_modules = Module::WITH_TILES.map(|module| (module, shipped_module(module)));
        Self {
            landscape: (0..Tiles::SHIPPED.len()).map(shipped).collect(),
            of_modules: of_modules.into(),
            scoring: Vec::new(),
            made: ComponentCache::default(),
        }
    }

    /// The tiles of these files.
    ///
    /// # Errors
    /// A description of why they do not fit together.
    pub fn tiles(
        &self,
        landscape: &ComponentFile,
        of_modules: Vec<(Module, &ComponentFile)>,
    ) -> Result<Arc<Tiles>, String> {
        let files: Vec<&ComponentFile> =
            std::iter::once(landscape).chain(of_modules.iter().map(|(_, file)| *file)).collect();
        self.made.of(files, || {
            let of_modules = of_modules.iter().map(|(module, file)| (*module, (*file).clone())).collect();
            let set = TileSet::of(landscape.clone(), of_modules)?;
            Ok(set.tiles)
        })
    }
}
