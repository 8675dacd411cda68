//! Small neural networks in integer arithmetic.
//!
//! A [`Net`] is a multilayer perceptron that gives one score to a row of small integers. It computes with `i16` weights
//! and `i32` sums that cannot overflow, so its scores are exact and the same on every machine. Its user gives a score
//! its meaning: [`chances`] turns the scores of competing rows (seats for a win, options for a choice) into chances,
//! and [`train`] fits these to [`Contests`].

mod error;
pub use error::NetError;

mod layer;
pub use layer::ONE;

mod perceptron;
pub use perceptron::{Net, PartialSums, chances};

mod file;

mod contests;
pub use contests::{ContestRow, Contests};

mod training;
pub use training::{Training, train};
