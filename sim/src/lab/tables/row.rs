//! The rows of result tables: each column is declared once, as a field with its form, name, unit and meaning.

use std::fmt::Display;

use super::frame::FrameRow;
use crate::base::error::Result;
use crate::lab::forms::column::Type;
use crate::lab::forms::labels::ALL;
use crate::lab::forms::line::Line;
use crate::lab::forms::over::Over;
use crate::lab::schedule::Schedule;
use crate::stats::Estimate;

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

/// A whole number, or nothing.
pub struct Count;

impl Form<u64> for Count {
    const TYPE: Type = Type::Integer;

    fn write(value: &u64, _: usize, line: &mut Line<'_>) {
        line.count(*value);
    }
}

impl Readable<u64> for Count {
    fn read(row: &FrameRow<'_>, column: &str, _: &Schedule) -> Result<u64> {
        row.whole(column)
    }
}

impl Form<Option<u64>> for Count {
    const TYPE: Type = Type::Integer;

    fn write(value: &Option<u64>, _: usize, line: &mut Line<'_>) {
        value.iter().for_each(|number| line.count(*number));
    }
}

impl Readable<Option<u64>> for Count {
    fn read(row: &FrameRow<'_>, column: &str, _: &Schedule) -> Result<Option<u64>> {
        (!row.text(column).is_empty()).then(|| row.whole(column)).transpose()
    }
}

/// A number with 6 decimals, or nothing.
pub struct Number;

impl Form<f64> for Number {
    const TYPE: Type = Type::Float;

    fn write(value: &f64, _: usize, line: &mut Line<'_>) {
        line.float(Some(*value));
    }
}

impl Form<Option<f64>> for Number {
    const TYPE: Type = Type::Float;

    fn write(value: &Option<f64>, _: usize, line: &mut Line<'_>) {
        line.float(*value);
    }
}

impl Readable<Option<f64>> for Number {
    fn read(row: &FrameRow<'_>, column: &str, _: &Schedule) -> Result<Option<f64>> {
        row.number(column)
    }
}

/// An estimate and the two ends of its interval.
pub struct Estimated;

impl Form<Estimate> for Estimated {
    const TYPE: Type = Type::Float;
    const OVER: Over = Over::Estimate;

    fn write(value: &Estimate, part: usize, line: &mut Line<'_>) {
        line.estimate(value, part);
    }
}

impl Readable<Estimate> for Estimated {
    fn read(row: &FrameRow<'_>, column: &str, _: &Schedule) -> Result<Estimate> {
        row.estimate(column)
    }
}

/// The same, where the first column's name ends in `_mean`.
pub struct Mean;

impl Form<Estimate> for Mean {
    const TYPE: Type = Type::Float;
    const OVER: Over = Over::Mean;

    fn write(value: &Estimate, part: usize, line: &mut Line<'_>) {
        line.estimate(value, part);
    }
}

/// The name of an agent by its number; of all together without a number.
pub struct AgentName;

impl Form<usize> for AgentName {
    const TYPE: Type = Type::Text;

    fn write(value: &usize, _: usize, line: &mut Line<'_>) {
        line.agent(Some(*value));
    }
}

impl Readable<usize> for AgentName {
    fn read(row: &FrameRow<'_>, column: &str, schedule: &Schedule) -> Result<usize> {
        row.one_of(column, schedule.names())
    }
}

impl Form<Option<usize>> for AgentName {
    const TYPE: Type = Type::Text;

    fn write(value: &Option<usize>, _: usize, line: &mut Line<'_>) {
        line.agent(*value);
    }
}

impl Readable<Option<usize>> for AgentName {
    fn read(row: &FrameRow<'_>, column: &str, schedule: &Schedule) -> Result<Option<usize>> {
        row.one_or_all(column, schedule.names())
    }
}

/// A place in the turn order, from 0.
pub struct Place;

impl Form<usize> for Place {
    const TYPE: Type = Type::Integer;

    fn write(value: &usize, _: usize, line: &mut Line<'_>) {
        line.index(*value);
    }
}

impl Readable<usize> for Place {
    fn read(row: &FrameRow<'_>, column: &str, schedule: &Schedule) -> Result<usize> {
        let place = row.whole(column)? as usize;
        let fault = || row.fault(column, &format!("a number below {}", schedule.players));
        if place < schedule.players { Ok(place) } else { Err(fault()) }
    }
}

/// The agents of a line-up by seat; of all line-ups without them. When read, a line-up has no agents.
pub struct LineUp;

impl Form<Option<Vec<usize>>> for LineUp {
    const TYPE: Type = Type::Text;

    fn write(value: &Option<Vec<usize>>, _: usize, line: &mut Line<'_>) {
        line.lineup(value.as_deref());
    }
}

impl Readable<Option<Vec<usize>>> for LineUp {
    fn read(row: &FrameRow<'_>, column: &str, _: &Schedule) -> Result<Option<Vec<usize>>> {
        Ok((row.text(column) != ALL).then(Vec::new))
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
/// - `+ column;` is a [`Column`](crate::lab::forms::column::Column) that follows from the fields.
///
/// A `read struct` has `read`, which reads a row back; only fields with columns can be.
macro_rules! rows {
    ($(#[$doc:meta])* read struct $Row:ident { $($entries:tt)* }) => {
        $crate::lab::tables::row::rows!(@ [$(#[$doc])*] $Row read [] [] [] $($entries)*);
    };
    ($(#[$doc:meta])* struct $Row:ident { $($entries:tt)* }) => {
        $crate::lab::tables::row::rows!(@ [$(#[$doc])*] $Row write [] [] [] $($entries)*);
    };
    (@ $docs:tt $Row:ident $how:ident $fields:tt [$($columns:tt)*] $forms:tt + $column:expr; $($rest:tt)*) => {
        $crate::lab::tables::row::rows!(@ $docs $Row $how $fields [$($columns)* $column,] $forms $($rest)*);
    };
    (@ $docs:tt $Row:ident $how:ident [$($fields:tt)*] $columns:tt $forms:tt
     $(#[$doc:meta])* $field:ident: $T:ty; $($rest:tt)*) => {
        $crate::lab::tables::row::rows!(@ $docs $Row $how [$($fields)* $(#[$doc])* pub $field: $T,] $columns $forms $($rest)*);
    };
    (@ $docs:tt $Row:ident $how:ident [$($fields:tt)*] [$($columns:tt)*] [$($forms:tt)*]
     $field:ident: $T:ty as $Form:ident($name:expr, $unit:expr, $meaning:expr $(,)?); $($rest:tt)*) => {
        $crate::lab::tables::row::rows!(@ $docs $Row $how
            [$($fields)* #[doc = concat!("Column `", $name, "`.")] pub $field: $T,]
            [$($columns)* $crate::lab::forms::column::Column {
                heading: $crate::lab::forms::column::Heading {
                    name: $name,
                    over: <$Form as $crate::lab::tables::row::Form<$T>>::OVER,
                    kind: <$Form as $crate::lab::tables::row::Form<$T>>::TYPE,
                    unit: $unit,
                    meaning: $meaning,
                },
                write: |row, part, line| <$Form as $crate::lab::tables::row::Form<$T>>::write(&row.$field, part, line),
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
            pub const COLUMNS: &[$crate::lab::forms::column::Column<Self>] = &[$($columns)*];
        }

        $crate::lab::tables::row::rows!(@ $how $Row $forms);
    };
    (@ write $Row:ident $forms:tt) => {};
    (@ read $Row:ident [$(($field:ident, $T:ty, $Form:ident, $name:expr))*]) => {
        impl $Row {
            /// A row of a table that was written before.
            ///
            /// # Errors
            /// The first cell that no table has there.
            pub fn read(
                row: &$crate::lab::tables::frame::FrameRow<'_>,
                schedule: &$crate::lab::schedule::Schedule,
            ) -> $crate::base::error::Result<Self> {
                Ok(Self { $($field: <$Form as $crate::lab::tables::row::Readable<$T>>::read(row, $name, schedule)?,)* })
            }
        }
    };
}
pub(crate) use rows;
