//! The tiles of a territory, each with its neighbours.

use tinyvec::ArrayVec;

use crate::skye::printed::sizes::TileWord;
use crate::skye::{MAX_TERRITORY, Place, Rotation, Side, Tile, TileId, Tiles};
use crate::{bit_set, mix};

/// Marks a missing neighbour.
const NONE: u8 = u8::MAX;

/// The place and the rotation of one tile.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Placement {
    /// Which tile.
    pub tile: TileId,
    /// Its place.
    pub place: Place,
    /// Turned how.
    pub rotation: Rotation,
}

impl Placement {
    /// The castle, which every territory starts with.
    pub const CASTLE: Self = Self { tile: TileId::CASTLE, place: Place::CASTLE, rotation: Rotation::NONE };

    /// Its part of a territory's [`key`](LaidTiles::key), which is the wrapping sum of these.
    #[inline]
    pub fn key(self) -> u64 {
        let place = u64::from(self.place.key());
        mix([place << 16 | (self.tile.index() as u64) << 8 | self.rotation.quarter_turns() as u64])
    }
}

bit_set! {
    /// A set of the tiles of one territory, by their index in [`LaidTiles::placements`].
    pub struct TileIndexSet(TileWord) of usize, |index| index, |index| index
}

impl TileIndexSet {
    /// The largest index that a set can hold; no tile has it.
    pub const LAST: usize = TileWord::BITS as usize - 1;

    /// The tiles whose bits are set.
    #[inline]
    pub(super) fn from_word(word: TileWord) -> Self {
        Self(word)
    }

    /// Adds a tile.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        self.0 |= 1 << index;
    }

    /// Adds all tiles of another set.
    #[inline]
    pub fn insert_all(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// The tiles that are in both sets.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The tiles that are not in the other set.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// All but the tile with the smallest index; the empty set stays empty.
    #[inline]
    #[must_use]
    pub fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }
}

/// A laid tile, with its neighbours.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct LaidTile {
    placement: Placement,
    /// For each side the index of the neighbouring tile, or [`NONE`].
    neighbours: [u8; 4],
}

/// The tiles of a territory in the order in which they were laid, the castle first.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct LaidTiles {
    laid: ArrayVec<[LaidTile; MAX_TERRITORY]>,
    /// The sum of the placements' keys.
    key: u64,
}

impl LaidTiles {
    /// Number of tiles, the castle included.
    #[inline]
    pub fn len(&self) -> usize {
        self.laid.len()
    }

    /// Never true: the castle is always there.
    pub fn is_empty(&self) -> bool {
        self.laid.is_empty()
    }

    /// A hash of all placements, whatever the order in which they were laid.
    ///
    /// Different territories collide as rarely as random 64-bit numbers.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Every tile in the order in which it was laid, the castle first.
    ///
    /// Their indices are used by `neighbour`, areas and roads.
    #[inline]
    pub fn placements(&self) -> impl DoubleEndedIterator<Item = Placement> + ExactSizeIterator + '_ {
        self.laid.iter().map(|laid| laid.placement)
    }

    /// The tile with this index.
    #[inline]
    pub fn placement(&self, index: usize) -> Placement {
        self.laid[index].placement
    }

    /// The tile with this index, rotated as laid.
    #[inline]
    pub fn tile<'a>(&self, tiles: &'a Tiles, index: usize) -> &'a Tile {
        let laid = self.placement(index);
        tiles.tile(laid.tile, laid.rotation)
    }

    /// Every tile, rotated as laid, in the order of [`placements`](Self::placements).
    #[inline]
    pub fn tiles<'a>(&'a self, tiles: &'a Tiles) -> impl ExactSizeIterator<Item = &'a Tile> {
        self.placements().map(|laid| tiles.tile(laid.tile, laid.rotation))
    }

    /// The index of the tile next to tile `index`, if there is one.
    #[inline]
    pub fn neighbour(&self, index: usize, side: Side) -> Option<usize> {
        let neighbour = self.laid[index].neighbours[side.index()];
        (neighbour != NONE).then_some(usize::from(neighbour))
    }

    /// The index of the tile at this place.
    #[inline]
    pub fn at(&self, place: Place) -> Option<usize> {
        // Keys are compared in one step.
        self.laid.iter().position(|laid| laid.placement.place.key() == place.key())
    }

    /// Adds a tile that has no neighbours yet.
    pub(super) fn push(&mut self, placement: Placement) {
        self.laid.push(LaidTile { placement, neighbours: [NONE; 4] });
        self.key = self.key.wrapping_add(placement.key());
    }

    /// Replaces this tile by another one in the same rotation.
    pub(super) fn replace(&mut self, index: usize, tile: TileId) {
        let placement = &mut self.laid[index].placement;
        self.key = self.key.wrapping_sub(placement.key());
        placement.tile = tile;
        self.key = self.key.wrapping_add(placement.key());
    }

    /// Makes this tile and the one on this side of it neighbours; returns the index of the other one.
    #[inline]
    pub(super) fn join(&mut self, index: usize, side: Side) -> usize {
        let place = self.placement(index).place.neighbour(side);
        let other = self.at(place).expect("there is a tile on this side");
        self.laid[index].neighbours[side.index()] = other as u8;
        self.laid[other].neighbours[side.opposite().index()] = index as u8;
        other
    }
}
