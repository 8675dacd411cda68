//! Farms and the animals around them.

use engine::skye::sizes::MAX_TERRITORY;
use engine::skye::territory::laid_tiles::TileIndexSet;
use engine::skye::{Territory, Tiles};

use super::grid::TileGrid;

/// The tiles of a territory with farms or animals, and the animals at farms.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Farms {
    farms: TileIndexSet,
    at_farm: TileIndexSet,
    animals: [u8; MAX_TERRITORY],
}

impl Farms {
    /// No farm and no animal.
    pub const NONE: Self =
        Self { farms: TileIndexSet::EMPTY, at_farm: TileIndexSet::EMPTY, animals: [0; MAX_TERRITORY] };

    /// Examines a territory.
    pub fn of(tiles: &Tiles, territory: &Territory, grid: &TileGrid) -> Self {
        let mut farms = Self::NONE;
        for (index, tile) in territory.tiles(tiles).enumerate() {
            farms.animals[index] = tile.animals() as u8;
            if tile.has_farm() {
                farms.farms.insert(index);
            }
        }
        for (index, laid) in territory.placements().enumerate() {
            if farms.has_farm(grid.near(laid.place)) {
                farms.at_farm.insert(index);
            }
        }
        farms
    }

    /// Animals that are at a farm.
    pub fn animals_at_farms(&self) -> u16 {
        self.animals_of(self.at_farm)
    }

    /// Returns whether there is a farm on one of these tiles.
    pub fn has_farm(&self, tiles: TileIndexSet) -> bool {
        !self.farms.and(tiles).is_empty()
    }

    /// Animals on these tiles that are not at a farm.
    pub fn animals_apart(&self, tiles: TileIndexSet) -> u16 {
        self.animals_of(tiles.without(self.at_farm))
    }

    fn animals_of(&self, tiles: TileIndexSet) -> u16 {
        tiles.iter().map(|index| u16::from(self.animals[index])).sum()
    }
}
