//! The file of a page.

use std::path::Path;

use super::page;
use lab::base::error::{Error, Result};
use lab::base::files::metadata;
use lab::base::output::{check_ours, replace};
use lab::run::manifest::MANIFEST;

/// Checks that a page can be written to this path.
///
/// # Errors
/// If its folder does not exist, its name is reserved for a run's files, or there is a file that is no such page.
pub fn check(path: &Path) -> Result<()> {
    let shown = path.display();
    let is_table = path.extension().is_some_and(|ending| ending == "csv");
    if is_table || path.file_name().is_some_and(|name| name == MANIFEST) {
        return Err(Error::input(&shown, "found the name of a file of the run", "another one for the page"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    if metadata(path)?.is_some_and(|found| found.is_dir()) {
        Err(Error::input(&shown, "found a folder", "a file for the page"))
    } else if !metadata(folder).map_err(|error| error.at(&shown))?.is_some_and(|found| found.is_dir()) {
        Err(Error::input(&shown, format_args!("found no folder {}", folder.display()), "a file in one that exists"))
    } else {
        check_ours(path, page::BEGINNING)
    }
}

/// Writes a page atomically.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, page: &str) -> Result<()> {
    replace(path, page.as_bytes())
}
