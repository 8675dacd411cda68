//! Phase 5 of a record: tiles placed or returned. Only each seat's own order counts, as building touches nobody else's territory.

use std::collections::VecDeque;

use engine::skye::{Action, Event, Phase, Place, Placement, Rotation};
use engine::{Game, Seat};

use super::GameFault;
use super::cursor::{Indexed, fault};
use super::replay::{Replay, seat_at_table};
use crate::record::RecordEvent;

/// The record's events of one building phase.
type Builds = VecDeque<Indexed>;

impl Replay<'_> {
    /// Passes all placements and returns; leaves the scores that the engine tells after the last.
    pub fn build(&mut self) -> Result<(), GameFault> {
        let mut builds = self.gather_builds();
        loop {
            self.pass_returns(&mut builds)?;
            let Phase::Build(seat) = self.position.phase else { break };
            let event = self.next_of(&mut builds, seat, || self.placements(seat))?;
            let placement = self.read_placement(seat, event)?;
            self.game.apply_telling(&mut self.position, Action::Place(placement), &mut |event| self.told.push(event));
            self.told.remove(0);
        }
        match builds.pop_front() {
            Some(extra) => Err(fault(extra, "no more tiles to be placed or returned by this seat".to_owned())),
            None => Ok(()),
        }
    }

    /// All events up to the first that is none of this phase; what is wrong with that one will be found when it is reached.
    fn gather_builds(&mut self) -> Builds {
        let seats = self.game.seats();
        let is_build = |event: &RecordEvent<'_>| match event {
            RecordEvent::Place { seat, .. } | RecordEvent::Return { seat, .. } => seat_at_table(*seat, seats).is_some(),
            _ => false,
        };
        std::iter::from_fn(|| self.cursor.next_if(is_build).ok().flatten()).collect()
    }

    /// The seat's next event of this phase. If it has none, the first event of others stands where it should be.
    fn next_of(
        &self,
        builds: &mut Builds,
        seat: Seat,
        expected: impl FnOnce() -> String,
    ) -> Result<Indexed, GameFault> {
        let is_own = |(_, event): &Indexed| event.seat() == Some(seat.index() as i64);
        match builds.iter().position(is_own) {
            Some(place) => Ok(builds.remove(place).expect("a position in the queue")),
            None => Err(match builds.pop_front() {
                Some(other) => fault(other, expected()),
                None => self.cursor.fault_here(expected()),
            }),
        }
    }

    /// Passes the returns that the engine has told, a seat's own in any order.
    fn pass_returns(&mut self, builds: &mut Builds) -> Result<(), GameFault> {
        while let Some(&Event::Return { seat, .. }) = self.told.first() {
            let is_own = |event: &&Event| matches!(event, Event::Return { seat: owner, .. } if *owner == seat);
            let count = self.told.iter().take_while(is_own).count();
            let mut pending: Vec<RecordEvent<'_>> = self.told[..count].iter().map(|event| self.word(event)).collect();
            self.told.drain(..count);
            while !pending.is_empty() {
                let event = self.next_of(builds, seat, || pending[0].to_string())?;
                let Some(place) = pending.iter().position(|other| *other == event.1) else {
                    return Err(fault(event, pending[0].to_string()));
                };
                pending.remove(place);
            }
        }
        Ok(())
    }

    fn read_placement(&self, seat: Seat, event: Indexed) -> Result<Placement, GameFault> {
        let RecordEvent::Place { tile, x, y, rotation, .. } = &event.1 else {
            return Err(fault(event, self.placements(seat)));
        };
        let whole = |x: i64| i8::try_from(x).ok();
        let rotation = u16::try_from(*rotation).ok().and_then(Rotation::from_degrees);
        let placement = (|| {
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
        let ways = player.to_build.iter().map(|&tile| {
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
