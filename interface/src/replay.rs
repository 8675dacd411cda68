//! Replays of any game from its record.
//!
//! The outcomes of chance and the decisions of players come from the record, and every other event must be the one that
//! the rules require.

use engine::{Game, Seat, Turn};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::event::Mismatch;
use crate::event_cursor::{EventCursor, GameFault, ReadError};
use crate::record_format::{EventOrder, RecordFormat, RecordedDecision};

/// A callback that receives a game while it is replayed.
pub type Watch<'a, G> = &'a mut dyn FnMut(ReplayEvent<'_, G>);

/// A step of a replay, in the order in which the game reports it.
pub enum ReplayEvent<'a, G: Game> {
    /// The outcome of a chance event, with the position before it.
    Chance(&'a G::Position, &'a G::Chance),
    /// A decision, with the position before it.
    Decision(&'a G::Position, RecordedDecision<G::Action>),
    /// Something that happened, with the position after it.
    Event(&'a G::Position, &'a G::Event),
}

/// The end of a replay of a record's events.
pub struct ReplayEnd<G: Game> {
    /// The first starting player.
    pub first: Seat,
    /// The last position of the replay.
    pub position: G::Position,
    /// The number of decisions that led to it.
    pub decisions: u64,
    /// The indices of later events that are already known, such as offers of later seats.
    pub beyond: Vec<usize>,
    /// The secret decisions among these.
    ///
    /// Each comes with a position before it, in which unknown secrets of others are invented: only its own seat's view
    /// of it may be used.
    pub apart: Vec<(G::Position, RecordedDecision<G::Action>)>,
    /// The next event that the rules require, if the record ends too early; `None` if the game is over.
    pub missing: Option<GameFault>,
}

/// Replays the events of a record, which may end anywhere, and reports them.
///
/// # Errors
/// The first event that does not follow from the rules and the events before it.
pub fn replay<G: RecordFormat>(
    game: &G,
    events: &[Box<RawValue>],
    watch: Watch<'_, G>,
) -> Result<ReplayEnd<G>, GameFault> {
    let events: Vec<_> = events.iter().map(|raw| game.read_event(raw.get())).collect();
    let missing = |fault: &GameFault| matches!(fault, GameFault::Event { index, .. } if *index == events.len());
    let first = match game.first(&EventCursor::new(&events, 0)) {
        Err(fault) if missing(&fault) => {
            let (first, beyond) = (Seat::default(), (0..events.len()).collect());
            let (position, apart) = (game.start(first), Vec::new());
            return Ok(ReplayEnd { first, position, decisions: 0, beyond, apart, missing: Some(fault) });
        }
        first => first?,
    };
    let mut replay = ReplayState {
        game,
        events: &events,
        index: 0,
        position: game.start(first),
        pending: Vec::new(),
        decisions: 0,
        first_error: None,
    };
    match replay.play(watch) {
        Ok(()) => Ok(replay.reached(first, None)),
        Err(fault) if missing(&fault) => Ok(replay.reached(first, Some(fault))),
        Err(fault) => Err(fault),
    }
}

/// A game in progress: its position, and the record's next event.
struct ReplayState<'e, 'a, G: RecordFormat> {
    game: &'a G,
    events: &'e [Result<G::RecordEvent<'a>, Mismatch>],
    /// The index of the next event.
    index: usize,
    position: G::Position,
    /// The events that follow from the rules and must come next in the record.
    pending: Vec<G::RecordEvent<'a>>,
    decisions: u64,
    /// The first unreadable item in a record that goes on.
    first_error: Option<FirstError<'a, G>>,
}

/// An item that a record does not have, and the state before it.
struct FirstError<'a, G: RecordFormat> {
    fault: GameFault,
    position: G::Position,
    pending: Vec<G::RecordEvent<'a>>,
    index: usize,
    decisions: u64,
    /// The later secret decisions that could be read.
    apart: Vec<(G::Position, RecordedDecision<G::Action>)>,
}

impl<G: RecordFormat> ReplayState<'_, '_, G> {
    /// To the end of the game.
    fn play(&mut self, watch: Watch<'_, G>) -> Result<(), GameFault> {
        loop {
            let turn = self.game.turn(&self.position);
            // Secret decisions may come in any order of the seats, so the event is searched further ahead.
            if !(matches!(turn, Turn::Seat(_)) && self.game.is_secret(&self.position)) {
                self.pass_pending()?;
            }
            let cursor = EventCursor::new(self.events, self.index);
            match turn {
                Turn::Over if self.index < self.events.len() => {
                    return Err(cursor.fault(0, "the end of the record".to_owned()));
                }
                Turn::Over => return Ok(()),
                Turn::Chance => {
                    let chance = self.game.read_chance(&self.position, &cursor);
                    let chance = chance.or_else(|error| self.note_error(error))?;
                    let is_shown = self.first_error.is_none();
                    let Self { game, position, pending, .. } = self;
                    if is_shown {
                        watch(ReplayEvent::Chance(position, &chance));
                    }
                    game.settle_telling(position, &chance, &mut |position, event| {
                        if is_shown {
                            watch(ReplayEvent::Event(position, &event));
                        }
                        pending.push(game.encoded(&event));
                    });
                }
                Turn::Seat(seat) => {
                    let read = self.game.read_action(&self.position, seat, &cursor);
                    let is_read = read.is_ok();
                    let (event, action) = read.or_else(|error| self.note_error(error).map(|action| (0, action)))?;
                    let is_shown = self.first_error.is_none();
                    let decided = RecordedDecision { event, seat, action, number: self.decisions };
                    if is_shown {
                        watch(ReplayEvent::Decision(&self.position, decided));
                    }
                    // If the missing item is a decision, later decisions that are secret too do not depend on it.
                    if let Some(first_error) = &mut self.first_error
                        && is_read
                        && self.game.is_secret(&first_error.position)
                        && self.game.is_secret(&self.position)
                    {
                        first_error.apart.push((self.position.clone(), decided));
                    }
                    self.decisions += 1;
                    let Self { game, position, pending, .. } = self;
                    game.apply_telling(position, action, &mut |position, event| {
                        if is_shown {
                            watch(ReplayEvent::Event(position, &event));
                        }
                        pending.push(game.encoded(&event));
                    });
                }
            }
        }
    }

    /// Records the error and goes on with another value, until the events before it are compared.
    fn note_error<T>(&mut self, ReadError { fault, instead }: ReadError<T>) -> Result<T, GameFault> {
        match &mut self.first_error {
            Some(first_error) if index_of(&first_error.fault) <= index_of(&fault) => {}
            Some(first_error) => first_error.fault = fault.clone(),
            None => {
                let (position, pending) = (self.position.clone(), self.pending.clone());
                let (index, decisions) = (self.index, self.decisions);
                self.first_error =
                    Some(FirstError { fault: fault.clone(), position, pending, index, decisions, apart: Vec::new() });
            }
        }
        match instead {
            Some(instead) => Ok(instead),
            None => self.pass_pending().and(Err(fault)),
        }
    }

    /// Passes the events that follow from the rules.
    ///
    /// Events that may change places come in any allowed order.
    fn pass_pending(&mut self) -> Result<(), GameFault> {
        while !self.pending.is_empty() {
            if let Some(first_error) =
                self.first_error.as_ref().filter(|first_error| index_of(&first_error.fault) == self.index)
            {
                return Err(first_error.fault.clone());
            }
            let cursor = EventCursor::new(self.events, self.index);
            let group = &self.pending[..group::<G>(&self.pending)];
            let found = cursor.peek(0)?;
            match found.and_then(|found| place::<G>(group, found)) {
                Some(place) => drop(self.pending.remove(place)),
                None => {
                    let expected = found.map_or(&group[0], |found| most_similar::<G>(group, found));
                    return Err(cursor.fault(0, expected.to_string()));
                }
            }
            self.index += 1;
        }
        Ok(())
    }

    /// Returns the end of the replay.
    ///
    /// If the record ends too early, this is the position before the first missing item, with the known later events.
    fn reached(self, first: Seat, missing: Option<GameFault>) -> ReplayEnd<G> {
        let Self { position, decisions, .. } = self;
        let Some(first_error) = self.first_error else {
            return ReplayEnd { first, position, decisions, beyond: Vec::new(), apart: Vec::new(), missing };
        };
        let FirstError { position, pending: mut told, index, decisions, apart, .. } = first_error;
        // Some earlier events come after the known later ones.
        let beyond = (index..self.events.len())
            .filter(|index| {
                let event = self.events[*index].as_ref().ok();
                let place = event.and_then(|event| told.iter().position(|told| told == event));
                place.map(|place| told.remove(place)).is_none()
            })
            .collect();
        ReplayEnd { first, position, decisions, beyond, apart, missing }
    }
}

/// The index of the event that a fault is about.
fn index_of(fault: &GameFault) -> usize {
    match fault {
        GameFault::Event { index, .. } => *index,
        GameFault::Record(_) => 0,
    }
}

/// Counts the events, from the first on, that may change places.
fn group<G: RecordFormat>(pending: &[G::RecordEvent<'_>]) -> usize {
    let group = |event| G::order(event).map(|order| order.group);
    let first = group(&pending[0]);
    pending.iter().take_while(|event| first.is_some() && group(event) == first).count().max(1)
}

/// Returns whether an event of a group may come now: none of its seat comes before it.
fn is_due<G: RecordFormat>(event: &G::RecordEvent<'_>, group: &[G::RecordEvent<'_>]) -> bool {
    let Some(own) = G::order(event) else { return true };
    let orders = group.iter().filter_map(G::order);
    orders.into_iter().all(|EventOrder { seat, stage, .. }| seat != own.seat || stage >= own.stage)
}

/// The index in a group of this event.
fn place<'a, G: RecordFormat>(group: &[G::RecordEvent<'a>], found: &G::RecordEvent<'a>) -> Option<usize> {
    group.iter().position(|event| event == found && is_due::<G>(event, group))
}

/// The event of a group that `found` was probably meant to be; ties go to the first.
fn most_similar<'p, 'a, G: RecordFormat>(
    group: &'p [G::RecordEvent<'a>],
    found: &G::RecordEvent<'a>,
) -> &'p G::RecordEvent<'a> {
    let fields = |event: &G::RecordEvent<'a>| serde_json::to_value(event).unwrap_or_default();
    let found = fields(found);
    let likeness = |event: &G::RecordEvent<'a>| {
        let event_fields = fields(event);
        let has_same = |key: &str| event_fields.get(key).is_some_and(|value: &Value| found.get(key) == Some(value));
        (is_due::<G>(event, group), has_same("seat"), has_same("e"), has_same("tile"))
    };
    group.iter().rev().max_by_key(|event| likeness(event)).unwrap_or(&group[0])
}
