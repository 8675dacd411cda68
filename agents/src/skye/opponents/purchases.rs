//! Predictions of purchases.

use std::borrow::Cow;

use engine::skye::{Action, Public, Skye};
use engine::{MAX_SEATS, Seat};

use super::PURCHASE;
use super::facts::{FACTS, Feature, Standings, in_gold, in_tenths, row_of};
use crate::net::Net;
use crate::skye::market::purchase_action;
use crate::skye::{Appraisals, Market, MarketState, MilliVp, Purchase, later_buyers};

/// Nets see the logarithm of odds in units of one over this.
const ODDS: f64 = 64.0;

/// Chances are clipped to at least this far from 0 and 1, so that their odds are finite.
const LEAST: f64 = 0.001;

/// A seat that is to buy, and its options.
pub struct Buyer<'p> {
    /// The market of the tiles in trade.
    pub market: Cow<'p, Market>,
    /// The tiles for sale.
    pub market_state: MarketState,
    /// A pass, and everything that it may buy.
    pub options: Vec<Option<Purchase>>,
    position: &'p Public,
    seat: Seat,
    facts: [i16; FACTS],
}

impl<'p> Buyer<'p> {
    /// The buyer in this seat, by the tiles on display.
    pub fn new(game: &Skye, position: &'p Public, seat: Seat, gains: &mut Appraisals) -> Self {
        let (market, market_state) = (Market::of_display(game, position, gains), MarketState::on_display(position));
        Self::by(game, position, seat, Cow::Owned(market), market_state, &Standings::of(game, position, gains))
    }

    /// The buyer in this seat in a trade in progress.
    ///
    /// [`actions`](Self::actions) may only be called if all tiles in trade are on display.
    pub fn by(
        game: &Skye,
        position: &'p Public,
        seat: Seat,
        market: Cow<'p, Market>,
        market_state: MarketState,
        standings: &Standings,
    ) -> Self {
        let options = market.options(seat.index(), &market_state);
        Self {
            facts: standings.facts(game, position, seat, &market_state.gold),
            market,
            market_state,
            options,
            position,
            seat,
        }
    }

    /// The actions of its options, in their order.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.options.iter().map(|&option| purchase_action(self.position, option))
    }

    /// The actions of its options with their scores by a net.
    ///
    /// `values` are the search's values after each, from 0 to 1, if they were played out.
    pub fn scored(&self, net: &Net, values: Option<&[f64]>) -> Vec<(Action, i32)> {
        self.actions().zip(self.scores(net, values)).collect()
    }

    /// The scores of its options by a net, in order.
    pub fn scores(&self, net: &Net, values: Option<&[f64]>) -> Vec<i32> {
        let mut begun = net.begin();
        net.add(&mut begun, 0, &self.facts);
        let score = |row: [i16; PURCHASE]| {
            let mut sums = begun;
            net.add(&mut sums, FACTS, &row[FACTS..]);
            net.finish(&sums)
        };
        self.rows(values).into_iter().map(score).collect()
    }

    /// Returns the row of each option, in order.
    ///
    /// `values` are the search's values after each, from 0 to 1, if they were played out.
    pub fn rows(&self, values: Option<&[f64]>) -> Vec<[i16; PURCHASE]> {
        let Self { market, market_state, options, position, seat, facts } = self;
        let (own, later) = (seat.index(), later_buyers(position, *seat));
        let outcomes: Vec<[MilliVp; MAX_SEATS]> =
            options.iter().map(|&option| market.outcome_of(own, option, *market_state, later.clone())).collect();
        let advantages: Vec<MilliVp> = outcomes.iter().map(|worth| market.advantage(own, worth)).collect();
        let surplus = |&(from, place): &Purchase| market.surplus(own, (from, place), market_state.prices[from][place]);
        let surpluses: Vec<MilliVp> = options.iter().map(|option| option.as_ref().map_or(0, surplus)).collect();
        let gains = options.iter().flatten().map(|&(from, place)| market.gains[own][from][place]);
        let most_gain = gains.max().unwrap_or(0);
        let odds: Option<Vec<i16>> = values.map(|values| values.iter().map(|&value| odds_of(value)).collect());
        let row = |(number, &option): (usize, &Option<Purchase>)| {
            let outcome = &outcomes[number];
            let rivals = market.others(own).map(|other| outcome[other]);
            let any = AnyOption {
                is_pass: option.is_none(),
                options: options.len(),
                advantage: Compared::of(&advantages, number),
                surplus: Compared::of(&surpluses, number),
                outcome: outcome[own],
                outcome_of_pass: outcomes[0][own],
                best_rival: rivals.max().unwrap_or(0),
                odds: odds.as_ref().map(|odds| Compared::of(odds, number)),
            };
            let mut row = [0; PURCHASE];
            row[..FACTS].copy_from_slice(facts);
            row[FACTS..][..OPTION.len()].copy_from_slice(&row_of(&OPTION, &any));
            let Some((from, place)) = option else { return row };
            let price = market_state.prices[from][place];
            let rivals = later.clone().map(Seat::index).filter(|&other| other != from);
            let wanted = rivals.map(|other| market.surplus(other, (from, place), price)).max();
            let bought = BoughtTile {
                price,
                paid: market.per_gold * MilliVp::from(price),
                gain: market.gains[own][from][place],
                kept: market.gains[from][from][place],
                most_gain,
                gold: market_state.gold[own],
                wanted: wanted.unwrap_or(-10_000).clamp(-10_000, 10_000),
                has_seller_bought: !later.clone().any(|other| other.index() == from),
                seller_gold: market_state.gold[from],
                seller_outcome: outcome[from] - outcomes[0][from],
                reservation: market.reservation(own, from, place),
            };
            row[FACTS + OPTION.len()..].copy_from_slice(&row_of(&BOUGHT, &bought));
            row
        };
        options.iter().enumerate().map(row).collect()
    }
}

/// Returns the logarithm of a chance's odds, as nets see it.
fn odds_of(chance: f64) -> i16 {
    let chance = chance.clamp(LEAST, 1.0 - LEAST);
    (ODDS * libm::log(chance / (1.0 - chance))) as i16
}

/// A measure of an option compared with the others.
#[derive(Copy, Clone)]
struct Compared<T> {
    own: T,
    pass: T,
    best: T,
}

impl<T: Copy + Ord> Compared<T> {
    /// Takes the option with this number from the measures of all; the first one is the pass.
    fn of(all: &[T], number: usize) -> Self {
        Self { own: all[number], pass: all[0], best: all.iter().copied().max().unwrap_or(all[0]) }
    }
}

/// An option, whether a pass or a purchase.
pub(super) struct AnyOption {
    is_pass: bool,
    options: usize,
    advantage: Compared<MilliVp>,
    surplus: Compared<MilliVp>,
    outcome: MilliVp,
    outcome_of_pass: MilliVp,
    best_rival: MilliVp,
    /// Logarithms of odds, if the options were played out.
    odds: Option<Compared<i16>>,
}

/// The features of every option.
pub(super) const OPTION: [Feature<AnyOption>; 14] = [
    ("is a pass", |seen| i16::from(seen.is_pass)),
    ("advantage over a pass", |seen| in_tenths(seen.advantage.own - seen.advantage.pass)),
    ("advantage over the best", |seen| in_tenths(seen.advantage.own - seen.advantage.best)),
    ("has the best advantage", |seen| i16::from(seen.advantage.own == seen.advantage.best)),
    ("surplus over the best", |seen| in_tenths(seen.surplus.own - seen.surplus.best)),
    ("has the best surplus", |seen| i16::from(seen.surplus.own == seen.surplus.best)),
    ("surplus", |seen| in_tenths(seen.surplus.own)),
    ("own outcome over a pass", |seen| in_tenths(seen.outcome - seen.outcome_of_pass)),
    ("own outcome over the best rival's", |seen| in_tenths(seen.outcome - seen.best_rival)),
    ("number of options", |seen| seen.options as i16),
    ("is played out", |seen| i16::from(seen.odds.is_some())),
    ("odds over the best", |seen| seen.odds.map_or(0, |odds| odds.own - odds.best)),
    ("has the best odds", |seen| seen.odds.map_or(0, |odds| i16::from(odds.own == odds.best))),
    ("odds over a pass", |seen| seen.odds.map_or(0, |odds| odds.own - odds.pass)),
];

/// A purchase: the tile, its price, and the seats involved.
pub(super) struct BoughtTile {
    price: u16,
    paid: MilliVp,
    gain: MilliVp,
    /// The seller's gain by the tile.
    kept: MilliVp,
    /// The most that an option gains.
    most_gain: MilliVp,
    gold: u16,
    /// The largest surplus of a later buyer.
    wanted: MilliVp,
    has_seller_bought: bool,
    seller_gold: u16,
    /// The seller's outcome relative to that of a pass.
    seller_outcome: MilliVp,
    reservation: MilliVp,
}

/// The features of a purchase; 0 in the row of a pass.
pub(super) const BOUGHT: [Feature<BoughtTile>; 13] = [
    ("gain", |seen| in_tenths(seen.gain)),
    ("price", |seen| seen.price as i16),
    ("worth of the price", |seen| in_tenths(seen.paid)),
    ("gain of the seller", |seen| in_tenths(seen.kept)),
    ("gain over the most", |seen| in_tenths(seen.gain - seen.most_gain)),
    ("gold left", |seen| seen.gold as i16 - seen.price as i16),
    ("a later buyer wants it", |seen| i16::from(seen.wanted > 0)),
    ("largest surplus of a later buyer", |seen| in_tenths(seen.wanted)),
    ("the seller has bought", |seen| i16::from(seen.has_seller_bought)),
    ("gold of the seller", |seen| seen.seller_gold as i16),
    ("outcome of the seller over a pass", |seen| in_tenths(seen.seller_outcome)),
    ("reservation price over the price", |seen| in_gold(seen.reservation - MilliVp::from(seen.price))),
    ("reservation price", |seen| in_gold(seen.reservation)),
];
