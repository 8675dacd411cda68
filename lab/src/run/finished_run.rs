//! Reading the folder of a finished run: its experiment, its tables, and the results of its games.

use std::fs;
use std::path::{Path, PathBuf};

use interface::components::ComponentFile;
use interface::json::without_mark;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::base::error::{Error, Result};
use crate::base::files::{exists, read_text};
use crate::config::{self, COMPARE};
use crate::experiment::Experiment;
use crate::forms::compression::table_file;
use crate::run::manifest::{
    COMPLETE, EDITED, KeptTable, MANIFEST, Origin, PROGRAM, REVISION, SECOND, VERSION, config_sha256, json,
};
use crate::run::raw::{RawFolder, RawReader, RawStream, RowReader, find, path_of};
use crate::schedule::SCHEMA;
use crate::schedule::shards::Part;
use crate::store::files::MOST_BYTES;
use crate::subject::GameInfo;
use crate::subject::files::Files;
use crate::subject::raw::{GAMES, SEATS};
use crate::tables::frame::Frame;

/// A finished run.
pub struct FinishedRun {
    /// Its folder.
    pub folder: PathBuf,
    /// The experiment that was played.
    pub experiment: Experiment,
    /// The part of the experiment in the folder.
    pub part: Part,
    /// The tables listed in the manifest.
    pub tables: Vec<KeptTable>,
    /// The second run within its folder, with which it is compared, if any.
    pub second: Option<Box<Self>>,
    /// The program that played it.
    pub origin: Origin,
    /// The full config.
    pub config: Value,
    /// The parts of the game whose components are only reconstructed, including those of the second run.
    pub reconstructed: Vec<String>,
    /// Whether its result tables were computed from edited raw tables.
    pub edited: bool,
    /// The seed and the numbers of blocks and games in its manifest.
    pub counts: [u64; 3],
}

/// The part of a manifest that determines whether the rest can be interpreted.
#[derive(Deserialize)]
struct ManifestVersion {
    schema: u32,
    program: String,
    version: String,
}

/// The maximum number of runs in a folder named in a message.
const MOST_NAMED: usize = 3;

/// The keys of a manifest that are used.
#[derive(Deserialize)]
struct ManifestFields {
    #[serde(flatten)]
    origin: Origin,
    complete: bool,
    seed: u64,
    blocks: u64,
    games: u64,
    part: Option<Part>,
    #[serde(default)]
    reconstructed: Vec<String>,
    config_sha256: String,
    tables: Vec<KeptTable>,
    config: Value,
    /// All other keys, including the hashes of components.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Returns the index among these games of the game of a folder's run; 0 if its manifest names none.
///
/// # Errors
/// If the folder has no readable manifest, or it names another game.
pub fn game_of(folder: &Path, names: &[&str]) -> Result<usize> {
    let (file, json) = manifest(folder)?;
    let Some(found) = json.get("game") else { return Ok(0) };
    let place = names.iter().position(|name| found == name);
    place.ok_or_else(|| Error::input(format_args!("{file}: game"), format_args!("found {found}"), names.join(", ")))
}

/// Returns the first runs in this folder, for a message.
fn such_as(folder: &Path) -> String {
    let inside = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut runs: Vec<PathBuf> = inside.filter(|path| path.join(MANIFEST).exists()).collect();
    runs.sort();
    let named: Vec<String> = runs.iter().take(MOST_NAMED).map(|run| run.display().to_string()).collect();
    if named.is_empty() { String::new() } else { format!(", such as {}", named.join(" or ")) }
}

/// Returns the manifest of a folder, and its name in errors.
fn manifest(folder: &Path) -> Result<(String, Value)> {
    let path = folder.join(MANIFEST);
    let file = path.display().to_string();
    let text = read_text(&path, MOST_BYTES)
        .map_err(|error| Error::of_path(&path, &error, &format!("the folder of a complete run{}", such_as(folder))))?;
    let json = serde_json::from_str(without_mark(&text))
        .map_err(|error| Error::input(&file, format_args!("not valid JSON: {error}"), ""))?;
    Ok((file, json))
}

impl FinishedRun {
    /// Reads the manifest, and the component files if they are a user's.
    ///
    /// # Errors
    /// If the folder has no manifest, or the manifest is damaged, contradicts itself, or has another schema or program;
    /// also if its raw tables are of another version of this program.
    pub fn open(game: &'static GameInfo, folder: &Path) -> Result<Self> {
        Self::open_with(game, folder, true)
    }

    /// Opens a run only for its result tables, without its second run, which may be missing.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn open_apart(game: &'static GameInfo, folder: &Path) -> Result<Self> {
        Self::open_with(game, folder, false)
    }

    fn open_with(game: &'static GameInfo, folder: &Path, has_second: bool) -> Result<Self> {
        let (file, json) = manifest(folder)?;
        let form: ManifestVersion = read(&file, &json)?;
        form.check(&file)?;
        let read: ManifestFields = read(&file, &json)?;
        read.check(&file)?;
        // Without raw tables its games cannot be replayed anyway.
        if has_raw_tables(folder, &read.tables)? {
            form.check_version(&file)?;
        }
        let (experiment, second) = read.experiment(game, &file, folder, has_second)?;
        let experiment = ended_as(&file, experiment, read.blocks)?;
        let edited = read.rest.contains_key(EDITED);
        let counts = [read.seed, read.blocks, read.games];
        let ManifestFields { part, tables, origin, config, reconstructed, .. } = read;
        let part = part.unwrap_or_else(Part::whole);
        check_counts(&file, counts, &experiment, &part)?;
        let folder = folder.to_path_buf();
        Ok(Self { folder, experiment, part, tables, second, origin, config, reconstructed, edited, counts })
    }

    /// Opens its second run only for the result tables; `None` if that folder does not exist.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn second_apart(&self) -> Result<Option<Self>> {
        let folder = self.folder.join(SECOND);
        let is_there = self.config.get(COMPARE).is_some() && exists(&folder)?;
        is_there.then(|| Self::open_apart(self.experiment.info(), &folder)).transpose()
    }

    /// Reads a result table; `None` if the folder does not contain it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn result(&self, table: &str) -> Result<Option<Frame>> {
        Frame::read(&self.folder.join(table_file(table)))
    }

    /// Opens a raw table to be read by column; `None` if the folder does not contain it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn stream(&self, table: &str) -> Result<Option<RawStream<'_>>> {
        RawStream::open(self.raw(self.edited), table)
    }

    /// Returns the user's component files of the run, if its folder keeps them, as library flags.
    pub fn users_files(&self) -> Vec<String> {
        let files = self.experiment.subject.files();
        files.iter().filter(|file| !file.is_shipped).map(library_flag).collect()
    }

    /// Returns whether its folder contains any raw table. Result tables can be kept without them.
    ///
    /// # Errors
    /// If that cannot be determined.
    pub fn has_raw_tables(&self) -> Result<bool> {
        has_raw_tables(&self.folder, &self.tables)
    }

    /// Returns its raw tables, which must be those of the manifest unless they may be `edited`.
    pub fn raw(&self, edited: bool) -> RawFolder<'_> {
        let expected = (!edited).then_some(&self.tables[..]);
        RawFolder { path: &self.folder, expected }
    }

    /// Returns its manifest, with the key `edited` updated to this value; `None` if it is up to date.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn manifest_saying(&self, edited: bool) -> Result<Option<Vec<u8>>> {
        let (_, mut manifest) = manifest(&self.folder)?;
        let Some(keys) = manifest.as_object_mut() else { return Ok(None) };
        if keys.contains_key(EDITED) == edited {
            return Ok(None);
        }
        keys.shift_remove(EDITED);
        if edited {
            let place = keys.keys().position(|key| key == COMPLETE).map_or(0, |place| place + 1);
            keys.shift_insert(place, EDITED.to_owned(), edited.into());
        }
        Ok(Some(json(&manifest)))
    }

    /// Returns the run if it is its complete experiment.
    ///
    /// # Errors
    /// If it contains only some of its shards.
    pub fn whole(self) -> Result<Self> {
        if self.part.is_whole() {
            return Ok(self);
        }
        let (folder, part) = (self.folder.display(), &self.part);
        Err(Error::input(
            &folder,
            format_args!("found shard {part}"),
            "a whole run, such as `sim merge` makes of all shards",
        ))
    }

    /// Compares the final VP of a game, by seat, with its rows in `seats.csv`, if that exists.
    ///
    /// # Errors
    /// If they differ, or the rows cannot be read.
    pub fn confirm(&self, game: u64, vp: &[i32]) -> Result<()> {
        self.kept_vp(game)?.map_or(Ok(()), |kept| self.check_vp(game, &kept, vp))
    }

    /// Returns the final VP of a game, by seat, from `seats.csv`; `None` if that does not exist.
    ///
    /// # Errors
    /// If the rows cannot be read.
    pub fn kept_vp(&self, game: u64) -> Result<Option<Vec<i32>>> {
        let is_there = find(&self.folder, SEATS)?.is_some();
        is_there.then(|| self.final_vp(game)).transpose()
    }

    /// Compares the kept final VP of a game, by seat, with those of its replay.
    ///
    /// # Errors
    /// If they differ.
    pub fn check_vp(&self, game: u64, kept: &[i32], vp: &[i32]) -> Result<()> {
        if kept == vp {
            return Ok(());
        }
        let (path, played) = (path_of(&self.folder, SEATS), &self.origin.revision);
        let path = path.display();
        Err(Error::machine(
            format_args!("game {game}"),
            format_args!(
                "{path} has {kept:?} VP by seat, but replaying it gave {vp:?}: the program no longer plays as it did \
                 (source revision {played} then, {REVISION} now)"
            ),
        ))
    }

    /// Reads the final VP, by seat, of a game in this part.
    fn final_vp(&self, game: u64) -> Result<Vec<i32>> {
        let (block, rotation) = (game / self.experiment.games_per_block(), game % self.experiment.games_per_block());
        let mut reader = RawReader::open(&self.experiment, self.raw(true), [GAMES, SEATS])?;
        let mut earlier = self.experiment.blocks_in(&self.part).take_while(|&number| number < block);
        earlier.try_for_each(|number| reader.block(number).map(drop))?;
        let games = RowReader::new(&self.experiment, &self.folder).games(&reader.block(block)?)?;
        Ok(games[rotation as usize].seats.iter().map(|seat| seat.points).collect())
    }
}

/// Returns the experiment with the number of blocks played, if it could stop early.
fn ended_as(file: &str, experiment: Experiment, blocks: u64) -> Result<Experiment> {
    match experiment.planned_blocks() {
        _ if experiment.stop.is_none() => Ok(experiment),
        planned if (1..=planned).contains(&blocks) => Ok(experiment.ended_after(blocks)),
        planned => Err(Error::input(
            format_args!("{file}: blocks"),
            format_args!("found {blocks}"),
            format_args!("1 to {planned}, as planned"),
        )),
    }
}

/// Checks that seed and numbers of blocks and games in a manifest match its config.
fn check_counts(file: &str, found: [u64; 3], experiment: &Experiment, part: &Part) -> Result<()> {
    let blocks = experiment.block_count_in(part);
    let expected = [("seed", experiment.seed), ("blocks", blocks), ("games", blocks * experiment.games_per_block())];
    let different = expected.into_iter().zip(found).find(|((_, expected), found)| found != expected);
    different.map_or(Ok(()), |((key, expected), found)| {
        let found = format!("found {found}; its config gives {expected}");
        Err(Error::input(format_args!("{file}: {key}"), found, ""))
    })
}

/// Formats a component file as a flag of its game's library.
fn library_flag(file: &ComponentFile) -> String {
    match file.key.rsplit_once('.') {
        Some((_, kind)) => format!("{kind}={}", file.path),
        None if file.key == "tiles" => file.path.to_string(),
        None => format!("{}={}", file.key, file.path),
    }
}

fn has_raw_tables(folder: &Path, tables: &[KeptTable]) -> Result<bool> {
    for table in tables.iter().filter(|table| table.content.is_some()) {
        if exists(&folder.join(&table.file))? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn read<'a, T: Deserialize<'a>>(file: &str, json: &'a Value) -> Result<T> {
    T::deserialize(json).map_err(|error| Error::input(file, &error, "the manifest of a complete run").in_one_line())
}

impl ManifestVersion {
    fn check(&self, file: &str) -> Result<()> {
        let Self { schema, program, .. } = self;
        if *schema != SCHEMA {
            return Err(Error::input(format_args!("{file}: schema"), format_args!("found {schema}"), SCHEMA));
        }
        if program != PROGRAM {
            return Err(Error::input(
                format_args!("{file}: program"),
                format_args!("found `{program}`"),
                format_args!("`{PROGRAM}`"),
            ));
        }
        Ok(())
    }

    fn check_version(&self, file: &str) -> Result<()> {
        let version = &self.version;
        if version == VERSION {
            return Ok(());
        }
        Err(Error::input(
            format_args!("{file}: version"),
            format_args!("found `{version}`; this program is `{VERSION}`, which may play differently"),
            format_args!("`{VERSION}`"),
        ))
    }
}

/// An experiment, and its second run if it has one.
type WithSecond = (Experiment, Option<Box<FinishedRun>>);

impl ManifestFields {
    fn check(&self, file: &str) -> Result<()> {
        if !self.complete {
            let accepted = "a complete one; `sim run … --resume` resumes it";
            return Err(Error::input(file, "found a run that is not complete", accepted));
        }
        let is_valid = self.part.as_ref().is_none_or(Part::is_valid);
        if is_valid { Ok(()) } else { Err(Error::input(format_args!("{file}: part"), "found impossible shards", "")) }
    }

    fn experiment(&self, game: &'static GameInfo, file: &str, folder: &Path, has_second: bool) -> Result<WithSecond> {
        let found = config_sha256(&self.config);
        if found != self.config_sha256 {
            let expected = &self.config_sha256;
            return Err(Error::input(
                format_args!("{file}: the config was changed"),
                format_args!("its SHA-256 is {found}, but `config_sha256` is {expected}"),
                "",
            ));
        }
        let mut config = self.config.clone();
        let compare = config.as_object_mut().and_then(|config| config.remove(COMPARE));
        let experiment: Experiment = config::from_json(game, file, &config, Files::KeptIn(folder, &self.rest))?;
        experiment.subject.files().iter().try_for_each(|component| self.check_component(file, folder, component))?;
        // An independent run, with its own files.
        let second =
            compare.filter(|_| has_second).map(|_| FinishedRun::open(game, &folder.join(SECOND))).transpose()?;
        let compare = second.as_ref().map(|second| Box::new(second.experiment.clone()));
        Ok((Experiment { compare, ..experiment }, second.map(Box::new)))
    }

    /// Checks that a component is the one with which the run was played.
    fn check_component(&self, file: &str, folder: &Path, component: &ComponentFile) -> Result<()> {
        let (key, found) = (ComponentFile::hash_key(component.key), &component.sha256);
        let expected = self.rest.get(&key).and_then(Value::as_str).ok_or_else(|| {
            Error::input(file, format_args!("key `{key}` is missing or not a text"), "the manifest of a complete run")
        })?;
        if found == expected {
            return Ok(());
        }
        let path = folder.join(ComponentFile::kept_name(component.key));
        let path = path.display();
        Err(Error::input(
            format_args!("{path}: not the file of this run"),
            format_args!("its SHA-256 is {found}, but `{key}` is {expected}"),
            "",
        ))
    }
}
