//! A net, and chances from its scores.

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use super::error::NetError;
use super::file::NetFile;
use super::layer::{Layer, MOST_NEURONS, ONE, Sums};

/// A multilayer perceptron: hidden layers with outputs from 0 to 1, and a last, linear one.
///
/// It is validated when it is read from a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "NetFile", into = "NetFile")]
pub struct Net {
    /// At least one; the last has one neuron.
    layers: Vec<Layer>,
}

impl From<Net> for NetFile {
    fn from(net: Net) -> Self {
        Self::of(net.layers)
    }
}

impl TryFrom<NetFile> for Net {
    type Error = NetError;

    fn try_from(file: NetFile) -> Result<Self, NetError> {
        Self::new(file.layers()?)
    }
}

/// The sums of a partly filled row, so that the common part of many rows is added once.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PartialSums(Sums);

impl PartialSums {
    /// The sums without inputs or biases.
    pub const ZERO: Self = Self([0; MOST_NEURONS]);

    /// The sums of these inputs and of other inputs of the same row.
    #[inline]
    pub fn plus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|neuron| self.0[neuron] + other.0[neuron]))
    }
}

impl Net {
    /// A net of these layers.
    pub(super) fn new(layers: Vec<Layer>) -> Result<Self, NetError> {
        for (number, layer) in layers.iter().enumerate() {
            layer.check(Layer::largest_input(number == 0))?;
        }
        let fit = layers.windows(2).all(|pair| pair[0].neurons() == pair[1].inputs());
        if !fit || layers.last().is_none_or(|last| last.neurons() != 1) {
            let of = |count: fn(&Layer) -> usize| layers.iter().map(count).collect();
            return Err(NetError::Layers { inputs: of(Layer::inputs), neurons: of(Layer::neurons) });
        }
        Ok(Self { layers })
    }

    /// Returns the number of features of a row.
    pub fn inputs(&self) -> usize {
        self.layers[0].inputs()
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
    pub fn begin(&self) -> PartialSums {
        PartialSums(self.layers[0].begin())
    }

    /// Adds the contribution of these numbers from index `from` on, where the row has zeros so far.
    ///
    /// # Panics
    /// If they do not fit in the row.
    #[inline]
    pub fn add(&self, begun: &mut PartialSums, from: usize, numbers: &[i16]) {
        self.layers[0].add(&mut begun.0, from, numbers);
    }

    /// The score of a row from its sums, in units of 1/[`ONE`].
    pub fn finish(&self, begun: &PartialSums) -> i32 {
        finished(&self.layers, &begun.0)
    }
}

/// The output of the last of these layers, from the sums of the first.
fn finished(layers: &[Layer], sums: &Sums) -> i32 {
    match layers {
        [] => 0,
        [last] => last.rounded(sums[0]),
        [hidden, last] => last.rounded(last.only_sum(hidden.said(sums))),
        [hidden, rest @ ..] => {
            let said: ArrayVec<[i16; MOST_NEURONS]> = hidden.said(sums).collect();
            let mut sums = rest[0].begin();
            rest[0].add(&mut sums, 0, &said);
            finished(rest, &sums)
        }
    }
}

/// Chances of competing rows.
///
/// They are the softmax of the scores in units of 1/[`ONE`], and the same on every machine.
pub fn chances(scores: impl Iterator<Item = i32> + Clone) -> impl Iterator<Item = f64> {
    let most = scores.clone().max().unwrap_or(0);
    let weight = move |score: i32| libm::exp((f64::from(score) - f64::from(most)) / f64::from(ONE));
    let sum: f64 = scores.clone().map(weight).sum();
    scores.map(move |score| weight(score) / sum)
}
