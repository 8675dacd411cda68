//! One row of a tile file: its fields, and the tile that they make.

use csv::StringRecord;

use super::super::tablet::Tablet;
use super::super::tile::Tile;

/// An error without its place: column, what was found, what would be accepted.
pub(super) type Fault = (&'static str, String, String);

/// What a Druid tile has besides what every tile has.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct DruidTile {
    /// Printed cost in gold.
    pub cost: u16,
    /// The stone tablet that it brings.
    pub tablet: Option<Tablet>,
}

/// One row of a tile file.
#[derive(Clone, Debug)]
pub(in crate::skye::printed) struct Entry {
    /// The tile's id, which records know it by: for both sides of a borderland tile the same one.
    pub name: String,
    /// The tile.
    pub tile: Tile,
    /// What a Druid tile has besides.
    pub druid: Option<DruidTile>,
    /// Whether it is the back of a borderland tile.
    pub is_back: bool,
    /// The line of the row, from 1.
    pub line: u64,
}

/// A file's header and one of its rows.
pub(super) struct Row<'a> {
    pub header: &'a StringRecord,
    pub fields: &'a StringRecord,
}

impl Row<'_> {
    /// The field in this column; nothing in one that the file leaves out.
    pub fn get(&self, column: &str) -> &str {
        self.header.iter().position(|name| name == column).map_or("", |index| &self.fields[index])
    }
}

/// Whether a text may be the id of a tile.
pub(super) fn check_name(column: &'static str, id: &str) -> Result<(), Fault> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if id.is_empty() || id.len() > 32 || id == "castle" || !id.chars().all(is_plain) {
        let accepted = "1 to 32 letters, digits, `-` or `_`; `castle` is taken".to_owned();
        return Err((column, format!("`{id}`"), accepted));
    }
    Ok(())
}
