//! The landscape tiles of a game, with everything that can be looked up instead of computed.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::capacity::{self, TooMuch};
use super::demand::Fitting;
use super::feature::Terrain;
use super::place::{Rotation, Side};
use super::tile::{Edges, Tile, TileArea};
use super::tile_file::{self, TileFileError};

/// A tile of a [`Tiles`]: the castle, or a landscape tile in file order.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TileId(u8);

impl TileId {
    /// The castle, the same for every player.
    pub const CASTLE: Self = Self(0);

    /// The landscape tile in this row of its file, from 1.
    pub(in crate::skye) fn new(row: usize) -> Self {
        Self(u8::try_from(row).expect("a loader admits at most 255 tiles"))
    }

    /// 0 for the castle, then the row in the tile file.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The castle and the landscape tiles of a game, each list by [`TileId`].
#[derive(Clone, Debug)]
pub struct Tiles {
    names: Vec<String>,
    turned: Vec<[Tile; 4]>,
    fitting: Vec<Fitting>,
    /// The most tiles in a territory that has room for whatever it could have.
    roomy_size: usize,
}

/// The printed tiles, in the richer reading where transcriptions differ.
const PRINTED: &str = include_str!("../../../data/landscape_tiles.csv");

/// The printed tiles, in the other reading of the 13 disputed ones.
const OTHER_READING: &str = include_str!("../../../data/landscape_tiles_other_reading.csv");

impl Tiles {
    /// Names of the tile files that are built into the program: the default, then the other reading.
    pub const SHIPPED: [(&str, &str); 2] = [("printed", PRINTED), ("other-reading", OTHER_READING)];

    /// The 73 landscape tiles of the base game.
    pub fn printed() -> Arc<Self> {
        static TILES: LazyLock<Arc<Tiles>> = LazyLock::new(|| Arc::new(shipped(0)));
        Arc::clone(&TILES)
    }

    /// The base game with the 13 disputed tiles in their other reading.
    pub fn other_reading() -> Arc<Self> {
        static TILES: LazyLock<Arc<Tiles>> = LazyLock::new(|| Arc::new(shipped(1)));
        Arc::clone(&TILES)
    }

    /// Tiles from the text of a tile file; `file` is its name in errors.
    ///
    /// # Errors
    /// The first error: file, line, tile, column, what was found and what is accepted.
    pub fn parse(file: &Path, text: &str) -> Result<Self, TileFileError> {
        let landscape = tile_file::parse(file, text)?;
        let all = std::iter::once(("castle".to_owned(), castle())).chain(landscape);
        let (names, printed): (Vec<String>, Vec<Tile>) = all.unzip();
        let turned: Vec<[Tile; 4]> = printed.iter().map(|tile| Rotation::ALL.map(|turn| tile.rotated(turn))).collect();
        let fitting = turned.iter().map(Fitting::of).collect();
        Ok(Self { names, turned, fitting, roomy_size: capacity::roomy_size(&printed) })
    }

    /// Number of landscape tiles; the castle is not one of them.
    #[inline]
    pub fn len(&self) -> usize {
        self.names.len() - 1
    }

    /// Never true: a loader rejects an empty file.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Checks that a territory of this many tiles, the castle included, has room for whatever it could have.
    ///
    /// # Errors
    /// The first feature that it could have too much of, or areas.
    pub(in crate::skye) fn check_capacity(&self, tiles: usize) -> Result<(), TooMuch> {
        if tiles <= self.roomy_size {
            return Ok(());
        }
        let printed: Vec<Tile> = self.turned.iter().map(|turned| turned[0]).collect();
        capacity::check(&printed, tiles)
    }

    /// All landscape tiles in file order.
    pub fn landscape(&self) -> impl Iterator<Item = TileId> {
        (1..self.names.len()).map(TileId::new)
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

    /// In which rotations the tile may be laid, by what is demanded.
    #[inline]
    pub fn fitting_of(&self, tile: TileId) -> &Fitting {
        &self.fitting[tile.index()]
    }

    /// The tile's id in its file, as in records; `castle` for the castle.
    pub fn name(&self, tile: TileId) -> &str {
        &self.names[tile.index()]
    }

    /// The landscape tile with this id.
    pub fn by_name(&self, name: &str) -> Option<TileId> {
        self.landscape().find(|&tile| self.name(tile) == name)
    }
}

fn shipped(which: usize) -> Tiles {
    let (name, text) = Tiles::SHIPPED[which];
    Tiles::parse(Path::new(name), text).expect("tests check the shipped files")
}

/// The castle: a road joins its north, south and west edge; north and south are one pasture through the middle.
fn castle() -> Tile {
    use Side::{East, North, South, West};
    use Terrain::{Mountain, Pasture, Water};
    let area = |terrain, sides: &[Side]| TileArea::new(terrain, sides.iter().copied().collect());
    let areas = [area(Pasture, &[North, South]), area(Water, &[East]), area(Mountain, &[West])];
    let road: Edges = [North, South, West].into_iter().collect();
    Tile::new([Pasture, Water, Pasture, Mountain], &areas, &[road])
}
