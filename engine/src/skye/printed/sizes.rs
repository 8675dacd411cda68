//! How large things can get: rounds, tiles, and the words that sets and counts of tiles fit into.

/// The largest number of rounds that rules may have.
pub const MAX_ROUNDS: usize = 9;

/// What a territory has to have room for besides its castle.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Room {
    /// Tiles that a player can get in each round.
    pub per_round: usize,
    /// Further tiles that a player can get in a whole game.
    pub besides: usize,
}

impl Room {
    /// The base game: two tiles kept and one bought.
    pub const BASE: Self = Self { per_round: 3, besides: 0 };

    /// Every expansion together: one more bought in each round, and six that each player starts with.
    pub const EXPANDED: Self = Self { per_round: 4, besides: 6 };

    /// Tiles in all, the castle included, over the largest number of rounds.
    pub const fn tiles(self) -> usize {
        1 + self.per_round * MAX_ROUNDS + self.besides
    }
}

/// What there is room for: the one number to raise. Larger territories take longer to copy, so there is no more room than needed.
/// The crate's feature `expanded` raises it, so that tests can show that nothing else has to change.
pub const ROOM: Room = if cfg!(feature = "expanded") { Room::EXPANDED } else { Room::BASE };

/// The most tiles that a player can get in one round.
pub const MAX_TILES_PER_ROUND: usize = ROOM.per_round;

/// The most tiles in a territory, the castle included.
pub const MAX_TERRITORY: usize = ROOM.tiles();

/// The most of one feature on a tile.
pub const MAX_COUNT: u8 = 9;

/// The words that hold a territory's sets and counts.
pub(in crate::skye) trait Words {
    /// A bit for each tile, and two for a terrain above them.
    type Tiles;
    /// Four counts.
    type AreaCounts;
    /// Eight counts.
    type FeatureCounts;
    /// Bits of a count.
    const COUNT_BITS: u32;
}

/// Words as small as the room allows.
pub(in crate::skye) struct WordsOf<const IS_WIDE: bool>;

impl Words for WordsOf<false> {
    type Tiles = u32;
    type AreaCounts = u32;
    type FeatureCounts = u64;
    const COUNT_BITS: u32 = u8::BITS;
}

impl Words for WordsOf<true> {
    type Tiles = u64;
    type AreaCounts = u64;
    type FeatureCounts = u128;
    const COUNT_BITS: u32 = u16::BITS;
}

/// Whether this many tiles need wide words.
const fn need_wide(tiles: usize) -> bool {
    tiles + 2 > u32::BITS as usize || tiles * MAX_COUNT as usize > u8::MAX as usize
}

type Chosen = WordsOf<{ need_wide(MAX_TERRITORY) }>;

/// A bit for each tile of a territory, and two for a terrain above them.
pub(in crate::skye) type TileWord = <Chosen as Words>::Tiles;

/// Four counts of [`COUNT_BITS`].
pub(in crate::skye) type AreaWord = <Chosen as Words>::AreaCounts;

/// A count of [`COUNT_BITS`] for each feature.
pub(in crate::skye) type FeatureWord = <Chosen as Words>::FeatureCounts;

/// How many bits a count in one of these words has.
pub(in crate::skye) const COUNT_BITS: u32 = <Chosen as Words>::COUNT_BITS;

/// The bits of one count.
pub(in crate::skye) const COUNT_MASK: u16 = u16::MAX >> (u16::BITS - COUNT_BITS);

const _: () =
    assert!(Room::BASE.tiles() == 28 && !need_wide(28), "the base game's territories fit into the small words");
const _: () = {
    assert!(Room::EXPANDED.tiles() == 43, "nine rounds with every expansion");
    assert!(Room::EXPANDED.tiles() + 2 <= u64::BITS as usize, "tiles and terrain in a wide word");
    assert!(Room::EXPANDED.tiles() * MAX_COUNT as usize <= u16::MAX as usize, "features in wide counts");
};
