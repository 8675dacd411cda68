//! Phase 4 of a record: purchases and passes in turn order.

use engine::skye::{Action, Phase};
use engine::{Game, Seat};

use super::cursor::{Indexed, fault};
use super::replay::{Replay, seat_at_table};
use crate::cursor::GameFault;
use crate::skye::record::event::RecordEvent;

impl Replay<'_> {
    /// Checks one purchase or pass of every seat, and the own tiles that it takes; leaves what the engine reports after the last.
    pub fn trade(&mut self) -> Result<(), GameFault> {
        while let Phase::Buy(seat) = self.position.phase {
            let Some(event) = self.cursor.advance()? else { return Err(self.cursor.fault_here(self.purchases(seat))) };
            let (index, written) = (event.0, event.1.clone());
            let action = self.read_trade(seat, event)?;
            self.decide(index, seat, action);
            self.pass_first(index, written)?;
        }
        Ok(())
    }

    fn read_trade(&self, seat: Seat, event: Indexed) -> Result<Action, GameFault> {
        let is_own = |number: i64| seat_at_table(number, self.game.seats()) == Some(seat);
        let action = match &event.1 {
            RecordEvent::Buy { seat: buyer, from, tile, price, .. } => {
                self.find_purchase(seat, *from, tile, *price).filter(|_| is_own(*buyer))
            }
            RecordEvent::BuyOwn { seat: buyer, tile, .. } if is_own(*buyer) => {
                self.game.tiles().by_name(tile).map(|tile| Action::TakeOwn { tile })
            }
            RecordEvent::Pass { seat: passer } => is_own(*passer).then_some(Action::Pass),
            _ => None,
        };
        action
            .filter(|&action| self.game.is_legal(&self.position, action))
            .ok_or_else(|| fault(event, self.purchases(seat)))
    }

    /// The purchase that a record describes, if the seat may make it.
    fn find_purchase(&self, seat: Seat, from: i64, tile: &str, price: i64) -> Option<Action> {
        let is_meant = |(seller, offered, posted): &(Seat, _, u16)| {
            (seller.index() as i64, i64::from(*posted)) == (from, price) && self.game.tiles().name(*offered) == tile
        };
        let found = self.game.purchases(&self.position, seat).find(is_meant);
        found.map(|(from, tile, _)| Action::Buy { from, tile })
    }

    /// All that a seat may do in the trade, in words.
    fn purchases(&self, seat: Seat) -> String {
        let name = |tile| self.game.tiles().name(tile);
        let purchases = self.game.purchases(&self.position, seat);
        let offers = purchases.map(|(from, tile, price)| format!("{} from seat {from} for {price}", name(tile)));
        let offers: Vec<String> = offers.collect();
        let gold = self.position.player(seat).gold;
        let own: Vec<&str> = self.position.player(seat).own_to_take().map(name).collect();
        let own = if own.is_empty() { String::new() } else { format!(", or an own tile ({})", own.join(", ")) };
        format!("a pass or a purchase of seat {seat}, who has {gold} gold ({}){own}", offers.join(", "))
    }
}
