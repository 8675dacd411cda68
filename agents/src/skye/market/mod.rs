//! A round's trade in tables of numbers.
//!
//! They hold the worth of all tiles in play to all seats, and give the results of offers.

mod second_turn;
pub use second_turn::{ForeseenTurn, SecondTurn, second_purchases};

mod shortlist;
pub use shortlist::Shortlist;

use engine::skye::{Action, DRAWN, DiscountBorneBy, Offer, PRICED, PriceLimits, Public, Skye, TileId};
use engine::{MAX_SEATS, Seat};

use super::opponents::TradeAhead;
use super::{Appraisals, MilliVp};

/// The tiles that get a price, by the discarded one.
pub(crate) const PRICED_BESIDE: [[usize; PRICED]; DRAWN] = [[1, 2], [0, 2], [0, 1]];

/// The worth of all tiles in play in one round to all seats.
#[derive(Clone, Debug, Default)]
pub struct Market {
    /// Number of seats.
    pub seats: usize,
    /// The worth of one gold.
    pub per_gold: MilliVp,
    /// The gain by a tile.
    ///
    /// By the seat that gets it, the seat that drew it, and its place among those drawn or displayed.
    pub gains: [[[MilliVp; DRAWN]; MAX_SEATS]; MAX_SEATS],
    /// By seat, its discount on the tiles of others, in gold.
    pub discounts: [u16; MAX_SEATS],
    /// The party that bears the discounts.
    pub discount_borne_by: DiscountBorneBy,
    /// The number of tiles that each player has drawn; 0 once they are on display.
    pub drawn: usize,
    /// The prices that may be asked.
    pub prices: PriceLimits,
    /// The index of the seat whose second buy turn is counted, and the worth of that turn by the gold left.
    pub second: (usize, SecondTurn),
}

/// The tiles for sale, and the gold to pay with.
#[derive(Copy, Clone, Debug, Default)]
pub struct MarketState {
    /// Gold by seat, without stakes.
    pub gold: [u16; MAX_SEATS],
    /// Prices by seat and place; 0 where nothing is for sale.
    pub prices: [[u16; DRAWN]; MAX_SEATS],
    /// By seat, its gain from the tiles that it has bought.
    pub bought: [MilliVp; MAX_SEATS],
}

impl MarketState {
    /// Makes a market with nothing for sale yet.
    pub fn empty(position: &Public) -> Self {
        let gold = std::array::from_fn(|seat| position.players.get(seat).map_or(0, |player| player.gold));
        Self { gold, ..Self::default() }
    }

    /// Lays out an offer.
    pub fn lay_out(&mut self, seat: Seat, offer: &Offer) {
        let prices = &mut self.prices[seat.index()];
        *prices = [0; DRAWN];
        offer.priced().into_iter().for_each(|(place, price)| prices[place] = price);
        self.gold[seat.index()] -= offer.stake();
    }

    /// Makes the market of the tiles on display.
    pub fn on_display(position: &Public) -> Self {
        let mut market_state = Self::empty(position);
        for (seat, player) in position.players.iter().enumerate() {
            player.display.iter().enumerate().for_each(|(place, sale)| market_state.prices[seat][place] = sale.price);
        }
        market_state
    }
}

/// A purchase: the index of the seller, and the place of its tile.
pub type Purchase = (usize, usize);

/// The action that makes this purchase from the display, or passes.
pub fn purchase_action(position: &Public, purchase: Option<Purchase>) -> Action {
    purchase.map_or(Action::Pass, |(from, place)| Action::Buy {
        from: Seat::new(from),
        tile: position.players[from].display[place].tile,
    })
}

/// The seats that buy after this one, in their order.
pub fn later_buyers(position: &Public, seat: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
    Seat::in_turn_order(position.start, position.seats()).skip_while(move |&other| other != seat).skip(1)
}

impl Market {
    /// The market for the tiles that `tiles` returns for each seat.
    fn new(game: &Skye, position: &Public, gains: &mut Appraisals, tiles: impl Fn(Seat) -> Vec<TileId>) -> Self {
        let mut market = Self {
            seats: position.seats(),
            per_gold: gains.per_gold(game, position),
            discount_borne_by: game.rules().discount_borne_by,
            prices: game.rules().prices,
            ..Self::default()
        };
        for (discount, player) in market.discounts.iter_mut().zip(&position.players) {
            *discount = player.tablets.discount();
        }
        let of_seat = |from: Seat| tiles(from).into_iter().enumerate().map(move |(place, tile)| (from, place, tile));
        let wares: Vec<(Seat, usize, TileId)> = Seat::all(position.seats()).flat_map(of_seat).collect();
        // All together, so that each territory is examined once.
        let tiles: Vec<TileId> = wares.iter().map(|&(.., tile)| tile).collect();
        for to in Seat::all(position.seats()) {
            for (gain, &(from, place, _)) in gains.of(game, position, to, &tiles).into_iter().zip(&wares) {
                market.gains[to.index()][from.index()][place] = gain;
            }
        }
        market
    }

    /// The market for the tiles drawn, at most three of each seat.
    ///
    /// If more are drawn, use a [`Shortlist`].
    pub fn of_drawn(game: &Skye, position: &Public, gains: &mut Appraisals) -> Self {
        TradeAhead::market(game, position, gains)
    }

    /// The same, found anew.
    pub(super) fn new_of_drawn(game: &Skye, position: &Public, gains: &mut Appraisals) -> Self {
        let market = Self::new(game, position, gains, |from| position.player(from).drawn.to_vec());
        Self { drawn: position.player(position.start).drawn.len(), ..market }
    }

    /// The market for the tiles on display.
    pub fn of_display(game: &Skye, position: &Public, gains: &mut Appraisals) -> Self {
        Self::new(game, position, gains, |from| position.player(from).display.iter().map(|sale| sale.tile).collect())
    }

    /// The market that also counts the worth of this seat's gold in its second buy turn.
    #[must_use]
    pub fn with_second_turn(mut self, game: &Skye, position: &Public, seat: Seat, gains: &mut Appraisals) -> Self {
        self.second = (seat.index(), SecondTurn::ahead(game, position, seat, gains));
        self
    }

    /// Returns the payment of a buyer for a tile with this price.
    #[inline]
    pub fn payment(&self, buyer: usize, price: u16) -> u16 {
        price.saturating_sub(self.discounts[buyer])
    }

    /// Lists the indices of all seats but this one.
    #[inline]
    pub fn others(&self, own: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        (0..self.seats).filter(move |&seat| seat != own)
    }

    /// Returns the number of other seats, as a divisor of worth.
    pub fn rivals(&self) -> MilliVp {
        self.seats as MilliVp - 1
    }

    /// Lets these seats buy in turn, each by surplus.
    ///
    /// Returns the worth of each seat's result: its gold, and the gains from tiles bought and kept.
    pub fn outcome(&self, mut market_state: MarketState, buyers: impl Iterator<Item = Seat>) -> [MilliVp; MAX_SEATS] {
        self.trade(&mut market_state, buyers, |_, _| {});
        self.worth(&market_state)
    }

    /// Lets these seats buy in turn, each by surplus, and reports every purchase with its buyer's index.
    #[inline]
    pub fn trade(
        &self,
        market_state: &mut MarketState,
        buyers: impl Iterator<Item = Seat>,
        mut tell: impl FnMut(usize, Purchase),
    ) {
        for buyer in buyers.map(Seat::index) {
            if let Some(purchase) = self.choice(buyer, market_state) {
                self.buy(buyer, purchase, market_state);
                tell(buyer, purchase);
            }
        }
    }

    /// Returns the worth of each seat's result once all have bought.
    ///
    /// It is the worth of its gold, and the gains from tiles bought and kept.
    #[inline]
    pub fn worth(&self, market_state: &MarketState) -> [MilliVp; MAX_SEATS] {
        let mut worth = [0; MAX_SEATS];
        for (seat, worth) in worth.iter_mut().enumerate().take(self.seats) {
            let kept = (0..DRAWN).filter(|&tile| market_state.prices[seat][tile] > 0);
            let kept: MilliVp = kept.map(|tile| self.gains[seat][seat][tile]).sum();
            *worth = market_state.bought[seat] + kept + MilliVp::from(market_state.gold[seat]) * self.per_gold;
        }
        let counted = self.second.0;
        worth[counted] += self.second_worth(counted, market_state.gold[counted]);
        worth
    }

    /// Returns the worth of this much gold in a seat's second buy turn, if that is counted.
    #[inline]
    pub fn second_worth(&self, seat: usize, gold: u16) -> MilliVp {
        let (counted, second) = &self.second;
        if *counted == seat && !second.is_empty() { second.worth(gold) } else { 0 }
    }

    /// Returns the buyer's payment and the seller's receipt (with the stake) at this price, in gold.
    pub fn paid_and_got(&self, buyer: usize, price: u16) -> (u16, u16) {
        let paid = self.payment(buyer, price);
        (paid, self.discount_borne_by.received(price, paid) + price)
    }

    /// A pass, and all purchases that a buyer can afford.
    pub fn options(&self, buyer: usize, market_state: &MarketState) -> Vec<Option<Purchase>> {
        let all = self.others(buyer).flat_map(|from| (0..DRAWN).map(move |place| (from, place)));
        let affordable = all.filter(|&(from, place)| {
            let price = market_state.prices[from][place];
            price > 0 && self.payment(buyer, price) <= market_state.gold[buyer]
        });
        [None].into_iter().chain(affordable.map(Some)).collect()
    }

    /// The [`outcome`](Self::outcome) after a buyer's purchase, or pass, if later buyers buy by surplus.
    pub fn outcome_of(
        &self,
        buyer: usize,
        purchase: Option<Purchase>,
        mut market_state: MarketState,
        later: impl Iterator<Item = Seat>,
    ) -> [MilliVp; MAX_SEATS] {
        purchase.into_iter().for_each(|purchase| self.buy(buyer, purchase, &mut market_state));
        self.outcome(market_state, later)
    }

    /// The purchase with the largest surplus, if any is positive.
    #[inline]
    pub fn choice(&self, buyer: usize, market_state: &MarketState) -> Option<Purchase> {
        let (mut best, mut best_surplus) = (None, 0);
        for from in self.others(buyer) {
            for (tile, &price) in market_state.prices[from].iter().enumerate() {
                if price == 0 || self.payment(buyer, price) > market_state.gold[buyer] {
                    continue;
                }
                let surplus = self.surplus(buyer, (from, tile), price);
                if surplus > best_surplus {
                    (best, best_surplus) = (Some((from, tile)), surplus);
                }
            }
        }
        best
    }

    /// Makes a purchase.
    pub fn buy(&self, buyer: usize, (from, tile): Purchase, market_state: &mut MarketState) {
        let price = std::mem::take(&mut market_state.prices[from][tile]);
        let (paid, got) = self.paid_and_got(buyer, price);
        market_state.gold[buyer] -= paid;
        market_state.gold[from] += got;
        market_state.bought[buyer] += self.gains[buyer][from][tile];
    }

    /// Takes an own tile; the stake is lost.
    pub fn keep(&self, seat: usize, tile: usize, market_state: &mut MarketState) {
        market_state.prices[seat][tile] = 0;
        market_state.bought[seat] += self.gains[seat][seat][tile];
    }

    /// The surplus of a purchase.
    ///
    /// It is the buyer's gain, minus the seller's divided by the number of other seats.
    #[inline]
    pub fn surplus(&self, buyer: usize, (from, tile): Purchase, price: u16) -> MilliVp {
        let (paid, gets) = self.paid_and_got(buyer, price);
        let [paid, gets] = [paid, gets].map(|amount| self.per_gold * MilliVp::from(amount));
        self.gains[buyer][from][tile] - paid - (gets - self.gains[from][from][tile]) / self.rivals()
    }

    /// The highest price in gold at which the surplus of buying this tile is not negative.
    ///
    /// It is less than 1 if there is none.
    pub fn reservation(&self, buyer: usize, from: usize, tile: usize) -> MilliVp {
        let rivals = self.rivals();
        let worth = rivals * self.gains[buyer][from][tile] + self.gains[from][from][tile];
        worth.div_euclid((rivals + 2) * self.per_gold) + MilliVp::from(self.discounts[buyer])
    }

    /// Returns the advantage of a seat in an outcome.
    ///
    /// It is the worth of its own result, minus the mean of the others'.
    pub fn advantage(&self, seat: usize, worth: &[MilliVp; MAX_SEATS]) -> MilliVp {
        let all: MilliVp = worth[..self.seats].iter().sum();
        worth[seat] - (all - worth[seat]) / self.rivals()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two seats. Seat 0 has 3 gold and this discount, and gains 1000 by the only tile on sale.
    ///
    /// Seat 1 asks this price for it, gains 400 by keeping it, and has 4 gold. A gold is worth 100.
    fn market(discount: u16, discount_borne_by: DiscountBorneBy, price: u16) -> (Market, MarketState) {
        let mut market = Market { seats: 2, per_gold: 100, discount_borne_by, ..Market::default() };
        market.discounts[0] = discount;
        (market.gains[0][1][0], market.gains[1][1][0]) = (1000, 400);
        let mut market_state = MarketState { gold: [3, 4, 0, 0, 0], ..MarketState::default() };
        market_state.prices[1][0] = price;
        (market, market_state)
    }

    fn outcome(discount: u16, borne_by: DiscountBorneBy, price: u16) -> [MilliVp; 2] {
        let (market, market_state) = market(discount, borne_by, price);
        let [a, b, ..] = market.outcome(market_state, [0, 1].into_iter().map(Seat::new));
        [a, b]
    }

    #[test]
    fn a_discount_lets_a_buyer_afford_what_it_could_not() {
        // Nothing is bought: gold alone, and the tile kept.
        assert_eq!(outcome(0, DiscountBorneBy::Seller, 5), [300, 400 + 400]);
        assert_eq!(outcome(1, DiscountBorneBy::Seller, 5), [300, 400 + 400]);
        // The buyer pays 3; the seller gets these 3 and its stake of 5.
        assert_eq!(outcome(2, DiscountBorneBy::Seller, 5), [1000, 400 + 300 + 500]);
        // The supply adds 2.
        assert_eq!(outcome(2, DiscountBorneBy::Supply, 5), [1000, 400 + 500 + 500]);
    }

    #[test]
    fn a_discount_larger_than_the_price_makes_a_tile_free() {
        // The seller gets only its stake, or the price as well.
        assert_eq!(outcome(3, DiscountBorneBy::Seller, 1), [300 + 1000, 400 + 100]);
        assert_eq!(outcome(3, DiscountBorneBy::Supply, 1), [300 + 1000, 400 + 200]);
    }

    #[test]
    fn the_surplus_counts_what_is_paid_and_what_the_rival_gets() {
        let surplus = |discount, borne_by, price| market(discount, borne_by, price).0.surplus(0, (1, 0), price);
        // 1000 for the tile, minus the payment, minus the rival's receipt beyond the 400 of its tile.
        assert_eq!(surplus(0, DiscountBorneBy::Seller, 3), 1000 - 300 - (600 - 400));
        assert_eq!(surplus(2, DiscountBorneBy::Seller, 4), 1000 - 200 - (600 - 400));
        assert_eq!(surplus(2, DiscountBorneBy::Supply, 3), 1000 - 100 - (600 - 400));
    }

    #[test]
    fn no_buyer_pays_more_than_the_reservation() {
        // Without a discount, 1000 - 100 p - (200 p - 400) falls below 0 after 4; with a discount of 2 borne by the
        // seller, after 6.
        for (discount, most) in [(0, 4), (2, 6)] {
            let (market, _) = market(discount, DiscountBorneBy::Seller, 1);
            assert_eq!(market.reservation(0, 1, 0), most);
            assert!(market.surplus(0, (1, 0), most as u16) >= 0);
            assert!(market.surplus(0, (1, 0), most as u16 + 1) < 0);
        }
    }

    #[test]
    fn an_own_tile_taken_is_no_longer_for_sale_and_its_stake_is_lost() {
        let (market, mut market_state) = market(2, DiscountBorneBy::Seller, 5);
        market.keep(1, 0, &mut market_state);
        let [buyer, seller, ..] = market.outcome(market_state, [0, 1].into_iter().map(Seat::new));
        assert_eq!([buyer, seller], [300, 400 + 400]);
    }
}
