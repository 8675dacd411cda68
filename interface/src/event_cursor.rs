//! A cursor over the events of a record, from which a game reads chance outcomes and decisions.

use std::fmt::Display;

use engine::Seat;

use crate::event::Mismatch;
use crate::json::shortened;

/// A fault in one game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameFault {
    /// The line is not a readable record.
    #[error("{0}")]
    Record(String),
    /// An event differs from the one that the rules require after the events before it.
    #[error("event {index}: expected {expected}; found {found}")]
    Event {
        /// Its index in `events`, from 0; the number of events if one is missing at the end.
        index: usize,
        /// The events that the rules require there.
        expected: String,
        /// The event found there.
        found: String,
    },
}

/// The remaining events of a record.
pub struct EventCursor<'a, E> {
    events: &'a [Result<E, Mismatch>],
    index: usize,
}

impl<'a, E: Display> EventCursor<'a, E> {
    /// The events from this index on; an event that is not in the required format is an error.
    pub fn new(events: &'a [Result<E, Mismatch>], index: usize) -> Self {
        Self { events, index }
    }

    /// The index in the record of the event this many after the next one, or of the record's end.
    pub fn index(&self, further: usize) -> usize {
        (self.index + further).min(self.events.len())
    }

    /// The event this many after the next one; `None` after the end.
    ///
    /// # Errors
    /// If it is not in the required format.
    pub fn peek(&self, further: usize) -> Result<Option<&'a E>, GameFault> {
        let index = self.index + further;
        self.events.get(index).map(Result::as_ref).transpose().map_err(|Mismatch { accepted, found }| {
            GameFault::Event { index, expected: accepted.clone(), found: shortened(found) }
        })
    }

    /// The error that the event this many after the next one is not the expected one.
    pub fn fault(&self, further: usize, expected: String) -> GameFault {
        match self.peek(further) {
            Err(spelling) => spelling,
            Ok(event) => {
                let found =
                    event.map_or_else(|| "the end of the record".to_owned(), |event| shortened(&event.to_string()));
                GameFault::Event { index: self.index(further), expected, found }
            }
        }
    }

    /// Applies `read` to the event this many after the next one.
    ///
    /// # Errors
    /// If there is none, it is not in the required format, or `read` returns `None`; `expected` then gives the accepted
    /// values.
    pub fn read<T>(
        &self,
        further: usize,
        expected: impl FnOnce() -> String,
        read: impl FnOnce(&'a E) -> Option<T>,
    ) -> Result<T, GameFault> {
        self.peek(further)?.and_then(read).ok_or_else(|| self.fault(further, expected()))
    }
}

/// A fault in a record: something is missing or against the rules.
pub struct ReadError<T> {
    /// The fault.
    pub fault: GameFault,
    /// The value with which to continue up to that event, if other events may come before it.
    pub instead: Option<T>,
}

impl<T> From<GameFault> for ReadError<T> {
    fn from(fault: GameFault) -> Self {
        Self { fault, instead: None }
    }
}

/// The seat with this number at a table of this size.
pub fn seat_at_table(number: i64, seats: usize) -> Option<Seat> {
    Seat::all(seats).find(|seat| seat.index() as i64 == number)
}
