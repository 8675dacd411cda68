//! The lines that a program with a table and a program with an agent exchange.
//!
//! Each is one JSON object.

use std::collections::BTreeMap;

use engine::Seat;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::json::{Fields, Strict, read};
use crate::protocol::{ProtocolError, check_search};

/// The supported version.
pub const VERSION: u64 = 1;

/// The longest line, in bytes without its end.
pub const LONGEST_LINE: usize = 1 << 20;

/// The most continuations that an agent may report for one decision.
///
/// Sums over all decisions of a run then fit 64 bits.
pub const MOST_ITERATIONS: u64 = 1_000_000_000_000;

/// A message to an agent.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "m", rename_all = "snake_case")]
pub enum Message<'a> {
    /// The greeting, which the agent answers when it is ready.
    Hello {
        /// [`VERSION`].
        protocol: u64,
        /// The game's name.
        game: &'a str,
        /// The settings after the agent's name in its spec.
        options: &'a BTreeMap<String, String>,
        /// The time for an answer in milliseconds, 0 for none.
        move_ms: u64,
    },
    /// A game about which questions will follow.
    Game {
        /// Its number.
        game: u64,
        /// The keys of a record that describe it, and `seats`.
        set_up: &'a RawValue,
    },
    /// A question, the only message besides `hello` that expects an answer.
    Choose(Question<'a>),
    /// A game has ended.
    Over {
        /// Its number.
        game: u64,
        /// By seat.
        results: Vec<SeatResult>,
    },
    /// The error in the last answer.
    Error {
        /// The question's.
        id: u64,
        /// The place, with dots.
        field: &'a str,
        /// The value found.
        found: &'a str,
        /// The accepted values.
        accepted: &'a str,
    },
    /// The end.
    Quit,
}

/// A decision that an agent is asked for.
#[derive(Clone, Debug, Serialize)]
pub struct Question<'a> {
    /// The number that the answer has to repeat.
    pub id: u64,
    /// The game's number.
    pub game: u64,
    /// The seat that decides.
    pub seat: usize,
    /// The decision's own seed, 16 hexadecimal digits.
    pub seed: String,
    /// The name of the decision.
    pub decision: &'a str,
    /// The view of the seat.
    pub view: &'a RawValue,
    /// The legal actions.
    pub legal: &'a Value,
}

/// The end of a game for one seat.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub struct SeatResult {
    /// Which.
    pub seat: usize,
    /// Final points.
    pub vp: i32,
    /// 1 is a winner.
    pub rank: u8,
}

impl SeatResult {
    /// All seats of a finished game.
    pub fn all(ending: &engine::Ending) -> Vec<Self> {
        let results = ending.points.iter().zip(&ending.ranks).enumerate();
        results.map(|(seat, (&vp, &rank))| Self { seat, vp, rank }).collect()
    }
}

impl Message<'_> {
    /// Its line, without the end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }
}

/// Spells a seed.
pub fn seed_text(seed: u64) -> String {
    format!("{seed:016x}")
}

/// The message of an agent that is ready. Other keys are allowed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Ready {
    /// Its name for itself.
    pub name: String,
    /// True if its only randomness comes from the seeds of questions.
    pub deterministic: bool,
}

impl Ready {
    /// Reads the answer to `hello`.
    ///
    /// # Errors
    /// The fault.
    pub fn read(line: &str) -> Result<Self, ProtocolError> {
        // Other keys may hold anything, even numbers that fit no type here.
        let all: Fields<Box<RawValue>> = object(line)?;
        let value = |key: &str| all.get(key).map(|value| read::<Value>(value.get()).unwrap_or_default());
        expect(value("m").as_ref(), "m", &"ready".into())?;
        expect(value("protocol").as_ref(), "protocol", &VERSION.into())?;
        let name = value("name").unwrap_or_else(|| "".into());
        let name = name.as_str().ok_or_else(|| ProtocolError::new("name", &name, "a text"))?.to_owned();
        let deterministic = value("deterministic").unwrap_or_else(|| false.into());
        match deterministic.as_bool() {
            Some(deterministic) => Ok(Self { name, deterministic }),
            None => Err(ProtocolError::new("deterministic", &deterministic, "true or false")),
        }
    }

    /// Its line, without the end.
    pub fn line(&self) -> String {
        let Self { name, deterministic } = self;
        serde_json::json!({"m": "ready", "protocol": VERSION, "name": name, "deterministic": deterministic}).to_string()
    }
}

/// An agent's answer to a question.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The decision.
    pub action: Value,
    /// Simulated continuations that it used.
    pub iterations: u64,
    /// The search behind it, in the format of [`write_search`](super::write_search), if it is reported.
    pub search: Option<Value>,
}

/// The keys of an answer.
const ANSWER: [&str; 4] = ["id", "action", "iterations", "search"];

impl Answer {
    /// Reads the answer to the question with this id.
    ///
    /// # Errors
    /// The fault.
    pub fn read(line: &str, id: u64) -> Result<Self, ProtocolError> {
        let all: Fields<Strict> = object(line)?;
        let value = |key: &str| all.get(key).map(|Strict(value)| value);
        expect(value("id"), "id", &id.into())?;
        if !all.has_only(&ANSWER) {
            let (key, Strict(value)) = all.iter().find(|(key, _)| !ANSWER.contains(key)).expect("another key");
            return Err(ProtocolError::new(key, value, format!("no keys but {}", ANSWER.join(", "))));
        }
        let search = value("search").cloned();
        search.as_ref().map_or(Ok(()), check_search)?;
        let action = value("action").cloned().ok_or_else(|| ProtocolError::new("action", &"none", "an action"))?;
        let found = value("iterations").cloned().unwrap_or_else(|| 0.into());
        match found.as_u64() {
            Some(iterations @ ..=MOST_ITERATIONS) => Ok(Self { action, iterations, search }),
            _ => Err(ProtocolError::new("iterations", &found, format!("a whole number from 0 to {MOST_ITERATIONS}"))),
        }
    }

    /// Its line, without the end.
    pub fn line(&self, id: u64) -> String {
        let mut all = Map::from_iter([("id".to_owned(), id.into()), ("action".to_owned(), self.action.clone())]);
        if self.iterations > 0 {
            all.insert("iterations".to_owned(), self.iterations.into());
        }
        if let Some(search) = &self.search {
            all.insert("search".to_owned(), search.clone());
        }
        Value::from(all).to_string()
    }
}

fn object<T: DeserializeOwned>(line: &str) -> Result<Fields<T>, ProtocolError> {
    read(line)
        .map_err(|error| ProtocolError::new("", &format!("{line} ({error})"), "a JSON object, whole and on one line"))
}

fn expect(found: Option<&Value>, key: &str, accepted: &Value) -> Result<(), ProtocolError> {
    match found {
        Some(found) if found == accepted => Ok(()),
        found => {
            let found = found.map_or_else(|| "nothing".to_owned(), Value::to_string);
            Err(ProtocolError::new(key, &found, accepted.to_string()))
        }
    }
}

/// A message to an agent, with its kind and keys.
///
/// Unknown keys and kinds are skipped.
#[derive(Debug, Deserialize)]
pub struct IncomingMessage {
    /// The kind of message.
    pub m: String,
    /// The version of the protocol, in `hello`.
    pub protocol: Option<u64>,
    /// The name of the game in `hello`, its number everywhere else.
    pub game: Option<Value>,
    /// The settings of the agent, in `hello`.
    pub options: Option<Map<String, Value>>,
    /// The set-up, in `game`.
    pub set_up: Option<Box<RawValue>>,
    /// The number of the question, in `choose`.
    pub id: Option<u64>,
    /// The seat, in `choose`.
    pub seat: Option<usize>,
    /// The seed, in `choose`.
    pub seed: Option<String>,
    /// The view, in `choose`.
    pub view: Option<Box<RawValue>>,
}

impl IncomingMessage {
    /// Reads a line.
    ///
    /// # Errors
    /// A description of the fault.
    pub fn read(line: &str) -> Result<Self, String> {
        read(line).map_err(|error| error.to_string())
    }

    /// The number of the game.
    pub fn game_number(&self) -> Option<u64> {
        self.game.as_ref()?.as_u64()
    }

    /// The seed of a question: 16 hexadecimal digits.
    pub fn seed(&self) -> Option<u64> {
        let seed = self.seed.as_deref()?;
        let number = u64::from_str_radix(seed, 16).ok()?;
        (seed_text(number) == seed).then_some(number)
    }

    /// The seat of a question.
    pub fn seat(&self, seats: usize) -> Option<Seat> {
        Seat::all(seats).find(|seat| Some(seat.index()) == self.seat)
    }
}
