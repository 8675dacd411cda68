//! The empty places around a territory, and their demands.

use std::ops::Range;

use tinyvec::ArrayVec;

use crate::skye::printed::demand::{Demand, Rotations};
use crate::skye::{Edges, MAX_BORDERLANDS, MAX_TERRITORY, Place, Rotation, SIDES, Side, Tile, TileId, Tiles};

/// The most empty places around a territory: n connected tiles have at most 2n + 2 neighbours.
const MAX_GAPS: usize = 2 * MAX_TERRITORY + 2;

/// The most empty places beside a curved side: every borderland tile has two.
const MAX_BESIDE_CURVES: usize = 2 * MAX_BORDERLANDS;

/// An empty place next to a tile, and its demand.
///
/// Packed into one word, so that lists are searched and shifted quickly. From the lowest bits: the demand, the place,
/// and the sides on which a curved side faces it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Gap(u32);

/// The lowest bit of the curved sides.
const CURVES_SHIFT: u32 = u16::BITS + Demand::BITS;

const _: () = assert!(CURVES_SHIFT + 4 <= u32::BITS, "place, demand and curved sides in one word");

impl Gap {
    #[inline]
    fn new(place: Place, demand: Demand) -> Self {
        Self(u32::from(place.key()) << Demand::BITS | demand.bits())
    }

    #[inline]
    fn key(self) -> u16 {
        (self.0 >> Demand::BITS) as u16
    }

    /// Returns its place.
    #[inline]
    pub(super) fn place(self) -> Place {
        Place::from_key(self.key())
    }

    /// Returns the demand on a tile laid there.
    #[inline]
    pub(super) fn demand(self) -> Demand {
        Demand::from_bits(self.0)
    }

    /// The sides on which a curved side faces it: only a curved side may be laid there.
    #[inline]
    pub(super) fn curves(self) -> Edges {
        Edges::from_bits((self.0 >> CURVES_SHIFT) as u8)
    }

    /// Adds this side to those on which a curved side faces it.
    fn with_curve(self, side: Side) -> Self {
        Self(self.0 | 1 << (CURVES_SHIFT + side as u32))
    }

    /// The rotations in which a tile may be laid there.
    #[inline]
    pub(super) fn rotations_of(self, tiles: &Tiles, tile: TileId) -> Rotations {
        if self.0 >> CURVES_SHIFT == 0 {
            return tiles.fitting_of(tile).at(self.demand());
        }
        self.rotations_beside_curves(tiles, tile)
    }

    /// The rotations in which a tile may be laid there, if curved sides face the place.
    ///
    /// Ruling: a curved side may lie beside a curved one, but at least one straight side has to touch a straight one.
    pub(super) fn rotations_beside_curves(self, tiles: &Tiles, tile: TileId) -> Rotations {
        let curves = self.curves();
        let curved = |rotation: &Rotation| curves.is_within(tiles.tile(tile, *rotation).special.curved);
        let all = tiles.fitting_of(tile).at(self.demand());
        all.iter().filter(|rotation| self.demand().asks_anything() && curved(rotation)).collect()
    }

    /// Adds the demand of another gap at the same place.
    #[inline]
    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The empty places next to a tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Frontier {
    /// Those beside straight sides alone, ascending.
    gaps: ArrayVec<[Gap; MAX_GAPS]>,
    /// Those beside a curved side, which are closed to all tiles without one, in no particular order.
    beside_curves: ArrayVec<[Gap; MAX_BESIDE_CURVES]>,
}

impl Frontier {
    /// Every empty place beside straight sides alone, ascending.
    #[inline]
    pub(super) fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Every empty place beside a curved side.
    #[inline]
    pub(super) fn beside_curves(&self) -> &[Gap] {
        &self.beside_curves
    }

    /// The empty place here, if it is next to a tile.
    #[inline]
    pub(super) fn at(&self, place: Place) -> Option<Gap> {
        let key = place.key();
        self.gaps
            .get(self.first_from(key))
            .filter(|gap| gap.key() == key)
            .or_else(|| self.beside_curves.iter().find(|gap| gap.key() == key))
            .copied()
    }

    /// The index of the first place from this one on, among those beside straight sides alone.
    #[inline]
    fn first_from(&self, key: u16) -> usize {
        self.gaps.partition_point(|gap| gap.key() < key)
    }

    /// Updates it for a tile laid here: removes its place and inserts its empty neighbours.
    ///
    /// Returns the place as it was; `None` for the castle, whose place was never in it.
    pub(super) fn surround(&mut self, place: Place, tile: &Tile) -> Option<Gap> {
        if !tile.special.curved.is_empty() || self.beside_curves.iter().any(|gap| gap.place().is_near(place)) {
            return self.surround_with_curves(place, tile);
        }
        let here = self.gaps.partition_point(|gap| gap.key() < place.key());
        let gap = self.gaps.get(here).copied().filter(|gap| gap.place() == place);
        let demand = gap.map_or(Demand::default(), Gap::demand);
        let beside = |side: Side| {
            let demand = Demand::default().with(side.opposite(), tile.edges[side.index()]);
            Gap::new(place.neighbour(side), demand)
        };
        // In the order of places, south and north come right before and after a place; west and east come anywhere
        // before and after. Later ones first, so that `here` stays valid.
        let (after, end) = (here + usize::from(gap.is_some()), self.gaps.len());
        if !demand.asks(Side::East) {
            self.demand(after..end, beside(Side::East));
        }
        if !demand.asks(Side::North) {
            self.demand(after..end.min(after + 1), beside(Side::North));
        }
        if gap.is_some() {
            remove(&mut self.gaps, here);
        }
        if !demand.asks(Side::South) {
            self.demand(here.saturating_sub(1)..here, beside(Side::South));
        }
        if !demand.asks(Side::West) {
            self.demand(0..here, beside(Side::West));
        }
        gap
    }

    /// Does the same where there are curved sides.
    fn surround_with_curves(&mut self, place: Place, tile: &Tile) -> Option<Gap> {
        let gap = self.take(place);
        for side in SIDES {
            let has_neighbour = gap.is_some_and(|gap| gap.demand().asks(side) || gap.curves().has(side));
            if has_neighbour {
                continue;
            }
            let (neighbour, facing) = (place.neighbour(side), side.opposite());
            let met = self.take(neighbour).unwrap_or(Gap::new(neighbour, Demand::default()));
            if tile.special.curved.has(side) {
                self.put(met.with_curve(facing));
            } else {
                let mut met = met;
                met.add(Gap::new(neighbour, Demand::default().with(facing, tile.edges[side.index()])));
                self.put(met);
            }
        }
        gap
    }

    /// Removes and returns the empty place here.
    fn take(&mut self, place: Place) -> Option<Gap> {
        let key = place.key();
        if let Some(index) = self.beside_curves.iter().position(|gap| gap.key() == key) {
            return Some(self.beside_curves.remove(index));
        }
        let index = self.first_from(key);
        let gap = self.gaps.get(index).copied().filter(|gap| gap.key() == key)?;
        remove(&mut self.gaps, index);
        Some(gap)
    }

    /// Adds an empty place that is not there.
    fn put(&mut self, gap: Gap) {
        if gap.curves().is_empty() {
            let index = self.first_from(gap.key());
            insert(&mut self.gaps, index, gap);
        } else {
            self.beside_curves.push(gap);
        }
    }

    /// Adds the demand of a gap whose position in the order is in this part of the frontier, or at its end.
    fn demand(&mut self, part: Range<usize>, gap: Gap) {
        let index = part.start + self.gaps[part].partition_point(|other| other.key() < gap.key());
        match self.gaps.get_mut(index) {
            Some(other) if other.key() == gap.key() => other.add(gap),
            _ => insert(&mut self.gaps, index, gap),
        }
    }
}

/// Inserts with a single memory move; the library's method goes element by element.
#[inline]
fn insert<T: Copy + Default, const N: usize>(list: &mut ArrayVec<[T; N]>, index: usize, value: T) {
    let end = list.len();
    list.push(value);
    list.as_mut_slice().copy_within(index..end, index + 1);
    list[index] = value;
}

/// Removes with a single memory move.
fn remove<T: Copy + Default, const N: usize>(list: &mut ArrayVec<[T; N]>, index: usize) {
    list.as_mut_slice().copy_within(index + 1.., index);
    list.pop();
}
