//! The shape of a territory: squares, columns, rows and diagonals.

use super::laid_tiles::LaidTiles;
use crate::skye::{MAX_TERRITORY, Place, Side};

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

    /// Returns whether the line is in the set.
    #[inline]
    pub fn has(self, coordinate: i8) -> bool {
        self.0 & Self::bit(coordinate) != 0
    }

    /// Returns the number of lines in the set.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl LaidTiles {
    /// Returns whether this tile is the lower left one of a 2x2 square.
    #[inline]
    pub fn begins_square(&self, index: usize) -> bool {
        self.neighbour(index, Side::East).is_some()
            && self.neighbour(index, Side::North).and_then(|north| self.neighbour(north, Side::East)).is_some()
    }

    /// Returns whether there are tiles both north and south of this one.
    ///
    /// Its column then has three in a row.
    #[inline]
    pub fn is_amid_column(&self, index: usize) -> bool {
        self.neighbour(index, Side::North).is_some() && self.neighbour(index, Side::South).is_some()
    }

    /// Returns whether there are tiles both east and west of this one.
    ///
    /// Its row then has three side by side.
    #[inline]
    pub fn is_amid_row(&self, index: usize) -> bool {
        self.neighbour(index, Side::East).is_some() && self.neighbour(index, Side::West).is_some()
    }

    /// The most tiles on one diagonal, gaps allowed.
    pub fn fullest_diagonal(&self) -> usize {
        Diagonals::of(self).fullest()
    }
}

/// The number of tiles on every diagonal of a territory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagonals {
    /// By x - y and by x + y, modulo a number that no two diagonals of a territory share.
    counts: [[u8; DIAGONALS]; 2],
    fullest: u8,
}

/// More than a territory has diagonals of one direction.
const DIAGONALS: usize = (2 * MAX_TERRITORY).next_power_of_two();

impl Diagonals {
    /// Counts the tiles.
    pub fn of(laid_tiles: &LaidTiles) -> Self {
        let mut diagonals = Self { counts: [[0; DIAGONALS]; 2], fullest: 0 };
        for laid in laid_tiles.placements() {
            for (counts, number) in diagonals.counts.iter_mut().zip(Self::numbers(laid.place)) {
                counts[number] += 1;
                diagonals.fullest = diagonals.fullest.max(counts[number]);
            }
        }
        diagonals
    }

    /// The most tiles on one of them, gaps allowed.
    pub fn fullest(&self) -> usize {
        usize::from(self.fullest)
    }

    /// Returns whether a tile here makes the fullest one longer.
    pub fn grows_at(&self, place: Place) -> bool {
        self.counts.iter().zip(Self::numbers(place)).any(|(counts, number)| counts[number] == self.fullest)
    }

    #[inline]
    fn numbers(place: Place) -> [usize; 2] {
        [place.x - place.y, place.x + place.y].map(|number| number as u8 as usize % DIAGONALS)
    }
}
