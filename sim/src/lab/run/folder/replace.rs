//! Files that take the place of earlier ones.

use std::path::Path;

use super::claim::Claim;
use super::disk::{is_unfinished, write_whole};
use crate::base::error::{Error, Result};
use crate::lab::run::files::MANIFEST;

/// Puts these files into a folder in place of those with the same names: each complete, and only when all are written.
///
/// # Errors
/// If another process fills the folder, it holds an unfinished run, or it cannot be written. Then nothing was replaced, unless the files
/// could be written but not moved.
pub fn replace(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<()> {
    let claim = Claim::of(folder)?;
    let manifest = folder.join(MANIFEST);
    if is_unfinished(&manifest) || (claim.staged_blocks()? > 0 && !manifest.exists()) {
        let shown = folder.display();
        return Err(Error::input(format!("{shown}: holds an unfinished run; accepted: another folder (--out)")));
    }
    files.iter().try_for_each(|(name, content)| write_whole(&claim.staged(name), content))?;
    let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    // What a longer run has staged stays.
    claim.publish(&names)
}
