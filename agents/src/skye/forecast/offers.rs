//! Offers: which of them do well, and which of them others will make.

use std::cmp::Reverse;

use engine::Seat;
use engine::random::{Random, RandomSource, random};
use engine::skye::{Offer, Public, Skye};

use super::joint_gains::JointGains;
use super::trade::{Standing, Trade};
use crate::skye::appraisal::{Appraisals, MilliVp};
use crate::skye::greedy::{PricedOffer, Stalls, promising_offers};

/// How many offers are looked at, and how closely.
struct Closeness {
    /// Prices up to this far from what each buyer would pay are tried.
    around: MilliVp,
    /// One in so many guesses is used for a first look.
    first_look: usize,
    /// How many offers are then compared over all guesses.
    finalists: usize,
}

impl Closeness {
    /// With several buyers there are more prices near what one of them would pay, and each trade takes longer.
    fn of(seats: usize) -> Self {
        match seats {
            2 => Self { around: 3, first_look: 4, finalists: 32 },
            _ => Self { around: 1, first_look: 8, finalists: 16 },
        }
    }
}

/// The offers of the seat that do best against guesses at those of the others, best first. Each guess has an offer for every other seat, in
/// the order of seats; one for the seat itself is passed over.
pub fn responses(
    game: &Skye,
    position: &Public,
    seat: Seat,
    guesses: &[Vec<Option<Offer>>],
    gains: &mut Appraisals,
    joint: &mut JointGains,
    dice: &mut Random,
) -> Vec<PricedOffer> {
    let closeness = Closeness::of(position.seats());
    let mut trade = Trade::of_drawn(game, position, gains);
    let mut offers = promising_offers(trade.market(), seat.index(), position.player(seat).gold, closeness.around);
    let buyers: Vec<usize> = position.turn_order().map(Seat::index).collect();
    let empty = Standing::new(Stalls::empty(position));
    let standings: Vec<(Standing, u64)> = guesses
        .iter()
        .map(|offers| {
            let others = Seat::all(position.seats()).filter(|&other| other != seat);
            let standing = others.fold(empty, |standing, other| match &offers[other.index()] {
                Some(offer) => standing.with_offer(other, offer),
                None => standing,
            });
            (standing, dice.next_u64())
        })
        .collect();
    let mut mean = |offer: &Offer, standings: &[(Standing, u64)], joint: &mut JointGains| {
        let worth = |(standing, seed): &(Standing, u64)| {
            let standing = standing.with_offer(seat, offer);
            i64::from(trade.expected(joint, &standing, seat.index(), &buyers, &mut random(*seed)))
        };
        (standings.iter().map(worth).sum::<i64>() / standings.len() as i64) as MilliVp
    };
    let few = &standings[..standings.len().div_ceil(closeness.first_look)];
    if offers.len() > closeness.finalists {
        offers.sort_by_cached_key(|offer| Reverse(mean(offer, few, joint)));
        offers.truncate(closeness.finalists);
    }
    let mut priced: Vec<PricedOffer> =
        offers.into_iter().map(|offer| PricedOffer { offer, worth: mean(&offer, &standings, joint) }).collect();
    priced.sort_by_key(|priced| Reverse(priced.worth));
    priced
}
