//! The largest sizes of things: rounds, tiles, and the words that sets and counts of tiles fit into.

/// The largest number of rounds that rules may have.
pub const MAX_ROUNDS: usize = 9;

/// The most tiles that a player can get in one round.
///
/// Two are kept and one is bought; with the Druids there is another one.
pub const MAX_TILES_PER_ROUND: usize = 4;

/// The most borderland tiles of a player.
pub const MAX_BORDERLANDS: usize = 6;

/// The most tiles in a territory, the castle included.
pub const MAX_TERRITORY: usize = 1 + MAX_TILES_PER_ROUND * MAX_ROUNDS + MAX_BORDERLANDS;

/// The most of one feature on a tile.
pub const MAX_COUNT: u8 = 9;

/// A bit for each tile of a territory, and two for a terrain above them.
pub(in crate::skye) type TileWord = u64;

/// Four counts of [`COUNT_BITS`].
pub(in crate::skye) type AreaWord = u32;

/// A count of [`COUNT_BITS`] for each feature.
pub(in crate::skye) type FeatureWord = u64;

/// The number of bits of a count in one of these words.
///
/// A set-up whose tiles could add up to more is refused.
pub(in crate::skye) const COUNT_BITS: u32 = u8::BITS;

/// The bits of one count.
pub(in crate::skye) const LARGEST_COUNT: u16 = u16::MAX >> (u16::BITS - COUNT_BITS);
