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
//! Edges of one terrain that share a corner are always one area.

use std::fmt;
use std::path::{Path, PathBuf};

use csv::StringRecord;

use super::feature::{Feature, Terrain};
use super::place::{SIDES, Side};
use super::scroll::ScrollKind;
use super::sizes::MAX_COUNT;
use super::tile::{Edges, Tile, TileArea};

/// The columns of a tile file, in this order.
pub const COLUMNS: [&str; 7] = ["id", "edges", "joins", "inner", "roads", "features", "disputed"];

/// The largest number of tiles in a file.
pub const MAX_TILES: usize = 255;

/// What is wrong with a tile file: one error, its place, and what would be accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct TileFileError {
    /// The file's path, or the name of a shipped one.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: u64,
    /// The tile's id where one could be read, otherwise nothing.
    pub tile: String,
    /// The column, or nothing where the whole line or file is meant.
    pub column: &'static str,
    /// What was found.
    pub found: String,
    /// What would be accepted.
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

/// An error without its place: column, what was found, what would be accepted.
type Fault = (&'static str, String, String);

/// All tiles of a file with their ids, in file order.
pub(super) fn parse(file: &Path, text: &str) -> Result<Vec<(String, Tile)>, TileFileError> {
    let place = |line: u64, tile: &str, (column, found, accepted): Fault| TileFileError {
        file: file.to_path_buf(),
        line,
        tile: tile.to_owned(),
        column,
        found,
        accepted,
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new().from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| place(1, "", whole_line(&error)))?;
    if header.iter().ne(COLUMNS) {
        let found = format!("the header `{}`", header.iter().collect::<Vec<_>>().join(","));
        return Err(place(1, "", ("", found, format!("`{}`", COLUMNS.join(",")))));
    }
    let mut tiles: Vec<(String, Tile)> = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| place(line_of(text, error.position()), "", whole_line(&error)))?;
        let id = row[0].to_owned();
        let tile = parse_row(&row, &tiles).map_err(|fault| place(line_of(text, row.position()), &id, fault))?;
        tiles.push((id, tile));
    }
    if tiles.is_empty() {
        return Err(place(1, "", ("", "no tile".to_owned(), format!("1 to {MAX_TILES} tiles"))));
    }
    Ok(tiles)
}

/// The line where a row starts, from 1. The reader's position is before any empty lines that precede it.
fn line_of(text: &str, position: Option<&csv::Position>) -> u64 {
    let start = position.map_or(0, |position| position.byte() as usize);
    let (before, rest) = text.as_bytes().split_at(start);
    let empty_lines = rest.iter().take_while(|byte| b"\r\n".contains(byte));
    1 + before.iter().chain(empty_lines).filter(|&&byte| byte == b'\n').count() as u64
}

fn whole_line(error: &csv::Error) -> Fault {
    let accepted = format!("{} columns of UTF-8 text", COLUMNS.len());
    let found = match error.kind() {
        csv::ErrorKind::UnequalLengths { len, .. } => format!("{len} columns"),
        csv::ErrorKind::Utf8 { .. } => "bytes that are not UTF-8".to_owned(),
        _ => error.to_string(),
    };
    ("", found, accepted)
}

fn parse_row(row: &StringRecord, earlier: &[(String, Tile)]) -> Result<Tile, Fault> {
    check_id(&row[0], earlier)?;
    let edges = parse_edges(&row[1])?;
    let mut areas = parse_areas(edges, &row[2])?;
    if let Some(inner) = parse_inner(&row[3])? {
        areas.push(TileArea::new(inner, Edges::NONE));
    }
    let roads = parse_roads(&row[4])?;
    for word in row[5].split_whitespace() {
        add_feature(&mut areas, word)?;
    }
    Ok(Tile::new(edges, &areas, &roads))
}

fn check_id(id: &str, earlier: &[(String, Tile)]) -> Result<(), Fault> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    if id.is_empty() || id.len() > 32 || id == "castle" || !id.chars().all(is_plain) {
        let accepted = "1 to 32 letters, digits, `-` or `_`; `castle` is taken".to_owned();
        return Err(("id", format!("`{id}`"), accepted));
    }
    if let Some(row) = earlier.iter().position(|(other, _)| other == id) {
        return Err(("id", format!("`{id}`, already the id of tile {}", row + 1), "a unique id".to_owned()));
    }
    if earlier.len() == MAX_TILES {
        return Err(("", format!("tile number {}", MAX_TILES + 1), format!("at most {MAX_TILES} tiles")));
    }
    Ok(())
}

fn parse_edges(text: &str) -> Result<[Terrain; 4], Fault> {
    let fault = || ("edges", format!("`{text}`"), "four letters out of P, M, W".to_owned());
    let terrains: Option<Vec<Terrain>> = text.chars().map(Terrain::from_letter).collect();
    terrains.ok_or_else(fault)?.try_into().map_err(|_| fault())
}

/// The areas that touch an edge: edges of one terrain are joined at a common corner and through the middle where `joins` says so.
fn parse_areas(edges: [Terrain; 4], joins: &str) -> Result<Vec<TileArea>, Fault> {
    let (north_south, east_west) = match joins {
        "" => (false, false),
        "NS" => (true, false),
        "EW" => (false, true),
        "NSEW" => (true, true),
        _ => return Err(("joins", format!("`{joins}`"), "`NS`, `EW`, `NSEW` or nothing".to_owned())),
    };
    // Label every edge by the smallest edge of its area; two rounds of joining settle four edges.
    let mut label = [0, 1, 2, 3];
    let mut join = |a: Side, b: Side| {
        let (low, high) = (label[a.index()].min(label[b.index()]), label[a.index()].max(label[b.index()]));
        for other in &mut label {
            *other = if *other == high { low } else { *other };
        }
    };
    for side in SIDES {
        if edges[side.index()] == edges[side.clockwise().index()] {
            join(side, side.clockwise());
        }
    }
    for (wanted, a, b) in [(north_south, Side::North, Side::South), (east_west, Side::East, Side::West)] {
        if wanted && edges[a.index()] != edges[b.index()] {
            let sides = format!("{a:?} and {b:?}").to_lowercase();
            let found = format!("`{joins}`, but the {sides} edges differ in terrain");
            return Err(("joins", found, "joins between opposite edges of one terrain".to_owned()));
        }
        if wanted {
            join(a, b);
        }
    }
    if north_south && east_west && edges[0] != edges[1] {
        let accepted = "at most one join through the middle between different terrains".to_owned();
        return Err(("joins", "`NSEW`, two areas that would cross".to_owned(), accepted));
    }
    let area = |smallest: Side| {
        let members: Edges = SIDES.into_iter().filter(|side| label[side.index()] == smallest.index()).collect();
        (!members.is_empty()).then(|| TileArea::new(edges[smallest.index()], members))
    };
    Ok(SIDES.into_iter().filter_map(area).collect())
}

fn parse_inner(text: &str) -> Result<Option<Terrain>, Fault> {
    let fault = || ("inner", format!("`{text}`"), "P, M, W or nothing".to_owned());
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Ok(None),
        (Some(letter), None) => Terrain::from_letter(letter).map(Some).ok_or_else(fault),
        (Some(_), Some(_)) => Err(fault()),
    }
}

fn parse_roads(text: &str) -> Result<Vec<Edges>, Fault> {
    let accepted = "groups of edges N, E, S, W separated by `|`, every edge at most once".to_owned();
    let fault = || ("roads", format!("`{text}`"), accepted.clone());
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut taken = Edges::NONE;
    let mut roads = Vec::new();
    for group in text.split('|') {
        let mut road = Edges::NONE;
        for letter in group.chars() {
            let side = Side::from_letter(letter).ok_or_else(fault)?;
            if taken.has(side) {
                return Err(fault());
            }
            taken = taken.with(side);
            road = road.with(side);
        }
        if road.is_empty() {
            return Err(fault());
        }
        roads.push(road);
    }
    Ok(roads)
}

/// Adds one word of the column `features` to the area that it names.
fn add_feature(areas: &mut [TileArea], word: &str) -> Result<(), Fault> {
    let fault = |accepted: &str| ("features", format!("`{word}`"), accepted.to_owned());
    let (what, whither) = word
        .split_once('@')
        .ok_or_else(|| fault("`kind@area`, `kind*count@area` or `scroll:kind@area`; area N, E, S, W or inner"))?;
    let area = find_area(areas, whither)
        .ok_or_else(|| fault("an area named by one of its edges, N, E, S or W, or `inner` where the tile has one"))?;
    if let Some(kind) = what.strip_prefix("scroll:") {
        let accepted = || fault(&format!("a scroll of {}", ScrollKind::ALL.map(ScrollKind::name).join(", ")));
        let kind = ScrollKind::from_name(kind).ok_or_else(accepted)?;
        return if area.add_scroll(kind) { Ok(()) } else { Err(fault("a scroll at most once in an area")) };
    }
    let (kind, count) = what.split_once('*').unwrap_or((what, "1"));
    let feature =
        Feature::from_name(kind).ok_or_else(|| fault(&format!("a feature out of {}, or a scroll", feature_names())))?;
    let accepted_count = || fault(&format!("a count from 1 to {MAX_COUNT}"));
    let count: u8 = count.parse().map_err(|_| accepted_count())?;
    if !(1..=MAX_COUNT).contains(&count) {
        return Err(accepted_count());
    }
    if !feature.fits(area.terrain) {
        let home: Vec<&str> =
            Terrain::ALL.into_iter().filter(|&terrain| feature.fits(terrain)).map(terrain_name).collect();
        return Err(fault(&format!("{feature} in {}", home.join(" or "))));
    }
    if area.features.of(feature) > 0 {
        return Err(fault("every feature at most once in an area, with its count"));
    }
    area.features.add(feature, count);
    if areas.iter().map(|area| area.features.of(feature)).sum::<u16>() > u16::from(MAX_COUNT) {
        return Err(fault(&format!("at most {MAX_COUNT} of a feature on one tile")));
    }
    Ok(())
}

fn find_area<'a>(areas: &'a mut [TileArea], name: &str) -> Option<&'a mut TileArea> {
    if name == "inner" {
        return areas.iter_mut().find(|area| area.edges.is_empty());
    }
    let mut letters = name.chars();
    let side = Side::from_letter(letters.next()?)?;
    if letters.next().is_some() {
        return None;
    }
    areas.iter_mut().find(|area| area.edges.has(side))
}

fn feature_names() -> String {
    Feature::ALL.map(Feature::name).join(", ")
}

fn terrain_name(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Pasture => "pasture",
        Terrain::Mountain => "mountain",
        Terrain::Water => "water",
    }
}
