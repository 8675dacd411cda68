//! Pricing: rules for offers.

mod formula;
mod rehearsal;
mod sampled;
mod table;

use engine::Seat;
use engine::random::Random;
use engine::skye::action::DRAWN;
use engine::skye::{Offer, Public, Skye};

use crate::skye::market::PRICED_BESIDE;
use crate::skye::{Appraisals, Habits, Market, MilliVp, Shortlist};
use formula::Formula;
use sampled::OfferSamples;

pub use formula::safe_price;
pub(super) use sampled::guessed_offers;
pub use sampled::responses;
pub use table::{PricedOffer, best_offer, ranked_offers};

/// The most offers reported of those that the table compares.
const TOLD: usize = 32;

/// A rule for offers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Pricing {
    /// The best pair of prices, by a table of chances of a sale and of the worth of the gold left.
    Table,
    /// Always the same price.
    Fixed {
        /// Gold.
        price: u16,
    },
    /// A share of the gold for each tile.
    Share {
        /// Percent.
        percent: u16,
    },
    /// The seller's gain by the tile.
    Value,
    /// The price at which selling and keeping are worth the same.
    Safe,
    /// The price with the largest expected worth, for each tile alone.
    FirstOrderCondition,
    /// The most that anybody pays, or one gold more to keep the tile, whichever is better.
    Reservation,
    /// One gold more than anybody pays.
    Keep,
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
        (gains, habits): (&mut Appraisals, &Habits),
        random: &mut Random,
    ) -> Offer {
        let player = position.player(seat);
        let shortlist = Shortlist::of(game, position, gains);
        let position = shortlist.public();
        let mut by = |formula| formula::offer(formula, game, position, seat, gains);
        let offer = match self {
            Self::Table => best_offer(game, position, seat, gains),
            Self::Fixed { price } => by(Formula::Fixed { price }),
            Self::Share { percent } => by(Formula::Fixed { price: player.gold * percent / 100 }),
            Self::Value => by(Formula::Value),
            Self::Safe => by(Formula::Safe),
            Self::FirstOrderCondition => by(Formula::FirstOrderCondition),
            Self::Reservation => by(Formula::Reservation),
            Self::Keep => by(Formula::Keep),
            Self::Sampled { samples } => {
                OfferSamples::new(game, position, seat, (gains, habits), samples, random).offer()
            }
            Self::Random => return Offer::random(player.drawn.len(), player.gold, game.rules().prices, random),
        };
        shortlist.in_full(seat, offer)
    }

    /// The offers that this rule compares, with their worth; empty for formulas and random offers.
    pub(super) fn weighed(
        self,
        game: &Skye,
        position: &Public,
        seat: Seat,
        (gains, habits): (&mut Appraisals, &Habits),
        random: &mut Random,
    ) -> Vec<PricedOffer> {
        match self {
            Self::Table => ranked_offers(game, position, seat, TOLD, gains),
            Self::Sampled { samples } => {
                let shortlist = Shortlist::of(game, position, gains);
                let response = OfferSamples::new(game, shortlist.public(), seat, (gains, habits), samples, random);
                let in_full =
                    |priced: PricedOffer| PricedOffer { offer: shortlist.in_full(seat, priced.offer), ..priced };
                response.weighed().into_iter().map(in_full).collect()
            }
            Self::Fixed { .. }
            | Self::Share { .. }
            | Self::Value
            | Self::Safe
            | Self::FirstOrderCondition
            | Self::Reservation
            | Self::Keep
            | Self::Random => Vec::new(),
        }
    }
}

/// Every offer within the gold whose prices are the lowest or near a buyer's limit.
///
/// Near means at most `around` away.
pub fn promising_offers(market: &Market, seat: usize, gold: u16, around: MilliVp) -> Vec<Offer> {
    let prices: [Vec<u16>; DRAWN] = std::array::from_fn(|tile| promising_prices(market, seat, gold, around, tile));
    let mut offers = Vec::with_capacity(DRAWN * prices[0].len() * prices[1].len());
    for (discard, [a, b]) in PRICED_BESIDE.into_iter().enumerate() {
        for &first in &prices[a] {
            // Prices ascend.
            let affordable = prices[b].iter().take_while(|&&second| first + second <= gold);
            offers.extend(affordable.map(|&second| Offer::new(discard, [first, second])));
        }
    }
    offers.retain(|offer| offer.is_legal(market.drawn, gold, market.prices));
    offers
}

fn promising_prices(market: &Market, seat: usize, gold: u16, around: MilliVp, tile: usize) -> Vec<u16> {
    let (lowest, most) = (MilliVp::from(market.prices.lowest), MilliVp::from(market.prices.most(gold)));
    let near = market.others(seat).flat_map(|buyer| {
        let limit = market.reservation(buyer, seat, tile);
        (-around..=around).map(move |step| (limit + step).clamp(lowest, most) as u16)
    });
    let mut prices: Vec<u16> = std::iter::once(market.prices.lowest).chain(near).collect();
    prices.sort_unstable();
    prices.dedup();
    prices
}
