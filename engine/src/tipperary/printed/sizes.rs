//! The largest sizes of things.

/// The most spaces of a landscape tile.
///
/// A connected tile is at most as wide and as high.
pub const MAX_TILE_SPACES: usize = 6;

/// The spaces of a hometown: the town and three others.
pub const HOMETOWN_SPACES: usize = TOWN_WIDTH * TOWN_HEIGHT + 3;

/// Columns of a town.
pub const TOWN_WIDTH: usize = 2;

/// Rows of a town.
pub const TOWN_HEIGHT: usize = 3;

/// Hometowns, and places of crests on the wheel; also areas of the game board.
pub const AREAS: usize = 5;

/// The most landscape tiles in a file.
pub const MAX_LANDSCAPE: usize = 255;

/// The most bonus tiles in a file: a bit for each in a word.
pub const MAX_BONUS: usize = 64;

/// The most rounds that rules may have: two players use up the 60 shipped tiles in 26.
pub const MAX_ROUNDS: u16 = 26;

/// The largest supply of wooden sheep, and of towers.
pub const MAX_SUPPLY: u16 = 99;

/// The most spaces of a whiskey track, its start included.
pub const MAX_TRACK: usize = 64;

// Every space of a display adds at most one to the distance of a coordinate from the origin.
const _: () = assert!(
    HOMETOWN_SPACES + MAX_TILE_SPACES * MAX_ROUNDS as usize + MAX_BONUS + MAX_SUPPLY as usize + 2 * MAX_TILE_SPACES
        < i16::MAX as usize,
    "coordinates have room for every display"
);
