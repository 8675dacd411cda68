//! How a game is written down, and read again.

use engine::{Game, Seat};
use serde_json::value::RawValue;

use crate::cursor::GameFault;
use crate::json::Keys;

/// A game that has records.
pub trait Spoken: Game {
    /// Its name in configs, manifests and records.
    const NAME: &'static str;

    /// The component files that records may name.
    type Library: Send + Sync;

    /// The expansions that there are, in the order in which records list them.
    fn known_modules() -> Vec<&'static str> {
        Vec::new()
    }

    /// The expansions in play, in that order.
    fn modules(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Its own keys of a record, besides those of any game.
    const RECORD_KEYS: &'static [&'static str];

    /// The game that keys describe, with these expansions.
    ///
    /// # Errors
    /// The first key that is missing, of another type or unknown, or a set-up that cannot be played.
    fn from_record(
        keys: &Keys<'_>,
        modules: &[String],
        players: usize,
        library: &Self::Library,
    ) -> Result<Self, String>;

    /// Parts of the game that keys describe whose components are only reconstructed.
    ///
    /// # Errors
    /// As [`from_record`](Self::from_record).
    fn reconstructed_in(
        _keys: &Keys<'_>,
        _modules: &[String],
        _library: &Self::Library,
    ) -> Result<Vec<&'static str>, String> {
        Ok(Vec::new())
    }

    /// Events as a JSON list.
    fn write_events(&self, events: &[Self::Event]) -> Box<RawValue>;

    /// Replays the events of a record and compares them; shows every decision, with the position before it, and every event, in the
    /// order in which playing the game tells them.
    ///
    /// # Errors
    /// The first event that is not what the rules make of those before it.
    fn check_events(&self, events: &[&RawValue], watch: Watch<'_, Self>) -> Result<(), GameFault>;
}

/// A callback that is shown a game while it is checked.
pub type Watch<'a, G> = &'a mut dyn FnMut(Seen<'_, G>);

/// What is shown of a game while it is checked.
pub enum Seen<'a, G: Game> {
    /// A decision, with the position before it.
    Decision(&'a G::Position, Decided<G::Action>),
    /// Something that happened.
    Event(&'a G::Event),
}

/// A decision of a record.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Decided<A> {
    /// The index of its event, from 0.
    pub event: usize,
    /// Who decided.
    pub seat: Seat,
    /// What was decided.
    pub action: A,
    /// How many decisions of the game come before it, with secret ones in turn order.
    pub number: u64,
}
