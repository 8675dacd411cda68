//! Games of Tipperary as records: its keys, its events, and how they are checked.

mod event;

mod library;

mod check;

use std::sync::Arc;

use engine::tipperary::{Event, HometownId, Rules, Sheet, Tipperary};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use self::event::RecordEvent;
use self::library::Library;
use super::setting::Setting;
use super::setting::hometowns::{Dealt, HOMETOWNS, unknown};
use super::setting::rules::{self, RULES};
use super::setting::sheets::{TILES, built_in};
use crate::base::error::Result as Fallible;
use crate::lab::wire::fault::GameFault;
use crate::lab::wire::keys::{Keys, mismatch};
use crate::lab::wire::library::named;
use crate::lab::wire::{Watch, Wire};

impl Wire for Setting {
    type Library = Library;

    const RECORD_KEYS: &'static [&'static str] = &[HOMETOWNS, RULES, TILES];

    fn library(given: &[String]) -> Fallible<Library> {
        Library::with(given)
    }

    fn record_keys(&self, dealt: Dealt) -> Map<String, Value> {
        let is_other = |sheet: &Sheet| self.sheets.file(*sheet).sha256 != built_in(*sheet, 0).sha256;
        let files = Sheet::ALL.into_iter().filter(is_other);
        let files: Map<String, Value> =
            files.map(|sheet| (sheet.name().to_owned(), named(self.sheets.file(sheet)))).collect();
        let files = (!files.is_empty()).then(|| files.into());
        let hometowns = Some(dealt.ids().collect::<Value>());
        let keys = [(HOMETOWNS, hometowns), (RULES, rules::to_record(&self.rules, self.players)), (TILES, files)];
        keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }

    fn from_record(keys: &Keys<'_>, _: &[String], players: usize, library: &Library) -> Result<Tipperary, String> {
        let components = library.components(keys)?;
        let rules = match keys.raw(RULES) {
            None => Rules::printed(players),
            Some(raw) => rules::from_record(raw, players)
                .ok_or_else(|| mismatch(RULES, raw.get(), &rules::accepted_in_records()))?,
        };
        let ids: Vec<String> = keys.read(HOMETOWNS, "a list of hometowns, one for each player")?;
        if ids.len() != players {
            let accepted = format!("{players}, one for each player");
            return Err(mismatch(HOMETOWNS, &format!("{} hometowns", ids.len()), &accepted));
        }
        let find = |id: &String| {
            let found = components.hometown_by_name(id);
            found.ok_or_else(|| format!("key `{HOMETOWNS}`: {}", unknown(&components, id)))
        };
        let hometowns: Vec<HometownId> = ids.iter().map(find).collect::<Result<_, _>>()?;
        Tipperary::new(Arc::clone(&components), Arc::new(rules), &hometowns).map_err(|error| error.to_string())
    }

    fn reconstructed_in(keys: &Keys<'_>, _: &[String], library: &Library) -> Result<Vec<&'static str>, String> {
        let files = Sheet::ALL.into_iter().zip(library.named(keys)?);
        Ok(files.filter(|(_, file)| file.is_shipped).map(|(sheet, _)| sheet.name()).collect())
    }

    fn write_events(game: &Tipperary, events: &[Event]) -> Box<RawValue> {
        let events: Vec<RecordEvent<'_>> = events.iter().map(|event| RecordEvent::of(game, event)).collect();
        serde_json::value::to_raw_value(&events).expect("a record holds nothing that JSON cannot")
    }

    fn check_events(game: &Tipperary, events: &[&RawValue], watch: Watch<'_, Self>) -> Result<(), GameFault> {
        check::check(game, events, watch)
    }
}
