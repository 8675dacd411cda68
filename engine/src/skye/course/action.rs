//! Decisions: an offer, a purchase, a placement.

use crate::game::Seat;
use crate::random::{Random, below};
use crate::skye::printed::rules::PriceLimits;
use crate::skye::printed::tiles::TileId;
use crate::skye::territory::ground::Placement;

/// Number of tiles that every player draws each round.
pub const DRAWN: usize = 3;

/// A secret offer: which of the three drawn tiles is discarded, and the prices of the other two. Always two prices of at least 1 gold,
/// together no more than `u16::MAX`.
///
/// ```
/// use engine::skye::{Offer, PriceLimits};
///
/// let offer = Offer::new(1, [3, 4]);
/// assert_eq!(offer.discard(), 1);
/// assert_eq!(offer.prices(), [3, 0, 4]);
/// assert_eq!(offer.stake(), 7);
/// assert!(offer.is_legal(7, PriceLimits::PRINTED) && !offer.is_legal(6, PriceLimits::PRINTED));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Offer {
    /// In the order drawn; 0 only for the discard.
    prices: [u16; DRAWN],
}

impl Offer {
    /// Discards tile `discard` (0 to 2 in the order drawn) and asks these prices in gold for the other two, in the order drawn.
    ///
    /// # Panics
    /// If `discard` is not below 3, a price is 0, or the prices add up to more than `u16::MAX`.
    #[inline]
    pub fn new(discard: usize, [first, second]: [u16; 2]) -> Self {
        let is_sound = first > 0 && second > 0 && first.checked_add(second).is_some();
        assert!(is_sound, "prices {first} and {second}");
        let prices = match discard {
            0 => [0, first, second],
            1 => [first, 0, second],
            2 => [first, second, 0],
            _ => panic!("tile {discard} of {DRAWN}"),
        };
        Self { prices }
    }

    /// The offer of these prices in gold, in the order drawn, 0 for the tile to be discarded. None unless exactly one is 0 and they add
    /// up to at most `u16::MAX`.
    #[inline]
    pub fn from_prices(prices: [u16; DRAWN]) -> Option<Self> {
        let total: u32 = prices.iter().map(|&price| u32::from(price)).sum();
        let discards = prices.iter().filter(|&&price| price == 0).count();
        (discards == 1 && total <= u32::from(u16::MAX)).then_some(Self { prices })
    }

    /// Prices in gold, in the order drawn; 0 only for the discard.
    #[inline]
    pub fn prices(&self) -> [u16; DRAWN] {
        self.prices
    }

    /// Which tile is discarded, 0 to 2 in the order drawn.
    #[inline]
    pub fn discard(&self) -> usize {
        self.prices.iter().position(|&price| price == 0).expect("an offer discards one tile")
    }

    /// Gold staked on both tiles.
    #[inline]
    pub fn stake(&self) -> u16 {
        self.prices.iter().sum()
    }

    /// Whether a player with this much gold may make it: the stake is within it, and the prices within their limits.
    #[inline]
    pub fn is_legal(&self, gold: u16, limits: PriceLimits) -> bool {
        self.stake() <= gold && self.prices.iter().all(|&price| price == 0 || limits.allow(price))
    }

    /// Every legal offer with this much gold, ascending: 3·G·(G-1)/2 of them without limits.
    pub fn all(gold: u16, limits: PriceLimits) -> impl Iterator<Item = Self> {
        let prices = move || limits.lowest..=limits.most(gold);
        let beside = move |first: u16| limits.lowest..=limits.highest.min(gold - first);
        let discards_first = prices().flat_map(move |a| beside(a).map(move |b| Self { prices: [0, a, b] }));
        let others = prices().flat_map(move |first| {
            let second = beside(first).map(move |last| Self { prices: [first, 0, last] });
            let third = beside(first).map(move |middle| Self { prices: [first, middle, 0] });
            second.chain(third)
        });
        discards_first.chain(others)
    }

    /// A legal offer with this much gold, uniformly at random.
    #[inline]
    pub fn random(gold: u16, limits: PriceLimits, random: &mut Random) -> Self {
        let discard = below(random, DRAWN as u32) as usize;
        // Pairs are drawn from a square and rejected outside the triangle a + b <= gold, which holds at least half of them.
        let side = u32::from(limits.most(gold) - limits.lowest) + 1;
        loop {
            let pair = below(random, side * side);
            let (a, b) = (limits.lowest + (pair / side) as u16, limits.lowest + (pair % side) as u16);
            if a + b <= gold {
                return Self::new(discard, [a, b]);
            }
        }
    }
}

/// One complete decision of one player.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Discard one of the drawn tiles and price the others, in secret.
    Offer(Offer),
    /// Buy a tile at its posted price.
    Buy {
        /// The seller.
        from: Seat,
        /// The tile.
        tile: TileId,
    },
    /// Buy nothing.
    Pass,
    /// Lay a tile.
    Place(Placement),
    /// With an own-tile tablet: take one of the own tiles on display, for its stake.
    TakeOwn {
        /// The tile.
        tile: TileId,
    },
    /// In the second buy turn: buy the Druid tile on this space of the dolmen board, from 0 on the left.
    BuyDruid {
        /// The space.
        space: u8,
    },
    /// In the second buy turn: pay for the bag action. Chance draws the tiles.
    DrawFromBag,
    /// Keep this one of the tiles drawn from the bag; the others go back.
    KeepDrawn {
        /// The tile.
        tile: TileId,
    },
    /// Lay nothing more in this round.
    EndBuilding,
}
