//! The events of one record, read one after another.

use engine::skye::Skye;
use serde_json::value::RawValue;

use crate::lab::wire::fault::GameFault;
use crate::lab::wire::keys::shortened;
use crate::skye::record::event::{Mismatch, RecordEvent, read_event};

/// An event and its index in the record.
pub type Indexed = (usize, RecordEvent<'static>);

/// How far a check has got in a record's events.
pub struct Cursor<'a> {
    game: &'a Skye,
    raw: &'a [&'a RawValue],
    index: usize,
}

impl<'a> Cursor<'a> {
    /// At the first event.
    pub fn new(game: &'a Skye, raw: &'a [&'a RawValue]) -> Self {
        Self { game, raw, index: 0 }
    }

    /// The index of the next event.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The next event, without moving past it; none at the end.
    pub fn peek(&self) -> Result<Option<RecordEvent<'static>>, GameFault> {
        self.peek_at(0)
    }

    /// The event this many after the next one, without moving; none after the end.
    pub fn peek_at(&self, further: usize) -> Result<Option<RecordEvent<'static>>, GameFault> {
        let index = self.index + further;
        let spelling =
            |Mismatch { accepted, found }| GameFault::Event { index, expected: accepted, found: shortened(&found) };
        let event = self.raw.get(index).map(|raw| read_event(raw.get())).transpose().map_err(spelling)?;
        Ok(event.map(|event| event.for_game(self.game)))
    }

    /// Moves past the next event; none at the end.
    pub fn next(&mut self) -> Result<Option<Indexed>, GameFault> {
        self.next_if(|_| true)
    }

    /// Moves past the next event if it is of the wanted kind.
    pub fn next_if(&mut self, wanted: impl FnOnce(&RecordEvent<'_>) -> bool) -> Result<Option<Indexed>, GameFault> {
        match self.peek()? {
            Some(event) if wanted(&event) => {
                self.index += 1;
                Ok(Some((self.index - 1, event)))
            }
            Some(_) | None => Ok(None),
        }
    }

    /// The error that the next event is not what was expected.
    pub fn fault_here(&self, expected: String) -> GameFault {
        match self.peek() {
            Err(spelling) => spelling,
            Ok(Some(event)) => fault((self.index, event), expected),
            Ok(None) => GameFault::Event { index: self.index, expected, found: "the end of the record".to_owned() },
        }
    }
}

/// The error that this event is not what was expected.
pub fn fault((index, event): Indexed, expected: String) -> GameFault {
    GameFault::Event { index, expected, found: shortened(&event.to_string()) }
}
