//! The shape of a territory: squares and columns.

use super::ground::Ground;
use crate::skye::printed::place::{Place, Side};
use crate::skye::printed::sizes::MAX_TERRITORY;

/// A set of columns of one territory.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ColumnSet(u64);

const _: () = assert!(MAX_TERRITORY <= u64::BITS as usize, "no two columns of a territory share a bit");

impl ColumnSet {
    #[inline]
    fn bit(place: Place) -> u64 {
        1 << (place.x as u8 % 64)
    }

    /// Adds the column of a place.
    #[inline]
    pub fn insert(&mut self, place: Place) {
        self.0 |= Self::bit(place);
    }

    /// Whether the column of this place is in it.
    #[inline]
    pub fn has(self, place: Place) -> bool {
        self.0 & Self::bit(place) != 0
    }

    /// How many columns are in it.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no column is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Ground {
    /// Whether this tile is the lower left one of a 2x2 square.
    #[inline]
    pub fn begins_square(&self, index: usize) -> bool {
        let north_east = || self.neighbour(index, Side::North).and_then(|north| self.neighbour(north, Side::East));
        self.neighbour(index, Side::East).is_some() && north_east().is_some()
    }

    /// Whether there are tiles both north and south of this one: its column then has three in a row.
    #[inline]
    pub fn is_amid_column(&self, index: usize) -> bool {
        self.neighbour(index, Side::North).is_some() && self.neighbour(index, Side::South).is_some()
    }
}
