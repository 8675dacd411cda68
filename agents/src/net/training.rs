//! Training of a net on contests.
//!
//! Gradient descent by Adam (Kingma & Ba 2015) with decoupled weight decay and a cosine schedule of the learning rate,
//! in `f32`. Results are the same on every machine: one thread, a fixed order of summation, no fused operations, and
//! `libm` for everything but plain arithmetic.

use engine::random::{RandomSource, mix, random};

use super::contests::log_sum;
use super::layer::{Layer, MOST_NEURONS, weight_of_one};
use super::{Contests, Net, NetError, ONE};
use crate::shuffle;

/// Settings of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct Training {
    /// Neurons of the hidden layer.
    pub hidden: usize,
    /// Passes over all contests.
    pub epochs: usize,
    /// Contests in a step.
    pub batch: usize,
    /// The learning rate of the first step; that of the last is a hundredth of it.
    pub rate: f32,
    /// Weight decay: the part of every weight that is lost in a step at rate 1.
    pub decay: f32,
    /// The seed of the initial weights and of the order of contests.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Self {
        Self { hidden: 32, epochs: 10, batch: 256, rate: 2e-3, decay: 1e-2, seed: 1 }
    }
}

/// Trains a net.
///
/// `tell` gets the number of every finished epoch and its mean training loss.
///
/// # Errors
/// If the net cannot be written in whole numbers.
///
/// # Panics
/// If there is no contest, or the hidden layer has no neuron or too many.
pub fn train(contests: &Contests, training: &Training, mut tell: impl FnMut(usize, f64)) -> Result<Net, NetError> {
    assert!(!contests.is_empty(), "contests to learn from");
    let mut learner = NetTrainer::new(contests, training);
    let steps = training.epochs * contests.len().div_ceil(training.batch);
    let (mut order, mut rng) = ((0..contests.len()).collect::<Vec<_>>(), random(mix([training.seed, 1])));
    let mut step = 0;
    for epoch in 1..=training.epochs {
        shuffle(&mut order, &mut rng);
        let mut loss = 0.0;
        for batch in order.chunks(training.batch) {
            for &contest in batch {
                loss += learner.learn(contests, contest);
            }
            step += 1;
            let falling = libm::cos(std::f64::consts::PI * step as f64 / steps as f64) as f32;
            learner.step(batch.len(), training.rate * (0.01 + 0.99 * (0.5 + 0.5 * falling)), training.decay);
        }
        tell(epoch, loss / contests.len() as f64);
    }
    learner.net()
}

/// The largest magnitude of a weight, in units of the net's inputs.
///
/// Within that bound the integer weights are precise enough.
const LARGEST_WEIGHT: f32 = 4.0;

/// Parameters, with Adam's moving averages.
#[derive(Clone, Debug, Default)]
struct Parameters {
    values: Vec<f32>,
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Parameters {
    fn new(values: Vec<f32>) -> Self {
        let zeros = vec![0.0; values.len()];
        Self { values, gradient: zeros.clone(), mean: zeros.clone(), square: zeros }
    }

    /// Takes a step of Adam, with the gradient summed over `contests`.
    ///
    /// `fade` is the part of every value that is kept.
    fn step(&mut self, contests: usize, rate: f32, fade: f32, corrections: [f32; 2]) {
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((value, gradient), (mean, square)) in self.values.iter_mut().zip(&mut self.gradient).zip(moments) {
            let slope = *gradient / contests as f32;
            *gradient = 0.0;
            *mean = FIRST * *mean + (1.0 - FIRST) * slope;
            *square = SECOND * *square + (1.0 - SECOND) * slope * slope;
            *value = fade * *value - rate * (*mean * corrections[0]) / ((*square * corrections[1]).sqrt() + 1e-8);
        }
    }
}

/// Adam's decay rates: the parts of the mean gradient and of the mean square that a step keeps.
const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;

/// A layer in training.
#[derive(Clone, Debug)]
struct Dense {
    neurons: usize,
    biases: Parameters,
    /// By input and neuron.
    weights: Parameters,
}

impl Dense {
    /// The biases, plus the contribution of these inputs.
    fn sums(&self, inputs: &[f32]) -> Vec<f32> {
        let mut sums = self.biases.values.clone();
        for (&input, weights) in inputs.iter().zip(self.weights.values.chunks_exact(self.neurons)) {
            if input != 0.0 {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
            }
        }
        sums
    }

    /// Adds the gradient for these inputs, given the derivatives of the loss with respect to the sums.
    fn back(&mut self, inputs: &[f32], slopes: &[f32]) {
        self.biases.gradient.iter_mut().zip(slopes).for_each(|(gradient, slope)| *gradient += slope);
        for (&input, gradient) in inputs.iter().zip(self.weights.gradient.chunks_exact_mut(self.neurons)) {
            if input != 0.0 {
                gradient.iter_mut().zip(slopes).for_each(|(gradient, slope)| *gradient += input * slope);
            }
        }
    }
}

/// The forward pass of one row.
#[derive(Clone, Debug, Default)]
struct Pass {
    inputs: Vec<f32>,
    /// The outputs of the hidden layer.
    said: Vec<f32>,
    score: f32,
}

/// A net in training. Its inputs are divided by their scales.
struct NetTrainer {
    scales: Vec<f32>,
    hidden: Dense,
    output: Dense,
    passes: Vec<Pass>,
    /// Powers of the decay rates, for Adam's bias correction.
    kept: [f32; 2],
}

impl NetTrainer {
    fn new(contests: &Contests, training: &Training) -> Self {
        let mut rng = random(mix([training.seed, 0]));
        let (inputs, neurons) = (contests.width(), training.hidden);
        assert!((1..=MOST_NEURONS).contains(&neurons), "{neurons} neurons in a layer");
        let most = (1.5 / inputs as f32).sqrt();
        let weights =
            (0..inputs * neurons).map(|_| most * (f32::from(rng.next_u32() as u16) / 32768.0 - 1.0)).collect();
        let hidden = Dense { neurons, biases: Parameters::new(vec![0.5; neurons]), weights: Parameters::new(weights) };
        // Initially all scores are 0.
        let [biases, weights] = [1, neurons].map(|count| Parameters::new(vec![0.0; count]));
        let output = Dense { neurons: 1, biases, weights };
        Self { scales: contests.scales(), hidden, output, passes: Vec::new(), kept: [1.0; 2] }
    }

    /// Adds the gradient of a contest's loss; returns the loss.
    fn learn(&mut self, contests: &Contests, contest: usize) -> f64 {
        let rows = contests.rows_of(contest);
        let mut passes = std::mem::take(&mut self.passes);
        passes.resize_with(rows.len().max(passes.len()), Pass::default);
        for (row, pass) in rows.clone().zip(&mut passes) {
            self.pass(contests.row(row), pass);
            pass.score += contests.given[row];
        }
        let all = log_sum(passes.iter().take(rows.len()).map(|pass| f64::from(pass.score)));
        let mut loss = 0.0;
        for (row, pass) in rows.zip(&passes) {
            let (share, score) = (contests.shares[row], f64::from(pass.score));
            loss += f64::from(share) * (all - score);
            self.back(pass, libm::exp(score - all) as f32 - share);
        }
        self.passes = passes;
        loss
    }

    /// Passes a row through the net.
    fn pass(&self, row: &[i16], pass: &mut Pass) {
        pass.inputs.clear();
        pass.inputs.extend(row.iter().zip(&self.scales).map(|(&number, scale)| f32::from(number) / scale));
        pass.said = self.hidden.sums(&pass.inputs);
        pass.said.iter_mut().for_each(|sum| *sum = sum.clamp(0.0, 1.0));
        pass.score = self.output.sums(&pass.said)[0];
    }

    /// Adds the gradient of a row, given the derivative of the loss with respect to its score.
    fn back(&mut self, pass: &Pass, slope: f32) {
        self.output.back(&pass.said, &[slope]);
        let of_hidden = |(&said, &weight): (&f32, &f32)| if said > 0.0 && said < 1.0 { weight * slope } else { 0.0 };
        let slopes: Vec<f32> = pass.said.iter().zip(&self.output.weights.values).map(of_hidden).collect();
        self.hidden.back(&pass.inputs, &slopes);
    }

    /// Moves all weights against the gradient summed over this many contests.
    fn step(&mut self, contests: usize, rate: f32, decay: f32) {
        self.kept = [self.kept[0] * FIRST, self.kept[1] * SECOND];
        let corrections = self.kept.map(|kept| 1.0 / (1.0 - kept));
        let Self { hidden, output, scales, .. } = self;
        for (layer, scales) in [(hidden, &scales[..]), (output, &[])] {
            layer.biases.step(contests, rate, 1.0, corrections);
            layer.weights.step(contests, rate, 1.0 - rate * decay, corrections);
            for (input, weights) in layer.weights.values.chunks_exact_mut(layer.neurons).enumerate() {
                let most = LARGEST_WEIGHT * scales.get(input).unwrap_or(&1.0);
                weights.iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
            }
        }
    }

    /// The net in whole numbers.
    fn net(&self) -> Result<Net, NetError> {
        let Self { hidden, output, scales, .. } = self;
        let mut weights = hidden.weights.values.clone();
        for (weights, scale) in weights.chunks_exact_mut(hidden.neurons).zip(scales) {
            weights.iter_mut().for_each(|weight| *weight /= scale);
        }
        let hidden = in_whole_numbers(&hidden.biases.values, &weights, true)?;
        Net::new(vec![hidden, in_whole_numbers(&output.biases.values, &output.weights.values, false)?])
    }
}

/// The nearest integer layer, with the finest shift that fits.
fn in_whole_numbers(biases: &[f32], weights: &[f32], is_first: bool) -> Result<Layer, NetError> {
    let layer = |shift| {
        let one = weight_of_one(is_first, shift);
        Layer {
            shift,
            biases: biases.iter().map(|bias| (bias * ONE as f32 * (1_u32 << shift) as f32).round() as i32).collect(),
            weights: weights.iter().map(|weight| (weight * one).round() as i16).collect(),
        }
    };
    let limit = Layer::largest_input(is_first);
    let finest = (1..=12)
        .rev()
        .filter(|shift| {
            let largest = weights.iter().fold(0.0, |largest: f32, weight| largest.max(weight.abs()));
            largest * weight_of_one(is_first, *shift) < f32::from(i16::MAX)
        })
        .map(layer)
        .find(|layer| layer.check(limit).is_ok());
    finest.map_or_else(|| Err(layer(0).check(limit).err().unwrap_or(NetError::Overflow { neuron: 0 })), Ok)
}
