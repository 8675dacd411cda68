//! Rows of raw tables: one list of columns makes the struct, the dictionary, the writer and the reader.

use std::marker::PhantomData;

use super::rows::Rows;
use crate::forms::cells::{CellFault, CellReader};
use crate::forms::column::{Heading, Type};
use crate::forms::column_group::ColumnGroup;
use crate::forms::line::Line;

/// A row of a raw table of a game.
pub trait RawRow: Default + 'static {
    /// The columns in order.
    const COLUMNS: &'static [RawColumn<Self>];

    /// Returns the rows of a finished game.
    fn list(rows: &Rows) -> &[Self];
    /// Returns the place of a row that is being read; the number is at most that of the rows read before.
    fn place(rows: &mut Rows, row: usize) -> &mut Self;
}

/// A kind of cell of a raw table: the type of its value, and how it is written and read.
pub trait RawCell {
    /// The type of its value in a row.
    type Value: Copy;
    /// The type in the dictionary.
    const TYPE: Type;
    /// Writes a cell.
    const WRITE: fn(Self::Value, &mut Line<'_>);
    /// Reads a cell, unless no run would write it in this game.
    const READ: ReadValue<Self::Value>;
}

/// Reads a value from a cell of a game.
pub type ReadValue<V> = fn(&mut CellReader<'_>, &Rows) -> Result<V, CellFault>;

/// Declares kinds of cells of raw tables: name, type of value, type in the dictionary, writer and reader.
#[macro_export]
macro_rules! raw_cells {
    ($($(#[$about:meta])* $Kind:ident($Value:ty, $Type:ident) $write:expr => $read:expr;)+) => {$(
        $(#[$about])*
        pub struct $Kind;

        impl $crate::subject::raw_row::RawCell for $Kind {
            type Value = $Value;
            const TYPE: $crate::forms::column::Type = $crate::forms::column::Type::$Type;
            const WRITE: fn($Value, &mut $crate::forms::line::Line<'_>) = $write;
            const READ: $crate::subject::raw_row::ReadValue<$Value> = $read;
        }
    )+};
}
pub use raw_cells;

raw_cells! {
    /// An amount, such as of gold.
    Amount(u16, Integer) |amount, line| line.whole(amount) => |cells, _| cells.whole();
    /// A count, such as of decisions.
    Count(u64, Integer) |count, line| line.count(count) => |cells, _| cells.whole();
    /// A whole number that may be negative.
    Signed(i32, Integer) |number, line| line.whole(number) => |cells, _| cells.signed();
    /// A seat.
    SeatNumber(usize, Integer) |seat, line| line.index(seat) => |cells, rows| cells.below(rows.game.players);
}

/// A cell of a kind that is empty for `None`.
pub struct OrEmpty<K>(PhantomData<K>);

impl<K: RawCell> RawCell for OrEmpty<K> {
    type Value = Option<K::Value>;
    const TYPE: Type = K::TYPE;
    const WRITE: fn(Self::Value, &mut Line<'_>) = |value, line| {
        if let Some(value) = value {
            K::WRITE(value, line);
        }
    };
    const READ: ReadValue<Self::Value> =
        |cells, rows| if cells.skip_if_empty() { Ok(None) } else { K::READ(cells, rows).map(Some) };
}

/// The position of a cell: the row's index in its game, and the index within a group of columns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct At {
    /// The row in the game, from 0.
    pub row: usize,
    /// The column in the group, from 0.
    pub part: usize,
}

/// Writes a cell of a row in a game.
pub type Write<R> = fn(&R, &Rows, At, &mut Line<'_>);

/// Reads a cell into a row, or into the rows of its game.
pub type Read<R> = fn(&mut R, &mut Rows, At, &mut CellReader<'_>) -> Result<(), CellFault>;

/// A column, or a group of columns, of a raw table with rows of type `R`.
pub struct RawColumn<R> {
    /// The dictionary entry.
    pub heading: Heading,
    /// The part of the game to which it applies; the column exists only if that is in play.
    pub part: Option<&'static str>,
    cell: CellCode<R>,
}

/// How a cell is written and read.
pub enum CellCode<R> {
    /// The cell must equal the value that is already in the rows.
    Known(Write<R>),
    /// The name of the agent in a seat, which is already in the rows.
    Agent(fn(&R) -> usize),
    /// A whole number that follows from other cells: the cell is skipped.
    Derived(fn(&R) -> i64),
    /// The value is in the row, or in the rows of its game.
    Stored(Write<R>, Read<R>),
}

impl<R> RawColumn<R> {
    /// Creates a column: type, name, unit, meaning, code.
    pub const fn column(
        kind: Type,
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
        cell: CellCode<R>,
    ) -> Self {
        Self { heading: Heading { name, over: ColumnGroup::Single, kind, unit, meaning }, part: None, cell }
    }

    /// Creates the column of the name of the agent in a row's seat.
    pub const fn agent_on(seat: fn(&R) -> usize) -> Self {
        Self::column(Type::Text, "agent", "", "name of the agent on that seat", CellCode::Agent(seat))
    }

    /// Sets the meaning in the dictionary.
    #[must_use]
    pub const fn meaning(mut self, meaning: &'static str) -> Self {
        self.heading.meaning = meaning;
        self
    }

    /// Turns it into a group of columns.
    #[must_use]
    pub const fn each(mut self, over: ColumnGroup) -> Self {
        self.heading.over = over;
        self
    }

    /// Restricts it to games with this part in play.
    #[must_use]
    pub const fn only_with(mut self, part: &'static str) -> Self {
        self.part = Some(part);
        self
    }

    /// Writes the cells of a row, as many as this width.
    pub(super) fn write(&self, row: &R, rows: &Rows, index: usize, width: usize, line: &mut Line<'_>) {
        let filled = self.filled(rows);
        for part in 0..width {
            if part < filled {
                self.write_cell(row, rows, At { row: index, part }, line);
            }
            line.next_cell();
        }
    }

    /// Reads the cells of a row, as many as this width.
    pub(super) fn read(
        &self,
        row: &mut R,
        rows: &mut Rows,
        index: usize,
        width: usize,
        cells: &mut CellReader<'_>,
    ) -> Result<(), CellFault> {
        for part in 0..width {
            let at = At { row: index, part };
            cells.enter(self.heading.name, self.heading.over, part);
            match self.cell {
                _ if part >= self.filled(rows) => cells.expect("")?,
                CellCode::Known(_) | CellCode::Agent(_) => {
                    cells.expect_written(|line| self.write_cell(row, rows, at, line))?;
                }
                CellCode::Derived(_) => {
                    cells.bytes();
                }
                CellCode::Stored(_, read) => read(row, rows, at, cells)?,
            }
        }
        Ok(())
    }

    #[inline]
    fn write_cell(&self, row: &R, rows: &Rows, at: At, line: &mut Line<'_>) {
        match self.cell {
            CellCode::Known(write) | CellCode::Stored(write, _) => write(row, rows, at, line),
            CellCode::Agent(seat) => line.agent(Some(rows.seats[seat(row)].agent)),
            CellCode::Derived(value) => line.whole(value(row)),
        }
    }

    /// Returns the number of cells that are not empty because the game had fewer rounds.
    fn filled(&self, rows: &Rows) -> usize {
        let over = self.heading.over;
        if let ColumnGroup::Rounds(_) = over { rows.running.rounds() } else { over.count() }
    }
}

/// Declares a row of a raw table by its columns, in the order of the table.
///
/// Columns in brackets are those of any game, and those made by the functions of [`RawColumn`]. The others are fields of
/// the struct: name, kind of cell, unit, meaning. `name[group]` is a [group of columns](ColumnGroup); a column with
/// `if "part"` exists only with this part of the game in play. `in Notes.list` is the list of the rows in the game's
/// notes; without it, the row is the notes themselves. The fields below `with` are not in the table.
///
/// ```
/// use lab::forms::column::Type::Integer;
/// use lab::forms::column_group::ColumnGroup::Rounds;
/// use lab::subject::raw_row::CellCode::Derived;
/// use lab::subject::raw_row::{Amount, OrEmpty, RawRow, SeatNumber, raw_row};
///
/// #[derive(Clone, Default, Debug)]
/// pub struct Notes {
///     sales: Vec<Sale>,
/// }
///
/// raw_row! {
///     /// A thing that was sold.
///     Sale in Notes.sales {
///         [BLOCK, GAME]
///         price: Amount, "gold", "price";
///         buyer: OrEmpty<SeatNumber>, "seat", "seat that bought it; empty if nobody did";
///         offered[Rounds(6)]: Amount, "gold", "price asked in this round";
///         [column(Integer, "change", "gold", "price less that of the first round", Derived(|sale| {
///             i64::from(sale.price) - i64::from(sale.offered[0])
///         }))]
///     }
/// }
///
/// let names: Vec<&str> = Sale::COLUMNS.iter().map(|column| column.heading.name).collect();
/// assert_eq!(names, ["block", "game", "price", "buyer", "offered", "change"]);
/// ```
#[macro_export]
macro_rules! raw_row {
    (
        $(#[$about:meta])* $Row:ident $(in $Notes:ident.$list:ident)? {
            $(
                [$($column:ident $(($($given:expr),+ $(,)?))? $(.$change:ident($changed:expr))*),+ $(,)?]
                $($field:ident $([$group:expr])?: $Kind:ty, $unit:literal, $meaning:literal $(if $part:literal)?;)*
            )+
        }
        $(with { $($(#[$extra_about:meta])* $extra:ident: $Extra:ty,)+ })?
    ) => {
        $(#[$about])*
        #[derive(Clone, Default, Debug)]
        #[allow(missing_docs, reason = "`COLUMNS` says what they mean")]
        pub struct $Row {
            $($(pub $field: $crate::raw_row!(@value $Kind $(, $group)?),)*)+
            $($($(#[$extra_about])* pub $extra: $Extra,)+)?
        }

        impl $crate::subject::raw_row::RawRow for $Row {
            const COLUMNS: &'static [$crate::subject::raw_row::RawColumn<Self>] = &[$(
                $($crate::subject::raw_row::RawColumn::<Self>::$column $(($($given),+))? $(.$change($changed))*,)+
                $($crate::subject::raw_row::RawColumn::<Self>::column(
                    <$Kind as $crate::subject::raw_row::RawCell>::TYPE,
                    stringify!($field),
                    $unit,
                    $meaning,
                    $crate::subject::raw_row::CellCode::Stored(
                        |row, _, _at, line| {
                            let value = $crate::raw_row!(@cell row.$field, _at $(, $group)?);
                            <$Kind as $crate::subject::raw_row::RawCell>::WRITE(value, line);
                        },
                        |row, rows, _at, cells| {
                            let value = <$Kind as $crate::subject::raw_row::RawCell>::READ(cells, rows)?;
                            $crate::raw_row!(@cell row.$field, _at $(, $group)?) = value;
                            Ok(())
                        },
                    ),
                )$(.each($group))?$(.only_with($part))?,)*
            )+];

            $crate::raw_row!(@rows $($Notes.$list)?);
        }
    };
    (@value $Kind:ty) => { <$Kind as $crate::subject::raw_row::RawCell>::Value };
    (@value $Kind:ty, $group:expr) => { [<$Kind as $crate::subject::raw_row::RawCell>::Value; $group.count()] };
    (@cell $row:ident.$field:ident, $at:ident) => { $row.$field };
    (@cell $row:ident.$field:ident, $at:ident, $group:expr) => { $row.$field[$at.part] };
    (@rows) => {
        fn list(rows: &$crate::subject::rows::Rows) -> &[Self] {
            std::slice::from_ref(rows.notes())
        }

        fn place(rows: &mut $crate::subject::rows::Rows, _row: usize) -> &mut Self {
            rows.notes_mut()
        }
    };
    (@rows $Notes:ident.$list:ident) => {
        fn list(rows: &$crate::subject::rows::Rows) -> &[Self] {
            &rows.notes::<$Notes>().$list
        }

        fn place(rows: &mut $crate::subject::rows::Rows, row: usize) -> &mut Self {
            let list = &mut rows.notes_mut::<$Notes>().$list;
            if row == list.len() {
                list.push(Self::default());
            }
            &mut list[row]
        }
    };
}
pub use raw_row;
