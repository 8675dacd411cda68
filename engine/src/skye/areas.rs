//! The areas of a territory: joined over common edges, completed where no edge is open.

use tinyvec::ArrayVec;

use super::place::SIDES;
use super::territory::{MAX_TERRITORY, Territory};
use super::tile::{Feature, FeatureCounts, MAX_AREAS_PER_TILE, Terrain};
use super::tiles::Tiles;

/// One area of a territory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// Its terrain.
    pub terrain: Terrain,
    /// The tiles that it covers: bit i for tile i of [`Territory::placements`].
    pub tiles: u32,
    /// Number of its edges that face an empty place.
    pub open_edges: u16,
    /// Brochs in it.
    pub brochs: u16,
    /// Ships in it.
    pub ships: u16,
    /// Lighthouses on its shore.
    pub lighthouses: u16,
}

impl Default for Area {
    fn default() -> Self {
        Self { terrain: Terrain::Pasture, tiles: 0, open_edges: 0, brochs: 0, ships: 0, lighthouses: 0 }
    }
}

impl Area {
    /// Number of different tiles that it covers.
    #[inline]
    pub fn size(&self) -> u16 {
        self.tiles.count_ones() as u16
    }

    /// Counts what lies in it.
    #[inline]
    pub fn add_features(&mut self, features: &FeatureCounts) {
        self.brochs += features.of(Feature::Broch);
        self.ships += features.of(Feature::Ship);
        self.lighthouses += features.of(Feature::Lighthouse);
    }

    /// Whether none of its edges faces an empty place. Roads play no part.
    #[inline]
    pub fn is_completed(&self) -> bool {
        self.open_edges == 0
    }
}

/// The most areas in a territory, inside tiles included. Every landscape tile shares an edge, so an area, with an earlier one.
const MAX_AREAS: usize = MAX_AREAS_PER_TILE * MAX_TERRITORY;

/// All areas of a territory.
#[derive(Clone, Debug)]
pub struct Areas {
    areas: ArrayVec<[Area; MAX_AREAS]>,
    /// For every tile and each of its areas the index in `areas`.
    index: [[u8; MAX_AREAS_PER_TILE]; MAX_TERRITORY],
}

impl Areas {
    /// Finds the areas of a territory.
    pub fn of(tiles: &Tiles, territory: &Territory) -> Self {
        let parts = Parts::joined(tiles, territory);
        let mut result = Self { areas: ArrayVec::new(), index: [[0; MAX_AREAS_PER_TILE]; MAX_TERRITORY] };
        let mut area_of_root = [u8::MAX; MAX_AREAS];
        for (number, tile) in territory.tiles(tiles).enumerate() {
            for (part, tile_area) in tile.areas.iter().enumerate() {
                let root = parts.root(Parts::id(number, part));
                if area_of_root[root] == u8::MAX {
                    area_of_root[root] = result.areas.len() as u8;
                    result.areas.push(Area { terrain: tile_area.terrain, ..Area::default() });
                }
                result.index[number][part] = area_of_root[root];
                let area = &mut result.areas[usize::from(area_of_root[root])];
                // Two areas of one tile can meet outside it: the tile still counts once.
                area.tiles |= 1 << number;
                let is_open = |side: &_| territory.neighbour(number, *side).is_none();
                area.open_edges += tile_area.edges.iter().filter(is_open).count() as u16;
                area.add_features(&tile_area.features);
            }
        }
        result
    }

    /// Every area, in the order in which the tiles lie.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &Area> {
        self.areas.iter()
    }

    /// Every completed area.
    #[inline]
    pub fn completed(&self) -> impl Iterator<Item = &Area> {
        self.iter().filter(|area| area.is_completed())
    }

    /// Every area of one terrain.
    #[inline]
    pub fn with_terrain(&self, terrain: Terrain) -> impl Iterator<Item = &Area> {
        self.iter().filter(move |area| area.terrain == terrain)
    }

    /// The area with this index in [`iter`](Self::iter).
    #[inline]
    pub fn get(&self, index: usize) -> &Area {
        &self.areas[index]
    }

    /// The index in [`iter`](Self::iter) of the area that area `part` of tile `number` belongs to.
    #[inline]
    pub fn index_of(&self, number: usize, part: usize) -> usize {
        usize::from(self.index[number][part])
    }

    /// The area that area `part` of tile `number` belongs to.
    #[inline]
    pub fn containing(&self, number: usize, part: usize) -> &Area {
        &self.areas[self.index_of(number, part)]
    }
}

/// The areas of single tiles as a union-find forest; a root is the part with the smallest id.
struct Parts {
    parent: [u8; MAX_AREAS],
}

impl Parts {
    fn id(tile: usize, part: usize) -> usize {
        tile * MAX_AREAS_PER_TILE + part
    }

    /// All parts, joined where neighbouring tiles meet.
    fn joined(tiles: &Tiles, territory: &Territory) -> Self {
        let mut parts = Self { parent: std::array::from_fn(|id| id as u8) };
        for (number, tile) in territory.tiles(tiles).enumerate() {
            for side in SIDES {
                // Each common edge is seen once, from the tile laid later.
                let Some(earlier) = territory.neighbour(number, side).filter(|&other| other < number) else { continue };
                let other = territory.tile(tiles, earlier);
                let own_part = Self::id(number, usize::from(tile.area_at[side.index()]));
                let other_part = Self::id(earlier, usize::from(other.area_at[side.opposite().index()]));
                parts.join(own_part, other_part);
            }
        }
        parts
    }

    fn root(&self, mut id: usize) -> usize {
        while usize::from(self.parent[id]) != id {
            id = usize::from(self.parent[id]);
        }
        id
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b) as u8;
    }
}
