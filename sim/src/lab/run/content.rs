//! What a raw table holds, as far as it is intact.

use serde::{Deserialize, Serialize};

/// What a raw table holds; this is about its uncompressed lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Content {
    /// Rows, without the header.
    pub rows: u64,
    /// Its length, with the header.
    pub bytes: u64,
    /// SHA-256 of these bytes, in hexadecimal.
    pub sha256: String,
}

/// A table of a finished run, as listed in its manifest.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct KeptTable {
    /// The name of the file.
    pub file: String,
    /// Its columns.
    #[serde(default)]
    pub columns: Vec<String>,
    /// What it holds, if it is a raw table.
    #[serde(flatten)]
    pub content: Option<Content>,
}
