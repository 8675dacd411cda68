//! Claims on folders: only one process fills a folder, and its files appear when all are written.
//!
//! While a folder is filled, its files grow in a staging folder inside it, next to a lock and possibly a
//! [journal](super::journal). When everything is written, the files are moved to the folder, with the manifest last.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::{env, fs, io, slice};

use super::files::{fault, write_whole};
use super::journal::{JOURNAL, NEW_JOURNAL};
use crate::base::error::{Error, Result, is_bad_input};
use crate::base::files::{entries, exists, is_no_folder, sync_folder};
use crate::base::output::Destination;

/// The staging folder, for incomplete files.
pub const STAGING: &str = ".partial";

/// The lock file.
const LOCK: &str = "lock";

/// The name prefix of staged files that are published under another name.
const NEXT: &str = "next-";

/// The number of attempts to lock a file that its owner removes at the same moment.
const TRIES: usize = 100;

/// A folder that only this process fills.
///
/// When the claim is dropped, the staging folder and all folders created for it are removed unless they are kept. A
/// staging folder with a journal is kept by default.
pub struct Claim {
    folder: PathBuf,
    /// The folders that did not exist before, outermost first.
    made: Vec<PathBuf>,
    is_kept: bool,
    /// The lock, held as long as the claim lives.
    lock: Option<File>,
}

impl Claim {
    /// Claims a folder, creating it if missing.
    ///
    /// Besides a journal, only files of these names may be staged there. Errors name `flag`, with which the user can
    /// choose another folder.
    ///
    /// # Errors
    /// If another process has claimed it, it is not a folder, it has other staged files, or it cannot be written.
    pub fn of(folder: &Path, names: &[String], flag: &str) -> Result<Self> {
        let shown = folder.display();
        if is_no_folder(folder)? {
            return Err(Error::input(&shown, "found a file", "a folder, or a name for a new one"));
        }
        // The staging folder is finally removed with its content. One that was never locked is checked before anything
        // is changed in it. For one that another process is filling, the error about the lock comes first.
        let was_locked = exists(&folder.join(STAGING).join(LOCK))?;
        if !was_locked {
            refuse_foreign(folder, names, flag)?;
        }
        let made = missing_folders(folder);
        let staging = folder.join(STAGING);
        let is_new = !exists(&staging)?;
        let lock = lock(&staging).map_err(|error| {
            if is_new {
                let _ = fs::remove_file(staging.join(LOCK));
                remove_empty(slice::from_ref(&staging));
            }
            remove_empty(&made);
            let what = format!("cannot be written ({error})");
            if is_bad_input(&error) {
                Error::input(&shown, what, format_args!("a folder that you may write ({flag})"))
            } else {
                Error::machine(&shown, what)
            }
        })?;
        let lock = lock.ok_or_else(|| {
            let accepted = format_args!("another folder ({flag}), or this one after that run has ended");
            Error::machine(&shown, format_args!("another run is using it; accepted: {accepted}"))
        })?;
        if was_locked {
            refuse_foreign(folder, names, flag)?;
        }
        let mut claim = Self { folder: folder.to_path_buf(), made, is_kept: false, lock: Some(lock) };
        match has_journal(folder) {
            Ok(is_there) => claim.is_kept = is_there,
            Err(error) => {
                // If unknown, there may be a journal, unless the folder is new.
                claim.is_kept = claim.made.is_empty();
                return Err(error);
            }
        }
        Ok(claim)
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of a file of this name while it is incomplete.
    pub fn staged(&self, name: &str) -> PathBuf {
        self.folder.join(STAGING).join(name)
    }

    /// Returns whether a folder is claimed, or was left with a staging folder.
    ///
    /// # Errors
    /// If that cannot be determined.
    pub fn is_on(folder: &Path) -> Result<bool> {
        exists(&folder.join(STAGING))
    }

    /// Sets whether staged files survive the claim, so that the folder can be claimed again.
    pub fn keep(&mut self, is_kept: bool) {
        self.is_kept = is_kept;
    }

    /// Moves staged files into the folder in this order, replacing files of the same names; follows links.
    ///
    /// # Errors
    /// If one cannot be moved; those before it have been moved.
    pub fn publish(&self, names: &[String]) -> Result<()> {
        names.iter().try_for_each(|name| {
            // An obstacle to a file that the user did not name is not bad input.
            let place = Destination::of_file(&self.folder.join(name)).map_err(Error::of_machine)?;
            place.take(&self.staged(name))
        })?;
        sync_folder(&self.folder).map_err(|error| fault(&self.folder, error))
    }

    /// Checks that these names are free or belong to files.
    ///
    /// # Errors
    /// If one belongs to anything else, such as a folder or a device.
    pub fn check_places(&self, names: &[String]) -> Result<()> {
        names.iter().try_for_each(|name| Destination::of_file(&self.folder.join(name)).map(drop))
    }

    /// Writes files, and when all are written moves them into the folder, in this order.
    ///
    /// Their names need not be those of the claim.
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

    /// Moves files back from the folder to the staging folder, unless they are already staged.
    ///
    /// In that case the file in the folder belongs to an earlier, shorter run.
    ///
    /// # Errors
    /// If one cannot be moved.
    pub fn take_back(&self, names: &[String]) -> Result<()> {
        for name in names {
            let (place, staged) = (self.folder.join(name), self.staged(name));
            if !exists(&place)? || exists(&staged)? {
                continue;
            }
            let taken = if place.is_symlink() {
                // The link is kept, and again leads to nothing.
                fs::copy(&place, &staged).and_then(|_| fs::canonicalize(&place)).and_then(fs::remove_file)
            } else {
                fs::rename(&place, staged)
            };
            taken.map_err(|error| fault(&place, error))?;
        }
        Ok(())
    }

    /// Removes the staging folder with its content.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn finish(&mut self) -> Result<()> {
        let staging = self.folder.join(STAGING);
        let removed = fs::remove_dir_all(&staging);
        // Some file systems of Windows cannot remove an open file, such as the lock: the folder is removed when the
        // claim is dropped.
        if cfg!(windows) && removed.is_err() {
            self.is_kept = false;
            return Ok(());
        }
        removed.map_err(|error| fault(&staging, error))?;
        self.is_kept = true;
        Ok(())
    }
}

impl Drop for Claim {
    /// Cleans up after a failure.
    ///
    /// Leftovers are harmless: the lock ends here, and the next claim removes them.
    fn drop(&mut self) {
        if !self.is_kept {
            if cfg!(windows) {
                drop(self.lock.take());
            }
            let _ = fs::remove_dir_all(self.folder.join(STAGING));
            remove_empty(&self.made);
        }
    }
}

/// Returns whether the staging folder of a folder contains a journal.
///
/// # Errors
/// If that cannot be determined.
pub fn has_journal(folder: &Path) -> Result<bool> {
    exists(&folder.join(STAGING).join(JOURNAL))
}

fn name_of(path: &Path) -> Option<&str> {
    path.file_name().and_then(|name| name.to_str())
}

/// Checks that a staging folder contains only files of these names and those common to all runs.
fn refuse_foreign(folder: &Path, names: &[String], flag: &str) -> Result<()> {
    let staging = folder.join(STAGING);
    let refused = |what: &Path| {
        let accepted = format!("a new or empty folder, or that of a run ({flag})");
        Error::input(what.display(), "found something that this command does not leave there", &accepted)
    };
    if staging.is_symlink() || is_no_folder(&staging)? {
        return Err(refused(&staging));
    }
    match entries(&staging)?.iter().find(|path| {
        !name_of(path).is_some_and(|name: &str| {
            [JOURNAL, NEW_JOURNAL, LOCK].contains(&name)
                || name.starts_with(NEXT)
                || names.iter().any(|known| known == name)
        })
    }) {
        Some(foreign) => Err(refused(foreign)),
        None => Ok(()),
    }
}

/// Refuses to write tens of files into certain folders that contain other files.
///
/// The root, the current folder and its ancestors may contain only files of these names.
///
/// # Errors
/// If they contain others, or the folder cannot be read.
pub fn refuse_folder_of_others(folder: &Path, names: &[String]) -> Result<()> {
    let (Ok(real), Ok(here)) = (fs::canonicalize(folder), env::current_dir().and_then(fs::canonicalize)) else {
        // The folder does not exist, or its path cannot be resolved.
        return Ok(());
    };
    if real.parent().is_some() && !here.starts_with(&real) {
        return Ok(());
    }
    match entries(folder)?.iter().find(|path| {
        !name_of(path).is_some_and(|name: &str| name == STAGING || names.iter().any(|known| known == name))
    }) {
        Some(foreign) => {
            let (shown, foreign) = (folder.display(), foreign.file_name().unwrap_or_default().display());
            let accepted = "a new or empty folder, for tens of files (--out)";
            Err(Error::input(&shown, format_args!("found `{foreign}`, which is not a file of this run"), accepted))
        }
        None => Ok(()),
    }
}

/// Locks a staging folder, creating it if missing; `None` if another process holds the lock.
fn lock(staging: &Path) -> io::Result<Option<File>> {
    let path = staging.join(LOCK);
    for _ in 0..TRIES {
        fs::create_dir_all(staging)?;
        let file = match OpenOptions::new().create(true).truncate(false).write(true).open(&path) {
            // The owner has removed the folder in the meantime.
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            result => result?,
        };
        match file.try_lock() {
            Ok(()) if is_at(&file, &path) => return Ok(Some(file)),
            // The owner may have removed the file in the meantime: a lock on it would exclude nobody.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(None)
}

/// Returns whether this file is still the one at this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let (Ok(ours), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    identity(ours) == identity(there)
}

/// Returns true, because an open file cannot be removed on these systems.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

/// Returns this folder and its ancestors if they do not exist, outermost first.
fn missing_folders(folder: &Path) -> Vec<PathBuf> {
    let mut missing = Vec::new();
    for path in folder.ancestors() {
        if path == Path::new("") || !matches!(path.try_exists(), Ok(false)) {
            break;
        }
        missing.push(path.to_path_buf());
    }
    missing.reverse();
    missing
}

/// Removes empty folders, innermost first.
fn remove_empty(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Claims a folder for a run that has one table.
    fn claimed(folder: &Path) -> Result<Claim> {
        Claim::of(folder, &["games.csv".to_owned()], "--out")
    }

    #[track_caller]
    fn refusal(folder: &Path) -> String {
        match claimed(folder) {
            Err(error) => error.to_string(),
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
        assert!(refusal(&folder).contains("another run is using it"));
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
                let mut threads = Vec::new();
                for _ in 0..2 {
                    threads.push(scope.spawn(|| {
                        claimed(home.path()).is_ok_and(|claim| is_at(claim.lock.as_ref().unwrap(), &staging.join(LOCK)))
                    }));
                }
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert!(held.contains(&true));
        }
    }
}
