//! Buying with foresight: the result of every purchase if the following seats buy by surplus.

use engine::Seat;
use engine::skye::{Action, Public, Skye};

use crate::first_best;
use crate::skye::greedy::ActionWorths;
use crate::skye::market::purchase_action;
use crate::skye::{Appraisals, Market, MarketState, MilliVp, Purchase, later_buyers};

/// A pass and every purchase, with the resulting advantage over the others.
///
/// With two players gold counts for this many percent of its worth.
pub fn advantages(
    game: &Skye,
    position: &Public,
    seat: Seat,
    gold_of_two: MilliVp,
    gains: &mut Appraisals,
) -> ActionWorths {
    let market = market(game, position, seat, gold_of_two, gains);
    let market_state = MarketState::on_display(position);
    let found = purchases(&market, &market_state, position, seat);
    found.map(|(purchase, advantage)| (purchase_action(position, purchase), advantage)).collect()
}

/// The market for the tiles on display as a seat sees it.
///
/// With two players gold counts for this many percent of its worth.
pub fn market(game: &Skye, position: &Public, seat: Seat, gold_of_two: MilliVp, gains: &mut Appraisals) -> Market {
    let mut market = Market::of_display(game, position, gains).with_second_turn(game, position, seat, gains);
    if market.seats == 2 {
        market.per_gold = market.per_gold * gold_of_two / 100;
    }
    market
}

/// The own tile on display to take with a tablet, if taking one is better than leaving all.
pub fn own_tile(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Option<Action> {
    position.player(seat).own_to_take().next()?;
    let market = Market::of_display(game, position, gains).with_second_turn(game, position, seat, gains);
    let market_state = MarketState::on_display(position);
    let display = &position.player(seat).display;
    let place = own_place(&market, &market_state, 0..display.len(), position, seat)?;
    Some(Action::TakeOwn { tile: display[place].tile })
}

/// The place of the own tile on sale to take, if taking one is better than leaving all.
pub fn own_place(
    market: &Market,
    market_state: &MarketState,
    places: impl Iterator<Item = usize>,
    position: &Public,
    seat: Seat,
) -> Option<usize> {
    let best = |market_state: &MarketState| {
        purchases(market, market_state, position, seat).map(|(_, advantage)| advantage).max()
    };
    let taken = |place: usize| {
        let mut market_state = *market_state;
        market.keep(seat.index(), place, &mut market_state);
        (best(&market_state), place)
    };
    let (advantage, place) = first_best(places.map(taken), |(advantage, _)| *advantage)?;
    (advantage > best(market_state)).then_some(place)
}

/// A pass and every purchase, with the resulting advantage over the others.
fn purchases(
    market: &Market,
    market_state: &MarketState,
    position: &Public,
    seat: Seat,
) -> impl Iterator<Item = (Option<Purchase>, MilliVp)> {
    let (own, later) = (seat.index(), later_buyers(position, seat));
    market.options(own, market_state).into_iter().map(move |purchase| {
        (purchase, market.advantage(own, &market.outcome_of(own, purchase, *market_state, later.clone())))
    })
}
