//! Records: games as JSON, one line each, which hold everything needed to check or replay a game without the program that wrote it.

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::cursor::GameFault;
use crate::json::{GAME, Keys, mismatch};
use crate::spoken::{Spoken, Watch};

/// The version of the record format that is written and read.
const VERSION: u64 = 1;

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
    specs: Vec<&'a str>,
    #[serde(flatten)]
    keys: Map<String, Value>,
    events: &'a RawValue,
}

/// The record of a finished game: one line without its end. `players` are the agents by seat with their specs, and `keys` its own keys.
pub fn line<G: Spoken>(
    game: &G,
    seed: String,
    players: &[(&str, String)],
    keys: Map<String, Value>,
    events: &[G::Event],
) -> String {
    let record = Record {
        record: VERSION,
        game: G::NAME,
        seed,
        modules: game.modules(),
        players: players.iter().map(|(name, _)| *name).collect(),
        specs: players.iter().map(|(_, spec)| spec.as_str()).collect(),
        keys,
        events: &game.write_events(events),
    };
    serde_json::to_string(&record).expect("a record holds nothing that JSON cannot")
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
pub fn watch_line<G: Spoken>(
    line: &str,
    library: &G::Library,
    watch: Watch<'_, G>,
) -> Result<(Header<G>, usize), GameFault> {
    let keys = Keys::parse(line, &[&KEYS, G::RECORD_KEYS].concat()).map_err(GameFault::Record)?;
    let header = header::<G>(&keys, library).map_err(GameFault::Record)?;
    let events: Vec<&RawValue> = keys.read("events", "a list of events").map_err(GameFault::Record)?;
    header.game.check_events(&events, watch)?;
    Ok((header, events.len()))
}

fn header<G: Spoken>(keys: &Keys<'_>, library: &G::Library) -> Result<Header<G>, String> {
    keys.expect("record", VERSION.into())?;
    keys.expect(GAME, G::NAME.into())?;
    let modules: Vec<String> = keys.read("modules", "a list of expansions")?;
    let all = G::known_modules();
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
    let game = G::from_record(keys, &modules, players.len(), library)?;
    let reconstructed = G::reconstructed_in(keys, &modules, library)?;
    Ok(Header { seed, players, game, reconstructed })
}

/// Checks one game from its line. Returns the number of events.
///
/// # Errors
/// The first fault.
pub fn check_line<G: Spoken>(line: &str, library: &G::Library) -> Result<usize, GameFault> {
    watch_line::<G>(line, library, &mut |_| {}).map(|(_, events)| events)
}
