//! A valid record, spoiled in one event.

use engine::skye::Event;
use interface::event_cursor::GameFault;
use serde_json::Value;

use super::played::{check_line, random_game};

/// A valid record to be spoiled.
pub struct DamagedRecord(pub Value);

impl DamagedRecord {
    /// The first game of three that has an event like this.
    pub fn with(is_wanted: impl Fn(&Value) -> bool) -> Self {
        let record = |number| Self(serde_json::from_str(&random_game(3, number).line).expect("JSON"));
        (0..500).map(record).find(|damaged| damaged.events().iter().any(&is_wanted)).expect("such a game is not rare")
    }

    /// The first game with an event of this kind.
    pub fn of_kind(kind: &str) -> Self {
        if kind == "return" { Self::with_a_return() } else { Self::with(|event| event["e"] == kind) }
    }

    /// Tiles that cannot be placed are rare: one game of four in a thousand.
    pub fn with_a_return() -> Self {
        let is_return = |event: &Event| matches!(event, Event::Return { .. });
        let mut games = (0..20_000).map(|number| random_game(4, number));
        let game = games.find(|game| game.events.iter().any(is_return)).expect("such a game is not that rare");
        Self(serde_json::from_str(&game.line).expect("JSON"))
    }

    /// Its events.
    pub fn events(&self) -> &Vec<Value> {
        self.0["events"].as_array().expect("a list")
    }

    /// Its events, to be spoiled.
    pub fn events_mut(&mut self) -> &mut Vec<Value> {
        self.0["events"].as_array_mut().expect("a list")
    }

    /// The index of the first event like this.
    pub fn find(&self, is_wanted: impl Fn(&Value) -> bool) -> usize {
        self.events().iter().position(is_wanted).expect("such an event")
    }

    /// The index of the first event of this kind.
    pub fn first(&self, kind: &str) -> usize {
        self.find(|event| event["e"] == kind)
    }

    /// The index of the last event in the first unbroken run of this kind.
    pub fn last_of_first_run(&self, kind: &str) -> usize {
        let first = self.first(kind);
        first + self.events()[first..].iter().take_while(|event| event["e"] == kind).count() - 1
    }

    /// The index of an event of this kind, counted from 0.
    pub fn nth(&self, kind: &str, number: usize) -> usize {
        let of_kind = self.events().iter().enumerate().filter(|(_, event)| event["e"] == kind);
        of_kind.map(|(index, _)| index).nth(number).expect("so many events of this kind")
    }

    /// Checks, and returns what was expected and found at this event.
    #[track_caller]
    pub fn check_fault_at(&self, wanted: usize) -> (String, String) {
        match check_line(&self.0.to_string()) {
            Err(GameFault::Event { index, expected, found }) => {
                assert_eq!(index, wanted, "expected {expected}; found {found}");
                (expected, found)
            }
            Err(fault @ GameFault::Record(_)) => panic!("the whole record is refused: {fault}"),
            Ok(_) => panic!("no fault is found"),
        }
    }
}

/// Changes one field of the first event of a kind; exactly this event must be found.
#[track_caller]
pub fn check_field(kind: &str, field: &str, change: impl Fn(&Value) -> Value) -> (String, String) {
    let mut damaged = DamagedRecord::of_kind(kind);
    let index = damaged.first(kind);
    let event = &mut damaged.events_mut()[index];
    let changed = change(&event[field]);
    assert_ne!(event[field], changed, "nothing was changed");
    event[field] = changed;
    damaged.check_fault_at(index)
}
