//! Comparing events whose relative order is free.

use std::mem::discriminant;

use super::cursor::{Cursor, fault};
use crate::cursor::GameFault;
use crate::skye::record::event::RecordEvent;

/// Checks as many events as `pending` holds; they must be these, in any order.
pub fn pass_all(cursor: &mut Cursor<'_>, mut pending: Vec<RecordEvent<'_>>) -> Result<(), GameFault> {
    while !pending.is_empty() {
        let Some((index, found)) = cursor.advance()? else { return Err(cursor.fault_here(pending[0].to_string())) };
        match pending.iter().position(|event| *event == found && is_due(event, &pending)) {
            Some(place) => drop(pending.remove(place)),
            None => return Err(fault((index, found.clone()), most_similar(&pending, &found).to_string())),
        }
    }
    Ok(())
}

/// A seat's scrolls come before those that score once more, and these before its exchange of gold.
fn is_due(event: &RecordEvent<'_>, pending: &[RecordEvent<'_>]) -> bool {
    let stage = |event: &RecordEvent<'_>| match event {
        RecordEvent::Scroll { .. } => Some(0),
        RecordEvent::ScoreAgain { .. } => Some(1),
        RecordEvent::GoldVp { .. } => Some(2),
        _ => None,
    };
    let is_before = |other: &RecordEvent<'_>| other.seat() == event.seat() && stage(other) < stage(event);
    stage(event).is_none() || !pending.iter().any(|other| stage(other).is_some() && is_before(other))
}

/// Which of the events still to come `found` should probably have been; of equally similar ones the first.
fn most_similar<'p, 'a>(pending: &'p [RecordEvent<'a>], found: &RecordEvent<'a>) -> &'p RecordEvent<'a> {
    let likeness = |event: &RecordEvent<'a>| {
        let is_same_kind = discriminant(event) == discriminant(found);
        let is_same_tile = event.tile().is_some() && event.tile() == found.tile();
        (is_due(event, pending), event.seat() == found.seat(), is_same_kind, is_same_tile)
    };
    pending.iter().rev().max_by_key(|event| likeness(event)).expect("an event is still to come")
}
