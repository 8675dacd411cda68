//! The raw tables of an incomplete run, written so that it can be resumed after any interruption.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use interface::digest::hex;
use rayon::prelude::*;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::base::error::{Error, Result};
use crate::base::files::read_text;
use crate::experiment::Experiment;
use crate::forms::column::header;
use crate::forms::compression::table_file;
use crate::forms::numbers::counted;
use crate::play::cost::Cost;
use crate::play::player::Lines;
use crate::run::manifest::{Content, KeptTable};
use crate::run::raw::{self, RawReader};
use crate::run::session::{Commit, JournalEntry, PlayedSession, RunHistory, RunSession, entries_of, sessions_of};
use crate::schedule::Schedule;
use crate::schedule::shards::Part;
use crate::store::claim::{Claim, STAGING};
use crate::store::files::{MOST_BYTES, fault};
use crate::store::journal::{JOURNAL, Journal};
use crate::subject::raw::{GAMES, RawTable};

/// The maximum time between commits, unless blocks take longer.
const COMMIT_AFTER: Duration = Duration::from_millis(200);

/// The maximum time between flushes to the disk.
const SYNC_AFTER: Duration = Duration::from_secs(30);

/// The minimum pause between flushes to the disk, as a multiple of the last one's duration.
const SYNC_PAUSE: u32 = 50;

/// A writer of blocks. A run can always be resumed from the last commit.
pub struct RawWriter {
    /// The tables, each with its index in the game's list.
    tables: Vec<(usize, TableFile)>,
    journal: Journal,
    /// The sessions before this one.
    earlier: Vec<PlayedSession>,
    session: RunSession,
    /// Whether blocks are committed as they are added.
    is_resumable: bool,
    /// The damage to what earlier sessions left, if any.
    loss: Option<String>,
    /// The number of blocks at the start of the session.
    begun_with: u64,
    blocks: u64,
    committed: u64,
    costs: Vec<Cost>,
    begun: Instant,
    next_commit: Instant,
    next_sync: Instant,
}

/// Returns the raw tables that an experiment writes, each with its index in the game's list.
fn written_tables(experiment: &Experiment) -> impl Iterator<Item = (usize, &'static RawTable)> {
    experiment.info().raw_tables.iter().enumerate().filter(|(_, table)| experiment.writes(table.name))
}

/// Reads the number of staged blocks of an unfinished run.
///
/// # Errors
/// If its journal cannot be read.
pub fn staged_blocks(claim: &Claim) -> Result<u64> {
    let (entries, _): (Vec<JournalEntry>, _) = Journal::read(&claim.staged(JOURNAL))?;
    Ok(entries.iter().filter_map(JournalEntry::commit).map(|commit| commit.blocks).max().unwrap_or(0))
}

/// Refuses to begin anew where tables have rows that no commit bears out; these rows are kept.
///
/// Every run writes a commit before its first row, so its journal is damaged.
///
/// # Errors
/// If there are such rows, or a file cannot be read.
pub fn refuse_unproven(claim: &mut Claim, experiment: &Experiment, part: &Part) -> Result<()> {
    let folder = claim.staged("");
    let games = File::open(folder.join(table_file(GAMES))).map(BufReader::new);
    if games.map_or(true, |games| games.lines().nth(1).is_none()) {
        return Ok(());
    }
    claim.keep(true);
    let tables = RawReader::open(experiment, raw::RawFolder::fresh(&folder), experiment.tables.iter().copied());
    let whole = tables
        .map_or(0, |mut tables| experiment.blocks_in(part).take_while(|&block| tables.block(block).is_ok()).count());
    Err(Error::input(
        folder.join(JOURNAL).display(),
        format_args!("no line is intact, so nothing proves the {whole} whole blocks in the tables beside it"),
        format_args!(
            "the file as the run left it, another folder (--out), or this one without `{STAGING}`, to start over"
        ),
    ))
}

impl RawWriter {
    /// Creates tables without blocks; unless they are resumable, no block is ever committed.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn create(claim: &Claim, experiment: &Experiment, session: RunSession, is_resumable: bool) -> Result<Self> {
        let mut tables = Vec::new();
        for (place, table) in written_tables(experiment) {
            let mut file = TableFile::create(claim.staged(&table_file(table.name)))?;
            file.write(header(&(table.dictionary)(Some(experiment))).as_bytes())?;
            tables.push((place, file));
        }
        let costs = vec![Cost::default(); experiment.agents.len()];
        let writer = Self::begin(claim, tables, RunHistory { sessions: Vec::new(), costs }, session, 0)?;
        Ok(Self { is_resumable, ..writer })
    }

    /// Continues with existing tables, truncated after the last commit that matches them.
    ///
    /// Returns `None` if there is no commit.
    ///
    /// # Errors
    /// If the tables are damaged, or cannot be read or written.
    pub fn go_on(claim: &Claim, experiment: &Experiment, session: RunSession) -> Result<Option<Self>> {
        let (entries, damaged): (Vec<JournalEntry>, _) = Journal::read(&claim.staged(JOURNAL))?;
        let commits = entries.iter().filter_map(JournalEntry::commit);
        let commits: Vec<&Commit> = commits.filter(|commit| commit.tables.len() == experiment.tables.len()).collect();
        if commits.is_empty() {
            return Ok(None);
        }
        let (good, prefixes) = last_good(claim, experiment, &commits)?;
        let (mut behind, mut tables) = (0, Vec::new());
        for ((place, table), prefix) in written_tables(experiment).zip(prefixes) {
            let path = claim.staged(&table_file(table.name));
            let length = fs::metadata(&path).map_err(|error| fault(&path, error))?.len();
            behind += length.saturating_sub(prefix.bytes);
            tables.push((place, TableFile::go_on(path, prefix)?));
        }
        let end = entries.iter().position(|entry| entry.commit() == Some(good)).map_or(entries.len(), |last| last + 1);
        let history = RunHistory { sessions: sessions_of(&entries[..end]), costs: good.costs.clone() };
        let session = RunSession { looks: history.looks(), ..session };
        let writer = Self::begin(claim, tables, history, session, good.blocks)?;
        let finished = commits.iter().map(|commit| commit.blocks).max().unwrap_or(0);
        let facts = [
            (damaged > 0).then(|| counted(damaged as u64, "damaged line")),
            (good.blocks < finished).then(|| format!("names {finished} blocks, of which {} are intact", good.blocks)),
            (behind > 0).then(|| format!("{behind} bytes of rows behind its last intact commit are played again")),
        ];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        let loss = (!facts.is_empty()).then(|| format!("{}: {}", claim.staged(JOURNAL).display(), facts.join("; ")));
        Ok(Some(Self { loss, ..writer }))
    }

    /// Copies the tables of a complete run, to continue after its last block.
    ///
    /// # Errors
    /// If a table was changed after the run, or cannot be copied.
    pub fn extend(
        claim: &Claim,
        experiment: &Experiment,
        session: RunSession,
        earlier: &EarlierRun,
        history: RunHistory,
    ) -> Result<Self> {
        Journal::remove(&claim.staged(JOURNAL))?;
        let mut tables = Vec::new();
        for (place, table) in written_tables(experiment) {
            tables.push((place, earlier.copy(claim, experiment, table.name)?));
        }
        let session = RunSession { looks: history.looks() + 1, ..session };
        let is_told = history.sessions.iter().map(|session| session.blocks).sum::<u64>() == earlier.blocks;
        let mut history = if is_told { history } else { RunHistory::default() };
        history.costs.resize(experiment.agents.len(), Cost::default());
        Self::begin(claim, tables, history, session, earlier.blocks)
    }

    /// Starts the journal with a commit, before any new block, and flushes it and the tables to the disk.
    fn begin(
        claim: &Claim,
        mut tables: Vec<(usize, TableFile)>,
        history: RunHistory,
        session: RunSession,
        blocks: u64,
    ) -> Result<Self> {
        let begun = Instant::now();
        let RunHistory { sessions: earlier, costs } = history;
        let commit = commit(&mut tables, blocks, Duration::ZERO, &costs)?;
        tables.iter().try_for_each(|(_, file)| file.sync())?;
        let journal = Journal::with(&claim.staged(JOURNAL), &shortest_journal(&earlier, &session, commit))?;
        let (next_commit, next_sync) = (begun + COMMIT_AFTER, begun + SYNC_AFTER);
        Ok(Self {
            tables,
            journal,
            earlier,
            session,
            is_resumable: true,
            loss: None,
            begun_with: blocks,
            blocks,
            committed: blocks,
            costs,
            begun,
            next_commit,
            next_sync,
        })
    }

    /// Adds the next blocks: their number, lines and processor times.
    ///
    /// Those of several blocks are written on the threads of the current pool, the tables side by side.
    ///
    /// # Errors
    /// If they cannot be written; committed blocks are kept.
    pub fn add(&mut self, blocks: u64, lines: &Lines, costs: &[Cost]) -> Result<()> {
        let write = |(place, file): &mut (usize, TableFile)| file.write(&lines[*place]);
        match blocks {
            1 => self.tables.iter_mut().try_for_each(write)?,
            _ => self.tables.par_iter_mut().try_for_each(write)?,
        }
        self.costs.iter_mut().zip(costs).for_each(|(total, cost)| total.add(cost));
        self.blocks += blocks;
        if !self.is_resumable {
            return Ok(());
        }
        let now = Instant::now();
        if now >= self.next_sync {
            self.sync().map(drop)
        } else if now >= self.next_commit {
            self.commit()
        } else {
            Ok(())
        }
    }

    /// Commits all blocks so far, so that they survive this process.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn commit(&mut self) -> Result<()> {
        let commit = commit(&mut self.tables, self.blocks, self.begun.elapsed(), &self.costs)?;
        self.journal.add(&JournalEntry::Commit(commit))?;
        self.committed = self.blocks;
        self.next_commit = Instant::now() + COMMIT_AFTER;
        Ok(())
    }

    /// Flushes all blocks to the disk, and shortens the journal; returns the contents of the tables.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn sync(&mut self) -> Result<Vec<Content>> {
        let begun = Instant::now();
        let commit = commit(&mut self.tables, self.blocks, self.begun.elapsed(), &self.costs)?;
        self.tables.iter().try_for_each(|(_, file)| file.sync())?;
        let contents = commit.tables.clone();
        if !self.is_resumable {
            return Ok(contents);
        }
        self.journal.begin_again(&shortest_journal(&self.earlier, &self.session, commit))?;
        self.committed = self.blocks;
        let now = Instant::now();
        self.next_commit = now + COMMIT_AFTER;
        self.next_sync = now + SYNC_AFTER.max((now - begun) * SYNC_PAUSE);
        Ok(contents)
    }

    /// Returns whether finished blocks survive an early end.
    pub fn is_resumable(&self) -> bool {
        self.is_resumable
    }

    /// Returns the number of threads of the session.
    pub fn threads(&self) -> usize {
        self.session.threads
    }

    /// Returns the number of times that the run was complete before.
    pub fn looks(&self) -> u64 {
        self.session.looks
    }

    /// Returns the damage to what earlier sessions left, in words; `None` if everything is intact.
    pub fn loss(&self) -> Option<&str> {
        self.loss.as_deref()
    }

    /// Returns the number of blocks that survive this process, including those of earlier sessions.
    pub fn committed(&self) -> u64 {
        self.committed
    }

    /// Returns the processor time of decisions by agent, over all sessions.
    pub fn costs(&self) -> &[Cost] {
        &self.costs
    }

    /// Returns all sessions, including this one.
    pub fn sessions(&self) -> Vec<PlayedSession> {
        let now = PlayedSession {
            session: self.session.clone(),
            blocks: self.blocks - self.begun_with,
            elapsed_s: self.begun.elapsed().as_secs_f64(),
        };
        [&self.earlier[..], &[now]].concat()
    }
}

/// Returns the entries of the shortest journal: the sessions, and one commit from which to resume.
fn shortest_journal(earlier: &[PlayedSession], session: &RunSession, commit: Commit) -> Vec<JournalEntry> {
    let mut entries = entries_of(earlier);
    entries.extend([JournalEntry::Session(session.clone()), JournalEntry::Commit(commit)]);
    entries
}

fn commit(tables: &mut [(usize, TableFile)], blocks: u64, elapsed: Duration, costs: &[Cost]) -> Result<Commit> {
    let tables = tables.iter_mut().map(|(_, file)| file.flush()).collect::<Result<_>>()?;
    Ok(Commit { blocks, elapsed_s: elapsed.as_secs_f64(), costs: costs.to_vec(), tables })
}

/// Finds the last commit that matches every table, and the prefixes of the tables up to it.
fn last_good<'a>(claim: &Claim, schedule: &Schedule, commits: &[&'a Commit]) -> Result<(&'a Commit, Vec<Prefix>)> {
    let mut tables: Vec<Vec<Prefix>> = Vec::new();
    for (index, table) in schedule.tables.iter().enumerate() {
        tables.push(prefixes(&claim.staged(&table_file(table)), commits.iter().map(|commit| &commit.tables[index]))?);
    }
    let good = tables.iter().map(Vec::len).min().unwrap_or(0);
    // The first commit was flushed before its journal: if the tables do not match it, they were changed.
    let Some(last) = good.checked_sub(1) else {
        let (folder, blocks) = (claim.folder().display(), commits[0].blocks);
        return Err(Error::input(
            &folder,
            format_args!(
                "the tables of the unfinished run were changed or are damaged: they do not match its {blocks} blocks"
            ),
            "the folder as the run left it, or another one (--out)",
        ));
    };
    Ok((commits[last], tables.into_iter().map(|prefixes| prefixes[last].clone()).collect()))
}

/// A table being written, with the hash of its content.
struct TableFile {
    path: PathBuf,
    file: BufWriter<File>,
    /// Everything that was written.
    content: Prefix,
}

impl TableFile {
    /// Creates a file, replacing any existing one.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(path: PathBuf) -> Result<Self> {
        let file = File::create(&path).map_err(|error| fault(&path, error))?;
        Ok(Self { path, file: buffered(file), content: Prefix::default() })
    }

    /// Truncates a file to this prefix, to continue from there.
    ///
    /// # Errors
    /// If it cannot be truncated or written.
    pub fn go_on(path: PathBuf, prefix: Prefix) -> Result<Self> {
        let file = OpenOptions::new().append(true).open(&path).map_err(|error| fault(&path, error))?;
        file.set_len(prefix.bytes).map_err(|error| fault(&path, error))?;
        Ok(Self { path, file: buffered(file), content: prefix })
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|error| fault(&self.path, error))?;
        self.content.add(bytes);
        Ok(())
    }

    /// Flushes everything to the operating system. Returns the content of the table up to now.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<Content> {
        self.file.flush().map_err(|error| fault(&self.path, error))?;
        Ok(self.content.content())
    }

    /// Waits until all flushed data are on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn sync(&self) -> Result<()> {
        self.file.get_ref().sync_data().map_err(|error| fault(&self.path, error))
    }
}

fn buffered(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(1 << 16, file)
}

/// The first bytes of a table, with their hash.
#[derive(Clone, Default)]
struct Prefix {
    lines: u64,
    bytes: u64,
    hash: Sha256,
}

impl Prefix {
    fn add(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.bytes += bytes.len() as u64;
    }

    fn content(&self) -> Content {
        // The header is not a row.
        let rows = self.lines.saturating_sub(1);
        Content { rows, bytes: self.bytes, sha256: hex(&self.hash.clone().finalize()) }
    }
}

/// Reads the prefixes of a table at these marks, up to the first mark that does not match the file.
///
/// # Errors
/// If the file cannot be read.
fn prefixes<'a>(path: &Path, marks: impl Iterator<Item = &'a Content>) -> Result<Vec<Prefix>> {
    let unreadable = |error| {
        Error::of_path(path, &error, "the tables of the unfinished run as it left them, or another folder (--out)")
    };
    let mut file = BufReader::with_capacity(1 << 20, File::open(path).map_err(unreadable)?);
    let (mut prefixes, mut prefix) = (Vec::new(), Prefix::default());
    let mut buffer = vec![0; 1 << 16];
    for mark in marks {
        while prefix.bytes < mark.bytes {
            let wanted = (mark.bytes - prefix.bytes).min(buffer.len() as u64) as usize;
            let count = file.read(&mut buffer[..wanted]).map_err(unreadable)?;
            if count == 0 {
                return Ok(prefixes);
            }
            prefix.add(&buffer[..count]);
        }
        if prefix.content() != *mark {
            break;
        }
        prefixes.push(prefix.clone());
    }
    Ok(prefixes)
}

/// A complete run to be extended, with its raw tables as listed in the manifest.
#[derive(Deserialize)]
pub struct EarlierRun {
    /// The blocks in this folder.
    pub blocks: u64,
    tables: Vec<KeptTable>,
}

impl EarlierRun {
    /// Reads a manifest.
    ///
    /// # Errors
    /// If the manifest cannot be read.
    pub fn of(manifest: &Path) -> Result<Self> {
        let text = read_text(manifest, MOST_BYTES).map_err(|error| Error::of_path(manifest, &error, ""))?;
        serde_json::from_str(&text).map_err(|error| Error::input(manifest.display(), &error, ""))
    }

    /// Copies a raw table into the staging folder, uncompressed so that it can grow.
    ///
    /// The copy is on the disk when this returns.
    ///
    /// # Errors
    /// If the table is not the one of the manifest, or cannot be read or copied.
    fn copy(&self, claim: &Claim, schedule: &Schedule, table: &str) -> Result<TableFile> {
        let name = schedule.compress.file_name(table);
        let path = claim.folder().join(&name);
        let expected = self.tables.iter().find(|kept| kept.file == name).and_then(|kept| kept.content.as_ref());
        let accepted = "the raw tables as the run left them, which a longer run extends";
        let unreadable = |error| Error::of_path(&path, &error, accepted);
        let mut from = raw::open(&path).map_err(unreadable)?;
        let mut copy = TableFile::create(claim.staged(&table_file(table)))?;
        loop {
            let bytes = from.fill_buf().map_err(unreadable)?;
            if bytes.is_empty() {
                break;
            }
            let count = bytes.len();
            copy.write(bytes)?;
            from.consume(count);
        }
        let found = copy.flush()?;
        if expected != Some(&found) {
            let why = format!("found SHA-256 {}, which differs from the manifest", found.sha256);
            return Err(Error::input(path.display(), &why, accepted));
        }
        copy.sync()?;
        Ok(copy)
    }
}
