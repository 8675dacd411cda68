//! A county drawn as text: every space with its symbol, and lines between tiles.
//!
//! ```text
//!        -1   0   1   2
//!      ┌───────────────┐
//!   2  │ M   #   #   . │
//! ```

use std::collections::HashMap;

use anstyle::{AnsiColor, Style};
use engine::tipperary::{Components, Cover, Display, Place};

use crate::canvas;
use crate::canvas::Canvas;

/// The meanings of the letters.
pub const LEGEND: &str = "\
M meadow   1 2 pasture with sheep   s wooden sheep on a meadow   G grain field   D distillery   R ruin   B bog   C3 stone circle, 3 VP
# town   T tower   m meadow of a bonus tile; lines are the edges of tiles";

/// The meaning of a character, which determines its colour.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Ink {
    Blank,
    Margin,
    Border,
    Meadow,
    Sheep,
    Whiskey,
    Ruin,
    Bog,
    Stones,
    Town,
}

impl canvas::InkStyle for Ink {
    const BLANK: Self = Self::Blank;
    const BORDER: Self = Self::Border;

    fn style(self) -> Style {
        match self {
            Self::Blank => Style::new(),
            Self::Margin | Self::Border => AnsiColor::BrightBlack.on_default(),
            Self::Meadow => AnsiColor::Green.on_default(),
            Self::Sheep => AnsiColor::BrightWhite.on_default().bold(),
            Self::Whiskey => AnsiColor::Yellow.on_default(),
            Self::Ruin => AnsiColor::Red.on_default(),
            Self::Bog => AnsiColor::Cyan.on_default(),
            Self::Stones => AnsiColor::BrightMagenta.on_default().bold(),
            Self::Town => AnsiColor::Blue.on_default().bold(),
        }
    }
}

/// Returns the characters of a space.
fn glyph(cover: Cover) -> (String, Ink) {
    let (letter, ink) = match cover {
        Cover::Town => ("#", Ink::Town),
        Cover::Meadow { bonus: false } => ("M", Ink::Meadow),
        Cover::Meadow { bonus: true } => ("m", Ink::Meadow),
        Cover::Pasture(sheep) => return (sheep.to_string(), Ink::Sheep),
        Cover::WoodenSheep => ("s", Ink::Sheep),
        Cover::Grain => ("G", Ink::Whiskey),
        Cover::Distillery => ("D", Ink::Whiskey),
        Cover::Ruin => ("R", Ink::Ruin),
        Cover::Bog => ("B", Ink::Bog),
        Cover::Stones(vp) => return (format!("C{vp}"), Ink::Stones),
        Cover::Tower => ("T", Ink::Town),
    };
    (letter.to_owned(), ink)
}

/// Distance from one space to the next.
const PITCH: (usize, usize) = (4, 2);

/// The width of the coordinate at the left margin.
const MARGIN: usize = 5;

/// The piece that covers each place; spaces of one piece have no line between them.
pub fn pieces(components: &Components, display: &Display) -> HashMap<Place, usize> {
    let mut pieces = HashMap::new();
    for (place, _) in &components.hometown(display.hometown()).spaces {
        pieces.insert(*place, 0);
    }
    for (number, laid) in display.tiles().iter().enumerate() {
        let grid = components.landscape().tile(laid.tile).lying(laid.way).expect("it was laid like this");
        for space in &grid.spaces {
            pieces.insert(laid.corner.offset(space.x, space.y), 1 + number);
        }
    }
    let single = 1 + display.tiles().len();
    for (number, (_, place)) in display.bonus_tiles().iter().enumerate() {
        pieces.insert(*place, single + number);
    }
    let towers = single + display.bonus_tiles().len();
    for (number, (place, _)) in display.covered().filter(|(_, cover)| *cover == Cover::Tower).enumerate() {
        pieces.insert(place, towers + number);
    }
    pieces
}

/// A whole county, line by line, with coordinates at the margins.
///
/// All lines are equally wide; colours are ANSI codes.
pub fn county(components: &Components, display: &Display) -> Vec<String> {
    canvas(components, display).lines()
}

/// The same in lines of at most `most` characters.
///
/// Wider counties are split between columns into parts below each other.
pub fn narrow_county(components: &Components, display: &Display, most: usize) -> Vec<String> {
    canvas(components, display).strips(MARGIN, PITCH.0, most)
}

fn canvas(components: &Components, display: &Display) -> Canvas<Ink> {
    let (low, high) = display.bounds();
    let (columns, rows) = ((high.x - low.x + 1) as usize, (high.y - low.y + 1) as usize);
    let mut canvas = Canvas::new(MARGIN + columns * PITCH.0 + 1, 1 + rows * PITCH.1 + 1);
    let corner =
        |place: Place| (MARGIN + (place.x - low.x) as usize * PITCH.0, 1 + (high.y - place.y) as usize * PITCH.1);
    for x in low.x..=high.x {
        let (column, _) = corner(Place::new(x, high.y));
        canvas.write((column, 0), format!("{x:^width$}", width = PITCH.0 + 1).trim_end(), Ink::Margin);
    }
    for y in low.y..=high.y {
        let (_, line) = corner(Place::new(low.x, y));
        canvas.write((0, line + 1), &format!("{y:>4}"), Ink::Margin);
    }
    let pieces = pieces(components, display);
    for (place, cover) in display.covered() {
        draw_edges(&mut canvas, corner(place), place, |place| pieces.get(&place).copied());
        let (column, line) = corner(place);
        let (letters, ink) = glyph(cover);
        canvas.write((column + 2, line + 1), &letters, ink);
    }
    canvas
}

/// Draws a line on each side of a space that adjoins another piece, or none.
fn draw_edges(
    canvas: &mut Canvas<Ink>,
    (column, line): canvas::Spot,
    place: Place,
    piece: impl Fn(Place) -> Option<usize>,
) {
    let own = piece(place);
    let [north, east, south, west] = place.neighbours().map(|next| piece(next) != own);
    let lines = [
        (north, (column, line), true),
        (south, (column, line + PITCH.1), true),
        (west, (column, line), false),
        (east, (column + PITCH.0, line), false),
    ];
    for (is_edge, spot, is_level) in lines {
        match (is_edge, is_level) {
            (true, true) => canvas.draw_east(spot, PITCH.0),
            (true, false) => canvas.draw_south(spot, PITCH.1),
            (false, _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::tipperary::{HometownId, Placement, Way};

    use super::*;

    /// The county as text, without colours and blanks at the ends of lines.
    fn drawn(display: &Display) -> String {
        let lines = county(&Components::shipped(), display);
        lines.iter().map(|line| anstream::adapter::strip_str(line).to_string().trim_end().to_owned() + "\n").collect()
    }

    fn hometown(id: &str) -> HometownId {
        Components::shipped().hometown_by_name(id).unwrap()
    }

    #[test]
    fn a_hometown_with_a_tile_beside_it() {
        let components = Components::shipped();
        let mut display = Display::of(&components, hometown("H1A"));
        let tile = components.landscape().by_name("T01").unwrap();
        let way = Way::new(false, 90).unwrap();
        display.lay(&components, Placement { tile, way, corner: Place::new(3, 0) });
        let expected = "
      -1   0   1   2   3
         ┌───────────┬───┐
   2     │ #   #   1 │ 1 │
     ┌───┘           │   │
   1 │ G   #   #   R │ G │
     └───┐       ┌───┤   │
   0     │ #   # │   │ R │
         └───────┘   └───┘
";
        assert_eq!(format!("\n{}", drawn(&display)), expected);
    }
}
