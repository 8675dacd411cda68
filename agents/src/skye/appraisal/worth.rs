//! The unit of worth, and how often a scoring tile pays.

/// Thousandths of a victory point.
pub type MilliVp = i32;

/// One victory point.
pub const VP: MilliVp = 1000;

/// How often a scoring tile still scores.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Times {
    /// This round's scoring included.
    pub all: MilliVp,
    /// Late enough that what is unfinished now may have been finished.
    pub later: MilliVp,
    /// The count that open lakes and begun sets are paid by: `later`, or `all` if the judgement is hasty.
    pub lakes_and_sets: MilliVp,
}
