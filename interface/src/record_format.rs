//! The format of a game's records: writing and reading.

use std::fmt::Display;

use engine::{Game, Seat};
use serde::Serialize;

use crate::event::Mismatch;
use crate::event_cursor::{EventCursor, GameFault, ReadError};
use crate::json::Keys;

/// A game that has records.
pub trait RecordFormat: Game {
    /// Its name in configs, manifests and records.
    const NAME: &'static str;

    /// The component files that records may name.
    type Library: Send + Sync;

    /// An event in the format of records; its text is JSON.
    type RecordEvent<'a>: Clone + PartialEq + Display + Serialize;

    /// The available expansions, in the order in which records list them.
    fn known_modules() -> Vec<&'static str> {
        Vec::new()
    }

    /// The expansions in play, in that order.
    fn modules(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The keys of a record that only this game has.
    const RECORD_KEYS: &'static [&'static str];

    /// The game with these keys and expansions.
    ///
    /// # Errors
    /// The first key that is missing, has another type or is unknown; or a set-up that cannot be played.
    fn from_record(keys: &Keys, modules: &[String], players: usize, library: &Self::Library) -> Result<Self, String>;

    /// Parts of the game with these keys whose components are only reconstructed.
    ///
    /// # Errors
    /// As [`from_record`](Self::from_record).
    fn reconstructed_in(
        _keys: &Keys,
        _modules: &[String],
        _library: &Self::Library,
    ) -> Result<Vec<&'static str>, String> {
        Ok(Vec::new())
    }

    /// Converts an event to the format of records.
    fn encoded<'a>(&'a self, event: &Self::Event) -> Self::RecordEvent<'a>;

    /// Reads an event from its JSON text.
    ///
    /// # Errors
    /// If it is not in the required format.
    fn read_event<'a>(&'a self, json: &str) -> Result<Self::RecordEvent<'a>, Mismatch>;

    /// Returns how an event may change places with adjacent ones; `None` if it may not.
    fn order(_event: &Self::RecordEvent<'_>) -> Option<EventOrder> {
        None
    }

    /// The only seat that may know of an event while the current decision is secret; `None` if all may.
    fn only_for(&self, _event: &Self::Event) -> Option<Seat> {
        None
    }

    /// The first starting player of a record.
    ///
    /// # Errors
    /// If its first events do not determine it.
    fn first(&self, cursor: &EventCursor<'_, Self::RecordEvent<'_>>) -> Result<Seat, GameFault>;

    /// Reads the outcome of the pending chance event.
    ///
    /// # Errors
    /// The event that is not a possible outcome.
    fn read_chance(
        &self,
        position: &Self::Position,
        cursor: &EventCursor<'_, Self::RecordEvent<'_>>,
    ) -> Result<Self::Chance, ReadError<Self::Chance>>;

    /// Reads the action of the seat to move, which is legal, with the index of its event.
    ///
    /// # Errors
    /// The event that is not a legal action.
    fn read_action(
        &self,
        position: &Self::Position,
        seat: Seat,
        cursor: &EventCursor<'_, Self::RecordEvent<'_>>,
    ) -> Result<(usize, Self::Action), ReadError<Self::Action>>;
}

/// The way in which an event may change places with adjacent events.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct EventOrder {
    /// Adjacent events of the same group may come in any order of their seats.
    pub group: (u8, char),
    /// Whose it is.
    pub seat: i64,
    /// The stages of one seat's events ascend.
    pub stage: u8,
}

/// A decision of a record.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RecordedDecision<A> {
    /// The index of its event, from 0.
    pub event: usize,
    /// The seat that decided.
    pub seat: Seat,
    /// The action.
    pub action: A,
    /// The number of decisions in the game before it, with secret ones in turn order.
    pub number: u64,
}
