//! Buying: by surplus, with foresight, or by simple rules.

mod foresight;
pub use foresight::{own_place, own_tile};

use engine::Seat;
use engine::skye::{Action, Public, Skye, TileId};

use super::ActionWorths;
use crate::skye::market::SecondTurn;
use crate::skye::{Appraisals, MilliVp};
use crate::{first_best, worthiest};

pub(super) use foresight::market as foresight_market;

/// A rule for purchases.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Buying {
    /// The largest surplus, if it is positive.
    ///
    /// A surplus is the tile's gain minus its price, minus one rival's share of the seller's gain.
    Surplus,
    /// The purchase, or the pass, with the best outcome if all following seats buy by surplus.
    Foresight {
        /// The percentage of its worth that gold counts for with two players.
        ///
        /// There a tile that is not bought stays with the only rival.
        gold_of_two: MilliVp,
    },
    /// The cheapest tile that gains anything.
    Cheapest,
    /// The tile with the largest gain, at any cost.
    BestTile,
    /// A pass, always.
    Never,
}

impl Buying {
    /// The purchase by this rule, or a pass.
    ///
    /// An own tile comes first, if a tablet allows it and keeping it is better than offering it.
    pub fn purchase(self, game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Action {
        let own = own_tile(game, position, seat, gains);
        own.unwrap_or_else(|| match self {
            Self::Surplus | Self::Foresight { .. } => worthiest(&self.weighed(game, position, seat, gains)),
            Self::Cheapest => by_rank(game, position, seat, gains, |gain, price| (-MilliVp::from(price), gain)),
            Self::BestTile => by_rank(game, position, seat, gains, |gain, price| (gain, -MilliVp::from(price))),
            Self::Never => Action::Pass,
        })
    }

    /// A pass and the purchases that this rule compares, with their worth.
    ///
    /// Empty for a simple rule.
    pub(super) fn weighed(self, game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> ActionWorths {
        match self {
            Self::Surplus => surpluses(game, position, seat, gains),
            Self::Foresight { gold_of_two } => foresight::advantages(game, position, seat, gold_of_two, gains),
            Self::Cheapest | Self::BestTile | Self::Never => Vec::new(),
        }
    }
}

/// The purchase that ranks highest by gain and price, among those that gain anything.
fn by_rank(
    game: &Skye,
    position: &Public,
    seat: Seat,
    gains: &mut Appraisals,
    rank: impl Fn(MilliVp, u16) -> (MilliVp, MilliVp),
) -> Action {
    let purchases: Vec<(Seat, TileId, u16)> = game.purchases(position, seat).collect();
    let tiles: Vec<TileId> = purchases.iter().map(|&(_, tile, _)| tile).collect();
    let own = gains.of(game, position, seat, &tiles);
    let gaining = purchases.iter().zip(&own).filter(|(_, gain)| **gain > 0);
    let best = first_best(gaining, |&(&(_, _, price), &gain)| rank(gain, price));
    best.map_or(Action::Pass, |(&(from, tile, _), _)| Action::Buy { from, tile })
}

/// Every tile drawn from the bag with its gain.
pub fn kept(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> ActionWorths {
    let found = gains.of(game, position, seat, &position.found);
    position.found.iter().map(|&tile| Action::KeepDrawn { tile }).zip(found).collect()
}

/// A pass, which is worth nothing, and every purchase with its surplus.
fn surpluses(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> ActionWorths {
    let mut surpluses = vec![(Action::Pass, 0)];
    let purchases: Vec<(Seat, TileId, u16)> = game.purchases(position, seat).collect();
    if purchases.is_empty() {
        return surpluses;
    }
    let tiles: Vec<TileId> = purchases.iter().map(|&(_, tile, _)| tile).collect();
    let own = gains.of(game, position, seat, &tiles);
    let gold = gains.per_gold(game, position);
    let rivals = position.seats() as MilliVp - 1;
    let mut own = own.into_iter();
    let second = SecondTurn::ahead(game, position, seat, gains);
    let (buyer, borne_by) = (position.player(seat), game.rules().discount_borne_by);
    // All tiles of a seller together, which is fastest.
    for of_seller in purchases.chunk_by(|a, b| a.0 == b.0) {
        let from = of_seller[0].0;
        let tiles: Vec<TileId> = of_seller.iter().map(|&(_, tile, _)| tile).collect();
        let kept = gains.of(game, position, from, &tiles);
        for ((&(_, tile, price), kept), own) in of_seller.iter().zip(kept).zip(&mut own) {
            let paid = buyer.payment(price);
            let received = borne_by.received(price, paid);
            let saved = second.worth(buyer.gold) - second.worth(buyer.gold - paid);
            let [price, paid, received] = [price, paid, received].map(|amount| gold * MilliVp::from(amount));
            // The seller gets payment and stake instead of the tile; one rival's gain costs its share.
            surpluses.push((Action::Buy { from, tile }, own - paid - saved - (received + price - kept) / rivals));
        }
    }
    surpluses
}
