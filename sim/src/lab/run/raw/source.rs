//! Where raw tables are, and what is known of them before they are read.

use std::path::Path;

use crate::base::error::{Error, Result};
use crate::lab::run::content::{Content, KeptTable};
use crate::lab::run::files::MANIFEST;

/// The version of the form of manifests and tables.
pub const SCHEMA: u32 = 3;

/// A folder with raw tables.
#[derive(Copy, Clone, Debug)]
pub struct RawFolder<'a> {
    /// Its path.
    pub path: &'a Path,
    /// What they must hold, by its manifest; nothing if anything readable will do.
    pub vouched: Option<&'a [KeptTable]>,
}

impl<'a> RawFolder<'a> {
    /// Tables that this program has just written.
    pub fn fresh(path: &'a Path) -> Self {
        Self { path, vouched: None }
    }

    /// Compares what a table holds with what it must hold.
    ///
    /// # Errors
    /// If it is something else.
    pub fn confirm(&self, file: &str, found: &Content) -> Result<()> {
        let Some(vouched) = self.vouched else { return Ok(()) };
        let expected = vouched.iter().find(|table| table.file == file).and_then(|table| table.content.as_ref());
        if expected == Some(found) {
            return Ok(());
        }
        let shown = |content: &Content| format!("{} bytes, SHA-256 {}", content.bytes, content.sha256);
        let (found, expected) = (shown(found), expected.map_or("nothing".to_owned(), shown));
        let [path, manifest] = [file, MANIFEST].map(|name| self.path.join(name));
        Err(Error::input(format!(
            "{}: found {found}; accepted: {expected}, as {} says (`sim analyse` and `sim compare` take changed tables with --edited)",
            path.display(),
            manifest.display()
        )))
    }
}
