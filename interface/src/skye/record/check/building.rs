//! Phase 5 of a record: tiles placed or returned, in turn order.

use engine::skye::{Action, Event, Phase, Place, Placement, Rotation};
use engine::{Game, Seat};

use super::cursor::{Indexed, fault};
use super::replay::{Replay, seat_at_table};
use crate::cursor::GameFault;
use crate::skye::record::event::RecordEvent;

impl Replay<'_> {
    /// Checks all placements and returns; leaves the scores that the engine reports after the last.
    pub fn build(&mut self) -> Result<(), GameFault> {
        loop {
            self.pass_returns()?;
            // Ruling: players build in turn order, each laying all their tiles.
            let Phase::Build(seat) = self.position.phase else { return Ok(()) };
            if self.ends(seat)? {
                self.decide(self.cursor.index(), seat, Action::EndBuilding);
                continue;
            }
            let Some(event) = self.cursor.advance()? else { return Err(self.cursor.fault_here(self.placements(seat))) };
            let index = event.0;
            let placement = self.read_placement(seat, event)?;
            self.decide(index, seat, Action::Place(placement));
            self.told.remove(0);
            while let Some(Event::Tablet { .. } | Event::Flip { .. }) = self.told.first() {
                self.pass_told(1)?;
            }
        }
    }

    /// Whether this seat lays nothing more, although a borderland tile would fit: no event says so, but what comes next is no
    /// placement of its own.
    fn ends(&self, seat: Seat) -> Result<bool, GameFault> {
        let places_more = match self.cursor.peek()? {
            Some(RecordEvent::Place { seat: builder, .. }) => seat_at_table(builder, self.game.seats()) == Some(seat),
            Some(_) | None => false,
        };
        Ok(!places_more && self.game.is_legal(&self.position, Action::EndBuilding))
    }

    /// Checks the tiles given back that the engine has reported, those of one seat in any order.
    fn pass_returns(&mut self) -> Result<(), GameFault> {
        let giver = |event: &Event| match *event {
            Event::Return { seat, .. } | Event::Remove { seat, .. } => Some(seat),
            _ => None,
        };
        while let Some(seat) = self.told.first().and_then(giver) {
            self.pass_told(self.told.iter().take_while(|event| giver(event) == Some(seat)).count())?;
        }
        Ok(())
    }

    fn read_placement(&self, seat: Seat, event: Indexed) -> Result<Placement, GameFault> {
        let RecordEvent::Place { seat: builder, tile, x, y, rotation } = &event.1 else {
            return Err(fault(event, self.placements(seat)));
        };
        let whole = |x: i64| i8::try_from(x).ok();
        let rotation = u16::try_from(*rotation).ok().and_then(Rotation::from_degrees);
        let placement = (|| {
            seat_at_table(*builder, self.game.seats()).filter(|&builder| builder == seat)?;
            let place = Place { x: whole(*x)?, y: whole(*y)? };
            Some(Placement { tile: self.game.tiles().by_name(tile)?, place, rotation: rotation? })
        })();
        let is_legal = |placement: &Placement| self.game.is_legal(&self.position, Action::Place(*placement));
        placement.filter(is_legal).ok_or_else(|| fault(event, self.placements(seat)))
    }

    /// All that a seat may lay, in words.
    fn placements(&self, seat: Seat) -> String {
        let player = self.position.player(seat);
        let tiles = self.game.tiles();
        let ways = self.game.tiles_to_lay(player).into_iter().map(|tile| {
            let ways: Vec<String> = player
                .territory
                .placements_of(tiles, tile)
                .map(|way| format!("{} {}", way.place, way.rotation))
                .collect();
            let ways = if ways.is_empty() { "nowhere".to_owned() } else { ways.join(" ") };
            format!("{} at {ways}", tiles.name(tile))
        });
        format!("a placement of seat {seat}: {}", ways.collect::<Vec<_>>().join("; "))
    }
}
