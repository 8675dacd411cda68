//! `manifest.json`: what a folder holds and how to reproduce it.

use std::ops::Not;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::content::Content;
use super::files::COMPARISON;
use super::raw::SCHEMA;
use crate::base::digest::sha256;
use crate::lab::config::effective;
use crate::lab::experiment::Experiment;
use crate::lab::forms::column::{Entry, dictionary};
use crate::lab::forms::compression::table_file;
use crate::lab::schedule::part::Part;
use crate::lab::subject::RowsOf;
use crate::lab::subject::Subject;
use crate::lab::subject::files::ComponentFile;
use crate::lab::subject::raw::RawTable;
use crate::lab::tables::comparison;
use crate::lab::tables::totals::ResultTable;

/// The key that says whether all blocks are played and all tables are there.
pub const COMPLETE: &str = "complete";

/// The key after it, which says that result tables were computed from raw tables that somebody has changed.
pub const EDITED: &str = "edited";

/// The largest manifest that is read. It repeats the config, with all that its design lists.
pub const MOST_BYTES: u64 = 16 << 20;

/// The name of this program.
pub const PROGRAM: &str = env!("CARGO_PKG_NAME");

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The source revision of this program, found by the build script.
pub const REVISION: &str = env!("SIM_REVISION");

/// What a folder holds.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct Manifest {
    pub schema: u32,
    pub program: &'static str,
    pub version: String,
    pub revision: String,
    pub game: &'static str,
    /// Whether all blocks are played and all tables are there.
    pub complete: bool,
    /// Whether the result tables were computed from raw tables that somebody has changed.
    #[serde(skip_serializing_if = "Not::not")]
    pub edited: bool,
    pub seed: u64,
    /// Those in this folder: fewer than the config's if it is a part.
    pub blocks: u64,
    pub games: u64,
    /// The shards that the folder holds; none if it is all of the experiment.
    pub part: Option<Part>,
    /// Parts of the game whose components are only reconstructed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reconstructed: Vec<&'static str>,
    pub config_sha256: String,
    /// The hash of each component file, such as `tiles_sha256`.
    #[serde(flatten)]
    pub components: Map<String, Value>,
    /// By file, in the order of the files.
    pub tables: Vec<TableSummary>,
    pub left_out: Vec<LeftOut>,
    pub config: Map<String, Value>,
}

/// A table in the folder.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct TableSummary {
    pub file: String,
    /// What a raw table holds; result tables follow from the raw ones.
    #[serde(flatten)]
    pub content: Option<Content>,
    pub columns: Vec<String>,
}

/// A table that the folder does not have.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct LeftOut {
    pub file: String,
    pub why: String,
}

/// The program that played a run.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Origin {
    /// Its version.
    pub version: String,
    /// Its source revision, with `-dirty` if the source had been changed; where it was not built from a repository, `source-` and a hash of the source.
    pub revision: String,
}

impl Origin {
    /// This program.
    pub fn here() -> Self {
        Self { version: VERSION.to_owned(), revision: REVISION.to_owned() }
    }
}

impl Manifest {
    /// The manifest of a run that is not complete.
    pub fn begun<S: Subject>(experiment: &Experiment<S>, part: &Part, origin: &Origin) -> Self {
        let config = effective(experiment);
        let blocks = part.block_count(experiment.blocks);
        let files = experiment.subject.files().into_iter();
        Self {
            schema: SCHEMA,
            program: PROGRAM,
            version: origin.version.clone(),
            revision: origin.revision.clone(),
            game: S::NAME,
            complete: false,
            edited: false,
            seed: experiment.seed,
            blocks,
            games: blocks * experiment.games_per_block(),
            part: Some(part.clone()).filter(|part| !part.is_whole()),
            reconstructed: experiment.reconstructed(),
            config_sha256: config_sha256(&config.clone().into()),
            components: files.map(|file| (ComponentFile::hash_key(file.key), file.sha256.into())).collect(),
            tables: table_summaries(experiment),
            left_out: left_out(experiment),
            config,
        }
    }

    /// The manifest of a complete run, with what each raw table holds, in the order of the experiment.
    pub fn complete<S: Subject>(
        experiment: &Experiment<S>,
        part: &Part,
        origin: &Origin,
        contents: &[Content],
    ) -> Self {
        let mut manifest = Self { complete: true, ..Self::begun(experiment, part, origin) };
        for (summary, content) in manifest.tables.iter_mut().zip(contents) {
            summary.content = Some(content.clone());
        }
        manifest
    }

    /// The file's content.
    pub fn json(&self) -> Vec<u8> {
        json(self)
    }
}

/// A JSON file for people to read.
pub fn json(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("plain data");
    bytes.push(b'\n');
    bytes
}

/// The raw tables that an experiment writes, in their order.
pub fn written<S: Subject>(experiment: &Experiment<S>) -> impl Iterator<Item = &'static RawTable<RowsOf<S>, S>> {
    S::raw_tables().iter().filter(|table| experiment.writes(table.name))
}

/// Raw tables, then result tables.
fn table_summaries<S: Subject>(experiment: &Experiment<S>) -> Vec<TableSummary> {
    let raw = written(experiment)
        .map(|table| (experiment.compress.file_name(table.name), table.dictionary_of(&experiment.subject)));
    let results = ResultTable::given(&experiment.schedule, &experiment.subject).into_iter();
    let results = results.map(|table| (table_file(table.name()), table.dictionary()));
    let comparison =
        experiment.compare.iter().map(|_| (COMPARISON.to_owned(), dictionary(comparison::ComparisonRow::COLUMNS)));
    raw.chain(results).chain(comparison).map(|(file, columns)| TableSummary::of(file, &columns)).collect()
}

impl TableSummary {
    fn of(file: String, columns: &[Entry]) -> Self {
        let columns = columns.iter().map(|entry| entry.name.clone()).collect();
        Self { file, content: None, columns }
    }
}

/// The hash of a manifest's config: SHA-256 of its JSON without spaces and line ends, keys in alphabetic order.
pub fn config_sha256(config: &Value) -> String {
    sha256(sorted(config).to_string())
}

/// The same value with the keys of all objects in alphabetic order.
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

fn left_out<S: Subject>(experiment: &Experiment<S>) -> Vec<LeftOut> {
    let raw = S::raw_tables().iter().filter(|table| !experiment.writes(table.name));
    let raw = raw.map(|table| (table.name, "the config's `tables` does not name it".to_owned()));
    let results = ResultTable::in_play(&experiment.subject).into_iter().filter_map(|table| {
        let missing = table.missing(experiment)?;
        Some((table.name(), format!("it needs {missing}.csv")))
    });
    raw.chain(results).map(|(name, why)| LeftOut { file: table_file(name), why }).collect()
}

/// Every table of a game by its file's name without ending, with its columns.
pub fn dictionaries<S: Subject>() -> Vec<(&'static str, Vec<Entry>)> {
    let raw = S::raw_tables().iter().map(|table| (table.name, table.dictionary()));
    let results = ResultTable::<S>::all().into_iter().map(|table| (table.name(), table.dictionary()));
    raw.chain(results).chain([("comparison", dictionary(comparison::ComparisonRow::COLUMNS))]).collect()
}
