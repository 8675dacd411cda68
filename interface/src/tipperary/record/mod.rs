//! Games of Tipperary as records: keys, events, and decisions of chance and players.

mod event;

mod decisions;

use std::sync::Arc;

use engine::Seat;
use engine::tipperary::{Action, Chance, ComponentSheet, Event, HometownId, Position, Rules, Tipperary};
use serde_json::{Map, Value};

use self::event::{RecordEvent, read_event};
use super::hometowns::{HOMETOWNS, HometownDeal, unknown};
use super::rules::{self, RULES};
use super::sheets::{Library, Sheets, TILES, built_in};
use crate::components::named;
use crate::event::Mismatch;
use crate::event_cursor::{EventCursor, GameFault, ReadError};
use crate::json::{Keys, mismatch};
use crate::record_format::RecordFormat;

impl RecordFormat for Tipperary {
    const NAME: &'static str = "tipperary";

    type Library = Library;

    type RecordEvent<'a> = RecordEvent<'a>;

    const RECORD_KEYS: &'static [&'static str] = &[HOMETOWNS, RULES, TILES];

    fn from_record(keys: &Keys, _: &[String], players: usize, library: &Library) -> Result<Self, String> {
        let components = library.components(keys)?;
        let rules = match keys.raw(RULES) {
            None => Rules::printed(players),
            Some(raw) => rules::from_record(raw, players)?,
        };
        let ids: Vec<String> = keys.read(HOMETOWNS, "a list of hometowns, one for each player")?;
        if ids.len() != players {
            let accepted = format!("{players}, one for each player");
            return Err(mismatch(HOMETOWNS, &format!("{} hometowns", ids.len()), &accepted));
        }
        let hometowns: Vec<HometownId> = ids
            .iter()
            .map(|id| {
                let found = components.hometown_by_name(id);
                found.ok_or_else(|| format!("key `{HOMETOWNS}`: {}", unknown(&components, id)))
            })
            .collect::<Result<_, _>>()?;
        Self::new(Arc::clone(&components), Arc::new(rules), &hometowns).map_err(|error| error.to_string())
    }

    fn reconstructed_in(keys: &Keys, _: &[String], library: &Library) -> Result<Vec<&'static str>, String> {
        let files = ComponentSheet::ALL.into_iter().zip(library.named(keys)?);
        Ok(files.filter(|(_, file)| file.is_shipped).map(|(sheet, _)| sheet.name()).collect())
    }

    fn encoded<'a>(&'a self, event: &Event) -> RecordEvent<'a> {
        RecordEvent::of(self, event)
    }

    fn read_event<'a>(&'a self, json: &str) -> Result<RecordEvent<'a>, Mismatch> {
        read_event(json)
    }

    fn first(&self, cursor: &EventCursor<'_, RecordEvent<'_>>) -> Result<Seat, GameFault> {
        decisions::first(self, cursor)
    }

    fn read_chance(
        &self,
        position: &Position,
        cursor: &EventCursor<'_, RecordEvent<'_>>,
    ) -> Result<Chance, ReadError<Chance>> {
        Ok(decisions::chance(self, position, cursor)?)
    }

    fn read_action(
        &self,
        position: &Position,
        seat: Seat,
        cursor: &EventCursor<'_, RecordEvent<'_>>,
    ) -> Result<(usize, Action), ReadError<Action>> {
        Ok(decisions::action(self, position, seat, cursor)?)
    }
}

/// The keys of a record of a game with these components, rules and hometowns, in order.
///
/// Printed settings are left out.
pub fn keys(sheets: &Sheets, rules: &Rules, dealt: HometownDeal) -> Map<String, Value> {
    let files =
        ComponentSheet::ALL.into_iter().filter(|sheet| sheets.file(*sheet).sha256 != built_in(*sheet, 0).sha256);
    let files: Map<String, Value> = files.map(|sheet| (sheet.name().to_owned(), named(sheets.file(sheet)))).collect();
    let files = (!files.is_empty()).then(|| files.into());
    let hometowns = Some(dealt.ids().collect::<Value>());
    let keys = [(HOMETOWNS, hometowns), (RULES, rules::to_record(rules, dealt.players())), (TILES, files)];
    keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}
