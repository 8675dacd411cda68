//! The files of a game's components, such as its tiles, and their names in records.
//!
//! They are identified by their hashes.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use crate::digest::sha256;
use crate::json::{Fields, mismatch};

/// The keys of files that define things in sections; all others are tables.
const DEFINITIONS: [&str; 1] = ["scoring-tiles"];

/// A component file in use.
#[derive(Clone, Debug)]
pub struct ComponentFile {
    /// Its key in a config, with dots for sections.
    pub key: &'static str,
    /// The path that it was read from, or the name of a shipped file, for errors.
    pub path: Arc<str>,
    /// The name of a shipped file, or the last part of a path.
    pub name: String,
    /// The file's text.
    pub text: Arc<str>,
    /// SHA-256 of the text, in hexadecimal.
    pub sha256: String,
    /// True if the file is built into the program; other files are copied to a run's folder.
    pub is_shipped: bool,
}

impl ComponentFile {
    /// A file built into the program.
    pub fn built_in(key: &'static str, name: &str, text: &str) -> Self {
        let sha256 = sha256(text);
        Self { key, path: name.into(), name: name.to_owned(), text: text.into(), sha256, is_shipped: true }
    }

    /// The name of the copy in a run's folder.
    pub fn kept_name(key: &str) -> String {
        let kind = if DEFINITIONS.contains(&key) { "toml" } else { "csv" };
        format!("{key}.{kind}")
    }

    /// The manifest key of a file's hash.
    pub fn hash_key(key: &str) -> String {
        format!("{key}_sha256")
    }
}

/// The fields of a file in a record, as a phrase.
pub const FILE: &str = "{\"name\", \"sha256\"}";

/// Writes the fields of a file in a record.
pub fn named(file: &ComponentFile) -> Value {
    json!({"name": file.name, "sha256": file.sha256})
}

/// Finds the file that a record names under a key, among the known ones.
///
/// `found` is the key's text, and `flag` is the option that adds other files.
///
/// # Errors
/// If it is not in the required format, or not known.
pub fn find<'k>(
    key: &str,
    file: &Fields<Value>,
    found: &str,
    flag: &str,
    known: impl IntoIterator<Item = &'k ComponentFile>,
) -> Result<&'k ComponentFile, String> {
    let text = |key: &str| file.get(key).and_then(Value::as_str);
    let (name, sha256) = text("name").zip(text("sha256")).ok_or_else(|| mismatch(key, found, FILE))?;
    known.into_iter().find(|known| known.sha256 == sha256).ok_or_else(|| {
        let accepted = format!("a shipped tile file or the one given by {flag}");
        mismatch(key, &format!("`{name}` with SHA-256 {sha256}"), &accepted)
    })
}

/// A cache of components made of files, by the files' hashes: every combination once.
#[derive(Debug)]
pub struct ComponentCache<T>(Mutex<Vec<(Vec<String>, Arc<T>)>>);

impl<T> Default for ComponentCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> ComponentCache<T> {
    /// Returns the components made of these files; makes them if necessary.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn of<'f>(
        &self,
        files: impl IntoIterator<Item = &'f ComponentFile>,
        make: impl FnOnce() -> Result<Arc<T>, String>,
    ) -> Result<Arc<T>, String> {
        let hashes: Vec<String> = files.into_iter().map(|file| file.sha256.clone()).collect();
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, whole)) = made.iter().find(|(known, _)| *known == hashes) {
            return Ok(Arc::clone(whole));
        }
        let whole = make()?;
        made.push((hashes, Arc::clone(&whole)));
        Ok(whole)
    }
}
