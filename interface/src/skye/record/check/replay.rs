//! One game replayed from its record, phase by phase.

use engine::skye::{Action, Event, Module, Position, Skye, Slot};
use engine::{Game, Seat, Turn};
use serde_json::value::RawValue;

use super::cursor::{Cursor, cursor, fault};
use super::matching::pass_all;
use crate::cursor::GameFault;
pub use crate::cursor::seat_at_table;
use crate::skye::record::event::RecordEvent;
use crate::spoken::{Decided, Seen, Watch};

/// Replays the events and compares; shows them and every decision on the way, with the position before it.
pub fn check(game: &Skye, events: &[&RawValue], watch: Watch<'_, Skye>) -> Result<(), GameFault> {
    let mut replay = Replay::begin(game, events, watch)?;
    while game.turn(&replay.position) == Turn::Chance {
        replay.prepare_dolmen()?;
        replay.open_round()?;
        replay.trade()?;
        replay.pass_kept()?;
        replay.trade_again()?;
        replay.build()?;
        replay.pass_scores()?;
    }
    replay.pass_end()
}

/// A game in progress: the engine's position and the record's next event.
pub struct Replay<'a> {
    pub game: &'a Skye,
    pub position: Position,
    pub cursor: Cursor<'a>,
    /// What the engine has reported and the record has yet to show, in the engine's order.
    pub told: Vec<Event>,
    watch: Watch<'a, Skye>,
    decisions: u64,
}

impl<'a> Replay<'a> {
    /// Only the record says who the first starting player is.
    fn begin(game: &'a Skye, events: &'a [&'a RawValue], watch: Watch<'a, Skye>) -> Result<Self, GameFault> {
        let cursor = cursor(game, events);
        // Druids: the dolmen board is filled before the first round.
        let first = match cursor.peek_at(usize::from(game.has(Module::Druids)))? {
            Some(RecordEvent::Round { start, .. }) => seat_at_table(start, game.seats()),
            Some(_) | None => None,
        };
        let board = if game.has(Module::Druids) { "the dolmen board, then " } else { "" };
        let expected =
            || format!("{board}the beginning of round 1 with a starting player from 0 to {}", game.seats() - 1);
        let first = first.ok_or_else(|| cursor.fault_here(expected()))?;
        Ok(Self { game, position: game.start(first), cursor, told: Vec::new(), watch, decisions: 0 })
    }

    /// Phases 1 and 2, and with the last offer phase 3.
    fn open_round(&mut self) -> Result<(), GameFault> {
        // Income does not depend on the draws, so any draws will do to find it before the record's are read.
        let (mut opened, mut told) = (self.position.clone(), Vec::new());
        let any_draws = self.game.draws(&self.position, 0);
        self.game.begin_round(&mut opened, &any_draws, &mut |event| told.push(event));
        let is_barrels = |event: &&Event| matches!(event, Event::VpBarrels { .. });
        let is_income = |event: &&Event| matches!(event, Event::Income { .. });
        let barrels: Vec<Event> = told.iter().filter(is_barrels).copied().collect();
        let incomes: Vec<Event> = told.iter().filter(is_income).copied().collect();
        self.pass(&told[..1])?;
        self.pass(&barrels)?;
        self.pass(&incomes)?;
        let (draws, offers) = self.read_offers(&opened)?;
        let watch = &mut self.watch;
        self.game.begin_round(&mut self.position, &draws, &mut |event| watch(Seen::Event(&event)));
        for seat in self.position.turn_order() {
            let (event, action) = offers[seat.index()];
            self.decide(event, seat, action);
        }
        Ok(())
    }

    /// Takes a legal decision; the engine reports what follows.
    pub fn decide(&mut self, event: usize, seat: Seat, action: Action) {
        (self.watch)(Seen::Decision(&self.position, Decided { event, seat, action, number: self.decisions }));
        self.decisions += 1;
        self.told.clear();
        self.game.apply_telling(&mut self.position, action, &mut |event| self.told.push(event));
        self.show_told(0);
    }

    /// Shows what the engine has reported, from this event on.
    pub fn show_told(&mut self, first: usize) {
        self.told[first..].iter().for_each(|event| (self.watch)(Seen::Event(event)));
    }

    fn pass_kept(&mut self) -> Result<(), GameFault> {
        let count = self.told.iter().take_while(|event| matches!(event, Event::Keep { .. })).count();
        self.pass_told(count)
    }

    /// Phase 6: slot by slot, the seats of a slot in any order.
    fn pass_scores(&mut self) -> Result<(), GameFault> {
        for slot in Slot::ALL {
            let is_of_slot = |event: &&Event| matches!(event, Event::Score { slot: other, .. } if *other == slot);
            self.pass_told(self.told.iter().take_while(is_of_slot).count())?;
        }
        Ok(())
    }

    /// The final scoring, the results, and nothing more.
    fn pass_end(&mut self) -> Result<(), GameFault> {
        let is_result = |event: &Event| matches!(event, Event::Result { .. });
        self.pass_told(self.told.iter().take_while(|event| !is_result(event)).count())?;
        self.pass_told(self.told.len())?;
        let end = || "the end of the record".to_owned();
        if self.cursor.peek()?.is_some() { Err(self.cursor.fault_here(end())) } else { Ok(()) }
    }

    /// Checks the next `count` events that the engine reported, in any relative order.
    pub fn pass_told(&mut self, count: usize) -> Result<(), GameFault> {
        let pending: Vec<Event> = self.told.drain(..count).collect();
        self.pass(&pending)
    }

    /// Checks that the engine's first report is what the record has written there, and drops it.
    pub fn pass_first(&mut self, index: usize, written: RecordEvent<'static>) -> Result<(), GameFault> {
        let first = self.told.remove(0);
        let expected = self.word(&first);
        if written == expected { Ok(()) } else { Err(fault((index, written), expected.to_string())) }
    }

    fn pass(&mut self, events: &[Event]) -> Result<(), GameFault> {
        let pending = events.iter().map(|event| self.word(event)).collect();
        pass_all(&mut self.cursor, pending)
    }

    /// An event of the engine as records spell it.
    pub fn word(&self, event: &Event) -> RecordEvent<'a> {
        RecordEvent::of(self.game, event)
    }
}
