//! A temporary folder with configs, and the binary run in it.
#![allow(dead_code, reason = "several crates of tests share this, and none needs all of it")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A folder that vanishes with the test.
pub struct TestFolder(TempDir);

impl TestFolder {
    /// With a valid config `t.toml` in it.
    pub fn new() -> Self {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("t.toml"), CONFIG).unwrap();
        Self(folder)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// The text of a file.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The binary with these words, not yet running.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sim"));
        command.args(words).current_dir(self.0.path());
        command
    }

    /// Runs the binary with these words.
    pub fn sim(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// Runs the binary, which must succeed; what it printed.
    #[track_caller]
    pub fn succeed(&self, words: &[&str]) -> String {
        let output = self.sim(words);
        assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Runs the binary, which must refuse its input with exit code 2 and print nothing but one error, which is returned.
    #[track_caller]
    pub fn refuse(&self, words: &[&str]) -> String {
        let output = self.sim(words);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        assert_eq!(text(&output.stdout), "", "{words:?}");
        assert_eq!(error.lines().count(), 1, "{words:?}: {error}");
        error
    }

    /// Runs the binary, which must end with exit code 2 and an error that has these words; the error.
    #[track_caller]
    pub fn assert_refused(&self, words: &[&str], wanted: &str) -> String {
        let output = self.sim(words);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains(wanted), "{words:?}: `{wanted}` is not in: {error}");
        error
    }

    /// Names of everything in the folder.
    pub fn names(&self) -> Vec<String> {
        names(self.0.path())
    }

    /// Names of everything in a folder in it.
    pub fn names_in(&self, folder: &str) -> Vec<String> {
        names(&self.path(folder))
    }

    /// The content of every file of a folder.
    pub fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let path = self.path(folder);
        names(&path).into_iter().map(|name| (name.clone(), fs::read(path.join(name)).unwrap())).collect()
    }

    /// The content of every file of a finished run but the one that may differ.
    #[track_caller]
    pub fn results(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let mut files = self.files(folder);
        assert!(files.remove("timing.json").is_some());
        files
    }

    /// The rows of a table by column.
    pub fn table(&self, path: &str) -> Vec<BTreeMap<String, String>> {
        let mut reader = csv::Reader::from_path(self.path(path)).unwrap();
        reader.deserialize().map(Result::unwrap).collect()
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

/// A cell as a number.
#[track_caller]
pub fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: `{}`", row[column]))
}

/// Three quick agents in a small tournament.
pub const CONFIG: &str = r#"name = "small"
players = 3
blocks = 12
seed = 5
lineup = "rotate"

[[agents]]
name = "one"
spec = "random"

[[agents]]
name = "two"
spec = "random"

[[agents]]
name = "rule"
spec = "rule-of-thumb"
"#;
