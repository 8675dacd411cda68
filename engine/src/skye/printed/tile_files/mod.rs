//! Reading and validating tile files.
//!
//! A tile file is a CSV table with one landscape tile per row and the columns of [`COLUMNS`]:
//!
//! | column | content |
//! |---|---|
//! | `id` | unique, letters, digits, `-` and `_` |
//! | `edges` | terrain of the north, east, south and west edge: `P` pasture, `M` mountain, `W` water |
//! | `joins` | opposite edges of one terrain that are one area through the middle: `NS`, `EW`, both or nothing |
//! | `inner` | terrain of an area that touches no edge, or nothing |
//! | `roads` | road exits; exits in one group are connected, groups are separated by a bar, as in `NW` + bar + `ES` |
//! | `features` | words `kind@area`, `kind*count@area` or `scroll:kind@area`; `area` is one of its edges or `inner` |
//! | `disputed` | a remark; not read |
//!
//! Edges of one terrain that share a corner are always one area. The files of modules have further columns, in any order; those marked with
//! a star are for information only and may be left out, as may `disputed`:
//!
//! | module | column | content |
//! |---|---|---|
//! | druids | `cost` | printed cost in gold, from 0 |
//! | | `tablet` | the stone tablet: `score-again`, `own-tile`, `bag-draw`, `discount-1`, `discount-2` or nothing |
//! | tunnels | `tunnels` | words `exit@area`: the road with this exit has an entrance into this mountain area |
//! | | `vp_barrels` | `count@area`: VP barrels and the area where they stand, or nothing |
//! | borderlands | `tile` | the id in games and records; two rows have it, one for each side, and `id` names the row only |
//! | | `side` | `front` or `back` |
//! | | `straight`, `curved` | the two straight edges, which share a corner, and the two that the curve takes |
//! | | `template`*, `provenance`* | where the tile comes from |
//!
//! Every player has one copy of each borderland tile.

mod columns;
mod special;

use std::path::Path;

use csv::StringRecord;

use super::tile::Special;
use crate::skye::{Edges, Module, ScrollKind, Tablet, Tile, TileArea};
use crate::tile_file;
use crate::tile_file::{Fault, TileRow, is_plain_id};

pub use crate::tile_file::TileFileError;
pub use special::DOLMEN_SPACES;

/// The columns of a tile file, in this order.
pub const COLUMNS: [&str; 7] = ["id", "edges", "joins", "inner", "roads", "features", "disputed"];

/// The largest number of tiles in a file.
pub const MAX_TILES: usize = 255;

/// The kind of a tile file. Each kind has columns of its own after the common ones.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TileSheet {
    /// The landscape tiles of the base game.
    Landscape,
    /// The tiles of a module.
    Of(Module),
}

impl TileSheet {
    /// Its columns besides [`COLUMNS`].
    fn further(self) -> &'static [&'static str] {
        match self {
            Self::Landscape | Self::Of(Module::Bonus) => &[],
            Self::Of(Module::Druids) => &special::DRUID_COLUMNS,
            Self::Of(Module::Tunnels) => &special::TUNNEL_COLUMNS,
            Self::Of(Module::Borderlands) => &special::BORDERLAND_COLUMNS,
        }
    }

    /// The kinds of scroll that its tiles may show.
    fn scrolls(self) -> &'static [ScrollKind] {
        match self {
            Self::Landscape | Self::Of(Module::Tunnels | Module::Bonus) => ScrollKind::base(),
            Self::Of(Module::Druids) => &ScrollKind::ALL,
            Self::Of(Module::Borderlands) => &[],
        }
    }
}

/// Parses all rows of a file, in file order.
///
/// For borderland tiles it returns all fronts, then all backs in the same order. `taken` are the ids of other files.
pub(super) fn parse(sheet: TileSheet, file: &Path, text: &str, taken: &[String]) -> Result<Vec<Entry>, TileFileError> {
    let mut ids = taken.to_vec();
    let mut entries: Vec<Entry> = Vec::new();
    let columns = COLUMNS.len() + sheet.further().len();
    let last = tile_file::read(
        file,
        text,
        columns,
        |header| check_header(sheet, header),
        |line, row| {
            let entry = parse_row(sheet, row, &ids, taken.len(), &entries)?;
            ids.push(row.get("id").to_owned());
            entries.push(Entry { line, ..entry });
            Ok(())
        },
    )?;
    if entries.is_empty() {
        let fault = ("", "no tile".to_owned(), format!("1 to {MAX_TILES} tiles"));
        return Err(TileFileError::new(file, 1, "", fault));
    }
    match sheet {
        TileSheet::Of(Module::Druids) if entries.len() < DOLMEN_SPACES => {
            let fault = ("", format!("{} tiles", entries.len()), format!("at least {DOLMEN_SPACES} Druid tiles"));
            Err(TileFileError::new(file, last, "", fault))
        }
        TileSheet::Of(Module::Borderlands) => {
            special::paired(entries).map_err(|(line, name, fault)| TileFileError::new(file, line, &name, fault))
        }
        TileSheet::Landscape | TileSheet::Of(_) => Ok(entries),
    }
}

/// Checks the columns of a file.
///
/// Files of landscape tiles have exactly theirs, in order. Files of modules have theirs in any order, and may leave out
/// those that are for information only.
fn check_header(sheet: TileSheet, header: &StringRecord) -> Result<(), Fault> {
    let found = || tile_file::header_found(header);
    let all = [&COLUMNS[..], sheet.further()].concat();
    if sheet == TileSheet::Landscape {
        let accepted = || format!("`{}`", all.join(","));
        return if header.iter().eq(all.iter().copied()) { Ok(()) } else { Err(("", found(), accepted())) };
    }
    for column in all.iter().filter(|column| !special::INFORMATION.contains(column)) {
        if header.iter().filter(|name| name == column).count() != 1 {
            return Err(("", found(), format!("the column `{column}` once; columns are {}", all.join(", "))));
        }
    }
    match header.iter().find(|name| !all.contains(name)) {
        Some(unknown) => Err(("", format!("the column `{unknown}`"), all.join(", "))),
        None => Ok(()),
    }
}

fn parse_row(
    sheet: TileSheet,
    row: &TileRow<'_>,
    ids: &[String],
    of_other_files: usize,
    earlier: &[Entry],
) -> Result<Entry, Fault> {
    let id = row.get("id");
    check_id(id, ids, of_other_files)?;
    let edges = columns::parse_edges(row.get("edges"))?;
    let mut areas = columns::parse_areas(edges, row.get("joins"))?;
    if let Some(inner) = columns::parse_inner(row.get("inner"))? {
        areas.push(TileArea::new(inner, Edges::NONE));
    }
    let roads = columns::parse_roads(row.get("roads"))?;
    for word in row.get("features").split_whitespace() {
        columns::add_feature(&mut areas, word, sheet.scrolls())?;
    }
    let mut entry = Entry { name: id.to_owned(), tile: Tile::default(), druid: None, is_back: false, line: 0 };
    let mut further = Special::default();
    match sheet {
        TileSheet::Landscape | TileSheet::Of(Module::Bonus) => {}
        TileSheet::Of(Module::Druids) => entry.druid = Some(special::druid(row)?),
        TileSheet::Of(Module::Tunnels) => further = special::tunnels(row, &areas, &roads)?,
        TileSheet::Of(Module::Borderlands) => {
            further.curved = special::curved(row, &roads)?;
            (entry.name, entry.is_back) = special::side(row, &ids[..of_other_files], earlier)?;
        }
    }
    entry.tile = Tile::new(edges, &areas, &roads, further);
    Ok(entry)
}

fn check_id(id: &str, ids: &[String], of_other_files: usize) -> Result<(), Fault> {
    check_name("id", id)?;
    if let Some(row) = ids.iter().position(|other| other == id) {
        let whose = match row.checked_sub(of_other_files) {
            Some(row) => format!("tile {}", row + 1),
            None => "a tile of another file".to_owned(),
        };
        return Err(("id", format!("`{id}`, already the id of {whose}"), "a unique id".to_owned()));
    }
    if ids.len() == MAX_TILES {
        return Err(("", format!("tile number {}", MAX_TILES + 1), format!("at most {MAX_TILES} tiles")));
    }
    Ok(())
}

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
