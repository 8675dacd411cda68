//! A column: its dictionary entry together with the code that writes it, so that these always agree.

use super::column_group::ColumnGroup;
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
/// The rows of a table are structs, and its columns an array that defines header, dictionary and cells.
///
/// ```
/// use lab::forms::column::{Column, dictionary, header, write_rows};
/// use lab::forms::labels::Labels;
/// use lab::forms::line::Line;
///
/// struct Row {
///     games: u64,
///     length: Option<f64>,
/// }
///
/// impl Row {
///     const COLUMNS: &[Column<Self>] = &[
///         Column::<Self>::count("games", "games", |row| Some(row.games)).meaning("games played"),
///         Column::<Self>::number("length", "rounds", |row| row.length).meaning("mean length of a game"),
///     ];
/// }
///
/// let mut table = header(&dictionary(Row::COLUMNS)).into_bytes();
/// let rows = [Row { games: 3, length: Some(6.5) }, Row { games: 0, length: None }];
/// write_rows(Row::COLUMNS, &rows, &mut Line::at_end(&mut table, &Labels::default()));
/// assert_eq!(table, b"games,length\n3,6.500000\n0,\n");
/// ```
pub struct Column<R> {
    /// Its entry in the dictionary.
    pub heading: Heading,
    cell: CellValue<R>,
}

/// The value in a row, with its format.
enum CellValue<R> {
    Count(fn(&R) -> Option<u64>),
    Number(fn(&R) -> Option<f64>),
    Probability(fn(&R) -> Option<f64>),
    Estimate(fn(&R) -> Estimate),
    Agent(fn(&R) -> Option<usize>),
    Text(fn(&R, &mut Line<'_>)),
}

impl<R> Column<R> {
    /// Creates a column of whole numbers; `None` is an empty cell.
    pub const fn count(name: &'static str, unit: &'static str, value: fn(&R) -> Option<u64>) -> Self {
        Self::new(name, ColumnGroup::Single, Type::Integer, unit, CellValue::Count(value))
    }

    /// Creates a column of numbers with 6 decimals; `None` is an empty cell.
    pub const fn number(name: &'static str, unit: &'static str, value: fn(&R) -> Option<f64>) -> Self {
        Self::new(name, ColumnGroup::Single, Type::Float, unit, CellValue::Number(value))
    }

    /// Creates a column of p or q values with at least 4 significant digits; `None` is an empty cell.
    pub const fn probability(name: &'static str, value: fn(&R) -> Option<f64>) -> Self {
        Self::new(name, ColumnGroup::Single, Type::Float, "", CellValue::Probability(value))
    }

    /// Creates the columns `name`, `name_lo` and `name_hi` of an estimate and the ends of its interval.
    pub const fn estimate(name: &'static str, unit: &'static str, value: fn(&R) -> Estimate) -> Self {
        Self::new(name, ColumnGroup::Estimate, Type::Float, unit, CellValue::Estimate(value))
    }

    /// Creates the same columns, with the first one named `name_mean`.
    pub const fn mean(name: &'static str, unit: &'static str, value: fn(&R) -> Estimate) -> Self {
        Self::new(name, ColumnGroup::Mean, Type::Float, unit, CellValue::Estimate(value))
    }

    /// Creates a column of agents' names, given by index; `None` is `all`.
    pub const fn agent(name: &'static str, agent: fn(&R) -> Option<usize>) -> Self {
        Self::new(name, ColumnGroup::Single, Type::Text, "", CellValue::Agent(agent))
    }

    /// Creates a column of texts without a unit; `write` writes the cell.
    pub const fn text(name: &'static str, write: fn(&R, &mut Line<'_>)) -> Self {
        Self::new(name, ColumnGroup::Single, Type::Text, "", CellValue::Text(write))
    }

    /// Sets the meaning in the dictionary.
    #[must_use]
    pub const fn meaning(mut self, meaning: &'static str) -> Self {
        self.heading.meaning = meaning;
        self
    }

    const fn new(name: &'static str, over: ColumnGroup, kind: Type, unit: &'static str, cell: CellValue<R>) -> Self {
        Self { heading: Heading { name, over, kind, unit, meaning: "" }, cell }
    }

    /// Writes one cell; `part` is its index within the group.
    fn write(&self, row: &R, part: usize, line: &mut Line<'_>) {
        match self.cell {
            CellValue::Count(value) => value(row).into_iter().for_each(|number| line.count(number)),
            CellValue::Number(value) => line.float(value(row)),
            CellValue::Probability(value) => line.probability(value(row)),
            CellValue::Estimate(value) => line.estimate(&value(row), part),
            CellValue::Agent(agent) => line.agent(agent(row)),
            CellValue::Text(write) => write(row, line),
        }
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
    pub fn entries(&self) -> impl Iterator<Item = ColumnEntry> {
        let Self { name, over, kind, unit, meaning } = *self;
        (0..over.count()).map(move |index| ColumnEntry {
            name: format!("{name}{}", over.suffix(index)),
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
pub fn write_rows<'r, R: 'r>(columns: &[Column<R>], rows: impl IntoIterator<Item = &'r R>, line: &mut Line<'_>) {
    for row in rows {
        for column in columns {
            for index in 0..column.heading.over.count() {
                column.write(row, index, line);
                line.next_cell();
            }
        }
        line.end();
    }
}
