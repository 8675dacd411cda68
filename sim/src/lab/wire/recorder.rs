//! The file that records go to.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::base::error::{Error, Result};

/// Writes records, one game per line, or nothing at all.
pub struct Recorder(Option<NewFile>);

impl Recorder {
    /// Writes to this file, if given: a new or empty one.
    ///
    /// # Errors
    /// If the file is not empty, so that something would be lost, or cannot be written.
    pub fn to(path: Option<&Path>) -> Result<Self> {
        path.map(NewFile::create).transpose().map(Self)
    }

    /// Whether records are wanted.
    pub fn is_writing(&self) -> bool {
        self.0.is_some()
    }

    /// Writes one record.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, line: &str) -> Result<()> {
        self.0.as_mut().map_or(Ok(()), |file| file.act(|file| writeln!(file, "{line}")))
    }

    /// Makes sure that everything is written.
    ///
    /// # Errors
    /// If it cannot be.
    pub fn finish(mut self) -> Result<()> {
        self.0.as_mut().map_or(Ok(()), NewFile::finish)
    }
}

/// A file that is being filled. Unless it is finished, it is removed again.
struct NewFile {
    path: PathBuf,
    file: BufWriter<File>,
    /// Whether this process created it, so that it may remove it.
    is_ours: bool,
}

impl NewFile {
    fn create(path: &Path) -> Result<Self> {
        let unwritable = |error| Error::input(format!("{}: {error}", path.display()));
        let (file, is_ours) = match File::create_new(path) {
            // An empty file, or something without a length, such as a pipe.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                (OpenOptions::new().append(true).open(path).map_err(unwritable)?, false)
            }
            result => (result.map_err(unwritable)?, true),
        };
        if file.metadata().map_err(unwritable)?.len() > 0 {
            let refusal = "the file already holds something; accepted: a new file";
            return Err(Error::input(format!("{}: {refusal}", path.display())));
        }
        Ok(Self { path: path.to_path_buf(), file: BufWriter::new(file), is_ours })
    }

    fn act(&mut self, act: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>) -> Result<()> {
        act(&mut self.file).map_err(|error| Error::other(format!("{}: {error}", self.path.display())))
    }

    fn finish(&mut self) -> Result<()> {
        self.act(BufWriter::flush)?;
        self.is_ours = false;
        Ok(())
    }
}

impl Drop for NewFile {
    /// After a failure: half a file of records would pass for a whole one.
    fn drop(&mut self) {
        if self.is_ours {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(matches!(&error, Error::Input(text) if text.contains("a new file")), "{error}");
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
