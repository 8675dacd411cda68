//! What players that search are expected to buy in the round of the root.
//!
//! They look at where a purchase leads. So does this, once for everything that a seat may buy: the round is played to its end as greedy
//! players do, and appraised there as the end of every simulation is. With more than two players that foresees less, and what the purchase
//! gains at once, by the greedy player's judgement, counts besides.

use engine::random::{Random, mix, random};
use engine::skye::{Action, Public, Skye, View};
use engine::{Game, MAX_SEATS, Seat, Turn};
use tinyvec::ArrayVec;

use super::{SkyeKnowledge, SkyeMemo};
use crate::choice::first_best;
use crate::choice::{drawn, weight};
use crate::search::{Knowledge, Values};
use crate::skye::appraisal::VP;
use crate::skye::greedy::{Market, Purchase, Stalls, quick_action};

/// What makes a purchase likely: fitted to purchases of the search itself.
struct Taste {
    /// A purchase after which the odds to win are twice as high is 2 to this power times as likely.
    keenness: f64,
    /// How much each VP of surplus, by the greedy player's judgement, counts beside the logarithm of the odds.
    surplus: f64,
}

impl Taste {
    /// With two players surplus does not add strength. The more there are, the more it says beside the odds.
    fn of(seats: usize) -> Self {
        match seats {
            2 => Self { keenness: 3.2, surplus: 0.0 },
            _ => Self { keenness: 2.2, surplus: 0.03 * (seats as f64 - 1.0) },
        }
    }
}

/// Odds are those of chances that lie at least this far from 0 and 1.
const LEAST: f64 = 0.001;

impl SkyeKnowledge {
    /// The purchase, or pass, that promises most.
    pub(super) fn best_purchase(&self, game: &Skye, view: &View<'_>, memo: &mut SkyeMemo) -> Action {
        first_best(self.purchases(game, view, memo).iter(), |(_, weight)| *weight).expect("a pass at least").0
    }

    /// A purchase or a pass, the likelier the more it promises.
    pub(super) fn likely_purchase(
        &self,
        game: &Skye,
        view: &View<'_>,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) -> Action {
        drawn(self.purchases(game, view, memo), random)
    }

    /// A pass and everything that the seat may buy, each with its weight.
    fn purchases<'m>(&self, game: &Skye, view: &View<'_>, memo: &'m mut SkyeMemo) -> &'m [(Action, u32)] {
        let key = trade_key(game.public(view));
        if !memo.purchases.weighed.contains_key(&key) {
            let weighed = self.weighed(game, view, memo);
            memo.purchases.make_room();
            memo.purchases.weighed.insert(key, weighed);
        }
        &memo.purchases.weighed[&key]
    }

    fn weighed(&self, game: &Skye, view: &View<'_>, memo: &mut SkyeMemo) -> Vec<(Action, u32)> {
        let (position, buyer) = (game.public(view), game.viewer(view).index());
        let stalls = Stalls::on_display(position);
        let market = Market::of_display(game, position, &mut memo.root);
        let options: Vec<Option<Purchase>> =
            [None].into_iter().chain(market.purchases(buyer, &stalls).map(Some)).collect();
        let actions = options.iter().map(|&option| action(position, option));
        if options.len() == 1 {
            return actions.map(|action| (action, 1)).collect();
        }
        let taste = Taste::of(position.seats());
        // In units of the logarithm of the odds.
        let promise = |&option: &Option<Purchase>| {
            let sales = Sales::after(position, &market, stalls, buyer, option);
            let chance = self.values_after(game, view, &sales, memo)[buyer].clamp(LEAST, 1.0 - LEAST);
            let surplus =
                option.map_or(0, |(from, place)| market.surplus(buyer, (from, place), stalls.prices[from][place]));
            libm::log(chance / (1.0 - chance)) + taste.surplus * f64::from(surplus) / f64::from(VP)
        };
        let promises: Vec<f64> = options.iter().map(promise).collect();
        let most = promises.iter().copied().fold(f64::MIN, f64::max);
        let weights = promises.into_iter().map(|promise| weight(taste.keenness * (promise - most)));
        actions.zip(weights).collect()
    }

    /// How good the end of the round is for all seats after the last sales.
    fn values_after(&self, game: &Skye, view: &View<'_>, sales: &Sales, memo: &mut SkyeMemo) -> Values {
        let key = sales.key(game.public(view));
        if let Some(values) = memo.purchases.values.get(&key) {
            return *values;
        }
        let hidden = &mut |_: &View<'_>, _: &mut Random| panic!("nothing is hidden while tiles are bought");
        let mut position = game.determinize(view, &mut random(0), hidden);
        for &(_, purchase) in &sales.made {
            game.apply(&mut position, action(game.public(view), purchase));
        }
        while let Turn::Seat(_) = game.turn(&position) {
            let action = quick_action(game, &position, &mut memo.root);
            game.apply(&mut position, action);
        }
        let values = self.values(game, &position, memo);
        memo.purchases.make_room();
        memo.purchases.values.insert(key, values);
        values
    }
}

/// The rest of a trade.
struct Sales {
    /// What buyers do, in order.
    made: ArrayVec<[(usize, Option<Purchase>); MAX_SEATS]>,
    /// What is left then.
    stalls: Stalls,
}

impl Sales {
    /// This buyer does this, and those who follow buy by surplus.
    fn after(position: &Public, market: &Market, mut stalls: Stalls, buyer: usize, purchase: Option<Purchase>) -> Self {
        let mut made = ArrayVec::new();
        let later = position.turn_order().map(Seat::index).skip_while(|&seat| seat != buyer).skip(1);
        for seat in [buyer].into_iter().chain(later) {
            let purchase = if seat == buyer { purchase } else { market.choice(seat, &stalls) };
            purchase.into_iter().for_each(|purchase| market.buy(seat, purchase, &mut stalls));
            made.push((seat, purchase));
        }
        Self { made, stalls }
    }

    /// A number for what everybody has then, if this was on display before.
    fn key(&self, position: &Public) -> u64 {
        let mut key = 0;
        for (seat, player) in position.players.iter().enumerate() {
            let bought = self.made.iter().filter(|(buyer, _)| *buyer == seat).filter_map(|&(_, purchase)| purchase);
            let bought = bought.map(|(from, place)| position.players[from].display[place].tile);
            let kept = player.display.iter().zip(self.stalls.prices[seat]).filter(|(_, price)| *price > 0);
            let tiles = player.to_build.iter().copied().chain(bought).chain(kept.map(|(sale, _)| sale.tile));
            key = mix([key, seat as u64, self.stalls.gold[seat].into()]);
            key = tiles.fold(key, |key, tile| mix([key, tile.index() as u64]));
        }
        key
    }
}

fn action(position: &Public, purchase: Option<Purchase>) -> Action {
    purchase.map_or(Action::Pass, |(from, place)| {
        let tile = position.players[from].display[place].tile;
        Action::Buy { from: Seat::new(from), tile }
    })
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
