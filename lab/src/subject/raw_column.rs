//! A column of a raw table: its entry in the dictionary together with the code that writes and reads it, so that these cannot differ.

use super::rows::Rows;
use crate::forms::cells::{CellFault, Cells};
use crate::forms::column::{Entry, Heading, Type};
use crate::forms::line::Line;
use crate::forms::over::Over;

/// A cell of a raw table: the row's index among those of its game, and the index within a group of columns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct At {
    /// The row of the game, from 0.
    pub row: usize,
    /// The column of the group, from 0.
    pub part: usize,
}

/// A column, or a group of columns, of a raw table.
pub struct RawColumn {
    /// What it is.
    pub heading: Heading,
    /// The part of the game that it is about, if it is written only where that is in play.
    pub part: Option<&'static str>,
    /// Writes one cell.
    pub write: fn(&Rows, At, &mut Line<'_>),
    /// How it is read back.
    pub read: Reading,
}

/// How a cell of a raw table is read back into rows whose row already exists.
pub enum Reading {
    /// It can only be what these rows would write: what it says is known before.
    Known,
    /// It is skipped: it follows from what is read later.
    Skipped,
    /// It is taken over.
    By(fn(&mut Rows, At, &mut Cells<'_>) -> Result<(), CellFault>),
}

impl RawColumn {
    /// A column of this type.
    pub const fn new(
        kind: Type,
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
        write: fn(&Rows, At, &mut Line<'_>),
        read: Reading,
    ) -> Self {
        Self { heading: Heading { name, over: Over::Once, kind, unit, meaning }, part: None, write, read }
    }

    /// A whole number that is taken over when it is read.
    pub const fn integer(
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
        write: fn(&Rows, At, &mut Line<'_>),
        read: fn(&mut Rows, At, &mut Cells<'_>) -> Result<(), CellFault>,
    ) -> Self {
        Self::new(Type::Integer, name, unit, meaning, write, Reading::By(read))
    }

    /// Text, which has no unit, that is taken over when it is read.
    pub const fn text(
        name: &'static str,
        meaning: &'static str,
        write: fn(&Rows, At, &mut Line<'_>),
        read: fn(&mut Rows, At, &mut Cells<'_>) -> Result<(), CellFault>,
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

    fn read_cell(&self, rows: &mut Rows, at: At, cells: &mut Cells<'_>) -> Result<(), CellFault> {
        match self.read {
            Reading::Known => cells.expect_written(|line| (self.write)(rows, at, line)),
            Reading::Skipped => cells.skip(),
            Reading::By(read) => read(rows, at, cells),
        }
    }
}

/// All columns of a raw table, groups expanded.
pub fn raw_dictionary<'c>(columns: impl IntoIterator<Item = &'c RawColumn>) -> Vec<Entry> {
    columns.into_iter().flat_map(|column| column.heading.entries()).collect()
}

/// Writes one row of a raw table.
pub fn write_raw_row<'c>(
    columns: impl IntoIterator<Item = &'c RawColumn>,
    rows: &Rows,
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
pub fn read_raw_row<'c>(
    columns: impl IntoIterator<Item = &'c RawColumn>,
    rows: &mut Rows,
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
