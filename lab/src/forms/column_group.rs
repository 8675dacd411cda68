//! Groups of columns.

/// The number of columns in a group, and the suffixes of their names.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ColumnGroup {
    /// A single column.
    Single,
    /// This many columns, with suffixes `_a`, `_b` and so on.
    Lettered(usize),
    /// A column for each of up to this many rounds, with suffixes `_1`, `_2` and so on; empty after a game's last round.
    Rounds(usize),
    /// One column for each of these names, with an underscore and the name as suffix.
    Named(&'static [&'static str]),
    /// Three columns, for an estimate and the ends of its interval (suffixes `_lo` and `_hi`).
    Estimate,
    /// The same, with the suffix `_mean` for the estimate itself.
    Mean,
    /// Three columns, for an estimate and the ends of its interval, given by their names and meanings.
    Interval(&'static [(&'static str, &'static str); 2]),
}

impl ColumnGroup {
    /// Returns the number of columns.
    pub const fn count(self) -> usize {
        match self {
            Self::Single => 1,
            Self::Lettered(count) | Self::Rounds(count) => count,
            Self::Named(names) => names.len(),
            Self::Estimate | Self::Mean | Self::Interval(_) => ESTIMATE_SUFFIXES.len(),
        }
    }

    /// Returns whether it is an estimate with its interval.
    pub fn has_interval(self) -> bool {
        matches!(self, Self::Estimate | Self::Mean | Self::Interval(_))
    }

    /// Returns the name of a column of the group of this name.
    pub fn name(self, name: &str, index: usize) -> String {
        match self {
            Self::Single => name.to_owned(),
            Self::Lettered(_) => format!("{name}_{}", char::from(b'a' + index as u8)),
            Self::Rounds(_) => format!("{name}_{}", index + 1),
            Self::Named(names) => format!("{name}_{}", names[index]),
            Self::Mean if index == 0 => format!("{name}_mean"),
            Self::Interval(ends) if index > 0 => ends[index - 1].0.to_owned(),
            Self::Estimate | Self::Mean | Self::Interval(_) => format!("{name}{}", ESTIMATE_SUFFIXES[index]),
        }
    }

    /// Returns the meaning of one column of a group with this meaning.
    pub fn meaning(self, meaning: &'static str, index: usize) -> &'static str {
        match (self, index) {
            (Self::Estimate | Self::Mean, 1) => "lower end of its 95 % interval",
            (Self::Estimate | Self::Mean, 2) => "upper end of its 95 % interval",
            (Self::Interval(ends), 1..) => ends[index - 1].1,
            (
                Self::Single
                | Self::Lettered(_)
                | Self::Rounds(_)
                | Self::Named(_)
                | Self::Estimate
                | Self::Mean
                | Self::Interval(_),
                _,
            ) => meaning,
        }
    }
}

const ESTIMATE_SUFFIXES: [&str; 3] = ["", "_lo", "_hi"];
