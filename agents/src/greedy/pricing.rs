//! Pricing: for each tile the worth of every price under a guess at who would buy, then the best pair within the gold.

use engine::Seat;
use engine::skye::{Offer, Position, Skye};

use super::tile_gains;
use crate::appraisal::{MilliVp, Outlook};

/// Number of tiles drawn.
const DRAWN: usize = engine::skye::action::DRAWN;

/// An offer and what it is worth.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PricedOffer {
    /// The offer.
    pub offer: Offer,
    /// Its expected worth: what is got for sold tiles, or kept.
    pub worth: MilliVp,
}

/// The offer of largest expected worth; the first of equals.
pub fn best_offer(game: &Skye, position: &Position, seat: Seat) -> Offer {
    let pricing = Pricing::new(game, position, seat);
    let best = pricing.offers().reduce(|best, next| if next.worth > best.worth { next } else { best });
    best.expect("there is an offer").offer
}

/// The `count` best offers, best first.
pub fn ranked_offers(game: &Skye, position: &Position, seat: Seat, count: usize) -> Vec<PricedOffer> {
    let mut offers: Vec<PricedOffer> = Pricing::new(game, position, seat).offers().collect();
    offers.sort_by_key(|priced| std::cmp::Reverse(priced.worth));
    offers.truncate(count);
    offers
}

/// The largest price looked at; more is never asked for a tile in play between good players.
const MAX_PRICE: usize = 24;

/// What every price of each drawn tile is worth.
struct Pricing {
    gold: u16,
    /// By tile and price from 1.
    worth: [[MilliVp; MAX_PRICE]; DRAWN],
}

impl Pricing {
    fn new(game: &Skye, position: &Position, seat: Seat) -> Self {
        let player = position.player(seat);
        let drawn = player.drawn;
        let own = tile_gains(game, position, seat, &drawn);
        let rivals: Vec<Rival> = Seat::all(position.seats())
            .filter(|&other| other != seat)
            .map(|other| Rival { gold: position.player(other).gold, gains: tile_gains(game, position, other, &drawn) })
            .collect();
        let per_gold = Outlook::new(game, position, seat).gold();
        let worth = std::array::from_fn(|tile| {
            std::array::from_fn(|index| price_worth(own[tile], &rivals, tile, per_gold, index as MilliVp + 1))
        });
        Self { gold: player.gold, worth }
    }

    /// Every offer within the prices looked at.
    fn offers(&self) -> impl Iterator<Item = PricedOffer> + '_ {
        let highest = self.gold.min(MAX_PRICE as u16);
        (0..DRAWN).flat_map(move |discard| {
            let [a, b] = [[1, 2], [0, 2], [0, 1]][discard];
            let pairs = (1..highest.max(2)).flat_map(move |first| {
                (1..=(self.gold - first).min(MAX_PRICE as u16)).map(move |second| (first, second))
            });
            pairs.map(move |(first, second)| PricedOffer {
                offer: Offer::new(discard, [first, second]),
                worth: self.worth[a][usize::from(first) - 1] + self.worth[b][usize::from(second) - 1],
            })
        })
    }
}

/// Another player as a buyer.
struct Rival {
    gold: u16,
    gains: Vec<MilliVp>,
}

/// Worth of asking `price` for a tile: U(p) = S·[(1+λ)·p - λ·v_buyer] + (1-S)·(v_own - p), S the chance of a sale, λ the weight
/// of a rival's gain.
fn price_worth(own: MilliVp, rivals: &[Rival], tile: usize, per_gold: MilliVp, price: MilliVp) -> MilliVp {
    let count = rivals.len() as MilliVp;
    let paid = price * per_gold;
    let best_buyer = rivals.iter().map(|rival| rival.gains[tile]).max().unwrap_or(0);
    let unsold = rivals.iter().fold(1000, |unsold, rival| {
        // A buyer pays up to r = (v_buyer + λ·v_own)/(1 + 2λ).
        let limit = (count * rival.gains[tile] + own) / (count + 2);
        let affordable = price <= MilliVp::from(rival.gold);
        let buys = if affordable { buying_chance(limit - paid, per_gold) / count.min(3) } else { 0 };
        unsold * (1000 - buys) / 1000
    });
    let sold = paid + (paid - best_buyer) / count;
    let kept = own - paid;
    ((1000 - unsold) * sold + unsold * kept) / 1000
}

/// Chance in thousandths that somebody buys who would gain so much by it: even where nothing is gained, and surer by the gold.
fn buying_chance(surplus: MilliVp, per_gold: MilliVp) -> MilliVp {
    const BY_GOLD: [MilliVp; 9] = [10, 40, 120, 270, 500, 680, 800, 870, 900];
    // Linear between whole gold.
    let position = (surplus * 1000 / per_gold).clamp(-4000, 4000 - 1) + 4000;
    let (index, part) = ((position / 1000) as usize, position % 1000);
    (BY_GOLD[index] * (1000 - part) + BY_GOLD[index + 1] * part) / 1000
}
