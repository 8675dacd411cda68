//! The rows of result tables: each column is declared once, as a field with its form, name, unit and meaning.

use std::fmt::Display;

use super::frame::FrameRow;
use crate::base::error::Result;
use crate::forms::column::Type;
use crate::forms::labels::ALL;
use crate::forms::line::Line;
use crate::forms::over::Over;
use crate::schedule::Schedule;
use crate::schedule::circle::Side;
use stats::Estimate;

/// How a value of type `T` is spelled in a result table.
pub trait Form<T> {
    /// The type of its cells.
    const TYPE: Type;
    /// Its columns.
    const OVER: Over = Over::Once;

    /// Writes one of its cells.
    fn write(value: &T, part: usize, line: &mut Line<'_>);
}

/// A form that can be read back.
pub trait Readable<T>: Form<T> {
    /// Reads the value that begins in this column.
    ///
    /// # Errors
    /// If no table has that there.
    fn read(row: &FrameRow<'_>, column: &str, schedule: &Schedule) -> Result<T>;
}

/// Generates a form from the types that it spells: the type of cells, the columns, code that writes a cell and, for those that can be read,
/// code that reads the value.
macro_rules! forms {
    ($($(#[$doc:meta])* $Form:ident { $($T:ty: $kind:ident, $over:ident, $write:expr $(, $read:expr)?;)+ })+) => {$(
        $(#[$doc])*
        pub struct $Form;

        $(impl Form<$T> for $Form {
            const TYPE: Type = Type::$kind;
            const OVER: Over = Over::$over;

            fn write(value: &$T, part: usize, line: &mut Line<'_>) {
                let write: fn(&$T, usize, &mut Line<'_>) = $write;
                write(value, part, line);
            }
        }

        $(impl Readable<$T> for $Form {
            fn read(row: &FrameRow<'_>, column: &str, schedule: &Schedule) -> Result<$T> {
                let read: fn(&FrameRow<'_>, &str, &Schedule) -> Result<$T> = $read;
                read(row, column, schedule)
            }
        })?)+
    )+};
}

forms! {
    /// A whole number, or nothing.
    Count {
        u64: Integer, Once, |value, _, line| line.count(*value), |row, column, _| row.whole(column);
        Option<u64>: Integer, Once, |value, _, line| value.iter().for_each(|number| line.count(*number)),
            |row, column, _| (!row.text(column).is_empty()).then(|| row.whole(column)).transpose();
    }

    /// A number with 6 decimals, or nothing.
    Number {
        f64: Float, Once, |value, _, line| line.float(Some(*value));
        Option<f64>: Float, Once, |value, _, line| line.float(*value), |row, column, _| row.number(column);
    }

    /// An estimate and the two ends of its interval.
    Estimated {
        Estimate: Float, Estimate, |value, part, line| line.estimate(value, part), |row, column, _| row.estimate(column);
    }

    /// The same, where the first column's name ends in `_mean`.
    Mean {
        Estimate: Float, Mean, |value, part, line| line.estimate(value, part);
    }

    /// The name of an agent by its number; of all together without a number.
    AgentName {
        usize: Text, Once, |value, _, line| line.agent(Some(*value)), |row, column, schedule| row.one_of(column, schedule.names());
        Option<usize>: Text, Once, |value, _, line| line.agent(*value),
            |row, column, schedule| row.one_or_all(column, schedule.names());
    }

    /// A place in the turn order, from 0.
    Place {
        usize: Integer, Once, |value, _, line| line.index(*value), |row, column, schedule| {
            let place = row.whole(column)? as usize;
            let fault = || row.fault(column, &format!("a number below {}", schedule.players));
            if place < schedule.players { Ok(place) } else { Err(fault()) }
        };
    }

    /// Whether an agent sits before or after another.
    SideName {
        Side: Text, Once, |value, _, line| line.display(value.name()), |row, column, _| {
            let side = Side::ALL.into_iter().find(|side| side.name() == row.text(column));
            side.ok_or_else(|| row.fault(column, "before, after"))
        };
    }

    /// The agents of a line-up by seat; of all line-ups without them. When read, a line-up has no agents.
    LineUp {
        Option<Vec<usize>>: Text, Once, |value, _, line| line.lineup(value.as_deref()),
            |row, column, _| Ok((row.text(column) != ALL).then(Vec::new));
    }
}

/// A name without commas and quotes.
pub struct Word;

impl<T: Display> Form<T> for Word {
    const TYPE: Type = Type::Text;

    fn write(value: &T, _: usize, line: &mut Line<'_>) {
        line.display(value);
    }
}

/// Declares the rows of a result table, with `COLUMNS` in the same order.
///
/// - `field: T as Form("name", "unit", "meaning");` is a field with its column, or columns;
/// - `field: T;` is a field without a column;
/// - `+ column;` is a [`Column`](crate::forms::column::Column) that follows from the fields.
///
/// A `read struct` has `read`, which reads a row back; only fields with columns can be.
#[macro_export]
macro_rules! rows {
    ($(#[$doc:meta])* read struct $Row:ident { $($entries:tt)* }) => {
        $crate::tables::row::rows!(@ [$(#[$doc])*] $Row read [] [] [] $($entries)*);
    };
    ($(#[$doc:meta])* struct $Row:ident { $($entries:tt)* }) => {
        $crate::tables::row::rows!(@ [$(#[$doc])*] $Row write [] [] [] $($entries)*);
    };
    (@ $docs:tt $Row:ident $how:ident $fields:tt [$($columns:tt)*] $forms:tt + $column:expr; $($rest:tt)*) => {
        $crate::tables::row::rows!(@ $docs $Row $how $fields [$($columns)* $column,] $forms $($rest)*);
    };
    (@ $docs:tt $Row:ident $how:ident [$($fields:tt)*] $columns:tt $forms:tt
     $(#[$doc:meta])* $field:ident: $T:ty; $($rest:tt)*) => {
        $crate::tables::row::rows!(@ $docs $Row $how [$($fields)* $(#[$doc])* pub $field: $T,] $columns $forms $($rest)*);
    };
    (@ $docs:tt $Row:ident $how:ident [$($fields:tt)*] [$($columns:tt)*] [$($forms:tt)*]
     $field:ident: $T:ty as $Form:ident($name:expr, $unit:expr, $meaning:expr $(,)?); $($rest:tt)*) => {
        $crate::tables::row::rows!(@ $docs $Row $how
            [$($fields)* #[doc = concat!("Column `", $name, "`.")] pub $field: $T,]
            [$($columns)* $crate::forms::column::Column {
                heading: $crate::forms::column::Heading {
                    name: $name,
                    over: <$Form as $crate::tables::row::Form<$T>>::OVER,
                    kind: <$Form as $crate::tables::row::Form<$T>>::TYPE,
                    unit: $unit,
                    meaning: $meaning,
                },
                write: |row, part, line| <$Form as $crate::tables::row::Form<$T>>::write(&row.$field, part, line),
            },]
            [$($forms)* ($field, $T, $Form, $name)]
            $($rest)*);
    };
    (@ [$($docs:tt)*] $Row:ident $how:ident [$($fields:tt)*] [$($columns:tt)*] $forms:tt) => {
        $($docs)*
        #[derive(Clone, Debug)]
        pub struct $Row { $($fields)* }

        impl $Row {
            /// The columns in order.
            pub const COLUMNS: &[$crate::forms::column::Column<Self>] = &[$($columns)*];
        }

        $crate::tables::row::rows!(@ $how $Row $forms);
    };
    (@ write $Row:ident $forms:tt) => {};
    (@ read $Row:ident [$(($field:ident, $T:ty, $Form:ident, $name:expr))*]) => {
        impl $Row {
            /// A row of a table that was written before.
            ///
            /// # Errors
            /// The first cell that no table has there.
            pub fn read(
                row: &$crate::tables::frame::FrameRow<'_>,
                schedule: &$crate::schedule::Schedule,
            ) -> $crate::base::error::Result<Self> {
                Ok(Self { $($field: <$Form as $crate::tables::row::Readable<$T>>::read(row, $name, schedule)?,)* })
            }
        }
    };
}
pub use rows;

/// Declares a game's own result tables: name, the common table that it comes before, perhaps the parts of the game that it is about,
/// needed raw tables, columns, and the rows.
#[macro_export]
macro_rules! own_tables {
    ($($name:literal before $before:literal $(with $parts:expr)?, $needs:expr, $columns:expr, |$summed:ident| $rows:expr;)+) => {
        &[$($crate::subject::OwnTable {
            name: $name,
            before: $before,
            needs: &$needs,
            parts: $crate::tables::row::own_tables!(@ $($parts)?),
            dictionary: || $crate::forms::column::dictionary($columns),
            write: |$summed, line| $crate::forms::column::write_rows($columns, &$rows, line),
        }),+]
    };
    (@) => { None };
    (@ $parts:expr) => { Some(&$parts) };
}
pub use own_tables;
