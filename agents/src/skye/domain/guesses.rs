//! Guesses at the others' secret offers, and the own offers that respond to them.

use engine::skye::{Offer, Public, Skye};
use engine::{Random, Seat};

use crate::skye::greedy::responses;
use crate::skye::opponents::TradeAhead;
use crate::skye::{Shortlist, SkyeCache, SkyeDomain};

/// The number of guesses at each seat's offer.
pub(super) const GUESSES: usize = 25;

/// The number of joint samples of the other offers for scoring own offers.
const TOGETHER: usize = 16;

impl SkyeDomain {
    /// Draws this many offers that the seat may make.
    pub(super) fn drawn_offers(
        &self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        count: usize,
        cache: &mut SkyeCache,
        random: &mut Random,
    ) -> Vec<Offer> {
        let inverse_temperature = cache.inverse_temperatures[seat.index()].offers;
        let gains = cache.gains(position);
        let shortlist = Shortlist::of(game, position, gains);
        let offerer = TradeAhead::offerer(game, shortlist.public(), seat, gains);
        let offers = offerer.draw(&self.brain.habits, inverse_temperature, count, random).into_iter();
        offers.map(|offer| shortlist.in_full(seat, offer)).collect()
    }

    /// The offers that do best against the guesses, best first.
    ///
    /// For another seat it guesses the searching seat's offer, too.
    pub(super) fn responses(
        &self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        cache: &mut SkyeCache,
        random: &mut Random,
    ) -> Vec<Offer> {
        if let Some(searcher) = cache.searcher
            && searcher != seat
            && cache.guesses[searcher.index()].is_empty()
        {
            cache.guesses[searcher.index()] = self.drawn_offers(game, position, searcher, GUESSES, cache, random);
        }
        let mut together = || {
            seat.others(position.seats())
                .filter_map(|other| Some((other, cache.drawn_guess(position.round, other, random)?)))
                .collect()
        };
        let guesses: Vec<Vec<(Seat, Offer)>> = (0..TOGETHER).map(|_| together()).collect();
        responses(game, position, seat, &guesses, &mut cache.root)
    }
}
