//! The learned evaluation between two rounds of Isle of Skye.
//!
//! A net sees the counts behind a seat's linear worth, gold, turn order, the others' standing, and the additions of
//! modules. There is an evaluation of the base game for every number of players, and one for any set of modules.

mod features;
pub use features::{NUMBERS, NUMBERS_WITH_MODULES, linear_worth, row};

mod judged;
pub use judged::{chances, committed, of};
