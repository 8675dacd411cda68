//! Game records: everything needed to check or replay a game without the program that wrote it, as one line of JSON.

mod event;
mod fields;
mod header;
mod object;
mod rules;

pub use event::RecordEvent;
pub use fields::{Mismatch, read_event};
pub use header::{Header, RawRecord, shortened};
pub use rules::RulesRecord;

use engine::skye::{Event, Skye, Slot};
use serde::Serialize;

use crate::contestant::Contestant;
use crate::seeds::GameSeed;
use crate::tile_set::TileSet;

/// The version of the record format that is written and read.
pub const VERSION: u64 = 1;

/// What stays the same over all games of a command or a line-up, as far as records show it.
#[derive(Copy, Clone, Debug)]
pub struct Setting<'a> {
    /// The rules and scoring tiles.
    pub game: &'a Skye,
    /// The tile file in play.
    pub tiles: &'a TileSet,
    /// The agents by seat.
    pub players: &'a [Contestant],
}

/// A whole record, its keys in the order in which they are written.
#[derive(Serialize)]
struct Record<'a> {
    record: u64,
    game: &'static str,
    seed: String,
    modules: [&'static str; 0],
    players: Vec<&'a str>,
    /// Not a key of the format: what the agents are, so that the game can be played again.
    specs: Vec<String>,
    scoring: ScoringRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<TilesRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<RulesRecord>,
    events: Vec<RecordEvent<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "UPPERCASE")]
struct ScoringRecord {
    a: &'static str,
    b: &'static str,
    c: &'static str,
    d: &'static str,
}

#[derive(Serialize)]
struct TilesRecord<'a> {
    name: &'a str,
    sha256: &'a str,
}

/// The record of a finished game: one line without its end.
pub fn line(setting: &Setting<'_>, seed: &GameSeed, events: &[Event]) -> String {
    let Setting { game, tiles, players } = *setting;
    let [a, b, c, d] = Slot::ALL.map(|slot| game.scoring_at(slot).name());
    let record = Record {
        record: VERSION,
        game: "skye",
        seed: seed.to_string(),
        modules: [],
        players: players.iter().map(|player| player.name.as_str()).collect(),
        specs: players.iter().map(|player| player.spec.to_string()).collect(),
        scoring: ScoringRecord { a, b, c, d },
        tiles: (!tiles.is_printed()).then(|| TilesRecord { name: &tiles.name, sha256: &tiles.sha256 }),
        rules: RulesRecord::of(game.rules(), players.len()),
        events: events.iter().map(|event| RecordEvent::of(game.tiles(), event)).collect(),
    };
    serde_json::to_string(&record).expect("a record holds nothing that JSON cannot")
}
