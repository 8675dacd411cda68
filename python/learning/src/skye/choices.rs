//! The meanings of the numbers of `learn-1`. They never change.

use engine::skye::Place;

/// 3: the discarded one of the drawn tiles, in the order drawn.
pub const DISCARD: usize = 0;

/// 50: a price of 1, 2, … gold, first of the one tile that is not discarded, then of the other.
pub const PRICE: usize = DISCARD + 3;

/// 1: buy nothing.
pub const PASS: usize = PRICE + MOST_PRICE as usize;

/// 8: buy the first or second tile on display of the seat 1, 2, 3, 4 places clockwise.
pub const BUY: usize = PASS + 1;

/// 2: take the first or second tile of the own display with a tablet.
pub const OWN: usize = BUY + 8;

/// 5: buy the Druid tile on this space, from the left.
pub const DRUID: usize = OWN + 2;

/// 1: draw from the bag.
pub const BAG: usize = DRUID + 5;

/// 12: keep this tile of those drawn from the bag, in the order drawn.
pub const KEEP: usize = BAG + 1;

/// 10: the tile to lay: those received in this round, then the borderland tiles by number.
pub const TILE: usize = KEEP + MOST_FOUND;

/// 1: lay nothing more.
pub const DONE: usize = TILE + TILES_TO_BUILD + MOST_BORDERLANDS;

/// 289: the cell to lay it on, row by row from the south-west.
pub const CELL: usize = DONE + 1;

/// 4: turned by 0, 90, 180, 270 degrees.
pub const ROTATION: usize = CELL + CELLS;

/// All of them.
pub const COUNT: usize = ROTATION + 4;

const _: () = assert!(COUNT == 386, "the number of choices is fixed");

/// The highest price that has a number, in gold.
pub const MOST_PRICE: u16 = 50;

/// The most tiles drawn from the bag that have numbers.
pub const MOST_FOUND: usize = 12;

/// The most tiles received in a round.
pub const TILES_TO_BUILD: usize = 4;

/// The most borderland tiles.
pub const MOST_BORDERLANDS: usize = 6;

/// The distance from the castle in each direction up to which cells have numbers.
pub const REACH: i8 = 8;

/// Cells from west to east, and from south to north.
pub const SIDE: usize = 17;

/// All cells.
pub const CELLS: usize = SIDE * SIDE;

/// The cell of a place; `None` if it is too far from the castle.
#[inline]
pub fn cell(place: Place) -> Option<usize> {
    let [column, row] = [place.x, place.y].map(|coordinate| (i16::from(coordinate) + i16::from(REACH)) as usize);
    (column < SIDE && row < SIDE).then(|| row * SIDE + column)
}

/// The place of a cell.
#[inline]
pub fn place(cell: usize) -> Place {
    Place { x: (cell % SIDE) as i8 - REACH, y: (cell / SIDE) as i8 - REACH }
}
