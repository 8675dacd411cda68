//! Sampled best response: the offer that does best on average over guesses at the other offers.

use std::cmp::Reverse;

use engine::Seat;
use engine::random::{Random, below};
use engine::skye::action::DRAWN;
use engine::skye::{Offer, Public, Skye};

use super::super::market::{Market, Stalls};
use super::table::{PRICED, PricedOffer, ranked_offers};
use crate::first_best::first_best;
use crate::skye::appraisal::{MilliVp, TileGains};

/// How many offers, the best by the table's measure, the others are assumed to choose among.
const OFFERS_OF_OTHERS: usize = 3;

/// With this much gold or less, every offer is tried.
const EXHAUSTED_GOLD: u16 = 10;

/// If there are more offers than this, the best over one in [`FIRST_LOOK`] guesses are examined closely.
const FINALISTS: usize = 32;

/// One in this many guesses is used for a first look.
const FIRST_LOOK: usize = 8;

/// Prices up to this far from what a buyer would pay are tried, before the search continues from the best.
const AROUND: MilliVp = 4;

/// What to respond to: samples of what others offer.
pub(super) struct Response {
    market: Market,
    guesses: Vec<Stalls>,
    /// All seats in turn order.
    buyers: Vec<Seat>,
    seat: Seat,
    gold: u16,
}

impl Response {
    /// With this number of samples.
    pub fn new(
        game: &Skye,
        position: &Public,
        seat: Seat,
        gains: &mut TileGains,
        samples: usize,
        random: &mut Random,
    ) -> Self {
        Self {
            market: Market::of_drawn(game, position, gains).with_second_turn(game, position, seat, gains),
            guesses: guesses(game, position, seat, gains, samples, random),
            buyers: position.turn_order().collect(),
            seat,
            gold: position.player(seat).gold,
        }
    }

    /// The offers that are examined closely, and the best response, with their mean worth against the others'.
    pub fn weighed(&self) -> Vec<PricedOffer> {
        let looked_at = if self.gold <= EXHAUSTED_GOLD {
            Offer::all(self.gold).collect()
        } else {
            self.finalists(self.promising())
        };
        let best = self.offer();
        let others = looked_at.into_iter().filter(|offer| *offer != best);
        let mean = |offer: &Offer| (self.worth(offer) / self.guesses.len() as i64) as MilliVp;
        std::iter::once(best).chain(others).map(|offer| PricedOffer { offer, worth: mean(&offer) }).collect()
    }

    /// The best response.
    pub fn offer(&self) -> Offer {
        if self.gold <= EXHAUSTED_GOLD {
            return self.best(Offer::all(self.gold)).expect("there is an offer").1;
        }
        let finalists = self.finalists(self.promising());
        self.climb(self.best(finalists.into_iter()).expect("there is an offer"))
    }

    /// The best of these offers with what it is worth; the first among equals.
    fn best(&self, offers: impl Iterator<Item = Offer>) -> Option<(i64, Offer)> {
        first_best(offers.map(|offer| (self.worth(&offer), offer)), |(worth, _)| *worth)
    }

    /// The offers that do best over a few of the guesses.
    fn finalists(&self, mut offers: Vec<Offer>) -> Vec<Offer> {
        let few = &self.guesses[..self.guesses.len().div_ceil(FIRST_LOOK)];
        if offers.len() > FINALISTS {
            offers.sort_by_cached_key(|offer| Reverse(self.worth_over(few, offer)));
            offers.truncate(FINALISTS);
        }
        offers
    }

    /// What an offer is worth, over all guesses.
    fn worth(&self, offer: &Offer) -> i64 {
        self.worth_over(&self.guesses, offer)
    }

    fn worth_over(&self, guesses: &[Stalls], offer: &Offer) -> i64 {
        let outcome = |guess: &Stalls| {
            let mut stalls = *guess;
            stalls.lay_out(self.seat, offer);
            let worth = self.market.outcome(stalls, self.buyers.iter().copied());
            i64::from(self.market.advantage(self.seat.index(), &worth))
        };
        guesses.iter().map(outcome).sum()
    }

    /// Every pair of promising prices within the gold.
    fn promising(&self) -> Vec<Offer> {
        let prices: [Vec<u16>; DRAWN] = std::array::from_fn(|tile| self.promising_prices(tile));
        let pairs = PRICED.into_iter().enumerate().flat_map(|(discard, [a, b])| {
            let prices = &prices;
            let pair = move |&first: &u16| prices[b].iter().map(move |&second| Offer::new(discard, [first, second]));
            prices[a].iter().flat_map(pair)
        });
        pairs.filter(|offer| offer.is_legal(self.gold)).collect()
    }

    /// The lowest prices, and prices around what each buyer would pay.
    fn promising_prices(&self, tile: usize) -> Vec<u16> {
        let own = self.seat.index();
        let buyers = (0..self.market.seats).filter(|&buyer| buyer != own);
        let around = buyers.flat_map(|buyer| {
            let limit = self.market.reservation(buyer, own, tile);
            (-AROUND..=AROUND).map(move |step| (limit + step).clamp(1, MilliVp::from(self.gold) - 1) as u16)
        });
        let mut prices: Vec<u16> = std::iter::once(1).chain(around).collect();
        prices.sort_unstable();
        prices.dedup();
        prices
    }

    /// Moves to better offers nearby as long as there are any.
    fn climb(&self, mut best: (i64, Offer)) -> Offer {
        loop {
            match self.best(nearby(&best.1).filter(|offer| offer.is_legal(self.gold))) {
                Some(better) if better.0 > best.0 => best = better,
                _ => return best.1,
            }
        }
    }
}

/// Offers that differ by a gold or two.
fn nearby(offer: &Offer) -> impl Iterator<Item = Offer> {
    const STEPS: [(i32, i32); 12] =
        [(-1, 0), (0, -1), (1, 0), (0, 1), (-2, 0), (0, -2), (2, 0), (0, 2), (-1, -1), (1, 1), (-1, 1), (1, -1)];
    let discard = offer.discard();
    let [a, b] = PRICED[discard].map(|tile| i32::from(offer.prices()[tile]));
    let moved = STEPS.into_iter().map(move |(first, second)| [a + first, b + second]);
    moved
        .filter(|prices| prices.iter().all(|&price| price >= 1))
        .map(move |prices| Offer::new(discard, prices.map(|price| price as u16)))
}

/// Samples of the other offers, laid out.
fn guesses(
    game: &Skye,
    position: &Public,
    seat: Seat,
    gains: &mut TileGains,
    samples: usize,
    random: &mut Random,
) -> Vec<Stalls> {
    let mut guesses = vec![Stalls::empty(position); samples];
    for other in Seat::all(position.seats()).filter(|&other| other != seat) {
        let likely = ranked_offers(game, position, other, OFFERS_OF_OTHERS, gains);
        for guess in &mut guesses {
            guess.lay_out(other, &likely[below(random, likely.len() as u32) as usize].offer);
        }
    }
    guesses
}

#[cfg(test)]
mod tests {
    use engine::random::random;

    use super::*;

    /// A market of tiles of any worth, and guesses at what others offer.
    fn response(players: usize, gold: u16, seed: u64) -> Response {
        let mut dice = random(seed);
        let gains = std::array::from_fn(|_| {
            std::array::from_fn(|_| std::array::from_fn(|_| below(&mut dice, 9000) as MilliVp - 500))
        });
        let seat = Seat::new(below(&mut dice, players as u32) as usize);
        let others = || Seat::all(players).filter(move |&other| other != seat);
        let guess = |dice: &mut Random| {
            let mut stalls = Stalls { gold: [gold; 5], ..Stalls::default() };
            others().for_each(|other| stalls.lay_out(other, &Offer::random(gold, dice)));
            stalls
        };
        let guesses = (0..12).map(|_| guess(&mut dice)).collect();
        let buyers = Seat::in_turn_order(Seat::new(0), players).collect();
        Response {
            market: Market { seats: players, per_gold: 400, gains, ..Market::default() },
            guesses,
            buyers,
            seat,
            gold,
        }
    }

    #[track_caller]
    fn check_against_all_offers(players: usize, gold: u16, least_found: usize) {
        let mut found = 0;
        for seed in 0..100 {
            let response = response(players, gold, seed);
            let best = response.best(Offer::all(gold)).expect("there is an offer").0;
            found += usize::from(response.worth(&response.offer()) == best);
        }
        assert!(found >= least_found, "the best offer was found {found} times of 100");
    }

    #[test]
    fn with_little_gold_no_offer_is_better() {
        check_against_all_offers(2, 5, 100);
        check_against_all_offers(5, 10, 100);
    }

    #[test]
    fn with_more_gold_the_best_of_all_offers_is_found_nearly_always() {
        check_against_all_offers(2, 16, 90);
        check_against_all_offers(3, 16, 90);
        check_against_all_offers(5, 14, 90);
    }
}
