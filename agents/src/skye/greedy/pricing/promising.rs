//! The offers that are worth examining.

use engine::skye::Offer;
use engine::skye::action::DRAWN;

use crate::skye::appraisal::MilliVp;
use crate::skye::market::{Market, PRICED_BESIDE};

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
