//! `manifest.json`: what a folder holds and how to make it again. `timing.json`: what differed this time.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::Serialize;

use crate::block::Cost;
use crate::config::EffectiveConfig;
use crate::digest::sha256;
use crate::experiment::Experiment;
use crate::tables::{Entry, RawTable, ResultTable};

/// The version of the manifest's and the tables' form.
pub const SCHEMA: u32 = 1;

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
    pub version: &'static str,
    /// The revision of the source, with `-dirty` if it had been changed; `unknown` where it was not built from a repository.
    pub revision: &'static str,
    pub seed: u64,
    pub blocks: u64,
    pub games: u64,
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
    pub columns: Vec<String>,
}

/// A table that the folder does not have.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct LeftOut {
    pub file: String,
    pub why: String,
}

impl Manifest {
    /// The manifest of a complete run.
    pub fn of(experiment: &Experiment) -> Self {
        let raw = experiment.tables.iter().map(|table| (table.name(), table.dictionary()));
        let results = result_tables(experiment).map(|table| (table.name(), table.dictionary()));
        let config = EffectiveConfig::of(experiment);
        Self {
            schema: SCHEMA,
            program: PROGRAM,
            version: VERSION,
            revision: REVISION,
            seed: experiment.seed,
            blocks: experiment.blocks,
            games: experiment.games(),
            config_sha256: config_sha256(&serde_json::to_value(&config).expect("a config is plain data")),
            tiles_sha256: experiment.tiles.sha256.clone(),
            tables: raw.chain(results).map(|(name, columns)| TableSummary::of(name, &columns)).collect(),
            left_out: left_out(experiment),
            config,
        }
    }
}

impl TableSummary {
    fn of(name: &str, columns: &[Entry]) -> Self {
        Self { file: format!("{name}.csv"), columns: columns.iter().map(|entry| entry.name.clone()).collect() }
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

/// What differs between two runs of one experiment.
#[derive(Serialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct Timing {
    pub arguments: Vec<String>,
    pub folder: String,
    pub host: Option<String>,
    pub threads: usize,
    /// Seconds since 1970.
    pub started_unix_s: u64,
    pub elapsed_s: f64,
    pub games_per_s: f64,
    /// Mean processor time of a decision by agent, measured in a part of the blocks.
    pub decision_cpu_us: BTreeMap<String, Option<f64>>,
}

impl Timing {
    /// The timing of a run that ends now.
    pub fn of(experiment: &Experiment, folder: &Path, threads: usize, elapsed: Duration, costs: &[Cost]) -> Self {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let agents = experiment.agents.iter().map(|agent| agent.name.clone());
        Self {
            arguments: std::env::args().collect(),
            folder: folder.display().to_string(),
            host: host(),
            threads,
            started_unix_s: now.saturating_sub(elapsed).as_secs(),
            elapsed_s: elapsed.as_secs_f64(),
            games_per_s: experiment.games() as f64 / elapsed.as_secs_f64(),
            decision_cpu_us: agents.zip(costs.iter().map(Cost::mean_us)).collect(),
        }
    }
}

/// The machine's name where it tells it.
fn host() -> Option<String> {
    let named = std::env::var("HOSTNAME").ok();
    named.or_else(|| std::fs::read_to_string("/proc/sys/kernel/hostname").ok()).map(|name| name.trim().to_owned())
}
