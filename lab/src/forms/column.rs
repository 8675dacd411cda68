//! A column: its entry in the dictionary together with the code that writes it, and for raw tables reads it, so that these cannot differ.

use super::cells::{CellFault, Cells};
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

/// A cell of a raw table: the row's index among those of its game, and the index within a group of columns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct At {
    /// The row of the game, from 0.
    pub row: usize,
    /// The column of the group, from 0.
    pub part: usize,
}

/// A column, or a group of columns, of a raw table. All rows of a game are kept together in an `R`.
pub struct RawColumn<R> {
    /// What it is.
    pub heading: Heading,
    /// The part of the game that it is about, if it is written only where that is in play.
    pub part: Option<&'static str>,
    /// Writes one cell.
    pub write: fn(&R, At, &mut Line<'_>),
    /// How it is read back.
    pub read: Reading<R>,
}

/// How a cell of a raw table is read back into rows whose row already exists.
pub enum Reading<R> {
    /// It can only be what these rows would write: what it says is known before.
    Known,
    /// It is skipped: it follows from what is read later.
    Skipped,
    /// It is taken over.
    By(fn(&mut R, At, &mut Cells<'_>) -> Result<(), CellFault>),
}

impl<R> RawColumn<R> {
    /// A column of this type.
    pub const fn new(
        kind: Type,
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
        write: fn(&R, At, &mut Line<'_>),
        read: Reading<R>,
    ) -> Self {
        Self { heading: Heading { name, over: Over::Once, kind, unit, meaning }, part: None, write, read }
    }

    /// A whole number that is taken over when it is read.
    pub const fn integer(
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
        write: fn(&R, At, &mut Line<'_>),
        read: fn(&mut R, At, &mut Cells<'_>) -> Result<(), CellFault>,
    ) -> Self {
        Self::new(Type::Integer, name, unit, meaning, write, Reading::By(read))
    }

    /// Text, which has no unit, that is taken over when it is read.
    pub const fn text(
        name: &'static str,
        meaning: &'static str,
        write: fn(&R, At, &mut Line<'_>),
        read: fn(&mut R, At, &mut Cells<'_>) -> Result<(), CellFault>,
    ) -> Self {
        Self::new(Type::Text, name, "", meaning, write, Reading::By(read))
    }

    /// The same as a group of columns.
    #[must_use]
    pub const fn for_each(mut self, over: Over) -> Self {
        self.heading.over = over;
        self
    }

    /// The same, only where this part of the game is in play.
    #[must_use]
    pub const fn only_with(mut self, part: &'static str) -> Self {
        self.part = Some(part);
        self
    }

    fn read_cell(&self, rows: &mut R, at: At, cells: &mut Cells<'_>) -> Result<(), CellFault> {
        match self.read {
            Reading::Known => cells.expect_written(|line| (self.write)(rows, at, line)),
            Reading::Skipped => cells.skip(),
            Reading::By(read) => read(rows, at, cells),
        }
    }
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
    fn entries(&self) -> impl Iterator<Item = Entry> {
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

/// All columns of a raw table, groups expanded.
pub fn raw_dictionary<'c, R: 'c>(columns: impl IntoIterator<Item = &'c RawColumn<R>>) -> Vec<Entry> {
    columns.into_iter().flat_map(|column| column.heading.entries()).collect()
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

/// Writes one row of a raw table.
pub fn write_raw_row<'c, R: 'c>(
    columns: impl IntoIterator<Item = &'c RawColumn<R>>,
    rows: &R,
    row: usize,
    line: &mut Line<'_>,
) {
    for column in columns {
        for part in 0..column.heading.over.count() {
            (column.write)(rows, At { row, part }, line);
            line.next_cell();
        }
    }
    line.end();
}

/// Reads one row of a raw table, cell by cell.
///
/// # Errors
/// The first cell that is not as a run writes it.
pub fn read_raw_row<'c, R: 'c>(
    columns: impl IntoIterator<Item = &'c RawColumn<R>>,
    rows: &mut R,
    row: usize,
    cells: &mut Cells<'_>,
) -> Result<(), CellFault> {
    for column in columns {
        for part in 0..column.heading.over.count() {
            cells.enter(column.heading.name, column.heading.over, part);
            column.read_cell(rows, At { row, part }, cells)?;
        }
    }
    Ok(())
}
