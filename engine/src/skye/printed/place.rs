//! Sides, rotations and places of a square grid.

use std::fmt;

/// One of the four edges of a tile.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Up.
    North,
    /// Right.
    East,
    /// Down.
    South,
    /// Left.
    West,
}

/// All sides, clockwise from north.
pub const SIDES: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

impl Side {
    /// 0 for north, then clockwise.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side that faces this one on the neighbouring tile.
    #[inline]
    pub fn opposite(self) -> Self {
        SIDES[(self.index() + 2) % 4]
    }

    /// The next side clockwise.
    #[inline]
    pub fn clockwise(self) -> Self {
        SIDES[(self.index() + 1) % 4]
    }

    /// The letter used in tile files.
    pub fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self.index()]
    }

    /// The side with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        SIDES.into_iter().find(|side| side.letter() == letter)
    }
}

/// A clockwise turn of a tile: after 90 degrees, the former north edge is the east edge.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rotation(u8);

impl Rotation {
    /// All rotations, ascending.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// As printed.
    pub const NONE: Self = Self(0);

    /// Number of quarter turns, 0 to 3.
    #[inline]
    pub fn quarter_turns(self) -> usize {
        usize::from(self.0)
    }

    /// Degrees: 0, 90, 180 or 270.
    pub fn degrees(self) -> u16 {
        u16::from(self.0) * 90
    }

    /// The rotation by this many degrees; `None` unless it is 0, 90, 180 or 270.
    pub fn from_degrees(degrees: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|rotation| rotation.degrees() == degrees)
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}°", self.degrees())
    }
}

/// A place in a territory: the castle is at (0, 0), x grows to the east, y grows to the north.
///
/// Ordered by column, then row.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Place {
    /// Columns east of the castle.
    pub x: i8,
    /// Rows north of the castle.
    pub y: i8,
}

impl Place {
    /// The castle's place.
    pub const CASTLE: Self = Self { x: 0, y: 0 };

    /// The place `dx` columns east and `dy` rows north of here.
    #[inline]
    #[must_use]
    pub fn offset(self, dx: i8, dy: i8) -> Self {
        Self { x: self.x + dx, y: self.y + dy }
    }

    /// The neighbouring place on this side.
    #[inline]
    #[must_use]
    pub fn neighbour(self, side: Side) -> Self {
        match side {
            Side::North => self.offset(0, 1),
            Side::East => self.offset(1, 0),
            Side::South => self.offset(0, -1),
            Side::West => self.offset(-1, 0),
        }
    }

    /// Returns whether the other place is this one or one of the eight around it.
    #[inline]
    pub fn is_near(self, other: Self) -> bool {
        self.x.abs_diff(other.x) <= 1 && self.y.abs_diff(other.y) <= 1
    }
}

impl Place {
    /// A number with the same order as places, compared in one step.
    #[inline]
    pub(in crate::skye) fn key(self) -> u16 {
        let [x, y] = [self.x, self.y].map(|coordinate| (coordinate as u8) ^ 0x80);
        u16::from_be_bytes([x, y])
    }

    /// The place with this [`key`](Self::key).
    #[inline]
    pub(in crate::skye) fn from_key(key: u16) -> Self {
        let [x, y] = key.to_be_bytes().map(|byte| (byte ^ 0x80) as i8);
        Self { x, y }
    }
}

impl Ord for Place {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Place {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}
