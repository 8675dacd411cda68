//! The entries of a run's journal: its sessions, and its commits, which say how long the tables were after a number of blocks.

use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::play::cost::Cost;
use crate::run::manifest::{Content, REVISION, VERSION};

/// A line of the journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JournalEntry {
    /// A session starts.
    Session(RunSession),
    /// The tables are intact up to here.
    Commit(Commit),
}

impl JournalEntry {
    /// The commit, if it is one.
    pub fn commit(&self) -> Option<&Commit> {
        match self {
            Self::Commit(commit) => Some(commit),
            Self::Session(_) => None,
        }
    }
}

/// One start of a run, or one time that it was resumed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct RunSession {
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
    /// Seconds since the session started.
    pub elapsed_s: f64,
    /// Processor time of decisions by agent, over all sessions.
    pub costs: Vec<Cost>,
    /// The content of each raw table, in the order of the experiment.
    pub tables: Vec<Content>,
}

/// A session that has ended, or the one that plays now, with what it has added.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayedSession {
    /// The session as the journal notes it at its start.
    #[serde(flatten)]
    pub session: RunSession,
    /// Blocks that it added.
    pub blocks: u64,
    /// Its length in seconds, up to its last commit if it was killed.
    pub elapsed_s: f64,
}

/// The sessions that have played the first blocks of a run.
#[derive(Default)]
pub struct RunHistory {
    /// The sessions, in order.
    pub sessions: Vec<PlayedSession>,
    /// Processor time of decisions by agent.
    pub costs: Vec<Cost>,
}

/// Turns sessions into entries of a journal, each with a commit after it that says how many blocks there were then.
pub fn entries_of(sessions: &[PlayedSession]) -> Vec<JournalEntry> {
    let mut blocks = 0;
    let entries = sessions.iter().flat_map(|played| {
        blocks += played.blocks;
        let commit = Commit { blocks, elapsed_s: played.elapsed_s, costs: Vec::new(), tables: Vec::new() };
        [JournalEntry::Session(played.session.clone()), JournalEntry::Commit(commit)]
    });
    entries.collect()
}

/// Reads the sessions from the entries of a journal; the inverse of [`entries_of`].
pub fn sessions_of(entries: &[JournalEntry]) -> Vec<PlayedSession> {
    let (mut sessions, mut before) = (Vec::<PlayedSession>::new(), 0);
    let mut committed = 0;
    for entry in entries {
        match entry {
            JournalEntry::Session(session) => {
                before = committed;
                sessions.push(PlayedSession { session: session.clone(), blocks: 0, elapsed_s: 0.0 });
            }
            JournalEntry::Commit(commit) => {
                committed = commit.blocks;
                if let Some(last) = sessions.last_mut() {
                    (last.blocks, last.elapsed_s) = (committed - before, commit.elapsed_s);
                }
            }
        }
    }
    sessions
}

impl RunSession {
    /// A session that starts now in this process.
    pub fn now(folder: &Path, threads: usize) -> Self {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self {
            arguments: std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect(),
            folder: folder.display().to_string(),
            host: host(),
            version: VERSION.to_owned(),
            revision: REVISION.to_owned(),
            threads,
            started_unix_s: now.as_secs(),
        }
    }
}

/// The machine's name, if known.
fn host() -> Option<String> {
    let named = std::env::var("HOSTNAME").ok();
    named.or_else(|| std::fs::read_to_string("/proc/sys/kernel/hostname").ok()).map(|name| name.trim().to_owned())
}
