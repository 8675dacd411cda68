//! How often a method finds something where there is nothing, and how often it may.

use std::collections::BTreeMap;

use statrs::distribution::{Binomial, DiscreteCDF};

use crate::lab::subject::null_check::{Answer, NullCheck};
use crate::stats::{Estimate, Welford};

/// The confidence that all rates lie in their bands together.
const BAND: f64 = 0.99;

/// How a method did.
#[derive(Copy, Clone, Debug)]
pub struct Verdict {
    /// The experiment.
    pub experiment: &'static str,
    /// What the method is.
    pub method: &'static str,
    /// How often it may find something.
    pub rate: f64,
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

/// What a method found in all repetitions of an experiment.
pub struct Tally {
    experiment: &'static str,
    check: NullCheck,
    found: u64,
    repetitions: u64,
}

impl Tally {
    /// Of every method, in the order of the checks, which all repetitions have in common.
    pub fn of(experiment: &'static str, played: &[Vec<NullCheck>]) -> Vec<Self> {
        let methods = played.first().map_or(0, Vec::len);
        (0..methods).map(|place| Self::new(experiment, played.iter().map(|checks| checks[place]))).collect()
    }

    fn new(experiment: &'static str, checks: impl Iterator<Item = NullCheck> + Clone) -> Self {
        let check = checks.clone().next().expect("one repetition at least");
        // By row of the table.
        let mut truths: BTreeMap<usize, Welford> = BTreeMap::new();
        for check in checks.clone() {
            if let Answer::Interval(row, Estimate { value: Some(value), .. }) = check.answer {
                truths.entry(row).or_default().push(value);
            }
        }
        let truth = |row: usize| truths.get(&row).and_then(Welford::mean).unwrap_or(0.0);
        let found = |check: NullCheck| match check.answer {
            Answer::Nothing => None,
            Answer::Found(found) => Some(found),
            Answer::Interval(row, estimate) => NullCheck::misses(check.method, &estimate, truth(row)).found(),
        };
        let found: Vec<bool> = checks.filter_map(found).collect();
        let repetitions = found.len() as u64;
        Self { experiment, check, found: found.into_iter().filter(|found| *found).count() as u64, repetitions }
    }

    /// The verdict, as one of this many.
    pub fn verdict(&self, tallies: usize) -> Verdict {
        let NullCheck { method, rate, is_bound, .. } = self.check;
        let beyond = (1.0 - BAND) / 2.0 / tallies as f64;
        let findings = Binomial::new(rate, self.repetitions).expect("a probability");
        let low = if is_bound { 0 } else { findings.inverse_cdf(beyond) };
        let band = (low, findings.inverse_cdf(1.0 - beyond));
        Verdict { experiment: self.experiment, method, rate, found: self.found, repetitions: self.repetitions, band }
    }
}
