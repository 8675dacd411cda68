//! The unit of worth, and the number of scorings left.

/// Thousandths of a victory point.
pub type MilliVp = i32;

/// One victory point.
pub const VP: MilliVp = 1000;

/// Returns the worth of this many things at a price.
#[inline]
pub(crate) fn times(count: u16, price: MilliVp) -> MilliVp {
    MilliVp::from(count) * price
}

/// The number of times that a scoring tile still scores.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct ScoringsLeft {
    /// All scorings to come, this round's included.
    pub all: MilliVp,
    /// Scorings late enough for unfinished things to be finished by then.
    pub later: MilliVp,
}
