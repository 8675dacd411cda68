//! `manifest.json`: what a folder holds and how to make it again.

use serde::{Deserialize, Serialize};

use crate::comparison::COMPARISON;
use crate::config::EffectiveConfig;
use crate::digest::sha256;
use crate::experiment::Experiment;
use crate::folder::journal::Mark;
use crate::part::Part;
use crate::raw::rows_in_game;
use crate::tables::column::dictionary;
use crate::tables::{Entry, RawTable, ResultTable, comparison};

/// The version of the manifest's and the tables' form.
pub const SCHEMA: u32 = 3;

/// The longest manifest that is read. It repeats the config, with all sets of scoring tiles.
pub const MOST_BYTES: u64 = 16 << 20;

/// The name of this program.
pub const PROGRAM: &str = env!("CARGO_PKG_NAME");

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The source revision of this program; the build script finds it.
pub const REVISION: &str = env!("SIM_REVISION");

/// What a folder holds.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct Manifest {
    pub schema: u32,
    pub program: &'static str,
    pub version: String,
    pub revision: String,
    /// Whether all blocks are played and all tables there.
    pub complete: bool,
    pub seed: u64,
    /// Of this folder: fewer than the config's if it is a part.
    pub blocks: u64,
    pub games: u64,
    /// The shards that the folder holds; none if it is all of the experiment.
    pub part: Option<Part>,
    pub config_sha256: String,
    pub tiles_sha256: String,
    /// By file, in the order of the files.
    pub tables: Vec<TableSummary>,
    pub left_out: Vec<LeftOut>,
    pub config: EffectiveConfig,
}

/// A table in the folder.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct TableSummary {
    pub file: String,
    /// What a raw table holds; result tables follow from these.
    #[serde(flatten)]
    pub content: Option<Content>,
    pub columns: Vec<String>,
}

/// What a raw table of a complete run holds; compressed or not, this is about its lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct Content {
    /// Without the header.
    pub rows: u64,
    pub bytes: u64,
    pub sha256: String,
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
    /// Its source revision, with `-dirty` if the source had been changed; `unknown` where it was not built from a repository.
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
    pub fn begun(experiment: &Experiment, part: &Part, origin: &Origin) -> Self {
        let config = EffectiveConfig::of(experiment);
        let blocks = part.block_count(experiment.blocks);
        Self {
            schema: SCHEMA,
            program: PROGRAM,
            version: origin.version.clone(),
            revision: origin.revision.clone(),
            complete: false,
            seed: experiment.seed,
            blocks,
            games: blocks * experiment.games_per_block(),
            part: Some(part.clone()).filter(|part| !part.is_whole()),
            config_sha256: config_sha256(&serde_json::to_value(&config).expect("a config is plain data")),
            tiles_sha256: experiment.tiles.sha256.clone(),
            tables: table_summaries(experiment),
            left_out: left_out(experiment),
            config,
        }
    }

    /// The manifest of a complete run, with how far each raw table goes, in the order of the experiment.
    pub fn complete(experiment: &Experiment, part: &Part, origin: &Origin, marks: &[Mark]) -> Self {
        let mut manifest = Self { complete: true, ..Self::begun(experiment, part, origin) };
        for ((summary, mark), &table) in manifest.tables.iter_mut().zip(marks).zip(&experiment.tables) {
            let rows = manifest.games * rows_in_game(experiment, table);
            summary.content = Some(Content { rows, bytes: mark.bytes, sha256: mark.sha256.clone() });
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

/// Raw tables, then result tables.
fn table_summaries(experiment: &Experiment) -> Vec<TableSummary> {
    let raw = experiment.tables.iter().map(|&table| (experiment.compress.file_name(table), table.dictionary()));
    let results = result_tables(experiment).map(|table| (format!("{}.csv", table.name()), table.dictionary()));
    let comparison = experiment.compare.iter().map(|_| (COMPARISON.to_owned(), dictionary(comparison::COLUMNS)));
    raw.chain(results).chain(comparison).map(|(file, columns)| TableSummary::of(file, &columns)).collect()
}

impl TableSummary {
    fn of(file: String, columns: &[Entry]) -> Self {
        let columns = columns.iter().map(|entry| entry.name.clone()).collect();
        Self { file, content: None, columns }
    }
}

/// The hash of a manifest's config: SHA-256 of its JSON without spaces and line ends, keys in alphabetic order.
pub fn config_sha256(config: &serde_json::Value) -> String {
    sha256(config.to_string())
}

/// The result tables that the chosen raw tables can give.
pub fn result_tables(experiment: &Experiment) -> impl Iterator<Item = ResultTable> {
    ResultTable::ALL.into_iter().filter(|table| missing(experiment, *table).next().is_none())
}

fn missing(experiment: &Experiment, table: ResultTable) -> impl Iterator<Item = RawTable> {
    table.needs().iter().copied().filter(|needed| !experiment.writes(*needed))
}

fn left_out(experiment: &Experiment) -> Vec<LeftOut> {
    let raw = RawTable::ALL.into_iter().filter(|table| !experiment.writes(*table));
    let raw = raw.map(|table| (table.name(), "the config's `tables` does not name it".to_owned()));
    let results = ResultTable::ALL.into_iter().filter_map(|table| {
        let missing = missing(experiment, table).next()?;
        Some((table.name(), format!("it needs {}.csv", missing.name())))
    });
    raw.chain(results).map(|(name, why)| LeftOut { file: format!("{name}.csv"), why }).collect()
}
