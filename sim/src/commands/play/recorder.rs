//! The file that records go to.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// Writes records, a game in a line, or nothing at all.
pub struct Recorder(Option<(PathBuf, BufWriter<File>)>);

impl Recorder {
    /// Writes nothing.
    pub fn nowhere() -> Self {
        Self(None)
    }

    /// Writes to a new file; an empty one is as good.
    ///
    /// # Errors
    /// If the file holds something, which would be lost, or cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        let unwritable = |error| Error::input(format!("{}: {error}", path.display()));
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(unwritable)?;
        if file.metadata().map_err(unwritable)?.len() > 0 {
            let refusal = "the file already holds something; accepted: a new file";
            return Err(Error::input(format!("{}: {refusal}", path.display())));
        }
        Ok(Self(Some((path.to_path_buf(), BufWriter::new(file)))))
    }

    /// Whether records are wanted.
    pub fn is_writing(&self) -> bool {
        self.0.is_some()
    }

    /// Writes one record.
    pub fn write(&mut self, line: &str) -> Result<()> {
        self.with_file(|file| writeln!(file, "{line}"))
    }

    /// Makes sure that everything is written.
    pub fn finish(&mut self) -> Result<()> {
        self.with_file(BufWriter::flush)
    }

    fn with_file(&mut self, act: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>) -> Result<()> {
        let Some((path, file)) = &mut self.0 else { return Ok(()) };
        act(file).map_err(|error| Error::other(format!("{}: {error}", path.display())))
    }
}
