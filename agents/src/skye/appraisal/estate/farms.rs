//! Farms and the animals around them.

use engine::skye::tile::Tile;
use engine::skye::{Feature, Place, Territory, Tiles};

use super::bits::bits;
use super::grid::Grid;

/// Which tiles of a territory have farms, and animals, and which of these are at a farm. Bit i for tile i.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Farms {
    farms: u32,
    at_farm: u32,
    animals: [u8; 32],
}

impl Farms {
    /// Examines a territory.
    pub fn of(tiles: &Tiles, territory: &Territory, grid: &Grid) -> Self {
        let mut farms = Self::default();
        for (index, tile) in territory.tiles(tiles).enumerate() {
            farms.animals[index] = animals(tile) as u8;
            farms.farms |= u32::from(has_farm(tile)) << index;
        }
        for (index, laid) in territory.placements().enumerate() {
            let is_at_farm = farms.farms >> index & 1 == 1 || farms.is_near_farm(grid, laid.place);
            farms.at_farm |= u32::from(is_at_farm) << index;
        }
        farms
    }

    /// Animals that are at a farm.
    pub fn animals_at_farms(&self) -> u16 {
        self.animals_of(self.at_farm)
    }

    /// Whether a farm is on one of the eight places around.
    pub fn is_near_farm(&self, grid: &Grid, place: Place) -> bool {
        self.farms != 0 && self.farms & around(grid, place) != 0
    }

    /// Animals on the eight places around that are at no farm.
    pub fn animals_around(&self, grid: &Grid, place: Place) -> u16 {
        self.animals_of(around(grid, place) & !self.at_farm)
    }

    fn animals_of(&self, tiles: u32) -> u16 {
        bits(tiles).map(|index| u16::from(self.animals[index])).sum()
    }
}

/// The tiles on the eight places around.
fn around(grid: &Grid, place: Place) -> u32 {
    const AROUND: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    AROUND.into_iter().filter_map(|(dx, dy)| grid.get(place.offset(dx, dy))).fold(0, |tiles, index| tiles | 1 << index)
}

/// Sheep and cattle of a tile.
pub(super) fn animals(tile: &Tile) -> u16 {
    tile.features.of(Feature::Sheep) + tile.features.of(Feature::Cattle)
}

/// Whether a tile shows a farm.
pub(super) fn has_farm(tile: &Tile) -> bool {
    tile.features.of(Feature::Farm) > 0
}
