//! Reading and validating the three files of components.
//!
//! All are CSV tables with a header and one component per row:
//!
//! | file | columns |
//! |---|---|
//! | landscape tiles | `id,shape,grid,back,provenance` |
//! | bonus tiles | `id,grid,provenance` |
//! | hometowns | `id,wheel,side,name,grid,provenance` |
//!
//! A `grid` has its spaces separated by blanks, in rows from north to south separated by ` / `. An entry is `M` meadow, `1` to `9` pasture with
//! that many sheep, `G` grain field, `D` distillery, `R` ruin, `B` bog, `C1` to `C9` stone circle of that many VP, `#` town space (in hometowns
//! only), or `.` no space; `*` after it is a sheep symbol. `back` is the grid seen after turning a tile over west to east; nothing stands for
//! the front in a mirror. `wheel` is the place of the crest on the wheel, 0 to 4, and `side` is `A` or `B`. `shape` and `provenance` are not read.

use std::path::Path;

use csv::StringRecord;

use super::landscape::LandscapeTile;
use super::sizes::{HOMETOWN_SPACES, MAX_BONUS, MAX_LANDSCAPE, MAX_TILE_SPACES};
use crate::tile_file::{Fault, TileRow, fault, header_found, is_plain_id, read};
use crate::tipperary::{AREAS, Feature, Grid, Hometown, Space};

pub use crate::tile_file::TileFileError;

/// The columns of a file of landscape tiles.
pub const LANDSCAPE_COLUMNS: [&str; 5] = ["id", "shape", "grid", "back", "provenance"];

/// The columns of a file of bonus tiles.
pub const BONUS_COLUMNS: [&str; 3] = ["id", "grid", "provenance"];

/// The columns of a file of hometowns.
pub const HOMETOWN_COLUMNS: [&str; 6] = ["id", "wheel", "side", "name", "grid", "provenance"];

/// One bonus tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BonusTile {
    /// Its id, as in records.
    pub name: String,
    /// Its one space.
    pub space: Space,
}

/// All landscape tiles of a file, in its order.
pub(super) fn landscape(file: &Path, text: &str) -> Result<Vec<LandscapeTile>, TileFileError> {
    let mut tiles: Vec<LandscapeTile> = Vec::new();
    read(file, text, LANDSCAPE_COLUMNS.len(), exactly(&LANDSCAPE_COLUMNS), |_, row| {
        let id = new_id(row, tiles.iter().map(|tile| tile.name.as_str()), MAX_LANDSCAPE)?;
        let front = landscape_grid(row, "grid")?;
        let mirrored = front.mirrored();
        let back = if row.get("back").trim().is_empty() { mirrored } else { landscape_grid(row, "back")? };
        if !back.has_outline_of(&mirrored) {
            return Err(fault("back", back, "the outline of the front in a mirror"));
        }
        tiles.push(LandscapeTile::new(id, &front, &back));
        Ok(())
    })?;
    if tiles.is_empty() {
        let fault = ("", "no tile".to_owned(), format!("1 to {MAX_LANDSCAPE} tiles"));
        return Err(TileFileError::new(file, 1, "", fault));
    }
    Ok(tiles)
}

/// All bonus tiles of a file, in its order; perhaps none.
pub(super) fn bonus(file: &Path, text: &str) -> Result<Vec<BonusTile>, TileFileError> {
    let mut tiles: Vec<BonusTile> = Vec::new();
    read(file, text, BONUS_COLUMNS.len(), exactly(&BONUS_COLUMNS), |_, row| {
        let name = new_id(row, tiles.iter().map(|tile| tile.name.as_str()), MAX_BONUS)?;
        let grid = grid(row, "grid", 1)?;
        no_town(&grid, "grid")?;
        tiles.push(BonusTile { name, space: grid.spaces[0].space });
        Ok(())
    })?;
    Ok(tiles)
}

/// Both sides of five hometowns, in the order of the file.
pub(super) fn hometowns(file: &Path, text: &str) -> Result<Vec<Hometown>, TileFileError> {
    let mut hometowns: Vec<Hometown> = Vec::new();
    let last = read(file, text, HOMETOWN_COLUMNS.len(), exactly(&HOMETOWN_COLUMNS), |_, row| {
        let id = new_id(row, hometowns.iter().map(|hometown| hometown.id.as_str()), 2 * AREAS)?;
        let wheel = match row.get("wheel").as_bytes() {
            [digit @ b'0'..=b'4'] => usize::from(digit - b'0'),
            _ => return Err(fault("wheel", row.get("wheel"), format!("0 to {}", AREAS - 1))),
        };
        let side = match row.get("side") {
            "A" => 'A',
            "B" => 'B',
            other => return Err(fault("side", other, "`A` or `B`")),
        };
        if let Some(other) = hometowns.iter().find(|other| (other.wheel, other.side) == (wheel, side)) {
            let found = format!("`{side}`, as of {} at the same place {wheel} of the wheel", other.id);
            return Err(("side", found, "one side A and one side B at each place of the wheel".to_owned()));
        }
        let grid = grid(row, "grid", HOMETOWN_SPACES)?;
        let hometown = Hometown::new(id, wheel, side, row.get("name").to_owned(), grid);
        hometowns.push(hometown.map_err(|(found, accepted)| ("grid", found, accepted))?);
        Ok(())
    })?;
    if hometowns.len() != 2 * AREAS {
        let accepted = format!("sides A and B for each of the places 0 to {} of the wheel", AREAS - 1);
        let fault = ("", format!("{} rows", hometowns.len()), accepted);
        return Err(TileFileError::new(file, last, "", fault));
    }
    Ok(hometowns)
}

/// Returns a check that a header has exactly these columns.
fn exactly(columns: &[&str]) -> impl FnOnce(&StringRecord) -> Result<(), Fault> {
    |header| {
        if header.iter().eq(columns.iter().copied()) {
            return Ok(());
        }
        Err(("", header_found(header), format!("`{}`", columns.join(","))))
    }
}

/// The id of a row, if no earlier row has the same and the file is not full.
fn new_id<'a>(
    row: &TileRow<'_>,
    mut taken: impl ExactSizeIterator<Item = &'a str>,
    most: usize,
) -> Result<String, Fault> {
    let id = row.get("id");
    if !is_plain_id(id) {
        return Err(fault("id", id, "1 to 32 letters, digits, `-` or `_`"));
    }
    let before = taken.len();
    if let Some(index) = taken.position(|other| other == id) {
        return Err(("id", format!("`{id}`, already the id of row {}", index + 1), "a unique id".to_owned()));
    }
    if before == most {
        return Err(("", format!("row {}", most + 1), format!("at most {most} rows")));
    }
    Ok(id.to_owned())
}

fn grid(row: &TileRow<'_>, column: &'static str, most: usize) -> Result<Grid, Fault> {
    Grid::parse(row.get(column), most).map_err(|(found, accepted)| (column, found, accepted))
}

fn landscape_grid(row: &TileRow<'_>, column: &'static str) -> Result<Grid, Fault> {
    let grid = grid(row, column, MAX_TILE_SPACES)?;
    no_town(&grid, column)?;
    Ok(grid)
}

fn no_town(grid: &Grid, column: &'static str) -> Result<(), Fault> {
    let fault = || (column, "a town space".to_owned(), "`#` in hometowns only".to_owned());
    if grid.count(|feature| feature == Feature::Town) > 0 { Err(fault()) } else { Ok(()) }
}
