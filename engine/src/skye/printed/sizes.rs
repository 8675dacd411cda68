//! How large things can get: rounds, tiles, and the words that sets and counts of tiles fit into.

/// The largest number of rounds that rules may have.
pub const MAX_ROUNDS: usize = 9;

/// The most tiles that a player can get in one round: two kept and two bought.
pub const MAX_TILES_PER_ROUND: usize = 4;

/// The most tiles that a player can get besides those of the rounds.
const MAX_FURTHER_TILES: usize = 6;

/// The most tiles in a territory, the castle included. The base game needs three in each round and no others; the rest is for expansions.
pub const MAX_TERRITORY: usize = 1 + MAX_TILES_PER_ROUND * MAX_ROUNDS + MAX_FURTHER_TILES;

/// The most areas in a territory: four for each tile, one of which every tile but the castle shares with a neighbour. A tile can have five, but
/// tiles with that many are few; a game is not set up if a territory could have more areas.
pub const MAX_AREAS: usize = 1 + 3 * MAX_TERRITORY;

/// The most of one feature on a tile.
pub const MAX_COUNT: u8 = 9;

/// A bit for each tile of a territory, and two for a terrain above them.
pub(in crate::skye) type TileWord = u64;

/// Four counts of [`COUNT_BITS`].
pub(in crate::skye) type AreaWord = u32;

/// A count of [`COUNT_BITS`] for each feature.
pub(in crate::skye) type FeatureWord = u64;

/// How many bits a count in one of these words has.
pub(in crate::skye) const COUNT_BITS: u32 = u8::BITS;

/// The largest such count. A game is not set up if a territory could have more of a feature.
pub const LARGEST_COUNT: u16 = (1 << COUNT_BITS) - 1;
