//! The component files in play: landscape tiles, bonus tiles, hometowns.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use engine::tipperary::components::RECONSTRUCTED;
use engine::tipperary::{ComponentSheet, Components};
use serde_json::Value;

use crate::components::{ComponentCache, ComponentFile, FILE, find};
use crate::json::{Fields, Keys, mismatch};

/// The section of component files in configs, and records' key for them.
pub const TILES: &str = "tiles";

/// The name of the files in which all components of a kind are equal.
///
/// So it cannot matter who has which of them.
pub const ALIKE: &str = "alike";

/// The names of all files.
pub const NAMES: [&str; ComponentSheet::ALL.len()] = ["landscape", "bonus", "hometowns"];

/// The key of a file in a config, with a dot after the section.
pub fn key(sheet: ComponentSheet) -> &'static str {
    match sheet {
        ComponentSheet::Landscape => "tiles.landscape",
        ComponentSheet::Bonus => "tiles.bonus",
        ComponentSheet::Hometowns => "tiles.hometowns",
    }
}

/// The files of this kind that are built into the program, by name: the reconstructed one first.
pub fn shipped(sheet: ComponentSheet) -> [(&'static str, &'static str); 2] {
    static TEXTS: LazyLock<[String; ComponentSheet::ALL.len()]> = LazyLock::new(|| ComponentSheet::ALL.map(alike));
    [(RECONSTRUCTED, sheet.shipped()), (ALIKE, &TEXTS[sheet as usize])]
}

/// A file with as many components as the reconstructed one, all with the grid of its first.
fn alike(sheet: ComponentSheet) -> String {
    let reconstructed = sheet.shipped();
    let mut lines = reconstructed.lines();
    let header: Vec<&str> = lines.next().unwrap_or("").split(',').collect();
    let place = header.iter().position(|column| *column == "grid").expect("every file has grids");
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let grid = rows[0][place];
    let rows = rows.iter().map(|row| {
        let cells = row.iter().enumerate().map(|(index, cell)| if index == place { grid } else { cell });
        cells.collect::<Vec<_>>().join(",") + "\n"
    });
    header.join(",") + "\n" + &rows.collect::<String>()
}

/// The components of a game and the files that they come from, in the order of [`ComponentSheet::ALL`].
#[derive(Clone, Debug)]
pub struct Sheets {
    /// The components.
    pub components: Arc<Components>,
    /// The files.
    pub files: [ComponentFile; ComponentSheet::ALL.len()],
}

impl Sheets {
    /// The shipped components, which are reconstructed.
    pub fn reconstructed() -> Self {
        Self { components: Components::shipped(), files: ComponentSheet::ALL.map(|sheet| built_in(sheet, 0)) }
    }

    /// Returns whether all hometowns are equal, and all landscape tiles.
    pub fn are_alike(&self) -> bool {
        let is_alike =
            |sheet: ComponentSheet| self.files[sheet as usize].is_shipped && self.files[sheet as usize].name == ALIKE;
        is_alike(ComponentSheet::Landscape) && is_alike(ComponentSheet::Hometowns)
    }

    /// The components of these files.
    ///
    /// # Errors
    /// A description of the fault of a file that is not valid.
    pub fn of(files: [ComponentFile; ComponentSheet::ALL.len()]) -> Result<Self, String> {
        if files.iter().all(|file| file.is_shipped && file.name == RECONSTRUCTED) {
            return Ok(Self::reconstructed());
        }
        Ok(Self { components: Arc::new(Self::of_users(&files)?), files })
    }

    /// The components of these files, with shipped ones for the other kinds.
    ///
    /// # Errors
    /// A description of the fault of a file that is not valid.
    pub fn of_users<'f>(files: impl IntoIterator<Item = &'f ComponentFile>) -> Result<Components, String> {
        let sheet = |file: &ComponentFile| ComponentSheet::ALL.into_iter().find(|&sheet| key(sheet) == file.key);
        let given: Vec<(ComponentSheet, &Path, &str)> = files
            .into_iter()
            .map(|file| (sheet(file).expect("a key of a sheet"), Path::new(&*file.path), &*file.text))
            .collect();
        Components::parse(&given).map_err(|error| error.to_string())
    }

    /// The kinds whose file is the shipped, reconstructed one: their printed faces are not known.
    pub fn are_reconstructed(&self) -> impl Iterator<Item = ComponentSheet> {
        ComponentSheet::ALL.into_iter().filter(|&sheet| self.files[sheet as usize].is_shipped)
    }

    /// The file of one kind.
    pub fn file(&self, sheet: ComponentSheet) -> &ComponentFile {
        &self.files[sheet as usize]
    }
}

/// A file built into the program.
pub fn built_in(sheet: ComponentSheet, which: usize) -> ComponentFile {
    let (name, text) = shipped(sheet)[which];
    ComponentFile::built_in(key(sheet), name, text)
}

/// The component files that records may name, with a cache of their components.
#[derive(Debug)]
pub struct Library {
    /// Those of each kind, the reconstructed one first.
    pub files: [Vec<ComponentFile>; ComponentSheet::ALL.len()],
    made: ComponentCache<Components>,
}

impl Library {
    /// The shipped files.
    pub fn shipped() -> Self {
        let files =
            ComponentSheet::ALL.map(|sheet| (0..shipped(sheet).len()).map(|which| built_in(sheet, which)).collect());
        Self { files, made: ComponentCache::default() }
    }

    /// The components that the keys of a record name; for other kinds, the reconstructed ones.
    ///
    /// # Errors
    /// If one is not known, or the key is not in the required format.
    pub fn components(&self, keys: &Keys) -> Result<Arc<Components>, String> {
        let files = self.named(keys)?;
        self.made.of(files, || Ok(Sheets::of(files.map(Clone::clone))?.components))
    }

    /// Their files, one of each kind.
    ///
    /// # Errors
    /// As [`components`](Self::components).
    pub fn named(&self, keys: &Keys) -> Result<[&ComponentFile; ComponentSheet::ALL.len()], String> {
        let accepted = format!("a {FILE} for some of {}", NAMES.join(", "));
        let found = keys.raw(TILES).map_or("", |raw| raw.get());
        let given: Option<Fields<Fields<Value>>> = keys.raw(TILES).map(|_| keys.read(TILES, &accepted)).transpose()?;
        if given.as_ref().is_some_and(|given| !given.has_only(&NAMES)) {
            return Err(mismatch(TILES, found, &accepted));
        }
        let file = |sheet: ComponentSheet| {
            let known = &self.files[sheet as usize];
            match given.as_ref().and_then(|given| given.get(sheet.name())) {
                Some(given) => find(TILES, given, found, "--tiles", known),
                None => Ok(&known[0]),
            }
        };
        Ok([file(ComponentSheet::Landscape)?, file(ComponentSheet::Bonus)?, file(ComponentSheet::Hometowns)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_files_where_all_are_alike_they_are() {
        let files = ComponentSheet::ALL.map(|sheet| built_in(sheet, 1));
        let components = Sheets::of(files).unwrap().components;
        let tiles = components.landscape();
        assert_eq!(tiles.len(), Components::shipped().landscape().len());
        let first = tiles.all().next().unwrap();
        assert!(tiles.all().all(|tile| tiles.tile(tile).front() == tiles.tile(first).front()));
        let hometowns: Vec<_> = components.all_hometowns().map(|hometown| components.hometown(hometown)).collect();
        assert!(hometowns.iter().all(|hometown| hometown.grid == hometowns[0].grid));
    }
}
