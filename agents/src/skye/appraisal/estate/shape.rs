//! The shape of a territory: squares, columns and shared edges.

use engine::skye::shape::LineSet;
use engine::skye::{Place, Side, Territory};

use super::super::outlook::Outlook;
use super::super::worth::MilliVp;
use super::grid::Grid;

/// What is counted in a shape.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Shape {
    /// 2x2 squares.
    pub squares: u16,
    /// Edges shared by two tiles.
    pub contacts: u16,
    /// Columns with three in a row.
    columns: LineSet,
}

impl Shape {
    /// The shape of a territory.
    pub fn of(territory: &Territory) -> Self {
        let mut shape = Self::default();
        for (index, laid) in territory.placements().enumerate() {
            let has = |side| u16::from(territory.neighbour(index, side).is_some());
            shape.squares += u16::from(territory.begins_square(index));
            shape.contacts += has(Side::North) + has(Side::East);
            if territory.is_amid_column(index) {
                shape.columns.insert(laid.place.x);
            }
        }
        shape
    }

    /// Columns with three in a row.
    pub fn columns(&self) -> u16 {
        self.columns.len() as u16
    }

    /// What a tile at this place adds, with these neighbours by side.
    #[inline]
    pub fn worth_at(
        &self,
        outlook: &Outlook<'_>,
        grid: &Grid,
        place: Place,
        neighbours: &[Option<usize>; 4],
    ) -> MilliVp {
        let has = |dx, dy| grid.get(place.offset(dx, dy)).is_some();
        let [north, east, south, west] = neighbours.map(|neighbour| neighbour.is_some());
        let square = |a: bool, b: bool, dx, dy| MilliVp::from(a && b && has(dx, dy));
        let squares = square(north, east, 1, 1)
            + square(south, east, 1, -1)
            + square(north, west, -1, 1)
            + square(south, west, -1, -1);
        let in_a_row = (north && (south || has(0, 2))) || (south && has(0, -2));
        let column = MilliVp::from(in_a_row && !self.columns.has(place.x));
        let contacts = neighbours.iter().flatten().count() as MilliVp;
        let prices = &outlook.prices;
        squares * prices.squares + column * prices.columns + contacts * prices.contacts
    }
}
