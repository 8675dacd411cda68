//! A complete run in the folder, whose blocks are the first of a longer one.

use std::fmt::Display;
use std::io::BufRead;
use std::path::Path;

use serde::Deserialize;

use super::claim::Claim;
use super::table_file::TableFile;
use crate::base::error::{Error, Result};
use crate::base::whole_file::read_text;
use crate::lab::forms::compression::table_file;
use crate::lab::run::content::KeptTable;
use crate::lab::run::encoding;
use crate::lab::run::manifest::MOST_BYTES;
use crate::lab::schedule::Schedule;

/// What the manifest of a complete run says of its raw tables.
#[derive(Deserialize)]
pub struct Earlier {
    /// The blocks in this folder.
    pub blocks: u64,
    tables: Vec<KeptTable>,
}

impl Earlier {
    /// The run of this manifest.
    ///
    /// # Errors
    /// If the manifest cannot be read.
    pub fn of(manifest: &Path) -> Result<Self> {
        let unreadable = |error: &dyn Display| Error::input(format!("{}: {error}", manifest.display()));
        let text = read_text(manifest, MOST_BYTES).map_err(|error| unreadable(&error))?;
        serde_json::from_str(&text).map_err(|error| unreadable(&error))
    }

    /// A copy of a raw table in the staging folder, uncompressed and on the disk, that can grow.
    ///
    /// # Errors
    /// If the table is not the one of the manifest, or cannot be read or copied.
    pub fn copy(&self, claim: &Claim, schedule: &Schedule, table: &str) -> Result<TableFile> {
        let name = schedule.compress.file_name(table);
        let path = claim.folder().join(&name);
        let expected = self.tables.iter().find(|kept| kept.file == name).and_then(|kept| kept.content.as_ref());
        let changed = |why: &dyn Display| {
            let accepted = "the raw tables as the run left them, which a longer run starts with";
            Error::input(format!("{}: {why}; accepted: {accepted}", path.display()))
        };
        let mut from = encoding::open(&path).map_err(|error| changed(&error))?;
        let mut copy = TableFile::create(claim.staged(&table_file(table)))?;
        loop {
            let bytes = from.fill_buf().map_err(|error| changed(&error))?;
            if bytes.is_empty() {
                break;
            }
            let count = bytes.len();
            copy.write(bytes)?;
            from.consume(count);
        }
        let found = copy.flush()?;
        if expected != Some(&found) {
            return Err(changed(&format!("found SHA-256 {}, which is not that of the manifest", found.sha256)));
        }
        copy.sync()?;
        Ok(copy)
    }
}
