//! The dolmen board and the second buy turn of a record.

use engine::skye::position::{Found, Uncovered};
use engine::skye::tile_files::DOLMEN_SPACES;
use engine::skye::{Action, Module, Phase, TileId};
use engine::{Game, Seat};

use super::cursor::{Indexed, fault};
use super::replay::{Replay, seat_at_table};
use crate::cursor::GameFault;
use crate::skye::record::event::{Name, RecordEvent};

impl Replay<'_> {
    /// Druids: checks that the board is filled before the first round, and moves on before every other one.
    pub fn prepare_dolmen(&mut self) -> Result<(), GameFault> {
        if !self.game.has(Module::Druids) {
            return Ok(());
        }
        let is_first = self.position.round == 1;
        let count = if is_first { DOLMEN_SPACES } else { self.next_uncovered() };
        let (index, event, drawn) = self.read_uncovered(count)?;
        self.told.clear();
        let told = &mut self.told;
        if is_first {
            self.game.fill_dolmen(&mut self.position, &drawn, &mut |event| told.push(event));
        } else {
            self.game.move_dolmen(&mut self.position, drawn.first().copied(), &mut |event| told.push(event));
        }
        self.show_told(0);
        self.pass_first(index, event)
    }

    /// Druids: checks one purchase, bag action or pass of every seat; leaves what the engine reports after the last.
    pub fn trade_again(&mut self) -> Result<(), GameFault> {
        while let Phase::BuyAgain(seat) = self.position.phase {
            let Some(event) = self.cursor.advance()? else {
                return Err(self.cursor.fault_here(self.second_purchases(seat)));
            };
            let (index, written) = (event.0, event.1.clone());
            let action = self.read_second_purchase(seat, &event);
            let action = action.filter(|&action| self.game.is_legal(&self.position, action));
            let action = action.ok_or_else(|| fault((index, written.clone()), self.second_purchases(seat)))?;
            if let RecordEvent::Bag { tiles, kept, .. } = &event.1 {
                let (found, kept) =
                    self.read_bag(seat, tiles, kept).map_err(|expected| fault((index, written.clone()), expected))?;
                self.decide(index, seat, action);
                self.game.find_in_bag(&mut self.position, seat, found);
                self.decide(index, seat, Action::KeepDrawn { tile: kept });
            } else {
                self.decide(index, seat, action);
            }
            self.pass_first(index, written)?;
            if self.position.phase == Phase::Uncover(seat) {
                self.uncover(seat)?;
            }
        }
        Ok(())
    }

    /// After a purchase: checks what is uncovered.
    fn uncover(&mut self, seat: Seat) -> Result<(), GameFault> {
        let (index, event, drawn) = self.read_uncovered(self.next_uncovered())?;
        let shown = self.told.len();
        let told = &mut self.told;
        self.game.uncover_next(&mut self.position, seat, drawn.first().copied(), &mut |event| told.push(event));
        self.show_told(shown);
        self.pass_first(index, event)
    }

    /// How many tiles are uncovered next: one, or none if all are.
    fn next_uncovered(&self) -> usize {
        usize::from(!self.position.dolmen.stack.is_empty())
    }

    /// Reads a change of the dolmen board that uncovers this many tiles: different ones that are face down.
    fn read_uncovered(&mut self, count: usize) -> Result<(usize, RecordEvent<'static>, Uncovered), GameFault> {
        let expected = || format!("a change of the dolmen board that uncovers {count} face-down Druid tiles");
        let Some((index, event)) = self.cursor.advance()? else { return Err(self.cursor.fault_here(expected())) };
        let mut stack = self.position.dolmen.stack;
        let mut uncovered = Uncovered::new();
        if let RecordEvent::Dolmen { drawn, .. } = &event
            && drawn.len() == count
        {
            for tile in drawn.iter().filter_map(|name| self.game.tiles().by_name(name)) {
                if stack.has(tile) {
                    stack.take(tile);
                    uncovered.push(tile);
                }
            }
            if uncovered.len() == count {
                return Ok((index, event, uncovered));
            }
        }
        Err(fault((index, event), expected()))
    }

    fn read_second_purchase(&self, seat: Seat, (_, event): &Indexed) -> Option<Action> {
        let is_own = |number: i64| seat_at_table(number, self.game.seats()) == Some(seat);
        match event {
            RecordEvent::BuyDruid { seat: buyer, space, .. } if is_own(*buyer) => {
                Some(Action::BuyDruid { space: u8::try_from(*space).ok()? })
            }
            RecordEvent::Bag { seat: buyer, .. } if is_own(*buyer) => Some(Action::DrawFromBag),
            RecordEvent::Pass { seat: passer } if is_own(*passer) => Some(Action::Pass),
            _ => None,
        }
    }

    /// The tiles drawn from the bag and the one kept, or what was expected.
    fn read_bag(&self, seat: Seat, names: &[Name<'_>], kept: &str) -> Result<(Found, TileId), String> {
        let mut bag = self.position.bag;
        let count = self.position.player(seat).tablets.bag_tiles().min(bag.len());
        let mut found = Found::new();
        for tile in names.iter().filter_map(|name| self.game.tiles().by_name(name)) {
            if bag.has(tile) && found.len() < count {
                bag.take(tile);
                found.push(tile);
            }
        }
        if found.len() != count || names.len() != count {
            return Err(format!("{count} different tiles out of the bag"));
        }
        let kept = found.iter().copied().find(|&tile| self.game.tiles().name(tile) == kept);
        Ok((found, kept.ok_or_else(|| format!("one of {} as the tile kept", names.join(", ")))?))
    }

    /// All that a seat may do in the second buy turn, in words.
    fn second_purchases(&self, seat: Seat) -> String {
        let druids = self.game.affordable_druids(&self.position, seat);
        let druids =
            druids.map(|(space, tile, price)| format!("{} on space {space} for {price}", self.game.tiles().name(tile)));
        let druids: Vec<String> = druids.collect();
        let bag = if self.game.may_draw_from_bag(&self.position, seat) { ", a bag action" } else { "" };
        let gold = self.position.player(seat).gold;
        format!("a pass{bag} or a Druid tile of seat {seat}, who has {gold} gold ({})", druids.join(", "))
    }
}
