//! Reading whole files, and what exists at a path.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::base::error::{Error, Result};

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// If it is longer, or cannot be read.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The length is not checked first, because devices and pipes have none.
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 <= most {
        Ok(bytes)
    } else {
        Err(invalid(format!("found more than {most} bytes; accepted: at most {most}")))
    }
}

/// Reads a UTF-8 text of at most `most` bytes.
///
/// # Errors
/// If it is longer, is not UTF-8, or cannot be read.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(|error| invalid(format!("not UTF-8 text: {}", error.utf8_error())))
}

fn invalid(why: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}

/// Returns the metadata of a path, following links; `None` if nothing exists there.
///
/// # Errors
/// If that cannot be determined.
pub fn metadata(path: &Path) -> Result<Option<Metadata>> {
    match fs::metadata(path) {
        Ok(found) => Ok(Some(found)),
        // A path below something other than a folder does not exist.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(Error::of_path(path, &error, "")),
    }
}

/// Returns whether anything exists at a path. Unlike in [`Path::exists`], a failing disk is an error.
///
/// # Errors
/// As for [`metadata`].
pub fn exists(path: &Path) -> Result<bool> {
    Ok(metadata(path)?.is_some())
}

/// Returns whether something other than a folder exists at a path.
///
/// # Errors
/// As for [`metadata`].
pub fn is_no_folder(path: &Path) -> Result<bool> {
    Ok(metadata(path)?.is_some_and(|found| !found.is_dir()))
}

/// The entries of a folder, sorted; empty if there is no folder.
///
/// # Errors
/// If they cannot be read.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let listed = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    match listed {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(Vec::new()),
        found => {
            let mut found: Vec<PathBuf> = found.map_err(|error| Error::of_path(folder, &error, ""))?;
            found.sort();
            Ok(found)
        }
    }
}

/// Flushes the entries of a folder to the disk, if the system supports this.
///
/// # Errors
/// If the disk fails.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Windows cannot open folders; there the file system takes care of its entries.
    if cfg!(not(unix)) {
        return Ok(());
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // The folder is writable but not readable, or its file system does not flush folders.
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::InvalidInput) => Ok(()),
        synced => synced,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_much_is_read() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("text");
        fs::write(&path, "äbc").unwrap();
        assert_eq!(read_text(&path, 4).unwrap(), "äbc");
        assert_eq!(read_text(&path, 3).unwrap_err().to_string(), "found more than 3 bytes; accepted: at most 3");
        fs::write(&path, b"a\xff").unwrap();
        assert!(read_text(&path, 4).unwrap_err().to_string().starts_with("not UTF-8 text: "));
    }

    #[cfg(unix)]
    #[test]
    fn what_never_ends_is_refused() {
        assert!(read(Path::new("/dev/zero"), 1 << 20).is_err());
    }
}
