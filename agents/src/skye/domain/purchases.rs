//! Predicted purchases in the round of the root.
//!
//! Strong players buy for the resulting position. That is computed once for every option: quick greedy players play the
//! round to its end, where it is evaluated like the end of any simulation. The odds of each option are among the
//! features of the net for the [habits](crate::skye::opponents::Habits) of buyers.

use std::borrow::Cow;

use engine::skye::{Action, Public, Skye, View};
use engine::{Game, Random, Seat, mix};

use super::cache::{MOST_KEPT, TradeOptions};
use super::trade::{Trade, Wares};
use crate::search::Values;
use crate::skye::opponents::weighed;
use crate::skye::{Buyer, Purchase, SkyeCache, SkyeDomain, later_buyers};
use crate::{drawn, first_best};

impl SkyeDomain {
    /// A pass and every purchase of the seat, with weights, and the one of the largest value.
    pub(super) fn trade_options<'m>(&self, game: &Skye, view: &View<'_>, cache: &'m mut SkyeCache) -> &'m TradeOptions {
        let key = trade_key(game.public(view));
        if !cache.purchases.contains_key(&key) {
            let weighed = self.weighed(game, view, cache);
            // This keeps memory bounded, however long a search is.
            if cache.purchases.len() == MOST_KEPT {
                cache.purchases.clear();
            }
            cache.purchases.insert(key, weighed);
        }
        &cache.purchases[&key]
    }

    /// A purchase of the seat in a later round, by habit, or a pass.
    pub(super) fn usual_purchase(
        &self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        cache: &mut SkyeCache,
        random: &mut Random,
    ) -> Action {
        let inverse_temperature = cache.inverse_temperatures[seat.index()].purchases;
        let scored = Buyer::new(game, position, seat, &mut cache.later).scored(&self.brain.habits.purchases, None);
        drawn(&weighed(&scored, inverse_temperature).collect::<Vec<_>>(), random)
    }

    fn weighed(&self, game: &Skye, view: &View<'_>, cache: &mut SkyeCache) -> TradeOptions {
        let inverse_temperature = cache.inverse_temperatures[game.viewer(view).index()].purchases;
        let (buyer, values) = self.played_out(game, view, cache);
        let best = first_best(buyer.actions().zip(&values), |(_, value)| **value).expect("a pass at least").0;
        let scored = buyer.scored(&self.brain.habits.purchases, Some(&values));
        TradeOptions { options: weighed(&scored, inverse_temperature).collect(), best }
    }

    /// The view's seat, which is to buy, and the value to it of each option, from 0 to 1.
    ///
    /// They are values of the end of the round, if later buyers buy by surplus.
    pub fn played_out<'v>(&self, game: &Skye, view: &'v View<'_>, cache: &mut SkyeCache) -> (Buyer<'v>, Vec<f64>) {
        let (position, seat) = (game.public(view), game.viewer(view));
        let buyer = Buyer::new(game, position, seat, &mut cache.root);
        if buyer.options.len() == 1 {
            return (buyer, vec![0.5]);
        }
        let wares = Wares::on_display(game, position, Cow::Borrowed(&buyer.market), &mut cache.root);
        let ends = self.ends(game, position, &wares, &Trade::on_display(position), seat, cache);
        (buyer, ends.iter().map(|end| end[seat.index()].value).collect())
    }

    /// Returns the prospects of all seats after each of the buyer's options, in their order.
    ///
    /// They are those at the end of the round, if later buyers buy by surplus, with the second buy turn as predicted.
    pub(super) fn ends(
        &self,
        game: &Skye,
        position: &Public,
        wares: &Wares<'_>,
        trade: &Trade,
        buyer: Seat,
        cache: &mut SkyeCache,
    ) -> Vec<Values> {
        let end = |option: Option<Purchase>| {
            let end = trade.after(wares, buyer.index(), option).after_surplus(wares, later_buyers(position, buyer));
            self.prospects(game, position, end.holdings(wares), cache)
        };
        wares.market.options(buyer.index(), &trade.market_state).into_iter().map(end).collect()
    }
}

/// A number for the buyer, and the holdings and displays of all.
fn trade_key(position: &Public) -> u64 {
    let buyer = position.phase.seat().map_or(0, |seat| seat.index() as u64);
    position.players.iter().fold(mix([buyer]), |key, player| {
        let key = mix([key, player.gold.into(), player.to_build.len() as u64]);
        let key = player.to_build.iter().fold(key, |key, tile| mix([key, tile.index() as u64]));
        player.display.iter().fold(key, |key, sale| mix([key, sale.tile.index() as u64, sale.price.into()]))
    })
}
