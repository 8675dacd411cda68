//! Phase 4: players buy tiles of others, and keep what nobody buys.

use crate::Seat;
use crate::skye::course::Tell;
use crate::skye::course::position::ForSale;
use crate::skye::{Event, Module, Phase, Player, Position, Skye, Tablet, TileId};

impl Player {
    /// Returns the gold that this player pays for another player's tile with this price, after the discounts of tablets.
    #[inline]
    pub fn payment(&self, price: u16) -> u16 {
        price.saturating_sub(self.tablets.discount())
    }

    /// The tiles on this player's own display that tablets allow to take now.
    ///
    /// None once all tablets are used.
    #[inline]
    pub fn own_to_take(&self) -> impl Iterator<Item = TileId> + '_ {
        let may_take = self.own_taken < self.tablets.of(Tablet::OwnTile);
        let to_take = if may_take { self.display.as_slice() } else { &[] };
        to_take.iter().map(|sale| sale.tile)
    }
}

impl Skye {
    /// Phase 4: performs a purchase or a pass; after the last one, unsold tiles are kept.
    pub(super) fn trade(
        &self,
        position: &mut Position,
        seat: Seat,
        purchase: Option<(Seat, TileId)>,
        tell: &mut impl Tell,
    ) {
        match purchase {
            Some((from, tile)) => self.buy(position, seat, from, tile, tell),
            None => tell(position, Event::Pass { seat }),
        }
        match position.next_in_turn(seat) {
            Some(next) => position.public.phase = Phase::Buy(next),
            None => {
                keep_unsold(position, tell);
                if self.has(Module::Druids) {
                    position.public.phase = Phase::BuyAgain(position.start);
                } else {
                    self.begin_building(position, position.start, tell);
                }
            }
        }
    }

    fn buy(&self, position: &mut Position, seat: Seat, from: Seat, tile: TileId, tell: &mut impl Tell) {
        assert_ne!(seat, from, "nobody buys from themselves");
        let price = take_from_display(position.public.player_mut(from), tile);
        let buyer = position.public.player_mut(seat);
        let paid = buyer.payment(price);
        buyer.gold = buyer.gold.checked_sub(paid).expect("gold for the price");
        buyer.to_build.push(tile);
        let received = self.rules().discount_borne_by.received(price, paid);
        if let Some(trade) = position.trades.last_mut() {
            trade.seats[seat.index()].bought = Some((from, tile));
        }
        // Rulebook: the seller gets the payment, and at once the stake back.
        position.public.player_mut(from).gold += received + price;
        tell(position, Event::Buy { seat, from, tile, price, paid, received });
    }

    /// Takes a tile from the seat's own display with a tablet (Druids).
    ///
    /// The stake is lost; the seat still buys or passes.
    pub(super) fn take_own(&self, position: &mut Position, seat: Seat, tile: TileId, tell: &mut impl Tell) {
        let player = position.public.player_mut(seat);
        let lost = take_from_display(player, tile);
        player.own_taken += 1;
        player.to_build.push(tile);
        tell(position, Event::BuyOwn { seat, tile, lost });
    }
}

/// Takes a tile from a player's display; returns its price.
fn take_from_display(seller: &mut Player, tile: TileId) -> u16 {
    let index = seller.display.iter().position(|offered| offered.tile == tile).expect("a tile on display");
    seller.display.remove(index).price
}

/// Lets sellers keep their unsold tiles once all buying is done; their stakes are lost.
fn keep_unsold(position: &mut Position, tell: &mut impl Tell) {
    for seat in Seat::all(position.seats()) {
        for ForSale { tile, price } in std::mem::take(&mut position.public.player_mut(seat).display) {
            position.public.player_mut(seat).to_build.push(tile);
            tell(position, Event::Keep { seat, tile, lost: price });
        }
    }
}
