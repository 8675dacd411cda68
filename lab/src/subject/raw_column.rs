//! A column of a raw table: its entry in the dictionary together with the code that writes and reads it, so that these cannot differ.

use super::rows::Rows;
use crate::forms::cells::{CellFault, CellReader};
use crate::forms::column::{ColumnEntry, Heading, Type};
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
    /// Its entry in the dictionary.
    pub heading: Heading,
    /// The part of the game that it is about, if it is written only where that is in play.
    pub part: Option<&'static str>,
    /// Set for a group with a column for each round, whose cells are empty after the last one.
    by_round: bool,
    cell: CellKind,
}

/// Writes a cell.
pub type Write = fn(&Rows, At, &mut Line<'_>);

/// Reads a cell into rows whose row already exists.
pub type Read = fn(&mut Rows, At, &mut CellReader<'_>) -> Result<(), CellFault>;

/// An amount in the notes of a game; see [`noted!`](crate::noted).
#[derive(Copy, Clone, Debug)]
pub struct AmountField {
    /// Returns it.
    pub get: fn(&Rows, At) -> u16,
    /// Returns it to write in.
    pub get_mut: fn(&mut Rows, At) -> &mut u16,
}

/// Names an amount in the notes of a game for [`RawColumn::amount`]: `noted!(Notes.seats.tiles)` is the field `tiles` of the row at hand in
/// the list `seats` of the game's `Notes`; `noted!(Notes.seats.tablets[part])` is the element of an array for the column at hand in a group.
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
    /// It can only be what the rows would write: they know it before.
    Known(Write),
    /// The name of an agent by its seat, which the rows know before.
    Agent(fn(&Rows, At) -> usize),
    /// It follows from what is read later: it is skipped.
    Derived(fn(&Rows, At) -> i64),
    /// It is kept in the notes.
    Noted(AmountField),
    /// It is kept in its own way.
    Own(Write, Read),
}

impl RawColumn {
    /// A column that is written and read in its own way.
    pub const fn new(kind: Type, name: &'static str, unit: &'static str, write: Write, read: Read) -> Self {
        Self::of(kind, name, unit, CellKind::Own(write, read))
    }

    /// A column whose cells can only be what these rows would write.
    pub const fn known(kind: Type, name: &'static str, unit: &'static str, write: Write) -> Self {
        Self::of(kind, name, unit, CellKind::Known(write))
    }

    /// The name of the agent on a seat.
    pub const fn agent(name: &'static str, seat: fn(&Rows, At) -> usize) -> Self {
        Self::of(Type::Text, name, "", CellKind::Agent(seat))
    }

    /// A whole number that follows from other cells.
    pub const fn derived(name: &'static str, unit: &'static str, value: fn(&Rows, At) -> i64) -> Self {
        Self::of(Type::Integer, name, unit, CellKind::Derived(value))
    }

    /// A whole number in the notes of the game.
    pub const fn amount(name: &'static str, unit: &'static str, amount: AmountField) -> Self {
        Self::of(Type::Integer, name, unit, CellKind::Noted(amount))
    }

    const fn of(kind: Type, name: &'static str, unit: &'static str, cell: CellKind) -> Self {
        let heading = Heading { name, over: Over::Once, kind, unit, meaning: "" };
        Self { heading, part: None, by_round: false, cell }
    }

    /// The same column with its meaning, for the dictionary.
    #[must_use]
    pub const fn meaning(mut self, meaning: &'static str) -> Self {
        self.heading.meaning = meaning;
        self
    }

    /// The same as a group of columns.
    #[must_use]
    pub const fn for_each(mut self, over: Over) -> Self {
        self.heading.over = over;
        self
    }

    /// The same for each of up to this many rounds; the cells after the last round of a game are empty.
    #[must_use]
    pub const fn for_each_round(mut self, most_rounds: usize) -> Self {
        self.heading.over = Over::Numbered(most_rounds);
        self.by_round = true;
        self
    }

    /// The same, only where this part of the game is in play.
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

/// All columns of a raw table, groups expanded.
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
/// The first cell that is not as a run writes it.
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
