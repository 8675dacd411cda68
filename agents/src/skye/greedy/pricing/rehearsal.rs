//! The buying phase for one guess at the others' offers, prepared for fast evaluation of own offers.
//!
//! The results are those of [`Market::outcome`], but a price search evaluates thousands of offers against the same
//! guess.

use engine::skye::{DRAWN, Offer, PRICED};
use engine::{MAX_SEATS, Seat};
use tinyvec::ArrayVec;

use crate::skye::{Market, MarketState, MilliVp, Purchase};

/// The most tiles that others offer one buyer.
const MOST_OFFERED: usize = (MAX_SEATS - 1) * (DRAWN - 1);

/// The effects of a sale: a buyer takes a tile at its price. By default nothing is taken.
#[derive(Copy, Clone, Debug, Default)]
struct Sale {
    /// Buyers take the sale with the largest rank: surplus first, then seller and place of the tile.
    ///
    /// It is above 0 if there is a surplus.
    rank: i64,
    /// The tile: one bit, at its seller and place.
    tile: u16,
    from: u8,
    /// The payment of the buyer, and the receipt of the seller, with the stake.
    paid: u16,
    gets: u16,
    /// The gain of the own seat, and of all seats together.
    own: MilliVp,
    all: MilliVp,
}

impl Sale {
    fn new(market: &Market, own: usize, buyer: usize, (from, place): Purchase, price: u16) -> Self {
        let tile = from * DRAWN + place;
        let (paid, gets) = market.paid_and_got(buyer, price);
        let (bought, sold) = (
            market.gains[buyer][from][place] - (market.per_gold * MilliVp::from(paid)),
            (market.per_gold * MilliVp::from(gets)) - market.gains[from][from][place],
        );
        // As in `Market::surplus`.
        let surplus = bought - sold / market.rivals();
        Self {
            rank: (i64::from(surplus) << u8::BITS) - tile as i64,
            tile: 1 << tile,
            from: from as u8,
            paid,
            gets,
            own: if buyer == own { bought } else { sold * MilliVp::from(from == own) },
            all: bought + sold,
        }
    }

    fn has_surplus(&self) -> bool {
        self.rank > 0
    }
}

/// The sales of the own tiles by place, price from 1, and buyer, up to the first price at which nobody buys.
pub(super) struct OwnSales([Vec<[Sale; MAX_SEATS]>; DRAWN]);

impl OwnSales {
    /// For the prices that this much gold allows.
    pub fn new(market: &Market, own: Seat, gold: u16) -> Self {
        let own = own.index();
        Self(std::array::from_fn(|place| {
            let mut all = Vec::with_capacity(gold.into());
            for price in 1..gold {
                let mut sales = [Sale::default(); MAX_SEATS];
                for buyer in market.others(own) {
                    sales[buyer] = Sale::new(market, own, buyer, (own, place), price);
                }
                all.push(sales);
                if !sales.iter().any(Sale::has_surplus) {
                    break;
                }
            }
            all
        }))
    }

    fn at(&self, place: usize, price: u16) -> &[Sale; MAX_SEATS] {
        let sales = &self.0[place];
        &sales[(usize::from(price) - 1).min(sales.len() - 1)]
    }
}

/// An own offer.
pub(super) struct OwnOffer<'s> {
    stake: u16,
    /// The gain from keeping both tiles.
    kept: MilliVp,
    /// The sales of both tiles, by buyer.
    sales: [&'s [Sale; MAX_SEATS]; PRICED],
}

impl<'s> OwnOffer<'s> {
    pub fn new(market: &Market, own: Seat, own_sales: &'s OwnSales, offer: &Offer) -> Self {
        let (own, priced) = (own.index(), offer.priced());
        Self {
            stake: offer.stake(),
            kept: priced.iter().map(|&(place, _)| market.gains[own][own][place]).sum(),
            sales: priced.map(|(place, price)| own_sales.at(place, price)),
        }
    }
}

/// One guess at the offers of all others.
pub(super) struct Rehearsal {
    /// By seat, without stakes; the own seat's before its offer.
    gold: [u16; MAX_SEATS],
    /// The worth to all seats if nothing were bought and the own seat offered nothing.
    all: MilliVp,
    /// By buyer, the sales of the others' tiles, best first; those without surplus are left out.
    sales: [ArrayVec<[Sale; MOST_OFFERED]>; MAX_SEATS],
}

impl Rehearsal {
    /// Prepares these offers of all seats but the own one.
    pub fn new(market: &Market, own: Seat, market_state: &MarketState) -> Self {
        let own = own.index();
        let mut all = market_state.gold[..market.seats].iter().map(|&gold| MilliVp::from(gold) * market.per_gold).sum();
        let mut sales = [ArrayVec::<[Sale; MOST_OFFERED]>::new(); MAX_SEATS];
        for from in market.others(own) {
            for (place, &price) in market_state.prices[from].iter().enumerate().filter(|(_, price)| **price > 0) {
                all += market.gains[from][from][place];
                for buyer in market.others(from) {
                    let sale = Sale::new(market, own, buyer, (from, place), price);
                    sales[buyer].extend(sale.has_surplus().then_some(sale));
                }
            }
        }
        sales.iter_mut().for_each(|sales| sales.sort_unstable_by_key(|sale| -sale.rank));
        Self { gold: market_state.gold, all, sales }
    }

    /// Lets these seats buy in turn after an own offer.
    pub fn play(&self, market: &Market, own: Seat, offered: &OwnOffer<'_>, buyers: &[Seat]) -> Course {
        let own = own.index();
        let mut gold = self.gold;
        gold[own] -= offered.stake;
        let mut worth = MilliVp::from(gold[own]) * market.per_gold + offered.kept;
        let mut all = self.all + offered.kept - MilliVp::from(offered.stake) * market.per_gold;
        let (mut sold, mut spare, none) = (0, gold[own], Sale::default());
        for buyer in buyers.iter().map(|seat| seat.index()) {
            let may_buy = |sale: &&Sale| sold & sale.tile == 0 && sale.paid <= gold[buyer];
            let mut best = self.sales[buyer].iter().find(may_buy).unwrap_or(&none);
            for sales in &offered.sales {
                let sale = &sales[buyer];
                if sale.rank > best.rank && may_buy(&sale) {
                    best = sale;
                }
            }
            sold |= best.tile;
            gold[buyer] -= best.paid;
            gold[usize::from(best.from)] += best.gets;
            worth += best.own;
            all += best.all;
            if buyer == own {
                spare = gold[own];
            }
        }
        Course { worth, all, gold: gold[own], spare, sold }
    }
}

/// What comes of an own offer in the buying phase.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Course {
    /// The worth to the own seat, without its second buy turn, and to all seats.
    worth: MilliVp,
    all: MilliVp,
    /// The own seat's gold in the end, and just after its turn to buy.
    gold: u16,
    spare: u16,
    /// The tiles sold, as in [`Sale`].
    sold: u16,
}

impl Course {
    /// Returns the own seat's advantage over the others' mean.
    pub fn advantage(&self, market: &Market, own: Seat) -> MilliVp {
        let second = market.second_worth(own.index(), self.gold);
        self.worth + second - (self.all - self.worth) / market.rivals()
    }

    /// The course after another offer that only asks more for the first or the second tile; `None` if it may be another one.
    ///
    /// An unsold tile does not sell for more either, so that only the stake is larger.
    #[inline]
    pub fn raised(mut self, market: &Market, own: Seat, tile: usize, from: &Offer, to: &Offer) -> Option<Self> {
        let (from, to) = (from.priced(), to.priced());
        let ((place, low), (other, high)) = (from[tile], to[tile]);
        let more = high.checked_sub(low).filter(|&more| more <= self.spare)?;
        let is_unsold = self.sold & 1 << (own.index() * DRAWN + place) == 0;
        if from[1 - tile] != to[1 - tile] || place != other || !is_unsold {
            return None;
        }
        let lost = MilliVp::from(more) * market.per_gold;
        (self.worth, self.all) = (self.worth - lost, self.all - lost);
        (self.gold, self.spare) = (self.gold - more, self.spare - more);
        Some(self)
    }
}
