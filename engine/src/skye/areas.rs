//! The areas of a territory: joined over common edges, completed where no edge is open.

use tinyvec::ArrayVec;

use super::place::SIDES;
use super::territory::{MAX_TERRITORY, Territory};
use super::tile::{AreaCounts, MAX_AREAS_PER_TILE, MAX_COUNT, Terrain, Tile};
use super::tiles::Tiles;

/// One area of a territory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// Its terrain.
    pub terrain: Terrain,
    /// The tiles that it covers: bit i for tile i of [`Territory::placements`].
    pub tiles: u32,
    counts: AreaCounts,
}

impl Default for Area {
    fn default() -> Self {
        Self { terrain: Terrain::Pasture, tiles: 0, counts: AreaCounts::default() }
    }
}

impl Area {
    /// Area number `part` of a tile by itself, which is tile number `number` of a territory: all its edges are open.
    #[inline]
    pub fn of_tile(tile: &Tile, part: usize, number: usize) -> Self {
        Self { terrain: tile.areas[part].terrain, tiles: 1 << number, counts: tile.area_counts[part] }
    }

    /// Number of different tiles that it covers.
    #[inline]
    pub fn size(&self) -> u16 {
        self.tiles.count_ones() as u16
    }

    /// Number of its edges that face an empty place.
    #[inline]
    pub fn open_edges(&self) -> u16 {
        self.counts.open_edges()
    }

    /// Brochs in it.
    #[inline]
    pub fn brochs(&self) -> u16 {
        self.counts.brochs()
    }

    /// Ships in it.
    #[inline]
    pub fn ships(&self) -> u16 {
        self.counts.ships()
    }

    /// Lighthouses on its shore.
    #[inline]
    pub fn lighthouses(&self) -> u16 {
        self.counts.lighthouses()
    }

    /// Whether none of its edges faces an empty place. Roads play no part.
    #[inline]
    pub fn is_completed(&self) -> bool {
        self.open_edges() == 0
    }

    /// Takes in everything of an area that it is joined with.
    #[inline]
    pub fn absorb(&mut self, other: &Self) {
        self.tiles |= other.tiles;
        self.counts.add(other.counts);
    }

    /// Notes that so many of its edges no longer face an empty place.
    #[inline]
    pub fn close(&mut self, edges: u32) {
        self.counts.close(edges);
    }
}

// No byte of `AreaCounts` overflows.
const _: () = assert!(MAX_TERRITORY * 4 <= u8::MAX as usize, "edges are counted in bytes");
const _: () = assert!(MAX_TERRITORY * MAX_COUNT as usize <= u8::MAX as usize, "features are counted in bytes");

/// The most areas in a territory, inner ones included: the castle's, and of every other tile all but the one that it shares.
const MAX_AREAS: usize = MAX_AREAS_PER_TILE + (MAX_AREAS_PER_TILE - 1) * (MAX_TERRITORY - 1);

/// An index in the list of areas.
type AreaId = u8;

/// No area yet.
const NONE: AreaId = AreaId::MAX;

/// All areas of a territory.
#[derive(Clone, Debug)]
pub struct Areas {
    areas: ArrayVec<[Area; MAX_AREAS]>,
    /// For every tile and each of its areas the index in `areas`.
    index: [[AreaId; MAX_AREAS_PER_TILE]; MAX_TERRITORY],
}

impl Areas {
    /// Finds the areas of a territory.
    pub fn of(tiles: &Tiles, territory: &Territory) -> Self {
        let mut areas = Self { areas: ArrayVec::new(), index: [[NONE; MAX_AREAS_PER_TILE]; MAX_TERRITORY] };
        let mut joined = Joined::default();
        for (number, tile) in territory.tiles(tiles).enumerate() {
            areas.add(tiles, territory, number, tile, &mut joined);
        }
        if joined.any {
            areas.close_gaps(territory.len(), &joined);
        }
        areas
    }

    /// Adds a tile: each of its areas joins those that it meets on tiles laid earlier, or begins a new one.
    fn add(&mut self, tiles: &Tiles, territory: &Territory, number: usize, tile: &Tile, joined: &mut Joined) {
        let mut own = [NONE; MAX_AREAS_PER_TILE];
        let mut closed = [0; MAX_AREAS_PER_TILE];
        for side in SIDES {
            // An edge is open until a tile laid later closes it.
            let Some(earlier) = territory.neighbour(number, side).filter(|&other| other < number) else { continue };
            let part = usize::from(tile.area_at[side.index()]);
            let other_part = territory.tile(tiles, earlier).area_at[side.opposite().index()];
            let met = joined.root(self.index[earlier][usize::from(other_part)]);
            self.areas[usize::from(met)].close(1);
            closed[part] += 1;
            own[part] = if own[part] == NONE { met } else { self.join(own[part], met, joined) };
        }
        for part in 0..tile.areas.len() {
            let mut area = Area::of_tile(tile, part, number);
            area.close(closed[part]);
            if own[part] == NONE {
                self.index[number][part] = self.areas.len() as AreaId;
                self.areas.push(area);
            } else {
                let id = joined.root(own[part]);
                self.index[number][part] = id;
                // Two areas of one tile can meet outside it: the tile still counts once.
                self.areas[usize::from(id)].absorb(&area);
            }
        }
    }

    /// Joins two areas into the one found first, which it returns.
    fn join(&mut self, a: AreaId, b: AreaId, joined: &mut Joined) -> AreaId {
        let (a, b) = (joined.root(a), joined.root(b));
        let (kept, gone) = (a.min(b), a.max(b));
        if kept != gone {
            let gone_area = self.areas[usize::from(gone)];
            self.areas[usize::from(kept)].absorb(&gone_area);
            joined.join(kept, gone);
        }
        kept
    }

    /// Drops the areas that were joined to others, and renumbers the rest.
    fn close_gaps(&mut self, tile_count: usize, joined: &Joined) {
        let mut renumbered = [NONE; MAX_AREAS];
        let mut kept = 0;
        for (id, number) in renumbered.iter_mut().enumerate().take(self.areas.len()) {
            if joined.is_root(id) {
                *number = kept as AreaId;
                self.areas[kept] = self.areas[id];
                kept += 1;
            }
        }
        self.areas.truncate(kept);
        for id in self.index[..tile_count].as_flattened_mut().iter_mut().filter(|id| **id != NONE) {
            *id = renumbered[usize::from(joined.root(*id))];
        }
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

/// Every area joined to itself.
const ITSELF: [AreaId; MAX_AREAS] = {
    let mut to = [0; MAX_AREAS];
    let mut id = 0;
    while id < MAX_AREAS {
        to[id] = id as AreaId;
        id += 1;
    }
    to
};

/// Which areas have been joined to which: to itself, or to one found earlier.
struct Joined {
    to: [AreaId; MAX_AREAS],
    any: bool,
}

impl Default for Joined {
    fn default() -> Self {
        Self { to: ITSELF, any: false }
    }
}

impl Joined {
    #[inline]
    fn root(&self, mut id: AreaId) -> AreaId {
        while self.to[usize::from(id)] != id {
            id = self.to[usize::from(id)];
        }
        id
    }

    fn is_root(&self, id: usize) -> bool {
        usize::from(self.to[id]) == id
    }

    fn join(&mut self, kept: AreaId, gone: AreaId) {
        self.to[usize::from(gone)] = kept;
        self.any = true;
    }
}
