//! Error rates of methods over all repetitions, compared with their nominal rates.

use std::collections::BTreeMap;

use statrs::distribution::{Binomial, DiscreteCDF};

use crate::subject::null_check::{NullCheck, NullResult};
use stats::{Estimate, Welford};

/// The joint confidence level of all bands of rates.
const BAND: f64 = 0.99;

/// The error rate of a method in an experiment, compared with its nominal rate.
#[derive(Clone, Debug)]
pub struct MethodVerdict {
    /// The experiment.
    pub experiment: String,
    /// The method.
    pub method: String,
    /// Its nominal rate of findings.
    pub rate: f64,
    /// The number of repetitions with a finding.
    pub found: u64,
    /// The number of repetitions with an answer.
    pub repetitions: u64,
    /// The minimum and maximum numbers of findings consistent with chance.
    pub band: (u64, u64),
}

impl MethodVerdict {
    /// Returns whether the number of findings is within the band.
    pub fn holds(&self) -> bool {
        (self.band.0..=self.band.1).contains(&self.found)
    }
}

/// The number of findings of a method in all repetitions of an experiment.
pub(super) struct MethodTally<'c> {
    experiment: &'c str,
    check: &'c NullCheck,
    found: u64,
    repetitions: u64,
}

impl<'c> MethodTally<'c> {
    /// Compares the rates of all methods with their bands, given the checks of each experiment by repetition.
    ///
    /// The order of checks is the same in all repetitions.
    pub(super) fn verdicts(played: &'c [(String, Vec<Vec<NullCheck>>)]) -> Vec<MethodVerdict> {
        let mut tallies: Vec<Self> = Vec::new();
        for (experiment, repetitions) in played {
            for place in 0..repetitions.first().map_or(0, Vec::len) {
                let checks: Vec<&NullCheck> = repetitions.iter().map(|checks| &checks[place]).collect();
                tallies.push(Self::new(experiment, &checks));
            }
        }
        tallies.iter().map(|tally| tally.verdict(tallies.len())).collect()
    }

    fn new(experiment: &'c str, checks: &[&'c NullCheck]) -> Self {
        // By row of the table.
        let mut truths: BTreeMap<usize, Welford> = BTreeMap::new();
        for check in checks {
            if let NullResult::Interval(row, Estimate { value: Some(value), .. }) = check.answer {
                truths.entry(row).or_default().push(value);
            }
        }
        let (mut found, mut repetitions) = (0, 0);
        for check in checks {
            let is_found = match check.answer {
                NullResult::Nothing => None,
                NullResult::Found(found) => Some(found),
                NullResult::Interval(row, estimate) => {
                    let truth = truths.get(&row).and_then(Welford::mean).unwrap_or(0.0);
                    NullCheck::misses("", &estimate, truth).found()
                }
            };
            found += u64::from(is_found == Some(true));
            repetitions += u64::from(is_found.is_some());
        }
        Self { experiment, check: checks[0], found, repetitions }
    }

    /// Compares the rate with its band, which is adjusted for this number of tallies.
    fn verdict(&self, tallies: usize) -> MethodVerdict {
        let &Self { experiment, check, found, repetitions } = self;
        let beyond = (1.0 - BAND) / 2.0 / tallies as f64;
        let findings = Binomial::new(check.rate, repetitions).expect("a probability");
        let low = if check.is_bound { 0 } else { findings.inverse_cdf(beyond) };
        let band = (low, findings.inverse_cdf(1.0 - beyond));
        let (experiment, method) = (experiment.to_owned(), check.method.clone());
        MethodVerdict { experiment, method, rate: check.rate, found, repetitions, band }
    }
}
