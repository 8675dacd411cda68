//! Small neural networks in integer arithmetic.
//!
//! A [`Net`] is a multilayer perceptron that gives one score to a row of small integers. It computes with `i16` weights
//! and `i32` sums that cannot overflow, so its scores are exact and the same on every machine. Its user gives a score
//! its meaning: [`chances`] turns the scores of competing rows (seats for a win, options for a choice) into chances,
//! and [`train`] fits these to [`Contests`].

mod layer;
pub use layer::ONE;

mod perceptron;
pub use perceptron::{Net, PartialSums, chances};

mod contests;
pub use contests::{ContestRow, Contests};

mod training;
pub use training::{Training, train};

use layer::Layer;

/// Why a net is rejected.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// It is of another version.
    #[error("net of version {found}; this program reads version {known}")]
    Version {
        /// The version.
        found: u32,
        /// The only supported version.
        known: u32,
    },
    /// Its numbers do not match its checksum.
    #[error("damaged net: its checksum is {found}, but its numbers give {expected}")]
    Checksum {
        /// The one in the file.
        found: String,
        /// That of the numbers.
        expected: String,
    },
    /// A layer that is too large, or has no weight for some pair of input and neuron.
    #[error("a layer of {neurons} neurons, {weights} weights and a shift of {shift}")]
    Shape {
        /// Its neurons.
        neurons: usize,
        /// Its weights.
        weights: usize,
        /// Its shift.
        shift: u32,
    },
    /// A neuron whose sum can become too large.
    #[error("the sum of neuron {neuron} of a layer can overflow")]
    Overflow {
        /// The neuron, from 0.
        neuron: usize,
    },
    /// Layers other than a hidden one, and one neuron that takes its outputs.
    #[error(
        "layers take {inputs:?} numbers and have {neurons:?} neurons; accepted: a hidden layer, and one neuron that takes its outputs"
    )]
    Layers {
        /// Inputs by layer.
        inputs: Vec<usize>,
        /// Neurons by layer.
        neurons: Vec<usize>,
    },
}

impl NetError {
    fn of_layers(layers: &[Layer]) -> Self {
        let of = |count: fn(&Layer) -> usize| layers.iter().map(count).collect();
        Self::Layers { inputs: of(Layer::inputs), neurons: of(Layer::neurons) }
    }
}
