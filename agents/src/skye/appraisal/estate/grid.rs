//! Which tile is where.

use engine::skye::{Place, Territory};

/// The index of the tile at each place of the rectangle around a territory, with a margin.
pub(super) struct Grid {
    cells: Vec<u8>,
    width: usize,
    /// The lower left place.
    origin: Place,
}

/// Neighbours of the neighbours of empty places next to a tile are looked up.
const MARGIN: i8 = 3;

impl Grid {
    /// Notes every tile of a territory.
    pub fn of(territory: &Territory) -> Self {
        let (mut low, mut high) = (Place::CASTLE, Place::CASTLE);
        for Place { x, y } in territory.placements().map(|laid| laid.place) {
            (low.x, low.y) = (low.x.min(x), low.y.min(y));
            (high.x, high.y) = (high.x.max(x), high.y.max(y));
        }
        let side = |low: i8, high: i8| (high - low + 1 + 2 * MARGIN) as usize;
        let (width, height) = (side(low.x, high.x), side(low.y, high.y));
        let mut grid = Self { cells: vec![u8::MAX; width * height], width, origin: low.offset(-MARGIN, -MARGIN) };
        for (index, laid) in territory.placements().enumerate() {
            let cell = grid.cell(laid.place);
            grid.cells[cell] = index as u8;
        }
        grid
    }

    #[inline]
    fn cell(&self, place: Place) -> usize {
        (place.y - self.origin.y) as usize * self.width + (place.x - self.origin.x) as usize
    }

    /// The index of the tile at this place, which is within the margin.
    #[inline]
    pub fn get(&self, place: Place) -> Option<usize> {
        let index = self.cells[self.cell(place)];
        (index != u8::MAX).then_some(usize::from(index))
    }
}
