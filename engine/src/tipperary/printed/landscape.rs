//! Landscape tiles in every orientation.

use std::fmt;

use crate::tipperary::{Grid, Place, TileId, Way};

/// A tile as it is turned.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TurnedTile {
    /// The first of the equal orientations.
    pub way: Way,
    /// Its spaces.
    pub grid: Grid,
}

/// One landscape tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LandscapeTile {
    /// Its id, as in records.
    pub name: String,
    /// Its distinct orientations, ascending; the first is as printed.
    pub ways: Vec<TurnedTile>,
}

impl LandscapeTile {
    /// The tile with this front and this back, the latter as seen after turning it over.
    pub(super) fn new(name: String, front: &Grid, back: &Grid) -> Self {
        let mut ways: Vec<TurnedTile> = Vec::new();
        for way in Way::ALL {
            let grid = front.lying(back, way);
            // Ruling: of equal orientations only the first is an action.
            if ways.iter().all(|other| other.grid != grid) {
                ways.push(TurnedTile { way, grid });
            }
        }
        Self { name, ways }
    }

    /// As printed.
    pub fn front(&self) -> &Grid {
        &self.ways[0].grid
    }

    /// Its spaces in this orientation; `None` if an earlier one is the same.
    #[inline]
    pub fn lying(&self, way: Way) -> Option<&Grid> {
        let first = &self.ways[way.index().min(self.ways.len() - 1)];
        if first.way == way {
            return Some(&first.grid);
        }
        self.ways.iter().find(|lying| lying.way == way).map(|lying| &lying.grid)
    }
}

/// All landscape tiles, by [`TileId`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Landscape(pub(super) Vec<LandscapeTile>);

impl Landscape {
    /// Number of tiles.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Never true: a loader rejects an empty file.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All tiles in file order.
    pub fn all(&self) -> impl ExactSizeIterator<Item = TileId> + use<> {
        (0..self.0.len()).map(TileId::new)
    }

    /// One tile.
    #[inline]
    pub fn tile(&self, tile: TileId) -> &LandscapeTile {
        &self.0[tile.index()]
    }

    /// The tile with this id.
    pub fn by_name(&self, name: &str) -> Option<TileId> {
        self.all().find(|&tile| self.tile(tile).name == name)
    }
}

/// A landscape tile, its orientation and its place.
///
/// Ordered by tile, then way, then place.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Placement {
    /// The tile.
    pub tile: TileId,
    /// Its orientation: the first of equal ones.
    pub way: Way,
    /// The south-west corner of its bounding box.
    pub corner: Place,
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile {} at {}, {}", self.tile.index(), self.corner, self.way)
    }
}
