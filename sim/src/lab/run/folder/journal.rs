//! The journal of an unfinished run: how far its tables can be trusted.
//!
//! A line of JSON says that a session has started, or how long each table was after a number of blocks, and its hash then. Whatever
//! ends a run, at any moment, the next session resumes from the last line that the tables confirm: the order in which a
//! system writes to the disk does not matter.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::disk::{fault, sync_folder, write_whole};
use crate::base::error::Result;
use crate::base::whole_file::read;
use crate::lab::play::cost::Cost;
use crate::lab::run::content::Content;

/// The name of the journal in the staging folder.
pub const JOURNAL: &str = "journal.jsonl";

/// The longest journal that is read. It has some hundred lines, and two for each session.
const MOST_BYTES: u64 = 64 << 20;

/// A line of the journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A session starts.
    Session(Session),
    /// Up to here the tables are intact.
    Commit(Commit),
}

impl Entry {
    /// The commit, if it is one.
    pub fn commit(&self) -> Option<&Commit> {
        match self {
            Self::Commit(commit) => Some(commit),
            Self::Session(_) => None,
        }
    }
}

/// One time that a run was started or resumed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct Session {
    pub arguments: Vec<String>,
    pub folder: String,
    pub host: Option<String>,
    pub version: String,
    pub revision: String,
    pub threads: usize,
    /// Seconds since 1970.
    pub started_unix_s: u64,
}

/// A state of the tables to resume from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Commit {
    /// Blocks that are in the tables.
    pub blocks: u64,
    /// Since the session started.
    pub elapsed_s: f64,
    /// Processor time of decisions by agent, over all sessions.
    pub costs: Vec<Cost>,
    /// Each raw table, in the order of the experiment.
    pub tables: Vec<Content>,
}

/// How the blocks were played that a run starts with.
#[derive(Default)]
pub struct Past {
    /// The sessions, each with the blocks that it added and the seconds that it took.
    pub sessions: Vec<(Session, u64, f64)>,
    /// Processor time of decisions by agent.
    pub costs: Vec<Cost>,
}

/// Sessions as entries of a journal, each with the blocks after it.
pub fn entries(sessions: Vec<(Session, u64, f64)>) -> Vec<Entry> {
    let mut blocks = 0;
    let entries = sessions.into_iter().flat_map(|(session, added, elapsed_s)| {
        blocks += added;
        let commit = Commit { blocks, elapsed_s, costs: Vec::new(), tables: Vec::new() };
        [Entry::Session(session), Entry::Commit(commit)]
    });
    entries.collect()
}

/// The journal of a run in progress.
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// A journal with these entries, in place of any that is there; they are on the disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn with(path: &Path, entries: &[Entry]) -> Result<Self> {
        let new = path.with_extension("new");
        let lines: Vec<u8> = entries.iter().flat_map(line).collect();
        write_whole(&new, &lines)?;
        let replace = || {
            fs::rename(&new, path)?;
            OpenOptions::new().append(true).open(path)
        };
        let file = replace().map_err(|error| fault(path, error))?;
        sync_folder(path.parent().unwrap_or(Path::new("")));
        Ok(Self { path: path.to_path_buf(), file })
    }

    /// Removes a journal, if there is one: what is staged is no longer vouched for.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(path: &Path) -> Result<()> {
        if path.exists() { fs::remove_file(path).map_err(|error| fault(path, error)) } else { Ok(()) }
    }

    /// Replaces all entries so far with these.
    ///
    /// # Errors
    /// If they cannot be written; then the journal is as it was.
    pub fn begin_again(&mut self, entries: &[Entry]) -> Result<()> {
        *self = Self::with(&self.path, entries)?;
        Ok(())
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, entry: &Entry) -> Result<()> {
        self.file.write_all(&line(entry)).map_err(|error| fault(&self.path, error))
    }

    /// The entries of a journal up to the first incomplete one; none without a journal.
    ///
    /// # Errors
    /// If it exists and cannot be read.
    pub fn read(path: &Path) -> Result<Vec<Entry>> {
        if !path.exists() {
            return Ok(Vec::new());
        }
        let bytes = read(path, MOST_BYTES).map_err(|error| fault(path, error))?;
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
        Ok(lines.map_while(|line| serde_json::from_slice(line).ok()).collect())
    }
}

fn line(entry: &Entry) -> Vec<u8> {
    let mut line = serde_json::to_vec(entry).expect("plain data");
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit(blocks: u64) -> Entry {
        let tables = vec![Content { rows: blocks, bytes: 10 * blocks, sha256: "00".to_owned() }];
        Entry::Commit(Commit { blocks, elapsed_s: 0.5, costs: vec![Cost::default()], tables })
    }

    #[test]
    fn entries_are_read_up_to_the_first_that_is_not_whole() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join(JOURNAL);
        assert_eq!(Journal::read(&path).unwrap(), []);
        let mut journal = Journal::with(&path, &[commit(0)]).unwrap();
        journal.add(&commit(1)).unwrap();
        journal.add(&commit(2)).unwrap();
        assert_eq!(Journal::read(&path).unwrap(), [commit(0), commit(1), commit(2)]);
        let whole = fs::read(&path).unwrap();
        let second = line(&commit(0)).len() + line(&commit(1)).len();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let expected = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(Journal::read(&path).unwrap().len(), expected);
        }
        fs::write(&path, [&whole[..second], &[0; 100], b"\n", &whole[second..]].concat()).unwrap();
        assert_eq!(Journal::read(&path).unwrap(), [commit(0), commit(1)]);
        let mut journal = Journal::with(&path, &[commit(1)]).unwrap();
        journal.add(&commit(7)).unwrap();
        assert_eq!(Journal::read(&path).unwrap(), [commit(1), commit(7)]);
    }
}
