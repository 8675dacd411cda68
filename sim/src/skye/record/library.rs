//! The tile files that records may name.

use std::path::Path;
use std::sync::Arc;

use engine::skye::{Module, Modules, Tiles};

use crate::base::error::{Error, Result};
use crate::lab::subject::files::{ComponentFile, Files};
use crate::lab::wire::library::Made;
use crate::skye::setting::tile_set::{TileSet, landscape_file, module_file};

/// Files that are known, the shipped ones first, and what was made of them.
#[derive(Debug)]
pub struct Library {
    /// Files of landscape tiles.
    pub landscape: Vec<ComponentFile>,
    /// Files of modules' tiles.
    pub of_modules: Vec<(Module, ComponentFile)>,
    /// Tiles of those combinations of files that were asked for.
    made: Made<Tiles>,
}

impl Library {
    /// The shipped files and these: a path or the name of a shipped file for landscape tiles, and `druids=PATH` and so on for modules.
    ///
    /// # Errors
    /// If one cannot be found or read, or is not a valid tile file.
    pub fn with(given: &[String]) -> Result<Self> {
        let here = Files::From(Path::new(""));
        let mut landscape: Vec<ComponentFile> = TileSet::all_shipped().collect();
        let mut of_modules = Vec::new();
        let shipped = Module::WITH_TILES.into_iter().collect::<Modules>();
        of_modules.extend(TileSet::find_in(here, &landscape[0].name, shipped, |_| None)?.of_modules);
        for named in given {
            let module = named.split_once('=').and_then(|(module, path)| Some((module.parse::<Module>().ok()?, path)));
            match module.filter(|(module, _)| Module::WITH_TILES.contains(module)) {
                Some((module, path)) => {
                    let file = module_file(here, module, path)?;
                    // A faulty file is told at once, not with the first record that names it.
                    TileSet::of(landscape[0].clone(), vec![(module, file.clone())])?;
                    of_modules.push((module, file));
                }
                None => {
                    let file = landscape_file(here, named)?;
                    TileSet::of(file.clone(), Vec::new())?;
                    landscape.push(file);
                }
            }
        }
        Ok(Self { landscape, of_modules, made: Made::default() })
    }

    /// The tiles of these files.
    ///
    /// # Errors
    /// If they do not fit together, in words.
    pub fn tiles(
        &self,
        landscape: &ComponentFile,
        of_modules: Vec<(Module, &ComponentFile)>,
    ) -> std::result::Result<Arc<Tiles>, String> {
        let files: Vec<&ComponentFile> =
            std::iter::once(landscape).chain(of_modules.iter().map(|(_, file)| *file)).collect();
        self.made.of(files, || {
            let of_modules = of_modules.iter().map(|(module, file)| (*module, (*file).clone())).collect();
            let set = TileSet::of(landscape.clone(), of_modules).map_err(|error: Error| error.to_string())?;
            Ok(set.tiles)
        })
    }
}
