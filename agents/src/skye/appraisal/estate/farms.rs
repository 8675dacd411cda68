//! Farms and the animals around them.

use engine::skye::{Area, Areas, Feature, MAX_TERRITORY, Terrain, Territory, TileIndexSet, Tiles};

use super::candidate::LoneTile;
use super::grid::TileGrid;
use super::merger::Merger;
use crate::skye::{MilliVp, Outlook};

/// The tiles of a territory with farms or animals, and the animals at farms.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Farms {
    farms: TileIndexSet,
    at_farm: TileIndexSet,
    animals: [u8; MAX_TERRITORY],
}

impl Farms {
    /// No farm and no animal.
    pub const NONE: Self = Self { farms: TileIndexSet::NONE, at_farm: TileIndexSet::NONE, animals: [0; MAX_TERRITORY] };

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

/// The tiles of a territory with farms, and those that are part of a completed water area.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Houses {
    farms: [u8; MAX_TERRITORY + 1],
    at_lake: TileIndexSet,
}

impl Houses {
    /// No farm.
    pub const NONE: Self = Self { farms: [0; MAX_TERRITORY + 1], at_lake: TileIndexSet::NONE };

    /// Examines a territory.
    pub fn of(tiles: &Tiles, territory: &Territory) -> Self {
        let mut houses = Self::NONE;
        for (index, tile) in territory.tiles(tiles).enumerate() {
            houses.farms[index] = tile.features.of(Feature::Farm) as u8;
        }
        let lakes = territory.areas().with_terrain(Terrain::Water).filter(|area| area.is_completed());
        lakes.for_each(|lake| houses.at_lake.insert_all(lake.tiles()));
        houses
    }

    /// Returns the worth of the farms.
    ///
    /// Farms at lakes count in full, those at open water areas by the chance of completion.
    pub fn worth(&self, outlook: &Outlook, areas: &Areas) -> MilliVp {
        let open: MilliVp = areas.with_terrain(Terrain::Water).map(|area| self.open_worth(outlook, area)).sum();
        open + self.lake_worth(outlook, self.at_lake)
    }

    /// Returns the gain by a placement, which becomes tile number `number`.
    pub fn gain(
        &self,
        outlook: &Outlook,
        areas: &Areas,
        merger: &Merger,
        lone: &LoneTile<'_>,
        number: usize,
    ) -> MilliVp {
        let mut after = *self;
        after.farms[number] = lone.tile.features.of(Feature::Farm) as u8;
        let joined: MilliVp = merger.joined().map(|area| self.open_worth(outlook, areas.get(area))).sum();
        let mut gain = -joined;
        for area in merger.merged().map(|(_, area)| *area).chain(lone.alone(merger, number)) {
            gain += after.open_worth(outlook, &area);
            if area.terrain() == Terrain::Water && area.is_completed() {
                after.at_lake.insert_all(area.tiles());
            }
        }
        gain + after.lake_worth(outlook, after.at_lake.without(self.at_lake))
    }

    /// Returns the worth of farms on these tiles at lakes; each counts once.
    fn lake_worth(&self, outlook: &Outlook, tiles: TileIndexSet) -> MilliVp {
        self.farms_on(tiles) * outlook.prices.areas.lake_houses[0]
    }

    /// Returns the worth of the farms on an area's tiles, if it is an open water area.
    fn open_worth(&self, outlook: &Outlook, area: &Area) -> MilliVp {
        if area.terrain() != Terrain::Water || area.is_completed() {
            return 0;
        }
        self.farms_on(area.tiles()) * outlook.house_worth(area)
    }

    fn farms_on(&self, tiles: TileIndexSet) -> MilliVp {
        tiles.iter().map(|index| MilliVp::from(self.farms[index])).sum()
    }
}
