//! Groups of columns.

/// The number of columns in a group, and the suffixes of their names.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Over {
    /// Once.
    Once,
    /// This many times, with `_a`, `_b` and so on after its name.
    Lettered(usize),
    /// This many times, with `_1`, `_2` and so on after its name.
    Numbered(usize),
    /// Once for each of these names, with an underscore and the name after its own.
    Named(&'static [&'static str]),
    /// For an estimate and the two ends of its interval, with `_lo` and `_hi` after its name.
    Estimate,
    /// The same, with `_mean` after the estimate's own name too.
    Mean,
}

impl Over {
    /// Returns the number of columns.
    pub fn count(self) -> usize {
        match self {
            Self::Once => 1,
            Self::Lettered(count) | Self::Numbered(count) => count,
            Self::Named(names) => names.len(),
            Self::Estimate | Self::Mean => ESTIMATE_SUFFIXES.len(),
        }
    }

    /// The suffix of the name of a column of the group.
    pub fn suffix(self, index: usize) -> String {
        match self {
            Self::Once => String::new(),
            Self::Lettered(_) => format!("_{}", char::from(b'a' + index as u8)),
            Self::Numbered(_) => format!("_{}", index + 1),
            Self::Named(names) => format!("_{}", names[index]),
            Self::Mean if index == 0 => "_mean".to_owned(),
            Self::Estimate | Self::Mean => ESTIMATE_SUFFIXES[index].to_owned(),
        }
    }

    /// The meaning of one column of a group with this meaning.
    pub fn meaning(self, meaning: &'static str, index: usize) -> &'static str {
        match (self, index) {
            (Self::Estimate | Self::Mean, 1) => "lower end of its 95 % interval",
            (Self::Estimate | Self::Mean, 2) => "upper end of its 95 % interval",
            (Self::Once | Self::Lettered(_) | Self::Numbered(_) | Self::Named(_) | Self::Estimate | Self::Mean, _) => {
                meaning
            }
        }
    }
}

const ESTIMATE_SUFFIXES: [&str; 3] = ["", "_lo", "_hi"];
