//! The folder of a run: what may lie in it, who fills it, and how it survives whatever ends a run.
//!
//! While a run goes on, its tables grow in a staging folder inside the run's folder, beside a [`journal`] that says how far they can be
//! trusted; nothing else of it is visible but a manifest that says that the run is not complete. When all is played, the files move up, and
//! the complete manifest comes last.

pub mod journal;

mod claim;
mod opened;
mod raw_writer;
mod replace;
mod table_file;

use std::fs::File;
use std::io::Write;
use std::path::Path;

pub use claim::{Claim, STAGING};
pub use opened::{Opened, Plan, Unfinished, begin, resume};
pub use raw_writer::{RawWriter, file_name};
pub use replace::replace;

use crate::comparison::COMPARISON;
use crate::compression::Compression;
use crate::error::{Error, Result};
use crate::manifest::MOST_BYTES;
use crate::tables::{RawTable, ResultTable};
use crate::whole_file::read;

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// The name of the file that may differ between runs of one experiment.
pub const TIMING: &str = "timing.json";

/// The name of the copy of a user's tile file.
pub const TILES: &str = "tiles.csv";

/// Every file that a complete run may have, the manifest last.
pub fn file_names() -> Vec<String> {
    let raw = Compression::ALL.into_iter().flat_map(|way| RawTable::ALL.map(|table| way.file_name(table)));
    let results = ResultTable::ALL.map(|table| format!("{}.csv", table.name()));
    let others = [COMPARISON, TILES, TIMING, MANIFEST].map(str::to_owned);
    raw.chain(results).chain(others).collect()
}

/// Whether this is the manifest of a run that is not complete.
fn is_unfinished(manifest: &Path) -> bool {
    let json =
        read(manifest, MOST_BYTES).ok().and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok());
    json.is_some_and(|json| json["complete"] == false)
}

/// A fault of the file system, with the path that it is about.
fn fault(path: &Path, error: impl std::fmt::Display) -> Error {
    Error::other(format!("{}: {error}", path.display()))
}

/// Writes a new file that is on the disk when this returns.
fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    let write = || {
        let mut file = File::create(path)?;
        file.write_all(content)?;
        file.sync_data()
    };
    write().map_err(|error| fault(path, error))
}

/// Puts the names in a folder on the disk, where the system can.
fn sync_folder(folder: &Path) {
    // Windows cannot open folders; there names are the file system's own affair.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
