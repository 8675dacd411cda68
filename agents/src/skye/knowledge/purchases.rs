//! What players are expected to buy in the round of the root.
//!
//! Strong players look at where a purchase leads. So does this, once for everything that a seat may buy: the round is played to its end as quick
//! greedy players do, and appraised there as the end of every simulation is. The odds found are among what the [habits](crate::skye::opponents::Habits) of buyers score.

use engine::random::{Random, mix};
use engine::skye::{Action, Public, Skye, View};
use engine::{Game, MAX_SEATS, Seat};
use tinyvec::ArrayVec;

use super::memo::{MOST_KEPT, Weighed};
use super::prospects::Holding;
use super::{SkyeKnowledge, SkyeMemo};
use crate::choice::{drawn, first_best, weight};
use crate::net::ONE;
use crate::skye::market::{Market, Purchase, Stalls};
use crate::skye::opponents::{PlayedOut, options, rows};

impl SkyeKnowledge {
    /// The purchase, or pass, after which the seat wins most often.
    pub(super) fn best_purchase(&self, game: &Skye, view: &View<'_>, memo: &mut SkyeMemo) -> Action {
        self.weighed_purchases(game, view, memo).best
    }

    /// A purchase or a pass, as likely as the seat is to make it.
    pub(super) fn likely_purchase(
        &self,
        game: &Skye,
        view: &View<'_>,
        memo: &mut SkyeMemo,
        random: &mut Random,
    ) -> Action {
        drawn(&self.weighed_purchases(game, view, memo).options, random)
    }

    fn weighed_purchases<'m>(&self, game: &Skye, view: &View<'_>, memo: &'m mut SkyeMemo) -> &'m Weighed {
        let key = trade_key(game.public(view));
        if !memo.purchases.contains_key(&key) {
            let weighed = self.weighed(game, view, memo);
            // So that memory stays flat however long a search is.
            if memo.purchases.len() == MOST_KEPT {
                memo.purchases.clear();
            }
            memo.purchases.insert(key, weighed);
        }
        &memo.purchases[&key]
    }

    fn weighed(&self, game: &Skye, view: &View<'_>, memo: &mut SkyeMemo) -> Weighed {
        let (position, seat) = (game.public(view), game.viewer(view));
        let PlayedOut { market, stalls, options, chances } = self.played_out(game, view, memo);
        let actions = || options.iter().map(|&option| action(position, option));
        let best = first_best(actions().zip(&chances), |(_, chance)| **chance).expect("a pass at least").0;
        let rationality = memo.rationalities[seat.index()].purchases;
        let rows = rows(game, position, seat, (&market, &stalls), &options, Some(&chances), &mut memo.root);
        let scores: Vec<i32> = rows.iter().map(|row| self.brain.habits.purchases.score(row)).collect();
        let most = scores.iter().copied().max().expect("a pass at least");
        let by_score = |score: i32| weight(rationality * f64::from(score - most) / f64::from(ONE));
        Weighed { options: actions().zip(scores.into_iter().map(by_score)).collect(), best }
    }

    /// What everything that a seat may do that is to buy leads to, if those who buy later go by surplus.
    pub fn played_out(&self, game: &Skye, view: &View<'_>, memo: &mut SkyeMemo) -> PlayedOut {
        let (position, seat) = (game.public(view), game.viewer(view));
        let stalls = Stalls::on_display(position);
        let market = Market::of_display(game, position, &mut memo.root);
        let options = options(&market, &stalls, seat);
        let chance = |&option: &Option<Purchase>| {
            let sales = Sales::after(position, &market, stalls, seat.index(), option);
            let holdings = Seat::all(position.seats()).map(|other| sales.holding(position, other)).collect();
            self.prospects(game, position, holdings, memo)[seat.index()]
        };
        let chances = if options.len() == 1 { vec![0.5] } else { options.iter().map(chance).collect() };
        PlayedOut { market, stalls, options, chances }
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

    /// What a seat has then, if this was on display before.
    fn holding(&self, position: &Public, seat: Seat) -> Holding {
        let (own, player) = (seat.index(), position.player(seat));
        let bought = self.made.iter().filter(|(buyer, _)| *buyer == own).filter_map(|&(_, purchase)| purchase);
        let bought = bought.map(|(from, place)| position.players[from].display[place].tile);
        let kept = player.display.iter().zip(self.stalls.prices[own]).filter(|(_, price)| *price > 0);
        let tiles = player.to_build.iter().copied().chain(bought).chain(kept.map(|(sale, _)| sale.tile));
        (tiles.collect(), self.stalls.gold[own])
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
