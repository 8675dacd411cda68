//! Which offers are worth a look.

use engine::skye::Offer;
use engine::skye::action::DRAWN;

use crate::skye::appraisal::MilliVp;
use crate::skye::market::{Market, PRICED_BESIDE};

/// Every pair within the gold of the lowest price and prices up to this far `around` what a buyer would pay.
pub fn promising_offers(market: &Market, seat: usize, gold: u16, around: MilliVp) -> Vec<Offer> {
    let prices: [Vec<u16>; DRAWN] = std::array::from_fn(|tile| promising_prices(market, seat, gold, around, tile));
    let pairs = PRICED_BESIDE.into_iter().enumerate().flat_map(|(discard, [a, b])| {
        let prices = &prices;
        prices[a]
            .iter()
            .flat_map(move |&first| prices[b].iter().map(move |&second| Offer::new(discard, [first, second])))
    });
    pairs.filter(|offer| offer.is_legal(market.drawn, gold, market.prices)).collect()
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
