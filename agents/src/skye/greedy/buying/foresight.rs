//! Buying with foresight: what every purchase leads to if the following seats buy by surplus.

use engine::Seat;
use engine::skye::{Action, Public, Skye};

use crate::choice::first_best;
use crate::skye::appraisal::{Appraisals, MilliVp};
use crate::skye::market::{Market, Purchase, Stalls};

/// The purchase that leads to the best outcome for the seat, or a pass if none leads to a better one.
pub fn foresighted_purchase(
    game: &Skye,
    position: &Public,
    seat: Seat,
    gold_of_two: MilliVp,
    gains: &mut Appraisals,
) -> Action {
    let advantages = advantages(game, position, seat, gold_of_two, gains).into_iter();
    first_best(advantages, |(_, advantage)| *advantage).expect("a pass at least").0
}

/// A pass and every purchase, with the advantage over the others that it leads to, where at a table of two gold counts for this many
/// percent of its worth.
pub fn advantages(
    game: &Skye,
    position: &Public,
    seat: Seat,
    gold_of_two: MilliVp,
    gains: &mut Appraisals,
) -> Vec<(Action, MilliVp)> {
    let mut market = Market::of_display(game, position, gains).with_second_turn(game, position, seat, gains);
    if market.seats == 2 {
        market.per_gold = market.per_gold * gold_of_two / 100;
    }
    let action = |purchase: Option<Purchase>| {
        purchase.map_or(Action::Pass, |(from, place)| {
            let from = Seat::new(from);
            Action::Buy { from, tile: position.player(from).display[place].tile }
        })
    };
    let stalls = Stalls::on_display(position);
    purchases(&market, &stalls, position, seat).map(|(purchase, advantage)| (action(purchase), advantage)).collect()
}

/// The own tile on display to take with a tablet, if taking one leads to a better outcome than leaving all.
pub fn own_tile(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Option<Action> {
    let market = Market::of_display(game, position, gains).with_second_turn(game, position, seat, gains);
    let stalls = Stalls::on_display(position);
    let best = |stalls: &Stalls| purchases(&market, stalls, position, seat).map(|(_, advantage)| advantage).max();
    let display = &position.player(seat).display;
    let taken = |place: usize| {
        let mut stalls = stalls;
        market.keep(seat.index(), place, &mut stalls);
        (best(&stalls), display[place].tile)
    };
    let (advantage, tile) = first_best((0..display.len()).map(taken), |(advantage, _)| *advantage)?;
    (advantage > best(&stalls)).then_some(Action::TakeOwn { tile })
}

/// A pass and every purchase, with the advantage over the others that it leads to.
fn purchases<'a>(
    market: &'a Market,
    stalls: &'a Stalls,
    position: &'a Public,
    seat: Seat,
) -> impl Iterator<Item = (Option<Purchase>, MilliVp)> + 'a {
    let own = seat.index();
    let advantage = move |purchase: Option<Purchase>| {
        let mut stalls = *stalls;
        if let Some(purchase) = purchase {
            market.buy(own, purchase, &mut stalls);
        }
        let later = position.turn_order().skip_while(|&other| other != seat).skip(1);
        market.advantage(own, &market.outcome(stalls, later))
    };
    let purchases = (0..market.seats).filter(move |&from| from != own).flat_map(move |from| {
        let is_for_sale = move |tile: &usize| {
            let price = stalls.prices[from][*tile];
            price > 0 && market.payment(own, price) <= stalls.gold[own]
        };
        (0..stalls.prices[from].len()).filter(is_for_sale).map(move |tile| Some((from, tile)))
    });
    std::iter::once(None).chain(purchases).map(move |purchase| (purchase, advantage(purchase)))
}
