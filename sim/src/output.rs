//! The folder of a run: refused if it holds results, filled beside, complete or not there.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
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
    completed: bool,
}

impl Output {
    /// Makes the folder where it is missing, and makes sure that it can be filled.
    ///
    /// # Errors
    /// If it holds results, is no folder, or cannot be written.
    pub fn begin(folder: &Path) -> Result<Self> {
        let shown = folder.display();
        if folder.exists() && !folder.is_dir() {
            return Err(Error::input(format!("{shown}: found a file; accepted: a folder, or a name for a new one")));
        }
        for name in file_names().iter().map(String::as_str).chain([STAGING]) {
            if folder.join(name).exists() {
                return Err(Error::input(format!(
                    "{shown}: found `{name}`, so it holds results already; accepted: a new or empty folder (--out)"
                )));
            }
        }
        let missing: Vec<PathBuf> = folder
            .ancestors()
            .take_while(|path| !path.exists() && *path != Path::new(""))
            .map(Path::to_path_buf)
            .collect();
        let made = missing.into_iter().rev().collect();
        let output = Self { folder: folder.to_path_buf(), made, files: Vec::new(), completed: false };
        // From here on, dropping `output` removes what was made.
        fs::create_dir_all(output.staging()).map_err(|error| {
            Error::input(format!("{shown}: cannot be written ({error}); accepted: a folder that you may write (--out)"))
        })?;
        Ok(output)
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
        for name in &self.files {
            let _ = fs::remove_file(self.folder.join(name));
        }
        for folder in self.made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
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
}
