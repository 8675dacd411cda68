//! One layer of neurons in whole numbers.

use serde::{Deserialize, Serialize};

use super::error::NetError;

/// The most inputs of a layer.
pub const MOST_INPUTS: usize = 256;

/// The most neurons in a layer.
pub const MOST_NEURONS: usize = 64;

/// Inputs are limited to this on either side of 0.
pub const LARGEST_INPUT: i16 = 2047;

/// A score of 1, and the largest output of a hidden neuron.
pub const ONE: i32 = 1 << FRACTION;

/// Fractional bits of scores and of hidden outputs.
const FRACTION: u32 = 10;

/// The sums of a layer, by neuron.
pub(super) type Sums = [i32; MOST_NEURONS];

/// Neurons that share their inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layer {
    /// Sums have this many fractional bits more than outputs.
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
            // Half the range, which leaves room for rounding.
            if farthest + i64::from(self.biases[neuron]).abs() > i64::from(i32::MAX / 2) {
                return Err(NetError::Overflow { neuron });
            }
        }
        Ok(())
    }

    /// The sums of a row of zeros.
    #[inline]
    pub fn begin(&self) -> Sums {
        let mut sums = [0; MOST_NEURONS];
        sums[..self.neurons()].copy_from_slice(&self.biases);
        sums
    }

    /// Adds the contribution of these inputs, the first of which has index `from`.
    #[inline]
    pub fn add(&self, sums: &mut Sums, from: usize, numbers: &[i16]) {
        let neurons = self.neurons();
        let weights = &self.weights[from * neurons..(from + numbers.len()) * neurons];
        let limited = |number: i16| i32::from(number.clamp(-LARGEST_INPUT, LARGEST_INPUT));
        if neurons == 1 {
            let products = weights.iter().zip(numbers).map(|(&weight, &number)| limited(number) * i32::from(weight));
            sums[0] += products.sum::<i32>();
            return;
        }
        let sums = &mut sums[..neurons];
        for (weights, &number) in weights.chunks_exact(neurons).zip(numbers).filter(|&(_, &number)| number != 0) {
            let number = limited(number);
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum += number * i32::from(weight);
            }
        }
    }

    /// The outputs of hidden neurons, from 0 to [`ONE`].
    #[inline]
    pub fn say<'s>(&self, sums: &Sums, said: &'s mut [i16; MOST_NEURONS]) -> &'s [i16] {
        let said = &mut said[..self.neurons()];
        for (said, &sum) in said.iter_mut().zip(sums) {
            *said = self.rounded(sum).clamp(0, ONE) as i16;
        }
        said
    }

    /// A sum in units of 1/[`ONE`].
    #[inline]
    pub fn rounded(&self, sum: i32) -> i32 {
        (sum + ((1 << self.shift) >> 1)) >> self.shift
    }

    /// The largest magnitude of a layer's inputs: given for the first layer; others take hidden outputs.
    pub fn largest_input(is_first: bool) -> i32 {
        if is_first { i32::from(LARGEST_INPUT) } else { ONE }
    }
}

/// A weight of 1 in a layer with this shift: a first layer takes whole numbers, others hidden outputs.
pub(super) fn weight_of_one(is_first: bool, shift: u32) -> f32 {
    let fraction = if is_first { shift + FRACTION } else { shift };
    (1_u32 << fraction) as f32
}
