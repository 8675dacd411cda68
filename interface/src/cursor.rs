//! The events of one record, read one after another.

use std::fmt::Display;

use engine::Seat;
use serde_json::value::RawValue;

use crate::event::Mismatch;
use crate::json::shortened;

/// What is wrong with one game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameFault {
    /// The line is not a record that can be understood.
    #[error("{0}")]
    Record(String),
    /// An event is not what the rules require after the events before it.
    #[error("event {index}: expected {expected}; found {found}")]
    Event {
        /// Its index in `events`, from 0; the number of events if one is missing at the end.
        index: usize,
        /// What the rules require there.
        expected: String,
        /// What was found there.
        found: String,
    },
}

/// An event and its index in the record.
pub type Indexed<E> = (usize, E);

/// Reads one event from its JSON text.
type Read<'a, E> = Box<dyn Fn(&str) -> Result<E, Mismatch> + 'a>;

/// How far a check has got in a record's events.
pub struct Cursor<'a, E> {
    raw: &'a [&'a RawValue],
    read: Read<'a, E>,
    index: usize,
}

impl<'a, E: Display> Cursor<'a, E> {
    /// At the first event; `read` reads one from its JSON text.
    pub fn new(raw: &'a [&'a RawValue], read: impl Fn(&str) -> Result<E, Mismatch> + 'a) -> Self {
        Self { raw, read: Box::new(read), index: 0 }
    }

    /// The index of the next event.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The next event, without moving past it; none at the end.
    ///
    /// # Errors
    /// If it is not spelled as the format requires.
    pub fn peek(&self) -> Result<Option<E>, GameFault> {
        self.peek_at(0)
    }

    /// The event this many after the next one, without moving; none after the end.
    ///
    /// # Errors
    /// As [`peek`](Self::peek).
    pub fn peek_at(&self, further: usize) -> Result<Option<E>, GameFault> {
        let index = self.index + further;
        let spelling =
            |Mismatch { accepted, found }| GameFault::Event { index, expected: accepted, found: shortened(&found) };
        self.raw.get(index).map(|raw| (self.read)(raw.get())).transpose().map_err(spelling)
    }

    /// Moves past the next event; none at the end.
    ///
    /// # Errors
    /// As [`peek`](Self::peek).
    pub fn advance(&mut self) -> Result<Option<Indexed<E>>, GameFault> {
        self.next_if(|_| true)
    }

    /// Moves past the next event if it is of the wanted kind.
    ///
    /// # Errors
    /// As [`peek`](Self::peek).
    pub fn next_if(&mut self, wanted: impl FnOnce(&E) -> bool) -> Result<Option<Indexed<E>>, GameFault> {
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
pub fn fault<E: Display>((index, event): Indexed<E>, expected: String) -> GameFault {
    GameFault::Event { index, expected, found: shortened(&event.to_string()) }
}

/// The seat with this number at a table of this size.
pub fn seat_at_table(number: i64, seats: usize) -> Option<Seat> {
    Seat::all(seats).find(|seat| seat.index() as i64 == number)
}
