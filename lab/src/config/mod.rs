//! Configs: from a TOML file and settings to a valid [`Experiment`] or a clear error; and back.

pub mod effective;
pub mod json_schema;
mod read;

pub mod tune;

pub mod schema;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::experiment::Experiment;
use super::forms::section::Section;
use super::forms::tree::{Node, WrittenAt, written};
use super::subject::files::Files;
use super::subject::{GameInfo, Setup, Subject};
use crate::base::error::{Error, Result};
use crate::base::files::read_text;

pub use effective::{COMPARE, PANEL, RULES, effective, with_all_rules};
pub use read::{MEMORY_MB, MOVE_MS, PLAYERS, READY_RANGE};

/// The maximum size of a config, enough for 10,000 sets of scoring tiles.
const MOST_BYTES: u64 = 1 << 20;

/// Changes to a config from the command line.
#[derive(Clone, Default, Debug)]
pub struct Overrides {
    /// Arguments `dotted.key=value`, in the order given.
    pub set: Vec<String>,
    /// The master seed; it overrides a `seed=…` of `set`.
    pub seed: Option<u64>,
}

/// A config that is read but not yet interpreted, because that requires its game.
///
/// It is read without knowing the game, and can be changed. [`experiment`](Self::experiment) turns it into an
/// [`Experiment`] of a game and checks it as a whole.
///
/// ```
/// use std::path::Path;
///
/// use lab::config::{Config, Overrides};
///
/// let text = "game = \"tipperary\"\nplayers = 3\nblocks = 10";
/// let config = Config::parse("my.toml", text, Path::new("."), &Overrides::default())?;
/// assert_eq!(config.game(&["skye", "tipperary"])?, 1);
///
/// let longer = config.with_set("blocks=20")?;
/// assert!(longer.has("blocks") && !longer.has("seed"));
/// # Ok::<(), lab::base::error::Error>(())
/// ```
#[derive(Clone)]
pub struct Config {
    /// The name in errors.
    file: String,
    /// The folder to which paths in it are relative.
    folder: PathBuf,
    tree: Node,
    /// The changes from the command line.
    set: Vec<String>,
    /// The keys and file names given by flags.
    flags: Vec<(String, Flag)>,
}

/// The value of a flag.
#[derive(Clone, Debug)]
enum Flag {
    Text(String),
    List(Vec<String>),
}

impl Config {
    /// Reads a config file.
    ///
    /// # Errors
    /// If it cannot be read, is not TOML, or a setting cannot be applied.
    pub fn load(path: &Path, overrides: &Overrides) -> Result<Self> {
        let file = path.display().to_string();
        let text = read_text(path, MOST_BYTES).map_err(|error| {
            let is_missing = error.kind() == ErrorKind::NotFound;
            let accepted = if is_missing { "a config, such as `sim new` writes" } else { "" };
            Error::of_path(path, &error, accepted)
        })?;
        Self::parse(&file, &text, path.parent().unwrap_or(Path::new("")), overrides)
    }

    /// Parses the text of a config. `file` is its name in errors; paths in it are relative to `folder`, those of `overrides` to the
    /// current folder.
    ///
    /// # Errors
    /// As for [`load`](Self::load).
    pub fn parse(file: &str, text: &str, folder: &Path, overrides: &Overrides) -> Result<Self> {
        let tree = tree(file, text, overrides).map_err(Error::in_one_line)?;
        Ok(Self {
            file: file.to_owned(),
            folder: folder.to_path_buf(),
            tree,
            set: overrides.set.clone(),
            flags: Vec::new(),
        })
    }

    /// Takes the values of a config from JSON.
    ///
    /// `file` is its name in errors; paths in it are relative to the current folder.
    pub fn of_values(file: &str, values: &serde_json::Value) -> Self {
        let (folder, tree) = (PathBuf::new(), Node::from_json(values));
        Self { file: file.to_owned(), folder, tree, set: Vec::new(), flags: Vec::new() }
    }

    /// Returns the index of its game among these; the first if it names none.
    ///
    /// # Errors
    /// If it names none of these.
    pub fn game(&self, names: &[&str]) -> Result<usize> {
        let top = Section::top(&self.file, &self.tree)?;
        top.get(read::GAME).map_or(Ok(0), |field| field.word(names)).map_err(Error::in_one_line)
    }

    /// Creates the experiment of a config for this game.
    ///
    /// # Errors
    /// The first error: its place, what was found, what is accepted.
    pub fn experiment(&self, game: &'static GameInfo) -> Result<Experiment> {
        let tree = self.with_flags(game, self.tree.clone()).map_err(Error::in_one_line)?;
        read::experiment(game, &self.file, &tree, Files::From(&self.folder)).map_err(Error::in_one_line)
    }
}

impl Config {
    /// Returns whether it has this top-level key.
    pub fn has(&self, key: &str) -> bool {
        Section::top(&self.file, &self.tree).is_ok_and(|top| top.get(key).is_some())
    }

    /// Returns the config with another value for a key, as given by `--set`.
    ///
    /// # Errors
    /// If the setting cannot be applied.
    pub fn with_set(&self, argument: &str) -> Result<Self> {
        self.with(argument, WrittenAt::Argument(format!("--set {argument}")))
    }

    /// Returns the config with a value for a key, `KEY=VALUE`, written at this place.
    ///
    /// # Errors
    /// If the setting cannot be applied.
    pub fn with(&self, argument: &str, place: WrittenAt) -> Result<Self> {
        let mut tree = self.tree.clone();
        tree.set_from(argument, place).map_err(Error::in_one_line)?;
        Ok(Self { tree, ..self.clone() })
    }

    /// Returns the config with the values of flags, reduced to its game and these keys.
    ///
    /// # Errors
    /// If it has an unknown key, the command line sets another key, or a flag does not exist in the game.
    pub fn only(&self, game: &GameInfo, keys: &[&str]) -> Result<Self> {
        let read = || {
            Section::top(&self.file, &self.tree)?.accept(&[&read::KEYS, game.keys].concat())?;
            self.refuse_idle(&[keys, game.keys].concat())?;
            self.with_flags(game, self.tree.only(&[&[read::GAME], keys, game.keys].concat()))
        };
        Ok(Self { tree: read().map_err(Error::in_one_line)?, flags: Vec::new(), ..self.clone() })
    }

    /// Returns the config with a comparison with another one in the keys that may differ.
    ///
    /// The design is included only if it differs.
    #[must_use]
    pub fn compared_with(&self, game: &GameInfo, other: &Self) -> Self {
        let design = game.design.filter(|key| self.written(key) != other.written(key));
        let keys = [game.compared, design.as_slice()].concat();
        Self { tree: self.tree.with_table(COMPARE, &other.tree.only(&keys)), ..self.clone() }
    }

    /// Returns the same config without a top-level key.
    #[must_use]
    pub fn without(&self, key: &str) -> Self {
        Self { tree: self.tree.without(key).0, ..self.clone() }
    }

    /// Returns the value of a dotted key as TOML; `None` if the config does not contain it.
    pub fn written(&self, key: &str) -> Option<String> {
        self.tree.at(key).map(|node| written(&node.value))
    }

    /// Names a component file, as a flag of that name does; overrides the config.
    ///
    /// The key has a dot after a section.
    pub fn set_file(&mut self, key: &str, file: &str) {
        self.flags.push((key.to_owned(), Flag::Text(file.to_owned())));
    }

    /// Sets the game, as a flag of that name does.
    pub fn set_game(&mut self, name: &str) {
        self.tree.set_text(read::GAME, name);
    }

    /// Sets a list of names separated by commas, as a flag of that name does; overrides the config.
    pub fn set_list(&mut self, key: &str, names: &str) {
        let names = names.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        self.flags.push((key.to_owned(), Flag::List(names.collect())));
    }

    /// Creates the game with the rules and components named here, ignoring the rest of the experiment.
    ///
    /// # Errors
    /// The first error; also if the experiment has another number of players, or the command line sets an ignored key.
    pub fn components(&self, game: &'static GameInfo, players: usize) -> Result<Arc<dyn Subject>> {
        self.read_components(game, players).map_err(Error::in_one_line)
    }

    /// Returns the same with the type of its game.
    ///
    /// # Errors
    /// As for [`components`](Self::components).
    pub fn components_of<S: Setup>(&self, players: usize) -> Result<S> {
        Ok(self.components(S::INFO, players)?.setup::<S>().clone())
    }

    /// Creates the game of a config without an experiment, and returns it with the number of players.
    ///
    /// # Errors
    /// The first error: its place, what was found, what is accepted.
    pub fn set_up(&self, game: &GameInfo) -> Result<(Arc<dyn Subject>, usize)> {
        let read = || {
            let keys = [&[read::GAME, PLAYERS], game.keys].concat();
            let top = Section::top(&self.file, &self.tree)?.accept(&keys)?;
            let players = read::players(top)?;
            Ok((game.read(top, players, Files::From(&self.folder))?, players))
        };
        read().map_err(Error::in_one_line)
    }

    fn read_components(&self, game: &GameInfo, players: usize) -> Result<Arc<dyn Subject>> {
        let top = Section::top(&self.file, &self.tree)?.accept(&[&read::KEYS, game.keys].concat())?;
        self.refuse_idle(game.compared)?;
        let wanted = top.get("players").map_or(Ok(players as u64), |field| field.whole(0..=u64::MAX))?;
        if wanted != players as u64 {
            let file = &self.file;
            return Err(Error::input(
                file,
                format_args!("found {players} agents"),
                format_args!("{wanted}, its `players`"),
            ));
        }
        let tree = self.with_flags(game, self.tree.only(game.compared))?;
        let top = Section::top(&self.file, &tree)?.accept(game.compared)?;
        game.read(top, players, Files::From(&self.folder))
    }

    /// Rejects command-line settings that are neither the game nor below these keys.
    fn refuse_idle(&self, taken: &[&str]) -> Result<()> {
        let is_idle = |argument: &&String| first_key(argument) != read::GAME && !taken.contains(&first_key(argument));
        self.set.iter().find(is_idle).map_or(Ok(()), |argument| {
            let found = format!("found `{}`, which has no effect here", first_key(argument));
            Err(Error::input(format_args!("--set {argument}"), found, taken.join(", ")))
        })
    }

    /// Returns the tree with the values of flags.
    fn with_flags(&self, game: &GameInfo, mut tree: Node) -> Result<Node> {
        for (key, flag) in &self.flags {
            check_flag(game, key.split('.').next().unwrap_or(key))?;
            match flag {
                Flag::Text(files) if key == TILES && !game.files.is_empty() => set_files(game, &mut tree, files)?,
                Flag::Text(text) => tree.set_text(key, text),
                Flag::List(items) => tree.set_list(key, items),
            }
        }
        Ok(tree)
    }
}

/// The key of component files.
const TILES: &str = "tiles";

/// Sets several component files, each preceded by its kind.
fn set_files(game: &GameInfo, tree: &mut Node, files: &str) -> Result<()> {
    for named in files.split(',') {
        let (kind, file) = named.split_once('=').ok_or_else(|| {
            let kinds = game.files.join(", ");
            Error::input(
                format_args!("--{TILES}"),
                format_args!("found `{named}`"),
                format_args!("KIND=FILE, with KIND one of {kinds}"),
            )
        })?;
        tree.set_text(&format!("{TILES}.{kind}"), file);
    }
    Ok(())
}

/// Checks that a flag with the name of a key applies to this game.
///
/// # Errors
/// If the game has no such key.
pub fn check_flag(game: &GameInfo, key: &str) -> Result<()> {
    if game.keys.contains(&key) {
        return Ok(());
    }
    let (name, keys) = (game.name, game.keys.join(", "));
    let found = format_args!("the game `{name}` has no `{key}`");
    Err(Error::input(format_args!("--{key}"), found, format_args!("one of its keys: {keys}")))
}

/// Returns the first component of the key of a `--set` argument.
fn first_key(argument: &str) -> &str {
    argument.split(['.', '=']).next().unwrap_or_default()
}

fn tree(file: &str, text: &str, overrides: &Overrides) -> Result<Node> {
    let mut tree = Node::from_toml(file, text)?;
    for argument in &overrides.set {
        tree.set(argument)?;
    }
    if let Some(seed) = overrides.seed {
        tree.set_whole("seed", seed);
    }
    Ok(tree)
}

/// Parses the text of a config for one game.
///
/// `file` is its name in errors; paths in it are relative to `folder`.
///
/// # Errors
/// The first error: its place, what was found, what is accepted.
pub fn parse(
    game: &'static GameInfo,
    file: &str,
    text: &str,
    folder: &Path,
    overrides: &Overrides,
) -> Result<Experiment> {
    Config::parse(file, text, folder, overrides)?.experiment(game)
}

/// Reads a config from JSON, as stored in a manifest.
///
/// # Errors
/// As for [`parse`].
pub fn from_json(
    game: &'static GameInfo,
    file: &str,
    json: &serde_json::Value,
    files: Files<'_>,
) -> Result<Experiment> {
    read::experiment(game, file, &Node::from_json(json), files).map_err(Error::in_one_line)
}
