//! The areas of a territory: joined across common edges, completed when no edge is open.

use tinyvec::ArrayVec;

use crate::skye::printed::sizes::TileWord;
use crate::skye::printed::tile::{AreaCounts, MAX_AREAS_PER_TILE};
use crate::skye::{AreaKind, Feature, MAX_TERRITORY, Terrain, Tile, TileIndexSet};

/// One area of a territory.
///
/// Packed into 12 bytes instead of 16, since a territory has many.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
#[repr(Rust, packed(4))]
pub struct Area {
    /// The tiles that it covers, bit i for tile i of [`LaidTiles::placements`](super::laid_tiles::LaidTiles::placements), and above them its terrain.
    covers: TileWord,
    counts: AreaCounts,
}

/// The lowest of the terrain bits, above the tiles.
///
/// Areas that join have the same terrain, so a bitwise or joins them.
const TERRAIN_SHIFT: usize = MAX_TERRITORY;
const _: () =
    assert!(Terrain::ALL.len() <= 1 << (TileWord::BITS as usize - TERRAIN_SHIFT), "tiles and terrain in one word");

impl Area {
    /// Area `part` of an isolated tile, which is tile `number` of a territory.
    ///
    /// All its edges are open.
    #[inline]
    pub fn of_tile(tile: &Tile, part: usize, number: usize) -> Self {
        let terrain = (tile.areas[part].terrain as TileWord) << TERRAIN_SHIFT;
        Self { covers: terrain | 1 << number, counts: tile.area_counts[part] }
    }

    /// Its terrain.
    #[inline]
    pub fn terrain(&self) -> Terrain {
        Terrain::from_index((self.covers >> TERRAIN_SHIFT) as usize)
    }

    /// The tiles that it covers.
    #[inline]
    pub fn tiles(&self) -> TileIndexSet {
        TileIndexSet::from_word(self.covers & ((1 << TERRAIN_SHIFT) - 1))
    }

    /// Number of different tiles that it covers.
    #[inline]
    pub fn size(&self) -> u16 {
        self.tiles().len() as u16
    }

    /// Returns whether it covers three different tiles or more.
    #[inline]
    pub fn is_large(&self) -> bool {
        !self.tiles().without_first().without_first().is_empty()
    }

    /// Number of its straight edges that face an empty place.
    #[inline]
    pub fn open_edges(&self) -> u16 {
        self.counts.open_edges()
    }

    /// Brochs in it, if it is a mountain area.
    #[inline]
    pub fn brochs(&self) -> u16 {
        if self.terrain() == Terrain::Mountain { self.counts.brochs_or_cattle() } else { 0 }
    }

    /// Cattle in it, if it is a pasture area.
    #[inline]
    pub fn cattle(&self) -> u16 {
        if self.terrain() == Terrain::Pasture { self.counts.brochs_or_cattle() } else { 0 }
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

    /// Returns whether none of its edges faces an empty place. Roads do not matter.
    #[inline]
    pub fn is_completed(&self) -> bool {
        self.open_edges() == 0
    }

    /// Returns whether it counts as one of this kind.
    #[inline]
    pub fn is_of(&self, kind: &AreaKind) -> bool {
        (!kind.completed || self.is_completed())
            && kind.terrain.is_none_or(|terrain| self.terrain() == terrain)
            && (kind.least <= 1 || self.size() >= kind.least.into())
            && (kind.with.is_empty() || kind.with.iter().all(|feature| self.shows(feature)))
    }

    /// Returns whether it shows this feature, out of those that areas count.
    fn shows(&self, feature: Feature) -> bool {
        match feature {
            Feature::Broch => self.brochs() > 0,
            Feature::Cattle => self.cattle() > 0,
            Feature::Ship => self.ships() > 0,
            Feature::Lighthouse => self.lighthouses() > 0,
            Feature::Sheep | Feature::Farm | Feature::Whisky => false,
        }
    }

    /// Merges another area into this one.
    #[inline]
    pub fn absorb(&mut self, other: &Self) {
        self.covers |= other.covers;
        self.counts.add(other.counts);
    }

    /// Records that this many of its edges no longer face an empty place.
    #[inline]
    pub fn close(&mut self, edges: u8) {
        self.counts.close(edges);
    }
}

/// The most areas in a territory, inner ones included.
///
/// The castle has its own; every other tile adds all its areas but one, which it shares.
const MAX_AREAS: usize = MAX_AREAS_PER_TILE + (MAX_AREAS_PER_TILE - 1) * (MAX_TERRITORY - 1);

/// An index in the list of areas.
type AreaId = u8;

const _: () = assert!(MAX_AREAS <= NONE as usize, "an index for every area");

/// No area yet.
const NONE: AreaId = AreaId::MAX;

/// A common edge of a new tile and one laid earlier.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Contact {
    /// The number of the new tile's area there.
    pub part: u8,
    /// The other tile's index.
    pub other: u8,
    /// The number of its area there.
    pub other_part: u8,
}

/// All areas of a territory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Areas {
    areas: ArrayVec<[Area; MAX_AREAS]>,
    /// For every tile laid and each of its areas the index in `areas`.
    index: [[AreaId; MAX_AREAS_PER_TILE]; MAX_TERRITORY],
}

impl Default for Areas {
    fn default() -> Self {
        Self { areas: ArrayVec::new(), index: [[0; MAX_AREAS_PER_TILE]; MAX_TERRITORY] }
    }
}

impl Areas {
    /// Adds tile `number` with its contacts.
    ///
    /// Each of its areas joins those that it meets, or starts a new one.
    pub(super) fn add(&mut self, tile: &Tile, number: usize, contacts: impl Iterator<Item = Contact>) {
        self.index[number] = [NONE; MAX_AREAS_PER_TILE];
        let mut closed = [0; MAX_AREAS_PER_TILE];
        for Contact { part, other, other_part } in contacts {
            closed[usize::from(part)] += 1;
            self.meet(number, usize::from(part), self.index[usize::from(other)][usize::from(other_part)]);
        }
        for (part, closed) in (0..tile.areas.len()).zip(closed) {
            let mut area = Area::of_tile(tile, part, number);
            area.close(closed);
            match self.index[number][part] {
                NONE => {
                    self.index[number][part] = self.areas.len() as AreaId;
                    self.areas.push(area);
                }
                // Two areas of one tile can meet outside it: the tile still counts once.
                id => self.areas[usize::from(id)].absorb(&area),
            }
        }
    }

    /// Joins area `part` of tile `number` with another area that it meets at an edge, which closes.
    fn meet(&mut self, number: usize, part: usize, met: AreaId) {
        self.areas[usize::from(met)].close(1);
        let own = &mut self.index[number][part];
        if *own == NONE {
            *own = met;
        } else if *own != met {
            let own = *own;
            self.join(own, met, number);
        }
    }

    /// Joins two areas of the tiles up to `number` into the one listed first.
    ///
    /// The last area moves to where the other one was.
    fn join(&mut self, a: AreaId, b: AreaId, number: usize) {
        let (kept, gone, last) = (a.min(b), a.max(b), (self.areas.len() - 1) as AreaId);
        let gone_area = self.areas.swap_remove(usize::from(gone));
        self.areas[usize::from(kept)].absorb(&gone_area);
        for id in self.index[..=number].as_flattened_mut() {
            let moved = if *id == last { gone } else { *id };
            *id = if *id == gone { kept } else { moved };
        }
    }

    /// Replaces one tile's part of the areas by another's at the same place, which has the same areas.
    pub(super) fn exchange(&mut self, number: usize, old: &Tile, new: &Tile) {
        for part in 0..old.areas.len() {
            let area = &mut self.areas[usize::from(self.index[number][part])];
            area.counts.exchange(old.area_counts[part], new.area_counts[part]);
        }
    }

    /// Every area, in no particular order.
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
        self.iter().filter(move |area| area.terrain() == terrain)
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
