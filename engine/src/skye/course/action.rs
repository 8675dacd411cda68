//! Decisions: an offer, a purchase, a placement.

use std::cmp::Ordering;

use tinyvec::ArrayVec;

use crate::skye::{Placement, PriceLimits, TileId};
use crate::{Random, Seat, below};

/// The printed number of tiles that each player draws per round. Rules can set another one.
pub const DRAWN: usize = 3;

/// The most tiles that a player draws in one round under any rules.
pub const MOST_DRAWN: usize = 5;

/// Number of drawn tiles that get a price and go on display. The others are discarded.
pub const PRICED: usize = 2;

/// The tiles that a player has drawn in one round, in the order drawn.
pub type Drawn = ArrayVec<[TileId; MOST_DRAWN]>;

/// A secret offer: prices for two of the drawn tiles; the others are discarded.
///
/// Both prices are at least 1 gold, and together they are at most `u16::MAX`.
///
/// ```
/// use engine::skye::{Offer, PriceLimits};
///
/// let offer = Offer::new(1, [3, 4]);
/// assert_eq!(offer.priced(), [(0, 3), (2, 4)]);
/// assert_eq!(offer.discards(3).collect::<Vec<_>>(), [1]);
/// assert_eq!(offer.stake(), 7);
/// assert!(offer.is_legal(3, 7, PriceLimits::PRINTED) && !offer.is_legal(3, 6, PriceLimits::PRINTED));
/// assert!(!offer.is_legal(2, 7, PriceLimits::PRINTED), "of two tiles there is no third");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Offer {
    /// The places of the priced tiles in the order drawn, ascending.
    places: [u8; PRICED],
    /// Their prices.
    prices: [u16; PRICED],
}

/// Offers are compared by the prices of all tiles in the order drawn, a discard counting as 0.
impl Ord for Offer {
    fn cmp(&self, other: &Self) -> Ordering {
        self.prices().cmp(&other.prices())
    }
}

impl PartialOrd for Offer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Offer {
    /// Makes an offer for three drawn tiles, or for two.
    ///
    /// It discards tile `discard` (0 to 2 in the order drawn) and asks these prices in gold for the other two, in the
    /// order drawn. For two drawn tiles `discard` must be 2.
    ///
    /// # Panics
    /// If `discard` is not below 3, a price is 0, or the prices add up to more than `u16::MAX`.
    #[inline]
    pub fn new(discard: usize, prices: [u16; PRICED]) -> Self {
        let places = match discard {
            0 => [1, 2],
            1 => [0, 2],
            2 => [0, 1],
            _ => panic!("tile {discard} of {DRAWN}"),
        };
        Self::of(places, prices)
    }

    /// Makes an offer that prices the tiles at these places and discards all others.
    ///
    /// Places count from 0 in the order drawn; prices are in gold.
    ///
    /// # Panics
    /// If the places do not ascend or are not below [`MOST_DRAWN`], a price is 0, or the prices add up to more than `u16::MAX`.
    #[inline]
    pub fn of(places: [usize; PRICED], [first, second]: [u16; PRICED]) -> Self {
        let is_sound = first > 0 && second > 0 && first.checked_add(second).is_some();
        assert!(is_sound, "prices {first} and {second}");
        assert!(places[0] < places[1] && places[1] < MOST_DRAWN, "places {places:?}");
        Self { places: places.map(|place| place as u8), prices: [first, second] }
    }

    /// Makes an offer from prices in gold, in the order drawn, 0 for each discard.
    ///
    /// `None` unless exactly two are above 0, they add up to at most `u16::MAX`, and there are at most [`MOST_DRAWN`].
    pub fn from_prices(prices: impl AsRef<[u16]>) -> Option<Self> {
        let prices = prices.as_ref();
        let mut priced = prices.iter().enumerate().filter(|(_, price)| **price > 0);
        let ((one, &first), (other, &second)) = (priced.next()?, priced.next()?);
        let is_sound = priced.next().is_none() && first.checked_add(second).is_some() && prices.len() <= MOST_DRAWN;
        is_sound.then(|| Self::of([one, other], [first, second]))
    }

    /// The places of the priced tiles in the order drawn, ascending, with their prices in gold.
    #[inline]
    pub fn priced(&self) -> [(usize, u16); PRICED] {
        let [one, other] = self.places;
        [(usize::from(one), self.prices[0]), (usize::from(other), self.prices[1])]
    }

    /// Prices in gold, in the order drawn; 0 for discards and beyond the last tile.
    #[inline]
    pub fn prices(&self) -> [u16; MOST_DRAWN] {
        let mut prices = [0; MOST_DRAWN];
        self.priced().into_iter().for_each(|(place, price)| prices[place] = price);
        prices
    }

    /// Returns the places of the discards among this many drawn tiles.
    #[inline]
    pub fn discards(&self, drawn: usize) -> impl Iterator<Item = usize> + use<> {
        let places = self.places;
        (0..drawn).filter(move |&place| !places.contains(&(place as u8)))
    }

    /// Gold staked on both tiles.
    #[inline]
    pub fn stake(&self) -> u16 {
        self.prices[0] + self.prices[1]
    }

    /// Returns whether a player with this many drawn tiles and this much gold may make the offer.
    ///
    /// The gold must cover the stake, and the prices must be within their limits.
    #[inline]
    pub fn is_legal(&self, drawn: usize, gold: u16, limits: PriceLimits) -> bool {
        self.stake() <= gold
            && usize::from(self.places[1]) < drawn
            && self.prices.into_iter().all(|price| limits.allow(price))
    }

    /// Every legal offer with this many drawn tiles and this much gold, ascending.
    ///
    /// Without limits there are G·(G-1)/2 of them for each pair of tiles.
    pub fn all(drawn: usize, gold: u16, limits: PriceLimits) -> impl Iterator<Item = Self> {
        (0..drawn - 1).rev().flat_map(move |one| {
            (limits.lowest..=limits.most(gold)).flat_map(move |first| {
                let others = (one + 1..drawn).rev();
                others.flat_map(move |other| {
                    let places = [one as u8, other as u8];
                    (limits.lowest..=limits.highest.min(gold - first))
                        .map(move |second| Self { places, prices: [first, second] })
                })
            })
        })
    }

    /// The places of pair `number` among all pairs of this many tiles.
    ///
    /// Of three tiles the number is the discard.
    #[inline]
    fn pair(drawn: usize, mut number: usize) -> [u8; PRICED] {
        if drawn == DRAWN {
            return [[1, 2], [0, 2], [0, 1]][number];
        }
        let mut one = drawn - 2;
        loop {
            let others = drawn - 1 - one;
            if number < others {
                return [one as u8, (drawn - 1 - number) as u8];
            }
            number -= others;
            one -= 1;
        }
    }

    /// A legal offer with this many drawn tiles and this much gold, uniformly at random.
    #[inline]
    pub fn random(drawn: usize, gold: u16, limits: PriceLimits, random: &mut Random) -> Self {
        let places = Self::pair(drawn, below(random, (drawn * (drawn - 1) / 2) as u32) as usize);
        // Pairs are drawn from a square and rejected outside the triangle a + b <= gold, which holds at least half of them.
        let side = u32::from(limits.most(gold) - limits.lowest) + 1;
        loop {
            let pair = below(random, side * side);
            let (a, b) = (limits.lowest + (pair / side) as u16, limits.lowest + (pair % side) as u16);
            if a + b <= gold {
                return Self { places, prices: [a, b] };
            }
        }
    }
}

/// One complete decision of one player.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Price two of the drawn tiles and discard the others, in secret.
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
    /// With an own-tile tablet: take a tile from the own display, for its stake.
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
    /// Keep this tile of those drawn from the bag; the others go back.
    KeepDrawn {
        /// The tile.
        tile: TileId,
    },
    /// Lay nothing more in this round.
    EndBuilding,
}
