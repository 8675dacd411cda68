//! The inside of one tile's box.

use std::ops::Range;

use engine::skye::tile::{Edges, Tile, TileArea};
use engine::skye::{Side, Terrain};

use crate::skye::drawing::glyphs::{Label, crossing, glyph, labels, special_labels};
use crate::skye::drawing::ink::Ink;

/// Characters across.
pub const COLUMNS: usize = 9;

/// Lines.
pub const ROWS: usize = 3;

/// The middle line and the middle column.
///
/// Roads meet there.
const MIDDLE: (usize, usize) = (1, 4);

/// A drawn tile, line by line.
pub struct Map {
    /// Characters and inks.
    pub cells: [[(char, Ink); COLUMNS]; ROWS],
}

/// Free space for features: a line and some columns of it.
struct Room {
    row: usize,
    columns: Range<usize>,
}

impl Map {
    /// Draws a tile as laid; `is_completed` tells for each of its areas if the territory completes it.
    pub fn of(tile: &Tile, is_completed: impl Fn(usize) -> bool) -> Self {
        let mut map = Self::ground(tile);
        map.draw_roads(tile);
        for (part, area) in tile.areas.iter().enumerate() {
            let labels = [special_labels(tile, part), labels(area, is_completed(part))].concat();
            map.draw_features(tile, area, &labels);
        }
        map.cut_corner(tile.special.curved);
        map
    }

    fn ground(tile: &Tile) -> Self {
        let [left, centre, right] = middle_ground(tile);
        let terrain = |row: usize, column: usize| match (row, column) {
            (0, _) => tile.edges[Side::North.index()],
            (2, _) => tile.edges[Side::South.index()],
            (_, 0..=2) => tile.edges[Side::West.index()],
            (_, 3) => left,
            (_, 4) => centre,
            (_, 5) => right,
            _ => tile.edges[Side::East.index()],
        };
        let cell = |row, column| (glyph(terrain(row, column)), Ink::Ground(terrain(row, column)));
        Self { cells: std::array::from_fn(|row| std::array::from_fn(|column| cell(row, column))) }
    }

    fn draw_roads(&mut self, tile: &Tile) {
        let mut draw = |row: usize, column: usize, glyph| self.cells[row][column] = (glyph, Ink::Road);
        for side in tile.exits.iter() {
            match side {
                Side::North => draw(0, MIDDLE.1, '║'),
                Side::South => draw(2, MIDDLE.1, '║'),
                Side::West => (0..3).for_each(|column| draw(MIDDLE.0, column, '═')),
                Side::East => (6..COLUMNS).for_each(|column| draw(MIDDLE.0, column, '═')),
            }
        }
        if let Some(crossing) = crossing(&tile.roads) {
            draw(MIDDLE.0, MIDDLE.1, crossing);
        }
    }

    /// Writes an area's features with gaps.
    ///
    /// If space is short it omits the gaps, and as a last resort it writes over the middle.
    fn draw_features(&mut self, tile: &Tile, area: &TileArea, labels: &[Label]) {
        let attempts = [(false, 1), (false, 0), (true, 0)];
        let layouts = attempts.map(|(over_middle, gap)| AreaLabels::of(labels, rooms(tile, area, over_middle), gap));
        let best = layouts.iter().find(|layout| layout.is_complete).unwrap_or(&layouts[attempts.len() - 1]);
        for &(row, column, letter, ink) in &best.letters {
            self.cells[row][column] = (letter, ink);
        }
    }

    /// Cuts off the corner between curved sides.
    fn cut_corner(&mut self, curved: Edges) {
        if curved.is_empty() {
            return;
        }
        let (outer, is_east) = (if curved.has(Side::North) { 0 } else { ROWS - 1 }, curved.has(Side::East));
        let column = |from_corner: usize| if is_east { COLUMNS - 1 - from_corner } else { from_corner };
        let cut = if (outer == 0) == is_east { '╲' } else { '╱' };
        for from_corner in 0..2 {
            self.cells[outer][column(from_corner)] = (' ', Ink::Blank);
        }
        self.cells[outer][column(2)] = (cut, Ink::Border);
        self.cells[MIDDLE.0][column(0)] = (cut, Ink::Border);
    }
}

/// The places where the features of one area are written.
struct AreaLabels {
    /// Line, column, character and ink.
    letters: Vec<(usize, usize, char, Ink)>,
    is_complete: bool,
}

impl AreaLabels {
    fn of(labels: &[Label], mut rooms: Vec<Room>, gap: usize) -> Self {
        let mut layout = Self { letters: Vec::new(), is_complete: true };
        for (text, ink) in labels {
            let length = text.chars().count();
            match rooms.iter_mut().find(|room| room.columns.len() >= length) {
                Some(room) => {
                    layout.write(room, text, *ink);
                    room.columns.start = room.columns.end.min(room.columns.start + length + gap);
                }
                None => layout.is_complete = false,
            }
        }
        layout
    }

    fn write(&mut self, room: &Room, text: &str, ink: Ink) {
        let letters = room.columns.clone().zip(text.chars());
        self.letters.extend(letters.map(|(column, letter)| (room.row, column, letter, ink)));
    }
}

/// Returns the terrain left of the middle, in it, and right of it.
///
/// It shows an area inside the tile, or one that joins opposite edges.
fn middle_ground(tile: &Tile) -> [Terrain; 3] {
    let [north, east, _, west] = tile.edges;
    match through_middle(tile) {
        Some(area) => [area.terrain; 3],
        // No area joins opposite edges: the middle separates two edges of one terrain.
        None => [west, if west == east { north } else { west }, east],
    }
}

fn through_middle(tile: &Tile) -> Option<&TileArea> {
    let inner = tile.areas.iter().find(|area| area.edges.is_empty());
    inner
        .or_else(|| tile.areas.iter().find(|area| area.edges.joins(Side::North, Side::South)))
        .or_else(|| tile.areas.iter().find(|area| area.edges.joins(Side::West, Side::East)))
}

/// Lists the places where the features of an area may be written, the widest first.
fn rooms(tile: &Tile, area: &TileArea, over_middle: bool) -> Vec<Room> {
    // The middle shows an area that joins opposite edges; an area inside the tile is never written over.
    let is_own = through_middle(tile).is_none_or(|middle| middle == area || over_middle && !middle.edges.is_empty());
    let narrow = usize::from(!is_own);
    let mut rooms: Vec<Room> = [(Side::North, 0), (Side::South, 2)]
        .into_iter()
        .filter(|(side, _)| area.edges.has(*side))
        .flat_map(|(_, row)| [Room { row, columns: 1..4 }, Room { row, columns: 5..8 }])
        .collect();
    if area.edges.has(Side::West) {
        rooms.push(Room { row: MIDDLE.0, columns: 1..4 - narrow });
    }
    if area.edges.has(Side::East) {
        rooms.push(Room { row: MIDDLE.0, columns: 5 + narrow..8 });
    }
    match (area.edges.is_empty(), crossing(&tile.roads)) {
        (false, _) => {}
        (true, None) => rooms.push(Room { row: MIDDLE.0, columns: 3..6 }),
        (true, Some(_)) => rooms.extend([Room { row: MIDDLE.0, columns: 3..4 }, Room { row: MIDDLE.0, columns: 5..6 }]),
    }
    rooms
}
