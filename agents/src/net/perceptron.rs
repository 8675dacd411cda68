//! A net, and chances from its scores.

use engine::mix;
use serde::{Deserialize, Serialize};
use wide::bytemuck::cast;
use wide::{i16x8, i16x16, i32x4, i32x8};

use super::NetError;
use super::layer::{LARGEST_INPUT, Layer, MOST_NEURONS, ONE};

/// Neurons that are computed together.
const LANES: usize = 8;

/// The most blocks of so many neurons.
const MOST_BLOCKS: usize = MOST_NEURONS / LANES;

/// A multilayer perceptron: one hidden layer with outputs from 0 to 1, and a linear output.
///
/// It is validated when it is read from a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "NetFile", into = "NetFile")]
pub struct Net {
    hidden: Layer,
    output: Layer,
    /// The hidden layer by block of neurons: its biases, with half a unit of the result so that a shift rounds.
    biases: Vec<i32x8>,
    /// By pair of inputs and block of neurons: for each neuron the weights of both inputs.
    pairs: Vec<i16x16>,
    /// The weights of the output by block of neurons.
    outputs: Vec<i16x8>,
}

impl From<Net> for NetFile {
    fn from(net: Net) -> Self {
        Self::of(vec![net.hidden, net.output])
    }
}

impl TryFrom<NetFile> for Net {
    type Error = NetError;

    fn try_from(file: NetFile) -> Result<Self, NetError> {
        Self::new(file.layers()?)
    }
}

/// The sums of the hidden layer for a partly filled row, so that the common part of many rows is added once.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PartialSums([i32x8; MOST_BLOCKS]);

impl PartialSums {
    /// The sums without inputs or biases.
    pub const ZERO: Self = Self([i32x8::ZERO; MOST_BLOCKS]);
}

/// Calls a method for the number of blocks of a net, which is constant in it: so the compiler keeps sums in registers.
macro_rules! for_blocks {
    ($net:ident.$method:ident($($argument:expr),*)) => {
        match $net.biases.len() {
            1 => $net.$method::<1>($($argument),*),
            2 => $net.$method::<2>($($argument),*),
            3 => $net.$method::<3>($($argument),*),
            4 => $net.$method::<4>($($argument),*),
            5 => $net.$method::<5>($($argument),*),
            6 => $net.$method::<6>($($argument),*),
            7 => $net.$method::<7>($($argument),*),
            _ => $net.$method::<MOST_BLOCKS>($($argument),*),
        }
    };
}

impl Net {
    /// A net of a hidden layer and an output.
    pub(super) fn new(layers: Vec<Layer>) -> Result<Self, NetError> {
        for (number, layer) in layers.iter().enumerate() {
            layer.check(Layer::largest_input(number == 0))?;
        }
        let [hidden, output] = <[Layer; 2]>::try_from(layers).map_err(|layers| NetError::of_layers(&layers))?;
        if hidden.neurons() != output.inputs() || output.neurons() != 1 {
            return Err(NetError::of_layers(&[hidden, output]));
        }
        let blocks = hidden.neurons().div_ceil(LANES);
        let block_of = |numbers: &[i32], block: usize| -> i32x8 {
            std::array::from_fn(|lane| numbers.get(block * LANES + lane).copied().unwrap_or(0)).into()
        };
        let rounding: Vec<i32> = hidden.biases.iter().map(|bias| bias + hidden.half()).collect();
        let weight = |input: usize, neuron: usize| {
            let is_used = input < hidden.inputs() && neuron < hidden.neurons();
            if is_used { hidden.weights[input * hidden.neurons() + neuron] } else { 0 }
        };
        let pair = |pair: usize, block: usize| -> i16x16 {
            std::array::from_fn(|lane| weight(2 * pair + lane % 2, block * LANES + lane / 2)).into()
        };
        let output_weight = |neuron: usize| output.weights.get(neuron).copied().unwrap_or(0);
        Ok(Self {
            biases: (0..blocks).map(|block| block_of(&rounding, block)).collect(),
            pairs: (0..hidden.inputs().div_ceil(2))
                .flat_map(|at| (0..blocks).map(move |block| pair(at, block)))
                .collect(),
            outputs: (0..blocks)
                .map(|block| std::array::from_fn(|lane| output_weight(block * LANES + lane)).into())
                .collect(),
            hidden,
            output,
        })
    }

    /// Returns the number of features of a row.
    pub fn inputs(&self) -> usize {
        self.hidden.inputs()
    }

    /// The score of a row, in units of 1/[`ONE`].
    ///
    /// # Panics
    /// If the row is not as long as [`inputs`](Self::inputs) says.
    pub fn score(&self, row: &[i16]) -> i32 {
        assert_eq!(row.len(), self.inputs(), "numbers in a row");
        let mut begun = self.begin();
        self.add(&mut begun, 0, row);
        self.finish(&begun)
    }

    /// A row of zeros.
    #[inline]
    pub fn begin(&self) -> PartialSums {
        let mut sums = PartialSums::ZERO;
        sums.0[..self.biases.len()].copy_from_slice(&self.biases);
        sums
    }

    /// Adds the contribution of these numbers from index `from` on, where the row has zeros so far.
    ///
    /// # Panics
    /// If they do not fit in the row.
    #[inline]
    pub fn add(&self, begun: &mut PartialSums, from: usize, numbers: &[i16]) {
        assert!(from + numbers.len() <= self.inputs(), "numbers in a row");
        for_blocks!(self.add_by(begun, from, numbers));
    }

    fn add_by<const BLOCKS: usize>(&self, begun: &mut PartialSums, from: usize, numbers: &[i16]) {
        let Some(sums) = begun.0.first_chunk_mut::<BLOCKS>() else { return };
        let (odd, even) = numbers.split_at(from % 2 * numbers.len().min(1));
        let (pairs, last) = even.as_chunks::<2>();
        let weights = &self.pairs.as_chunks::<BLOCKS>().0[from / 2..];
        let (weights_of_odd, weights) = weights.split_at(odd.len());
        let (weights, weights_of_last) = weights.split_at(pairs.len());
        let mut found = *sums;
        for (weights, &second) in weights_of_odd.iter().zip(odd) {
            add_pair(&mut found, weights, [0, second]);
        }
        for (weights, &pair) in weights.iter().zip(pairs).filter(|&(_, &pair)| pair != [0, 0]) {
            add_pair(&mut found, weights, pair);
        }
        for (weights, &first) in weights_of_last.iter().zip(last) {
            add_pair(&mut found, weights, [first, 0]);
        }
        *sums = found;
    }

    /// The score of a row from its sums, in units of 1/[`ONE`].
    #[inline]
    pub fn finish(&self, begun: &PartialSums) -> i32 {
        self.finish_both(begun, &PartialSums::ZERO)
    }

    /// The score of a row from the sums of two parts of it, of which one was [begun](Self::begin) and the other is without biases.
    #[inline]
    pub fn finish_both(&self, begun: &PartialSums, other: &PartialSums) -> i32 {
        for_blocks!(self.finish_by(begun, other))
    }

    fn finish_by<const BLOCKS: usize>(&self, begun: &PartialSums, other: &PartialSums) -> i32 {
        let mut sum = i32x4::ZERO;
        for block in 0..BLOCKS {
            let rounded = (begun.0[block] + other.0[block]) >> self.hidden.shift;
            let said = i16x8::from_i32x8_saturate(rounded).max(i16x8::ZERO).min(i16x8::splat(ONE as i16));
            sum += said.dot(self.outputs[block]);
        }
        (sum.reduce_add() + self.output.biases[0] + self.output.half()) >> self.output.shift
    }
}

/// Adds the contribution of a pair of inputs.
#[inline]
fn add_pair<const BLOCKS: usize>(sums: &mut [i32x8; BLOCKS], weights: &[i16x16; BLOCKS], pair: [i16; 2]) {
    let inputs: i16x16 = cast(i32x8::splat(cast(pair)));
    let inputs = inputs.max(i16x16::splat(-LARGEST_INPUT)).min(i16x16::splat(LARGEST_INPUT));
    sums.iter_mut().zip(weights).for_each(|(sum, weights)| *sum += weights.dot(inputs));
}

/// Chances of competing rows.
///
/// They are the softmax of the scores times an inverse temperature, with this score as 1, and the same on every machine.
pub fn chances(
    scores: impl Iterator<Item = i32> + Clone,
    inverse_temperature: f64,
    one: i32,
) -> impl Iterator<Item = f64> {
    let most = scores.clone().max().unwrap_or(0);
    let weight =
        move |score: i32| libm::exp(inverse_temperature * (f64::from(score) - f64::from(most)) / f64::from(one));
    let sum: f64 = scores.clone().map(weight).sum();
    scores.map(move |score| weight(score) / sum)
}

/// The only version of the format.
const VERSION: u32 = 1;

/// A net as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NetFile {
    version: u32,
    checksum: String,
    layers: Vec<Layer>,
}

impl NetFile {
    /// These layers, with their checksum.
    pub fn of(layers: Vec<Layer>) -> Self {
        Self { version: VERSION, checksum: checksum(&layers), layers }
    }

    /// Its layers, if its version is supported and it is not damaged.
    pub fn layers(self) -> Result<Vec<Layer>, NetError> {
        let Self { version, checksum: found, layers } = self;
        if version != VERSION {
            return Err(NetError::Version { found: version, known: VERSION });
        }
        let expected = checksum(&layers);
        if found == expected { Ok(layers) } else { Err(NetError::Checksum { found, expected }) }
    }
}

/// A checksum of the layers.
fn checksum(layers: &[Layer]) -> String {
    let hash = layers.iter().fold(0, |hash, layer| {
        let start = mix([hash, u64::from(layer.shift)]);
        let biases = layer.biases.iter().fold(start, |hash, &bias| mix([hash, bias as u64]));
        layer.weights.iter().fold(biases, |hash, &weight| mix([hash, weight as u64]))
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use engine::random::{Random, below, random};

    use super::*;

    fn signed(rng: &mut Random, most: i32) -> i16 {
        (below(rng, 2 * most as u32 + 1) as i32 - most) as i16
    }

    /// The score of a row by plain arithmetic.
    fn expected(hidden: &Layer, output: &Layer, row: &[i16]) -> i32 {
        let rounded = |layer: &Layer, sum: i32| (sum + layer.half()) >> layer.shift;
        let neurons = hidden.neurons();
        let said = (0..neurons).map(|neuron| {
            let inputs = row.iter().map(|&number| i32::from(number.clamp(-LARGEST_INPUT, LARGEST_INPUT)));
            let products =
                inputs.enumerate().map(|(input, number)| number * i32::from(hidden.weights[input * neurons + neuron]));
            rounded(hidden, hidden.biases[neuron] + products.sum::<i32>()).clamp(0, ONE)
        });
        let products = said.zip(&output.weights).map(|(said, &weight)| said * i32::from(weight));
        rounded(output, output.biases[0] + products.sum::<i32>())
    }

    #[test]
    fn nets_of_any_width_score_rows_in_whole_or_in_parts() {
        let mut rng = random(1);
        for (neurons, inputs) in [(1, 9), (7, 10), (8, 1), (24, 57), (31, 12), (32, 13), (33, 5), (MOST_NEURONS, 8)] {
            let mut weights = |count: usize, most: i32| (0..count).map(|_| signed(&mut rng, most)).collect();
            let (of_hidden, of_output) = (weights(neurons * inputs, 300), weights(neurons, 900));
            let biases = (0..neurons).map(|_| i32::from(signed(&mut rng, 30_000))).collect();
            let hidden = Layer { shift: 7, biases, weights: of_hidden };
            let output = Layer { shift: 3, biases: vec![signed(&mut rng, 500).into()], weights: of_output };
            let net = Net::new(vec![hidden.clone(), output.clone()]).expect("a net");
            for _ in 0..50 {
                let row: Vec<i16> =
                    (0..inputs).map(|_| if below(&mut rng, 3) == 0 { 0 } else { signed(&mut rng, 3000) }).collect();
                let score = expected(&hidden, &output, &row);
                assert_eq!(net.score(&row), score, "{neurons} neurons");
                let (begin, end) =
                    (below(&mut rng, inputs as u32) as usize, below(&mut rng, inputs as u32 + 1) as usize);
                let (begin, end) = (begin.min(end), begin.max(end));
                let (mut outside, mut inside) = (net.begin(), PartialSums::ZERO);
                net.add(&mut outside, 0, &row[..begin]);
                net.add(&mut outside, end, &row[end..]);
                net.add(&mut inside, begin, &row[begin..end]);
                assert_eq!(net.finish_both(&outside, &inside), score, "{begin} to {end} of {inputs}");
            }
        }
    }
}
