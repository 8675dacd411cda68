//! The right to fill a folder: a lock on a file in its staging folder, which ends with the process at the latest.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::disk::{fault, sync_folder};
use super::journal::{Entry, JOURNAL, Journal};
use crate::base::error::{Error, Result};
use crate::lab::run::files::STAGING;

/// The locked file.
const LOCK: &str = "lock";

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
    /// Claims a folder, which is created if it is missing.
    ///
    /// # Errors
    /// If another process has it, it is not a folder, or cannot be written.
    pub fn of(folder: &Path) -> Result<Self> {
        let shown = folder.display();
        if folder.exists() && !folder.is_dir() {
            return Err(Error::input(format!("{shown}: found a file; accepted: a folder, or a name for a new one")));
        }
        let made = missing_folders(folder);
        let unwritable = |error: io::Error| {
            remove_empty(&made);
            let accepted = "a folder that you may write (--out)";
            Error::input(format!("{shown}: cannot be written ({error}); accepted: {accepted}"))
        };
        let lock = lock(&folder.join(STAGING)).map_err(unwritable)?.ok_or_else(|| {
            Error::input(format!(
                "{shown}: another run is filling it now; accepted: another folder (--out), or this one when that run has ended"
            ))
        })?;
        let is_kept = folder.join(STAGING).join(JOURNAL).exists();
        Ok(Self { folder: folder.to_path_buf(), made, is_kept, _lock: lock })
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
    pub fn is_on(folder: &Path) -> bool {
        folder.join(STAGING).exists()
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

    /// Moves staged files into the folder, in this order, in place of those with the same names.
    ///
    /// # Errors
    /// If one cannot be moved.
    pub fn publish(&self, names: &[String]) -> Result<()> {
        for name in names {
            let place = self.folder.join(name);
            fs::rename(self.staged(name), &place).map_err(|error| fault(&place, error))?;
        }
        sync_folder(&self.folder);
        Ok(())
    }

    /// Moves files back out of the folder: those that are there, and are not staged. One that is both is of an earlier, shorter run.
    ///
    /// # Errors
    /// If one cannot be moved.
    pub fn take_back(&self, names: &[String]) -> Result<()> {
        for name in names {
            let (place, staged) = (self.folder.join(name), self.staged(name));
            if place.exists() && !staged.exists() {
                fs::rename(&place, staged).map_err(|error| fault(&place, error))?;
            }
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

/// Locks the file in a staging folder, which is created if missing; nothing if another process has it.
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
    let is_missing = |path: &&Path| !path.exists() && *path != Path::new("");
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

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[track_caller]
    fn refusal(folder: &Path) -> String {
        match Claim::of(folder) {
            Err(Error::Input(text)) => text,
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("not refused"),
        }
    }

    #[test]
    fn files_appear_in_place_of_earlier_ones() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("a/b");
        let mut claim = Claim::of(&folder).unwrap();
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
        drop(Claim::of(&home.path().join("a/b")).unwrap());
        assert!(names(home.path()).is_empty());
        fs::write(home.path().join("notes.txt"), "mine").unwrap();
        fs::write(Claim::of(home.path()).unwrap().staged("games.csv"), "1").unwrap();
        assert_eq!(names(home.path()), ["notes.txt"]);
    }

    #[test]
    fn what_a_journal_vouches_for_is_kept_until_it_is_given_up() {
        let home = tempfile::tempdir().unwrap();
        fs::write(Claim::of(home.path()).unwrap().staged(JOURNAL), "").unwrap();
        assert!(names(home.path()).is_empty());
        let mut claim = Claim::of(home.path()).unwrap();
        fs::write(claim.staged(JOURNAL), "").unwrap();
        claim.keep(true);
        drop(claim);
        drop(Claim::of(home.path()).unwrap());
        assert_eq!(names(home.path()), [STAGING]);
        Claim::of(home.path()).unwrap().keep(false);
        assert!(names(home.path()).is_empty());
    }

    #[test]
    fn of_many_that_claim_at_once_one_succeeds() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("a/b");
        let claims: Vec<Result<Claim>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| Claim::of(&folder))).collect();
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
                let claim = || Claim::of(home.path()).is_ok_and(|claim| is_at(&claim._lock, &staging.join(LOCK)));
                let threads: Vec<_> = (0..2).map(|_| scope.spawn(claim)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert!(held.contains(&true));
        }
    }
}
