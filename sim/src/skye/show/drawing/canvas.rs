//! A grid of characters, each with an ink.

use anstyle::{AnsiColor, Style};
use engine::skye::Terrain;

/// What a character stands for, and so how it is coloured.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Nothing.
    Blank,
    /// A coordinate.
    Margin,
    /// The line between tiles.
    Border,
    /// A tile's id.
    Id,
    /// Land or water.
    Ground(Terrain),
    /// A road.
    Road,
    /// Something to be counted.
    Feature,
    /// A scroll whose area is completed.
    CompletedScroll,
}

impl Ink {
    fn style(self) -> Style {
        match self {
            Self::Blank => Style::new(),
            Self::Margin | Self::Border => AnsiColor::BrightBlack.on_default(),
            Self::Id => Style::new().bold(),
            Self::Ground(Terrain::Pasture) => AnsiColor::Green.on_default(),
            Self::Ground(Terrain::Mountain) => AnsiColor::Red.on_default(),
            Self::Ground(Terrain::Water) => AnsiColor::Blue.on_default(),
            Self::Road => AnsiColor::Yellow.on_default(),
            Self::Feature => AnsiColor::BrightWhite.on_default().bold(),
            Self::CompletedScroll => AnsiColor::BrightMagenta.on_default().bold(),
        }
    }
}

/// A column and a line, from the upper left.
pub type Spot = (usize, usize);

/// Border pieces that leave a spot to the north, east, south and west, as bits.
const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;

/// The border character for every set of pieces.
const BORDERS: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// What is drawn on.
pub struct Canvas {
    width: usize,
    cells: Vec<(char, Ink)>,
    borders: Vec<u8>,
}

impl Canvas {
    /// A blank one.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, cells: vec![(' ', Ink::Blank); width * height], borders: vec![0; width * height] }
    }

    /// Puts one character.
    pub fn put(&mut self, (column, line): Spot, glyph: char, ink: Ink) {
        self.cells[line * self.width + column] = (glyph, ink);
    }

    /// Puts one character where there is only a border.
    pub fn put_on_border(&mut self, spot: Spot, glyph: char, ink: Ink) {
        if self.cells[spot.1 * self.width + spot.0].1 == Ink::Border {
            self.put(spot, glyph, ink);
        }
    }

    /// Writes a text to the right.
    pub fn write(&mut self, (column, line): Spot, text: &str, ink: Ink) {
        for (index, glyph) in text.chars().enumerate() {
            self.put((column + index, line), glyph, ink);
        }
    }

    /// Draws a box around an inside of this size; lines that meet those of earlier boxes join them.
    pub fn draw_box(&mut self, (column, line): Spot, inner_width: usize, inner_height: usize) {
        let (right, lower) = (column + inner_width + 1, line + inner_height + 1);
        for line in [line, lower] {
            (column..right).for_each(|column| self.draw_piece((column, line), (column + 1, line), EAST, WEST));
        }
        for column in [column, right] {
            (line..lower).for_each(|line| self.draw_piece((column, line), (column, line + 1), SOUTH, NORTH));
        }
    }

    fn draw_piece(&mut self, from: Spot, to: Spot, leaving: u8, entering: u8) {
        for (spot, piece) in [(from, leaving), (to, entering)] {
            let index = spot.1 * self.width + spot.0;
            self.borders[index] |= piece;
            // An id in the border stays readable.
            if matches!(self.cells[index].1, Ink::Blank | Ink::Border) {
                self.cells[index] = (BORDERS[usize::from(self.borders[index])], Ink::Border);
            }
        }
    }

    /// Everything, line by line, with ANSI codes where the ink changes.
    pub fn lines(&self) -> Vec<String> {
        let line = |cells: &[(char, Ink)]| {
            cells
                .chunk_by(|a, b| a.1 == b.1)
                .map(|run| paint(run[0].1.style(), run.iter().map(|cell| cell.0)))
                .collect()
        };
        self.cells.chunks(self.width).map(line).collect()
    }
}

/// A text in a style.
pub fn paint(style: Style, text: impl IntoIterator<Item = char>) -> String {
    let text: String = text.into_iter().collect();
    format!("{style}{text}{style:#}")
}
