//! Sets of tiles.

use crate::random::{Random, below};
use crate::skye::{TileId, Tiles};

/// A set of tiles.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Bag([u64; 4]);

impl Bag {
    /// All tiles that go into the bag.
    pub fn full(tiles: &Tiles) -> Self {
        tiles.in_bag().collect()
    }

    /// Returns whether the tile is in the bag.
    #[inline]
    pub fn has(&self, tile: TileId) -> bool {
        self.0[tile.index() / 64] >> (tile.index() % 64) & 1 == 1
    }

    /// Puts a tile in.
    #[inline]
    pub fn put(&mut self, tile: TileId) {
        self.0[tile.index() / 64] |= 1 << (tile.index() % 64);
    }

    /// Takes a tile out.
    #[inline]
    pub fn take(&mut self, tile: TileId) {
        self.0[tile.index() / 64] &= !(1 << (tile.index() % 64));
    }

    /// Draws tiles uniformly out of `count` until one is in the bag, and takes that one out.
    ///
    /// The order of first appearance in such a stream is a uniform order, so only the tiles drawn are shuffled.
    pub(super) fn draw(&mut self, stream: &mut Random, count: u32) -> TileId {
        loop {
            let tile = TileId::new(1 + below(stream, count) as usize);
            if self.has(tile) {
                self.take(tile);
                return tile;
            }
        }
    }

    /// Number of tiles in it.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the bag is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl FromIterator<TileId> for Bag {
    fn from_iter<I: IntoIterator<Item = TileId>>(tiles: I) -> Self {
        let mut bag = Self::default();
        tiles.into_iter().for_each(|tile| bag.put(tile));
        bag
    }
}
