//! The spaces of one tile in one orientation.

use std::fmt;

use tinyvec::ArrayVec;

use super::sizes::HOMETOWN_SPACES;
use super::space::{ENTRIES, Feature, Space};

/// One space of a tile, and its place in the tile's bounding box.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct GridSpace {
    /// Rows north of the box's southern edge.
    pub y: i16,
    /// Columns east of the box's western edge.
    pub x: i16,
    /// The space.
    pub space: Space,
}

/// The spaces of a tile in one orientation, from south to north and from west to east.
///
/// They are connected by edges, and touch all four sides of their bounding box.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Grid {
    /// Columns of the box.
    pub width: i16,
    /// Rows of the box.
    pub height: i16,
    /// The spaces.
    pub spaces: ArrayVec<[GridSpace; HOMETOWN_SPACES]>,
}

/// An error in a grid: the value found, and the accepted values.
pub(super) type GridFault = (String, String);

impl Grid {
    /// Reads spaces separated by blanks, in rows from north to south separated by ` / `.
    ///
    /// Accepts at most this many.
    pub(super) fn parse(text: &str, most: usize) -> Result<Self, GridFault> {
        let rows: Vec<Vec<&str>> = text.split('/').map(|row| row.split_whitespace().collect()).collect();
        let (width, height) = (rows[0].len(), rows.len());
        if width == 0 {
            return Err((format!("`{text}`"), "spaces separated by blanks, rows by ` / `".to_owned()));
        }
        if let Some(row) = rows.iter().find(|row| row.len() != width) {
            return Err((format!("rows of {width} and {} entries", row.len()), "rows of one length".to_owned()));
        }
        let mut spaces = Vec::new();
        for (y, row) in rows.iter().rev().enumerate() {
            for (x, &entry) in row.iter().enumerate().filter(|(_, entry)| **entry != ".") {
                let space = entry.parse().map_err(|()| (format!("`{entry}`"), ENTRIES.to_owned()))?;
                spaces.push((y, x, space));
            }
        }
        let has_row = |row: usize| spaces.iter().any(|&(y, ..)| y == row);
        let has_column = |column: usize| spaces.iter().any(|&(_, x, _)| x == column);
        if !(has_row(0) && has_row(height - 1) && has_column(0) && has_column(width - 1)) {
            return Err(("an empty outer row or column".to_owned(), "spaces in every outer row and column".to_owned()));
        }
        if spaces.len() > most {
            return Err((format!("{} spaces", spaces.len()), format!("at most {most}")));
        }
        let fault = || ("spaces apart from the others".to_owned(), "spaces connected by their edges".to_owned());
        if width.max(height) > spaces.len() {
            return Err(fault());
        }
        let spaces = sorted(spaces.into_iter().map(|(y, x, space)| GridSpace { y: y as i16, x: x as i16, space }));
        let grid = Self { width: width as i16, height: height as i16, spaces };
        if grid.hangs_together() { Ok(grid) } else { Err(fault()) }
    }

    /// Returns whether every space can be reached from every other by edges.
    fn hangs_together(&self) -> bool {
        let mut reached = vec![0];
        let mut next = 0;
        while next < reached.len() {
            let from = self.spaces[reached[next]];
            next += 1;
            for (index, to) in self.spaces.iter().enumerate() {
                let is_neighbour = from.x.abs_diff(to.x) + from.y.abs_diff(to.y) == 1;
                if is_neighbour && !reached.contains(&index) {
                    reached.push(index);
                }
            }
        }
        reached.len() == self.spaces.len()
    }

    /// West and east changed.
    pub(super) fn mirrored(&self) -> Self {
        let spaces = self.spaces.iter().map(|space| GridSpace { x: self.width - 1 - space.x, ..*space });
        Self { spaces: sorted(spaces), ..*self }
    }

    /// Turned clockwise: the former north is the east.
    fn turned(&self) -> Self {
        let spaces = self.spaces.iter().map(|space| GridSpace { x: space.y, y: self.width - 1 - space.x, ..*space });
        Self { width: self.height, height: self.width, spaces: sorted(spaces) }
    }

    /// The grid in this orientation; `back` is seen after turning the tile over.
    pub(super) fn lying(&self, back: &Self, way: Way) -> Self {
        let upper = if way.flip() { back } else { self };
        (0..way.quarter_turns()).fold(*upper, |grid, _| grid.turned())
    }

    /// Returns whether both have spaces at the same places of their boxes, whatever their features.
    pub(super) fn has_outline_of(&self, other: &Self) -> bool {
        self.places().eq(other.places())
    }

    fn places(&self) -> impl Iterator<Item = (i16, i16)> {
        self.spaces.iter().map(|space| (space.x, space.y))
    }

    /// The space at a place of the box, if there is one.
    pub fn at(&self, x: i16, y: i16) -> Option<Space> {
        self.spaces.iter().find(|space| (space.x, space.y) == (x, y)).map(|space| space.space)
    }

    /// Counts the spaces that show this.
    pub fn count(&self, is_counted: impl Fn(Feature) -> bool) -> usize {
        self.spaces.iter().filter(|space| is_counted(space.space.feature)).count()
    }

    /// Counts the sheep symbols.
    pub fn symbols(&self) -> usize {
        self.spaces.iter().filter(|space| space.space.symbol).count()
    }
}

fn sorted(spaces: impl Iterator<Item = GridSpace>) -> ArrayVec<[GridSpace; HOMETOWN_SPACES]> {
    let mut spaces: ArrayVec<[GridSpace; HOMETOWN_SPACES]> = spaces.collect();
    spaces.sort_unstable();
    spaces
}

/// As in tile files.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.height).rev() {
            for x in 0..self.width {
                let space = self.at(x, y).map_or_else(|| ".".to_owned(), |space| space.to_string());
                write!(f, "{}{space}", if x == 0 { "" } else { " " })?;
            }
            write!(f, "{}", if y == 0 { "" } else { " / " })?;
        }
        Ok(())
    }
}

/// An orientation: turned over or not (west and east change places), then turned clockwise.
///
/// Ordered: not flipped before flipped, then by rotation.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Way(u8);

impl Way {
    /// All ways, ascending.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// As printed.
    pub const AS_PRINTED: Self = Self(0);

    /// The orientation with this flip and this clockwise turn in degrees.
    ///
    /// `None` unless the turn is 0, 90, 180 or 270.
    pub fn new(flip: bool, degrees: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.flip() == flip && way.degrees() == degrees)
    }

    /// 0 to 7, in order.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns whether the tile is turned over.
    #[inline]
    pub fn flip(self) -> bool {
        self.0 >= 4
    }

    /// Number of clockwise quarter turns after the flip, 0 to 3.
    #[inline]
    pub fn quarter_turns(self) -> usize {
        usize::from(self.0 % 4)
    }

    /// The clockwise turn in degrees: 0, 90, 180 or 270.
    pub fn degrees(self) -> u16 {
        u16::from(self.0 % 4) * 90
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}°", if self.flip() { "flipped, " } else { "" }, self.degrees())
    }
}
