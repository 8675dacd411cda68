//! Territories drawn as text.
//!
//! The rows of a drawing run from north to south, its cells are separated by blanks. A cell is `.` for an empty place, `castle`, or the
//! id of a tile, with its clockwise turn in degrees after a slash (`L31/90`) unless it lies as printed. One tile may be drawn
//! several times.
//!
//! Tiles are those of all shipped files (`L01`, `T01`, `D01`, `B1` and so on, the reconstructed ones included); `P`, `M` and `W`, which are
//! bare pasture, mountain and water all over; and those that the drawing makes up itself on lines like `a = PMPM,EW,,NS,sheep@N`, with
//! the columns of a tile file from `edges` on. After a semicolon a made-up tile may have what only tiles of modules have:
//!
//! | after the semicolon | tile |
//! |---|---|
//! | `cost 3`, `cost 3 own-tile` | a Druid tile with this cost and tablet; any scroll needs a Druid tile |
//! | `tunnels N@E S@E` | a tunnel tile with these entrances |
//! | `tunnels N@E vp 1@S` | with VP barrels, too |
//! | `curved NE back ESW,cattle@S` | a borderland tile; roads and features of its back |
//!
//! Borderland tiles lie front up and are turned over as soon as they are due. There are six of them, so made-up ones replace the last
//! shipped ones.

use std::collections::BTreeMap;
use std::path::Path;

use engine::skye::scoring::award;
use engine::skye::{Module, Place, Placement, Rotation, ScoringTile, ScrollKind, Survey, Territory, Tiles};

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
        lay(tiles, &mut territory, waiting.remove(next));
    }
    territory
}

/// The rows of one tile file of a drawing.
#[track_caller]
fn made_up_row(line: &str) -> (Option<Module>, String) {
    let (id, columns) = line.split_once('=').expect("a line that makes up a tile");
    let (common, special) = columns.split_once(';').unwrap_or((columns, ""));
    let (id, common) = (id.trim(), common.trim());
    let full = |columns: &str| format!("{id},{columns}{}", ",".repeat(6 - columns.split(',').count()));
    let row = full(common);
    let Some((kind, rest)) = special.trim().split_once(' ') else { return (None, row) };
    match kind {
        "cost" => {
            let (cost, tablet) = rest.split_once(' ').unwrap_or((rest, ""));
            (Some(Module::Druids), format!("{row},{cost},{tablet},,"))
        }
        "tunnels" => {
            let (tunnels, vp) = rest.split_once(" vp ").unwrap_or((rest, ""));
            (Some(Module::Tunnels), format!("{row},{tunnels},{vp},,"))
        }
        "curved" => {
            let (curved, back) = rest.split_once(" back ").unwrap_or((rest, ","));
            let straight: String = "NESW".chars().filter(|side| !curved.contains(*side)).collect();
            let bounds: Vec<&str> = common.split(',').chain([""; 3]).take(3).collect();
            let back = full(&format!("{},{back}", bounds.join(",")));
            let side = |row: &str, side: &str| format!("{row},{id},{side},{straight},{curved},");
            (Some(Module::Borderlands), format!("{}\n{}-{}", side(&row, "front"), "back", side(&back, "back")))
        }
        _ => panic!("no tiles of the kind `{kind}`"),
    }
}

/// The shipped tiles and the made-up ones, each in the file of its kind.
#[track_caller]
fn drawn_tiles(made_up: &[&str]) -> Tiles {
    let all = ["P = PPPP", "M = MMMM", "W = WWWW"].iter().chain(made_up);
    let rows: Vec<(Option<Module>, String)> = all.map(|line| made_up_row(line)).collect();
    let borderlands = rows.iter().filter(|(module, _)| *module == Some(Module::Borderlands)).count();
    let file = |module: Option<Module>, shipped: &str| {
        let kept = if module == Some(Module::Borderlands) { 1 + 2 * (6 - borderlands) } else { usize::MAX };
        let own = rows.iter().filter(|(other, _)| *other == module).map(|(_, row)| row.as_str());
        shipped.lines().take(kept).chain(own).collect::<Vec<_>>().join("\n")
    };
    let of_modules = Tiles::SHIPPED_FOR_MODULES.map(|(module, shipped)| (module, file(Some(module), shipped)));
    let path = Path::new("drawing");
    let files: Vec<_> = of_modules.iter().map(|(module, text)| (*module, path, text.as_str())).collect();
    let tiles = Tiles::parse_with(path, &file(None, Tiles::SHIPPED[0].1), &files);
    tiles.unwrap_or_else(|error| panic!("{error}"))
}

/// Lays a tile, and turns over what is due.
#[track_caller]
pub fn lay(tiles: &Tiles, territory: &mut Territory, placement: Placement) {
    territory.lay(tiles, placement);
    let due: Vec<usize> = territory.due_to_flip(tiles, territory.len() - 1).collect();
    due.into_iter().for_each(|index| territory.flip(tiles, index));
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

/// Checks what scrolls of one kind are worth before doubling in a drawn territory, with this much gold.
#[track_caller]
pub fn check_scroll(kind: ScrollKind, drawing: &str, gold: u16, expected_vp: u16) {
    assert_eq!(draw(drawing).survey().scroll_vp(kind, gold), expected_vp, "{kind} of {drawing}");
}

/// Checks what a scoring tile awards at a table where every seat has a drawn territory.
#[track_caller]
pub fn check_table(scoring: ScoringTile, drawings: &[&str], expected_vp: &[u16]) {
    let measured: Vec<u16> = drawings.iter().map(|text| draw(text).survey().measure(scoring, 0)).collect();
    assert_eq!(award(scoring, &measured)[..], *expected_vp, "{scoring} with {measured:?}");
}
