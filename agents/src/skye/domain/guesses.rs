//! Guesses at the others' secret offers, and the own offers that respond to them.

use engine::skye::{Offer, Phase, Public, Skye};
use engine::{Random, Seat};

use crate::skye::greedy::responses;
use crate::skye::opponents::TradeAhead;
use crate::skye::{Rollout, Shortlist, SkyeCache, SkyeDomain};

/// The number of guesses at each seat's offer.
const GUESSES: usize = 25;

/// The number of joint samples of the other offers for scoring own offers.
const TOGETHER: usize = 16;

impl SkyeDomain {
    /// Guesses the offers of all others while one seat makes its own offer; computed once.
    pub(super) fn guess_offers(&self, game: &Skye, root: &Public, cache: &mut SkyeCache, random: &mut Random) {
        let Phase::Price(searcher) = root.phase else { return };
        if cache.has_guessed {
            return;
        }
        cache.has_guessed = true;
        if self.rollout == Rollout::Random {
            return;
        }
        self.guess_offers_of(Seat::all(root.seats()).filter(|&seat| seat != searcher), game, root, cache, random);
    }

    /// Guesses the offers of these seats.
    fn guess_offers_of(
        &self,
        seats: impl Iterator<Item = Seat>,
        game: &Skye,
        position: &Public,
        cache: &mut SkyeCache,
        random: &mut Random,
    ) {
        let shortlist = Shortlist::of(game, position, &mut cache.root);
        for seat in seats {
            let inverse_temperature = cache.inverse_temperatures[seat.index()].offers;
            let offerer = TradeAhead::offerer(game, shortlist.public(), seat, &mut cache.root);
            let guesses = offerer.draw(&self.brain.habits, inverse_temperature, GUESSES, random).into_iter();
            cache.guesses[seat.index()] = guesses.map(|offer| shortlist.in_full(seat, offer)).collect();
        }
    }

    /// An offer that the seat may make if none is guessed.
    pub(super) fn usual_offer(
        &self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        cache: &mut SkyeCache,
        random: &mut Random,
    ) -> Offer {
        let inverse_temperature = cache.inverse_temperatures[seat.index()].offers;
        let gains = cache.gains(position);
        let shortlist = Shortlist::of(game, position, gains);
        let offerer = TradeAhead::offerer(game, shortlist.public(), seat, gains);
        shortlist.in_full(seat, offerer.draw(&self.brain.habits, inverse_temperature, 1, random)[0])
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
            self.guess_offers_of(std::iter::once(searcher), game, position, cache, random);
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
