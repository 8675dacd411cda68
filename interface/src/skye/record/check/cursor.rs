//! The events of one record of Isle of Skye.

use engine::skye::Skye;
use serde_json::value::RawValue;

pub use crate::cursor::fault;
use crate::skye::record::event::{RecordEvent, read_event};

/// An event and its index in the record.
pub type Indexed = crate::cursor::Indexed<RecordEvent<'static>>;

/// How far a check has got in a record's events.
pub type Cursor<'a> = crate::cursor::Cursor<'a, RecordEvent<'static>>;

/// At the first event of a record of this game.
pub fn cursor<'a>(game: &'a Skye, raw: &'a [&'a RawValue]) -> Cursor<'a> {
    Cursor::new(raw, move |json| Ok(read_event(json)?.for_game(game)))
}
