//! A column: its dictionary entry together with the code that writes it, so that these always agree.

use super::column_group::ColumnGroup;
use super::labels::Labels;
use super::line::Line;
use stats::Estimate;

engine::named_enum! {
    /// The type of a column's cells.
    pub enum Type {
        /// A whole number.
        Integer = "integer",
        /// A number with 6 decimals; a small probability has 4 significant digits.
        Float = "float",
        /// Text.
        Text = "text",
    }
}

/// The entry of a column, or of a group of columns, in the dictionary.
#[derive(Copy, Clone, Debug)]
pub struct Heading {
    /// The name, without the suffix of a group.
    pub name: &'static str,
    /// The number of columns in the group, and their suffixes.
    pub over: ColumnGroup,
    /// The type of its cells.
    pub kind: Type,
    /// The unit; empty if there is none.
    pub unit: &'static str,
    /// The meaning of the cells.
    pub meaning: &'static str,
}

/// A column of a table with rows of type `R`; three columns for an estimate with its interval.
///
/// [`result_row`](crate::tables::result_row) makes the columns of a row.
pub struct Column<R> {
    /// Its entry in the dictionary.
    pub heading: Heading,
    /// Writes the cell with this index within the group.
    pub write: fn(&R, usize, &mut Line<'_>),
}

/// A row of a result table with fixed columns.
pub trait ResultRow: Sized + 'static {
    /// The columns in order.
    const COLUMNS: &'static [Column<Self>];
}

/// The content of a cell, or of the three cells of an estimate.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A whole number.
    Count(Option<u64>),
    /// A number with 6 decimals.
    Number(Option<f64>),
    /// A p or q value.
    Probability(Option<f64>),
    /// An estimate with the ends of its interval.
    Estimate(Estimate),
    /// An agent, by index; `None` is `all`.
    Agent(Option<usize>),
    /// Any text.
    Text(String),
}

impl Cell {
    /// Returns the estimate; `None` for another kind of cell.
    pub fn estimate(&self) -> Option<Estimate> {
        if let Self::Estimate(estimate) = self { Some(*estimate) } else { None }
    }
}

/// A row of a result table: its cells by the names of their columns.
#[derive(Clone, PartialEq, Debug)]
pub struct Row(Vec<(&'static str, Cell)>);

impl Row {
    /// Creates a row from its cells in order; the name of an estimate is that of its columns without suffix.
    pub fn new(cells: Vec<(&'static str, Cell)>) -> Self {
        Self(cells)
    }

    fn cell(&self, column: &str) -> &Cell {
        let found = self.0.iter().find(|(name, _)| *name == column);
        found.map(|(_, cell)| cell).unwrap_or_else(|| panic!("the row has no column `{column}`"))
    }

    /// Returns an estimate.
    ///
    /// # Panics
    /// As for all cells, if the row has no such column of this kind.
    pub fn estimate(&self, column: &str) -> Estimate {
        self.cell(column).estimate().expect("an estimate")
    }

    /// Returns the value of an estimate.
    pub fn value(&self, column: &str) -> Option<f64> {
        self.estimate(column).value
    }

    /// Returns a number, such as a p value.
    pub fn number(&self, column: &str) -> Option<f64> {
        if let Cell::Number(number) | Cell::Probability(number) = self.cell(column) { *number } else { None }
    }

    /// Returns a whole number, 0 for an empty cell.
    pub fn count(&self, column: &str) -> u64 {
        if let Cell::Count(Some(count)) = self.cell(column) { *count } else { 0 }
    }

    /// Returns an agent's index; `None` is `all`.
    pub fn agent(&self, column: &str) -> Option<usize> {
        if let Cell::Agent(agent) = self.cell(column) { *agent } else { None }
    }

    /// Returns a text.
    pub fn text(&self, column: &str) -> &str {
        if let Cell::Text(text) = self.cell(column) { text } else { "" }
    }

    /// Writes the row as a line.
    pub fn write(&self, line: &mut Line<'_>) {
        for (_, cell) in &self.0 {
            match cell {
                Cell::Count(count) => count.iter().for_each(|count| line.count(*count)),
                Cell::Number(number) => line.float(*number),
                Cell::Probability(probability) => line.probability(*probability),
                Cell::Estimate(estimate) => {
                    line.estimate(estimate, 0);
                    line.next_cell();
                    line.estimate(estimate, 1);
                    line.next_cell();
                    line.estimate(estimate, 2);
                }
                Cell::Agent(agent) => line.agent(*agent),
                Cell::Text(text) => line.text(text),
            }
            line.next_cell();
        }
        line.end();
    }
}

/// The dictionary entry of a single column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnEntry {
    /// The name in the table's header.
    pub name: String,
    /// The type of its cells.
    pub kind: Type,
    /// The unit; empty if there is none.
    pub unit: &'static str,
    /// The meaning of the cells.
    pub meaning: &'static str,
}

impl Heading {
    /// Returns the dictionary entries, with groups expanded.
    pub fn entries(self) -> impl Iterator<Item = ColumnEntry> {
        let Self { name, over, kind, unit, meaning } = self;
        (0..over.count()).map(move |index| ColumnEntry {
            name: over.name(name, index),
            kind,
            unit,
            meaning: over.meaning(meaning, index),
        })
    }
}

/// Returns the dictionary of a result table, with groups expanded.
pub fn dictionary<R>(columns: &[Column<R>]) -> Vec<ColumnEntry> {
    columns.iter().flat_map(|column| column.heading.entries()).collect()
}

/// Returns the header line of a table.
pub fn header(dictionary: &[ColumnEntry]) -> String {
    let names: Vec<&str> = dictionary.iter().map(|entry| entry.name.as_str()).collect();
    names.join(",") + "\n"
}

/// Writes the rows of a result table.
pub fn write_rows<R>(columns: &[Column<R>], rows: &[R], line: &mut Line<'_>) {
    for row in rows {
        for column in columns {
            for part in 0..column.heading.over.count() {
                (column.write)(row, part, line);
                line.next_cell();
            }
        }
        line.end();
    }
}

/// Returns a result table as CSV.
pub fn csv<R: ResultRow>(rows: &[R], labels: &Labels) -> Vec<u8> {
    let mut bytes = header(&dictionary(R::COLUMNS)).into_bytes();
    write_rows(R::COLUMNS, rows, &mut Line::at_end(&mut bytes, labels));
    bytes
}
