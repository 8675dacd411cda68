//! Who buys what.

use engine::skye::{Action, Public, Skye};
use engine::{MAX_SEATS, Seat};

use super::facts::{FACTS, facts, in_gold, in_tenths};
use super::habits::PURCHASE;
use crate::net::Net;
use crate::skye::appraisal::{Appraisals, MilliVp};
use crate::skye::market::{Market, MarketState, Purchase, later_buyers, purchase_action};

/// Nets see the logarithm of odds in this part of a unit.
const ODDS: f64 = 64.0;

/// Chances count as at least this far from 0 and 1, so that their odds are finite.
const LEAST: f64 = 0.001;

/// A seat that is to buy, and what it may do.
pub struct Buyer<'p> {
    /// The market of the tiles on display.
    pub market: Market,
    /// What is for sale.
    pub stalls: MarketState,
    /// A pass, and everything that it may buy.
    pub options: Vec<Option<Purchase>>,
    position: &'p Public,
    seat: Seat,
    facts: [i16; FACTS],
}

impl<'p> Buyer<'p> {
    /// The one in this seat, by what is on display.
    pub fn new(game: &Skye, position: &'p Public, seat: Seat, gains: &mut Appraisals) -> Self {
        let (market, stalls) = (Market::of_display(game, position, gains), MarketState::on_display(position));
        let options = market.options(seat.index(), &stalls);
        Self { market, stalls, options, position, seat, facts: facts(game, position, seat, gains) }
    }

    /// The actions of its options, in their order.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.options.iter().map(|&option| purchase_action(self.position, option))
    }

    /// The actions of its options with their scores by a net, where these are the chances to win after each if somebody has played them out.
    pub fn scored(&self, net: &Net, chances: Option<&[f64]>) -> Vec<(Action, i32)> {
        self.actions().zip(self.rows(chances).iter().map(|row| net.score(row))).collect()
    }

    /// What a net sees of each option, in their order, with the chances to win after each if somebody has played them out.
    pub fn rows(&self, chances: Option<&[f64]>) -> Vec<[i16; PURCHASE]> {
        let Self { market, stalls, options, position, seat, facts } = self;
        let (own, later) = (seat.index(), later_buyers(position, *seat));
        let outcome = |&option: &Option<Purchase>| market.outcome_of(own, option, *stalls, later.clone());
        let outcomes: Vec<[MilliVp; MAX_SEATS]> = options.iter().map(outcome).collect();
        let advantages: Vec<MilliVp> = outcomes.iter().map(|worth| market.advantage(own, worth)).collect();
        let surplus = |option: &Option<Purchase>| {
            option.map_or(0, |(from, place)| market.surplus(own, (from, place), stalls.prices[from][place]))
        };
        let surpluses: Vec<MilliVp> = options.iter().map(surplus).collect();
        let most = |of: &[MilliVp]| of.iter().copied().max().unwrap_or(0);
        let (best_advantage, best_surplus) = (most(&advantages), most(&surpluses));
        let most_gain =
            options.iter().flatten().map(|&(from, place)| market.gains[own][from][place]).max().unwrap_or(0);
        let odds = |chance: f64| {
            let chance = chance.clamp(LEAST, 1.0 - LEAST);
            (ODDS * libm::log(chance / (1.0 - chance))) as i16
        };
        let odds: Option<Vec<i16>> = chances.map(|chances| chances.iter().map(|&chance| odds(chance)).collect());
        let best_odds = odds.as_ref().and_then(|odds| odds.iter().copied().max()).unwrap_or(0);
        let best_rival = |outcome: &[MilliVp; MAX_SEATS]| {
            (0..market.seats).filter(|&other| other != own).map(|other| outcome[other]).max().unwrap_or(0)
        };
        let row = |(number, &option): (usize, &Option<Purchase>)| {
            let mut row = [0; PURCHASE];
            row[..FACTS].copy_from_slice(facts);
            let (advantage, surplus, outcome) = (advantages[number], surpluses[number], &outcomes[number]);
            let common = [
                i16::from(option.is_none()),
                in_tenths(advantage - advantages[0]),
                in_tenths(advantage - best_advantage),
                i16::from(advantage == best_advantage),
                in_tenths(surplus - best_surplus),
                i16::from(surplus == best_surplus),
                in_tenths(surplus),
                in_tenths(outcome[own] - outcomes[0][own]),
                in_tenths(outcome[own] - best_rival(outcome)),
                options.len() as i16,
                i16::from(odds.is_some()),
                odds.as_ref().map_or(0, |odds| odds[number] - best_odds),
                odds.as_ref().map_or(0, |odds| i16::from(odds[number] == best_odds)),
                odds.as_ref().map_or(0, |odds| odds[number] - odds[0]),
            ];
            row[FACTS..][..common.len()].copy_from_slice(&common);
            let Some((from, place)) = option else { return row };
            let price = stalls.prices[from][place];
            let (gain, kept) = (market.gains[own][from][place], market.gains[from][from][place]);
            let rivals = later.clone().map(Seat::index).filter(|&other| other != from);
            let wanted = rivals.map(|other| market.surplus(other, (from, place), price)).max();
            let wanted = wanted.unwrap_or(-10_000).clamp(-10_000, 10_000);
            let of_purchase = [
                in_tenths(gain),
                price as i16,
                in_tenths(market.per_gold * MilliVp::from(price)),
                in_tenths(kept),
                in_tenths(gain - most_gain),
                stalls.gold[own] as i16 - price as i16,
                i16::from(wanted > 0),
                in_tenths(wanted),
                i16::from(!later.clone().any(|other| other.index() == from)),
                stalls.gold[from] as i16,
                in_tenths(outcome[from] - outcomes[0][from]),
                in_gold(market.reservation(own, from, place) - MilliVp::from(price)),
                in_gold(market.reservation(own, from, place)),
            ];
            row[FACTS + common.len()..].copy_from_slice(&of_purchase);
            row
        };
        options.iter().enumerate().map(row).collect()
    }
}
