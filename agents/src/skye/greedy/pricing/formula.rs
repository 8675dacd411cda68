//! Prices by formula, tile by tile.
//!
//! V_s is the seller's gain by a tile, V_B the gain of the buyer who pays the most for it, λ the weight of one rival's
//! gain, γ the worth of one gold. A posted price is an ask and a stake: if sold, the seller gets the price (and the
//! stake back); if kept, V_s minus the price.

use engine::Seat;
use engine::skye::{DRAWN, Offer, Public, Skye};

use super::table::{best_prices, discards};
use crate::first_best;
use crate::skye::market::PRICED_BESIDE;
use crate::skye::{Appraisals, Market, MilliVp};

/// A formula for the price of a tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// Always the same price.
    Fixed {
        /// Gold.
        price: u16,
    },
    /// A share of the gold for each tile.
    Share {
        /// Percent.
        percent: u16,
    },
    /// The seller's gain by the tile: V_s/γ.
    Value,
    /// The price at which selling and keeping are worth the same: (V_s + λ·V_B)/((2 + λ)·γ).
    Safe,
    /// The price with the largest expected worth, for each tile alone: where U(p) = S(p)·[(1 + λ)·p·γ - λ·V_B] + (1 - S(p))·(V_s - p·γ) is largest.
    ///
    /// S is the chance of a sale.
    FirstOrderCondition,
    /// The most that anybody pays, or one gold more to keep the tile, whichever is better: ⌊r⌋ or ⌊r⌋ + 1.
    ///
    /// r is the buyer's reservation price.
    Reservation,
    /// One gold more than anybody pays: ⌊r⌋ + 1.
    Keep,
}

/// The price in gold at which selling and keeping have the same worth.
///
/// It is (V_s + λ·V_B)/((2 + λ)·γ), where λ is one over the number of rivals.
pub fn safe_price(own: MilliVp, buyer: MilliVp, rivals: MilliVp, per_gold: MilliVp) -> f64 {
    f64::from(rivals * own + buyer) / f64::from((2 * rivals + 1) * per_gold)
}

/// The offer by a formula.
///
/// It discards the tile that matters least. Prices beyond the gold are lowered, the higher one first.
pub(super) fn offer(formula: Formula, game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Offer {
    let market = Market::of_drawn(game, position, gains);
    let gold = position.player(seat).gold;
    let tiles: [Seller; DRAWN] = std::array::from_fn(|tile| Seller::of(&market, position, seat.index(), tile));
    let peaks = match formula {
        Formula::FirstOrderCondition => best_prices(game, position, seat, gains),
        Formula::Share { percent } => [gold * percent / 100; DRAWN],
        Formula::Fixed { price } => [price; DRAWN],
        Formula::Value | Formula::Safe | Formula::Reservation | Formula::Keep => [1; DRAWN],
    };
    let prices: [u16; DRAWN] = std::array::from_fn(|tile| tiles[tile].price(formula, peaks[tile]));
    let discard =
        first_best(discards(market.drawn), |tile| -tiles[*tile].own.max(tiles[*tile].buyer)).expect("there are tiles");
    let [a, b] = PRICED_BESIDE[discard].map(|tile| prices[tile]);
    Offer::new(discard, game.rules().prices.within(gold, [a, b]))
}

/// One tile from its seller's point of view.
#[derive(Copy, Clone, Debug)]
pub(super) struct Seller {
    /// V_s.
    pub own: MilliVp,
    /// V_B of the buyer with the highest reservation price.
    pub buyer: MilliVp,
    /// ⌊r⌋ of that buyer, at most the gold that they can have left after staking.
    pub limit: MilliVp,
    /// γ.
    pub per_gold: MilliVp,
    /// 1/λ.
    pub rivals: MilliVp,
}

impl Seller {
    fn of(market: &Market, position: &Public, own: usize, tile: usize) -> Self {
        let limit = |buyer: usize| {
            let cash = MilliVp::from(position.players[buyer].gold) - 2;
            market.reservation(buyer, own, tile).clamp(0, cash)
        };
        let buyer =
            first_best(market.others(own), |&buyer| (limit(buyer), market.gains[buyer][own][tile])).expect("a rival");
        Self {
            own: market.gains[own][own][tile],
            buyer: market.gains[buyer][own][tile],
            limit: limit(buyer),
            per_gold: market.per_gold,
            rivals: market.rivals(),
        }
    }

    /// The price by a formula, at least 1; `peak` is the price with the largest expected worth.
    pub fn price(&self, formula: Formula, peak: u16) -> u16 {
        let price = match formula {
            Formula::FirstOrderCondition | Formula::Share { .. } | Formula::Fixed { .. } => return peak.max(1),
            Formula::Value => self.own / self.per_gold,
            Formula::Safe => self.safe(),
            Formula::Reservation if self.sold(self.limit) > self.kept(self.limit + 1) => self.limit,
            Formula::Reservation | Formula::Keep => self.limit + 1,
        };
        price.max(1) as u16
    }

    fn safe(&self) -> MilliVp {
        safe_price(self.own, self.buyer, self.rivals, self.per_gold) as MilliVp
    }

    /// Worth of selling at a price, minus the weighted gain of the buyer.
    fn sold(&self, price: MilliVp) -> MilliVp {
        if price < 1 {
            return MilliVp::MIN;
        }
        let paid = price * self.per_gold;
        paid + (paid - self.buyer) / self.rivals
    }

    /// Worth of keeping the tile at a price.
    fn kept(&self, price: MilliVp) -> MilliVp {
        self.own - price * self.per_gold
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tiles of all kinds of worth for 2 to 5 players, where cash limits nobody.
    fn sellers() -> impl Iterator<Item = Seller> {
        let each = |rivals: MilliVp, own: MilliVp, buyer: MilliVp| {
            let per_gold = 400;
            let limit = (rivals * buyer + own) / ((rivals + 2) * per_gold);
            Seller { own, buyer, limit, per_gold, rivals }
        };
        let worths = || (0..24).map(|step| 371 * step);
        (1..=4)
            .flat_map(move |rivals| worths().flat_map(move |own| worths().map(move |buyer| each(rivals, own, buyer))))
    }

    /// Returns the worth of a price if the buyer accepts up to the limit.
    fn worth(seller: &Seller, price: MilliVp) -> MilliVp {
        if price <= seller.limit { seller.sold(price) } else { seller.kept(price) }
    }

    #[test]
    fn no_price_is_better_than_the_reservation_rules() {
        for seller in sellers() {
            let price = MilliVp::from(seller.price(Formula::Reservation, 1));
            let best = (1..60).map(|price| worth(&seller, price)).max().expect("prices");
            assert_eq!(worth(&seller, price), best, "{seller:?}");
        }
    }

    #[test]
    fn the_reservation_rule_sells_where_the_buyer_gains_half_as_much() {
        // For λ < 1 and ignoring rounding to whole gold: V_B ≥ V_s/2. One gold of slack for the rounding of ⌊r⌋. Without a limit of 1
        // nobody can buy.
        for seller in sellers().filter(|seller| seller.rivals > 1 && seller.limit >= 1) {
            let sells = MilliVp::from(seller.price(Formula::Reservation, 1)) <= seller.limit;
            if (2 * seller.buyer - seller.own).abs() > 3 * seller.per_gold {
                assert_eq!(sells, 2 * seller.buyer > seller.own, "{seller:?}");
            }
        }
    }

    #[test]
    fn at_the_safe_price_selling_and_keeping_are_worth_the_same() {
        for seller in sellers().filter(|seller| seller.safe() >= 1) {
            let safe = seller.safe();
            // Just below, keeping is at least as good; just above, selling is.
            assert!(seller.sold(safe) <= seller.kept(safe) + 2, "{seller:?}");
            assert!(seller.sold(safe + 1) + 2 >= seller.kept(safe + 1), "{seller:?}");
        }
    }

    #[test]
    fn keeping_costs_one_gold_more_than_anybody_pays() {
        for seller in sellers() {
            assert_eq!(MilliVp::from(seller.price(Formula::Keep, 1)), seller.limit + 1);
        }
    }
}
