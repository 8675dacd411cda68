//! Sampled best response: the offer with the best mean result over guesses at the other offers.

use std::cmp::Reverse;
use std::sync::Arc;

use engine::skye::{Offer, Public, Skye};
use engine::{Random, Seat};

use super::rehearsal::{Course, OwnOffer, OwnSales, Rehearsal};
use crate::first_best;
use crate::skye::greedy::{PricedOffer, nearby, promising_offers};
use crate::skye::opponents::TradeAhead;
use crate::skye::{Appraisals, Habits, Market, MarketState, MilliVp};

/// The number of offers that are compared.
#[derive(Clone, Copy)]
struct Breadth {
    /// With this much gold or less, every offer is tried.
    exhausted_gold: u16,
    /// With more offers than this, only the best on one in [`FIRST_LOOK`] guesses are examined closely.
    finalists: usize,
    /// Prices up to this far from a buyer's limit are tried, before the search continues from the best.
    around: MilliVp,
}

/// For one offer.
const NARROW: Breadth = Breadth { exhausted_gold: 6, finalists: 16, around: 3 };

/// For the candidates of a search.
const WIDE: Breadth = Breadth { exhausted_gold: 10, finalists: 32, around: 4 };

/// One in this many guesses is used for the first look.
const FIRST_LOOK: usize = 8;

/// Samples of the others' offers, to which an offer responds.
pub(super) struct OfferSamples {
    market: Market,
    /// Distinct guesses, in the order of their first occurrence among the samples.
    guesses: Vec<Guess>,
    own_sales: OwnSales,
    /// All seats in turn order.
    buyers: Vec<Seat>,
    seat: Seat,
    gold: u16,
    breadth: Breadth,
}

/// A guess at the others' offers.
struct Guess {
    rehearsal: Rehearsal,
    /// The number of samples equal to this guess, and the number of those in the first look.
    count: i64,
    first_looks: i64,
}

impl OfferSamples {
    /// Responds to this number of sampled offers of players with these habits.
    pub fn new(
        game: &Skye,
        position: &Public,
        seat: Seat,
        gains: &mut Appraisals,
        habits: &Arc<Habits>,
        samples: usize,
        random: &mut Random,
    ) -> Self {
        let (market, samples) = guessed_offers(game, position, seat, gains, habits, samples, random);
        Self::to(market, &samples, position.turn_order().collect(), seat, position.player(seat).gold, NARROW)
    }

    /// To these samples.
    fn to(market: Market, samples: &[MarketState], buyers: Vec<Seat>, seat: Seat, gold: u16, breadth: Breadth) -> Self {
        let first_looks = samples.len().div_ceil(FIRST_LOOK);
        let mut different: Vec<&MarketState> = Vec::with_capacity(samples.len());
        let mut guesses: Vec<Guess> = Vec::with_capacity(samples.len());
        for (number, sample) in samples.iter().enumerate() {
            let index = different.iter().position(|other| other.prices == sample.prices).unwrap_or_else(|| {
                different.push(sample);
                guesses.push(Guess { rehearsal: Rehearsal::new(&market, seat, sample), count: 0, first_looks: 0 });
                guesses.len() - 1
            });
            guesses[index].count += 1;
            guesses[index].first_looks += i64::from(number < first_looks);
        }
        Self { own_sales: OwnSales::new(&market, seat, gold), market, guesses, buyers, seat, gold, breadth }
    }

    /// The offers that are examined closely, and the best response, with their mean worth.
    pub fn weighed(&self) -> Vec<PricedOffer> {
        let looked_at = self.looked_at();
        let best = self.climb(looked_at.clone());
        let others = looked_at.into_iter().filter(|offer| *offer != best);
        let samples: i64 = self.guesses.iter().map(|guess| guess.count).sum();
        std::iter::once(best)
            .chain(others)
            .map(|offer| PricedOffer { offer, worth: (self.worth(&offer) / samples) as MilliVp })
            .collect()
    }

    /// The best response.
    pub fn offer(&self) -> Offer {
        self.climb(self.looked_at())
    }

    /// The offers that are examined closely: with little gold all.
    fn looked_at(&self) -> Vec<Offer> {
        if self.gold <= self.breadth.exhausted_gold { self.all().collect() } else { self.finalists(self.promising()) }
    }

    /// The best of these offers with its worth; the first among equals.
    fn best(&self, offers: impl Iterator<Item = Offer>) -> Option<(i64, Offer)> {
        first_best(offers.map(|offer| (self.worth(&offer), offer)), |(worth, _)| *worth)
    }

    /// The offers that do best over a few of the samples, best first; the earlier among equals.
    fn finalists(&self, offers: Vec<Offer>) -> Vec<Offer> {
        if offers.len() <= self.breadth.finalists {
            return offers;
        }
        // The worth, negative, and below it the index in 16 bits: one word is sorted the fastest.
        let mut ranked: Vec<i64> = (0..offers.len() as i64).collect();
        for guess in self.guesses.iter().filter(|guess| guess.first_looks > 0) {
            let mut courses: Vec<Course> = Vec::with_capacity(offers.len());
            // Offers with the same first price follow each other: where those begin, and those before them.
            let (mut row, mut above) = (0, 0);
            for (index, (offer, rank)) in offers.iter().zip(&mut ranked).enumerate() {
                if offer.priced()[0] != offers[row].priced()[0] {
                    (row, above) = (index, row);
                }
                let raised = |tile: usize, from: usize| {
                    courses.get(from)?.raised(&self.market, self.seat, tile, &offers[from], offer)
                };
                let known = raised(1, index.wrapping_sub(1)).or_else(|| raised(0, above + index - row));
                let course = known.unwrap_or_else(|| self.course(guess, &self.own_offer(offer)));
                let advantage = i64::from(course.advantage(&self.market, self.seat));
                *rank -= (guess.first_looks * advantage) << u16::BITS;
                courses.push(course);
            }
        }
        ranked.select_nth_unstable(self.breadth.finalists);
        ranked.truncate(self.breadth.finalists);
        ranked.sort_unstable();
        ranked.into_iter().map(|rank| offers[usize::from(rank as u16)]).collect()
    }

    /// Returns the worth of an offer, over all samples.
    fn worth(&self, offer: &Offer) -> i64 {
        let own_offer = self.own_offer(offer);
        let advantage = |guess: &Guess| self.course(guess, &own_offer).advantage(&self.market, self.seat);
        self.guesses.iter().map(|guess| guess.count * i64::from(advantage(guess))).sum()
    }

    fn own_offer(&self, offer: &Offer) -> OwnOffer<'_> {
        OwnOffer::new(&self.market, self.seat, &self.own_sales, offer)
    }

    /// What comes of an own offer after a guess.
    fn course(&self, guess: &Guess, own_offer: &OwnOffer<'_>) -> Course {
        guess.rehearsal.play(&self.market, self.seat, own_offer, &self.buyers)
    }

    fn all(&self) -> impl Iterator<Item = Offer> + use<> {
        Offer::all(self.market.drawn, self.gold, self.market.prices)
    }

    fn promising(&self) -> Vec<Offer> {
        promising_offers(&self.market, self.seat.index(), self.gold, self.breadth.around)
    }

    /// Moves from the best of these offers to better nearby ones as long as there are any.
    ///
    /// Offers already seen are no better.
    fn climb(&self, mut seen: Vec<Offer>) -> Offer {
        let mut best = self.best(seen.iter().copied()).expect("there is an offer");
        // With little gold all were seen.
        let mut is_best = self.gold <= self.breadth.exhausted_gold;
        while !is_best {
            let is_legal = |offer: &Offer| offer.is_legal(self.market.drawn, self.gold, self.market.prices);
            let new: Vec<Offer> = nearby(best.1, 2).filter(|offer| is_legal(offer) && !seen.contains(offer)).collect();
            match self.best(new.iter().copied()) {
                Some(better) if better.0 > best.0 => best = better,
                _ => is_best = true,
            }
            seen.extend(new);
        }
        best.1
    }
}

/// The market for the tiles drawn, and this number of samples of the others' offers.
///
/// The others have these habits.
pub fn guessed_offers(
    game: &Skye,
    position: &Public,
    seat: Seat,
    gains: &mut Appraisals,
    habits: &Arc<Habits>,
    samples: usize,
    random: &mut Random,
) -> (Market, Vec<MarketState>) {
    let market = Market::of_drawn(game, position, gains).with_second_turn(game, position, seat, gains);
    let mut samples = vec![MarketState::empty(position); samples];
    for other in seat.others(position.seats()) {
        let offers = TradeAhead::offerer(game, position, other, gains).draw(habits, 1.0, samples.len(), random);
        samples.iter_mut().zip(&offers).for_each(|(sample, offer)| sample.lay_out(other, offer));
    }
    (market, samples)
}

/// The offers of a seat that do well against guesses at those of the others, best first.
///
/// Each guess has an offer for every other seat.
///
/// # Panics
/// If more tiles are drawn than are printed.
pub fn responses(
    game: &Skye,
    position: &Public,
    seat: Seat,
    guesses: &[Vec<(Seat, Offer)>],
    gains: &mut Appraisals,
) -> Vec<Offer> {
    let market = Market::of_drawn(game, position, gains).with_second_turn(game, position, seat, gains);
    let mut samples = vec![MarketState::empty(position); guesses.len()];
    for (sample, guess) in samples.iter_mut().zip(guesses) {
        guess.iter().for_each(|(other, offer)| sample.lay_out(*other, offer));
    }
    let mut weighed =
        OfferSamples::to(market, &samples, position.turn_order().collect(), seat, position.player(seat).gold, WIDE)
            .weighed();
    weighed.sort_by_key(|priced| Reverse(priced.worth));
    weighed.into_iter().map(|priced| priced.offer).collect()
}

#[cfg(test)]
mod tests {
    use engine::random::{below, random};
    use engine::skye::action::DRAWN;
    use engine::skye::{DiscountBorneBy, PriceLimits};

    use super::*;
    use crate::skye::market::SecondTurn;

    /// A market of tiles of any worth.
    fn market(players: usize, rng: &mut Random) -> Market {
        let gains = std::array::from_fn(|_| {
            std::array::from_fn(|_| std::array::from_fn(|_| below(rng, 9000) as MilliVp - 500))
        });
        Market { seats: players, per_gold: 400, gains, drawn: DRAWN, ..Market::default() }
    }

    fn seat(players: usize, rng: &mut Random) -> Seat {
        Seat::new(below(rng, players as u32) as usize)
    }

    /// Samples of the others' offers.
    fn samples(players: usize, seat: Seat, gold: u16, rng: &mut Random) -> Vec<MarketState> {
        let mut sample = || {
            let mut market_state = MarketState { gold: [gold; 5], ..MarketState::default() };
            seat.others(players)
                .for_each(|other| market_state.lay_out(other, &Offer::random(DRAWN, gold, PriceLimits::PRINTED, rng)));
            market_state
        };
        (0..12).map(|_| sample()).collect()
    }

    /// A market, and samples of what others offer.
    fn response(players: usize, gold: u16, seed: u64, breadth: Breadth) -> OfferSamples {
        let mut rng = random(seed);
        let market = market(players, &mut rng);
        let seat = seat(players, &mut rng);
        let samples = samples(players, seat, gold, &mut rng);
        let buyers = Seat::in_turn_order(Seat::new(0), players).collect();
        OfferSamples::to(market, &samples, buyers, seat, gold, breadth)
    }

    /// Returns the worth of an offer, sample by sample, if these seats buy.
    fn worth_by_market(response: &OfferSamples, buyers: &[Seat], samples: &[MarketState], offer: &Offer) -> i64 {
        let OfferSamples { market, seat, .. } = response;
        let outcome = |sample: &MarketState| {
            let mut market_state = *sample;
            market_state.lay_out(*seat, offer);
            let worth = market.outcome(market_state, buyers.iter().copied());
            i64::from(market.advantage(seat.index(), &worth))
        };
        samples.iter().map(outcome).sum()
    }

    #[test]
    fn a_rehearsal_foresees_what_the_market_comes_to() {
        let mut sold = 0;
        for seed in 0..400 {
            let mut rng = random(seed);
            let (players, gold) = (2 + below(&mut rng, 4) as usize, 4 + below(&mut rng, 25) as u16);
            let mut market = market(players, &mut rng);
            let (seat, start) = (seat(players, &mut rng), seat(players, &mut rng));
            if seed % 3 == 0 {
                market.discounts = std::array::from_fn(|_| below(&mut rng, 3) as u16);
                market.discount_borne_by = [DiscountBorneBy::Seller, DiscountBorneBy::Supply][seed as usize / 3 % 2];
            }
            if seed % 2 == 0 {
                market.second = (seat.index(), SecondTurn((0..20).map(|gold| gold * gold * 11).collect()));
            }
            let samples = samples(players, seat, gold, &mut rng);
            let buyers = Seat::in_turn_order(start, players).collect();
            let response = OfferSamples::to(market, &samples, buyers, seat, gold, NARROW);
            for _ in 0..20 {
                let offer = Offer::random(DRAWN, gold, PriceLimits::PRINTED, &mut rng);
                let worth = response.worth(&offer);
                let expected = worth_by_market(&response, &response.buyers, &samples, &offer);
                assert_eq!(worth, expected, "{offer:?} of seed {seed}");
                sold += u32::from(worth != worth_by_market(&response, &[], &samples, &offer));
            }
        }
        assert!(sold > 6000, "something is bought after {sold} offers");
    }

    #[test]
    fn a_higher_price_of_an_unsold_tile_changes_only_the_stake() {
        let mut compared = 0;
        for seed in 0..12 {
            let response = response(2 + seed as usize % 4, 20, seed, NARROW);
            let promising = response.promising();
            let course = |offer: &Offer| response.course(&response.guesses[0], &response.own_offer(offer));
            for from in promising.iter().step_by(7) {
                let before = course(from);
                for (to, tile) in promising.iter().flat_map(|to| [(to, 0), (to, 1)]) {
                    if let Some(raised) = before.raised(&response.market, response.seat, tile, from, to) {
                        assert_eq!(raised, course(to), "{from:?} and {to:?} of seed {seed}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 1000, "{compared} offers");
    }

    #[track_caller]
    fn check_against_all_offers(players: usize, gold: u16, breadth: Breadth, least_found: usize) {
        let mut found = 0;
        for seed in 0..100 {
            let response = response(players, gold, seed, breadth);
            let best = response.best(response.all()).expect("there is an offer").0;
            found += usize::from(response.worth(&response.offer()) == best);
        }
        assert!(found >= least_found, "the best offer was found {found} times of 100");
    }

    #[test]
    fn with_little_gold_no_offer_is_better() {
        check_against_all_offers(2, 5, NARROW, 100);
        check_against_all_offers(5, 6, NARROW, 100);
        check_against_all_offers(5, 10, WIDE, 100);
    }

    #[test]
    fn with_more_gold_the_best_of_all_offers_is_found_nearly_always() {
        for (breadth, least_found) in [(NARROW, 85), (WIDE, 90)] {
            check_against_all_offers(2, 16, breadth, least_found);
            check_against_all_offers(3, 16, breadth, least_found);
            check_against_all_offers(5, 14, breadth, least_found);
        }
    }
}
