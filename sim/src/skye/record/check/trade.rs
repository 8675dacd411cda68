//! Phase 4 of a record: purchases and passes in turn order.

use engine::skye::{Action, Phase};
use engine::{Game, Seat};

use super::cursor::{Indexed, fault};
use super::replay::{Replay, seat_at_table};
use crate::lab::wire::fault::GameFault;
use crate::skye::record::event::RecordEvent;

impl Replay<'_> {
    /// Checks one purchase or pass of every seat; leaves what the engine reports after the last.
    pub fn trade(&mut self) -> Result<(), GameFault> {
        while let Phase::Buy(seat) = self.position.phase {
            let Some(event) = self.cursor.next()? else { return Err(self.cursor.fault_here(self.purchases(seat))) };
            let index = event.0;
            let action = self.read_trade(seat, event)?;
            self.decide(index, seat, action);
        }
        // The last seat's own purchase has been checked already.
        self.told.remove(0);
        Ok(())
    }

    fn read_trade(&self, seat: Seat, event: Indexed) -> Result<Action, GameFault> {
        let is_own = |number: i64| seat_at_table(number, self.game.seats()) == Some(seat);
        let action = match &event.1 {
            RecordEvent::Buy { seat: buyer, from, tile, price } => {
                self.find_purchase(seat, *from, tile, *price).filter(|_| is_own(*buyer))
            }
            RecordEvent::Pass { seat: passer } => is_own(*passer).then_some(Action::Pass),
            RecordEvent::Round { .. }
            | RecordEvent::Income { .. }
            | RecordEvent::Draw { .. }
            | RecordEvent::Price { .. }
            | RecordEvent::Keep { .. }
            | RecordEvent::Place { .. }
            | RecordEvent::Return { .. }
            | RecordEvent::Score { .. }
            | RecordEvent::Scroll { .. }
            | RecordEvent::GoldVp { .. }
            | RecordEvent::Result { .. } => None,
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
        format!("a pass or a purchase of seat {seat}, who has {gold} gold ({})", offers.join(", "))
    }
}
