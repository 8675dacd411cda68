//! Reading a record: its set-up at once, its events as text until they are asked for.

use std::sync::Arc;

use engine::skye::{Rules, ScoringSet, ScoringTile, Skye, Slot};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::object::Object;
use super::{RulesRecord, VERSION};
use crate::tile_set::TileSet;

/// A line of a record file, taken apart into its keys. Keys that the format does not list are skipped.
#[derive(Deserialize)]
pub struct RawRecord<'a> {
    #[serde(borrow, default)]
    record: Key<'a>,
    #[serde(borrow, default)]
    game: Key<'a>,
    #[serde(borrow, default)]
    seed: Key<'a>,
    #[serde(borrow, default)]
    modules: Key<'a>,
    #[serde(borrow, default)]
    players: Key<'a>,
    #[serde(borrow, default)]
    scoring: Key<'a>,
    #[serde(borrow, default)]
    tiles: Key<'a>,
    #[serde(borrow, default)]
    rules: Key<'a>,
    #[serde(borrow, default)]
    events: Key<'a>,
}

/// The text of a key's value, if the key is there. Unlike `Option`, it tells `null` from absence.
#[derive(Copy, Clone, Default)]
struct Key<'a>(Option<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer).map(|raw| Self(Some(raw)))
    }
}

impl<'a> Key<'a> {
    fn read<T: Deserialize<'a>>(self, name: &str, accepted: &str) -> Result<T, String> {
        let raw = self.0.ok_or_else(|| format!("key `{name}` is missing; accepted: {accepted}"))?.get();
        serde_json::from_str(raw).map_err(|_| mismatch(name, raw, accepted))
    }
}

fn mismatch(key: &str, found: &str, accepted: &str) -> String {
    format!("key `{key}`: found {}; accepted: {accepted}", shortened(found))
}

/// Enough of a long text to recognize it.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 160;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The set-up of a recorded game.
#[derive(Clone, Debug)]
pub struct Header {
    /// What reproduces the game, in the words of whoever wrote it.
    pub seed: String,
    /// Agent names by seat.
    pub players: Vec<String>,
    /// Tiles, rules, scoring tiles.
    pub game: Skye,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
struct ScoringKey {
    a: String,
    b: String,
    c: String,
    d: String,
}

#[derive(Deserialize)]
struct TilesKey {
    name: String,
    sha256: String,
}

impl<'a> RawRecord<'a> {
    /// Takes one line apart.
    ///
    /// # Errors
    /// If it is not a JSON object, or a listed key is there twice.
    pub fn parse(line: &'a str) -> Result<Self, String> {
        let fault = |error: serde_json::Error| match error.classify() {
            serde_json::error::Category::Data => error.to_string(),
            _ => format!("not a whole JSON object: {error}"),
        };
        serde_json::from_str(line).map(|Object(record)| record).map_err(fault)
    }

    /// The set-up. `known` are the tile files that a record may name by their hash, the printed one first.
    ///
    /// # Errors
    /// The first key that is missing, of another type or unknown, or a set-up that cannot be played.
    pub fn header(&self, known: &[TileSet]) -> Result<Header, String> {
        self.check_format()?;
        let seed = self.seed.read("seed", "a string")?;
        let players: Vec<String> = self.players.read("players", "a list of 2 to 5 agent names")?;
        let scoring = self.scoring()?;
        let tiles = self.tiles(known)?;
        let rules = self.rules(players.len())?;
        let game = Skye::new(Arc::clone(&tiles.tiles), Arc::new(rules), scoring, players.len());
        Ok(Header { seed, players, game: game.map_err(|error| error.to_string())? })
    }

    /// The events, each as JSON text.
    ///
    /// # Errors
    /// If the key is missing or no list.
    pub fn events(&self) -> Result<Vec<&'a RawValue>, String> {
        self.events.read("events", "a list of events")
    }

    fn check_format(&self) -> Result<(), String> {
        let is = |key: Key<'_>, name: &str, accepted: serde_json::Value| {
            let found: serde_json::Value = key.read(name, &accepted.to_string())?;
            (found == accepted).then_some(()).ok_or_else(|| mismatch(name, &found.to_string(), &accepted.to_string()))
        };
        is(self.record, "record", VERSION.into())?;
        is(self.game, "game", "skye".into())?;
        let modules: Vec<String> = self.modules.read("modules", "a list of expansions")?;
        let known = || mismatch("modules", &format!("{modules:?}"), "[], no expansion is known");
        modules.is_empty().then_some(()).ok_or_else(known)
    }

    fn scoring(&self) -> Result<ScoringSet, String> {
        let Object(ScoringKey { a, b, c, d }) =
            self.scoring.read("scoring", "{\"A\", \"B\", \"C\", \"D\"}, names of scoring tiles")?;
        let mut set = [ScoringTile::Squares; Slot::ALL.len()];
        for (tile, name) in set.iter_mut().zip([a, b, c, d]) {
            *tile = name.parse().map_err(|error| format!("key `scoring`: {error}"))?;
        }
        Ok(set)
    }

    fn tiles<'k>(&self, known: &'k [TileSet]) -> Result<&'k TileSet, String> {
        if self.tiles.0.is_none() {
            return known.first().ok_or_else(|| "no tile file is known".to_owned());
        }
        let Object(TilesKey { name, sha256 }) = self.tiles.read("tiles", "{\"name\", \"sha256\"}")?;
        let unknown = || {
            let accepted = "a shipped tile file or the one given by --tiles";
            mismatch("tiles", &format!("`{name}` with SHA-256 {sha256}"), accepted)
        };
        known.iter().find(|set| set.sha256 == sha256).ok_or_else(unknown)
    }

    fn rules(&self, players: usize) -> Result<Rules, String> {
        if self.rules.0.is_none() {
            return Ok(Rules::printed(players));
        }
        let accepted =
            "{\"castle-income\", \"gold-per-vp\", \"rounds\": [{\"scores\", \"catch-up\"}, …]} and no other key";
        let Object(rules): Object<RulesRecord> = self.rules.read("rules", accepted)?;
        rules.rules()
    }
}
