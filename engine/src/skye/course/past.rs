//! Earlier trades, as all players saw them.

use tinyvec::ArrayVec;

use super::action::{Drawn, MOST_DRAWN, Offer};
use super::bag::Bag;
use crate::game::{MAX_SEATS, Seat};
use crate::skye::printed::tiles::TileId;

/// The trade of one round, once the offers are revealed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PastTrade {
    /// The round's starting player.
    pub start: Seat,
    /// The tiles in the bag while offers were made.
    pub bag: Bag,
    /// The past of each seat.
    pub seats: ArrayVec<[PastSeat; MAX_SEATS]>,
}

/// One seat's possessions when offers were made, and its actions since.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct PastSeat {
    /// Gold before anything was staked.
    pub gold: u16,
    /// Victory points.
    pub vp: u16,
    /// The number of tiles of its territory, the castle included.
    pub laid: u8,
    /// The tiles drawn, in the order drawn.
    pub drawn: Drawn,
    /// The prices of its offer in the same order, 0 for discards and beyond the tiles drawn.
    pub prices: [u16; MOST_DRAWN],
    /// The seller and the tile bought; `None` before the purchase and after a pass.
    pub bought: Option<(Seat, TileId)>,
}

impl PastSeat {
    /// Returns its offer.
    pub fn offer(&self) -> Offer {
        Offer::from_prices(self.prices).expect("the prices are those of an offer")
    }
}
