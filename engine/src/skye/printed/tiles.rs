//! The tiles of a game, with precomputed lookup tables.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::demand::Fitting;
use super::tile::Special;
use super::tile_files::{DruidTile, Entry, TileFileError, TileSheet};
use crate::skye::{Edges, Feature, Module, Modules, Rotation, Side, Terrain, Tile, TileArea, tile_files};

/// A tile of a [`Tiles`]: the castle, or a tile of one of its files.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TileId(u8);

impl TileId {
    /// The castle, the same for every player.
    pub const CASTLE: Self = Self(0);

    /// The tile with this index, from 1.
    #[inline]
    pub(in crate::skye) fn new(index: usize) -> Self {
        Self(u8::try_from(index).expect("a loader admits at most 255 tiles"))
    }

    /// Its number: 0 for the castle, then in the order of the files.
    ///
    /// The order is landscape tiles, tunnel tiles, Druid tiles, the fronts of borderland tiles, their backs.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The castle and all tiles of a game, each list by [`TileId`].
///
/// A borderland tile has two ids, one for each side, and one name.
#[derive(Clone, Debug)]
pub struct Tiles {
    names: Vec<String>,
    turned: Vec<[Tile; 4]>,
    fitting: Vec<Fitting>,
    /// The end of each part.
    ends: PartEnds,
    /// The Druid tiles in order.
    druids: Vec<DruidTile>,
    /// For each feature, its counts on the tiles that can be bought or kept, largest first.
    counts: [Vec<u16>; Feature::ALL.len()],
}

/// The first index after each part; a missing part ends where the one before it ends.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct PartEnds {
    landscape: usize,
    tunnels: usize,
    druids: usize,
    fronts: usize,
}

/// The printed tiles, in the richer reading where transcriptions differ.
const PRINTED: &str = include_str!("../../../data/landscape_tiles.csv");

/// The printed tiles, in the other reading of the 13 disputed ones.
const OTHER_READING: &str = include_str!("../../../data/landscape_tiles_other_reading.csv");

/// The name of the shipped tile files of modules, whose printed faces are not known.
pub const RECONSTRUCTED: &str = "reconstructed";

impl Tiles {
    /// Names of the files of landscape tiles that are built into the program.
    ///
    /// The default comes first, then the other reading.
    pub const SHIPPED: [(&str, &str); 2] = [("printed", PRINTED), ("other-reading", OTHER_READING)];

    /// The tile files of modules that are built into the program. They are reconstructed, not printed.
    pub const SHIPPED_FOR_MODULES: [(Module, &str); 3] = [
        (Module::Druids, include_str!("../../../data/druid_tiles.csv")),
        (Module::Tunnels, include_str!("../../../data/tunnel_tiles.csv")),
        (Module::Borderlands, include_str!("../../../data/borderland_tiles.csv")),
    ];

    /// The 73 landscape tiles of the base game.
    pub fn printed() -> Arc<Self> {
        Self::printed_with(Modules::NONE)
    }

    /// The printed landscape tiles, and the reconstructed tiles of these modules.
    pub fn printed_with(modules: Modules) -> Arc<Self> {
        static TILES: [LazyLock<Arc<Tiles>>; 16] = {
            macro_rules! sets {
                ($($bits:literal)*) => { [$(LazyLock::new(|| Arc::new(shipped($bits)))),*] };
            }
            sets!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
        };
        Arc::clone(&TILES[modules.bits()])
    }

    /// Landscape tiles from the text of a tile file; `file` is its name in errors.
    ///
    /// # Errors
    /// The first error: file, line, tile, column, what was found and what is accepted.
    pub fn parse(file: &Path, text: &str) -> Result<Self, TileFileError> {
        Self::parse_with(file, text, &[])
    }

    /// Landscape tiles and those of modules, each from the text of a tile file with its name.
    ///
    /// Ids are unique over all of them.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(file: &Path, text: &str, of_modules: &[(Module, &Path, &str)]) -> Result<Self, TileFileError> {
        let mut all = vec![Entry::castle()];
        let mut ids: Vec<String> = Vec::new();
        let mut read = |sheet: TileSheet, file: &Path, text: &str| {
            let entries = tile_files::parse(sheet, file, text, &ids)?;
            ids.extend(entries.iter().map(|entry| entry.name.clone()));
            all.extend(entries);
            Ok(all.len())
        };
        let mut end = read(TileSheet::Landscape, file, text)?;
        let mut read_module = |module: Module| {
            if let Some((_, file, text)) = of_modules.iter().find(|(other, ..)| *other == module) {
                end = read(TileSheet::Of(module), file, text)?;
            }
            Ok(end)
        };
        let landscape = read_module(Module::Bonus)?;
        let tunnels = read_module(Module::Tunnels)?;
        let druids = read_module(Module::Druids)?;
        let all_borderlands = read_module(Module::Borderlands)? - druids;
        let ends = PartEnds { landscape, tunnels, druids, fronts: druids + all_borderlands / 2 };
        let turned: Vec<[Tile; 4]> =
            all.iter().map(|entry| Rotation::ALL.map(|turn| entry.tile.rotated(turn))).collect();
        let fitting = turned.iter().map(Fitting::of).collect();
        let counts = Feature::ALL.map(|feature| {
            let tiles = all[1..ends.druids].iter();
            let mut counts: Vec<u16> = tiles.map(|entry| entry.tile.features.of(feature)).collect();
            counts.sort_unstable_by(|a, b| b.cmp(a));
            counts
        });
        let druids = all.iter().filter_map(|entry| entry.druid).collect();
        Ok(Self { names: all.into_iter().map(|entry| entry.name).collect(), turned, fitting, ends, druids, counts })
    }

    /// Number of tiles that go into the bag.
    ///
    /// They are landscape tiles and tunnel tiles; the castle is not one of them.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.tunnels - 1
    }

    /// Never true: a loader rejects an empty file.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All landscape tiles in file order.
    pub fn landscape(&self) -> impl Iterator<Item = TileId> {
        (1..self.ends.landscape).map(TileId::new)
    }

    /// All tunnel tiles in file order.
    pub fn tunnels(&self) -> impl Iterator<Item = TileId> {
        (self.ends.landscape..self.ends.tunnels).map(TileId::new)
    }

    /// Every tile but the castle: in the order of their ids, borderland tiles front up only.
    pub fn all(&self) -> impl Iterator<Item = TileId> {
        (1..self.ends.fronts).map(TileId::new)
    }

    /// All tiles that go into the bag: landscape tiles, then tunnel tiles.
    #[inline]
    pub fn in_bag(&self) -> impl Iterator<Item = TileId> {
        (1..self.ends.tunnels).map(TileId::new)
    }

    /// All Druid tiles in file order.
    pub fn druids(&self) -> impl Iterator<Item = TileId> {
        (self.ends.tunnels..self.ends.druids).map(TileId::new)
    }

    /// The borderland tiles that every player has, front up, in file order.
    pub fn borderlands(&self) -> impl Iterator<Item = TileId> {
        (self.ends.druids..self.ends.fronts).map(TileId::new)
    }

    /// Number `number` of [`borderlands`](Self::borderlands), from 0.
    #[inline]
    pub(in crate::skye) fn borderland_front(&self, number: usize) -> TileId {
        TileId::new(self.ends.druids + number)
    }

    /// Returns whether there are tiles of this module; always true of a module without tiles.
    pub fn have(&self, module: Module) -> bool {
        match module {
            Module::Druids => self.druids().next().is_some(),
            Module::Tunnels => self.tunnels().next().is_some(),
            Module::Borderlands => self.borderlands().next().is_some(),
            Module::Bonus => true,
        }
    }

    /// The most of one feature that a territory can show.
    ///
    /// It has this many tiles bought or kept, and all borderland tiles.
    pub(in crate::skye) fn most_of(&self, feature: Feature, laid: usize) -> u16 {
        let shown = |tile: TileId| self.as_printed(tile).features.of(feature);
        let bought: u16 = self.counts[feature as usize].iter().take(laid).sum();
        bought + self.borderlands().map(|front| self.back_of(front).map_or(0, shown).max(shown(front))).sum::<u16>()
    }

    /// Returns the cost and the tablet of a Druid tile; `None` for other tiles.
    #[inline]
    pub fn druid(&self, tile: TileId) -> Option<&DruidTile> {
        self.druids.get(tile.index().wrapping_sub(self.ends.tunnels))
    }

    /// Returns whether it is a borderland tile, on either side.
    #[inline]
    pub fn is_borderland(&self, tile: TileId) -> bool {
        tile.index() >= self.ends.druids
    }

    /// The number of a borderland tile that lies front up, from 0 in file order.
    ///
    /// It is `None` for other tiles and for backs.
    #[inline]
    pub fn borderland(&self, tile: TileId) -> Option<usize> {
        (self.ends.druids..self.ends.fronts).contains(&tile.index()).then(|| tile.index() - self.ends.druids)
    }

    /// The back of a borderland tile that lies front up.
    #[inline]
    pub fn back_of(&self, front: TileId) -> Option<TileId> {
        self.borderland(front).map(|number| TileId::new(self.ends.fronts + number))
    }

    /// The tile in this rotation.
    #[inline]
    pub fn tile(&self, tile: TileId, rotation: Rotation) -> &Tile {
        &self.turned[tile.index()][rotation.quarter_turns()]
    }

    /// The tile as printed.
    #[inline]
    pub fn as_printed(&self, tile: TileId) -> &Tile {
        self.tile(tile, Rotation::NONE)
    }

    /// The rotations in which the tile may be laid, by demand.
    #[inline]
    pub fn fitting_of(&self, tile: TileId) -> &Fitting {
        &self.fitting[tile.index()]
    }

    /// The tile's id in its file, as in records; `castle` for the castle.
    pub fn name(&self, tile: TileId) -> &str {
        &self.names[tile.index()]
    }

    /// The tile with this id, a borderland tile front up; never the castle.
    pub fn by_name(&self, name: &str) -> Option<TileId> {
        (1..self.ends.fronts).map(TileId::new).find(|&tile| self.name(tile) == name)
    }
}

/// The printed landscape tiles, and the tiles of a set of modules by its number.
fn shipped(modules: usize) -> Tiles {
    let (name, text) = Tiles::SHIPPED[0];
    let modules = Modules::all_sets().nth(modules).expect("a set of modules");
    let in_play = Tiles::SHIPPED_FOR_MODULES.into_iter().filter(|&(module, _)| modules.has(module));
    let files: Vec<_> = in_play.map(|(module, text)| (module, Path::new(RECONSTRUCTED), text)).collect();
    Tiles::parse_with(Path::new(name), text, &files).expect("tests check the shipped files")
}

impl Entry {
    fn castle() -> Self {
        Self { name: "castle".to_owned(), tile: castle(), druid: None, is_back: false, line: 0 }
    }
}

/// The castle: a road joins its north, south and west edge.
///
/// North and south are one pasture through the middle.
fn castle() -> Tile {
    use Side::{East, North, South, West};
    use Terrain::{Mountain, Pasture, Water};
    let area = |terrain, sides: &[Side]| TileArea::new(terrain, sides.iter().copied().collect());
    let areas = [area(Pasture, &[North, South]), area(Water, &[East]), area(Mountain, &[West])];
    let road: Edges = [North, South, West].into_iter().collect();
    Tile::new([Pasture, Water, Pasture, Mountain], &areas, &[road], Special::default())
}
