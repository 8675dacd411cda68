//! Small sets as bits.

/// The indices of the set bits, ascending.
#[inline]
pub fn ones(word: impl Into<u64>) -> impl Iterator<Item = usize> + Clone {
    let mut left = word.into();
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let index = left.trailing_zeros();
            left &= left - 1;
            index as usize
        })
    })
}

/// Defines a set of small things as the bits of a word, by the number of a thing and the thing with a number.
#[macro_export]
macro_rules! bit_set {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $set:ident($word:ty) of $item:ty, |$one:ident| $bit:expr, |$number:ident| $item_of:expr
    ) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        $visibility struct $set($word);

        #[allow(dead_code, reason = "not every set is used in every way")]
        impl $set {
            /// The empty set.
            pub const NONE: Self = Self(0);

            /// Returns whether this one is in the set.
            #[inline]
            pub fn has(self, $one: $item) -> bool {
                self.0 >> $bit & 1 == 1
            }

            /// The set with this one added.
            #[inline]
            #[must_use]
            pub fn with(self, $one: $item) -> Self {
                Self(self.0 | 1 << $bit)
            }

            /// All in the set, in order.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $item> + Clone {
                $crate::bits::ones(self.0).map(|$number| $item_of)
            }

            /// Returns how many are in the set.
            #[inline]
            pub fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns whether the set is empty.
            #[inline]
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }
        }

        impl Extend<$item> for $set {
            #[inline]
            fn extend<I: IntoIterator<Item = $item>>(&mut self, items: I) {
                items.into_iter().for_each(|item| *self = self.with(item));
            }
        }

        impl FromIterator<$item> for $set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::NONE, Self::with)
            }
        }
    };
}

/// Defines a bag of tiles: a set without an order, from which tiles are drawn at random.
macro_rules! tile_bag {
    ($(#[$meta:meta])* $visibility:vis struct $bag:ident of $tile:ident, from $first:literal) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
        $visibility struct $bag([u64; 4]);

        impl $bag {
            /// Returns whether the tile is in it.
            #[inline]
            pub fn has(&self, tile: $tile) -> bool {
                self.0[tile.index() / 64] >> (tile.index() % 64) & 1 == 1
            }

            /// Puts a tile in.
            #[inline]
            pub fn put(&mut self, tile: $tile) {
                self.0[tile.index() / 64] |= 1 << (tile.index() % 64);
            }

            /// Takes a tile out.
            #[inline]
            pub fn take(&mut self, tile: $tile) {
                self.0[tile.index() / 64] &= !(1 << (tile.index() % 64));
            }

            /// Draws tiles uniformly out of `count` until one is in the bag, and takes that one out.
            ///
            /// The order of first appearance in such a stream is a uniform order, so only the tiles drawn are shuffled.
            pub(super) fn draw(&mut self, stream: &mut $crate::Random, count: u32) -> $tile {
                loop {
                    let tile = $tile::new($first + $crate::below(stream, count) as usize);
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

            /// Returns whether it is empty.
            pub fn is_empty(&self) -> bool {
                self.0 == [0; 4]
            }
        }

        impl FromIterator<$tile> for $bag {
            fn from_iter<I: IntoIterator<Item = $tile>>(tiles: I) -> Self {
                let mut bag = Self::default();
                tiles.into_iter().for_each(|tile| bag.put(tile));
                bag
            }
        }
    };
}
pub(crate) use tile_bag;
