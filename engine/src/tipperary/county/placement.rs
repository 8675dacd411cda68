//! The place and the orientation of a landscape tile.

use std::fmt;

use crate::tipperary::printed::ids::TileId;
use crate::tipperary::printed::place::Place;
use crate::tipperary::printed::way::Way;

/// A landscape tile, its orientation and its place.
///
/// Ordered by tile, then way, then place.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Placement {
    /// The tile.
    pub tile: TileId,
    /// Its orientation: the first of equal ones.
    pub way: Way,
    /// The south-west corner of its bounding box.
    pub corner: Place,
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile {} at {}, {}", self.tile.index(), self.corner, self.way)
    }
}
