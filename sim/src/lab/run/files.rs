//! The names of what a run's folder may hold.

use interface::components::ComponentFile;

use crate::lab::experiment::Experiment;
use crate::lab::forms::compression::{Compression, table_file};
use crate::lab::subject::Subject;
use crate::lab::tables::totals::ResultTable;

/// The manifest, which comes last.
pub const MANIFEST: &str = "manifest.json";

/// The file that may differ between runs of one experiment.
pub const TIMING: &str = "timing.json";

/// The table of the experiment that a config compares it with.
pub const COMPARISON: &str = "comparison.csv";

/// The folder within a run's own that holds the run to compare with, as `[compare]` says.
pub const SECOND: &str = "second";

/// Where files are written before they are complete.
pub const STAGING: &str = ".partial";

/// Every file that a complete run of this game may have, the manifest last.
pub fn file_names<S: Subject>(experiment: &Experiment<S>) -> Vec<String> {
    let raw = S::raw_tables().iter().flat_map(|table| Compression::ALL.map(|way| way.file_name(table.name)));
    let results = ResultTable::<S>::all().into_iter().map(|table| table_file(table.name()));
    let components = experiment.subject.files().into_iter().map(|file| ComponentFile::kept_name(file.key));
    let others = [COMPARISON, TIMING, MANIFEST].map(str::to_owned);
    raw.chain(results).chain(components).chain(others).collect()
}
