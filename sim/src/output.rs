//! The folder of a run: refused if it holds results, complete or not there.
//!
//! Files are written into a staging folder inside it, and move up when all are there. Whoever made the staging folder owns the
//! run's folder until it is gone, so two runs never fill one folder.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::tables::{RawTable, ResultTable};

/// The name of the manifest, the last file to appear.
pub const MANIFEST: &str = "manifest.json";

/// The name of the file that may differ between runs of one experiment.
pub const TIMING: &str = "timing.json";

/// The name of the copy of a user's tile file.
pub const TILES: &str = "tiles.csv";

/// Where files are written before they are complete.
const STAGING: &str = ".partial";

/// Every file that a run may write.
pub fn file_names() -> Vec<String> {
    let tables = RawTable::ALL.map(RawTable::name).into_iter().chain(ResultTable::ALL.map(ResultTable::name));
    let others = [TILES, TIMING, MANIFEST].map(str::to_owned);
    tables.map(|table| format!("{table}.csv")).chain(others).collect()
}

/// A folder that is being filled. Unless it is completed, everything made for it is removed again.
pub struct Output {
    folder: PathBuf,
    /// Folders that did not exist, outermost first.
    made: Vec<PathBuf>,
    /// The files so far, in the order in which they appear.
    files: Vec<String>,
    /// How many of them have appeared.
    appeared: usize,
    completed: bool,
}

impl Output {
    /// Makes the folder where it is missing, and makes sure that it can be filled.
    ///
    /// # Errors
    /// If it holds results, another run fills it or was killed while it did, it is no folder, or cannot be written.
    pub fn begin(folder: &Path) -> Result<Self> {
        let shown = folder.display();
        if folder.exists() && !folder.is_dir() {
            return Err(Error::input(format!("{shown}: found a file; accepted: a folder, or a name for a new one")));
        }
        let made = missing_folders(folder);
        claim(folder).inspect_err(|_| remove_empty(&made))?;
        // From here on the folder is ours, and dropping `output` removes what was made.
        let output = Self { folder: folder.to_path_buf(), made, files: Vec::new(), appeared: 0, completed: false };
        // Only now: until it was claimed, another run could have completed.
        match file_names().into_iter().find(|name| folder.join(name).exists()) {
            Some(name) => Err(Error::input(format!(
                "{shown}: found `{name}`, so it holds results already; accepted: a new or empty folder (--out)"
            ))),
            None => Ok(output),
        }
    }

    /// A new file that will be part of the folder.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn file(&mut self, name: &str) -> Result<Sink> {
        let path = self.staging().join(name);
        let file = File::create_new(&path).map_err(|error| Error::other(format!("{}: {error}", path.display())))?;
        self.files.push(name.to_owned());
        Ok(Sink { path, file: BufWriter::with_capacity(1 << 16, file) })
    }

    /// A new file with this content.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, name: &str, content: &[u8]) -> Result<()> {
        let mut sink = self.file(name)?;
        sink.write(content)?;
        sink.close()
    }

    /// Lets all files appear, in the order in which they were made.
    ///
    /// # Errors
    /// If a file cannot be moved to its place.
    pub fn complete(mut self) -> Result<()> {
        for name in &self.files {
            let (from, to) = (self.staging().join(name), self.folder.join(name));
            fs::rename(&from, &to).map_err(|error| Error::other(format!("{}: {error}", to.display())))?;
            self.appeared += 1;
        }
        let staging = self.staging();
        fs::remove_dir(&staging).map_err(|error| Error::other(format!("{}: {error}", staging.display())))?;
        self.completed = true;
        Ok(())
    }

    fn staging(&self) -> PathBuf {
        self.folder.join(STAGING)
    }
}

impl Drop for Output {
    /// After a failure. What cannot be removed stays in the way of the next run, which then says so.
    fn drop(&mut self) {
        if self.completed {
            return;
        }
        let _ = fs::remove_dir_all(self.staging());
        for name in &self.files[..self.appeared] {
            let _ = fs::remove_file(self.folder.join(name));
        }
        remove_empty(&self.made);
    }
}

/// Puts these files into a folder in place of those of the same names: each whole, and only when all are written.
///
/// # Errors
/// If another run or analysis fills the folder, or it cannot be written; then nothing was replaced, unless the last step failed midway.
pub fn replace(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<()> {
    let made = missing_folders(folder);
    claim(folder).inspect_err(|_| remove_empty(&made))?;
    let mut output = Output { folder: folder.to_path_buf(), made, files: Vec::new(), appeared: 0, completed: false };
    files.iter().try_for_each(|(name, content)| output.write(name, content))?;
    output.complete()
}

/// This folder and those around it that do not exist, outermost first.
fn missing_folders(folder: &Path) -> Vec<PathBuf> {
    let is_missing = |path: &&Path| !path.exists() && *path != Path::new("");
    let mut missing: Vec<PathBuf> = folder.ancestors().take_while(is_missing).map(Path::to_path_buf).collect();
    missing.reverse();
    missing
}

/// Makes the folder, and the staging folder in it; of several that try at once, one succeeds.
fn claim(folder: &Path) -> Result<()> {
    let staging = folder.join(STAGING);
    let made = fs::create_dir_all(folder).and_then(|()| match fs::create_dir(&staging) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        result => result.map(|()| true),
    });
    let (shown, staging) = (folder.display(), staging.display());
    match made {
        Ok(true) => Ok(()),
        Ok(false) => Err(Error::input(format!(
            "{shown}: found `{STAGING}`: a run is filling the folder now, or was killed while it did; accepted: another \
             folder (--out), or this one after removing {staging} if no run is in progress"
        ))),
        Err(error) => Err(Error::input(format!(
            "{shown}: cannot be written ({error}); accepted: a folder that you may write (--out)"
        ))),
    }
}

/// Removes those of these folders that are empty, innermost first.
fn remove_empty(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}

/// A file that is being written.
pub struct Sink {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Sink {
    /// Appends bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|error| Error::other(format!("{}: {error}", self.path.display())))
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If the last bytes cannot be written.
    pub fn close(mut self) -> Result<()> {
        self.file.flush().map_err(|error| Error::other(format!("{}: {error}", self.path.display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn files_appear_together() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("a/b");
        let mut output = Output::begin(&folder).unwrap();
        output.write("games.csv", b"1").unwrap();
        assert_eq!(names(&folder), [STAGING]);
        output.complete().unwrap();
        assert_eq!(names(&folder), ["games.csv"]);
    }

    #[test]
    fn an_abandoned_folder_is_removed_and_a_found_one_emptied() {
        let home = tempfile::tempdir().unwrap();
        Output::begin(&home.path().join("a/b")).unwrap().write("games.csv", b"1").unwrap();
        assert!(names(home.path()).is_empty());
        fs::write(home.path().join("notes.txt"), "mine").unwrap();
        Output::begin(home.path()).unwrap().write("games.csv", b"1").unwrap();
        assert_eq!(names(home.path()), ["notes.txt"]);
    }

    #[test]
    fn results_are_never_mixed() {
        for name in file_names() {
            let home = tempfile::tempdir().unwrap();
            fs::write(home.path().join(&name), "").unwrap();
            let error = Output::begin(home.path()).err().unwrap();
            assert!(matches!(&error, Error::Input(text) if text.contains(&name)), "{error}");
            assert_eq!(names(home.path()), [name]);
        }
    }

    #[track_caller]
    fn refusal(folder: &Path) -> String {
        match Output::begin(folder) {
            Err(Error::Input(text)) => text,
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("not refused"),
        }
    }

    #[test]
    fn a_folder_that_is_being_filled_is_refused_and_left_alone() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("out");
        let mut first = Output::begin(&folder).unwrap();
        first.write("games.csv", b"1").unwrap();
        let refused = refusal(&folder);
        assert!(
            refused.contains("killed") && refused.contains(&folder.join(STAGING).display().to_string()),
            "{refused}"
        );
        assert!(!refused.contains("holds results"), "{refused}");
        first.write("seats.csv", b"2").unwrap();
        first.complete().unwrap();
        assert_eq!(names(&folder), ["games.csv", "seats.csv"]);
        assert!(refusal(&folder).contains("holds results already"));
    }

    #[test]
    fn what_a_killed_run_left_is_refused_until_it_is_removed() {
        let home = tempfile::tempdir().unwrap();
        std::mem::forget(Output::begin(home.path()).unwrap());
        assert!(refusal(home.path()).contains("was killed"));
        fs::remove_dir_all(home.path().join(STAGING)).unwrap();
        Output::begin(home.path()).unwrap().complete().unwrap();
    }

    #[test]
    fn of_many_that_begin_at_once_one_succeeds() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("a/b");
        let begun: Vec<Result<Output>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| Output::begin(&folder))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(begun.iter().filter(|output| output.is_ok()).count(), 1);
        assert_eq!(names(&folder), [STAGING]);
        drop(begun);
        assert!(names(home.path()).is_empty());
    }
}
