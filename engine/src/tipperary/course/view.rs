//! The view of one seat.

use super::position::{Position, Public};
use crate::game::Seat;

/// A position as one seat sees it: all of it.
///
/// Only the future is hidden, and a position has no order of the bag or of bonus tiles that could be seen.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct View<'p> {
    seat: Seat,
    public: &'p Public,
}

impl<'p> View<'p> {
    /// Returns the view of a seat.
    #[inline]
    pub(super) fn of(position: &'p Position, seat: Seat) -> Self {
        Self { seat, public: position }
    }

    /// Whose view it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the part that every seat may know.
    #[inline]
    pub fn public(&self) -> &'p Public {
        self.public
    }
}
