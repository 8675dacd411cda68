//! A county drawn as text: every space with its symbol, and lines between tiles.
//!
//! ```text
//!        -1   0   1   2
//!      ┌───────────────┐
//!   2  │ M   #   #   . │
//! ```

use std::collections::HashMap;

use anstyle::{AnsiColor, Style};
use engine::tipperary::{Components, Cover, Display, Grid, Place};

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
    Mark,
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
            Self::Mark => AnsiColor::BrightCyan.on_default().bold(),
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

/// A letter at a place where something can be laid.
pub type Mark = (String, Place);

/// A whole county, line by line, with coordinates at the margins.
///
/// All lines are equally wide; colours are ANSI codes.
pub fn county(components: &Components, display: &Display) -> Vec<String> {
    canvas(components, display, &[]).lines()
}

/// The same with marks in it and around it, in lines of at most `most` characters.
///
/// Wider counties are split between columns into parts below each other.
pub fn marked_county(components: &Components, display: &Display, marks: &[Mark], most: usize) -> Vec<String> {
    canvas(components, display, marks).strips(MARGIN, PITCH.0, most)
}

fn canvas(components: &Components, display: &Display, marks: &[Mark]) -> Canvas<Ink> {
    let (low, high) = marks.iter().fold(display.bounds(), |(low, high), (_, place)| {
        let low = Place::new(low.x.min(place.x), low.y.min(place.y));
        (low, Place::new(high.x.max(place.x), high.y.max(place.y)))
    });
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
    for (label, place) in marks {
        let (column, line) = corner(*place);
        canvas.write((column + 2, line + 1), label, Ink::Mark);
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

/// Draws single tiles side by side under their titles, in lines of at most `most` characters.
///
/// The space at which a letter stands is in brackets; a star is a sheep symbol.
pub fn tiles(all: &[(String, Grid)], most: usize) -> Vec<String> {
    let width = |(title, grid): &(String, Grid)| title.chars().count().max(grid.width as usize * PITCH.0 + 1) + 2;
    let mut lines = Vec::new();
    let mut left = all;
    while !left.is_empty() {
        let mut sum = 0;
        let fitting = left.iter().take_while(|tile| {
            sum += width(tile);
            sum <= most
        });
        let (row, rest) = left.split_at(fitting.count().max(1));
        left = rest;
        let height = row.iter().map(|(_, grid)| grid.height as usize * PITCH.1 + 1).max().unwrap_or(0);
        let mut canvas = Canvas::new(row.iter().map(width).sum(), 1 + height);
        let mut west = 0;
        for tile @ (title, grid) in row {
            canvas.write((west, 0), title, Ink::Margin);
            draw_tile(&mut canvas, (west, 1), grid);
            west += width(tile);
        }
        lines.extend(canvas.lines());
    }
    lines
}

fn draw_tile(canvas: &mut Canvas<Ink>, (west, north): canvas::Spot, grid: &Grid) {
    for (index, space) in grid.spaces.iter().enumerate() {
        let (column, row) = (space.x as usize, (grid.height - 1 - space.y) as usize);
        let spot = (west + column * PITCH.0, north + row * PITCH.1);
        draw_edges(canvas, spot, Place::new(space.x, space.y), |place| grid.at(place.x, place.y).map(|_| 0));
        let (letters, ink) = glyph(Cover::of(space.space.feature));
        let star = if space.space.symbol { "*" } else { "" };
        canvas.write((spot.0 + 2, spot.1 + 1), &format!("{letters}{star}"), ink);
        if index == 0 {
            canvas.put((spot.0 + 1, spot.1 + 1), '[', Ink::Mark);
            // With a star it takes the place of the tile's edge.
            canvas.put((spot.0 + 2 + letters.len() + star.len(), spot.1 + 1), ']', Ink::Mark);
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
    fn the_brackets_around_a_space_close_whatever_it_shows() {
        let components = Components::shipped();
        let mut stars = 0;
        let ways =
            [false, true].into_iter().flat_map(|flip| [0, 90, 180, 270].map(|turn| Way::new(flip, turn).unwrap()));
        for tile in components.landscape().all() {
            for way in ways.clone() {
                let Some(grid) = components.landscape().tile(tile).lying(way).cloned() else { continue };
                stars += u32::from(grid.spaces[0].space.symbol);
                let drawn = tiles(&[("T".to_owned(), grid)], 80).join("\n");
                let text = anstream::adapter::strip_str(&drawn).to_string();
                assert_eq!([text.matches('[').count(), text.matches(']').count()], [1, 1], "{text}");
            }
        }
        assert!(stars > 0, "a first space has a star");
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
