//! A column: its entry in the dictionary together with the code that fills it, so that the two cannot differ.

use engine::skye::Slot;
use engine::skye::rules::MAX_ROUNDS;

use super::line::Line;

/// The type of a column's cells.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// A whole number.
    Integer,
    /// A number with 6 decimals.
    Float,
    /// A text.
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

/// How often a column stands in the table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Over {
    /// Once.
    Once,
    /// For each slot, with `_a` to `_d` behind its name.
    Slots,
    /// For each round that rules can have, with `_1` to `_9` behind its name; empty where the game is shorter.
    Rounds,
    /// For an estimate and the two ends of its interval, with `_lo` and `_hi` behind its name.
    Estimate,
}

impl Over {
    /// How many columns it makes.
    fn count(self) -> usize {
        match self {
            Self::Once => 1,
            Self::Slots => Slot::ALL.len(),
            Self::Rounds => MAX_ROUNDS,
            Self::Estimate => ESTIMATE_SUFFIXES.len(),
        }
    }

    fn suffix(self, index: usize) -> String {
        match self {
            Self::Once => String::new(),
            Self::Slots => format!("_{}", Slot::ALL[index].letter().to_ascii_lowercase()),
            Self::Rounds => format!("_{}", index + 1),
            Self::Estimate => ESTIMATE_SUFFIXES[index].to_owned(),
        }
    }

    /// What a column of the group means, where the group means this.
    fn meaning(self, meaning: &'static str, index: usize) -> &'static str {
        match (self, index) {
            (Self::Estimate, 1) => "lower end of its 95 % interval",
            (Self::Estimate, 2) => "upper end of its 95 % interval",
            (Self::Once | Self::Slots | Self::Rounds | Self::Estimate, _) => meaning,
        }
    }
}

const ESTIMATE_SUFFIXES: [&str; 3] = ["", "_lo", "_hi"];

/// A column, or a group of columns, of a table with rows of type `R`.
pub struct Column<R> {
    /// The name, without the suffix of a group.
    pub name: &'static str,
    /// How often it stands in the table.
    pub over: Over,
    /// The type of its cells.
    pub kind: Type,
    /// Their unit, or nothing.
    pub unit: &'static str,
    /// What they mean.
    pub meaning: &'static str,
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
    Column { name, over: Over::Once, kind: Type::Integer, unit, meaning, write }
}

/// A number with 6 decimals.
pub const fn float<R>(
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    write: fn(&R, usize, &mut Line<'_>),
) -> Column<R> {
    Column { name, over: Over::Once, kind: Type::Float, unit, meaning, write }
}

/// An estimate with its interval: three numbers with 6 decimals.
pub const fn estimate<R>(
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    write: fn(&R, usize, &mut Line<'_>),
) -> Column<R> {
    float(name, unit, meaning, write).for_each(Over::Estimate)
}

/// A text, which has no unit.
pub const fn text<R>(name: &'static str, meaning: &'static str, write: fn(&R, usize, &mut Line<'_>)) -> Column<R> {
    Column { name, over: Over::Once, kind: Type::Text, unit: "", meaning, write }
}

impl<R> Column<R> {
    /// The same for each slot or round.
    pub const fn for_each(self, over: Over) -> Self {
        let Self { name, kind, unit, meaning, write, .. } = self;
        Self { name, over, kind, unit, meaning, write }
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

/// All columns of a table, groups written out.
pub fn dictionary<R>(columns: &[Column<R>]) -> Vec<Entry> {
    let entry = |column: &Column<R>, index| Entry {
        name: format!("{}{}", column.name, column.over.suffix(index)),
        kind: column.kind,
        unit: column.unit,
        meaning: column.over.meaning(column.meaning, index),
    };
    columns.iter().flat_map(|column| (0..column.over.count()).map(move |index| entry(column, index))).collect()
}

/// A table's first line.
pub fn header(dictionary: &[Entry]) -> String {
    let names: Vec<&str> = dictionary.iter().map(|entry| entry.name.as_str()).collect();
    names.join(",") + "\n"
}

/// Writes one row.
pub fn write_row<R>(columns: &[Column<R>], row: &R, line: &mut Line<'_>) {
    for column in columns {
        for index in 0..column.over.count() {
            (column.write)(row, index, line);
            line.next_cell();
        }
    }
    line.end();
}
