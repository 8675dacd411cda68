//! One layer of neurons in integer arithmetic.

use serde::{Deserialize, Serialize};

use super::error::NetError;

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

/// The sums of a layer, by neuron.
pub(super) type Sums = [i32; MOST_NEURONS];

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

    /// The sums for a row of zeros: the biases.
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
        match neurons {
            // The widths of the committed nets, for which the compiler keeps the sums in registers.
            24 => add::<24>(sums, weights, numbers),
            32 => add::<32>(sums, weights, numbers),
            _ => {
                for (weights, &number) in weights.chunks_exact(neurons).zip(numbers) {
                    for (sum, &weight) in sums.iter_mut().zip(weights) {
                        *sum += limited(number) * i32::from(weight);
                    }
                }
            }
        }
    }

    /// The outputs of hidden neurons, from 0 to [`ONE`].
    #[inline]
    pub fn said(&self, sums: &Sums) -> impl Iterator<Item = i16> {
        sums[..self.neurons()].iter().map(|&sum| self.rounded(sum).clamp(0, ONE) as i16)
    }

    /// The sum of the only neuron.
    #[inline]
    pub fn only_sum(&self, inputs: impl Iterator<Item = i16>) -> i32 {
        let products = self.weights.iter().zip(inputs).map(|(&weight, input)| i32::from(input) * i32::from(weight));
        self.biases[0] + products.sum::<i32>()
    }

    /// A sum in units of 1/[`ONE`].
    #[inline]
    pub fn rounded(&self, sum: i32) -> i32 {
        (sum + ((1 << self.shift) >> 1)) >> self.shift
    }

    /// The largest magnitude of a layer's inputs: a limit for the first layer, hidden outputs for others.
    pub fn largest_input(is_first: bool) -> i32 {
        if is_first { i32::from(LARGEST_INPUT) } else { ONE }
    }
}

/// Limits an input.
#[inline]
fn limited(number: i16) -> i32 {
    number.clamp(-LARGEST_INPUT, LARGEST_INPUT).into()
}

/// Adds the contribution of inputs to the sums of this many neurons.
#[inline]
fn add<const NEURONS: usize>(sums: &mut Sums, weights: &[i16], numbers: &[i16]) {
    let Some(sums) = sums.first_chunk_mut::<NEURONS>() else { return };
    let mut found = *sums;
    for (weights, &number) in weights.as_chunks::<NEURONS>().0.iter().zip(numbers).filter(|&(_, &number)| number != 0) {
        let number = limited(number);
        found.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum += number * i32::from(weight));
    }
    *sums = found;
}

/// The integer weight for 1.0 in a layer with this shift.
///
/// A first layer takes integers, others take hidden outputs.
pub(super) fn weight_of_one(is_first: bool, shift: u32) -> f32 {
    let fraction = if is_first { shift + FRACTION } else { shift };
    (1_u32 << fraction) as f32
}

#[cfg(test)]
mod tests {
    use engine::random::{Random, below, random};

    use super::*;

    fn signed(rng: &mut Random, most: i32) -> i16 {
        (below(rng, 2 * most as u32 + 1) as i32 - most) as i16
    }

    #[test]
    fn layers_of_any_width_add_the_same() {
        let mut rng = random(1);
        for neurons in [1, 7, 24, 31, 32, 33, MOST_NEURONS] {
            let biases = (0..neurons).map(|_| signed(&mut rng, 500).into()).collect();
            let layer = Layer { shift: 3, biases, weights: (0..9 * neurons).map(|_| signed(&mut rng, 99)).collect() };
            let mut numbers: [i16; 6] = std::array::from_fn(|_| signed(&mut rng, 3000));
            numbers[2] = 0;
            let mut sums = layer.begin();
            layer.add(&mut sums, 2, &numbers);
            for (neuron, &sum) in sums.iter().enumerate().take(neurons) {
                let input = |(index, &number): (usize, &i16)| {
                    let weight = layer.weights[(2 + index) * neurons + neuron];
                    i32::from(weight) * i32::from(number.clamp(-LARGEST_INPUT, LARGEST_INPUT))
                };
                let expected = layer.biases[neuron] + numbers.iter().enumerate().map(input).sum::<i32>();
                assert_eq!(sum, expected, "neuron {neuron} of {neurons}");
            }
        }
    }
}
