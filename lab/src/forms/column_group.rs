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
}

impl ColumnGroup {
    /// Returns the number of columns.
    pub const fn count(self) -> usize {
        match self {
            Self::Single => 1,
            Self::Lettered(count) | Self::Rounds(count) => count,
            Self::Named(names) => names.len(),
            Self::Estimate | Self::Mean => ESTIMATE_SUFFIXES.len(),
        }
    }

    /// Returns whether it is an estimate with its interval.
    pub fn has_interval(self) -> bool {
        matches!(self, Self::Estimate | Self::Mean)
    }

    /// Returns the suffix of the name of a column of the group.
    pub fn suffix(self, index: usize) -> String {
        match self {
            Self::Single => String::new(),
            Self::Lettered(_) => format!("_{}", char::from(b'a' + index as u8)),
            Self::Rounds(_) => format!("_{}", index + 1),
            Self::Named(names) => format!("_{}", names[index]),
            Self::Mean if index == 0 => "_mean".to_owned(),
            Self::Estimate | Self::Mean => ESTIMATE_SUFFIXES[index].to_owned(),
        }
    }

    /// Returns the meaning of one column of a group with this meaning.
    pub fn meaning(self, meaning: &'static str, index: usize) -> &'static str {
        match (self, index) {
            (Self::Estimate | Self::Mean, 1) => "lower end of its 95 % interval",
            (Self::Estimate | Self::Mean, 2) => "upper end of its 95 % interval",
            (Self::Single | Self::Lettered(_) | Self::Rounds(_) | Self::Named(_) | Self::Estimate | Self::Mean, _) => {
                meaning
            }
        }
    }
}

const ESTIMATE_SUFFIXES: [&str; 3] = ["", "_lo", "_hi"];
