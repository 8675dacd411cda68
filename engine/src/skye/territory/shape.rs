//! The shape of a territory: squares, columns, rows and diagonals.

use super::ground::{Ground, Placement};
use crate::skye::printed::place::{Place, Side};
use crate::skye::printed::sizes::MAX_TERRITORY;

/// A set of columns, or of rows, of one territory.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct LineSet(u64);

const _: () = assert!(MAX_TERRITORY <= u64::BITS as usize, "no two lines of a territory share a bit");

impl LineSet {
    #[inline]
    fn bit(coordinate: i8) -> u64 {
        1 << (coordinate as u8 % 64)
    }

    /// Adds the column with this x, or the row with this y.
    #[inline]
    pub fn insert(&mut self, coordinate: i8) {
        self.0 |= Self::bit(coordinate);
    }

    /// Whether it is in the set.
    #[inline]
    pub fn has(self, coordinate: i8) -> bool {
        self.0 & Self::bit(coordinate) != 0
    }

    /// How many lines are in it.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no line is in it.
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

    /// Whether there are tiles both east and west of this one: its row then has three side by side.
    #[inline]
    pub fn is_amid_row(&self, index: usize) -> bool {
        self.neighbour(index, Side::East).is_some() && self.neighbour(index, Side::West).is_some()
    }

    /// The most tiles on one diagonal, gaps allowed.
    pub fn fullest_diagonal(&self) -> usize {
        let on = |diagonal: fn(Place) -> i8| {
            let most = |laid: Placement| {
                self.placements().filter(|other| diagonal(other.place) == diagonal(laid.place)).count()
            };
            self.placements().map(most).max().unwrap_or(0)
        };
        on(|place| place.x - place.y).max(on(|place| place.x + place.y))
    }
}
