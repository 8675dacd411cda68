//! Sets of seats at a table.

use engine::{MAX_SEATS, Seat};

/// What stands before the number of each seat, so that no reader of tables takes a set for a number.
pub const MARK: &str = "s";

/// A set of seats.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// Returns the seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_SEATS).filter(move |seat| self.0 >> seat.index() & 1 == 1)
    }

    /// Returns the number of seats.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns its only seat; `None` unless it has exactly one.
    pub fn sole(self) -> Option<Seat> {
        self.iter().next().filter(|_| self.len() == 1)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        Self(seats.into_iter().fold(0, |bits, seat| bits | 1 << seat.index()))
    }
}
