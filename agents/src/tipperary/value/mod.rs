//! The learned evaluation between two rounds of Tipperary.
//!
//! A net sees what the appraisal measures of a seat's display, what scores already, and how it compares with the others'.

mod features;
pub use features::{NUMBERS, Sight};

mod judged;
pub use judged::{chances, committed, of};
