//! Decisions: an offer, a purchase, a placement.

use crate::game::Seat;
use crate::random::{Random, below};
use crate::skye::printed::tiles::TileId;
use crate::skye::territory::ground::Placement;

/// Number of tiles that every player draws each round.
pub const DRAWN: usize = 3;

/// A secret offer: for each of the three tiles in the order drawn its price, or 0 for the one to be discarded.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Offer {
    /// Prices in gold; exactly one is 0.
    pub prices: [u16; DRAWN],
}

impl Offer {
    /// Discards tile `discard` (0 to 2 in the order drawn) and asks these prices for the other two, in the order drawn.
    ///
    /// # Panics
    /// If `discard` is not below 3.
    #[inline]
    pub fn new(discard: usize, prices: [u16; 2]) -> Self {
        let mut all = [0; DRAWN];
        let kept = (0..DRAWN).filter(|&index| index != discard);
        kept.zip(prices).for_each(|(index, price)| all[index] = price);
        assert!(discard < DRAWN, "tile {discard} of {DRAWN}");
        Self { prices: all }
    }

    /// Which tile is discarded, 0 to 2 in the order drawn.
    ///
    /// # Panics
    /// If no price is 0, so if the offer is not legal.
    #[inline]
    pub fn discard(&self) -> usize {
        self.prices.iter().position(|&price| price == 0).expect("an offer discards one tile")
    }

    /// Gold staked on both tiles.
    #[inline]
    pub fn stake(&self) -> u16 {
        self.prices.iter().sum()
    }

    /// Whether a player with so much gold may make it: one tile discarded, at least 1 gold on each other, all within the gold.
    #[inline]
    pub fn is_legal(&self, gold: u16) -> bool {
        let total: u32 = self.prices.iter().map(|&price| u32::from(price)).sum();
        self.prices.iter().filter(|&&price| price == 0).count() == 1 && total <= u32::from(gold)
    }

    /// Every legal offer with so much gold, ascending: 3·G·(G-1)/2 of them.
    pub fn all(gold: u16) -> impl Iterator<Item = Self> {
        let discards_first = pairs(gold).map(|(a, b)| Self { prices: [0, a, b] });
        let others = (1..gold).flat_map(move |first| {
            let rest = gold - first;
            let second = (1..=rest).map(move |last| Self { prices: [first, 0, last] });
            let third = (1..=rest).map(move |middle| Self { prices: [first, middle, 0] });
            second.chain(third)
        });
        discards_first.chain(others)
    }

    /// A legal offer with so much gold, uniformly at random.
    #[inline]
    pub fn random(gold: u16, random: &mut Random) -> Self {
        let discard = below(random, DRAWN as u32) as usize;
        // All pairs from a square, refused outside the triangle a + b <= gold: half of them at least are in it.
        loop {
            let side = u32::from(gold) - 1;
            let pair = below(random, side * side);
            let (a, b) = (1 + (pair / side) as u16, 1 + (pair % side) as u16);
            if a + b <= gold {
                return Self::new(discard, [a, b]);
            }
        }
    }
}

/// Both prices at least 1, their sum at most `gold`, ascending.
fn pairs(gold: u16) -> impl Iterator<Item = (u16, u16)> {
    (1..gold).flat_map(move |a| (1..=gold - a).map(move |b| (a, b)))
}

/// One whole decision of one player.
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
}
