//! `manifest.json`: the contents of a folder, how to reproduce them, and comparisons of folders.

use std::ops::Not;
use std::path::{Path, PathBuf};

use interface::components::ComponentFile;
use interface::digest::sha256;
use interface::json::without_mark;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::base::error::{Error, Result};
use crate::base::files;
use crate::config::effective;
use crate::experiment::Experiment;
use crate::forms::column::{ColumnEntry, ResultRow, dictionary};
use crate::forms::compression::{Compression, table_file};
use crate::schedule::SCHEMA;
use crate::schedule::given::GivenFile;
use crate::schedule::shards::Part;
use crate::store::files::{MOST_BYTES, json_of};
use crate::subject::GameInfo;
use crate::subject::ResultTable;
use crate::subject::raw::RawTable;
use crate::tables::{comparison, panel};

/// The manifest file, which is written last.
pub const MANIFEST: &str = "manifest.json";

/// The timing file, the only one that may differ between runs of the same experiment.
pub const TIMING: &str = "timing.json";

/// The table of the comparison requested by a config.
pub const COMPARISON: &str = "comparison.csv";

/// The subfolder with the runs of each kind of player of a panel, numbered from 1.
pub const PANEL: &str = "panel";

/// The tables of a panel.
pub const PANEL_TABLES: [&str; 2] = ["panel.csv", "panel_agents.csv"];

/// Returns the folder of the run with this player of the panel, numbered from 0.
pub fn panel_folder(folder: &Path, number: usize) -> PathBuf {
    folder.join(PANEL).join((number + 1).to_string())
}

/// The subfolder with the second run of a comparison.
pub const SECOND: &str = "second";

/// Returns all possible files of a complete run of this game, with the manifest last.
pub fn file_names(experiment: &Experiment) -> Vec<String> {
    let raw =
        experiment.info().raw_tables.iter().flat_map(|table| Compression::ALL.map(|way| way.file_name(table.name)));
    let results = ResultTable::all(experiment.info()).into_iter().map(|table| table_file(table.name));
    let components = experiment.subject.files().into_iter().map(|file| ComponentFile::kept_name(file.key));
    let given = experiment.given_files().into_iter().map(|file| GivenFile::kept_name(&file.sha256));
    let others = [COMPARISON, PANEL_TABLES[0], PANEL_TABLES[1], TIMING, MANIFEST].map(str::to_owned);
    raw.chain(results).chain(components).chain(given).chain(others).collect()
}

/// The size and hash of a raw table, uncompressed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Content {
    /// The number of rows, without the header.
    pub rows: u64,
    /// The length in bytes, with the header.
    pub bytes: u64,
    /// The SHA-256 hash of these bytes, in hexadecimal.
    pub sha256: String,
}

/// A table of a finished run, as listed in its manifest.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct KeptTable {
    /// The name of the file.
    pub file: String,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its content, if it is a raw table.
    #[serde(flatten)]
    pub content: Option<Content>,
}

/// The key that states whether all blocks are played and all tables exist.
pub const COMPLETE: &str = "complete";

/// The following key, which states that result tables were computed from edited raw tables.
pub const EDITED: &str = "edited";

/// The name of this program.
pub const PROGRAM: &str = "sim";

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The source revision of this program, found by the build script.
pub const REVISION: &str = env!("SIM_REVISION");

/// The manifest of a folder.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct Manifest {
    pub schema: u32,
    pub program: &'static str,
    pub version: String,
    pub revision: String,
    pub game: &'static str,
    /// Whether all blocks are played and all tables exist.
    pub complete: bool,
    /// Whether the result tables were computed from edited raw tables.
    #[serde(skip_serializing_if = "Not::not")]
    pub edited: bool,
    pub seed: u64,
    /// The number of blocks in this folder; fewer than in the config if it is a part.
    pub blocks: u64,
    pub games: u64,
    /// The shards in the folder; `None` if it contains the whole experiment.
    pub part: Option<Part>,
    /// The parts of the game whose components are only reconstructed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reconstructed: Vec<&'static str>,
    pub config_sha256: String,
    /// The hash of each component file, such as `tiles_sha256`, and of each file given to agents.
    #[serde(flatten)]
    pub components: Map<String, Value>,
    /// The tables in the folder, raw tables first.
    pub tables: Vec<TableSummary>,
    pub left_out: Vec<OmittedTable>,
    pub config: Map<String, Value>,
}

/// A table in the folder.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct TableSummary {
    pub file: String,
    /// The content of a raw table; `None` for result tables, which are computed from raw tables.
    #[serde(flatten)]
    pub content: Option<Content>,
    pub columns: Vec<String>,
}

/// A table missing from the folder.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct OmittedTable {
    pub file: String,
    pub why: String,
}

/// The program that played a run.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Origin {
    /// Its version.
    pub version: String,
    /// The source revision, with `-dirty` if the source was modified.
    ///
    /// For builds without a repository it is `source-` and a hash of the source.
    pub revision: String,
}

impl Origin {
    /// Returns the origin of this program.
    pub fn here() -> Self {
        Self { version: VERSION.to_owned(), revision: REVISION.to_owned() }
    }
}

impl Manifest {
    /// Creates the manifest of an incomplete run.
    pub fn begun(experiment: &Experiment, part: &Part, origin: &Origin) -> Self {
        let config = effective(experiment);
        let blocks = experiment.block_count_in(part);
        Self {
            schema: SCHEMA,
            program: PROGRAM,
            version: origin.version.clone(),
            revision: origin.revision.clone(),
            game: experiment.info().name,
            complete: false,
            edited: false,
            seed: experiment.seed,
            blocks,
            games: blocks * experiment.games_per_block(),
            part: Some(part.clone()).filter(|part| !part.is_whole()),
            reconstructed: experiment.reconstructed(),
            config_sha256: config_sha256(&config.clone().into()),
            components: experiment.hashes(),
            tables: table_summaries(experiment, part),
            left_out: left_out(experiment),
            config,
        }
    }

    /// Creates the manifest of a complete run from the contents of its raw tables, in their order.
    pub fn complete(experiment: &Experiment, part: &Part, origin: &Origin, contents: &[Content]) -> Self {
        let mut manifest = Self { complete: true, ..Self::begun(experiment, part, origin) };
        for (summary, content) in manifest.tables.iter_mut().zip(contents) {
            summary.content = Some(content.clone());
        }
        manifest
    }

    /// Replaces the list of result tables by that of another manifest, written by another revision.
    pub fn take_result_tables(&mut self, others: &[KeptTable]) {
        self.tables.retain(|table| table.content.is_some());
        let results = others.iter().filter(|table| table.content.is_none());
        self.tables.extend(results.map(|table| TableSummary {
            file: table.file.clone(),
            content: None,
            columns: table.columns.clone(),
        }));
    }

    /// Formats the manifest as the content of its file.
    pub fn json(&self) -> Vec<u8> {
        json(self)
    }
}

/// Formats a value as the content of an indented JSON file.
pub fn json(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("plain data");
    bytes.push(b'\n');
    bytes
}

/// Returns the raw tables that an experiment writes, in order.
pub fn written(experiment: &Experiment) -> impl Iterator<Item = &'static RawTable> {
    experiment.info().raw_tables.iter().filter(|table| experiment.writes(table.name))
}

/// Lists the raw tables, then the result tables.
fn table_summaries(experiment: &Experiment, part: &Part) -> Vec<TableSummary> {
    let raw = written(experiment)
        .map(|table| (experiment.compress.file_name(table.name), (table.dictionary)(Some(experiment))));
    let results = ResultTable::given(&experiment.schedule, &*experiment.subject).into_iter();
    let results = results.map(|table| (table_file(table.name), table.dictionary(Some(&experiment.schedule))));
    let comparison =
        experiment.compare.iter().map(|_| (COMPARISON.to_owned(), dictionary(comparison::ComparisonRow::COLUMNS)));
    let has_panel = part.is_whole() && !experiment.panel.is_empty();
    let panel = PANEL_TABLES.into_iter().map(str::to_owned).zip(panel_dictionaries()).filter(|_| has_panel);
    raw.chain(results).chain(comparison).chain(panel).map(|(file, columns)| TableSummary::of(file, &columns)).collect()
}

impl TableSummary {
    fn of(file: String, columns: &[ColumnEntry]) -> Self {
        let columns = columns.iter().map(|entry| entry.name.clone()).collect();
        Self { file, content: None, columns }
    }
}

/// Returns the hash of a config: SHA-256 of its JSON without whitespace, with sorted keys.
pub fn config_sha256(config: &Value) -> String {
    sha256(sorted(config).to_string())
}

/// Returns the value with the keys of all objects sorted.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            let mut entries: Vec<_> = object.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
            entries.sort_by(|(one, _), (two, _)| one.cmp(two));
            Value::Object(entries.into_iter().collect())
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

fn left_out(experiment: &Experiment) -> Vec<OmittedTable> {
    let raw = experiment.info().raw_tables.iter().filter(|table| !experiment.writes(table.name));
    let raw = raw.map(|table| (table.name, "the config's `tables` does not name it".to_owned()));
    let results = ResultTable::in_play(experiment, &*experiment.subject).into_iter().filter_map(|table| {
        let missing = table.missing(experiment)?;
        Some((table.name, format!("it needs {missing}.csv")))
    });
    raw.chain(results).map(|(name, why)| OmittedTable { file: table_file(name), why }).collect()
}

/// Returns all tables of a game, as file names without extension, with their columns.
pub fn dictionaries(game: &GameInfo) -> Vec<(&'static str, Vec<ColumnEntry>)> {
    let raw = game.raw_tables.iter().map(|table| (table.name, (table.dictionary)(None)));
    let results = ResultTable::all(game).into_iter().map(|table| (table.name, table.dictionary(None)));
    let [panel, panel_agents] = panel_dictionaries();
    let others = [
        ("comparison", dictionary(comparison::ComparisonRow::COLUMNS)),
        ("panel", panel),
        ("panel_agents", panel_agents),
    ];
    raw.chain(results).chain(others).collect()
}

/// Returns the columns of the tables of a panel.
pub fn panel_dictionaries() -> [Vec<ColumnEntry>; 2] {
    [dictionary(panel::PanelRow::COLUMNS), dictionary(panel::PanelAgentRow::COLUMNS)]
}

/// The keys that must be equal, in the order in which differences are reported.
const SAME: [&str; 7] = ["schema", "program", "version", "revision", "game", "part", "config"];

/// Returns whether this is the manifest of an incomplete run.
///
/// # Errors
/// If the machine fails to read it.
pub fn is_unfinished(manifest: &Path) -> Result<bool> {
    Ok(json_of(manifest)?.is_some_and(|json| json[COMPLETE] == false))
}

/// Compares the manifest at this path with that of the run to be played.
///
/// Returns whether the latter has more blocks.
///
/// # Errors
/// If it cannot be read, or anything that affects results differs.
pub fn check_same_run(path: &Path, now: &Manifest) -> Result<bool> {
    let file = path.display();
    let mut then = read(path)?;
    let now = serde_json::to_value(now).expect("plain data");
    let [before, after] = [&then, &now].map(|manifest| manifest["config"]["blocks"].as_u64());
    let has_more = before.is_some() && before < after;
    if has_more {
        then["config"]["blocks"] = after.into();
    }
    for key in decisive(&now) {
        if let Some((place, then, now)) = told(key, &then[key], &now[key]) {
            let accepted = match (key, &*place) {
                ("version" | "revision", _) => "the same program",
                ("config", "blocks") => "the same experiment, with as many blocks or more",
                _ => "the same experiment",
            };
            return Err(Error::input(
                &file,
                format_args!("the run was started with a different `{place}`: {then} then, {now} now"),
                accepted,
            ));
        }
    }
    Ok(has_more)
}

/// Checks that two folders contain parts of the same experiment.
///
/// They must have been played by the same program.
///
/// # Errors
/// If a manifest cannot be read, or anything that affects results differs.
pub fn check_same_experiment(one: &Path, other: &Path) -> Result<()> {
    let (first, second) = (read(&one.join(MANIFEST))?, read(&other.join(MANIFEST))?);
    for key in decisive(&first).filter(|key| *key != "part") {
        if let Some((place, first, second)) = told(key, &first[key], &second[key]) {
            let (one, other) = (one.display(), other.display());
            return Err(Error::input(
                &other,
                format_args!("not the same run as {one}: `{place}` is {second} here, {first} there"),
                "shards of one experiment, played by one program",
            ));
        }
    }
    Ok(())
}

/// Returns the keys of a manifest that must be equal: those of [`SAME`], and the hashes of components.
fn decisive(manifest: &Value) -> impl Iterator<Item = &str> {
    let keys = manifest.as_object().into_iter().flat_map(Map::keys).map(String::as_str);
    SAME.into_iter().chain(keys.filter(|key| key.ends_with("_sha256") && *key != "config_sha256"))
}

/// Checks that a manifest is exactly this one.
///
/// # Errors
/// If it is not; states the first difference.
pub fn check_whole(path: &Path, expected: &Manifest) -> Result<()> {
    let file = path.display();
    let text = files::read(path, MOST_BYTES).map_err(|error| Error::of_path(path, &error, ""))?;
    if text == expected.json() {
        return Ok(());
    }
    let expected = serde_json::to_value(expected).expect("plain data");
    let found = difference(&read(path)?, &expected);
    let found = found.map_or("a different layout of the same content".to_owned(), |(place, found, expected)| {
        format!("`{}`: found {found}, but these tables give {expected}", &place[1..])
    });
    Err(Error::input(&file, &found, ""))
}

fn read(path: &Path) -> Result<Value> {
    let file = path.display();
    let text = files::read_text(path, MOST_BYTES).map_err(|error| Error::of_path(path, &error, ""))?;
    serde_json::from_str(without_mark(&text))
        .map_err(|error| Error::input(&file, format_args!("not valid JSON: {error}"), ""))
}

/// Describes the first difference within a key.
fn told(key: &str, then: &Value, now: &Value) -> Option<(String, Value, Value)> {
    // Manifests of the first game did not name the game.
    if key == "game" && then.is_null() {
        return None;
    }
    let (place, then, now) = difference(then, now)?;
    let place = if place.is_empty() || key != "config" { format!("{key}{place}") } else { place[1..].to_owned() };
    Some((place, then, now))
}

/// Returns the first path at which two values differ, after a dot, and both values there.
fn difference(one: &Value, other: &Value) -> Option<(String, Value, Value)> {
    match (one, other) {
        (Value::Object(ones), Value::Object(others)) => {
            let mut keys = others.keys().chain(ones.keys());
            keys.find_map(|key| {
                let [one, other] = [ones, others].map(|object| object.get(key).unwrap_or(&Value::Null));
                difference_below(key, one, other)
            })
        }
        (Value::Array(ones), Value::Array(others)) if ones.len() == others.len() => {
            let mut pairs = ones.iter().zip(others).enumerate();
            pairs.find_map(|(index, (one, other))| difference_below(&index.to_string(), one, other))
        }
        _ => (one != other).then(|| (String::new(), one.clone(), other.clone())),
    }
}

/// Returns the first difference between the values of a key.
fn difference_below(key: &str, one: &Value, other: &Value) -> Option<(String, Value, Value)> {
    let (place, one, other) = difference(one, other)?;
    Some((format!(".{key}{place}"), one, other))
}
