//! One layer of neurons with integer weights.

use serde::{Deserialize, Serialize};

use super::NetError;

/// The most inputs of a layer.
pub const MOST_INPUTS: usize = 256;

/// The most neurons in a layer.
pub const MOST_NEURONS: usize = 64;

/// The limit of inputs on either side of 0.
pub const LARGEST_INPUT: i16 = 2047;

/// A score of 1, and the largest output of a hidden neuron.
pub const ONE: i32 = 1 << FRACTION;

/// Fractional bits of scores and of hidden outputs.
const FRACTION: u32 = 10;

/// Neurons with the same inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layer {
    /// The number of additional fractional bits of sums over outputs.
    pub shift: u32,
    /// By neuron.
    pub biases: Vec<i32>,
    /// By input and neuron.
    pub weights: Vec<i16>,
}

impl Layer {
    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.weights.len() / self.neurons()
    }

    /// Number of neurons.
    pub fn neurons(&self) -> usize {
        self.biases.len()
    }

    /// Checks that it fits into its tables, and that no sum can overflow with inputs of at most this magnitude.
    pub fn check(&self, largest_input: i32) -> Result<(), NetError> {
        let (neurons, weights) = (self.neurons(), self.weights.len());
        let is_whole = (1..=MOST_NEURONS).contains(&neurons) && weights.is_multiple_of(neurons);
        if !is_whole || !(1..=MOST_INPUTS).contains(&(weights / neurons)) || self.shift > 16 {
            return Err(NetError::Shape { neurons, weights, shift: self.shift });
        }
        for neuron in 0..neurons {
            let column = self.weights.iter().skip(neuron).step_by(neurons);
            let farthest: i64 = column.map(|&weight| i64::from(weight).abs() * i64::from(largest_input)).sum();
            // Half the range, to leave room for rounding.
            if farthest + i64::from(self.biases[neuron]).abs() > i64::from(i32::MAX / 2) {
                return Err(NetError::Overflow { neuron });
            }
        }
        Ok(())
    }

    /// Half a unit of what a sum is rounded to.
    pub fn half(&self) -> i32 {
        (1 << self.shift) >> 1
    }

    /// The largest magnitude of a layer's inputs: a limit for the first layer, hidden outputs for others.
    pub fn largest_input(is_first: bool) -> i32 {
        if is_first { i32::from(LARGEST_INPUT) } else { ONE }
    }
}

/// The integer weight for 1.0 in a layer with this shift.
///
/// A first layer takes integers, others take hidden outputs.
pub(super) fn weight_of_one(is_first: bool, shift: u32) -> f32 {
    let fraction = if is_first { shift + FRACTION } else { shift };
    (1_u32 << fraction) as f32
}
