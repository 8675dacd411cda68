//! The set-up of Isle of Skye for an experiment: rules, tiles, and the design of the scoring tiles.

pub mod scoring_tiles;
pub mod tile_files;

pub(super) mod scoring;

use std::sync::Arc;

use engine::skye::{Module, Modules, Rules, ScoringTile, SetupError, Skye, Tiles};
use interface::components::ComponentFile;
use interface::skye::rules::{GameRules, RULES};
use interface::skye::scoring_set::{OwnTiles, SCORING_TILES, Scoring};
use interface::skye::tile_set::{MODULE_TILES, TILES, TileSet, shipped, shipped_module};
use serde_json::{Map, Value, json};

use super::designs::ScoringDesign;
use lab::base::error::Result;
use lab::config::json_schema::{keys, list, meaning, section, word};
use lab::forms::rule;
use lab::forms::section::{Field, Section};
use lab::subject::files::Files;

/// The key of the modules in configs.
pub const MODULES: &str = "modules";

/// The key of the scoring tiles in configs.
pub(super) const SCORING: &str = "scoring";

/// The set-up of Isle of Skye.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The number of players.
    pub players: usize,
    /// The rules.
    pub rules: Arc<Rules>,
    /// The tiles.
    pub tiles: TileSet,
    /// The user's own scoring tiles, if any.
    pub own: Option<OwnTiles>,
    /// The scoring tiles of each cluster.
    pub scoring: ScoringDesign,
}

impl Setting {
    /// Returns the printed base game, in which every cluster draws its own four scoring tiles.
    pub fn printed(players: usize) -> Self {
        Self::printed_with(players, Modules::NONE)
    }

    /// Returns the printed game with modules, whose tiles are reconstructed.
    ///
    /// # Panics
    /// Never: tests check the shipped files.
    pub fn printed_with(players: usize, modules: Modules) -> Self {
        let with_tiles = Module::WITH_TILES.into_iter().filter(|module| modules.has(*module));
        let of_modules = with_tiles.map(|module| (module, shipped_module(module))).collect();
        let tiles = TileSet::of(shipped(0), of_modules).expect("tests check the shipped files");
        let rules = Arc::new(Rules::with_modules(players, modules));
        Self { players, rules, tiles, own: None, scoring: ScoringDesign::Random(ScoringTile::pool(modules)) }
    }

    /// Returns the scoring tiles in play: those of the modules in play, and the user's own.
    pub fn scoring_tiles(&self) -> Vec<ScoringTile> {
        self.rules.scoring_pool().into_iter().chain(self.own_tiles().iter().copied()).collect()
    }

    /// Returns the user's own scoring tiles; empty without a file of them.
    pub fn own_tiles(&self) -> &[ScoringTile] {
        self.own.as_ref().map_or(&[], |own| &own.tiles)
    }

    /// Returns the rules, with the user's own scoring tiles.
    pub fn game_rules(&self) -> GameRules {
        GameRules { players: self.players, rules: (*self.rules).clone(), own: self.own_tiles().to_vec() }
    }

    /// Returns the game with these scoring tiles.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn set_up(&self, scoring: Scoring) -> std::result::Result<Skye, SetupError> {
        Skye::new(Arc::clone(&self.tiles.tiles), Arc::clone(&self.rules), scoring.0, self.players)
    }
}

/// Returns the keys of a config as properties of a JSON Schema.
pub fn schema() -> Map<String, Value> {
    let shipped = Tiles::SHIPPED.map(|(name, _)| name);
    let file = json!({"type": "string", "examples": shipped});
    let files = keys(Module::WITH_TILES.map(|module| (module.name(), json!({"type": "string"}))));
    keys([
        (MODULES, meaning("expansion modules in play", list(word(Module::ALL.map(Module::name))))),
        (TILES, meaning("name of a shipped tile file, or a path relative to the config", file)),
        (
            MODULE_TILES,
            meaning("tile files of modules in play; the shipped files are reconstructions", section(files, &[])),
        ),
        (SCORING_TILES, meaning("path of a file with your own scoring tiles", json!({"type": "string"}))),
        (SCORING, meaning("choice of the scoring tiles in play", scoring::schema())),
        (RULES, meaning("differences from the printed rules", rule::schema::<GameRules>())),
    ])
}

/// Reads the user's own scoring tiles from the file named in a config.
pub(super) fn read_own_tiles(field: Field<'_>, files: Files<'_>) -> Result<OwnTiles> {
    scoring_tiles::find(files.named_in(field), field.text()?).map_err(|error| field.complaint(error))
}

/// Reads the tile files named in a config; the rest are shipped ones.
pub(super) fn tiles(config: Section<'_>, modules: Modules, files: Files<'_>) -> Result<TileSet> {
    let named = |field: Field<'_>, find: &dyn Fn(Files<'_>, &str) -> Result<ComponentFile>| {
        find(files.named_in(field), field.text()?).map_err(|error| field.complaint(error))
    };
    let landscape = config.get(TILES).map_or_else(|| Ok(shipped(0)), |field| named(field, &tile_files::landscape))?;
    let section = config.get(MODULE_TILES).map(|field| field.section("module-tiles.")).transpose()?;
    let section = section.map(|section| section.accept(&Module::WITH_TILES.map(Module::name))).transpose()?;
    let mut of_modules = Vec::new();
    for module in Module::WITH_TILES {
        match section.and_then(|section| section.get(module.name())) {
            Some(field) if !modules.has(module) => {
                return Err(field.complaint(format!("it needs `{module}` among the `{MODULES}`")));
            }
            Some(field) => {
                let file = named(field, &|files, name| tile_files::of_module(files, module, name))?;
                // Check each file separately, so that an error is reported at its key.
                TileSet::of(shipped(0), vec![(module, file.clone())]).map_err(|error| field.complaint(error))?;
                of_modules.push((module, file));
            }
            None if modules.has(module) => of_modules.push((module, shipped_module(module))),
            None => {}
        }
    }
    let field = config.get(TILES).or(config.get(MODULE_TILES)).or(config.get(MODULES));
    TileSet::of(landscape, of_modules)
        .map_err(|error| field.map_or_else(|| config.fault(&error), |field| field.complaint(&error)))
}

/// Reads the list of modules, in any order.
pub(super) fn modules(field: Field<'_>) -> Result<Modules> {
    let mut modules = Modules::NONE;
    for item in field.list()? {
        let module: Module = item.text()?.parse().map_err(|error| item.complaint(error))?;
        if modules.has(module) {
            return Err(item.fault(format!("`{module}` a second time"), "each module at most once"));
        }
        modules = modules.with(module);
    }
    Ok(modules)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;
    use crate::skye::INFO;
    use lab::config::{Overrides, effective, from_json, parse};
    use lab::experiment::Experiment;

    /// An experiment with these sections, and its effective config.
    fn read(sections: &str) -> (Experiment, Map<String, Value>) {
        let agents = "agents = [{ name = \"x\", spec = \"random\" }, { name = \"y\", spec = \"random\" }]";
        let text = format!("name = \"t\"\nplayers = 2\nblocks = 1\n{agents}\n{sections}");
        let experiment = parse(&INFO, "t.toml", &text, Path::new(""), &Overrides::default()).unwrap();
        let config = effective(&experiment);
        (experiment, config)
    }

    #[test]
    fn every_design_survives() {
        for scoring in [
            "design = \"affine\"",
            "design = \"pairs\"\nslots = \"all\"",
            "design = \"triples\"",
            "design = \"quadruples\"\nslots = \"even\"",
            "design = \"full\"\nexclude = [\"sheep\"]\nslots = \"random\"",
            "design = \"fixed\"\nslots = \"all\"\nsets = [[\"sheep\", \"squares\", \"columns\", \"harbours\"]]",
        ] {
            let (first, config) = read(&format!("[scoring]\n{scoring}\n"));
            let again: Experiment = from_json(&INFO, "m", &config.into(), Files::From(Path::new(""))).unwrap();
            let [again, first] = [again, first].map(|read| read.subject.setup::<Setting>().scoring.clone());
            assert_eq!(again, first, "{scoring}");
        }
    }

    #[test]
    fn fixed_sets_survive_too() {
        let set = ["sheep", "squares", "columns", "harbours"];
        let (_, once) = read(&format!("[scoring]\ndesign = \"fixed\"\nsets = [{set:?}]\n[rules]\n"));
        let again: Experiment = from_json(&INFO, "m", &once.clone().into(), Files::From(Path::new(""))).unwrap();
        assert_eq!(effective(&again), once);
        assert_eq!(once[SCORING], json!({"design": "fixed", "sets": [set], "slots": "as-named"}));
    }

    #[test]
    fn designs_of_the_base_game_name_no_tiles() {
        for design in ["affine", "quadruples"] {
            let (_, found) = read(&format!("[scoring]\ndesign = \"{design}\"\n"));
            assert_eq!(found[SCORING], json!({"design": design, "slots": "cyclic"}));
        }
        let (_, found) = read("[scoring]\ndesign = \"pairs\"\n");
        assert_eq!(found[SCORING]["include"].as_array().unwrap().len(), 16);
    }

    #[test]
    fn what_a_config_leaves_out_is_the_printed_game() {
        let (_, found) = read("");
        assert_eq!([&found["seed"], &found["lineup"], &found[TILES]], [&json!(1), &json!("rotate"), &json!("printed")]);
        assert_eq!(found["tables"], json!(["games", "seats", "offers", "scores"]));
        assert_eq!(found[RULES]["rounds"], json!(["A", "B", "AC", "BD", "ACD", "BCD"]));
        assert_eq!(found[SCORING]["design"], "random");
        assert_eq!(found[SCORING]["include"].as_array().unwrap().len(), 16);
    }
}
