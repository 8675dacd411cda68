//! Configs: from a TOML file and command-line settings to a valid [`Experiment`], or to one clear error.

mod effective;
mod read;
mod scoring;
mod section;
mod stop;
mod tree;

use std::path::Path;

pub use effective::{EffectiveAgent, EffectiveConfig, EffectiveRules, EffectiveScoring};
pub use read::FindTiles;
use tree::Node;

use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::tile_set::TileSet;
use crate::whole_file::read_text;

/// The longest config that is read, such as one with 10,000 sets of scoring tiles.
const MOST_BYTES: u64 = 1 << 20;

/// What the command line says on top of a config.
#[derive(Clone, Default, Debug)]
pub struct Overrides {
    /// `dotted.key=value`, in the order given.
    pub set: Vec<String>,
    /// The master seed; it counts more than a `seed=…` of `set`.
    pub seed: Option<u64>,
}

/// Reads a config file.
///
/// # Errors
/// The first fault: its place, what was found, what is accepted.
pub fn load(path: &Path, overrides: &Overrides) -> Result<Experiment> {
    let file = path.display().to_string();
    let text = read_text(path, MOST_BYTES).map_err(|error| Error::input(format!("{file}: {error}")))?;
    parse(&file, &text, folder_of(path), overrides)
}

/// Reads a config's text. `file` is its name in errors; paths in it start from `folder`.
///
/// # Errors
/// As [`load`].
pub fn parse(file: &str, text: &str, folder: &Path, overrides: &Overrides) -> Result<Experiment> {
    read_text_and_settings(file, text, folder, overrides).map_err(Error::in_one_line)
}

fn read_text_and_settings(file: &str, text: &str, folder: &Path, overrides: &Overrides) -> Result<Experiment> {
    let mut tree = Node::from_toml(file, text)?;
    for argument in &overrides.set {
        tree.set(argument)?;
    }
    if let Some(seed) = overrides.seed {
        tree.set_whole("seed", seed);
    }
    read::experiment(file, &tree, &|name| TileSet::find_from(folder, name))
}

/// Reads a config out of JSON, as a manifest holds it; `find_tiles` has the tile file of a name.
///
/// # Errors
/// As [`load`].
pub fn from_json(file: &str, json: &serde_json::Value, find_tiles: FindTiles<'_>) -> Result<Experiment> {
    read::experiment(file, &Node::from_json(json), find_tiles).map_err(Error::in_one_line)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = r#"
name = "trip"
players = 2
blocks = 7
seed = 18446744073709551615
lineup = "one-against"
tables = ["offers"]
tiles = "other-reading"
agents = [{ name = "x", spec = "random" }, { name = "y", spec = "rule-of-thumb" }]
[scoring]
include = ["sheep", "squares", "columns", "harbours", "most-gold"]
exclude = ["squares"]
[rules]
rounds = ["AB", "", "CD"]
catch-up = [0, 3, 20]
castle-income = 9
"#;

    fn read(text: &str) -> EffectiveConfig {
        EffectiveConfig::of(&parse("t.toml", text, Path::new(""), &Overrides::default()).unwrap())
    }

    #[test]
    fn an_effective_config_means_the_same_when_it_is_read_again() {
        let once = read(CONFIG);
        let json = serde_json::to_value(&once).unwrap();
        let again = from_json("manifest.json", &json, &TileSet::find).unwrap();
        assert_eq!(EffectiveConfig::of(&again), once);
        assert_eq!(once.tables, ["games", "seats", "offers"]);
        assert_eq!(once.rules.rounds, ["AB", "", "CD"]);
        assert_eq!((once.rules.castle_income, once.rules.gold_per_vp), (9, 5));
    }

    #[test]
    fn fixed_sets_survive_too() {
        let sets = "design = \"fixed\"\nsets = [[\"sheep\", \"squares\", \"columns\", \"harbours\"]]\n[rules]\n";
        let once = read(&format!("{}[scoring]\n{sets}", CONFIG.split("[scoring]").next().unwrap()));
        let json = serde_json::to_value(&once).unwrap();
        assert_eq!(EffectiveConfig::of(&from_json("m", &json, &TileSet::find).unwrap()), once);
        assert_eq!(
            once.scoring,
            EffectiveScoring::Fixed { sets: vec![["sheep", "squares", "columns", "harbours"]], slots: "as-named" }
        );
    }

    #[test]
    fn every_design_survives() {
        let top = CONFIG.split("[scoring]").next().unwrap();
        for scoring in [
            "design = \"affine\"",
            "design = \"quadruples\"\nslots = \"even\"",
            "design = \"full\"\nexclude = [\"sheep\"]\nslots = \"random\"",
            "design = \"fixed\"\nslots = \"all\"\nsets = [[\"sheep\", \"squares\", \"columns\", \"harbours\"]]",
        ] {
            let text = format!("{top}[scoring]\n{scoring}\n");
            let first = parse("t.toml", &text, Path::new(""), &Overrides::default()).unwrap();
            let json = serde_json::to_value(EffectiveConfig::of(&first)).unwrap();
            assert_eq!(from_json("m", &json, &TileSet::find).unwrap().scoring, first.scoring, "{scoring}");
        }
    }

    #[test]
    fn stopping_rules_survive() {
        let top = CONFIG.split("[scoring]").next().unwrap();
        for stop in [
            "rule = \"half-width\"\nhalf-width = 0.021",
            "rule = \"half-width\"\nagent = \"y\"\nmeasure = \"vp\"\nhalf-width = 2",
            "rule = \"sequential\"\nalternative = 0.55\nalpha = 0.01",
        ] {
            let first =
                parse("t.toml", &format!("{top}[stop]\n{stop}\n"), Path::new(""), &Overrides::default()).unwrap();
            let json = serde_json::to_value(EffectiveConfig::of(&first)).unwrap();
            let again = from_json("m", &json, &TileSet::find).unwrap();
            assert!(first.stop.is_some() && again.stop == first.stop, "{json}");
        }
        let fixed = parse("t.toml", &format!("{top}[stop]\nrule = \"fixed\"\n"), Path::new(""), &Overrides::default());
        assert_eq!(fixed.unwrap().stop, None);
    }

    #[test]
    fn what_a_config_leaves_out_is_the_printed_game() {
        let agents = "agents = [{ name = \"x\", spec = \"random\" }, { name = \"y\", spec = \"random\" }]";
        let found = read(&format!("name = \"t\"\nplayers = 2\nblocks = 1\n{agents}"));
        assert_eq!((found.seed, found.lineup, found.tiles.as_str()), (1, "rotate", "printed"));
        assert_eq!(found.tables, ["games", "seats", "offers", "scores"]);
        assert_eq!(found.rules.rounds, ["A", "B", "AC", "BD", "ACD", "BCD"]);
        let EffectiveScoring::Random { include } = found.scoring else { panic!("not random") };
        assert_eq!(include.len(), 16);
    }
}
