//! Journals: one line of JSON for each finished step.
//!
//! After a crash at any time, the next process reads the intact lines. It accepts a line only if it matches the files
//! that it describes, so the order in which the operating system writes to the disk does not matter.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::files::{fault, sync_parent};
use crate::base::error::Result;
use crate::base::files::{exists, read};

/// The name of the journal in a staging folder.
pub const JOURNAL: &str = "journal.jsonl";

/// The name of a new journal that is to replace the current one.
pub const NEW_JOURNAL: &str = "journal.new";

/// The maximum size of a journal.
const MOST_BYTES: u64 = 4 << 30;

/// A journal being written by this process.
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Starts a journal with these entries, replacing any existing one, and flushes it to the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn with(path: &Path, entries: &[impl Serialize]) -> Result<Self> {
        let file = stage(path, entries)?;
        replace(path)?;
        Ok(Self { path: path.to_path_buf(), file })
    }

    /// Removes a journal, if it exists: staged files are no longer trusted.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(path: &Path) -> Result<()> {
        if exists(path)? { fs::remove_file(path).map_err(|error| fault(path, error)) } else { Ok(()) }
    }

    /// Replaces all entries with these.
    ///
    /// # Errors
    /// If they cannot be written; then the journal is unchanged.
    pub fn begin_again(&mut self, entries: &[impl Serialize]) -> Result<()> {
        // This closes the current journal: some file systems of Windows cannot replace an open file.
        self.file = stage(&self.path, entries)?;
        replace(&self.path)
    }

    /// Appends an entry.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, entry: &impl Serialize) -> Result<()> {
        self.file.write_all(&line(entry)).map_err(|error| fault(&self.path, error))
    }

    /// Reads the intact entries of a journal, and the number of its damaged lines; none without a journal.
    ///
    /// A last line without an end is what an interruption leaves, and no damage.
    ///
    /// # Errors
    /// If it exists but cannot be read.
    pub fn read<E: DeserializeOwned>(path: &Path) -> Result<(Vec<E>, usize)> {
        let bytes = match read(path, MOST_BYTES) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok((Vec::new(), 0)),
            read => read.map_err(|error| fault(path, error))?,
        };
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
        let read: Vec<Option<E>> = lines.map(|line| serde_json::from_slice(line).ok()).collect();
        let damaged = read.iter().filter(|entry| entry.is_none()).count();
        Ok((read.into_iter().flatten().collect(), damaged))
    }
}

/// Writes a new journal next to the current one, and flushes it to the disk.
fn stage(path: &Path, entries: &[impl Serialize]) -> Result<File> {
    let new = path.with_file_name(NEW_JOURNAL);
    let lines: Vec<u8> = entries.iter().flat_map(line).collect();
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(&lines)?;
        file.sync_data()?;
        Ok(file)
    };
    write().map_err(|error: io::Error| fault(&new, error))
}

/// Replaces the current journal with the new one.
fn replace(path: &Path) -> Result<()> {
    fs::rename(path.with_file_name(NEW_JOURNAL), path).map_err(|error| fault(path, error))?;
    sync_parent(path)
}

/// Formats an entry as a line of a journal, with its line end.
pub fn line(entry: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(entry).expect("plain data");
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intact_entries_are_read_and_damaged_ones_counted() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join(JOURNAL);
        let read = || Journal::read::<(u64, String)>(&path).unwrap();
        let entry = |number: u64| (number, format!("the {number}th"));
        assert_eq!(read(), (vec![], 0));
        let mut journal = Journal::with(&path, &[entry(0)]).unwrap();
        journal.add(&entry(1)).unwrap();
        journal.add(&entry(2)).unwrap();
        assert_eq!(read(), (vec![entry(0), entry(1), entry(2)], 0));
        let whole = fs::read(&path).unwrap();
        let second = line(&entry(0)).len() + line(&entry(1)).len();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let expected = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!((read().0.len(), read().1), (expected, 0));
        }
        fs::write(&path, [&whole[..second], &[0; 100], b"\n", &whole[second..]].concat()).unwrap();
        assert_eq!(read(), (vec![entry(0), entry(1), entry(2)], 1));
        let mut journal = Journal::with(&path, &[entry(1)]).unwrap();
        journal.add(&entry(7)).unwrap();
        assert_eq!(read(), (vec![entry(1), entry(7)], 0));
    }
}
