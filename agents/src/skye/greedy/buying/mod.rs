//! Buying: by surplus, with foresight, or by simple rules.

mod foresight;

use engine::Seat;
use engine::skye::{Action, Public, Skye, TileId};

use crate::first_best::first_best;
use crate::skye::appraisal::{MilliVp, TileGains};

/// A rule for purchases.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Buying {
    /// The largest surplus, if it is positive: the tile's gain minus its price, minus a rival's share of what the seller gains.
    Surplus,
    /// What leads to the best outcome if all following seats buy by surplus.
    Foresight,
    /// The cheapest tile that gains anything.
    Cheapest,
    /// The tile with the largest gain, whatever it costs.
    BestTile,
    /// Nothing.
    Never,
}

impl Buying {
    /// The purchase by this rule, or a pass.
    pub fn purchase(self, game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains) -> Action {
        match self {
            Self::Surplus => best_purchase(game, position, seat, gains),
            Self::Foresight => foresight::foresighted_purchase(game, position, seat, gains),
            Self::Cheapest => by_rank(game, position, seat, gains, |gain, price| (-MilliVp::from(price), gain)),
            Self::BestTile => by_rank(game, position, seat, gains, |gain, price| (gain, -MilliVp::from(price))),
            Self::Never => Action::Pass,
        }
    }

    /// A pass and the purchases that this rule compares, with what each is worth; none if it is a simple rule.
    pub(super) fn weighed(
        self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        gains: &mut TileGains,
    ) -> Vec<(Action, MilliVp)> {
        match self {
            Self::Surplus => surpluses(game, position, seat, gains),
            Self::Foresight => foresight::advantages(game, position, seat, gains),
            Self::Cheapest | Self::BestTile | Self::Never => Vec::new(),
        }
    }
}

/// The purchase that ranks highest by gain and price, among those that gain anything.
fn by_rank(
    game: &Skye,
    position: &Public,
    seat: Seat,
    gains: &mut TileGains,
    rank: impl Fn(MilliVp, u16) -> (MilliVp, MilliVp),
) -> Action {
    let purchases: Vec<(Seat, TileId, u16)> = game.purchases(position, seat).collect();
    let tiles: Vec<TileId> = purchases.iter().map(|&(_, tile, _)| tile).collect();
    let own = gains.of(game, position, seat, &tiles);
    let gaining = purchases.iter().zip(&own).filter(|(_, gain)| **gain > 0);
    let best = first_best(gaining, |&(&(_, _, price), &gain)| rank(gain, price));
    best.map_or(Action::Pass, |(&(from, tile, _), _)| Action::Buy { from, tile })
}

/// The purchase with the largest surplus for the seat, or a pass if none is positive.
pub fn best_purchase(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains) -> Action {
    let surpluses = surpluses(game, position, seat, gains).into_iter();
    first_best(surpluses, |(_, surplus)| *surplus).expect("a pass at least").0
}

/// In the second buy turn: what gains most for its price, or a pass if nothing gains anything.
pub fn second_purchase(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains) -> Action {
    let purchases = second_purchases(game, position, seat, gains).into_iter();
    first_best(purchases, |(_, surplus)| *surplus).expect("a pass at least").0
}

/// A pass, which is worth nothing, and every purchase of the second buy turn with its surplus.
pub fn second_purchases(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains) -> Vec<(Action, MilliVp)> {
    let mut surpluses = vec![(Action::Pass, 0)];
    let gold = gains.per_gold(game, position);
    let druids: Vec<(u8, TileId, u16)> = game.affordable_druids(position, seat).collect();
    let tiles: Vec<TileId> = druids.iter().map(|&(_, tile, _)| tile).collect();
    let own = gains.of(game, position, seat, &tiles);
    for (&(space, _, price), gain) in druids.iter().zip(own) {
        surpluses.push((Action::BuyDruid { space }, gain - gold * MilliVp::from(price)));
    }
    surpluses
}

/// Keeps the tile drawn from the bag that gains most.
pub fn best_kept(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains) -> Action {
    first_best(kept(game, position, seat, gains).into_iter(), |(_, gain)| *gain).expect("a tile is drawn").0
}

/// Every tile drawn from the bag with what it gains.
pub fn kept(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains) -> Vec<(Action, MilliVp)> {
    let found = gains.of(game, position, seat, &position.found);
    position.found.iter().map(|&tile| Action::KeepDrawn { tile }).zip(found).collect()
}

/// A pass, which is worth nothing, and every purchase with its surplus.
fn surpluses(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains) -> Vec<(Action, MilliVp)> {
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
    // All tiles of a seller together, which is cheapest to compute.
    for of_seller in purchases.chunk_by(|a, b| a.0 == b.0) {
        let from = of_seller[0].0;
        let tiles: Vec<TileId> = of_seller.iter().map(|&(_, tile, _)| tile).collect();
        let kept = gains.of(game, position, from, &tiles);
        for ((&(_, tile, price), kept), own) in of_seller.iter().zip(kept).zip(&mut own) {
            let price = gold * MilliVp::from(price);
            // The seller gets payment and stake instead of the tile; one rival's gain costs its share.
            surpluses.push((Action::Buy { from, tile }, own - price - (2 * price - kept) / rivals));
        }
    }
    surpluses
}
