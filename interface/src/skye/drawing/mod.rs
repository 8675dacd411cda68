//! A territory, or single tiles, drawn as text.
//!
//! Every tile is a box with its id in the upper border. Its inside is a small map: glyphs show the terrain of each edge
//! and of the middle, double lines show roads and their connections, and letters near an edge of their area stand for
//! features.
//!
//! ```text
//!          0
//!    ┌castle───┐
//!  0 │....║....│
//!    │═══.╣.~~~│
//!    │....║....│
//!    └─────────┘
//! ```

mod glyphs;
mod ink;
mod tile;
pub mod tile_group;

use engine::skye::{Modules, Place, Rotation, SIDES, Side, Survey, Territory, TileId, Tiles};

use ink::Ink;
use tile::{COLUMNS, Map, ROWS};

pub use crate::canvas::paint;
use crate::canvas::{Canvas, Spot};

/// The meanings of the glyphs and letters.
pub const LEGEND: &str = "\
. pasture   ^ mountain   ~ water   ═ ║ roads   ╱ ╲ ╫ two separate roads
s sheep   c cattle   F farm   B broch   L lighthouse   S ship   w whisky
3s three sheep   §s scroll that counts sheep   ◆s the same, doubled since its area is completed";

/// The same for tiles of modules.
const MODULE_LEGEND: &str = "\
scrolls: §. §^ §~ completed areas of a terrain   §* of any   §T building sets   §= longest road   §H harbours   §$ gold
§3 §4 that many VP   §& animal pairs   §- rows   §| columns   §+ both
∩ tunnel entrance, with an exit of its road if it has several   v VP barrels   ╲ cut corner: curved sides
after a Druid tile's id its cost and its tablet: A score again, O own tile, B bag draw, 1 or 2 gold less";

/// Explains the glyphs and letters in a game with these modules.
pub fn legend(modules: Modules) -> impl Iterator<Item = &'static str> {
    let further = if modules.is_empty() { "" } else { MODULE_LEGEND };
    LEGEND.lines().chain(further.lines())
}

/// A tile's id, followed by cost and tablet for a Druid tile.
fn title(tiles: &Tiles, tile: TileId) -> String {
    let name = tiles.name(tile);
    match tiles.druid(tile) {
        None => name.to_owned(),
        Some(druid) => {
            let tablet = druid.tablet.map_or(String::new(), |tablet| glyphs::tablet(tablet).to_string());
            format!("{name} {}{tablet}", druid.cost)
        }
    }
}

/// Distance from one tile to the next in a territory: neighbours share a border.
const PITCH: (usize, usize) = (COLUMNS + 1, ROWS + 1);

/// The width of the coordinate at the left margin.
const MARGIN: usize = 4;

/// A whole territory, line by line, with coordinates at the margins.
///
/// All lines are equally wide; colours are ANSI codes.
pub fn territory(tiles: &Tiles, territory: &Territory) -> Vec<String> {
    canvas(tiles, territory).lines()
}

/// The same in lines of at most `most` characters.
///
/// Wider territories are split between columns into parts below each other.
pub fn narrow_territory(tiles: &Tiles, territory: &Territory, most: usize) -> Vec<String> {
    canvas(tiles, territory).strips(MARGIN, PITCH.0, most)
}

fn canvas(tiles: &Tiles, territory: &Territory) -> Canvas<Ink> {
    let frame = Bounds::around(territory.placements().map(|laid| laid.place));
    let mut canvas = Canvas::new(frame.width(), frame.height());
    frame.draw_margins(&mut canvas);
    let survey = Survey::of(tiles, territory);
    for (number, laid) in territory.placements().enumerate() {
        let tile = territory.tile(tiles, number);
        let map = Map::of(tile, |part| survey.areas().containing(number, part).is_completed());
        draw_tile(&mut canvas, frame.corner(laid.place), &title(tiles, laid.tile), &map);
    }
    for number in 0..territory.len() {
        draw_crossings(&mut canvas, &frame, tiles, territory, number);
    }
    canvas
}

/// Tiles as printed, side by side. All lines are equally wide; colours are ANSI codes.
pub fn row(tiles: &Tiles, row: &[TileId]) -> Vec<String> {
    let mut canvas = Canvas::new(row_width(row.len()), ROWS + 2);
    for (index, &tile) in row.iter().enumerate() {
        let map = Map::of(tiles.tile(tile, Rotation::NONE), |_| false);
        draw_tile(&mut canvas, (index * ROW_PITCH, 0), &title(tiles, tile), &map);
    }
    canvas.lines()
}

/// Distance from one tile to the next in a row.
pub const ROW_PITCH: usize = COLUMNS + 3;

/// Width of a row of this many tiles.
pub fn row_width(count: usize) -> usize {
    (count * ROW_PITCH).saturating_sub(1)
}

/// The part of the plane that a territory covers.
struct Bounds {
    west: i8,
    east: i8,
    south: i8,
    north: i8,
}

impl Bounds {
    fn around(places: impl Iterator<Item = Place>) -> Self {
        let around_castle = Self { west: 0, east: 0, south: 0, north: 0 };
        places.fold(around_castle, |frame, Place { x, y }| {
            let (west, east) = (frame.west.min(x), frame.east.max(x));
            Self { west, east, south: frame.south.min(y), north: frame.north.max(y) }
        })
    }

    fn width(&self) -> usize {
        MARGIN + usize::from(self.east.abs_diff(self.west) + 1) * PITCH.0 + 1
    }

    fn height(&self) -> usize {
        1 + usize::from(self.north.abs_diff(self.south) + 1) * PITCH.1 + 1
    }

    /// The upper left corner of the box at a place, as column and line of the canvas.
    fn corner(&self, place: Place) -> (usize, usize) {
        let east_of_frame = usize::from(place.x.abs_diff(self.west));
        let south_of_frame = usize::from(self.north.abs_diff(place.y));
        (MARGIN + east_of_frame * PITCH.0, 1 + south_of_frame * PITCH.1)
    }

    fn draw_margins(&self, canvas: &mut Canvas<Ink>) {
        for x in self.west..=self.east {
            let (column, _) = self.corner(Place { x, y: self.north });
            canvas.write((column, 0), format!("{x:^width$}", width = PITCH.0 + 1).trim_end(), Ink::Margin);
        }
        for y in self.south..=self.north {
            let (_, line) = self.corner(Place { x: self.west, y });
            canvas.write((0, line + PITCH.1 / 2), &format!("{y:>3}"), Ink::Margin);
        }
    }
}

fn draw_tile(canvas: &mut Canvas<Ink>, (column, line): Spot, id: &str, map: &Map) {
    canvas.draw_box((column, line), COLUMNS, ROWS);
    let short: String = id.chars().take(COLUMNS - 1).collect();
    canvas.write((column + 1, line), &short, Ink::Id);
    for (row, cells) in map.cells.iter().enumerate() {
        for (index, &(glyph, ink)) in cells.iter().enumerate() {
            canvas.put((column + 1 + index, line + 1 + row), glyph, ink);
        }
    }
}

/// Draws a road through the border between two neighbours that both have one, unless the id is there.
fn draw_crossings(canvas: &mut Canvas<Ink>, frame: &Bounds, tiles: &Tiles, territory: &Territory, number: usize) {
    let (column, line) = frame.corner(territory.placement(number).place);
    for side in SIDES {
        let Some(beside) = territory.neighbour(number, side) else { continue };
        if !territory.tile(tiles, number).exits.has(side) || !territory.tile(tiles, beside).exits.has(side.opposite()) {
            continue;
        }
        match side {
            Side::North => canvas.put_on_border((column + PITCH.0 / 2, line), '║', Ink::Road),
            Side::West => canvas.put_on_border((column, line + PITCH.1 / 2), '═', Ink::Road),
            // Seen from the other tile.
            Side::East | Side::South => {}
        }
    }
}
