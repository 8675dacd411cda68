//! Buying with foresight: what every purchase leads to if the following seats buy by surplus.

use engine::Seat;
use engine::skye::{Action, Public, Skye};

use super::super::market::{Market, Purchase, Stalls};
use crate::first_best::first_best;
use crate::skye::appraisal::{MilliVp, TileGains};

/// The purchase that leads to the best outcome for the seat, or a pass if none leads to a better one.
pub fn foresighted_purchase(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains) -> Action {
    let advantages = advantages(game, position, seat, gains).into_iter();
    first_best(advantages, |(_, advantage)| *advantage).expect("a pass at least").0
}

/// A pass and every purchase, with the advantage over the others that it leads to.
pub fn advantages(game: &Skye, position: &Public, seat: Seat, gains: &mut TileGains) -> Vec<(Action, MilliVp)> {
    let market = Market::of_display(game, position, gains);
    let stalls = Stalls::on_display(position);
    let own = seat.index();
    let advantage = |purchase: Option<Purchase>| {
        let mut stalls = stalls;
        if let Some(purchase) = purchase {
            market.buy(own, purchase, &mut stalls);
        }
        let later = position.turn_order().skip_while(|&other| other != seat).skip(1);
        market.advantage(own, &market.outcome(stalls, later))
    };
    let purchases = (0..market.seats).filter(|&from| from != own).flat_map(|from| {
        let stalls = &stalls;
        let is_for_sale = move |tile: &usize| (1..=stalls.gold[own]).contains(&stalls.prices[from][*tile]);
        (0..stalls.prices[from].len()).filter(is_for_sale).map(move |tile| Some((from, tile)))
    });
    let action = |purchase: Option<Purchase>| {
        purchase.map_or(Action::Pass, |(from, place)| {
            let from = Seat::new(from);
            Action::Buy { from, tile: position.player(from).display[place].tile }
        })
    };
    std::iter::once(None).chain(purchases).map(|purchase| (action(purchase), advantage(purchase))).collect()
}
