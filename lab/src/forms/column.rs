//! A column: its entry in the dictionary together with the code that writes it, so that these cannot differ.

use super::line::Line;
use super::over::Over;

/// The type of a column's cells.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// A whole number.
    Integer,
    /// A number with 6 decimals.
    Float,
    /// Text.
    Text,
}

impl Type {
    /// The name in the dictionary.
    pub fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Float => "float",
            Self::Text => "text",
        }
    }
}

/// What the dictionary says about a column, or a group of columns.
#[derive(Copy, Clone, Debug)]
pub struct Heading {
    /// The name, without the suffix of a group.
    pub name: &'static str,
    /// How many times the table has it.
    pub over: Over,
    /// The type of its cells.
    pub kind: Type,
    /// Their unit, or nothing.
    pub unit: &'static str,
    /// What they mean.
    pub meaning: &'static str,
}

/// A column, or a group of columns, of a table with rows of type `R`.
pub struct Column<R> {
    /// What it is.
    pub heading: Heading,
    /// Writes one cell; the number is the index within the group.
    pub write: fn(&R, usize, &mut Line<'_>),
}

/// A whole number.
pub const fn integer<R>(
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    write: fn(&R, usize, &mut Line<'_>),
) -> Column<R> {
    Column { heading: Heading { name, over: Over::Once, kind: Type::Integer, unit, meaning }, write }
}

/// A number with 6 decimals.
pub const fn float<R>(
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    write: fn(&R, usize, &mut Line<'_>),
) -> Column<R> {
    Column { heading: Heading { name, over: Over::Once, kind: Type::Float, unit, meaning }, write }
}

/// An estimate with its interval: three numbers with 6 decimals.
pub const fn estimate<R>(
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    write: fn(&R, usize, &mut Line<'_>),
) -> Column<R> {
    Column { heading: Heading { name, over: Over::Estimate, kind: Type::Float, unit, meaning }, write }
}

/// Text, which has no unit.
pub const fn text<R>(name: &'static str, meaning: &'static str, write: fn(&R, usize, &mut Line<'_>)) -> Column<R> {
    Column { heading: Heading { name, over: Over::Once, kind: Type::Text, unit: "", meaning }, write }
}

/// One column in the dictionary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The name in the table's header.
    pub name: String,
    /// The type of its cells.
    pub kind: Type,
    /// Their unit, or nothing.
    pub unit: &'static str,
    /// What they mean.
    pub meaning: &'static str,
}

impl Heading {
    /// Its entries in the dictionary, groups expanded.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let Self { name, over, kind, unit, meaning } = *self;
        (0..over.count()).map(move |index| Entry {
            name: format!("{name}{}", over.suffix(index)),
            kind,
            unit,
            meaning: over.meaning(meaning, index),
        })
    }
}

/// All columns of a result table, groups expanded.
pub fn dictionary<R>(columns: &[Column<R>]) -> Vec<Entry> {
    columns.iter().flat_map(|column| column.heading.entries()).collect()
}

/// A table's first line.
pub fn header(dictionary: &[Entry]) -> String {
    let names: Vec<&str> = dictionary.iter().map(|entry| entry.name.as_str()).collect();
    names.join(",") + "\n"
}

/// Writes the rows of a result table.
pub fn write_rows<'r, R: 'r>(columns: &[Column<R>], rows: impl IntoIterator<Item = &'r R>, line: &mut Line<'_>) {
    for row in rows {
        for column in columns {
            for index in 0..column.heading.over.count() {
                (column.write)(row, index, line);
                line.next_cell();
            }
        }
        line.end();
    }
}
