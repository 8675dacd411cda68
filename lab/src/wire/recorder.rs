//! The output file of records.

use std::path::Path;

use crate::base::error::Result;
use crate::base::output::NewFile;

/// Writes records, one game per line, or nothing.
pub struct Recorder(Option<NewFile>);

impl Recorder {
    /// Writes to this file, if given, which must be new or empty.
    ///
    /// # Errors
    /// If the file is not empty, or cannot be written.
    pub fn to(path: Option<&Path>) -> Result<Self> {
        path.map(NewFile::create).transpose().map(Self)
    }

    /// Returns whether records are written.
    pub fn is_writing(&self) -> bool {
        self.0.is_some()
    }

    /// Writes one record.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, line: &str) -> Result<()> {
        let Some(file) = &mut self.0 else { return Ok(()) };
        file.write(line.as_bytes())?;
        file.write(b"\n")
    }

    /// Flushes everything.
    ///
    /// # Errors
    /// If it cannot be.
    pub fn finish(self) -> Result<()> {
        self.0.map_or(Ok(()), NewFile::finish)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::base::error::Error;

    #[test]
    fn a_new_file_is_kept_when_finished_and_removed_when_not() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("g.jsonl");
        let mut recorder = Recorder::to(Some(&path)).unwrap();
        recorder.write("half").unwrap();
        drop(recorder);
        assert!(!path.exists());
        let mut recorder = Recorder::to(Some(&path)).unwrap();
        recorder.write("whole").unwrap();
        recorder.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole\n");
    }

    #[test]
    fn a_full_file_is_refused_and_an_empty_one_taken_and_never_removed() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("g.jsonl");
        fs::write(&path, "").unwrap();
        drop(Recorder::to(Some(&path)).unwrap());
        assert!(path.exists());
        fs::write(&path, "mine").unwrap();
        let error = Recorder::to(Some(&path)).err().unwrap();
        assert!(matches!(&error, Error::Input(input) if input.to_string().contains("a new file")), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    }

    #[test]
    fn nowhere_takes_everything() {
        let mut recorder = Recorder::to(None).unwrap();
        assert!(!recorder.is_writing());
        recorder.write("lost").unwrap();
        recorder.finish().unwrap();
    }
}
