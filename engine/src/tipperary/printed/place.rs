//! Places of the plane in which a display lies.

use std::fmt;

/// A place of a display; x grows to the east, y to the north.
///
/// The south-west town space of the hometown lies at (0, 0). Ordered by row from south to north, then by column from
/// west to east.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place {
    // The first field, since places are ordered by it.
    /// Rows north of the origin.
    pub y: i16,
    /// Columns east of the origin.
    pub x: i16,
}

impl Place {
    /// This column and row.
    #[inline]
    pub fn new(x: i16, y: i16) -> Self {
        Self { y, x }
    }

    /// The place `dx` columns east and `dy` rows north of here.
    #[inline]
    #[must_use]
    pub fn offset(self, dx: i16, dy: i16) -> Self {
        Self { y: self.y + dy, x: self.x + dx }
    }

    /// The four places that share an edge with this one.
    #[inline]
    pub fn neighbours(self) -> [Self; 4] {
        [self.offset(0, 1), self.offset(1, 0), self.offset(0, -1), self.offset(-1, 0)]
    }

    /// The eight places around this one.
    pub fn around(self) -> [Self; 8] {
        [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)].map(|(dx, dy)| self.offset(dx, dy))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}
