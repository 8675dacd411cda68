//! The raw tables of a run that is not complete: how they grow block by block, what of them survives, and how they are continued.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use interface::digest::hex;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::base::error::{Error, Result};
use crate::base::files::read_text;
use crate::experiment::Experiment;
use crate::forms::column::header;
use crate::forms::compression::table_file;
use crate::play::cost::Cost;
use crate::play::player::Lines;
use crate::run::folder::{Claim, Commit, Entry, JOURNAL, Journal, Past, Session, entries_of, fault};
use crate::run::manifest::{Content, KeptTable, MOST_BYTES};
use crate::run::raw;
use crate::schedule::Schedule;

/// The longest time between commits, unless blocks take longer.
const COMMIT_AFTER: Duration = Duration::from_millis(200);

/// The longest time between flushes to the disk.
const SYNC_AFTER: Duration = Duration::from_secs(30);

/// After a flush to the disk, the next one waits this many times as long as it took.
const SYNC_PAUSE: u32 = 50;

/// Writes blocks. Whatever happens, a run can be resumed from what was committed.
pub struct RawWriter {
    /// Each with its place in the game's list.
    tables: Vec<(usize, TableFile)>,
    journal: Journal,
    /// What a new journal would start with: sessions, each with its last commit.
    history: Vec<Entry>,
    /// Whether blocks are committed as they come.
    is_resumable: bool,
    blocks: u64,
    committed: u64,
    costs: Vec<Cost>,
    begun: Instant,
    next_commit: Instant,
    next_sync: Instant,
}

impl RawWriter {
    /// New tables without blocks. If they are not resumable, no block is ever committed.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn create(claim: &Claim, experiment: &Experiment, session: Session, is_resumable: bool) -> Result<Self> {
        let written =
            experiment.info().raw_tables.iter().enumerate().filter(|(_, table)| experiment.writes(table.name));
        let tables = written.map(|(place, table)| {
            let mut file = TableFile::create(claim.staged(&table_file(table.name)))?;
            file.write(header(&table.dictionary_of(&experiment.schedule, &*experiment.subject)).as_bytes())?;
            Ok((place, file))
        });
        let tables = tables.collect::<Result<_>>()?;
        let costs = vec![Cost::default(); experiment.agents.len()];
        let writer = Self::begin(claim, tables, vec![Entry::Session(session)], 0, costs)?;
        Ok(Self { is_resumable, ..writer })
    }

    /// Tables that were started, cut off after the last commit that they confirm. Nothing without any commit.
    ///
    /// # Errors
    /// If the tables are damaged, or cannot be read or written.
    pub fn go_on(claim: &Claim, experiment: &Experiment, session: Session) -> Result<Option<Self>> {
        let entries = Journal::read(&claim.staged(JOURNAL))?;
        let marks_of = |commit: &&Commit| commit.tables.len() == experiment.tables.len();
        let commits: Vec<&Commit> = entries.iter().filter_map(Entry::commit).filter(marks_of).collect();
        if commits.is_empty() {
            return Ok(None);
        }
        let (good, prefixes) = last_good(claim, experiment, &commits)?;
        let written =
            experiment.info().raw_tables.iter().enumerate().filter(|(_, table)| experiment.writes(table.name));
        let open = |((place, table), prefix): ((usize, &crate::subject::raw::RawTable), Prefix)| {
            Ok((place, TableFile::go_on(claim.staged(&table_file(table.name)), prefix)?))
        };
        let tables = written.zip(prefixes).map(open).collect::<Result<_>>()?;
        let mut history = history_up_to(&entries, good);
        history.push(Entry::Session(session));
        Self::begin(claim, tables, history, good.blocks, good.costs.clone()).map(Some)
    }

    /// Copies of the tables of a complete run, to continue after its last block.
    ///
    /// # Errors
    /// If a table is not as the run left it, or cannot be copied.
    pub fn extend(
        claim: &Claim,
        experiment: &Experiment,
        session: Session,
        earlier: &Earlier,
        past: Past,
    ) -> Result<Self> {
        Journal::remove(&claim.staged(JOURNAL))?;
        let written =
            experiment.info().raw_tables.iter().enumerate().filter(|(_, table)| experiment.writes(table.name));
        let copy = |(place, table): (usize, &crate::subject::raw::RawTable)| {
            Ok((place, earlier.copy(claim, experiment, table.name)?))
        };
        let tables = written.map(copy).collect::<Result<_>>()?;
        let is_told = past.sessions.iter().map(|(_, blocks, _)| blocks).sum::<u64>() == earlier.blocks;
        let Past { sessions, mut costs } = if is_told { past } else { Past::default() };
        costs.resize(experiment.agents.len(), Cost::default());
        let mut history = entries_of(sessions);
        history.push(Entry::Session(session));
        Self::begin(claim, tables, history, earlier.blocks, costs)
    }

    /// The journal's first commit comes before any new block.
    fn begin(
        claim: &Claim,
        mut tables: Vec<(usize, TableFile)>,
        history: Vec<Entry>,
        blocks: u64,
        costs: Vec<Cost>,
    ) -> Result<Self> {
        let begun = Instant::now();
        let commit = commit(&mut tables, blocks, Duration::ZERO, &costs)?;
        let journal = Journal::with(&claim.staged(JOURNAL), &[&history[..], &[Entry::Commit(commit)]].concat())?;
        let (next_commit, next_sync) = (begun + COMMIT_AFTER, begun + SYNC_AFTER);
        Ok(Self {
            tables,
            journal,
            history,
            is_resumable: true,
            blocks,
            committed: blocks,
            costs,
            begun,
            next_commit,
            next_sync,
        })
    }

    /// Adds the next block: its lines, and the processor time that it took.
    ///
    /// # Errors
    /// If it cannot be written; what was committed is kept.
    pub fn add(&mut self, lines: &Lines, costs: &[Cost]) -> Result<()> {
        self.tables.iter_mut().try_for_each(|(place, file)| file.write(&lines[*place]))?;
        self.costs.iter_mut().zip(costs).for_each(|(total, cost)| total.add(cost));
        self.blocks += 1;
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

    /// Makes sure that all blocks so far survive this process.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn commit(&mut self) -> Result<()> {
        let commit = commit(&mut self.tables, self.blocks, self.begun.elapsed(), &self.costs)?;
        self.journal.add(&Entry::Commit(commit))?;
        self.committed = self.blocks;
        self.next_commit = Instant::now() + COMMIT_AFTER;
        Ok(())
    }

    /// Makes sure that all blocks so far survive a loss of power, and shortens the journal where they are committed; the state of the
    /// tables.
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
        self.journal.begin_again(&[&self.history[..], &[Entry::Commit(commit)]].concat())?;
        self.committed = self.blocks;
        let now = Instant::now();
        self.next_commit = now + COMMIT_AFTER;
        self.next_sync = now + SYNC_AFTER.max((now - begun) * SYNC_PAUSE);
        Ok(contents)
    }

    /// Whether finished blocks survive an early end.
    pub fn is_resumable(&self) -> bool {
        self.is_resumable
    }

    /// Blocks that survive this process, those of earlier sessions included.
    pub fn committed(&self) -> u64 {
        self.committed
    }

    /// Processor time of decisions by agent, over all sessions.
    pub fn costs(&self) -> &[Cost] {
        &self.costs
    }

    /// All sessions, each with the blocks that it added and the seconds that it took.
    pub fn sessions(&self) -> Vec<(Session, u64, f64)> {
        let now = Entry::Commit(Commit {
            blocks: self.blocks,
            elapsed_s: self.begun.elapsed().as_secs_f64(),
            costs: Vec::new(),
            tables: Vec::new(),
        });
        let (mut sessions, mut blocks) = (Vec::<(Session, u64, f64)>::new(), 0);
        for entry in self.history.iter().chain([&now]) {
            match entry {
                Entry::Session(session) => sessions.push((session.clone(), 0, 0.0)),
                Entry::Commit(commit) => {
                    let added = commit.blocks - blocks;
                    sessions
                        .iter_mut()
                        .next_back()
                        .into_iter()
                        .for_each(|last| (last.1, last.2) = (added, commit.elapsed_s));
                    blocks = commit.blocks;
                }
            }
        }
        sessions
    }
}

fn commit(tables: &mut [(usize, TableFile)], blocks: u64, elapsed: Duration, costs: &[Cost]) -> Result<Commit> {
    let tables = tables.iter_mut().map(|(_, file)| file.flush()).collect::<Result<_>>()?;
    Ok(Commit { blocks, elapsed_s: elapsed.as_secs_f64(), costs: costs.to_vec(), tables })
}

/// The last commit that every table confirms, and the starts of the tables up to it.
fn last_good<'a>(claim: &Claim, schedule: &Schedule, commits: &[&'a Commit]) -> Result<(&'a Commit, Vec<Prefix>)> {
    let of_table = |(index, table): (usize, &&str)| {
        let marks = commits.iter().map(|commit| &commit.tables[index]);
        prefixes(&claim.staged(&table_file(table)), marks)
    };
    let tables: Vec<Vec<Prefix>> = schedule.tables.iter().enumerate().map(of_table).collect::<Result<_>>()?;
    let good = tables.iter().map(Vec::len).min().unwrap_or(0);
    // The first commit was flushed before its journal: if the tables do not confirm it, they were changed.
    let Some(last) = good.checked_sub(1) else {
        let (folder, blocks) = (claim.folder().display(), commits[0].blocks);
        return Err(Error::input(format!(
            "{folder}: the tables of the unfinished run were changed or are damaged: they are not those of its {blocks} \
             blocks; accepted: the folder as the run left it, or another one (--out)"
        )));
    };
    Ok((commits[last], tables.into_iter().map(|prefixes| prefixes[last].clone()).collect()))
}

/// The sessions of these entries, each with its last commit, up to this commit.
fn history_up_to(entries: &[Entry], last: &Commit) -> Vec<Entry> {
    let end = entries.iter().position(|entry| entry.commit() == Some(last)).map_or(entries.len(), |index| index + 1);
    let is_last = |(index, entry): &(usize, &Entry)| match entry {
        Entry::Session(_) => true,
        Entry::Commit(_) => !matches!(entries[..end].get(index + 1), Some(Entry::Commit(_))),
    };
    entries[..end].iter().enumerate().filter(is_last).map(|(_, entry)| entry.clone()).collect()
}

/// A table with the hash of all that it holds.
struct TableFile {
    path: PathBuf,
    file: BufWriter<File>,
    lines: u64,
    bytes: u64,
    hash: Sha256,
}

impl TableFile {
    /// A new file in place of any that is there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn create(path: PathBuf) -> Result<Self> {
        let file = File::create(&path).map_err(|error| fault(&path, error))?;
        Ok(Self { path, file: buffered(file), lines: 0, bytes: 0, hash: Sha256::new() })
    }

    /// A file cut off where this prefix of it ends, to continue from there.
    ///
    /// # Errors
    /// If it cannot be cut or written.
    pub fn go_on(path: PathBuf, prefix: Prefix) -> Result<Self> {
        let open = || {
            let file = OpenOptions::new().append(true).open(&path)?;
            file.set_len(prefix.bytes)?;
            Ok(file)
        };
        let file = open().map_err(|error: std::io::Error| fault(&path, error))?;
        let Prefix { lines, bytes, hash } = prefix;
        Ok(Self { path, file: buffered(file), lines, bytes, hash })
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|error| fault(&self.path, error))?;
        self.hash.update(bytes);
        self.lines += lines_in(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Hands everything to the system; what the table holds up to now.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<Content> {
        self.file.flush().map_err(|error| fault(&self.path, error))?;
        // The header is not a row.
        let rows = self.lines.saturating_sub(1);
        Ok(Content { rows, bytes: self.bytes, sha256: hex(&self.hash.clone().finalize()) })
    }

    /// Waits until what was handed to the system is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn sync(&self) -> Result<()> {
        self.file.get_ref().sync_data().map_err(|error| fault(&self.path, error))
    }
}

fn lines_in(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}

fn buffered(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(1 << 16, file)
}

/// The start of a table, as long as it was at some mark.
#[derive(Clone)]
struct Prefix {
    lines: u64,
    bytes: u64,
    hash: Sha256,
}

/// The starts of a table at these marks, up to the first mark that the file does not confirm.
///
/// # Errors
/// If the file cannot be read.
fn prefixes<'a>(path: &Path, marks: impl Iterator<Item = &'a Content>) -> Result<Vec<Prefix>> {
    let unreadable = |error| {
        Error::of_path(path, &error, "the tables of the unfinished run as it left them, or another folder (--out)")
    };
    let mut file = BufReader::with_capacity(1 << 20, File::open(path).map_err(unreadable)?);
    let (mut prefixes, mut prefix) = (Vec::new(), Prefix { lines: 0, bytes: 0, hash: Sha256::new() });
    let mut buffer = vec![0; 1 << 16];
    for mark in marks {
        while prefix.bytes < mark.bytes {
            let wanted = (mark.bytes - prefix.bytes).min(buffer.len() as u64) as usize;
            let count = file.read(&mut buffer[..wanted]).map_err(unreadable)?;
            if count == 0 {
                return Ok(prefixes);
            }
            prefix.hash.update(&buffer[..count]);
            prefix.lines += lines_in(&buffer[..count]);
            prefix.bytes += count as u64;
        }
        if prefix.bytes != mark.bytes || hex(&prefix.hash.clone().finalize()) != mark.sha256 {
            break;
        }
        prefixes.push(prefix.clone());
    }
    Ok(prefixes)
}

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
        let text = read_text(manifest, MOST_BYTES).map_err(|error| Error::of_path(manifest, &error, ""))?;
        serde_json::from_str(&text).map_err(|error| Error::input(format!("{}: {error}", manifest.display())))
    }

    /// A copy of a raw table in the staging folder, uncompressed and on the disk, that can grow.
    ///
    /// # Errors
    /// If the table is not the one of the manifest, or cannot be read or copied.
    fn copy(&self, claim: &Claim, schedule: &Schedule, table: &str) -> Result<TableFile> {
        let name = schedule.compress.file_name(table);
        let path = claim.folder().join(&name);
        let expected = self.tables.iter().find(|kept| kept.file == name).and_then(|kept| kept.content.as_ref());
        let accepted = "the raw tables as the run left them, which a longer run starts with";
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
            let why = format!("found SHA-256 {}, which is not that of the manifest", found.sha256);
            return Err(Error::input(format!("{}: {why}; accepted: {accepted}", path.display())));
        }
        copy.sync()?;
        Ok(copy)
    }
}
