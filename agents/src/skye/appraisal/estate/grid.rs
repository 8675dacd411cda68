//! Which tile is where.

use engine::skye::{MAX_TERRITORY, Place, Territory, TileIndexSet};

/// The index of the tile at each place of a territory's bounding rectangle, row by row.
///
/// The rectangle has a margin, since neighbours of neighbours of its tiles are looked up, too.
pub(super) struct TileGrid {
    cells: [u8; MAX_CELLS],
    width: isize,
    /// The cell of the castle, from which others are counted.
    castle: isize,
}

/// Empty rows and columns on every side of the territory.
const MARGIN: isize = 3;

/// The largest rectangle is a square.
///
/// The width and height of connected tiles add up to at most one more than their number.
const MAX_CELLS: usize = (MAX_TERRITORY.div_ceil(2) + 2 * MARGIN as usize).pow(2);

/// No tile: the last number with a bit in a set, larger than any tile's.
const NONE: u8 = TileIndexSet::LAST as u8;

impl TileGrid {
    /// Enters every tile of a territory.
    pub fn of(territory: &Territory) -> Self {
        let (mut west, mut east, mut south) = (0, 0, 0);
        for Place { x, y } in territory.placements().map(|laid| laid.place) {
            (west, east) = (x.min(west), x.max(east));
            south = y.min(south);
        }
        let [west, east, south] = [west, east, south].map(isize::from);
        let width = east - west + 1 + 2 * MARGIN;
        let castle = (MARGIN - south) * width + MARGIN - west;
        let mut grid = Self { cells: [NONE; MAX_CELLS], width, castle };
        for (index, laid) in territory.placements().enumerate() {
            let cell = grid.cell(laid.place);
            grid.cells[cell] = index as u8;
        }
        grid
    }

    #[inline]
    fn cell(&self, place: Place) -> usize {
        (self.castle + isize::from(place.y) * self.width + isize::from(place.x)) as usize
    }

    /// The index of the tile at this place, which is at most the margin away from a tile.
    #[inline]
    pub fn get(&self, place: Place) -> Option<usize> {
        let index = self.cells[self.cell(place)];
        (index != NONE).then_some(usize::from(index))
    }

    /// Returns a test for tiles around this place, at most two rows and columns away.
    ///
    /// The place is next to a tile.
    #[inline]
    pub fn around(&self, place: Place) -> impl Fn(isize, isize) -> bool {
        let middle = self.cell(place) as isize;
        move |dx, dy| self.cells[(middle + dy * self.width + dx) as usize] != NONE
    }

    /// The tiles at this place and the eight around it, each at most the margin away from a tile.
    #[inline]
    pub fn near(&self, place: Place) -> TileIndexSet {
        let mut tiles = TileIndexSet::NONE;
        let middle = self.cell(place);
        for middle in [middle - self.width as usize, middle, middle + self.width as usize] {
            self.cells[middle - 1..=middle + 1].iter().for_each(|&index| tiles.insert(usize::from(index)));
        }
        tiles.without(TileIndexSet::NONE.with(usize::from(NONE)))
    }
}
