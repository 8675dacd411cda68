//! Pricing: rules for offers.

mod formula;
mod rehearsal;
mod sampled;
mod table;

use std::sync::Arc;

use engine::skye::{DRAWN, Offer, Public, Skye};
use engine::{MAX_SEATS, Random, Seat};
use tinyvec::ArrayVec;

use crate::skye::market::PRICED_BESIDE;
use crate::skye::{Appraisals, Habits, Market, MilliVp, Shortlist};
use sampled::OfferSamples;

pub use formula::{Formula, safe_price};
pub(super) use sampled::guessed_offers;
pub use sampled::responses;
use table::discards;
pub use table::{PricedOffer, best_offer, ranked_offers};

/// The most offers reported of those that the table compares.
const TOLD: usize = 32;

/// A rule for offers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Pricing {
    /// The best pair of prices, by a table of chances of a sale and of the worth of the gold left.
    Table,
    /// By a formula, tile by tile.
    Formula(Formula),
    /// The best response to samples of the other offers.
    Sampled {
        /// Number of samples.
        samples: usize,
    },
    /// Uniformly at random.
    Random,
}

impl Pricing {
    /// The offer by this rule, if others have these habits.
    pub fn offer(
        self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        gains: &mut Appraisals,
        habits: &Arc<Habits>,
        random: &mut Random,
    ) -> Offer {
        let shortlist = Shortlist::of(game, position, gains);
        let public = shortlist.public();
        let offer = match self {
            Self::Table => best_offer(game, public, seat, gains),
            Self::Formula(formula) => formula::offer(formula, game, public, seat, gains),
            Self::Sampled { samples } => OfferSamples::new(game, public, seat, gains, habits, samples, random).offer(),
            Self::Random => {
                let player = position.player(seat);
                return Offer::random(player.drawn.len(), player.gold, game.rules().prices, random);
            }
        };
        shortlist.in_full(seat, offer)
    }

    /// The offers that this rule compares, with their worth; empty for formulas and random offers.
    pub(super) fn weighed(
        self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        gains: &mut Appraisals,
        habits: &Arc<Habits>,
        random: &mut Random,
    ) -> Vec<PricedOffer> {
        match self {
            Self::Table => ranked_offers(game, position, seat, TOLD, gains),
            Self::Sampled { samples } => {
                let shortlist = Shortlist::of(game, position, gains);
                let response = OfferSamples::new(game, shortlist.public(), seat, gains, habits, samples, random);
                let in_full =
                    |priced: PricedOffer| PricedOffer { offer: shortlist.in_full(seat, priced.offer), ..priced };
                response.weighed().into_iter().map(in_full).collect()
            }
            Self::Formula(_) | Self::Random => Vec::new(),
        }
    }
}

/// Offers that differ by one gold in a price or in both, and those up to this much farther in one price.
pub(crate) fn nearby(offer: Offer, farthest: i32) -> impl Iterator<Item = Offer> {
    const STEPS: [(i32, i32); 12] =
        [(-1, 0), (0, -1), (1, 0), (0, 1), (-2, 0), (0, -2), (2, 0), (0, 2), (-1, -1), (1, 1), (-1, 1), (1, -1)];
    let [(one, first), (other, second)] = offer.priced();
    let moved = move |price: u16, step: i32| {
        u16::try_from(i32::from(price) + step).ok().filter(|&price| price > 0 && step.abs() <= farthest)
    };
    let pairs = STEPS.into_iter().filter_map(move |(a, b)| Some([moved(first, a)?, moved(second, b)?]));
    pairs.map(move |prices| Offer::of([one, other], prices))
}

/// Every offer within the gold whose prices are the lowest or near a buyer's limit.
///
/// Near means at most `around` away.
pub fn promising_offers(market: &Market, seat: usize, gold: u16, around: MilliVp) -> Vec<Offer> {
    let prices: [Vec<u16>; DRAWN] = std::array::from_fn(|tile| promising_prices(market, seat, gold, around, tile));
    let mut offers = Vec::with_capacity(DRAWN * prices[0].len() * prices[1].len());
    for discard in discards(market.drawn) {
        let [a, b] = PRICED_BESIDE[discard];
        for &first in &prices[a] {
            // Prices ascend.
            let affordable = prices[b].iter().take_while(|&&second| first + second <= gold);
            offers.extend(affordable.map(|&second| Offer::new(discard, [first, second])));
        }
    }
    offers
}

fn promising_prices(market: &Market, seat: usize, gold: u16, around: MilliVp, tile: usize) -> Vec<u16> {
    let (lowest, most) = (market.prices.lowest, market.prices.most(gold));
    let limits = market.others(seat).map(|buyer| market.reservation(buyer, seat, tile));
    let limits: ArrayVec<[MilliVp; MAX_SEATS]> = limits.collect();
    let is_near = |price: &u16| {
        let is_most = *price == most;
        let price = MilliVp::from(*price);
        limits.iter().any(|limit| price <= limit + around && (is_most || price >= limit - around))
    };
    (lowest..=most).filter(|price| *price == lowest || is_near(price)).collect()
}
