//! The rows of raw tables: each column is declared once, as a field with its name, unit and meaning.

use super::cells::{CellFault, Cells};
use super::line::Line;

/// What one cell, or a group of cells, of a raw table holds.
pub trait Field {
    /// Writes one cell.
    fn write(&self, part: usize, line: &mut Line<'_>);

    /// Reads it back.
    ///
    /// # Errors
    /// If no run writes that there.
    fn read(&mut self, part: usize, cells: &mut Cells<'_>) -> Result<(), CellFault>;
}

macro_rules! whole_numbers {
    ($($T:ty as $write:ident),*) => {$(
        impl Field for $T {
            #[inline]
            fn write(&self, _: usize, line: &mut Line<'_>) {
                line.$write(*self);
            }

            fn read(&mut self, _: usize, cells: &mut Cells<'_>) -> Result<(), CellFault> {
                cells.whole().map(|number| *self = number)
            }
        }
    )*};
}

whole_numbers!(u8 as whole, u16 as whole, u64 as count, usize as index);

impl Field for i32 {
    #[inline]
    fn write(&self, _: usize, line: &mut Line<'_>) {
        line.whole(*self);
    }

    fn read(&mut self, _: usize, cells: &mut Cells<'_>) -> Result<(), CellFault> {
        cells.signed().map(|number| *self = number)
    }
}

impl Field for Option<u16> {
    #[inline]
    fn write(&self, _: usize, line: &mut Line<'_>) {
        self.iter().for_each(|number| line.whole(*number));
    }

    fn read(&mut self, _: usize, cells: &mut Cells<'_>) -> Result<(), CellFault> {
        cells.whole_or_empty().map(|number| *self = number)
    }
}

impl<T: Field, const N: usize> Field for [T; N] {
    #[inline]
    fn write(&self, part: usize, line: &mut Line<'_>) {
        self[part].write(0, line);
    }

    fn read(&mut self, part: usize, cells: &mut Cells<'_>) -> Result<(), CellFault> {
        self[part].read(0, cells)
    }
}

/// Declares the rows of a raw table, with `COLUMNS` in the same order: `struct Row in Notes.list, |rows, at, cells| { … }`, where the rows of a
/// game are the `list` in its notes.
///
/// - `field: T as Integer("name", "unit", "meaning");` is a field with its column. Options, in this order: `, for Over` for a group, `, if
///   condition` for a cell that is empty otherwise, `, write closure` and `, read expression` for a value that is not spelled like its type,
///   `, only "part"` where it belongs to a part of the game;
/// - `field: T;` is a field without a column;
/// - `+ column;` is a column that has no field.
#[macro_export]
macro_rules! noted {
    ($(#[$doc:meta])* struct $Row:ident in $Notes:ident.$list:ident, |$rows:ident, $at:ident, $cells:ident| { $($entries:tt)* }) => {
        $crate::forms::field::noted!(@ [$(#[$doc])*] $Row [$Notes, $list, $rows, $at, $cells] [] [] $($entries)*);
    };
    (@ $docs:tt $Row:ident $how:tt $fields:tt [$($columns:tt)*] + $column:expr; $($rest:tt)*) => {
        $crate::forms::field::noted!(@ $docs $Row $how $fields [$($columns)* $column,] $($rest)*);
    };
    (@ $docs:tt $Row:ident $how:tt [$($fields:tt)*] $columns:tt $(#[$doc:meta])* $field:ident: $T:ty; $($rest:tt)*) => {
        $crate::forms::field::noted!(@ $docs $Row $how [$($fields)* $(#[$doc])* pub $field: $T,] $columns $($rest)*);
    };
    (@ $docs:tt $Row:ident [$Notes:ident, $list:ident, $rows:ident, $at:ident, $cells:ident] [$($fields:tt)*] [$($columns:tt)*]
     $(#[$doc:meta])* $field:ident: $T:ty as $kind:ident($name:expr, $unit:expr, $meaning:expr $(,)?)
     $(, for $over:expr)? $(, if $given:expr)? $(, write $write:expr)? $(, read $read:expr)? $(, only $part:expr)?;
     $($rest:tt)*) => {
        $crate::forms::field::noted!(@ $docs $Row [$Notes, $list, $rows, $at, $cells]
            [$($fields)* $(#[$doc])* #[doc = concat!("Column `", $name, "`.")] pub $field: $T,]
            [$($columns)* $crate::subject::raw_column::RawColumn::new(
                $crate::forms::column::Type::$kind,
                $name,
                $unit,
                $meaning,
                |$rows, $at, line| {
                    $(if !$given {
                        return;
                    })?
                    $crate::forms::field::noted!(@write $rows.notes::<$Notes>().$list[$at.row].$field, $at, line $(, $write)?);
                },
                $crate::subject::raw_column::Reading::By(|$rows, $at, $cells| {
                    $(if !$given {
                        return $cells.expect("");
                    })?
                    $crate::forms::field::noted!(@read $rows.notes_mut::<$Notes>().$list[$at.row].$field, $at, $cells $(, $read)?)
                }),
            )
            $(.for_each($over))? $(.only_with($part))?,]
            $($rest)*);
    };
    (@write $value:expr, $at:ident, $line:ident) => {
        $crate::forms::field::Field::write(&$value, $at.part, $line)
    };
    (@write $value:expr, $at:ident, $line:ident, $write:expr) => {
        ($write)($value, $line)
    };
    (@read $value:expr, $at:ident, $cells:ident) => {
        $crate::forms::field::Field::read(&mut $value, $at.part, $cells)
    };
    (@read $value:expr, $at:ident, $cells:ident, $read:expr) => {
        $read.map(|read| $value = read)
    };
    (@ [$($docs:tt)*] $Row:ident [$Notes:ident, $list:ident, $rows:ident, $at:ident, $cells:ident] [$($fields:tt)*] [$($columns:tt)*]) => {
        $($docs)*
        #[derive(Copy, Clone, Default, Debug)]
        pub struct $Row { $($fields)* }

        impl $Row {
            /// The columns in order.
            pub const COLUMNS: &[$crate::subject::raw_column::RawColumn] = &[$($columns)*];
        }
    };
}
pub use noted;
