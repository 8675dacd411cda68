//! The purchases that players are expected to make in the round of the root.
//!
//! Strong players buy by where a purchase leads. That is found once for everything that a seat may buy: the round is played to its end as by
//! quick greedy players, and appraised there as the end of every simulation is. The odds of each option are among what the net of the
//! [habits](crate::skye::opponents::Habits) of buyers sees.

use engine::random::mix;
use engine::skye::{Public, Skye, View};
use engine::{Game, MAX_SEATS, Seat};
use tinyvec::ArrayVec;

use super::cache::{MOST_KEPT, TradeOptions};
use super::prospects::Holding;
use super::{SkyeCache, SkyeDomain};
use crate::choice::first_best;
use crate::skye::market::{Market, MarketState, Purchase, later_buyers};
use crate::skye::opponents::{Buyer, weighed};

impl SkyeDomain {
    /// A pass and everything that the seat may buy, weighed, and the one after which it wins most often.
    pub(super) fn weighed_purchases<'m>(
        &self,
        game: &Skye,
        view: &View<'_>,
        cache: &'m mut SkyeCache,
    ) -> &'m TradeOptions {
        let key = trade_key(game.public(view));
        if !cache.purchases.contains_key(&key) {
            let weighed = self.weighed(game, view, cache);
            // So that memory stays flat however long a search is.
            if cache.purchases.len() == MOST_KEPT {
                cache.purchases.clear();
            }
            cache.purchases.insert(key, weighed);
        }
        &cache.purchases[&key]
    }

    fn weighed(&self, game: &Skye, view: &View<'_>, cache: &mut SkyeCache) -> TradeOptions {
        let inverse_temperature = cache.inverse_temperatures[game.viewer(view).index()].purchases;
        let (buyer, chances) = self.played_out(game, view, cache);
        let best = first_best(buyer.actions().zip(&chances), |(_, chance)| **chance).expect("a pass at least").0;
        let scored = buyer.scored(&self.brain.habits.purchases, Some(&chances));
        TradeOptions { options: weighed(&scored, inverse_temperature).collect(), best }
    }

    /// The view's seat, which is to buy, and how good the end of the round is for it after each of its options, as a chance to win from 0 to 1,
    /// if those who buy later go by surplus.
    pub fn played_out<'v>(&self, game: &Skye, view: &'v View<'_>, cache: &mut SkyeCache) -> (Buyer<'v>, Vec<f64>) {
        let (position, seat) = (game.public(view), game.viewer(view));
        let buyer = Buyer::new(game, position, seat, &mut cache.root);
        let chances = if buyer.options.len() == 1 {
            vec![0.5]
        } else {
            buyer
                .options
                .iter()
                .map(|&option| {
                    let sales = Sales::after(position, &buyer.market, buyer.stalls, seat, option);
                    let holdings = Seat::all(position.seats()).map(|other| sales.holding(position, other)).collect();
                    self.prospects(game, position, holdings, cache)[seat.index()]
                })
                .collect()
        };
        (buyer, chances)
    }
}

/// The rest of a trade.
struct Sales {
    /// The actions of buyers, in order.
    made: ArrayVec<[(usize, Option<Purchase>); MAX_SEATS]>,
    /// The market after them.
    stalls: MarketState,
}

impl Sales {
    /// This buyer does this, and those who follow buy by surplus.
    fn after(
        position: &Public,
        market: &Market,
        mut stalls: MarketState,
        buyer: Seat,
        purchase: Option<Purchase>,
    ) -> Self {
        let mut made = ArrayVec::new();
        let later = later_buyers(position, buyer).map(Seat::index);
        for seat in [buyer.index()].into_iter().chain(later) {
            let purchase = if seat == buyer.index() { purchase } else { market.choice(seat, &stalls) };
            purchase.into_iter().for_each(|purchase| market.buy(seat, purchase, &mut stalls));
            made.push((seat, purchase));
        }
        Self { made, stalls }
    }

    /// Returns the holding of a seat then, if this was on display before.
    fn holding(&self, position: &Public, seat: Seat) -> Holding {
        let (own, player) = (seat.index(), position.player(seat));
        let bought = self.made.iter().filter(|(buyer, _)| *buyer == own).filter_map(|&(_, purchase)| purchase);
        let bought = bought.map(|(from, place)| position.players[from].display[place].tile);
        let kept = player.display.iter().zip(self.stalls.prices[own]).filter(|(_, price)| *price > 0);
        let tiles = player.to_build.iter().copied().chain(bought).chain(kept.map(|(sale, _)| sale.tile));
        (tiles.collect(), self.stalls.gold[own])
    }
}

/// A number for who is to buy, and what everybody has and offers.
fn trade_key(position: &Public) -> u64 {
    let buyer = position.phase.seat().map_or(0, |seat| seat.index() as u64);
    position.players.iter().fold(mix([buyer]), |key, player| {
        let key = mix([key, player.gold.into(), player.to_build.len() as u64]);
        let key = player.to_build.iter().fold(key, |key, tile| mix([key, tile.index() as u64]));
        player.display.iter().fold(key, |key, sale| mix([key, sale.tile.index() as u64, sale.price.into()]))
    })
}
