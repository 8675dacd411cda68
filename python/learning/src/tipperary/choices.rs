//! The meanings of the numbers of `tipperary-1`. They never change.

use engine::tipperary::Place;

/// 2: the landscape tile taken from the own area, in the order in which the two were put there.
pub const TILE: usize = 0;

/// 1: place no more towers.
pub const STOP: usize = TILE + 2;

/// 625: a place, row by row from the south-west.
///
/// For a landscape tile, it is the south-west corner of its bounding box.
pub const CELL: usize = STOP + 1;

/// 8: the orientation of a landscape tile.
///
/// Turned by 0, 90, 180, 270 degrees, then the same after it is turned over.
pub const WAY: usize = CELL + CELLS;

/// All of them.
pub const COUNT: usize = WAY + 8;

const _: () = assert!(COUNT == 636, "the number of choices is fixed");

/// The westernmost column and the southernmost row with numbers.
///
/// The town's south-west space is at 0, 0; it is two wide and three high.
pub const FIRST: (i16, i16) = (-12, -11);

/// Cells from west to east, and from south to north.
pub const SIDE: usize = 25;

/// All cells.
pub const CELLS: usize = SIDE * SIDE;

/// The cell of a place; `None` if it is too far from the town.
#[inline]
pub fn cell(place: Place) -> Option<usize> {
    let (column, row) = ((place.x - FIRST.0) as usize, (place.y - FIRST.1) as usize);
    (column < SIDE && row < SIDE).then(|| row * SIDE + column)
}

/// The place of a cell.
#[inline]
pub fn place(cell: usize) -> Place {
    Place::new((cell % SIDE) as i16 + FIRST.0, (cell / SIDE) as i16 + FIRST.1)
}
