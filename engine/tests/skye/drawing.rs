//! Territories drawn as text.
//!
//! The rows of a drawing run from north to south, its cells are separated by blanks. A cell is `.` for an empty place, `castle`, or the
//! id of a tile, with its clockwise turn in degrees after a slash (`L31/90`) unless it lies as printed. One tile may be drawn
//! several times.
//!
//! Tiles are the 73 printed ones; `P`, `M` and `W`, which are bare pasture, mountain and water all over; and those that the drawing
//! makes up itself on lines like `a = PMPM,EW,,NS,sheep@N`, with the columns of a tile file from `edges` on.

use std::collections::BTreeMap;
use std::path::Path;

use engine::skye::scoring::award;
use engine::skye::{Place, Placement, Rotation, ScoringTile, Survey, Territory, Tiles};

/// The first line of every tile file.
pub const HEADER: &str = "id,edges,joins,inner,roads,features,disputed";

/// A drawn territory with the tiles that it is built from.
pub struct Drawing {
    pub tiles: Tiles,
    pub territory: Territory,
}

impl Drawing {
    pub fn survey(&self) -> Survey<'_> {
        Survey::of(&self.tiles, &self.territory)
    }
}

/// Builds a drawn territory, every tile by a legal placement.
#[track_caller]
pub fn draw(text: &str) -> Drawing {
    let (made_up, picture): (Vec<&str>, Vec<&str>) =
        text.lines().filter(|line| !line.trim().is_empty()).partition(|line| line.contains('='));
    let tiles = drawn_tiles(&made_up);
    let territory = build(&tiles, &picture.join("\n"));
    Drawing { tiles, territory }
}

/// Lays every tile of a picture, in an order that is found.
#[track_caller]
pub fn build(tiles: &Tiles, picture: &str) -> Territory {
    let mut waiting = read_picture(tiles, picture);
    let mut territory = Territory::castle(tiles);
    while !waiting.is_empty() {
        let next = waiting.iter().position(|&placement| territory.allows(tiles, placement));
        let stuck = || waiting.iter().map(|laid| format!("{} at {}", tiles.name(laid.tile), laid.place));
        let Some(next) = next else { panic!("cannot be laid: {}", stuck().collect::<Vec<_>>().join(", ")) };
        territory.lay(tiles, waiting.remove(next));
    }
    territory
}

/// The printed tiles and the made-up ones, as one tile file.
#[track_caller]
fn drawn_tiles(made_up: &[&str]) -> Tiles {
    let mut text = Tiles::SHIPPED[0].1.to_owned();
    for line in ["P = PPPP", "M = MMMM", "W = WWWW"].iter().chain(made_up) {
        let (id, columns) = line.split_once('=').expect("a line that makes up a tile");
        let given = columns.split(',').count();
        text += &format!("{},{}{}\n", id.trim(), columns.trim(), ",".repeat(6 - given));
    }
    Tiles::parse(Path::new("drawing"), &text).unwrap_or_else(|error| panic!("{error}"))
}

/// Every tile of a picture but the castle, with its place relative to the castle.
#[track_caller]
fn read_picture(tiles: &Tiles, picture: &str) -> Vec<Placement> {
    let rows = picture.lines().filter(|line| !line.trim().is_empty()).enumerate();
    let cells: BTreeMap<(i8, i8), &str> = rows
        .flat_map(|(row, line)| {
            line.split_whitespace().enumerate().map(move |(column, cell)| ((column as i8, row as i8), cell))
        })
        .filter(|&(_, cell)| cell != ".")
        .collect();
    let castles: Vec<_> = cells.iter().filter(|&(_, &cell)| cell == "castle").map(|(&at, _)| at).collect();
    let [(castle_column, castle_row)] = castles[..] else { panic!("{} castles are drawn", castles.len()) };
    let landscape = cells.iter().filter(|&(_, &cell)| cell != "castle");
    landscape
        .map(|(&(column, row), cell)| {
            let (tile, rotation) = read_cell(tiles, cell);
            Placement { tile, place: Place { x: column - castle_column, y: castle_row - row }, rotation }
        })
        .collect()
}

#[track_caller]
fn read_cell(tiles: &Tiles, cell: &str) -> (engine::skye::TileId, Rotation) {
    let (id, degrees) = cell.split_once('/').unwrap_or((cell, "0"));
    let tile = tiles.by_name(id).unwrap_or_else(|| panic!("no tile {id}"));
    let rotation = degrees.parse().ok().and_then(Rotation::from_degrees);
    (tile, rotation.unwrap_or_else(|| panic!("no turn by {degrees} degrees")))
}

/// Checks what a scoring tile awards for one drawn territory.
#[track_caller]
pub fn check(scoring: ScoringTile, drawing: &str, expected_vp: u16) {
    let drawn = draw(drawing);
    let awarded = award(scoring, &[drawn.survey().measure(scoring, 0)]);
    assert_eq!(awarded[..], [expected_vp], "{scoring} of {drawing}");
}

/// Checks what a scoring tile awards at a table where every seat has a drawn territory.
#[track_caller]
pub fn check_table(scoring: ScoringTile, drawings: &[&str], expected_vp: &[u16]) {
    let measured: Vec<u16> = drawings.iter().map(|text| draw(text).survey().measure(scoring, 0)).collect();
    assert_eq!(award(scoring, &measured)[..], *expected_vp, "{scoring} with {measured:?}");
}
