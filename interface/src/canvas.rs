//! A grid of characters, each with an ink (its meaning and colour).

use anstyle::Style;

/// The meaning of a character, which determines its colour.
pub(crate) trait InkStyle: Copy + PartialEq {
    /// The ink of a blank.
    const BLANK: Self;

    /// The line between tiles.
    const BORDER: Self;

    /// Returns its style.
    fn style(self) -> Style;
}

/// A column and a line, from the upper left.
pub(crate) type Spot = (usize, usize);

/// Border pieces that leave a spot to the north, east, south and west, as bits.
const NORTH: u8 = 1;
const EAST: u8 = 2;
const SOUTH: u8 = 4;
const WEST: u8 = 8;

/// The border character for every set of pieces.
const BORDERS: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

/// A rectangle of characters to draw on.
pub(crate) struct Canvas<I> {
    width: usize,
    cells: Vec<(char, I)>,
    borders: Vec<u8>,
}

impl<I: InkStyle> Canvas<I> {
    /// A blank one.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, cells: vec![(' ', I::BLANK); width * height], borders: vec![0; width * height] }
    }

    /// Puts one character.
    pub fn put(&mut self, (column, line): Spot, glyph: char, ink: I) {
        self.cells[line * self.width + column] = (glyph, ink);
    }

    /// Puts one character where there is only a border.
    pub fn put_on_border(&mut self, spot: Spot, glyph: char, ink: I) {
        if self.cells[spot.1 * self.width + spot.0].1 == I::BORDER {
            self.put(spot, glyph, ink);
        }
    }

    /// Writes a text to the right.
    pub fn write(&mut self, (column, line): Spot, text: &str, ink: I) {
        for (index, glyph) in text.chars().enumerate() {
            self.put((column + index, line), glyph, ink);
        }
    }

    /// Draws a box around an interior of this size; its lines join those of earlier boxes that they meet.
    pub fn draw_box(&mut self, (column, line): Spot, inner_width: usize, inner_height: usize) {
        let (right, lower) = (column + inner_width + 1, line + inner_height + 1);
        [line, lower].into_iter().for_each(|line| self.draw_east((column, line), inner_width + 1));
        [column, right].into_iter().for_each(|column| self.draw_south((column, line), inner_height + 1));
    }

    /// Draws a line to the right; it joins lines that it meets.
    pub fn draw_east(&mut self, (column, line): Spot, length: usize) {
        (column..column + length).for_each(|column| self.draw_piece((column, line), (column + 1, line), EAST, WEST));
    }

    /// Draws a line downwards; it joins lines that it meets.
    pub fn draw_south(&mut self, (column, line): Spot, length: usize) {
        (line..line + length).for_each(|line| self.draw_piece((column, line), (column, line + 1), SOUTH, NORTH));
    }

    fn draw_piece(&mut self, from: Spot, to: Spot, leaving: u8, entering: u8) {
        for (spot, piece) in [(from, leaving), (to, entering)] {
            let index = spot.1 * self.width + spot.0;
            self.borders[index] |= piece;
            // An id in the border stays readable.
            if [I::BLANK, I::BORDER].contains(&self.cells[index].1) {
                self.cells[index] = (BORDERS[usize::from(self.borders[index])], I::BORDER);
            }
        }
    }

    /// All lines, with ANSI codes where the ink changes.
    pub fn lines(&self) -> Vec<String> {
        self.cells.chunks(self.width).map(inked).collect()
    }

    /// The same in lines of at most `most` characters.
    ///
    /// Wider content is cut at one of the columns that begin every `pitch` characters after the margin. Each part has
    /// the margin in front and an empty line above it.
    pub fn strips(&self, margin: usize, pitch: usize, most: usize) -> Vec<String> {
        if self.width <= most {
            return self.lines();
        }
        let across = (most - margin - 1) / pitch * pitch;
        let mut lines = Vec::new();
        for west in (margin..self.width - 1).step_by(across) {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            let east = self.width.min(west + across + 1);
            lines.extend(self.cells.chunks(self.width).map(|row| inked(&[&row[..margin], &row[west..east]].concat())));
        }
        lines
    }
}

/// Characters with ANSI codes where the ink changes.
fn inked<I: InkStyle>(cells: &[(char, I)]) -> String {
    cells.chunk_by(|a, b| a.1 == b.1).map(|run| paint(run[0].1.style(), run.iter().map(|cell| cell.0))).collect()
}

/// A text in a style.
pub fn paint(style: Style, text: impl IntoIterator<Item = char>) -> String {
    let text: String = text.into_iter().collect();
    format!("{style}{text}{style:#}")
}
