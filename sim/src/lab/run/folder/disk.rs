//! Writing to the disk, with errors that name the file.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use crate::base::error::{Error, Result};
use crate::base::whole_file::read;
use crate::lab::run::manifest::MOST_BYTES;

/// Whether this is the manifest of a run that is not complete.
pub fn is_unfinished(manifest: &Path) -> bool {
    let json =
        read(manifest, MOST_BYTES).ok().and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok());
    json.is_some_and(|json| json["complete"] == false)
}

/// A file system error, with the path that it is about.
pub fn fault(path: &Path, error: impl std::fmt::Display) -> Error {
    Error::other(format!("{}: {error}", path.display()))
}

/// Writes a new file that is on the disk when this returns.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    let write = || {
        let mut file = File::create(path)?;
        file.write_all(content)?;
        file.sync_data()
    };
    write().map_err(|error| fault(path, error))
}

/// Flushes the names in a folder to the disk, where the system can.
pub fn sync_folder(folder: &Path) {
    // Windows cannot open folders; there the file system looks after names itself.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Writes a file whole or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<()> {
    let staged = path.with_extension("new");
    write_whole(&staged, bytes)?;
    fs::rename(&staged, path).map_err(|error| fault(path, error))?;
    path.parent().into_iter().for_each(sync_folder);
    Ok(())
}
