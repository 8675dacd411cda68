//! Orientations of a tile.

use std::fmt;

/// An orientation: turned over or not (west and east change places), then turned clockwise.
///
/// Ordered: not flipped before flipped, then by rotation.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Way(u8);

impl Way {
    /// All ways, ascending.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// As printed.
    pub const AS_PRINTED: Self = Self(0);

    /// The orientation with this flip and this clockwise turn in degrees.
    ///
    /// `None` unless the turn is 0, 90, 180 or 270.
    pub fn new(flip: bool, degrees: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.flip() == flip && way.degrees() == degrees)
    }

    /// 0 to 7, in order.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns whether the tile is turned over.
    #[inline]
    pub fn flip(self) -> bool {
        self.0 >= 4
    }

    /// Number of clockwise quarter turns after the flip, 0 to 3.
    #[inline]
    pub fn quarter_turns(self) -> usize {
        usize::from(self.0 % 4)
    }

    /// The clockwise turn in degrees: 0, 90, 180 or 270.
    pub fn degrees(self) -> u16 {
        u16::from(self.0 % 4) * 90
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}°", if self.flip() { "flipped, " } else { "" }, self.degrees())
    }
}
