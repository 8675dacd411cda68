//! A raw table's column: its dictionary entry with the code that writes and reads it.

use super::rows::Rows;
use crate::forms::cells::{CellFault, CellReader};
use crate::forms::column::{ColumnEntry, Heading, Type};
use crate::forms::column_group::ColumnGroup;
use crate::forms::line::Line;

/// The position of a cell: the row's index in its game, and the index within a group of columns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct At {
    /// The row in the game, from 0.
    pub row: usize,
    /// The column in the group, from 0.
    pub part: usize,
}

/// A column, or a group of columns, of a raw table.
pub struct RawColumn {
    /// The dictionary entry.
    pub heading: Heading,
    /// The part of the game to which it applies; the column exists only if that is in play.
    pub part: Option<&'static str>,
    /// Whether the group has a column for each round; cells after the last round are empty.
    by_round: bool,
    cell: CellKind,
}

/// Writes a cell.
pub type Write = fn(&Rows, At, &mut Line<'_>);

/// Reads a cell into an existing row.
pub type Read = fn(&mut Rows, At, &mut CellReader<'_>) -> Result<(), CellFault>;

/// An amount in the notes of a game; see [`noted!`](crate::noted).
#[derive(Copy, Clone, Debug)]
pub struct AmountField {
    /// Returns the amount.
    pub get: fn(&Rows, At) -> u16,
    /// Returns a mutable reference to the amount.
    pub get_mut: fn(&mut Rows, At) -> &mut u16,
}

/// Refers to an amount in the notes of a game, for [`RawColumn::amount`].
///
/// `noted!(Notes.seats.tiles)` is the field `tiles` of the current row in the list `seats` of the game's `Notes`;
/// `noted!(Notes.seats.tablets[part])` is the array element for the current column of a group.
#[macro_export]
macro_rules! noted {
    ($Notes:ident.$list:ident.$field:ident $([$part:ident])?) => {
        $crate::subject::raw_column::AmountField {
            get: |rows, at| rows.notes::<$Notes>().$list[at.row].$field$([at.$part])?,
            get_mut: |rows, at| &mut rows.notes_mut::<$Notes>().$list[at.row].$field$([at.$part])?,
        }
    };
}
pub use noted;

/// The ways to write and read a cell.
enum CellKind {
    /// The cell must equal the value that is already in the rows.
    Known(Write),
    /// The name of the agent in a seat, which is already in the rows.
    Agent(fn(&Rows, At) -> usize),
    /// The value follows from cells that are read later: the cell is skipped.
    Derived(fn(&Rows, At) -> i64),
    /// The value is in the notes.
    Noted(AmountField),
    /// The value has its own functions.
    Own(Write, Read),
}

impl RawColumn {
    /// Creates a column with its own functions for writing and reading.
    pub const fn new(kind: Type, name: &'static str, unit: &'static str, write: Write, read: Read) -> Self {
        Self::of(kind, name, unit, CellKind::Own(write, read))
    }

    /// Creates a column whose cells must equal the output for these rows.
    pub const fn known(kind: Type, name: &'static str, unit: &'static str, write: Write) -> Self {
        Self::of(kind, name, unit, CellKind::Known(write))
    }

    /// Creates a column of the name of the agent in a seat.
    pub const fn agent(name: &'static str, seat: fn(&Rows, At) -> usize) -> Self {
        Self::of(Type::Text, name, "", CellKind::Agent(seat))
    }

    /// Creates a column of a whole number that follows from other cells.
    pub const fn derived(name: &'static str, unit: &'static str, value: fn(&Rows, At) -> i64) -> Self {
        Self::of(Type::Integer, name, unit, CellKind::Derived(value))
    }

    /// Creates a column of a whole number in the notes of the game.
    pub const fn amount(name: &'static str, unit: &'static str, amount: AmountField) -> Self {
        Self::of(Type::Integer, name, unit, CellKind::Noted(amount))
    }

    const fn of(kind: Type, name: &'static str, unit: &'static str, cell: CellKind) -> Self {
        let heading = Heading { name, over: ColumnGroup::Single, kind, unit, meaning: "" };
        Self { heading, part: None, by_round: false, cell }
    }

    /// Sets the meaning in the dictionary.
    #[must_use]
    pub const fn meaning(mut self, meaning: &'static str) -> Self {
        self.heading.meaning = meaning;
        self
    }

    /// Turns it into a group of columns.
    #[must_use]
    pub const fn for_each(mut self, over: ColumnGroup) -> Self {
        self.heading.over = over;
        self
    }

    /// Turns it into a group with a column for each round; cells after a game's last round are empty.
    #[must_use]
    pub const fn for_each_round(mut self, most_rounds: usize) -> Self {
        self.heading.over = ColumnGroup::Numbered(most_rounds);
        self.by_round = true;
        self
    }

    /// Restricts it to games with this part in play.
    #[must_use]
    pub const fn only_with(mut self, part: &'static str) -> Self {
        self.part = Some(part);
        self
    }

    fn has_cell(&self, rows: &Rows, at: At) -> bool {
        !self.by_round || at.part < rows.running.rounds()
    }

    #[inline]
    fn write_cell(&self, rows: &Rows, at: At, line: &mut Line<'_>) {
        if !self.has_cell(rows, at) {
            return;
        }
        match self.cell {
            CellKind::Known(write) | CellKind::Own(write, _) => write(rows, at, line),
            CellKind::Agent(seat) => line.agent(Some(rows.seats[seat(rows, at)].agent)),
            CellKind::Derived(value) => line.whole(value(rows, at)),
            CellKind::Noted(noted) => line.whole((noted.get)(rows, at)),
        }
    }

    fn read_cell(&self, rows: &mut Rows, at: At, cells: &mut CellReader<'_>) -> Result<(), CellFault> {
        if !self.has_cell(rows, at) {
            return cells.expect("");
        }
        match self.cell {
            CellKind::Known(_) | CellKind::Agent(_) => cells.expect_written(|line| self.write_cell(rows, at, line)),
            CellKind::Derived(_) => cells.skip(),
            CellKind::Noted(noted) => cells.whole().map(|number| *(noted.get_mut)(rows, at) = number),
            CellKind::Own(_, read) => read(rows, at, cells),
        }
    }
}

/// Returns the dictionary of these columns, with groups expanded.
pub fn raw_dictionary<'c>(columns: impl IntoIterator<Item = &'c RawColumn>) -> Vec<ColumnEntry> {
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
            column.write_cell(rows, At { row, part }, line);
            line.next_cell();
        }
    }
    line.end();
}

/// Reads one row of a raw table, cell by cell.
///
/// # Errors
/// The first cell that no run would write.
pub fn read_raw_row<'c>(
    columns: impl IntoIterator<Item = &'c RawColumn>,
    rows: &mut Rows,
    row: usize,
    cells: &mut CellReader<'_>,
) -> Result<(), CellFault> {
    for column in columns {
        for part in 0..column.heading.over.count() {
            cells.enter(column.heading.name, column.heading.over, part);
            column.read_cell(rows, At { row, part }, cells)?;
        }
    }
    Ok(())
}
