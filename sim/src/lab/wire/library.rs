//! Component files that records name by their hashes.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::fields::Fields;
use super::keys::mismatch;
use crate::lab::subject::files::ComponentFile;

/// What a record says about a file, in words.
pub const FILE: &str = "{\"name\", \"sha256\"}";

/// What a record says about a file.
pub fn named(file: &ComponentFile) -> Value {
    json!({"name": file.name, "sha256": file.sha256})
}

/// The file that a record names under a key, out of those that are known. `found` is the key's text, and `flag` gives other files.
///
/// # Errors
/// If it is not spelled as the format requires, or not known.
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

/// What was made of files, by their hashes: every combination once.
#[derive(Debug)]
pub struct Made<T>(Mutex<Vec<(Vec<String>, Arc<T>)>>);

impl<T> Default for Made<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Made<T> {
    /// What is made of these files, if necessary now.
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
