//! One row of a tile file: its fields and its tile.

use super::super::tablet::Tablet;
use super::super::tile::Tile;
use crate::tile_file::{Fault, is_plain_id};

/// The properties that only Druid tiles have.
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
    /// The tile's id in records; both sides of a borderland tile share it.
    pub name: String,
    /// The tile.
    pub tile: Tile,
    /// The properties of a Druid tile.
    pub druid: Option<DruidTile>,
    /// True if it is the back of a borderland tile.
    pub is_back: bool,
    /// The line of the row, from 1.
    pub line: u64,
}

/// Checks that a text may be the id of a tile.
pub(super) fn check_name(column: &'static str, id: &str) -> Result<(), Fault> {
    if id == "castle" || !is_plain_id(id) {
        let accepted = "1 to 32 letters, digits, `-` or `_`; `castle` is taken".to_owned();
        return Err((column, format!("`{id}`"), accepted));
    }
    Ok(())
}
