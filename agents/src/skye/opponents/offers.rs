//! Predictions of offers.
//!
//! An offer is made in steps: the discarded tile; a price for the one of the other two with the higher limit of a
//! buyer; a price for the last.

use std::ops::RangeInclusive;
use std::sync::Arc;

use engine::skye::{DRAWN, Offer, PRICED, PriceLimits, Public, Skye};
use engine::{Random, Seat};
use tinyvec::ArrayVec;

use super::facts::{FACTS, Feature, Standings, in_gold, in_tenths, joined, row_of};
use super::{DISCARD, Habits, PRICE, chances_of, log_chances, weighed};
use crate::net::{Net, PartialSums};
use crate::skye::market::PRICED_BESIDE;
use crate::skye::{Appraisals, Market, MarketState, MilliVp};
use crate::{narrowed, shuffle, unit};

/// The number of features of a price that are shared by all prices of a tile.
const SAME: usize = FACTS + PRICED_TILE.len();

/// Prices up to this far below and above a buyer's limit are considered.
const BELOW: u16 = 6;
const ABOVE: u16 = 4;

/// The most prices that are considered for one tile.
const PRICES: usize = 1 + (BELOW + ABOVE) as usize;

/// The possible offers of a seat with drawn tiles.
#[derive(Clone, Debug)]
pub struct Offerer {
    /// The number of tiles drawn.
    drawn: usize,
    limits: PriceLimits,
    per_gold: MilliVp,
    gold: u16,
    facts: [i16; FACTS],
    tiles: [DrawnTile; DRAWN],
    /// The largest gain by another seat's tile, and the price that the seat would pay for it.
    prospect: (MilliVp, MilliVp),
    /// The weights of the last draw.
    known: Option<StepWeights>,
}

/// The weights of the options in each step of offers, found on first use.
///
/// They belong to these habits and this inverse temperature.
#[derive(Clone, Debug)]
struct StepWeights {
    habits: Arc<Habits>,
    inverse_temperature: f64,
    discards: ArrayVec<[(usize, u32); DRAWN]>,
    sums: PriceSums,
    prices: Vec<(Step, WeighedPrices)>,
}

/// A drawn tile: the seat's gain by it, and the two seats that would pay the most for it.
#[derive(Copy, Clone, Debug, Default)]
struct DrawnTile {
    own: MilliVp,
    buyers: [BuyerInterest; 2],
}

/// The most that a seat would pay for a tile, its gain by the tile, and its gold.
#[derive(Copy, Clone, Debug)]
struct BuyerInterest {
    limit: MilliVp,
    gain: MilliVp,
    gold: u16,
}

impl Default for BuyerInterest {
    fn default() -> Self {
        Self { limit: -5, gain: 0, gold: 0 }
    }
}

/// The prices of one tile, ascending, with their scores.
type Prices = ArrayVec<[(u16, i32); PRICES]>;
type WeighedPrices = ArrayVec<[(u16, u32); PRICES]>;

/// A step of an offer.
///
/// The place of the tile that gets a price, that of the other one, and the other one's price if it already has one.
pub type Step = ([usize; PRICED], Option<u16>);

/// By tile and price, the contribution to the sums of a net's first layer.
///
/// The other tile has no price yet.
type PriceSums = [Vec<(u16, PartialSums)>; DRAWN];

/// The index of the gold left in the row of a price.
const GOLD_LEFT: usize = SAME + 14;

impl Offerer {
    /// The offers of this seat, by the market of the tiles drawn.
    pub fn new(game: &Skye, position: &Public, seat: Seat, market: &Market, gains: &mut Appraisals) -> Self {
        let own = seat.index();
        let mut tiles = [DrawnTile::default(); DRAWN];
        for (tile, seen) in tiles.iter_mut().enumerate().take(market.drawn) {
            seen.own = market.gains[own][own][tile];
            for buyer in market.others(own) {
                let limit = market.reservation(buyer, own, tile);
                let buyer =
                    BuyerInterest { limit, gain: market.gains[buyer][own][tile], gold: position.players[buyer].gold };
                if limit > seen.buyers[0].limit {
                    seen.buyers = [buyer, seen.buyers[0]];
                } else if limit > seen.buyers[1].limit {
                    seen.buyers[1] = buyer;
                }
            }
        }
        let wares = market.others(own).flat_map(|from| (0..market.drawn).map(move |tile| (from, tile)));
        let prospects = wares.map(|(from, tile)| (market.gains[own][from][tile], market.reservation(own, from, tile)));
        let (standings, gold) = (Standings::of(game, position, gains), MarketState::empty(position).gold);
        Self {
            drawn: market.drawn,
            limits: market.prices,
            per_gold: market.per_gold,
            gold: gold[own],
            facts: standings.facts(game, position, seat, &gold),
            tiles,
            prospect: prospects.max().unwrap_or_default(),
            known: None,
        }
    }

    /// Returns the row of each tile that may be discarded; empty if all drawn tiles get a price.
    pub fn discards(&self) -> ArrayVec<[[i16; DISCARD]; DRAWN]> {
        let rows = (0..DRAWN).filter(|_| self.drawn > PRICED).map(|tile| {
            let seen = TileBeside {
                tile: self.tiles[tile],
                kept: PRICED_BESIDE[tile].map(|kept| self.tiles[kept]),
                prospect: self.prospect,
                per_gold: self.per_gold,
            };
            joined(&self.facts, &row_of(&DISCARDED_TILE, &seen))
        });
        rows.collect()
    }

    /// The order in which tiles get their prices if this one is discarded.
    ///
    /// The tile with the higher limit of a buyer comes first.
    fn order(&self, discard: usize) -> [usize; PRICED] {
        let [a, b] = PRICED_BESIDE[discard];
        if self.tiles[b].buyers[0].limit > self.tiles[a].buyers[0].limit { [b, a] } else { [a, b] }
    }

    /// The prices in gold that are considered for a tile, around a buyer's limit.
    ///
    /// The other tile already has this price, or none yet.
    pub fn prices(&self, tile: usize, other_price: Option<u16>) -> RangeInclusive<u16> {
        let PriceLimits { lowest, highest } = self.limits;
        let most = (self.gold - other_price.unwrap_or(lowest)).min(highest);
        let limit = self.tiles[tile].buyers[0].limit.clamp(0, MilliVp::from(most)) as u16;
        let highest = most.min((limit + ABOVE).max(lowest + BELOW));
        highest.saturating_sub(BELOW + ABOVE).max(lowest)..=highest
    }

    /// Returns the part of a row that all prices of the first of two tiles share.
    ///
    /// The second tile already has this price, or none yet.
    fn same(&self, [tile, other]: [usize; PRICED], other_price: Option<u16>) -> [i16; SAME] {
        let seen = TileToPrice {
            tile: self.tiles[tile],
            other: self.tiles[other],
            other_price,
            discarded: self.tiles[DRAWN - tile - other],
            prospect: self.prospect,
        };
        joined(&self.facts, &row_of(&PRICED_TILE, &seen))
    }

    /// Returns the rest of the row of this price.
    fn varying(&self, tile: usize, price: u16, other_price: Option<u16>) -> [i16; POSTED_PRICE.len()] {
        let DrawnTile { own, buyers } = self.tiles[tile];
        let [over, over_second] = buyers.map(|buyer| (MilliVp::from(price) - buyer.limit).clamp(-8, 8) as i16);
        let paid = self.per_gold * MilliVp::from(price);
        let gold = self.gold - other_price.unwrap_or(0);
        row_of(&POSTED_PRICE, &PostedPrice { price, paid, over, over_second, own, buyer: buyers[0], gold })
    }

    /// Returns the row of a price of the first of two tiles, if the second one already has that price.
    pub fn price_row(&self, tiles: [usize; PRICED], price: u16, other_price: Option<u16>) -> [i16; PRICE] {
        joined(&self.same(tiles, other_price), &self.varying(tiles[0], price, other_price))
    }

    /// The prices of the first of two tiles with their scores, if the second one already has that price.
    fn scored_prices(&self, net: &Net, tiles: [usize; PRICED], other: Option<u16>, known: &mut PriceSums) -> Prices {
        let mut same = net.begin();
        net.add(&mut same, 0, &self.same(tiles, other));
        net.add(&mut same, GOLD_LEFT, &[-(other.unwrap_or(0) as i16)]);
        let known = &mut known[tiles[0]];
        known.reserve(PRICES.saturating_sub(known.len()));
        let score = |price: u16| {
            let index = known.iter().position(|&(known, _)| known == price).unwrap_or_else(|| {
                let mut sums = PartialSums::ZERO;
                net.add(&mut sums, SAME, &self.varying(tiles[0], price, None));
                known.push((price, sums));
                known.len() - 1
            });
            (price, net.finish_both(&same, &known[index].1))
        };
        self.prices(tiles[0], other).map(score).collect()
    }

    fn scored_discards(&self, net: &Net) -> ArrayVec<[(usize, i32); DRAWN]> {
        self.discards().iter().map(|row| net.score(row)).enumerate().collect()
    }

    /// Draws this many offers of a seat with these habits, in a random order.
    ///
    /// An inverse temperature of 1 is that of average players; a larger one makes likely options likelier. All offers,
    /// ordered by discard and prices, are divided into strata of equal chance, and one is drawn from each: so a few
    /// offers represent all better than independent draws.
    pub fn draw(
        &mut self,
        habits: &Arc<Habits>,
        inverse_temperature: f64,
        count: usize,
        random: &mut Random,
    ) -> Vec<Offer> {
        let is_same = |known: &StepWeights| {
            Arc::ptr_eq(&known.habits, habits) && known.inverse_temperature == inverse_temperature
        };
        let mut known = self.known.take().filter(is_same).unwrap_or_else(|| StepWeights {
            habits: Arc::clone(habits),
            inverse_temperature,
            discards: weighed(&self.scored_discards(&habits.discards), inverse_temperature).collect(),
            sums: PriceSums::default(),
            prices: Vec::with_capacity(DRAWN + count),
        });
        let StepWeights { discards, sums, prices, .. } = &mut known;
        let mut price = |tiles: [usize; PRICED], other: Option<u16>, place: &mut f64| {
            let step = (tiles, other);
            let index = prices.iter().position(|(known, _)| *known == step).unwrap_or_else(|| {
                let scored = self.scored_prices(&habits.prices, tiles, other, sums);
                prices.push((step, weighed(&scored, inverse_temperature).collect()));
                prices.len() - 1
            });
            narrowed(&prices[index].1, place)
        };
        let mut parts: Vec<usize> = (0..count).collect();
        shuffle(&mut parts, random);
        let offer = |part: usize| {
            // Rounding may make it 1.
            let mut place = ((part as f64 + unit(random)) / count as f64).min(1.0_f64.next_down());
            let discard = if discards.is_empty() { PRICED } else { narrowed(discards, &mut place) };
            let [first, second] = self.order(discard);
            let one = price([first, second], None, &mut place);
            let other = price([second, first], Some(one), &mut place);
            Offer::new(discard, if first < second { [one, other] } else { [other, one] })
        };
        let offers = parts.into_iter().map(offer).collect();
        self.known = Some(known);
        offers
    }

    /// Every considered offer, with its chance for a seat with these habits.
    ///
    /// In an order in which similar offers are close.
    pub fn distribution(&self, habits: &Habits, inverse_temperature: f64) -> Vec<(Offer, f64)> {
        let discards: ArrayVec<[(usize, f64); DRAWN]> =
            chances_of(&self.scored_discards(&habits.discards), inverse_temperature).collect();
        let only = [(PRICED, 1.0)];
        let mut sums = PriceSums::default();
        let mut all = Vec::new();
        for &(discard, chance) in if discards.is_empty() { &only[..] } else { &discards[..] } {
            let [first, second] = self.order(discard);
            let scored = self.scored_prices(&habits.prices, [first, second], None, &mut sums);
            for (one, of_one) in chances_of(&scored, inverse_temperature) {
                let scored = self.scored_prices(&habits.prices, [second, first], Some(one), &mut sums);
                all.extend(chances_of(&scored, inverse_temperature).map(|(other, of_other)| {
                    let prices = if first < second { [one, other] } else { [other, one] };
                    (Offer::new(discard, prices), chance * of_one * of_other)
                }));
            }
        }
        all
    }

    /// The steps of an offer: the discarded tile, and then both prices.
    pub fn steps(&self, offer: &Offer) -> (usize, [(Step, u16); PRICED]) {
        let [(a, price_a), (b, price_b)] = offer.priced();
        let discard = DRAWN - a - b;
        let [first, second] = self.order(discard);
        let (one, other) = if first == a { (price_a, price_b) } else { (price_b, price_a) };
        (discard, [(([first, second], None), one), (([second, first], Some(one)), other)])
    }

    /// The log-probability of this offer for a seat with these habits, by inverse temperature.
    ///
    /// A step that is not considered counts as certain.
    pub fn log_chances<const N: usize>(
        &self,
        habits: &Habits,
        offer: &Offer,
        inverse_temperatures: [f64; N],
    ) -> [f64; N] {
        let (discard, prices) = self.steps(offer);
        let mut sum = log_chances(&self.scored_discards(&habits.discards), discard, inverse_temperatures);
        let mut sums = PriceSums::default();
        for ((tiles, given), price) in prices {
            let chances =
                log_chances(&self.scored_prices(&habits.prices, tiles, given, &mut sums), price, inverse_temperatures);
            sum.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += chance);
        }
        sum
    }
}

/// A tile that may be discarded, compared with the two that then get a price.
pub(super) struct TileBeside {
    tile: DrawnTile,
    kept: [DrawnTile; PRICED],
    prospect: (MilliVp, MilliVp),
    per_gold: MilliVp,
}

impl TileBeside {
    /// Returns the larger and the smaller measure of the other two tiles.
    fn beside(&self, measure: impl Fn(&DrawnTile) -> MilliVp) -> (MilliVp, MilliVp) {
        let [a, b] = self.kept.each_ref().map(measure);
        (a.max(b), a.min(b))
    }

    /// Returns the best worth of a tile, kept or sold.
    fn best(&self, tile: &DrawnTile) -> MilliVp {
        let BuyerInterest { limit, gold, .. } = tile.buyers[0];
        tile.own.max(self.per_gold * limit.min(MilliVp::from(gold)))
    }
}

/// The features of a tile that may be discarded.
pub(super) const DISCARDED_TILE: [Feature<TileBeside>; 20] = [
    ("own gain", |seen| in_tenths(seen.tile.own)),
    ("gain of the first buyer", |seen| in_tenths(seen.tile.buyers[0].gain)),
    ("gain of the second buyer", |seen| in_tenths(seen.tile.buyers[1].gain)),
    ("limit of the first buyer", |seen| in_gold(seen.tile.buyers[0].limit)),
    ("limit of the second buyer", |seen| in_gold(seen.tile.buyers[1].limit)),
    ("larger own gain of the others", |seen| in_tenths(seen.beside(|tile| tile.own).0)),
    ("smaller own gain of the others", |seen| in_tenths(seen.beside(|tile| tile.own).1)),
    ("larger limit for the others", |seen| in_gold(seen.beside(|tile| tile.buyers[0].limit).0)),
    ("smaller limit for the others", |seen| in_gold(seen.beside(|tile| tile.buyers[0].limit).1)),
    ("larger gain of a buyer by the others", |seen| in_tenths(seen.beside(|tile| tile.buyers[0].gain).0)),
    ("smaller gain of a buyer by the others", |seen| in_tenths(seen.beside(|tile| tile.buyers[0].gain).1)),
    ("worth at best", |seen| in_tenths(seen.best(&seen.tile))),
    ("larger worth at best of the others", |seen| in_tenths(seen.beside(|tile| seen.best(tile)).0)),
    ("smaller worth at best of the others", |seen| in_tenths(seen.beside(|tile| seen.best(tile)).1)),
    ("gain of both", |seen| in_tenths(seen.tile.own + seen.tile.buyers[0].gain)),
    ("gain of the first buyer over the own", |seen| in_tenths(seen.tile.buyers[0].gain - seen.tile.own)),
    ("gold of the first buyer", |seen| seen.tile.buyers[0].gold as i16),
    ("prospect", |seen| in_tenths(seen.prospect.0)),
    ("price for the prospect", |seen| in_gold(seen.prospect.1)),
    ("has the highest limit", |seen| {
        i16::from(seen.tile.buyers[0].limit >= seen.beside(|tile| tile.buyers[0].limit).0)
    }),
];

/// A tile that gets a price, compared with the one that already has one or gets one next.
pub(super) struct TileToPrice {
    tile: DrawnTile,
    other: DrawnTile,
    other_price: Option<u16>,
    discarded: DrawnTile,
    prospect: (MilliVp, MilliVp),
}

/// The features of a tile that gets a price.
pub(super) const PRICED_TILE: [Feature<TileToPrice>; 14] = [
    ("own gain", |seen| in_tenths(seen.tile.own)),
    ("gain of the first buyer", |seen| in_tenths(seen.tile.buyers[0].gain)),
    ("gain of the second buyer", |seen| in_tenths(seen.tile.buyers[1].gain)),
    ("limit of the first buyer", |seen| in_gold(seen.tile.buyers[0].limit)),
    ("limit of the second buyer", |seen| in_gold(seen.tile.buyers[1].limit)),
    ("gold of the first buyer", |seen| seen.tile.buyers[0].gold as i16),
    ("the other tile has a price", |seen| i16::from(seen.other_price.is_some())),
    ("price of the other tile", |seen| seen.other_price.unwrap_or(0) as i16),
    ("own gain by the other tile", |seen| in_tenths(seen.other.own)),
    ("limit for the other tile", |seen| in_gold(seen.other.buyers[0].limit)),
    ("gain of a buyer by the other tile", |seen| in_tenths(seen.other.buyers[0].gain)),
    ("own gain by the discarded tile", |seen| in_tenths(seen.discarded.own)),
    ("prospect", |seen| in_tenths(seen.prospect.0)),
    ("price for the prospect", |seen| in_gold(seen.prospect.1)),
];

/// A price that a tile may get.
pub(super) struct PostedPrice {
    price: u16,
    /// The worth of the price.
    paid: MilliVp,
    /// The excess of the price over the limits of the first and of the second buyer.
    over: i16,
    over_second: i16,
    own: MilliVp,
    buyer: BuyerInterest,
    /// The seller's gold besides the price of the other tile.
    gold: u16,
}

/// The features of a price.
pub(super) const POSTED_PRICE: [Feature<PostedPrice>; 17] = [
    ("price", |seen| seen.price as i16),
    ("price over the first limit", |seen| seen.over),
    ("price over the second limit", |seen| seen.over_second),
    ("at least 2 below the limit", |seen| i16::from(seen.over <= -2)),
    ("1 below the limit", |seen| i16::from(seen.over == -1)),
    ("at the limit", |seen| i16::from(seen.over == 0)),
    ("1 above the limit", |seen| i16::from(seen.over == 1)),
    ("2 above the limit", |seen| i16::from(seen.over == 2)),
    ("more than 2 above the limit", |seen| i16::from(seen.over > 2)),
    ("worth of the price", |seen| in_tenths(seen.paid)),
    ("own gain over the price", |seen| in_tenths(seen.own - seen.paid)),
    ("gain of the first buyer over the price", |seen| in_tenths(seen.buyer.gain - seen.paid)),
    ("gold left to the first buyer", |seen| seen.buyer.gold as i16 - seen.price as i16),
    ("the first buyer lacks the gold", |seen| i16::from(seen.price > seen.buyer.gold)),
    ("gold left", |seen| seen.gold as i16 - seen.price as i16),
    ("lowest price", |seen| i16::from(seen.price == 1)),
    ("the second buyer buys, too", |seen| i16::from(seen.over_second <= 0)),
];
