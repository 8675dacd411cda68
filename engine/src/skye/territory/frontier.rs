//! The empty places around a territory, and what they demand.

use std::ops::Range;

use tinyvec::ArrayVec;

use crate::skye::printed::demand::Demand;
use crate::skye::printed::place::{Place, Side};
use crate::skye::printed::sizes::MAX_TERRITORY;
use crate::skye::printed::tile::Tile;

/// The most empty places around a territory: n connected tiles have at most 2n + 2 neighbours.
const MAX_GAPS: usize = 2 * MAX_TERRITORY + 2;

/// An empty place next to a tile, and what it demands. In one word, so that a list of them is searched and shifted quickly.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Gap(u32);

const _: () = assert!(u16::BITS + Demand::BITS <= u32::BITS, "place and demand in one word");

impl Gap {
    #[inline]
    fn new(place: Place, demand: Demand) -> Self {
        Self(u32::from(place.key()) << Demand::BITS | demand.bits())
    }

    #[inline]
    fn key(self) -> u16 {
        (self.0 >> Demand::BITS) as u16
    }

    /// Where it is.
    #[inline]
    pub(super) fn place(self) -> Place {
        Place::from_key(self.key())
    }

    /// What a tile laid there must show.
    #[inline]
    pub(super) fn demand(self) -> Demand {
        Demand::from_bits(self.0)
    }

    /// Adds the demand of another gap at the same place.
    #[inline]
    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The empty places next to a tile, ascending.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Frontier {
    gaps: ArrayVec<[Gap; MAX_GAPS]>,
}

impl Frontier {
    /// Every empty place, ascending.
    #[inline]
    pub(super) fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// The empty place here, if it is next to a tile.
    #[inline]
    pub(super) fn at(&self, place: Place) -> Option<Gap> {
        let key = place.key();
        self.gaps.get(self.gaps.partition_point(|gap| gap.key() < key)).copied().filter(|gap| gap.key() == key)
    }

    /// Called when a tile is laid here: removes its place and inserts its empty neighbours. Returns what the place demanded; none for the
    /// castle, whose place was never in it.
    pub(super) fn surround(&mut self, place: Place, tile: &Tile) -> Option<Demand> {
        let here = self.gaps.partition_point(|gap| gap.key() < place.key());
        let gap = self.gaps.get(here).copied().filter(|gap| gap.place() == place);
        let demand = gap.map_or(Demand::default(), Gap::demand);
        let beside = |side: Side| {
            let demand = Demand::default().with(side.opposite(), tile.edges[side.index()]);
            Gap::new(place.neighbour(side), demand)
        };
        // In the order of places south and north stand right before and after a place, west and east anywhere before and after. The
        // later ones first, so that `here` stays valid.
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
        gap.map(Gap::demand)
    }

    /// Adds the demand of a gap whose place in the order is in this part of the frontier, or at its end.
    fn demand(&mut self, part: Range<usize>, gap: Gap) {
        let index = part.start + self.gaps[part].partition_point(|other| other.key() < gap.key());
        match self.gaps.get_mut(index) {
            Some(other) if other.key() == gap.key() => other.add(gap),
            _ => insert(&mut self.gaps, index, gap),
        }
    }
}

/// Inserts with a single memory move; the library's method goes element by element.
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
