//! The learned evaluation between two rounds of Tipperary.
//!
//! A net sees the appraisal's measurements of a seat's display, its present score, and its standing relative to the
//! others'.

mod features;
pub use features::{AppraisedSeats, NUMBERS};

mod judged;
pub use judged::{chances, committed, of};
