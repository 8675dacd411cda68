//! The spaces of a tile.

use std::fmt;
use std::str::FromStr;

/// A landscape feature, or part of a town.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Feature {
    /// A meadow, on which a wooden sheep can stand.
    #[default]
    Meadow,
    /// A pasture with this many sheep, 1 to 9.
    Pasture(u8),
    /// A grain field.
    Grain,
    /// A distillery.
    Distillery,
    /// A ruin.
    Ruin,
    /// A bog.
    Bog,
    /// A stone circle of this many VP, 1 to 9.
    Stones(u8),
    /// A space of a town, without landscape. In hometowns only.
    Town,
}

/// One space of a tile.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Space {
    /// The feature shown.
    pub feature: Feature,
    /// True if it also shows a sheep symbol, which earns a wooden sheep.
    pub symbol: bool,
}

/// The names of spaces in tile files and messages.
pub const ENTRIES: &str = "M, 1 to 9, G, D, R, B, C1 to C9, each also with `*`, or `.`";

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.feature {
            Feature::Meadow => write!(f, "M")?,
            Feature::Pasture(sheep) => write!(f, "{sheep}")?,
            Feature::Grain => write!(f, "G")?,
            Feature::Distillery => write!(f, "D")?,
            Feature::Ruin => write!(f, "R")?,
            Feature::Bog => write!(f, "B")?,
            Feature::Stones(vp) => write!(f, "C{vp}")?,
            Feature::Town => write!(f, "#")?,
        }
        if self.symbol { write!(f, "*") } else { Ok(()) }
    }
}

/// The error is empty: the reader of the file knows the place.
impl FromStr for Space {
    type Err = ();

    fn from_str(entry: &str) -> Result<Self, ()> {
        let (feature, symbol) = entry.strip_suffix('*').map_or((entry, false), |feature| (feature, true));
        let feature = match feature {
            "M" => Feature::Meadow,
            "G" => Feature::Grain,
            "D" => Feature::Distillery,
            "R" => Feature::Ruin,
            "B" => Feature::Bog,
            "#" => Feature::Town,
            other => match other.strip_prefix('C') {
                Some(vp) => Feature::Stones(digit(vp)?),
                None => Feature::Pasture(digit(other)?),
            },
        };
        Ok(Self { feature, symbol })
    }
}

fn digit(text: &str) -> Result<u8, ()> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] => Ok(digit - b'0'),
        _ => Err(()),
    }
}
