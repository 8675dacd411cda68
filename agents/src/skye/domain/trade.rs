//! A trade in progress: the tiles left on sale, and the tiles that seats have to lay.

use std::borrow::Cow;

use engine::skye::{DRAWN, Module, Offer, Public, Skye, TileId};
use engine::{MAX_SEATS, Seat};
use tinyvec::ArrayVec;

use super::prospects::{Holding, MOST_TILES};
use crate::skye::market::ForeseenTurn;
use crate::skye::{Appraisals, Market, MarketState, Purchase};

/// The tiles of a round that are on sale, or may come on sale.
pub(super) struct Wares<'m> {
    /// Their worth to everybody.
    pub market: Cow<'m, Market>,
    /// The tiles by seller and place, as in the market.
    tiles: [[TileId; DRAWN]; MAX_SEATS],
    /// In turn order, the index of each seat with its predicted second buy turn; empty if there is none.
    second_turns: Vec<(usize, ForeseenTurn)>,
}

impl<'m> Wares<'m> {
    /// The tiles on display, with their market.
    pub fn on_display(game: &Skye, position: &Public, market: Cow<'m, Market>, gains: &mut Appraisals) -> Self {
        let mut tiles = [[TileId::default(); DRAWN]; MAX_SEATS];
        for (tiles, player) in tiles.iter_mut().zip(&position.players) {
            tiles.iter_mut().zip(&player.display).for_each(|(tile, sale)| *tile = sale.tile);
        }
        Self { market, tiles, second_turns: second_turns(game, position, gains) }
    }

    /// The tiles drawn, at most three of each seat.
    pub fn drawn(game: &Skye, position: &Public, gains: &mut Appraisals) -> Self {
        let mut tiles = [[TileId::default(); DRAWN]; MAX_SEATS];
        for (tiles, player) in tiles.iter_mut().zip(&position.players) {
            tiles.iter_mut().zip(&player.drawn).for_each(|(tile, drawn)| *tile = *drawn);
        }
        let market = Cow::Owned(Market::of_drawn(game, position, gains));
        Self { market, tiles, second_turns: second_turns(game, position, gains) }
    }
}

fn second_turns(game: &Skye, position: &Public, gains: &mut Appraisals) -> Vec<(usize, ForeseenTurn)> {
    let seats = position.turn_order().filter(|_| game.has(Module::Druids));
    seats.map(|seat| (seat.index(), ForeseenTurn::of(game, position, seat, gains))).collect()
}

/// The tiles on sale, the gold of all seats, and their tiles to lay.
#[derive(Copy, Clone)]
pub(super) struct Trade {
    /// The tiles on sale, and the gold.
    pub market_state: MarketState,
    to_lay: [ArrayVec<[TileId; MOST_TILES]>; MAX_SEATS],
}

impl Trade {
    /// The trade of a position, with the tiles on display.
    pub fn on_display(position: &Public) -> Self {
        let mut trade = Self { market_state: MarketState::on_display(position), to_lay: Default::default() };
        for (to_lay, player) in trade.to_lay.iter_mut().zip(&position.players) {
            to_lay.extend(player.to_build.iter().copied());
        }
        trade
    }

    /// The start of a trade with these offers of all seats.
    pub fn of_offers(position: &Public, offers: impl Iterator<Item = (Seat, Offer)>) -> Self {
        let mut trade = Self { market_state: MarketState::empty(position), to_lay: Default::default() };
        offers.for_each(|(seat, offer)| trade.market_state.lay_out(seat, &offer));
        trade
    }

    /// The trade after this purchase, or a pass.
    #[must_use]
    pub fn after(mut self, wares: &Wares<'_>, buyer: usize, purchase: Option<Purchase>) -> Self {
        if let Some((from, place)) = purchase {
            wares.market.buy(buyer, (from, place), &mut self.market_state);
            self.to_lay[buyer].push(wares.tiles[from][place]);
        }
        self
    }

    /// The trade after a seat has taken an own tile.
    #[must_use]
    pub fn after_taking(mut self, wares: &Wares<'_>, seat: usize, place: usize) -> Self {
        wares.market.keep(seat, place, &mut self.market_state);
        self.to_lay[seat].push(wares.tiles[seat][place]);
        self
    }

    /// The trade after these seats have bought in turn, each by surplus.
    #[must_use]
    pub fn after_surplus(self, wares: &Wares<'_>, buyers: impl Iterator<Item = Seat>) -> Self {
        buyers.map(Seat::index).fold(self, |trade, buyer| {
            let purchase = wares.market.choice(buyer, &trade.market_state);
            trade.after(wares, buyer, purchase)
        })
    }

    /// By seat, its holding if nobody buys any more but in the second buy turn: unsold tiles are kept.
    pub fn holdings(&self, wares: &Wares<'_>) -> ArrayVec<[Holding; MAX_SEATS]> {
        let holding = |seat: usize| {
            let mut tiles = self.to_lay[seat];
            let kept = wares.tiles[seat].iter().zip(self.market_state.prices[seat]).filter(|(_, price)| *price > 0);
            tiles.extend(kept.map(|(&tile, _)| tile));
            (tiles, self.market_state.gold[seat])
        };
        let mut holdings: ArrayVec<[Holding; MAX_SEATS]> = (0..wares.market.seats).map(holding).collect();
        let mut taken = ArrayVec::<[TileId; MAX_SEATS]>::new();
        for (seat, foreseen) in &wares.second_turns {
            let (tiles, gold) = &mut holdings[*seat];
            if let Some((tile, price)) = foreseen.purchase(*gold, &taken) {
                *gold -= price;
                tiles.push(tile);
                taken.push(tile);
            }
        }
        holdings
    }
}
