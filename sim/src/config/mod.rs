//! Configs: from a TOML file and command-line settings to a valid [`Experiment`], or to one clear error.

mod effective;
mod read;
mod section;
mod tree;

use std::fs;
use std::path::Path;

pub use effective::{EffectiveAgent, EffectiveConfig, EffectiveRules, EffectiveScoring};
use tree::Node;

use crate::error::{Error, Result};
use crate::experiment::Experiment;

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
    let text = fs::read_to_string(path).map_err(|error| Error::input(format!("{file}: {error}")))?;
    parse(&file, &text, folder_of(path), overrides)
}

/// Reads a config's text. `file` is its name in errors; paths in it start from `folder`.
///
/// # Errors
/// As [`load`].
pub fn parse(file: &str, text: &str, folder: &Path, overrides: &Overrides) -> Result<Experiment> {
    let mut tree = Node::from_toml(file, text)?;
    for argument in &overrides.set {
        tree.set(argument)?;
    }
    if let Some(seed) = overrides.seed {
        tree.set_whole("seed", seed);
    }
    read::experiment(file, &tree, folder)
}

/// Reads a config out of JSON, as a manifest holds it.
///
/// # Errors
/// As [`load`].
pub fn from_json(file: &str, json: &serde_json::Value, folder: &Path) -> Result<Experiment> {
    read::experiment(file, &Node::from_json(json), folder)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}
