//! Tables that fit into the terminal.

use std::fmt;
use std::ops::Range;

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table};

use lab::base::out;
use lab::base::plain_text::escaped;

/// The width of a cell besides its text: a space on either side and a separator.
const AROUND: usize = 3;

/// A table of texts and numbers.
///
/// If it is wider than the terminal, its numbers continue below, next to the same texts.
///
/// ```
/// # use report::terminal::table::PrintedTable;
/// let mut table = PrintedTable::new(&["agent", "wins"], 1..2);
/// table.add_row(["greedy".to_owned(), "40.0 ± 10.0 %".to_owned()]);
/// assert!(table.to_string().contains("│ greedy ┆ 40.0 ± 10.0 % │"));
/// ```
#[derive(Clone, Debug)]
pub struct PrintedTable {
    header: Vec<String>,
    /// The columns of numbers.
    numbers: Range<usize>,
    rows: Vec<Vec<String>>,
}

impl PrintedTable {
    /// Starts without rows. `numbers` are the columns of numbers; the others are texts.
    pub fn new(header: &[&str], numbers: Range<usize>) -> Self {
        Self { header: header.iter().map(|name| (*name).to_owned()).collect(), numbers, rows: Vec::new() }
    }

    /// Adds a row with a cell for each column.
    pub fn add_row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| escaped(&cell).into_owned()).collect());
    }

    /// Adds rows.
    pub fn add_rows(&mut self, rows: impl IntoIterator<Item = Vec<String>>) {
        rows.into_iter().for_each(|row| self.add_row(row));
    }

    /// The width of a column with its margins.
    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|row| &row[column]).chain([&self.header[column]]);
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0) + AROUND
    }

    /// The columns of each part: the text columns, and as many number columns as fit beside them.
    fn parts(&self, most: Option<usize>) -> Vec<Vec<usize>> {
        let all: Vec<usize> = (0..self.header.len()).collect();
        let (texts, numbers) = (&all[..self.numbers.start], &all[self.numbers.clone()]);
        let Some(most) = most.filter(|most| self.total(&all) > *most && self.numbers.end == all.len()) else {
            return vec![all];
        };
        // Long texts are wrapped so that they do not take all the space.
        let room = most.saturating_sub(self.total(texts).min(most / 2));
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut left = 0;
        for column in numbers {
            let width = self.width(*column);
            match parts.last_mut().filter(|_| width <= left) {
                Some(part) => part.push(*column),
                None => {
                    parts.push(texts.iter().copied().chain([*column]).collect());
                    left = room;
                }
            }
            left = left.saturating_sub(width);
        }
        parts
    }

    /// The width of several columns.
    fn total(&self, columns: &[usize]) -> usize {
        1 + columns.iter().map(|column| self.width(*column)).sum::<usize>()
    }

    fn drawn(&self, columns: &[usize], most: Option<usize>) -> Table {
        let mut table = Table::new();
        table.load_style(UTF8_FULL_CONDENSED).set_header(columns.iter().map(|column| &self.header[*column]));
        table.add_rows(self.rows.iter().map(|row| columns.iter().map(|column| &row[*column])));
        if let Some(width) = most.and_then(|most| u16::try_from(most).ok()) {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        for (place, _) in columns.iter().enumerate().filter(|(_, column)| self.numbers.contains(column)) {
            let drawn = table.column_mut(place).expect("a column of this table");
            drawn.set_cell_alignment(CellAlignment::Right);
            // Numbers are never wrapped.
            drawn.set_constraint(ColumnConstraint::ContentWidth);
        }
        table
    }

    /// Formats the table in as many parts as this width requires.
    fn fitted(&self, most: Option<usize>) -> String {
        let parts = self.parts(most);
        parts.iter().map(|part| self.drawn(part, most).to_string()).collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for PrintedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fitted(out::width()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> PrintedTable {
        let mut table = PrintedTable::new(&["tile", "greedy", "random", "all"], 1..4);
        let numbers = ["24.9 ± 4.7", "9.6 ± 2.4", "17.2 ± 2.9"].map(str::to_owned);
        table.add_row(["large-areas".to_owned()].into_iter().chain(numbers));
        table
    }

    #[test]
    fn a_table_without_a_terminal_is_one() {
        assert_eq!(table().fitted(None).lines().count(), 5);
        assert_eq!(table().fitted(Some(200)), table().fitted(None));
    }

    #[test]
    fn numbers_without_room_go_on_below_and_are_never_broken() {
        for most in [24, 30, 40] {
            let text = table().fitted(Some(most));
            assert!(text.lines().all(|line| line.chars().count() <= most), "{most}\n{text}");
            assert!(["24.9 ± 4.7", "9.6 ± 2.4", "17.2 ± 2.9"].iter().all(|number| text.contains(number)), "{text}");
            assert!(text.matches("greedy").count() == 1 && text.lines().count() > 5, "{text}");
        }
    }
}
