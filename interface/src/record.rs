//! Records: games as JSON, one line each.
//!
//! A record holds everything needed to check or replay a game without the program that wrote it.

use engine::Game;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use crate::event_cursor::GameFault;
use crate::json::{GAME, Keys, mismatch, read};
use crate::record_format::{RecordFormat, RecordedDecision};
use crate::replay::{ReplayEnd, ReplayEvent, Watch, replay};
use crate::saved::SAVE;

/// The version of the record format that is written and read.
const VERSION: u64 = 1;

/// A whole record, its keys in the order in which they are written.
#[derive(Serialize)]
struct Record<'a, E> {
    record: u64,
    game: &'static str,
    seed: &'a str,
    /// The expansions in play.
    modules: Vec<&'static str>,
    players: &'a [String],
    /// Not a key of the format: the agents' specs, so that the game can be played again.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    specs: &'a [String],
    #[serde(flatten)]
    keys: &'a Map<String, Value>,
    events: Vec<E>,
}

/// The part of a record before its events.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RecordHeading {
    /// The seed that reproduces the game, in the notation of the program that wrote it.
    pub seed: String,
    /// Agent names by seat.
    pub players: Vec<String>,
    /// The specs of the agents, if they are to be written; they are never read.
    pub specs: Vec<String>,
    /// The keys that only records of this game have.
    pub keys: Map<String, Value>,
}

/// The record of a game with these events: one line, without its end.
///
/// ```
/// use engine::Seat;
/// use engine::skye::Skye;
/// use interface::record::{RecordHeading, line};
/// use interface::session::Session;
///
/// let game = Skye::printed(2, ["sheep", "squares", "columns", "harbours"].map(|name| name.parse().unwrap())).unwrap();
/// let mut session = Session::new(game, Seat::new(0));
/// session.draw(7);
/// let heading = RecordHeading { players: vec!["Ada".to_owned(), "Bob".to_owned()], ..RecordHeading::default() };
/// let record = line(session.game(), &heading, &session.events(None));
/// assert!(record.starts_with(r#"{"record":1,"game":"skye""#));
/// ```
pub fn line<G: RecordFormat>(game: &G, heading: &RecordHeading, events: &[G::Event]) -> String {
    let RecordHeading { seed, players, specs, keys } = heading;
    let events = events.iter().map(|event| game.encoded(event)).collect();
    let record = Record { record: VERSION, game: G::NAME, seed, modules: game.modules(), players, specs, keys, events };
    serde_json::to_string(&record).expect("a record holds nothing that JSON cannot")
}

/// The set-up of a recorded game.
#[derive(Clone, Debug)]
pub struct Header<G> {
    /// The part of the record before its events.
    pub heading: RecordHeading,
    /// The game.
    pub game: G,
    /// Parts of it whose components are only reconstructed.
    pub reconstructed: Vec<&'static str>,
}

/// The keys of any game.
const KEYS: [&str; 7] = ["record", SAVE, GAME, SEED, MODULES, PLAYERS, "events"];

/// The key of what reproduces the game.
pub(crate) const SEED: &str = "seed";

/// The key of the expansions in play.
pub(crate) const MODULES: &str = "modules";

/// The key of the agents' names.
pub(crate) const PLAYERS: &str = "players";

/// A record that was read, but not yet replayed.
pub struct OpenRecord<G> {
    /// Its set-up.
    pub header: Header<G>,
    /// Its events as JSON.
    pub events: Vec<Box<RawValue>>,
}

impl<G: RecordFormat> OpenRecord<G> {
    /// The record in this line, with component files from this library.
    ///
    /// # Errors
    /// If it is not a record of this game.
    pub fn read(line: &str, library: &G::Library) -> Result<Self, GameFault> {
        let keys = Keys::parse(line, &[&KEYS, G::RECORD_KEYS].concat()).map_err(GameFault::Record)?;
        let header = header::<G>(&keys, library).map_err(GameFault::Record)?;
        let events = keys.read("events", "a list of events").map_err(GameFault::Record)?;
        Ok(Self { header, events })
    }

    /// Replays its events to the last valid one, and shows the game to `watch`.
    ///
    /// # Errors
    /// The first event that does not follow from the rules and the events before it.
    pub fn replay(&self, watch: Watch<'_, G>) -> Result<ReplayEnd<G>, GameFault> {
        replay(&self.header.game, &self.events, watch)
    }

    /// The same for a record that must be complete.
    ///
    /// # Errors
    /// Also if the record ends before the game does.
    pub fn check(&self, watch: Watch<'_, G>) -> Result<(), GameFault> {
        self.replay(watch)?.missing.map_or(Ok(()), Err)
    }
}

/// Checks one game and shows it to `watch`. Returns the set-up and the number of events.
///
/// # Errors
/// The first fault.
pub fn watch_line<G: RecordFormat>(
    line: &str,
    library: &G::Library,
    watch: Watch<'_, G>,
) -> Result<(Header<G>, usize), GameFault> {
    let opened = OpenRecord::read(line, library)?;
    opened.check(watch)?;
    Ok((opened.header, opened.events.len()))
}

/// A decision in a record, after the position in which it was taken.
pub type DecisionAt<G> = (<G as Game>::Position, RecordedDecision<<G as Game>::Action>);

/// Checks one game; returns the set-up and all decisions.
///
/// # Errors
/// The first fault.
pub fn decisions_of_line<G: RecordFormat>(
    line: &str,
    library: &G::Library,
) -> Result<(Header<G>, Vec<DecisionAt<G>>), GameFault> {
    let mut decisions: Vec<DecisionAt<G>> = Vec::new();
    let (header, _) = watch_line::<G>(line, library, &mut |seen| {
        if let ReplayEvent::Decision(position, decided) = seen {
            decisions.push((position.clone(), decided));
        }
    })?;
    Ok((header, decisions))
}

fn header<G: RecordFormat>(keys: &Keys, library: &G::Library) -> Result<Header<G>, String> {
    if keys.raw(SAVE).is_some() {
        return Err(
            "found a saved game; accepted: a record, as by `sim play … --resume FILE --record RECORD`".to_owned()
        );
    }
    keys.expect("record", VERSION.into())?;
    set_up(keys, library)
}

/// Reads the part of a record besides its version and its events.
///
/// # Errors
/// The first key that is missing or wrong.
pub(crate) fn set_up<G: RecordFormat>(keys: &Keys, library: &G::Library) -> Result<Header<G>, String> {
    keys.expect(GAME, G::NAME.into())?;
    let modules = modules::<G>(keys)?;
    let seed = keys.read(SEED, "a string")?;
    let players: Vec<String> = keys.read(PLAYERS, "a list of 2 to 5 agent names")?;
    let game = G::from_record(keys, &modules, players.len(), library)?;
    let reconstructed = G::reconstructed_in(keys, &modules, library)?;
    let own = |key: &&'static str| Some(((*key).to_owned(), read(keys.raw(key)?.get()).ok()?));
    let heading =
        RecordHeading { seed, players, specs: Vec::new(), keys: G::RECORD_KEYS.iter().filter_map(own).collect() };
    Ok(Header { heading, game, reconstructed })
}

/// The expansions in play.
fn modules<G: RecordFormat>(keys: &Keys) -> Result<Vec<String>, String> {
    let modules: Vec<String> = keys.read(MODULES, "a list of expansions")?;
    let all = G::known_modules();
    let mut known = all.iter();
    if modules.iter().all(|module| known.any(|name| name == module)) {
        return Ok(modules);
    }
    let accepted = match &all[..] {
        [] => "[], no expansion is known".to_owned(),
        all => format!("names from {all:?}, in this order, each at most once"),
    };
    Err(mismatch(MODULES, &format!("{modules:?}"), &accepted))
}

/// The key of the number of players in a set-up.
const SEATS: &str = "seats";

/// A game's set-up as JSON: the keys of a record that describe the game, and the number of seats.
///
/// `keys` are those that only records of this game have.
pub fn write_set_up<G: RecordFormat>(game: &G, keys: Map<String, Value>) -> Box<RawValue> {
    let of_any = [(GAME, G::NAME.into()), (MODULES, game.modules().into()), (SEATS, game.seats().into())];
    let of_any = of_any.into_iter().map(|(key, value): (&str, Value)| (key.to_owned(), value));
    to_raw_value(&of_any.chain(keys).collect::<Map<_, _>>()).expect("plain data")
}

/// The game of a set-up.
///
/// # Errors
/// A description of the first fault.
pub fn read_set_up<G: RecordFormat>(set_up: &str, library: &G::Library) -> Result<G, String> {
    let keys = Keys::parse(set_up, &[&[GAME, MODULES, SEATS], G::RECORD_KEYS].concat())?;
    keys.expect(GAME, G::NAME.into())?;
    let modules = modules::<G>(&keys)?;
    let seats = keys.read(SEATS, "a number of seats from 2 to 5")?;
    G::from_record(&keys, &modules, seats, library)
}

/// Checks one game from its line. Returns the number of events.
///
/// # Errors
/// The first fault.
pub fn check_line<G: RecordFormat>(line: &str, library: &G::Library) -> Result<usize, GameFault> {
    watch_line::<G>(line, library, &mut |_| {}).map(|(_, events)| events)
}
