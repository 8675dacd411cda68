//! Games as JSON: records, one line each, which hold everything needed to check or replay a game without the program that wrote it.

pub mod fields;

pub mod keys;

pub mod fault;

pub mod events;

pub mod cursor;

pub mod library;

pub mod files;

pub mod recorder;

use std::path::Path;

use engine::Seat;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use self::fault::{GameFault, RecordFault};
use self::files::each_game;
use self::keys::{GAME, Keys, mismatch};
use super::schedule::contestant::Contestant;
use super::schedule::seeds::GameSeed;
use super::subject::{ActionOf, EventOf, PositionOf, Subject};
use crate::base::error::Result;

/// The version of the record format that is written and read.
const VERSION: u64 = 1;

/// How a game is written down.
pub trait Wire: Subject {
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

    /// The shipped files, and those of these names or paths.
    ///
    /// # Errors
    /// If one cannot be found or read, or is not valid.
    fn library(given: &[String]) -> Result<Self::Library>;

    /// Its own keys in order; what is as in the printed game is left out.
    fn record_keys(&self, treatment: Self::Treatment) -> Map<String, Value>;

    /// The game that keys describe, with these expansions.
    ///
    /// # Errors
    /// The first key that is missing, of another type or unknown, or a set-up that cannot be played.
    fn from_record(
        keys: &Keys<'_>,
        modules: &[String],
        players: usize,
        library: &Self::Library,
    ) -> Result<Self::Game, String>;

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
    fn write_events(game: &Self::Game, events: &[EventOf<Self>]) -> Box<RawValue>;

    /// Replays the events of a record and compares them; shows every decision, with the position before it, and every event, in the
    /// order in which playing the game tells them.
    ///
    /// # Errors
    /// The first event that is not what the rules make of those before it.
    fn check_events(game: &Self::Game, events: &[&RawValue], watch: Watch<'_, Self>) -> Result<(), GameFault>;
}

/// A callback that is shown a game while it is checked.
pub type Watch<'a, S> = &'a mut dyn FnMut(Seen<'_, S>);

/// What is shown of a game while it is checked.
pub enum Seen<'a, S: Subject> {
    /// A decision, with the position before it.
    Decision(&'a PositionOf<S>, Decided<ActionOf<S>>),
    /// Something that happened.
    Event(&'a EventOf<S>),
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

/// A whole record, its keys in the order in which they are written.
#[derive(Serialize)]
struct Record<'a> {
    record: u64,
    game: &'static str,
    seed: String,
    /// The expansions in play.
    modules: Vec<&'static str>,
    players: Vec<&'a str>,
    /// Not a key of the format: what the agents are, so that the game can be played again.
    specs: Vec<String>,
    #[serde(flatten)]
    keys: Map<String, Value>,
    events: &'a RawValue,
}

/// What stays the same over all games of a command or a line-up, as far as records show it.
pub struct Written<'a, S: Subject> {
    /// The game as it is set up.
    pub subject: &'a S,
    /// The agents by seat.
    pub players: &'a [Contestant],
}

impl<S: Wire> Written<'_, S> {
    /// The record of a finished game: one line without its end.
    pub fn line(&self, game: &S::Game, seed: &GameSeed, treatment: S::Treatment, events: &[EventOf<S>]) -> String {
        let record = Record {
            record: VERSION,
            game: S::NAME,
            seed: seed.text(&treatment),
            modules: self.subject.modules(),
            players: self.players.iter().map(|player| player.name.as_str()).collect(),
            specs: self.players.iter().map(|player| player.spec.to_string()).collect(),
            keys: self.subject.record_keys(treatment),
            events: &S::write_events(game, events),
        };
        serde_json::to_string(&record).expect("a record holds nothing that JSON cannot")
    }
}

/// The set-up of a recorded game.
#[derive(Clone, Debug)]
pub struct Header<G> {
    /// What reproduces the game, in the words of the program that wrote it.
    pub seed: String,
    /// Agent names by seat.
    pub players: Vec<String>,
    /// The game.
    pub game: G,
    /// Parts of it whose components are only reconstructed.
    pub reconstructed: Vec<&'static str>,
}

/// The keys of any game.
const KEYS: [&str; 6] = ["record", GAME, "seed", "modules", "players", "events"];

/// Checks one game and shows it to `watch`. Returns the set-up and the number of events.
///
/// # Errors
/// The first fault.
pub fn watch_line<S: Wire>(
    line: &str,
    library: &S::Library,
    watch: Watch<'_, S>,
) -> Result<(Header<S::Game>, usize), GameFault> {
    let keys = Keys::parse(line, &[&KEYS, S::RECORD_KEYS].concat()).map_err(GameFault::Record)?;
    let header = header::<S>(&keys, library).map_err(GameFault::Record)?;
    let events: Vec<&RawValue> = keys.read("events", "a list of events").map_err(GameFault::Record)?;
    S::check_events(&header.game, &events, watch)?;
    Ok((header, events.len()))
}

fn header<S: Wire>(keys: &Keys<'_>, library: &S::Library) -> Result<Header<S::Game>, String> {
    keys.expect("record", VERSION.into())?;
    keys.expect(GAME, S::NAME.into())?;
    let modules: Vec<String> = keys.read("modules", "a list of expansions")?;
    let all = S::known_modules();
    let mut known = all.iter();
    if !modules.iter().all(|module| known.any(|name| name == module)) {
        let accepted = match &all[..] {
            [] => "[], no expansion is known".to_owned(),
            all => format!("names out of {all:?}, in this order, each at most once"),
        };
        return Err(mismatch("modules", &format!("{modules:?}"), &accepted));
    }
    let seed = keys.read("seed", "a string")?;
    let players: Vec<String> = keys.read("players", "a list of 2 to 5 agent names")?;
    let game = S::from_record(keys, &modules, players.len(), library)?;
    let reconstructed = S::reconstructed_in(keys, &modules, library)?;
    Ok(Header { seed, players, game, reconstructed })
}

/// Checks one game from its line. Returns the number of events.
///
/// # Errors
/// The first fault.
pub fn check_line<S: Wire>(line: &str, library: &S::Library) -> Result<usize, GameFault> {
    watch_line::<S>(line, library, &mut |_| {}).map(|(_, events)| events)
}

/// How much was checked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Games.
    pub games: u64,
    /// Events of all games.
    pub events: u64,
}

/// Checks a whole file.
///
/// # Errors
/// The first fault; also if the file cannot be read or holds no game.
pub fn check_file<S: Wire>(path: &Path, library: &S::Library) -> Result<Checked, RecordFault> {
    let mut events = 0;
    let games = each_game(path, |_, line| {
        events += check_line::<S>(line, library)? as u64;
        Ok(())
    })?;
    Ok(Checked { games, events })
}
