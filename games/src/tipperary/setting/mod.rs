//! The set-up of Tipperary for an experiment: rules, components and hometowns.

pub mod components;

use std::sync::Arc;

use engine::tipperary::{ComponentSheet, Components, Rules, Tipperary};
use interface::tipperary::hometowns::{HOMETOWNS, HometownDeal};
use interface::tipperary::rules::RULES;
use interface::tipperary::sheets::{self, Sheets, TILES};
use serde_json::{Map, Value, json};

use lab::config::json_schema::{keys, list, meaning, section};
use lab::forms::rule;

/// The set-up of Tipperary.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The number of players.
    pub players: usize,
    /// The rules.
    pub rules: Arc<Rules>,
    /// The components and their files.
    pub sheets: Sheets,
    /// The hometowns of every game; `None` if they are dealt.
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
        (HOMETOWNS, meaning("hometowns by seat, such as H3A; dealt by default", list(text))),
        (
            TILES,
            meaning("component files: names of shipped ones, or paths relative to the config", section(files, &[])),
        ),
        (RULES, meaning("differences from the printed rules", rule::schema::<Rules>())),
    ])
}

impl Setting {
    /// Returns the printed game with the shipped (reconstructed) components and dealt hometowns.
    pub fn printed(players: usize) -> Self {
        let rules = Arc::new(Rules::printed(players));
        Self { players, rules, sheets: Sheets::reconstructed(), hometowns: None }
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

    /// Returns the game with these hometowns.
    ///
    /// # Errors
    /// The reason why it cannot be played.
    pub fn set_up(&self, dealt: &HometownDeal) -> Result<Tipperary, String> {
        let hometowns = dealt.find(self.components(), self.players)?;
        let game = Tipperary::new(Arc::clone(&self.sheets.components), Arc::clone(&self.rules), &hometowns);
        game.map_err(|error| error.to_string())
    }
}
