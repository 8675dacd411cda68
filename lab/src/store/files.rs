//! Writing files so that they survive a crash at any time.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use crate::base::error::{Error, Result, is_bad_input};
use crate::base::files::{read, sync_folder};

/// The maximum size of a manifest, which repeats the config with all items of its design.
pub const MOST_BYTES: u64 = 16 << 20;

/// Reads a JSON file; `None` if the file does not exist or is not JSON.
///
/// # Errors
/// If the machine fails to read it.
pub fn json_of(path: &Path) -> Result<Option<serde_json::Value>> {
    match read(path, MOST_BYTES) {
        Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
        Err(error) if is_bad_input(&error) => Ok(None),
        Err(error) => Err(fault(path, error)),
    }
}

/// Creates the error of a file not named by a user, such as a staged file: a failure of the machine.
pub fn fault(path: &Path, error: impl Display) -> Error {
    Error::machine(path.display(), &error)
}

/// Writes a new file and flushes it to the disk.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    let written = File::create(path).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_data()
    });
    written.map_err(|error| fault(path, error))
}

/// Writes a file atomically, in a folder that only this process fills.
///
/// # Errors
/// If it cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<()> {
    let staged = path.with_extension("new");
    let written =
        write_whole(&staged, bytes).and_then(|()| fs::rename(&staged, path).map_err(|error| fault(path, error)));
    if written.is_err() {
        let _ = fs::remove_file(&staged);
    }
    written?;
    sync_parent(path)
}

/// Flushes the entries of a file's folder to the disk.
///
/// # Errors
/// If that fails.
pub fn sync_parent(path: &Path) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    sync_folder(folder).map_err(|error| fault(folder, error))
}
