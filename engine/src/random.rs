//! Seeds and random sources. Everything random in the workspace starts here.

use std::convert::Infallible;

use rand::TryRng;
use rand_pcg::Pcg64;

pub use rand::{Rng as RandomSource, RngExt};

/// The step of SplitMix64: 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The stream that PCG's reference implementation starts with.
const STREAM: u128 = 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96;

/// The one random generator used everywhere.
///
/// It is 128-bit PCG XSL-RR: small, fast and the same on every platform.
///
/// It knows the seed that it was made from, so that another program can make the same one.
///
/// ```
/// use engine::random::{below, random};
///
/// let (mut one, mut same) = (random(7), random(7));
/// assert_eq!(below(&mut one, 6), below(&mut same, 6));
/// assert_eq!(one.seed(), 7);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random {
    seed: u64,
    source: Pcg64,
}

impl Random {
    /// Returns the seed that [`random`] made it from.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}

impl TryRng for Random {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.source.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.source.try_next_u64()
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.source.try_fill_bytes(bytes)
    }
}

/// A generator for this seed.
///
/// Two steps of SplitMix64 spread the seed over the whole state. All generators use one PCG *stream*: streams of one state can
/// correlate, so generators never differ only in their stream.
#[inline]
pub fn random(seed: u64) -> Random {
    let word = |step| u128::from(finalize(seed.wrapping_add(GOLDEN.wrapping_mul(step))));
    Random { seed, source: Pcg64::new(word(1) << 64 | word(2), STREAM) }
}

/// Mixes several words into one seed: SplitMix64 steps (Steele, Lea & Flood 2014), one for each word.
#[inline]
pub fn mix<const N: usize>(words: [u64; N]) -> u64 {
    words.into_iter().fold(0, mix_into)
}

/// Mixes one more word into a seed made by [`mix`]: `mix_into(mix([a]), b)` is `mix([a, b])`.
#[inline]
pub fn mix_into(seed: u64, word: u64) -> u64 {
    finalize(seed ^ finalize(word.wrapping_add(GOLDEN)))
}

/// The random source of one chance event.
///
/// It is a function of the game's seed, the round and the event's number within the round, from 0. So a chance event depends neither on earlier ones
/// nor on how many there were.
///
/// # Panics
/// If `index` is 2^24 or more.
#[inline]
pub fn chance(seed: u64, round: u8, index: u32) -> Random {
    assert!(index < 1 << 24, "chance event {index} of a round");
    random(mix([seed, u64::from(index) << 8 | u64::from(round)]))
}

/// The SplitMix64 output function.
#[inline]
fn finalize(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A uniform number in `0..bound`.
#[inline]
pub fn below(random: &mut Random, bound: u32) -> u32 {
    random.random_range(0..bound)
}
