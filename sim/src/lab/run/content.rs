//! What a raw table holds, as far as it is whole.

use serde::{Deserialize, Serialize};

/// What a raw table holds; compressed or not, this is about its lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Content {
    /// Rows, without the header.
    pub rows: u64,
    /// Its length, with the header.
    pub bytes: u64,
    /// SHA-256 of these bytes, in hexadecimal.
    pub sha256: String,
}
