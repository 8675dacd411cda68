//! The plane around a display, with everything laid there, as far as a tile can reach.

use super::cover::PackedCell;
use crate::bits::ones;
use crate::tipperary::printed::sizes::MAX_TILE_SPACES;
use crate::tipperary::{Grid, Place};

/// How far west or south of a display the corner of an adjoining tile can lie.
///
/// To the east and north it is one.
const REACH: usize = MAX_TILE_SPACES;

/// The places in and around the bounding box of a display, row by row from the south.
///
/// It grows with the display, so there is no border.
///
/// Places are numbered: one more is one place to the east, `stride` more is one to the north. A row begins [`REACH`]
/// west of the box and ends one east of it, so the corner of every tile beside the display has its own number. A tile
/// whose corner is in the last columns reaches into the next row, but only where that is empty and not beside the
/// display; so the difference of two numbers always gives the offset between their places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ground {
    /// Column of the box's westernmost place.
    west: i16,
    /// Row of the box's southernmost place.
    south: i16,
    width: usize,
    height: usize,
    cells: Vec<PackedCell>,
    /// A bit for each covered place.
    covered: Vec<u64>,
    /// A bit for each empty place beside the display.
    beside: Vec<u64>,
}

impl Ground {
    /// An empty plane for a bounding box of this size.
    pub fn new(west: i16, south: i16, width: usize, height: usize) -> Self {
        let places = (width + REACH + 1) * (height + 2 * REACH);
        // One more word than needed, so that 64 bits can be read from any position.
        let words = vec![0; places / 64 + 2];
        Self {
            west,
            south,
            width,
            height,
            cells: vec![PackedCell::EMPTY; places],
            covered: words.clone(),
            beside: words,
        }
    }

    /// Returns the distance in numbers from one row to the next.
    #[inline]
    pub fn stride(&self) -> usize {
        self.width + REACH + 1
    }

    /// The bounding box of the display: its south-west and its north-east place.
    pub fn bounds(&self) -> (Place, Place) {
        let (width, height) = (self.width as i16, self.height as i16);
        (Place::new(self.west, self.south), Place::new(self.west + width - 1, self.south + height - 1))
    }

    /// The number of a place, if the corner of a tile beside the display could lie there.
    #[inline]
    pub fn number(&self, place: Place) -> Option<usize> {
        let column = usize::try_from(i32::from(place.x) - i32::from(self.west) + REACH as i32).ok()?;
        let row = usize::try_from(i32::from(place.y) - i32::from(self.south) + REACH as i32).ok()?;
        (column < self.stride() && row < self.corner_rows()).then(|| row * self.stride() + column)
    }

    /// The place with this number.
    #[inline]
    pub fn place(&self, number: usize) -> Place {
        let (row, column) = (number / self.stride(), number % self.stride());
        Place::new(self.west + column as i16 - REACH as i16, self.south + row as i16 - REACH as i16)
    }

    /// Counts the rows in which the corner of a tile can lie.
    #[inline]
    fn corner_rows(&self) -> usize {
        self.height + REACH + 1
    }

    /// Counts the places for the corner of a tile; they have the lowest numbers.
    #[inline]
    pub fn corners(&self) -> usize {
        self.corner_rows() * self.stride()
    }

    /// Returns the cell with this number.
    #[inline]
    pub fn cell(&self, number: usize) -> PackedCell {
        self.cells[number]
    }

    /// All places from the one before the box's first row, from south to north and from west to east.
    pub fn all(&self) -> impl Iterator<Item = (usize, PackedCell)> + Clone {
        let skipped = (REACH - 1) * self.stride();
        self.cells[..self.corners()].iter().copied().enumerate().skip(skipped)
    }

    /// The numbers of the four neighbours.
    #[inline]
    pub fn neighbours(&self, number: usize) -> [usize; 4] {
        let stride = self.stride();
        [number + 1, number - 1, number + stride, number - stride]
    }

    /// The number of a tile's space if the tile's corner is at number 0.
    #[inline]
    fn step(&self, x: i16, y: i16) -> usize {
        y as usize * self.stride() + x as usize
    }

    /// The numbers of a tile's spaces if its corner is at this number.
    #[inline]
    pub fn spaces<'g>(&'g self, corner: usize, grid: &'g Grid) -> impl Iterator<Item = usize> + Clone + 'g {
        grid.spaces.iter().map(move |space| corner + self.step(space.x, space.y))
    }

    /// Returns whether a tile can lie with its corner here.
    ///
    /// Its places must be empty, and at least one of them beside the display.
    #[inline]
    pub fn fits(&self, corner: usize, grid: &Grid) -> bool {
        let mut touches = false;
        for number in self.spaces(corner, grid) {
            let cell = self.cells[number];
            if cell.is_covered() {
                return false;
            }
            touches |= cell == PackedCell::BESIDE;
        }
        touches
    }

    /// The corners at which a tile can lie, ascending: bit by bit of each word of 64 numbers.
    #[inline]
    pub fn fitting<'g>(&'g self, grid: &'g Grid) -> impl Iterator<Item = usize> + 'g {
        let words = self.corners().div_ceil(64);
        (0..words).flat_map(move |word| ones(self.fitting_word(grid, word)).map(move |bit| word * 64 + bit))
    }

    /// Counts the corners at which a tile can lie.
    pub fn count_fitting(&self, grid: &Grid) -> usize {
        let words = self.corners().div_ceil(64);
        (0..words).map(|word| self.fitting_word(grid, word).count_ones() as usize).sum()
    }

    /// A bit for each of 64 numbers: set if a tile can lie with its corner there.
    #[inline]
    fn fitting_word(&self, grid: &Grid, word: usize) -> u64 {
        let (mut blocked, mut touches) = (0, 0);
        for number in self.spaces(word * 64, grid) {
            blocked |= window(&self.covered, number);
            touches |= window(&self.beside, number);
        }
        let left = self.corners() - word * 64;
        let last = if left < 64 { (1 << left) - 1 } else { u64::MAX };
        touches & !blocked & last
    }

    /// Covers an empty place, or replaces what lies there.
    #[inline]
    pub fn cover(&mut self, number: usize, cell: PackedCell) {
        self.cells[number] = cell;
        set(&mut self.covered, number);
        clear(&mut self.beside, number);
        for next in self.neighbours(number) {
            if self.cells[next] == PackedCell::EMPTY {
                self.cells[next] = PackedCell::BESIDE;
                set(&mut self.beside, next);
            }
        }
    }

    /// Enlarges the plane, so that the display's bounding box contains this box.
    pub fn include(&mut self, low: Place, high: Place) {
        let (west, south) = (self.west.min(low.x), self.south.min(low.y));
        let (_, own) = self.bounds();
        let (east, north) = (own.x.max(high.x), own.y.max(high.y));
        let (width, height) = ((east - west + 1) as usize, (north - south + 1) as usize);
        if (width, height) == (self.width, self.height) {
            return;
        }
        let mut larger = Self::new(west, south, width, height);
        let (old, new) = (self.stride(), larger.stride());
        let (right, up) = ((self.west - west) as usize, (self.south - south) as usize);
        // Everything that is not empty: the box, and one more row and column around it.
        let (length, rows) = (self.width + 2, self.height + 2);
        for row in REACH - 1..REACH - 1 + rows {
            let from = row * old + REACH - 1;
            let to = (row + up) * new + REACH - 1 + right;
            larger.cells[to..to + length].copy_from_slice(&self.cells[from..from + length]);
            for done in (0..length).step_by(64) {
                let count = (length - done).min(64);
                add_bits(&mut larger.covered, to + done, window(&self.covered, from + done), count);
                add_bits(&mut larger.beside, to + done, window(&self.beside, from + done), count);
            }
        }
        *self = larger;
    }
}

/// The 64 bits that start at this bit.
#[inline]
fn window(words: &[u64], bit: usize) -> u64 {
    let (word, shift) = (bit / 64, bit % 64);
    // In two steps, since a word cannot be shifted by 64.
    words[word] >> shift | words[word + 1] << 1 << (63 - shift)
}

/// Sets, from this bit on, those of the first `count` bits that are set in `bits`.
fn add_bits(words: &mut [u64], bit: usize, bits: u64, count: usize) {
    let bits = bits & (u64::MAX >> (64 - count));
    let (word, shift) = (bit / 64, bit % 64);
    words[word] |= bits << shift;
    words[word + 1] |= bits >> 1 >> (63 - shift);
}

#[inline]
fn set(words: &mut [u64], bit: usize) {
    words[bit / 64] |= 1 << (bit % 64);
}

#[inline]
fn clear(words: &mut [u64], bit: usize) {
    words[bit / 64] &= !(1 << (bit % 64));
}
