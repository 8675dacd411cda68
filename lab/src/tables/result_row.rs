//! Rows of result tables: one list of columns makes the struct, the dictionary, the writer and the reader.

use super::frame::FrameRow;
use crate::base::error::Result;
use crate::forms::column::Type;
use crate::forms::column_group::ColumnGroup;
use crate::forms::labels::ALL;
use crate::forms::line::Line;
use crate::schedule::Schedule;

/// A kind of cell: the type of its value, and how it is written.
pub trait CellKind {
    /// The type of its value in a row.
    type Value;
    /// The number of its columns, and their suffixes.
    const GROUP: ColumnGroup = ColumnGroup::Single;
    /// The type in the dictionary.
    const TYPE: Type;
    /// Writes a cell; `part` is its index within the group.
    fn write(value: &Self::Value, part: usize, line: &mut Line<'_>);
}

/// A kind of cell that can be read back.
pub trait ReadCell: CellKind {
    /// Reads the cells of a column, given without the suffix of its group.
    ///
    /// # Errors
    /// If no table of this schedule would contain them.
    fn read(row: &FrameRow<'_>, column: &str, schedule: &Schedule) -> Result<Self::Value>;
}

/// Declares kinds of cells: name, type of value, group, type in the dictionary, writer, and reader if there is one.
macro_rules! cell_kinds {
    ($($(#[$about:meta])* $Kind:ident($Value:ty, $Group:ident $(($ends:expr))?, $Type:ident) $write:expr $(=> $read:expr)?;)+) => {
        $(
            $(#[$about])*
            pub struct $Kind;

            impl $crate::tables::result_row::CellKind for $Kind {
                type Value = $Value;
                const GROUP: $crate::forms::column_group::ColumnGroup =
                    $crate::forms::column_group::ColumnGroup::$Group $(($ends))?;
                const TYPE: $crate::forms::column::Type = $crate::forms::column::Type::$Type;

                fn write(value: &$Value, part: usize, line: &mut $crate::forms::line::Line<'_>) {
                    let write: fn(&$Value, usize, &mut $crate::forms::line::Line<'_>) = $write;
                    write(value, part, line);
                }
            }

            $(impl $crate::tables::result_row::ReadCell for $Kind {
                fn read(
                    row: &$crate::tables::frame::FrameRow<'_>,
                    column: &str,
                    schedule: &$crate::schedule::Schedule,
                ) -> $crate::base::error::Result<$Value> {
                    type Row<'a> = $crate::tables::frame::FrameRow<'a>;
                    let read: fn(&Row<'_>, &str, &$crate::schedule::Schedule) -> $crate::base::error::Result<$Value> =
                        $read;
                    read(row, column, schedule)
                }
            })?
        )+
    };
}
pub(crate) use cell_kinds;

/// The ends of an interval over seeds: the names and the meanings of their columns.
const OVER_SEEDS: [(&str, &str); 2] =
    [("ci_lo", "lower end of its 95 % interval over seeds"), ("ci_hi", "upper end of its 95 % interval over seeds")];

cell_kinds! {
    /// A whole number.
    Count(u64, Single, Integer) |count, _, line| line.count(*count) => |row, column, _| row.whole(column);
    /// A whole number, or an empty cell.
    CountOrEmpty(Option<u64>, Single, Integer) |count, _, line| count.iter().for_each(|count| line.count(*count))
        => |row, column, _| row.whole_or_empty(column);
    /// A number with 6 decimals, or an empty cell.
    Number(Option<f64>, Single, Float) |number, _, line| line.float(*number) => |row, column, _| row.number(column);
    /// A p or q value with at least 4 significant digits, or an empty cell.
    Probability(Option<f64>, Single, Float) |p, _, line| line.probability(*p) => |row, column, _| row.number(column);
    /// An estimate with the ends of its interval, in three columns.
    Estimated(stats::Estimate, Estimate, Float) |estimate, part, line| line.estimate(estimate, part)
        => |row, column, _| row.estimate(column);
    /// The same, with the suffix `_mean` for the estimate itself.
    Mean(stats::Estimate, Mean, Float) |estimate, part, line| line.estimate(estimate, part)
        => |row, column, _| row.estimate(column);
    /// An estimate with the ends of its interval over seeds, in columns `ci_lo` and `ci_hi`.
    OverSeeds(stats::Estimate, Interval(&OVER_SEEDS), Float) |estimate, part, line| line.interval(estimate, part);
    /// The name of an agent, given by index.
    Agent(usize, Single, Text) |agent, _, line| line.agent(Some(*agent))
        => |row, column, schedule| row.one_of(column, schedule.names());
    /// The name of an agent, or `all`.
    AgentOrAll(Option<usize>, Single, Text) |agent, _, line| line.agent(*agent)
        => |row, column, schedule| row.one_or_all(column, schedule.names());
    /// A number with 6 decimals.
    Real(f64, Single, Float) |number, _, line| line.float(Some(*number));
    /// A p or q value with at least 4 significant digits.
    KnownProbability(f64, Single, Float) |p, _, line| line.probability(Some(*p));
    /// The name of an agent, or an empty cell.
    AgentOrEmpty(Option<usize>, Single, Text) |agent, _, line| agent.iter().for_each(|agent| line.agent(Some(*agent)));
    /// The spec of an agent, given by index.
    Spec(usize, Single, Text) |agent, _, line| line.spec(*agent);
    /// The agents of a line-up, or `all`; they are not read.
    LineUp(Option<Vec<usize>>, Single, Text) |agents, _, line| line.lineup(agents.as_deref())
        => |row, column, _| Ok((row.text(column) != ALL).then(Vec::new));
    /// `yes` or `no`.
    YesNo(bool, Single, Text) |flag, _, line| line.plain(if *flag { "yes" } else { "no" });
    /// `yes`, `no`, or an empty cell.
    YesNoOrEmpty(Option<bool>, Single, Text) |flag, _, line| flag.iter().for_each(|flag| YesNo::write(flag, 0, line));
    /// Any text.
    Text(String, Single, Text) |text, _, line| line.text(text) => |row, column, _| Ok(row.text(column).to_owned());
    /// One of a few texts.
    Word(&'static str, Single, Text) |word, _, line| line.text(word);
}

/// Declares a row of a result table by its columns: name, kind of cell, unit, meaning.
///
/// It makes the struct with a field for each column, and possibly others, and its [columns](crate::forms::column::ResultRow). With `read`, it also makes
/// a function that reads a row of an existing table.
///
/// ```
/// use lab::forms::column::csv;
/// use lab::forms::labels::Labels;
/// use lab::tables::result_row::{Count, Number, result_row};
///
/// result_row! {
///     /// The games of a run.
///     GamesRow {
///         games: Count, "games", "games played";
///         length: Number, "rounds", "mean length of a game";
///     }
/// }
///
/// let rows = [GamesRow { games: 3, length: Some(6.5) }, GamesRow { games: 0, length: None }];
/// assert_eq!(csv(&rows, &Labels::default()), b"games,length\n3,6.500000\n0,\n");
/// ```
#[macro_export]
macro_rules! result_row {
    (read $(#[$about:meta])* $Row:ident { $($field:ident: $Kind:ty, $unit:expr, $meaning:expr;)+ }) => {
        $crate::result_row! { $(#[$about])* $Row { $($field: $Kind, $unit, $meaning;)+ } }

        impl $Row {
            /// Reads a row of an existing table.
            ///
            /// # Errors
            /// The first cell that no table would contain.
            pub fn read(
                row: &$crate::tables::frame::FrameRow<'_>,
                schedule: &$crate::schedule::Schedule,
            ) -> $crate::base::error::Result<Self> {
                use $crate::tables::result_row::ReadCell;
                Ok(Self { $($field: <$Kind>::read(row, stringify!($field), schedule)?,)+ })
            }
        }
    };
    (
        $(#[$about:meta])* $Row:ident { $($field:ident: $Kind:ty, $unit:expr, $meaning:expr;)+ }
        $(with { $($(#[$extra_about:meta])* $extra:ident: $Extra:ty,)+ })?
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        #[allow(missing_docs, reason = "`COLUMNS` says what they mean")]
        pub struct $Row {
            $(pub $field: <$Kind as $crate::tables::result_row::CellKind>::Value,)+
            $($($(#[$extra_about])* pub $extra: $Extra,)+)?
        }

        impl $crate::forms::column::ResultRow for $Row {
            const COLUMNS: &'static [$crate::forms::column::Column<Self>] = &[$($crate::forms::column::Column {
                heading: $crate::forms::column::Heading {
                    name: stringify!($field),
                    over: <$Kind as $crate::tables::result_row::CellKind>::GROUP,
                    kind: <$Kind as $crate::tables::result_row::CellKind>::TYPE,
                    unit: $unit,
                    meaning: $meaning,
                },
                write: |row, part, line| {
                    <$Kind as $crate::tables::result_row::CellKind>::write(&row.$field, part, line);
                },
            },)+];
        }
    };
}
pub use result_row;
