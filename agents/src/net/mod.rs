//! Small neural networks in whole numbers.
//!
//! A [`Net`] is a multilayer perceptron that gives one score to a row of small whole numbers. It calculates with `i16` weights and `i32` sums
//! that cannot overflow, so its scores are exact and the same on every machine. What a score means is for its user to say: those of rows
//! that compete with each other (seats for a win, options for a choice) become chances by [`chances`], which is what [`train`] fits to
//! [`Contests`].

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
