//! The folder of a run in progress: who may fill it, and the journal of how far what is staged in it can be trusted.
//!
//! During a run, its tables grow in a staging folder inside the run's folder, next to the journal; nothing else of it is visible except a
//! manifest that says that the run is incomplete. When all is played, the files move up, the complete manifest last. A complete run that is
//! extended stays visible until then: its tables are copied, and grow in the staging folder.
//!
//! A line of the journal is JSON. It says that a session has started, or how long each table was after a number of blocks, and its hash then.
//! Whatever ends a run, at any moment, the next session resumes from the last line that the tables confirm: the order in which a system
//! writes to the disk does not matter.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::{env, fs, io, slice};

use serde::{Deserialize, Serialize};

use crate::base::error::{Error, Result, is_bad_input};
use crate::base::files::{entries, exists, is_no_folder, read, sync_folder};
use crate::base::output::Destination;
use crate::play::cost::Cost;
use crate::run::manifest::{Content, MOST_BYTES, STAGING};

/// Whether this is the manifest of a run that is not complete.
///
/// # Errors
/// If the machine cannot read it.
pub fn is_unfinished(manifest: &Path) -> Result<bool> {
    Ok(json_of(manifest)?.is_some_and(|json| json["complete"] == false))
}

/// The JSON in a file; `None` if there is no such file, or it holds something else.
///
/// # Errors
/// If the machine cannot read it.
pub fn json_of(path: &Path) -> Result<Option<serde_json::Value>> {
    match read(path, MOST_BYTES) {
        Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
        Err(error) if is_bad_input(&error) => Ok(None),
        Err(error) => Err(fault(path, error)),
    }
}

/// The error that something cannot be done to a file that no user has named, such as a staged one: no bad input, whatever it is.
pub fn fault(path: &Path, error: impl std::fmt::Display) -> Error {
    Error::other(format!("{}: {error}", path.display()))
}

/// Writes a new file that is on the disk when this returns.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    let write = || {
        let mut file = File::create(path)?;
        file.write_all(content)?;
        file.sync_data()
    };
    write().map_err(|error| fault(path, error))
}

/// Writes a file whole or not at all, in a folder that this process alone fills.
///
/// # Errors
/// If it cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<()> {
    let staged = path.with_extension("new");
    let written =
        write_whole(&staged, bytes).and_then(|()| fs::rename(&staged, path).map_err(|error| fault(path, error)));
    if written.is_err() {
        let _ = fs::remove_file(&staged);
    }
    written?;
    sync_parent(path)
}

fn sync_parent(path: &Path) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    sync_folder(folder).map_err(|error| fault(folder, error))
}

/// The name of the journal in the staging folder.
pub const JOURNAL: &str = "journal.jsonl";

/// That of one that is to take its place.
const NEW_JOURNAL: &str = "journal.new";

/// The longest journal that is read. It has some hundred lines, and two for each session.
const MOST_JOURNAL_BYTES: u64 = 64 << 20;

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
pub fn entries_of(sessions: Vec<(Session, u64, f64)>) -> Vec<Entry> {
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
        let new = path.with_file_name(NEW_JOURNAL);
        let lines: Vec<u8> = entries.iter().flat_map(line).collect();
        write_whole(&new, &lines)?;
        let replace = || {
            fs::rename(&new, path)?;
            OpenOptions::new().append(true).open(path)
        };
        let file = replace().map_err(|error| fault(path, error))?;
        sync_parent(path)?;
        Ok(Self { path: path.to_path_buf(), file })
    }

    /// Removes a journal, if there is one: what is staged is no longer vouched for.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(path: &Path) -> Result<()> {
        if exists(path)? { fs::remove_file(path).map_err(|error| fault(path, error)) } else { Ok(()) }
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
        let bytes = match read(path, MOST_JOURNAL_BYTES) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            read => read.map_err(|error| fault(path, error))?,
        };
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
        Ok(lines.map_while(|line| serde_json::from_slice(line).ok()).collect())
    }
}

fn line(entry: &Entry) -> Vec<u8> {
    let mut line = serde_json::to_vec(entry).expect("plain data");
    line.push(b'\n');
    line
}

/// The locked file.
const LOCK: &str = "lock";

/// How the names of other files begin that are staged to be published under another name.
const NEXT: &str = "next-";

/// How often to retry a lock whose owner removes it at the same moment.
const TRIES: usize = 100;

/// A folder that this process alone fills. Unless it is to be kept, the staging folder is removed with the claim, and whatever was created
/// for it; what a journal vouches for is kept unless said otherwise.
pub struct Claim {
    folder: PathBuf,
    /// Folders that did not exist, outermost first.
    made: Vec<PathBuf>,
    is_kept: bool,
    /// Held as long as the claim lives.
    _lock: File,
}

impl Claim {
    /// Claims a folder, which is created if it is missing. Besides a journal, only files of these names may be staged there.
    ///
    /// # Errors
    /// If another process has it, it is not a folder, something else is staged, or it cannot be written.
    pub fn of(folder: &Path, names: &[String]) -> Result<Self> {
        let shown = folder.display();
        if is_no_folder(folder)? {
            return Err(Error::input(format!("{shown}: found a file; accepted: a folder, or a name for a new one")));
        }
        // The staging folder is removed in the end, with all that is in it. One that was never locked is looked at before it is touched; to
        // one that another process fills now, another answer comes first.
        let was_locked = exists(&folder.join(STAGING).join(LOCK))?;
        if !was_locked {
            refuse_foreign(folder, names)?;
        }
        let made = missing_folders(folder);
        let staging = folder.join(STAGING);
        let is_new = !exists(&staging)?;
        let unwritable = |error: io::Error| {
            if is_new {
                let _ = fs::remove_file(staging.join(LOCK));
                remove_empty(slice::from_ref(&staging));
            }
            remove_empty(&made);
            let message = format!("{shown}: cannot be written ({error})");
            if is_bad_input(&error) {
                Error::input(message + "; accepted: a folder that you may write (--out)")
            } else {
                Error::other(message)
            }
        };
        let lock = lock(&staging).map_err(unwritable)?.ok_or_else(|| {
            Error::input(format!(
                "{shown}: another run is filling it now; accepted: another folder (--out), or this one when that run has ended"
            ))
        })?;
        if was_locked {
            refuse_foreign(folder, names)?;
        }
        let mut claim = Self { folder: folder.to_path_buf(), made, is_kept: false, _lock: lock };
        match has_journal(folder) {
            Ok(is_there) => claim.is_kept = is_there,
            Err(error) => {
                // What cannot be told may be a journal, unless the folder is new.
                claim.is_kept = claim.made.is_empty();
                return Err(error);
            }
        }
        Ok(claim)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a file of this name is until it is complete.
    pub fn staged(&self, name: &str) -> PathBuf {
        self.folder.join(STAGING).join(name)
    }

    /// Whether a folder is claimed, or was left that way.
    ///
    /// # Errors
    /// If that cannot be told.
    pub fn is_on(folder: &Path) -> Result<bool> {
        exists(&folder.join(STAGING))
    }

    /// Blocks of an unfinished run that are staged.
    ///
    /// # Errors
    /// If its journal cannot be read.
    pub fn staged_blocks(&self) -> Result<u64> {
        let entries = Journal::read(&self.staged(JOURNAL))?;
        Ok(entries.iter().filter_map(Entry::commit).map(|commit| commit.blocks).max().unwrap_or(0))
    }

    /// Whether what is staged survives the claim, so that it can be claimed again.
    pub fn keep(&mut self, is_kept: bool) {
        self.is_kept = is_kept;
    }

    /// Moves staged files into the folder, in this order, in place of those with the same names. Links are followed.
    ///
    /// # Errors
    /// If one cannot be moved. Those before it were.
    pub fn publish(&self, names: &[String]) -> Result<()> {
        names.iter().try_for_each(|name| {
            // What is in the way of a file that was not named by the user is no bad input.
            let place = Destination::of_file(&self.folder.join(name)).map_err(Error::other)?;
            place.take(&self.staged(name))
        })?;
        sync_folder(&self.folder).map_err(|error| fault(&self.folder, error))
    }

    /// Makes sure that nothing but files is in the way of these.
    ///
    /// # Errors
    /// If there is something else, such as a folder or a device.
    pub fn check_places(&self, names: &[String]) -> Result<()> {
        names.iter().try_for_each(|name| Destination::of_file(&self.folder.join(name)).map(drop))
    }

    /// Writes files and moves them into the folder, in this order, when all are written. No claim needs to know their names.
    ///
    /// # Errors
    /// If one cannot be written or moved.
    pub fn publish_written(&self, files: &[(String, Vec<u8>)]) -> Result<()> {
        let places = files.iter().map(|(name, _)| Destination::of_file(&self.folder.join(name)));
        let places: Vec<Destination> = places.collect::<Result<_>>()?;
        let next = |number: usize| self.staged(&format!("{NEXT}{number}"));
        let mut numbered = files.iter().enumerate();
        numbered.try_for_each(|(number, (_, content))| write_whole(&next(number), content))?;
        places.iter().enumerate().try_for_each(|(number, place)| place.take(&next(number)))?;
        sync_folder(&self.folder).map_err(|error| fault(&self.folder, error))
    }

    /// Moves files back out of the folder: those that are there, and are not staged. One that is both is of an earlier, shorter run.
    ///
    /// # Errors
    /// If one cannot be moved.
    pub fn take_back(&self, names: &[String]) -> Result<()> {
        for name in names {
            let (place, staged) = (self.folder.join(name), self.staged(name));
            if !exists(&place)? || exists(&staged)? {
                continue;
            }
            let take_back = || {
                if place.is_symlink() {
                    // The link stays, and leads to nothing once more.
                    fs::copy(&place, &staged).and_then(|_| fs::canonicalize(&place)).and_then(fs::remove_file)
                } else {
                    fs::rename(&place, staged)
                }
            };
            take_back().map_err(|error| fault(&place, error))?;
        }
        Ok(())
    }

    /// Removes the staging folder, with what is left in it.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn finish(&mut self) -> Result<()> {
        let staging = self.folder.join(STAGING);
        fs::remove_dir_all(&staging).map_err(|error| fault(&staging, error))?;
        self.is_kept = true;
        Ok(())
    }
}

impl Drop for Claim {
    /// After a failure. What cannot be removed does no harm: the lock ends here, and the next claim starts with removing it.
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = fs::remove_dir_all(self.folder.join(STAGING));
            remove_empty(&self.made);
        }
    }
}

/// Whether the staging folder of a folder has a journal.
///
/// # Errors
/// If that cannot be told.
pub fn has_journal(folder: &Path) -> Result<bool> {
    exists(&folder.join(STAGING).join(JOURNAL))
}

fn name_of(path: &Path) -> Option<&str> {
    path.file_name().and_then(|name| name.to_str())
}

/// Makes sure that the staging folder of a folder holds nothing but files of these names and what every run leaves there.
fn refuse_foreign(folder: &Path, names: &[String]) -> Result<()> {
    let staging = folder.join(STAGING);
    let refused = |what: &Path| {
        let accepted = "a new or empty folder, or that of a run (--out)";
        Error::input(format!(
            "{}: found something else than what this command leaves there; accepted: {accepted}",
            what.display()
        ))
    };
    if staging.is_symlink() || is_no_folder(&staging)? {
        return Err(refused(&staging));
    }
    let is_left = |name: &str| {
        [JOURNAL, NEW_JOURNAL, LOCK].contains(&name)
            || name.starts_with(NEXT)
            || names.iter().any(|known| known == name)
    };
    match entries(&staging)?.iter().find(|path| !name_of(path).is_some_and(is_left)) {
        Some(foreign) => Err(refused(foreign)),
        None => Ok(()),
    }
}

/// Makes sure that nothing with tens of files begins in the root, or in the folder from which the program was started or one around that,
/// among other files than those of these names.
///
/// # Errors
/// If there are others, or the folder cannot be read.
pub fn refuse_folder_of_others(folder: &Path, names: &[String]) -> Result<()> {
    let (Ok(real), Ok(here)) = (fs::canonicalize(folder), env::current_dir().and_then(fs::canonicalize)) else {
        // There is no such folder, or none that could be named.
        return Ok(());
    };
    if real.parent().is_some() && !here.starts_with(&real) {
        return Ok(());
    }
    let is_own = |name: &str| name == STAGING || names.iter().any(|known| known == name);
    match entries(folder)?.iter().find(|path| !name_of(path).is_some_and(is_own)) {
        Some(foreign) => {
            let (shown, foreign) = (folder.display(), foreign.file_name().unwrap_or_default().display());
            let accepted = "a new or empty folder, for tens of files (--out)";
            Err(Error::input(format!("{shown}: found `{foreign}`, which is no file of this run; accepted: {accepted}")))
        }
        None => Ok(()),
    }
}

/// Locks the file for that in a staging folder, which is created if missing; `None` if another process has it.
fn lock(staging: &Path) -> io::Result<Option<File>> {
    let path = staging.join(LOCK);
    for _ in 0..TRIES {
        fs::create_dir_all(staging)?;
        let file = match OpenOptions::new().create(true).truncate(false).write(true).open(&path) {
            // Its owner has since removed the folder.
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            result => result?,
        };
        match file.try_lock() {
            Ok(()) if is_at(&file, &path) => return Ok(Some(file)),
            // Its owner has since removed the file: a lock on it keeps nobody out.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(None)
}

/// Whether this file is still the one at this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let (Ok(ours), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    identity(ours) == identity(there)
}

/// An open file cannot be removed there.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// This folder and those around it that do not exist, outermost first.
fn missing_folders(folder: &Path) -> Vec<PathBuf> {
    let is_missing = |path: &&Path| *path != Path::new("") && matches!(path.try_exists(), Ok(false));
    let mut missing: Vec<PathBuf> = folder.ancestors().take_while(is_missing).map(Path::to_path_buf).collect();
    missing.reverse();
    missing
}

/// Removes those of these folders that are empty, innermost first.
fn remove_empty(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
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

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    /// A claim for a run that has one table.
    fn claimed(folder: &Path) -> Result<Claim> {
        Claim::of(folder, &["games.csv".to_owned()])
    }

    #[track_caller]
    fn refusal(folder: &Path) -> String {
        match claimed(folder) {
            Err(Error::Input(text)) => text,
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("not refused"),
        }
    }

    #[test]
    fn files_appear_in_place_of_earlier_ones() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("a/b");
        let mut claim = claimed(&folder).unwrap();
        fs::write(folder.join("games.csv"), "old").unwrap();
        fs::write(claim.staged("games.csv"), "new").unwrap();
        assert_eq!(fs::read_to_string(folder.join("games.csv")).unwrap(), "old");
        claim.publish(&["games.csv".to_owned()]).unwrap();
        claim.finish().unwrap();
        drop(claim);
        assert_eq!(fs::read_to_string(folder.join("games.csv")).unwrap(), "new");
        assert_eq!(names(&folder), ["games.csv"]);
    }

    #[test]
    fn an_abandoned_folder_is_removed_and_a_found_one_emptied() {
        let home = tempfile::tempdir().unwrap();
        drop(claimed(&home.path().join("a/b")).unwrap());
        assert!(names(home.path()).is_empty());
        fs::write(home.path().join("notes.txt"), "mine").unwrap();
        fs::write(claimed(home.path()).unwrap().staged("games.csv"), "1").unwrap();
        assert_eq!(names(home.path()), ["notes.txt"]);
    }

    #[test]
    fn what_a_journal_vouches_for_is_kept_until_it_is_given_up() {
        let home = tempfile::tempdir().unwrap();
        fs::write(claimed(home.path()).unwrap().staged(JOURNAL), "").unwrap();
        assert!(names(home.path()).is_empty());
        let mut claim = claimed(home.path()).unwrap();
        fs::write(claim.staged(JOURNAL), "").unwrap();
        claim.keep(true);
        drop(claim);
        drop(claimed(home.path()).unwrap());
        assert_eq!(names(home.path()), [STAGING]);
        claimed(home.path()).unwrap().keep(false);
        assert!(names(home.path()).is_empty());
    }

    #[test]
    fn of_many_that_claim_at_once_one_succeeds() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("a/b");
        let claims: Vec<Result<Claim>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| claimed(&folder))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(claims.iter().filter(|claim| claim.is_ok()).count(), 1);
        assert!(refusal(&folder).contains("filling it now"));
        drop(claims);
        // Empty folders may stay: someone other than the claimant may have created them.
        assert!(!folder.exists() || names(&folder).is_empty());
    }

    #[test]
    fn a_lock_on_a_file_that_was_removed_is_none() {
        let home = tempfile::tempdir().unwrap();
        let staging = home.path().join(STAGING);
        for _ in 0..200 {
            // One removes the staging folder while the other tries to lock the file in it.
            let held: Vec<bool> = std::thread::scope(|scope| {
                let claim = || claimed(home.path()).is_ok_and(|claim| is_at(&claim._lock, &staging.join(LOCK)));
                let threads: Vec<_> = (0..2).map(|_| scope.spawn(claim)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert!(held.contains(&true));
        }
    }
}
