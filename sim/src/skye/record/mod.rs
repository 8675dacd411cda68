//! Games of Isle of Skye as records: its keys, its events, and how they are checked.

mod event;

mod check;

use std::sync::Arc;

use engine::skye::{Event, Rules, ScoringSet, ScoringTile, Skye, Slot};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use self::event::RecordEvent;
use super::setting::Setting;
use super::setting::rules::{self, RULES};
use super::setting::scoring_set::Scoring;
use super::setting::tile_set::{TILES, TileSet};
use crate::base::error::Result as Fallible;
use crate::lab::wire::fault::GameFault;
use crate::lab::wire::fields::Fields;
use crate::lab::wire::keys::{Keys, mismatch};
use crate::lab::wire::{Watch, Wire};

/// The key of the scoring tiles, by slot.
const SCORING: &str = "scoring";

impl Wire for Setting {
    type Library = Vec<TileSet>;

    const RECORD_KEYS: &'static [&'static str] = &[SCORING, TILES, RULES];

    fn library(given: &[String]) -> Fallible<Vec<TileSet>> {
        TileSet::all_known(given)
    }

    fn record_keys(&self, Scoring(scoring): Scoring) -> Map<String, Value> {
        let slots = Slot::ALL.map(|slot| (slot.letter().to_string(), scoring[slot.index()].name().into()));
        let scoring = Some(Map::from_iter(slots).into());
        let file = &self.tiles.file;
        let tiles = (!self.tiles.is_printed()).then(|| json!({"name": file.name, "sha256": file.sha256}));
        let keys = [(SCORING, scoring), (TILES, tiles), (RULES, rules::to_record(&self.rules, self.players))];
        keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }

    fn from_record(keys: &Keys<'_>, players: usize, library: &Vec<TileSet>) -> Result<Skye, String> {
        let scoring = scoring(keys)?;
        let tiles = tiles(keys, library)?;
        let rules = rules(keys, players)?;
        let game = Skye::new(Arc::clone(&tiles.tiles), Arc::new(rules), scoring, players);
        game.map_err(|error| error.to_string())
    }

    fn write_events(game: &Skye, events: &[Event]) -> Box<RawValue> {
        let events: Vec<RecordEvent<'_>> = events.iter().map(|event| RecordEvent::of(game.tiles(), event)).collect();
        serde_json::value::to_raw_value(&events).expect("a record holds nothing that JSON cannot")
    }

    fn check_events(game: &Skye, events: &[&RawValue], watch: Watch<'_, Self>) -> Result<(), GameFault> {
        check::check(game, events, watch)
    }
}

fn scoring(keys: &Keys<'_>) -> Result<ScoringSet, String> {
    let accepted = "{\"A\", \"B\", \"C\", \"D\"}, names of scoring tiles";
    let names: Fields<Value> = keys.read(SCORING, accepted)?;
    let mut set = [ScoringTile::Squares; Slot::ALL.len()];
    for (tile, slot) in set.iter_mut().zip(Slot::ALL) {
        let name = names.get(&slot.letter().to_string()).and_then(Value::as_str);
        let name = name.ok_or_else(|| mismatch(SCORING, keys.raw(SCORING).map_or("", RawValue::get), accepted))?;
        *tile = name.parse().map_err(|error| format!("key `{SCORING}`: {error}"))?;
    }
    Ok(set)
}

fn tiles<'k>(keys: &Keys<'_>, library: &'k [TileSet]) -> Result<&'k TileSet, String> {
    if keys.raw(TILES).is_none() {
        return library.first().ok_or_else(|| "no tile file is known".to_owned());
    }
    let accepted = "{\"name\", \"sha256\"}";
    let file: Fields<Value> = keys.read(TILES, accepted)?;
    let text = |key: &str| file.get(key).and_then(Value::as_str);
    let (Some(name), Some(sha256)) = (text("name"), text("sha256")) else {
        return Err(mismatch(TILES, keys.raw(TILES).map_or("", RawValue::get), accepted));
    };
    let unknown = || {
        let accepted = "a shipped tile file or the one given by --tiles";
        mismatch(TILES, &format!("`{name}` with SHA-256 {sha256}"), accepted)
    };
    library.iter().find(|set| set.file.sha256 == sha256).ok_or_else(unknown)
}

fn rules(keys: &Keys<'_>, players: usize) -> Result<Rules, String> {
    let Some(raw) = keys.raw(RULES) else { return Ok(Rules::printed(players)) };
    rules::from_record(raw)?.ok_or_else(|| mismatch(RULES, raw.get(), &rules::accepted_in_records()))
}
