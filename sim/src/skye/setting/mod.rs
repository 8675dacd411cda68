//! Isle of Skye set up for an experiment: rules, tiles, and the design of the scoring tiles.

pub mod rules;
pub mod scoring_set;
pub mod tile_set;

mod scoring;

use std::sync::Arc;

use engine::skye::{Rules, ScoringTile, SetupError, Skye};
use serde_json::{Map, Value};

use self::rules::RULES;
use self::scoring_set::Scoring;
use self::tile_set::{TILES, TileSet};
use super::designs::ScoringDesign;
use crate::base::error::Result;
use crate::lab::forms::section::Section;
use crate::lab::subject::files::Files;

/// The key of the scoring tiles in configs.
const SCORING: &str = "scoring";

/// Isle of Skye as it is set up.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Number of players.
    pub players: usize,
    /// The rules.
    pub rules: Arc<Rules>,
    /// The landscape tiles.
    pub tiles: TileSet,
    /// The scoring tiles of each cluster.
    pub scoring: ScoringDesign,
}

impl Setting {
    /// Its keys in configs.
    pub const KEYS: &'static [&'static str] = &[TILES, SCORING, RULES];

    /// Those that leave the draw of scoring tiles as it is.
    pub const COMPARED: &'static [&'static str] = &[RULES, TILES];

    /// The printed game; every cluster draws its own four scoring tiles.
    pub fn printed(players: usize) -> Self {
        let rules = Arc::new(Rules::printed(players));
        Self { players, rules, tiles: TileSet::printed(), scoring: Self::any_scoring() }
    }

    /// The default design: four of all scoring tiles, drawn anew for each cluster.
    pub fn any_scoring() -> ScoringDesign {
        ScoringDesign::Random(ScoringTile::BASE.to_vec())
    }

    /// Reads the keys of a config.
    ///
    /// # Errors
    /// The first error.
    pub fn from_config(config: Section<'_>, players: usize, files: Files<'_>) -> Result<Self> {
        let scoring = config.get(SCORING).map_or_else(|| Ok(Self::any_scoring()), scoring::scoring)?;
        let rules =
            config.get(RULES).map_or_else(|| Ok(Rules::printed(players)), |field| rules::read(field, players))?;
        let tiles = config.get(TILES).map_or_else(
            || Ok(TileSet::printed()),
            |field| TileSet::find_in(files, field.text()?).map_err(|error| field.complaint(error)),
        )?;
        let setting = Self { players, rules: Arc::new(rules), tiles, scoring };
        let complain = |error: SetupError| match config.get(TILES).or(config.get(RULES)) {
            Some(field) => field.complaint(error),
            None => config.fault(error),
        };
        // Are there enough tiles for this many players and rounds?
        setting.set_up(Scoring(setting.scoring.set_of(0, 0))).map_err(complain)?;
        Ok(setting)
    }

    /// The keys in full, without the tile file.
    pub fn keys(&self) -> Map<String, Value> {
        let keys = [(SCORING, scoring::effective(&self.scoring)), (RULES, rules::effective(&self.rules))];
        keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// The game with these scoring tiles.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn set_up(&self, scoring: Scoring) -> std::result::Result<Skye, SetupError> {
        Skye::new(Arc::clone(&self.tiles.tiles), Arc::clone(&self.rules), scoring.0, self.players)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;
    use crate::lab::config::{Overrides, effective, from_json, parse};
    use crate::lab::experiment::Experiment;

    /// An experiment with these sections, and its effective config.
    fn read(sections: &str) -> (Experiment<Setting>, Map<String, Value>) {
        let agents = "agents = [{ name = \"x\", spec = \"random\" }, { name = \"y\", spec = \"random\" }]";
        let text = format!("name = \"t\"\nplayers = 2\nblocks = 1\n{agents}\n{sections}");
        let experiment = parse("t.toml", &text, Path::new(""), &Overrides::default()).unwrap();
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
            let again: Experiment<Setting> = from_json("m", &config.into(), Files::From(Path::new(""))).unwrap();
            assert_eq!(again.subject.scoring, first.subject.scoring, "{scoring}");
        }
    }

    #[test]
    fn fixed_sets_survive_too() {
        let set = ["sheep", "squares", "columns", "harbours"];
        let (_, once) = read(&format!("[scoring]\ndesign = \"fixed\"\nsets = [{set:?}]\n[rules]\n"));
        let again: Experiment<Setting> = from_json("m", &once.clone().into(), Files::From(Path::new(""))).unwrap();
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
