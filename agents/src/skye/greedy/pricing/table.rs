//! Pricing by a table: the worth of every price of each tile, and the best pair that the gold allows.
//!
//! Chances of a sale are estimated.

use std::ops::Range;

use engine::skye::{DRAWN, Offer, PriceLimits, Public, Skye, TileId};
use engine::{MAX_SEATS, Seat};
use tinyvec::ArrayVec;

use crate::first_best;
use crate::skye::market::{PRICED_BESIDE, SecondTurn};
use crate::skye::{Appraisals, MilliVp, Shortlist};

/// The tiles that may be discarded if this many are drawn.
///
/// Of two it is the third, which does not exist.
pub(super) fn discards(drawn: usize) -> Range<usize> {
    if drawn < DRAWN { drawn..DRAWN } else { 0..DRAWN }
}

/// An offer and its worth.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PricedOffer {
    /// The offer.
    pub offer: Offer,
    /// Its expected worth: the proceeds of sold tiles, and the worth of kept ones.
    pub worth: MilliVp,
}

/// The offer with the largest expected worth; the first among equals.
pub fn best_offer(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Offer {
    let shortlist = Shortlist::of(game, position, gains);
    let (mut best, mut most) = (None, MilliVp::MIN);
    PriceTable::new(game, shortlist.public(), seat, gains).for_each_offer(|worth, discard, prices| {
        if worth > most {
            (best, most) = (Some((discard, prices)), worth);
        }
    });
    let (discard, prices) = best.expect("there is an offer");
    shortlist.in_full(seat, Offer::new(discard, prices))
}

/// The `count` best offers, best first.
///
/// Among equals, the one that discards an earlier tile comes first, then the cheaper one.
pub fn ranked_offers(
    game: &Skye,
    position: &Public,
    seat: Seat,
    count: usize,
    gains: &mut Appraisals,
) -> Vec<PricedOffer> {
    let shortlist = Shortlist::of(game, position, gains);
    let mut best: Vec<PricedOffer> = Vec::new();
    PriceTable::new(game, shortlist.public(), seat, gains).for_each_offer(|worth, discard, prices| {
        // Most offers are worse than the worst in the list. Equals come later in the order, so they stay after it.
        if best.len() == count && best.last().is_none_or(|worst| worst.worth >= worth) {
            return;
        }
        best.truncate(count - 1);
        let priced = PricedOffer { offer: shortlist.in_full(seat, Offer::new(discard, prices)), worth };
        best.insert(best.partition_point(|other| other.worth >= worth), priced);
    });
    best
}

/// For each drawn tile alone the best price that the gold allows, by expected worth.
///
/// The first among equals.
pub(super) fn best_prices(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> [u16; DRAWN] {
    let pricing = PriceTable::new(game, position, seat, gains);
    let PriceLimits { lowest, .. } = pricing.limits;
    let highest = usize::from(pricing.limits.most(pricing.gold)).min(MAX_PRICE);
    let prices = usize::from(lowest) - 1..highest;
    pricing.worth.map(|worth| 1 + first_best(prices.clone(), |&index| worth[index]).expect("a price") as u16)
}

/// The largest price considered; good players never ask more.
const MAX_PRICE: usize = 24;

/// The worth of every price of each drawn tile, and of the gold left for buying.
struct PriceTable {
    gold: u16,
    drawn: usize,
    limits: PriceLimits,
    /// By tile and price from 1.
    worth: [[MilliVp; MAX_PRICE]; DRAWN],
    /// Expected surplus of a purchase, and of the second buy turn, by gold left after staking.
    ///
    /// With more gold than listed, the last entry applies.
    purchase: [MilliVp; MAX_PRICE],
}

impl PriceTable {
    fn new(game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Self {
        let player = position.player(seat);
        let drawn = player.drawn;
        // All tiles of the round together, which is fastest; the seat's own come first.
        let in_play: Vec<TileId> = drawn
            .into_iter()
            .chain(seat.others(position.seats()).flat_map(|other| position.player(other).drawn))
            .collect();
        let own = gains.of(game, position, seat, &in_play);
        let prospects = &own[drawn.len()..];
        let highest = usize::from(player.gold.saturating_sub(1)).min(MAX_PRICE);
        let rivals: ArrayVec<[Rival; MAX_SEATS - 1]> = seat
            .others(position.seats())
            .map(|other| {
                let gains = gains.of(game, position, other, &drawn);
                Rival::new(position.player(other).gold, &gains, &own, position.seats(), highest)
            })
            .collect();
        let per_gold = gains.per_gold(game, position);
        let mut worth = [[0; MAX_PRICE]; DRAWN];
        for (tile, worth) in worth.iter_mut().enumerate().take(drawn.len()) {
            let best_buyer = rivals.iter().map(|rival| rival.gains[tile]).max().unwrap_or(0);
            for (price, worth) in (1..=highest).zip(worth) {
                *worth = price_worth(own[tile], best_buyer, &rivals, tile, per_gold, price);
            }
        }
        let mut purchase = purchase_worth(prospects, per_gold);
        let second = SecondTurn::ahead(game, position, seat, gains);
        if !second.is_empty() {
            purchase.iter_mut().zip(0..).for_each(|(worth, left)| *worth += second.worth(left));
        }
        Self { gold: player.gold, drawn: drawn.len(), limits: game.rules().prices, worth, purchase }
    }

    /// Reports the worth, the discarded tile and the prices of every offer within the prices considered.
    fn for_each_offer(&self, mut show: impl FnMut(MilliVp, usize, [u16; 2])) {
        let PriceLimits { lowest, highest } = self.limits;
        let (cheaper, highest) = (usize::from(lowest) - 1, highest.min(MAX_PRICE as u16));
        let most = highest.min(self.gold.saturating_sub(lowest));
        for discard in discards(self.drawn) {
            let [a, b] = PRICED_BESIDE[discard];
            for (first, &first_worth) in (lowest..=most).zip(&self.worth[a][cheaper..]) {
                let rest = self.gold - first;
                for (second, &second_worth) in (lowest..=rest.min(highest)).zip(&self.worth[b][cheaper..]) {
                    let left = usize::from(rest - second).min(MAX_PRICE - 1);
                    show(first_worth + second_worth + self.purchase[left], discard, [first, second]);
                }
            }
        }
    }
}

/// Chance in thousandths that a tile drawn by a rival is offered, is still there, and is bought at the guessed price.
const PURCHASE: MilliVp = 600;

/// Returns the mean gain by a purchase, by gold left.
///
/// It is the best of the rivals' tiles, at a price that its worth suggests.
fn purchase_worth(prospects: &[MilliVp], per_gold: MilliVp) -> [MilliVp; MAX_PRICE] {
    let price = |gain: MilliVp| (gain / 3 / per_gold).max(1);
    let mut surplus = [MilliVp::MIN; MAX_PRICE];
    for &gain in prospects {
        if let Some(surplus) = surplus.get_mut(price(gain) as usize) {
            *surplus = (*surplus).max(gain - price(gain) * per_gold);
        }
    }
    // Where gold does not suffice for all of them, not buying is compared as well; it gains nothing.
    let enough = prospects.iter().map(|&gain| price(gain)).max().unwrap_or(MilliVp::MAX);
    let mut best = MilliVp::MIN;
    std::array::from_fn(|gold| {
        best = best.max(surplus[gold]);
        let purchase = if (gold as MilliVp) < enough { best.max(0) } else { best };
        purchase * PURCHASE / 1000
    })
}

/// Another player as a buyer.
#[derive(Copy, Clone, Debug, Default)]
struct Rival {
    /// Its gain by each tile, and the most that it would pay for it, in worth.
    gains: [MilliVp; DRAWN],
    limits: [MilliVp; DRAWN],
    /// By price, the chance in thousandths of having this much gold left after staking.
    affords: [MilliVp; MAX_PRICE + 1],
}

impl Rival {
    /// A buyer among `seats` players, by its and the seller's gains by the tiles.
    ///
    /// `highest` is the highest price asked.
    fn new(gold: u16, gains: &[MilliVp], sellers: &[MilliVp], seats: usize, highest: usize) -> Self {
        let count = seats as MilliVp - 1;
        // A buyer pays up to r = (v_buyer + λ·v_own)/(1 + 2λ).
        let limit = |tile: usize| (count * gains[tile] + sellers[tile]) / (count + 2);
        // Of two drawn tiles there is no third.
        let of_each =
            |of: &dyn Fn(usize) -> MilliVp| std::array::from_fn(|tile| if tile < gains.len() { of(tile) } else { 0 });
        // Staking leaves between a third of the gold and all but 2.
        let (least, most) = (MilliVp::from(gold) / 3, MilliVp::from(gold) - 2);
        let mut affords = [1000; MAX_PRICE + 1];
        for (price, chance) in (0..).zip(&mut affords[..=highest]) {
            if price > least {
                *chance = 1000 * (most - price + 1).max(0) / (most - least + 1).max(1);
            }
        }
        Self { gains: of_each(&|tile| gains[tile]), limits: of_each(&limit), affords }
    }
}

/// Chance in thousandths that a rival who wants a tile takes this one, by the number of rivals.
///
/// Everybody buys at most one tile.
const CHOSEN: [MilliVp; 4] = [550, 350, 250, 200];

/// Expected worth of asking `price` for a tile.
///
/// It is U(p) = S·[(1+λ)·p - λ·v_buyer] + (1-S)·(v_own - p), where S is the chance of a sale, λ the weight of a rival's gain.
fn price_worth(
    own: MilliVp,
    best_buyer: MilliVp,
    rivals: &[Rival],
    tile: usize,
    per_gold: MilliVp,
    price: usize,
) -> MilliVp {
    let count = rivals.len() as MilliVp;
    let paid = price as MilliVp * per_gold;
    let unsold = rivals.iter().fold(1000, |unsold, rival| {
        let wants = buying_chance(rival.limits[tile] - paid, per_gold) * rival.affords[price] / 1000;
        unsold * (1000 - wants * CHOSEN[rivals.len() - 1] / 1000) / 1000
    });
    let sold = paid + (paid - best_buyer) / count;
    let kept = own - paid;
    ((1000 - unsold) * sold + unsold * kept) / 1000
}

/// Chance in thousandths that a player with this surplus buys.
///
/// It is one half at zero surplus, and more with every gold.
fn buying_chance(surplus: MilliVp, per_gold: MilliVp) -> MilliVp {
    const BY_GOLD: [MilliVp; 9] = [20, 60, 150, 300, 500, 700, 850, 940, 980];
    // Linear between whole gold.
    let position = (surplus * 1000 / per_gold).clamp(-4000, 4000 - 1) + 4000;
    let (index, part) = ((position / 1000) as usize, position % 1000);
    (BY_GOLD[index] * (1000 - part) + BY_GOLD[index + 1] * part) / 1000
}
