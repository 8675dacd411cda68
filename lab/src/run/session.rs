//! The entries of a run's journal: sessions, and commits with the state of the tables.

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
    /// The tables are valid up to here.
    Commit(Commit),
}

impl JournalEntry {
    /// Returns the commit, if it is one.
    pub fn commit(&self) -> Option<&Commit> {
        match self {
            Self::Commit(commit) => Some(commit),
            Self::Session(_) => None,
        }
    }
}

/// A session: the start of a run or its resumption.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields name themselves")]
pub struct RunSession {
    pub arguments: Vec<String>,
    pub folder: String,
    pub host: Option<String>,
    pub version: String,
    pub revision: String,
    pub threads: usize,
    /// The start time in seconds since 1970.
    pub started_unix_s: u64,
    /// The number of times that the run was complete before, each a look at its results.
    pub looks: u64,
}

/// A state of the tables from which a run can be resumed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Commit {
    /// The number of blocks in the tables.
    pub blocks: u64,
    /// The seconds since the start of the session.
    pub elapsed_s: f64,
    /// The processor time of decisions by agent, over all sessions.
    pub costs: Vec<Cost>,
    /// The content of each raw table, in the order of the experiment.
    pub tables: Vec<Content>,
}

/// A session that has ended or is in progress, with its contribution.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayedSession {
    /// The session as recorded in the journal at its start.
    #[serde(flatten)]
    pub session: RunSession,
    /// The number of blocks that it added.
    pub blocks: u64,
    /// The duration in seconds, up to its last commit if it was killed.
    pub elapsed_s: f64,
}

/// The sessions that played the first blocks of a run.
#[derive(Default)]
pub struct RunHistory {
    /// The sessions, in order.
    pub sessions: Vec<PlayedSession>,
    /// The processor time of decisions by agent.
    pub costs: Vec<Cost>,
}

impl RunHistory {
    /// Returns the number of looks at the run's results before the last session.
    pub fn looks(&self) -> u64 {
        self.sessions.last().map_or(0, |last| last.session.looks)
    }
}

/// Converts sessions to journal entries, each followed by a commit with the number of blocks.
pub fn entries_of(sessions: &[PlayedSession]) -> Vec<JournalEntry> {
    let mut blocks = 0;
    let entries = sessions.iter().flat_map(|played| {
        blocks += played.blocks;
        let commit = Commit { blocks, elapsed_s: played.elapsed_s, costs: Vec::new(), tables: Vec::new() };
        [JournalEntry::Session(played.session.clone()), JournalEntry::Commit(commit)]
    });
    entries.collect()
}

/// Extracts the sessions from the entries of a journal; the inverse of [`entries_of`].
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
    /// Creates a session that starts now in this process.
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
            looks: 0,
        }
    }
}

/// Returns the name of the machine, if known.
fn host() -> Option<String> {
    let named = std::env::var("HOSTNAME").ok();
    named.or_else(|| std::fs::read_to_string("/proc/sys/kernel/hostname").ok()).map(|name| name.trim().to_owned())
}
