//! Which tile is where.

use engine::skye::sizes::MAX_TERRITORY;
use engine::skye::{Place, Territory};

/// The index of the tile at each place: a torus too large for a territory to meet itself.
pub(super) struct Grid([u8; GRID_SIDE * GRID_SIDE]);

/// A territory spans at most `MAX_TERRITORY` places; neighbours of its neighbours are looked up too.
const GRID_SIDE: usize = (MAX_TERRITORY + 4).next_power_of_two();

impl Grid {
    /// Notes every tile of a territory.
    pub fn of(territory: &Territory) -> Self {
        let mut grid = Self([u8::MAX; GRID_SIDE * GRID_SIDE]);
        for (index, laid) in territory.placements().enumerate() {
            grid.0[Self::cell(laid.place)] = index as u8;
        }
        grid
    }

    fn cell(place: Place) -> usize {
        let wrap = |coordinate: i8| coordinate as u8 as usize % GRID_SIDE;
        wrap(place.y) * GRID_SIDE + wrap(place.x)
    }

    /// The index of the tile at this place.
    #[inline]
    pub fn get(&self, place: Place) -> Option<usize> {
        let index = self.0[Self::cell(place)];
        (index != u8::MAX).then_some(usize::from(index))
    }
}
