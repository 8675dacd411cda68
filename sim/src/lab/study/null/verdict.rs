//! How often a method finds something where there is nothing, and how often it may.

use statrs::distribution::{Binomial, DiscreteCDF};

use crate::stats::Estimate;

/// How often a test at 5 % finds something where there is nothing.
pub const RATE: f64 = 0.05;

/// The confidence that all rates lie in the band together.
const BAND: f64 = 0.99;

/// How a method did.
#[derive(Copy, Clone, Debug)]
pub struct Verdict {
    /// What it is.
    pub method: &'static str,
    /// Repetitions in which it found something.
    pub found: u64,
    /// Repetitions in which it gave an answer.
    pub repetitions: u64,
    /// The fewest and the most findings that chance allows for.
    pub band: (u64, u64),
}

impl Verdict {
    /// Whether it found as often as it should.
    pub fn holds(&self) -> bool {
        (self.band.0..=self.band.1).contains(&self.found)
    }
}

/// What a method found so far.
pub struct Tally {
    method: &'static str,
    is_bound: bool,
    found: u64,
    repetitions: u64,
}

impl Tally {
    /// Before the first repetition.
    pub fn new(method: &'static str, is_bound: bool) -> Self {
        Self { method, is_bound, found: 0, repetitions: 0 }
    }

    /// Adds what it found in a repetition; nothing where it gave no answer.
    pub fn add(&mut self, found: Option<bool>) {
        self.found += u64::from(found == Some(true));
        self.repetitions += u64::from(found.is_some());
    }

    /// The verdict, as one of this many methods.
    pub fn verdict(&self, methods: usize) -> Verdict {
        let beyond = (1.0 - BAND) / 2.0 / methods as f64;
        let findings = Binomial::new(RATE, self.repetitions).expect("a probability");
        let low = if self.is_bound { 0 } else { findings.inverse_cdf(beyond) };
        let band = (low, findings.inverse_cdf(1.0 - beyond));
        Verdict { method: self.method, found: self.found, repetitions: self.repetitions, band }
    }
}

/// Whether an interval misses the truth; nothing without one.
pub fn misses(estimate: &Estimate, truth: f64) -> Option<bool> {
    estimate.interval.map(|interval| interval.low > truth || interval.high < truth)
}
