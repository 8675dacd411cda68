//! Stone tablets, which some Druid tiles bring.

use crate::named_enum;

named_enum! {
    /// A stone tablet, by its effect from the round after it is taken. Several of one kind add up.
    pub enum Tablet {
        /// The final scoring counts one scroll once more, not doubled.
        ScoreAgain = "score-again",
        /// In the first buy turn a player may take a tile from their own display, for its stake.
        OwnTile = "own-tile",
        /// The bag action costs two gold less and draws one tile more.
        BagDraw = "bag-draw",
        /// Tiles of others cost one gold less.
        Discount1 = "discount-1",
        /// Tiles of others cost two gold less.
        Discount2 = "discount-2",
    }
}

/// The tablets of one player.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tablets([u8; Tablet::ALL.len()]);

impl Tablets {
    /// The cost of the bag action without tablets, in gold.
    pub const BAG_ACTION: u16 = 5;

    /// Tiles that the bag action draws without tablets.
    pub const BAG_TILES: usize = 2;

    /// Returns the number of one kind.
    #[inline]
    pub fn of(self, tablet: Tablet) -> u8 {
        self.0[tablet as usize]
    }

    /// Takes one more.
    pub fn add(&mut self, tablet: Tablet) {
        self.0[tablet as usize] += 1;
    }

    /// The discount on every tile of another player, in gold.
    #[inline]
    pub fn discount(self) -> u16 {
        u16::from(self.of(Tablet::Discount1)) + 2 * u16::from(self.of(Tablet::Discount2))
    }

    /// Returns the cost of the bag action, in gold.
    #[inline]
    pub fn bag_cost(self) -> u16 {
        Self::BAG_ACTION.saturating_sub(2 * u16::from(self.of(Tablet::BagDraw)))
    }

    /// Returns the number of tiles that the bag action draws.
    #[inline]
    pub fn bag_tiles(self) -> usize {
        Self::BAG_TILES + usize::from(self.of(Tablet::BagDraw))
    }
}
