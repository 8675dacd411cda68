//! Games of Isle of Skye as records: keys, events, and decisions of chance and players.

mod event;

mod decisions;

use std::sync::Arc;

use engine::Seat;
use engine::skye::{Action, Chance, Event, Module, Modules, Position, Rules, ScoringSet, ScoringTile, Skye, Slot};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use self::event::{RecordEvent, read_event};
use super::rules::{self, GameRules, RULES};
use super::scoring_set::{OwnTiles, Scoring};
use super::tile_set::{Library, TILES, TileSet};
use crate::components::{ComponentFile, FILE, find, named};
use crate::event::Mismatch;
use crate::event_cursor::{EventCursor, GameFault, ReadError};
use crate::json::{Fields, Keys, mismatch};
use crate::record_format::{EventOrder, RecordFormat};

/// The key of the scoring tiles, by slot.
const SCORING: &str = "scoring";

impl RecordFormat for Skye {
    const NAME: &'static str = "skye";

    type Library = Library;

    type RecordEvent<'a> = RecordEvent<'a>;

    fn known_modules() -> Vec<&'static str> {
        Module::ALL.map(Module::name).to_vec()
    }

    fn modules(&self) -> Vec<&'static str> {
        rules::module_names(self.rules().modules)
    }

    const RECORD_KEYS: &'static [&'static str] = &[SCORING, TILES, RULES, MODULE_TILES, SCORING_TILES];

    fn from_record(keys: &Keys, modules: &[String], players: usize, library: &Library) -> Result<Self, String> {
        let modules = named_modules(modules);
        let GameRules { rules, own, .. } = rules(keys, own_tiles(keys, library)?, players, modules)?;
        let scoring = scoring(keys, &own)?;
        let landscape = landscape(keys, library)?;
        let of_modules = of_modules(keys, modules, library)?;
        let tiles = library.tiles(landscape, of_modules)?;
        let game = Self::new(tiles, Arc::new(rules), scoring, players);
        game.map_err(|error| error.to_string())
    }

    fn reconstructed_in(keys: &Keys, modules: &[String], library: &Library) -> Result<Vec<&'static str>, String> {
        let files = of_modules(keys, named_modules(modules), library)?;
        Ok(files.into_iter().filter(|(_, file)| file.is_shipped).map(|(module, _)| module.name()).collect())
    }

    fn encoded<'a>(&'a self, event: &Event) -> RecordEvent<'a> {
        RecordEvent::of(self, event)
    }

    fn read_event<'a>(&'a self, json: &str) -> Result<RecordEvent<'a>, Mismatch> {
        Ok(read_event(json)?.for_game(self))
    }

    fn order(event: &RecordEvent<'_>) -> Option<EventOrder> {
        event.order()
    }

    fn only_for(&self, event: &Event) -> Option<Seat> {
        match event {
            Event::Price { seat, .. } => Some(*seat),
            _ => None,
        }
    }

    fn first(&self, cursor: &EventCursor<'_, RecordEvent<'_>>) -> Result<Seat, GameFault> {
        decisions::first(self, cursor)
    }

    fn read_chance(
        &self,
        position: &Position,
        cursor: &EventCursor<'_, RecordEvent<'_>>,
    ) -> Result<Chance, ReadError<Chance>> {
        decisions::chance(self, position, cursor)
    }

    fn read_action(
        &self,
        position: &Position,
        seat: Seat,
        cursor: &EventCursor<'_, RecordEvent<'_>>,
    ) -> Result<(usize, Action), ReadError<Action>> {
        decisions::action(self, position, seat, cursor)
    }
}

/// The keys of a record of a game with these tiles, rules and scoring tiles, in order.
///
/// Printed settings are left out.
pub fn keys(
    tiles: &TileSet,
    rules: &Rules,
    own: Option<&OwnTiles>,
    Scoring(scoring): Scoring,
    players: usize,
) -> Map<String, Value> {
    let has_own = scoring.iter().any(|tile| matches!(tile, ScoringTile::Own(_)));
    let own = own.filter(|_| has_own);
    let own_tiles = own.map_or(Vec::new(), |own| own.tiles.clone());
    let rules = GameRules { players, rules: rules.clone(), own: own_tiles }.to_record();
    let own = own.map(|own| named(&own.file));
    let slots = Slot::ALL.map(|slot| (slot.letter().to_string(), scoring[slot.index()].name().into()));
    let scoring = Some(Map::from_iter(slots).into());
    let landscape = (!tiles.is_printed()).then(|| named(&tiles.file));
    let users = tiles.of_modules.iter().filter(|(_, file)| !file.is_shipped);
    let of_modules: Map<String, Value> = users.map(|(module, file)| (module.name().to_owned(), named(file))).collect();
    let of_modules = (!of_modules.is_empty()).then(|| of_modules.into());
    let keys =
        [(SCORING, scoring), (TILES, landscape), (RULES, rules), (MODULE_TILES, of_modules), (SCORING_TILES, own)];
    keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

fn named_modules(names: &[String]) -> Modules {
    Module::ALL.into_iter().filter(|module| names.iter().any(|name| name == module.name())).collect()
}

/// The key of the file behind own scoring tiles.
pub(super) const SCORING_TILES: &str = "scoring_tiles";

/// The own scoring tiles that a record may name.
pub(super) fn own_tiles<'k>(keys: &Keys, library: &'k Library) -> Result<&'k [ScoringTile], String> {
    let Some(raw) = keys.raw(SCORING_TILES) else { return Ok(&[]) };
    let files = library.scoring.iter().map(|own| &own.file);
    let file = find(SCORING_TILES, &keys.read(SCORING_TILES, FILE)?, raw.get(), "--scoring-tiles", files)?;
    let own = library.scoring.iter().find(|own| own.file.sha256 == file.sha256);
    Ok(own.map_or(&[], |own| &own.tiles))
}

fn scoring(keys: &Keys, own: &[ScoringTile]) -> Result<ScoringSet, String> {
    let accepted = "{\"A\", \"B\", \"C\", \"D\"}, names of scoring tiles";
    let names: Fields<Value> = keys.read(SCORING, accepted)?;
    let mut set = [ScoringTile::Squares; Slot::ALL.len()];
    for (tile, slot) in set.iter_mut().zip(Slot::ALL) {
        let name = names.get(&slot.letter().to_string()).and_then(Value::as_str);
        let name = name.ok_or_else(|| mismatch(SCORING, keys.raw(SCORING).map_or("", RawValue::get), accepted))?;
        *tile = ScoringTile::named(name, own).map_err(|error| format!("key `{SCORING}`: {error}"))?;
    }
    Ok(set)
}

fn landscape<'k>(keys: &Keys, library: &'k Library) -> Result<&'k ComponentFile, String> {
    let Some(raw) = keys.raw(TILES) else {
        return library.landscape.first().ok_or_else(|| "no tile file is known".to_owned());
    };
    find(TILES, &keys.read(TILES, FILE)?, raw.get(), "--tiles", &library.landscape)
}

/// The key of the files behind the tiles of modules.
const MODULE_TILES: &str = "module_tiles";

/// The files of the modules in play that have tiles.
fn of_modules<'k>(
    keys: &Keys,
    modules: Modules,
    library: &'k Library,
) -> Result<Vec<(Module, &'k ComponentFile)>, String> {
    let with_tiles: Vec<Module> = Module::WITH_TILES.into_iter().filter(|&module| modules.has(module)).collect();
    let names: Vec<&str> = with_tiles.iter().map(|module| module.name()).collect();
    let accepted = format!(
        "a {FILE} for modules in play ({})",
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    );
    let given: Option<Fields<Fields<Value>>> =
        keys.raw(MODULE_TILES).map(|_| keys.read(MODULE_TILES, &accepted)).transpose()?;
    if given.as_ref().is_some_and(|given| !given.has_only(&names)) {
        return Err(mismatch(MODULE_TILES, keys.raw(MODULE_TILES).map_or("", RawValue::get), &accepted));
    }
    with_tiles
        .into_iter()
        .map(|module| {
            let mut known = library.of_modules.iter().filter(move |(other, _)| *other == module).map(|(_, file)| file);
            match given.as_ref().and_then(|given| given.get(module.name())) {
                None => Ok((module, known.next().expect("a shipped file"))),
                Some(given) => Ok((
                    module,
                    find(
                        MODULE_TILES,
                        given,
                        keys.raw(MODULE_TILES).map_or("", RawValue::get),
                        "--module-tiles",
                        known,
                    )?,
                )),
            }
        })
        .collect()
}

fn rules(keys: &Keys, own: &[ScoringTile], players: usize, modules: Modules) -> Result<GameRules, String> {
    let mut rules = GameRules::printed(players, modules, own);
    keys.raw(RULES).map_or(Ok(()), |raw| rules.read_record(raw))?;
    Ok(rules)
}
