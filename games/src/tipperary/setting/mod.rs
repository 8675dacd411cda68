//! Tipperary set up for an experiment: rules, components and hometowns.

pub mod components;
pub mod rules;

use std::sync::Arc;

use engine::tipperary::{ComponentSheet, Components, Rules, Tipperary};
use interface::tipperary::hometowns::{HOMETOWNS, HometownDeal};
use interface::tipperary::rules::RULES;
use interface::tipperary::sheets::{self, Sheets, TILES};
use serde_json::{Map, Value, json};

use lab::base::error::Result;
use lab::config::json_schema::{keys, list, meaning, section};
use lab::forms::section::Section;
use lab::subject::files::Files;

/// Tipperary as it is set up.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Number of players.
    pub players: usize,
    /// The rules.
    pub rules: Arc<Rules>,
    /// The components and their files.
    pub sheets: Sheets,
    /// The hometowns of every game, if they are not dealt.
    pub hometowns: Option<HometownDeal>,
}

/// Returns the keys of a config as properties of a JSON Schema.
pub fn schema() -> Map<String, Value> {
    let text = json!({"type": "string"});
    let files = keys(
        sheets::NAMES.into_iter().zip(
            ComponentSheet::ALL
                .map(|sheet| json!({"type": "string", "examples": sheets::shipped(sheet).map(|(name, _)| name)})),
        ),
    );
    keys([
        (HOMETOWNS, meaning("the hometowns by seat, such as H3A; dealt if left out", list(text))),
        (TILES, meaning("component files: shipped ones by name, or paths relative to the config", section(files, &[]))),
        (RULES, meaning("what differs from the printed rules", rules::schema())),
    ])
}

impl Setting {
    /// Its keys in configs.
    pub const KEYS: &'static [&'static str] = &[HOMETOWNS, TILES, RULES];

    /// Returns the printed game with the shipped components, which are reconstructed; hometowns are dealt.
    pub fn printed(players: usize) -> Self {
        let rules = Arc::new(Rules::printed(players));
        Self { players, rules, sheets: Sheets::reconstructed(), hometowns: None }
    }

    /// Reads the keys of a config.
    ///
    /// # Errors
    /// The first error.
    pub fn from_config(config: Section<'_>, players: usize, files: Files<'_>) -> Result<Self> {
        let sheets = components::sheets(config, files)?;
        let components = &sheets.components;
        let rules =
            config.get(RULES).map_or_else(|| Ok(Rules::printed(players)), |field| rules::read(field, players))?;
        let hometowns =
            config.get(HOMETOWNS).map(|field| components::hometowns(field, components, players)).transpose()?;
        // Are there enough tiles for this many players and rounds?
        Tipperary::check(components, &rules, players).map_err(|error| {
            match config.get(RULES).or(config.get(TILES)) {
                Some(field) => field.complaint(error),
                None => config.fault(error),
            }
        })?;
        Ok(Self { players, rules: Arc::new(rules), sheets, hometowns })
    }

    /// The keys in full, without the component files; hometowns only if they are fixed.
    pub fn keys(&self) -> Map<String, Value> {
        let hometowns = self.hometowns.map(|dealt| (HOMETOWNS, dealt.ids().collect::<Value>()));
        let keys = hometowns.into_iter().chain([(RULES, rules::effective(&self.rules))]);
        keys.map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// Returns the components in play.
    pub fn components(&self) -> &Components {
        &self.sheets.components
    }

    /// Returns the ids of all landscape tiles, by number.
    pub fn tile_ids(&self) -> Vec<String> {
        let landscape = self.components().landscape();
        landscape.all().map(|tile| landscape.tile(tile).name.clone()).collect()
    }

    /// The hometowns of a game: the fixed ones, or those that this seed deals.
    pub fn deal(&self, seed: u64) -> HometownDeal {
        let components = self.components();
        self.hometowns.unwrap_or_else(|| HometownDeal::of(components, &components.deal(self.players, seed)))
    }

    /// Returns the game with these hometowns.
    ///
    /// # Errors
    /// If it cannot be played, in words.
    pub fn set_up(&self, dealt: &HometownDeal) -> std::result::Result<Tipperary, String> {
        let hometowns = dealt.find(self.components(), self.players)?;
        let game = Tipperary::new(Arc::clone(&self.sheets.components), Arc::clone(&self.rules), &hometowns);
        game.map_err(|error| error.to_string())
    }
}
