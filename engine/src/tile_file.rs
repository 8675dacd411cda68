//! Reading files of components: CSV tables with a header and one component per row.
//!
//! Each game defines its columns.

use std::fmt;
use std::path::{Path, PathBuf};

use csv::StringRecord;

/// An error in a tile file: its place, the value found and the accepted values.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct TileFileError {
    /// The file's path, or the name of a shipped one.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: u64,
    /// The tile's id; empty if none could be read.
    pub tile: String,
    /// The column; empty if the error is about the whole line or file.
    pub column: &'static str,
    /// The value found.
    pub found: String,
    /// The accepted values.
    pub accepted: String,
}

impl fmt::Display for TileFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.display(), self.line)?;
        if !self.tile.is_empty() {
            write!(f, ", tile {}", self.tile)?;
        }
        if !self.column.is_empty() {
            write!(f, ", column {}", self.column)?;
        }
        write!(f, ": found {}; accepted: {}", self.found, self.accepted)
    }
}

impl TileFileError {
    /// A fault with its place.
    pub(crate) fn new(file: &Path, line: u64, tile: &str, (column, found, accepted): Fault) -> Self {
        Self { file: file.to_path_buf(), line, tile: tile.to_owned(), column, found, accepted }
    }
}

/// An error without its place: column, value found, accepted values.
pub(crate) type Fault = (&'static str, String, String);

/// The fault of a column that has this text, with the accepted values.
pub(crate) fn fault(column: &'static str, text: impl fmt::Display, accepted: impl Into<String>) -> Fault {
    (column, format!("`{text}`"), accepted.into())
}

/// A file's header and one of its rows.
pub(crate) struct TileRow<'a> {
    pub header: &'a StringRecord,
    pub fields: &'a StringRecord,
}

impl TileRow<'_> {
    /// The field in this column; empty if the file leaves the column out.
    pub fn get(&self, column: &str) -> &str {
        self.header.iter().position(|name| name == column).map_or("", |index| &self.fields[index])
    }
}

/// Passes on every row with its line, from 1; returns the line of the last one.
///
/// `columns` is the number of columns in a file of this kind.
pub(crate) fn read(
    file: &Path,
    text: &str,
    columns: usize,
    check_header: impl FnOnce(&StringRecord) -> Result<(), Fault>,
    mut take: impl FnMut(u64, &TileRow<'_>) -> Result<(), Fault>,
) -> Result<u64, TileFileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
    let unreadable = |line: u64, error: &csv::Error| TileFileError::new(file, line, "", whole_line(columns, error));
    let header = reader.headers().map_err(|error| unreadable(1, &error))?.clone();
    check_header(&header).map_err(|fault| TileFileError::new(file, 1, "", fault))?;
    let mut last = 1;
    for row in reader.records() {
        let fields = row.map_err(|error| unreadable(line_of(text, error.position()), &error))?;
        last = line_of(text, fields.position());
        let row = TileRow { header: &header, fields: &fields };
        take(last, &row).map_err(|fault| TileFileError::new(file, last, row.get("id"), fault))?;
    }
    Ok(last)
}

/// Describes a header that is not the one expected.
pub(crate) fn header_found(header: &StringRecord) -> String {
    format!("the header `{}`", header.iter().collect::<Vec<_>>().join(","))
}

/// Returns whether a text may be an id: short, and of characters that never need quotes.
pub(crate) fn is_plain_id(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= 32
        && id.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_')
}

/// The line where a row starts, from 1.
///
/// The reader's position is before any empty lines that precede it.
fn line_of(text: &str, position: Option<&csv::Position>) -> u64 {
    let start = position.map_or(0, |position| position.byte() as usize);
    let (before, rest) = text.as_bytes().split_at(start);
    let empty_lines = rest.iter().take_while(|byte| b"\r\n".contains(byte));
    1 + before.iter().chain(empty_lines).filter(|&&byte| byte == b'\n').count() as u64
}

fn whole_line(columns: usize, error: &csv::Error) -> Fault {
    let accepted = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, .. } => format!("{expected_len} columns of UTF-8 text"),
        _ => format!("{columns} columns of UTF-8 text"),
    };
    let found = match error.kind() {
        csv::ErrorKind::UnequalLengths { len, .. } => format!("{len} columns"),
        csv::ErrorKind::Utf8 { .. } => "bytes that are not UTF-8".to_owned(),
        _ => error.to_string(),
    };
    ("", found, accepted)
}
