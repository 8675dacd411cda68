//! The null experiment: identical agents under different names, over and over. What the statistics say about them is known: nothing.

use engine::random::mix;
use statrs::distribution::{Binomial, DiscreteCDF};

use crate::block::Player;
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::stats::sequential::{ConfidenceSequence, Decision, SequentialTest};
use crate::stats::{Estimate, Welford};
use crate::tables::effects::Term;
use crate::tables::outcomes::Outcome;
use crate::tables::results::Totals;

/// How often a test at 5 % finds something where nothing is.
const RATE: f64 = 0.05;

/// How sure the band is that all rates lie in it together.
const BAND: f64 = 0.99;

/// The sequential test, on the share of games in which the first agent is ahead.
const SEQUENTIAL: SequentialTest = SequentialTest { s0: 0.5, s1: 0.65, alpha: RATE, beta: RATE };

/// A method that is tried.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// p value of `ahead` in `pairs.csv`.
    Ahead,
    /// p value of `vp_difference` in `pairs.csv`.
    VpDifference,
    /// p value of an effect of a scoring tile on `leverage` in `effects.csv`.
    TileEffect,
    /// p value of an effect of a tile on a slot on `leverage`.
    SlotEffect,
    /// Interval of `win_share` in `agents.csv`.
    WinShare,
    /// Interval of `vp_difference`.
    VpInterval,
    /// Interval of `rating` in `ratings.csv`.
    Rating,
    /// The sequential test, looked at after every cluster.
    Sequential,
    /// The confidence sequence, looked at after every cluster.
    ConfidenceSequence,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 9] = [
        Self::Ahead,
        Self::VpDifference,
        Self::TileEffect,
        Self::SlotEffect,
        Self::WinShare,
        Self::VpInterval,
        Self::Rating,
        Self::Sequential,
        Self::ConfidenceSequence,
    ];

    /// What it is.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ahead => "pairs.csv: ahead_p below 0.05",
            Self::VpDifference => "pairs.csv: vp_difference_p below 0.05",
            Self::TileEffect => "effects.csv: p of a tile on leverage below 0.05",
            Self::SlotEffect => "effects.csv: p of a slot on leverage below 0.05",
            Self::WinShare => "agents.csv: interval of win_share misses 0.5",
            Self::VpInterval => "pairs.csv: interval of vp_difference misses 0",
            Self::Rating => "ratings.csv: interval of rating misses 0",
            Self::Sequential => "sequential test ever decides for a difference",
            Self::ConfidenceSequence => "confidence sequence ever misses 0.5",
        }
    }

    /// Whether it may find less than its rate: sequential methods promise no more than an upper bound.
    pub fn is_bound(self) -> bool {
        match self {
            Self::Sequential | Self::ConfidenceSequence => true,
            Self::Ahead
            | Self::VpDifference
            | Self::TileEffect
            | Self::SlotEffect
            | Self::WinShare
            | Self::VpInterval
            | Self::Rating => false,
        }
    }
}

/// How a method did.
#[derive(Copy, Clone, Debug)]
pub struct Verdict {
    /// Which one.
    pub method: Method,
    /// Repetitions in which it found something.
    pub found: u64,
    /// Repetitions in which it gave an answer.
    pub repetitions: u64,
    /// The fewest and the most findings that chance allows for.
    pub band: (u64, u64),
}

impl Verdict {
    fn new(method: Method, found: u64, repetitions: u64) -> Self {
        let beyond = (1.0 - BAND) / 2.0 / Method::ALL.len() as f64;
        let findings = Binomial::new(RATE, repetitions).expect("a probability");
        let low = if method.is_bound() { 0 } else { findings.inverse_cdf(beyond) };
        Self { method, found, repetitions, band: (low, findings.inverse_cdf(1.0 - beyond)) }
    }

    /// Whether it found as often as it should.
    pub fn holds(&self) -> bool {
        (self.band.0..=self.band.1).contains(&self.found)
    }
}

/// Plays the experiment, two identical agents, so many times with seeds from `seed` on, and tries every method on each.
///
/// # Errors
/// If a repetition has no table that it must have.
pub fn verdicts(experiment: &Experiment, repetitions: u64, seed: u64) -> Result<Vec<Verdict>> {
    let mut tallies = [(0, 0); Method::ALL.len()];
    for repetition in 0..repetitions {
        let experiment = Experiment { seed: mix([seed, repetition]), ..experiment.clone() };
        for (tally, found) in tallies.iter_mut().zip(findings(&experiment)?) {
            tally.0 += u64::from(found == Some(true));
            tally.1 += u64::from(found.is_some());
        }
    }
    Ok(Method::ALL.iter().zip(tallies).map(|(method, (found, all))| Verdict::new(*method, found, all)).collect())
}

/// What each method finds in one repetition; nothing where it gives no answer.
fn findings(experiment: &Experiment) -> Result<[Option<bool>; Method::ALL.len()]> {
    let mut totals = Totals::new(experiment);
    let mut sequential = Sequential::default();
    let agents = experiment.build_agents();
    let mut player = Player::new(experiment, &agents);
    for block in 0..experiment.blocks {
        let sums = player.play(block).sums;
        let mut alone = Totals::new(experiment);
        alone.add(&sums);
        totals.add(&sums);
        let ahead = alone.pairs.rows().first().and_then(|row| row.ahead.value);
        sequential.look(ahead.ok_or_else(|| Error::other("a block without a pair"))?);
    }
    let pairs = totals.pairs.rows();
    let [pair] = &pairs[..] else { return Err(Error::other("the null experiment is one of two agents")) };
    let (agent, rating, effects) = (&totals.agents.rows()[0], &totals.ratings.rows()[0], totals.effects());
    let effect = |is_it: fn(&Term) -> bool| {
        effects.iter().find(|row| row.outcome == Outcome::Leverage && is_it(&row.term)).map(|row| row.p < RATE)
    };
    Ok(Method::ALL.map(|method| match method {
        Method::Ahead => pair.ahead_p.map(|p| p < RATE),
        Method::VpDifference => pair.vp_difference_p.map(|p| p < RATE),
        Method::TileEffect => effect(|term| matches!(term, Term::Tile(_))),
        Method::SlotEffect => effect(|term| matches!(term, Term::Slot(..))),
        Method::WinShare => misses(&agent.win_share, 0.5),
        Method::VpInterval => misses(&pair.vp_difference, 0.0),
        Method::Rating => misses(&rating.rating, 0.0),
        Method::Sequential => Some(sequential.decision == Some(Decision::Alternative)),
        Method::ConfidenceSequence => Some(sequential.has_missed),
    }))
}

fn misses(estimate: &Estimate, truth: f64) -> Option<bool> {
    estimate.interval.map(|interval| interval.low > truth || interval.high < truth)
}

/// Sequential methods, looked at after every cluster; their first decision stands.
#[derive(Default)]
struct Sequential {
    stream: Welford,
    sequence: ConfidenceSequence,
    decision: Option<Decision>,
    has_missed: bool,
}

impl Sequential {
    fn look(&mut self, ahead: f64) {
        self.stream.push(ahead);
        self.sequence.push(ahead);
        self.decision = self.decision.or_else(|| SEQUENTIAL.decision(&self.stream));
        let interval = self.sequence.interval();
        self.has_missed |= interval.low > 0.5 || interval.high < 0.5;
    }
}
