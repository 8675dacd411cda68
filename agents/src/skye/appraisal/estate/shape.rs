//! The shape of a territory: squares, columns and shared edges.

use engine::skye::shape::LineSet;
use engine::skye::{Edges, Place, SIDES, Side, Territory};

use super::grid::TileGrid;
use crate::skye::MilliVp;
use crate::skye::appraisal::outlook::prices::SummaryPrices;

/// The counts of a shape.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Shape {
    /// 2x2 squares.
    pub squares: u16,
    /// Edges shared by two tiles.
    pub contacts: u16,
    /// Columns with three in a row.
    columns: LineSet,
    /// Rows with three side by side; empty where they do not count.
    rows: LineSet,
}

/// The counts that a tile at one place adds to the shape.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Addition {
    /// 2x2 squares.
    pub squares: MilliVp,
    /// Edges shared with other tiles.
    pub contacts: MilliVp,
    /// True if this gives its column three in a row for the first time, or its row three side by side.
    pub column: bool,
    pub row: bool,
}

impl Shape {
    /// The shape of a territory, with rows if they count.
    pub fn of(territory: &Territory, with_rows: bool) -> Self {
        let mut shape = Self::default();
        for (index, laid) in territory.placements().enumerate() {
            shape.squares += u16::from(territory.begins_square(index));
            shape.contacts += u16::from(territory.neighbour(index, Side::North).is_some())
                + u16::from(territory.neighbour(index, Side::East).is_some());
            if territory.is_amid_column(index) {
                shape.columns.insert(laid.place.x);
            }
            if with_rows && territory.is_amid_row(index) {
                shape.rows.insert(laid.place.y);
            }
        }
        shape
    }

    /// Columns with three in a row.
    pub fn columns(&self) -> u16 {
        self.columns.len() as u16
    }

    /// Rows with three side by side.
    pub fn rows(&self) -> u16 {
        self.rows.len() as u16
    }

    /// Returns the addition by a tile at this place, with neighbours on these sides.
    #[inline]
    pub fn addition_at(&self, with_rows: bool, grid: &TileGrid, place: Place, closed: Edges) -> Addition {
        let has = grid.around(place);
        let [north, east, south, west] = SIDES.map(|side| closed.has(side));
        let square = |a: bool, b: bool, dx, dy| MilliVp::from(a && b && has(dx, dy));
        let squares = square(north, east, 1, 1)
            + square(south, east, 1, -1)
            + square(north, west, -1, 1)
            + square(south, west, -1, -1);
        let in_a_row = (north && (south || has(0, 2))) || (south && has(0, -2));
        Addition {
            squares,
            contacts: closed.len() as MilliVp,
            column: in_a_row && !self.columns.has(place.x),
            row: with_rows && ((east && (west || has(2, 0))) || (west && has(-2, 0))) && !self.rows.has(place.y),
        }
    }
}

impl Addition {
    /// Returns its worth.
    #[inline]
    pub fn worth(&self, prices: &SummaryPrices) -> MilliVp {
        let (column, row) = (MilliVp::from(self.column), MilliVp::from(self.row));
        self.squares * prices.squares + column * prices.columns + row * prices.rows + self.contacts * prices.contacts
    }
}
