//! The null experiment: identical agents under different names, over and over. What the statistics say about them is known: nothing.

use engine::random::mix;
use statrs::distribution::{Binomial, DiscreteCDF};

use crate::base::error::{Error, Result};
use crate::lab::experiment::Experiment;
use crate::lab::play::block::Player;
use crate::lab::schedule::measure::AgentMeasure;
use crate::lab::schedule::stop::{Stop, StopRule};
use crate::lab::subject::outcome::LEVERAGE;
use crate::lab::subject::{NullCheck, Subject};
use crate::lab::tables::comparison;
use crate::lab::tables::stopping::Progress;
use crate::lab::tables::totals::Totals;
use crate::stats::sequential::{Decision, SequentialTest};
use crate::stats::{Estimate, Welford};

/// How often a test at 5 % finds something where nothing is.
pub const RATE: f64 = 0.05;

/// How sure the band is that all rates lie in it together.
const BAND: f64 = 0.99;

/// The half-width that the win share is played to: reached after 30 to 80 clusters.
const HALF_WIDTH: f64 = 0.1;

/// The sequential test on the first agent's win share, looked at after every cluster.
const SEQUENTIAL: SequentialTest = SequentialTest { s0: 0.5, s1: 0.65, alpha: RATE, beta: RATE };

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
struct Tally {
    method: &'static str,
    is_bound: bool,
    found: u64,
    repetitions: u64,
}

impl Tally {
    /// The verdict as one of so many methods.
    fn verdict(&self, methods: usize) -> Verdict {
        let beyond = (1.0 - BAND) / 2.0 / methods as f64;
        let findings = Binomial::new(RATE, self.repetitions).expect("a probability");
        let low = if self.is_bound { 0 } else { findings.inverse_cdf(beyond) };
        let band = (low, findings.inverse_cdf(1.0 - beyond));
        Verdict { method: self.method, found: self.found, repetitions: self.repetitions, band }
    }
}

/// Plays the experiment, two identical agents, so many times with seeds from `seed` on, and tries every method on each.
///
/// # Errors
/// If the experiment is another one than that.
pub fn verdicts<S: Subject>(experiment: &Experiment<S>, repetitions: u64, seed: u64) -> Result<Vec<Verdict>> {
    let mut tallies: Vec<Tally> = Vec::new();
    for repetition in 0..repetitions {
        let checks = Repetition::played(experiment, mix([seed, repetition]))?.checks()?;
        for (place, NullCheck { method, is_bound, found }) in checks.into_iter().enumerate() {
            if tallies.len() == place {
                tallies.push(Tally { method, is_bound, found: 0, repetitions: 0 });
            }
            tallies[place].found += u64::from(found == Some(true));
            tallies[place].repetitions += u64::from(found.is_some());
        }
    }
    Ok(tallies.iter().map(|tally| tally.verdict(tallies.len())).collect())
}

/// The experiment played once, and what it is compared with.
struct Repetition<S: Subject> {
    experiment: Experiment<S>,
    totals: Totals<S>,
    comparison: comparison::Totals,
    /// The win share when its interval was narrow enough.
    narrow: Option<Estimate>,
}

impl<S: Subject> Repetition<S> {
    fn played(experiment: &Experiment<S>, seed: u64) -> Result<Self> {
        let second = experiment.compare.as_deref().ok_or_else(|| Error::other("nothing to compare with"))?;
        let test = Stop { most_blocks: experiment.blocks, agent: 0, rule: StopRule::Sequential(SEQUENTIAL) };
        let (mut first, mut second) = (experiment.clone(), second.clone());
        (first.schedule.seed, second.schedule.seed) = (seed, seed);
        first.schedule.stop = Some(test.clone());
        let agents = [&first, &second].map(Experiment::build_agents);
        let mut players = [Player::new(&first, &agents[0]), Player::new(&second, &agents[1])];
        let width = StopRule::HalfWidth(AgentMeasure::WinShare, HALF_WIDTH);
        let mut until_narrow = (Progress::of(Some(Stop { rule: width, ..test })), Welford::default());
        let mut totals = Totals::new(&first.schedule, &first.subject);
        let leverage = totals.tables.cells.place(LEVERAGE);
        let (mut comparison, mut narrow) = (comparison::Totals::new([(LEVERAGE, None)]), None);
        for block in 0..first.blocks {
            let [one, two] = players.each_mut().map(|player| player.play(block).sums);
            totals.add(&one);
            comparison.add(&[one.tables.cells.mean(leverage)], &[two.tables.cells.mean(leverage)]);
            let (progress, stream) = &mut until_narrow;
            if !progress.is_over() {
                one.tables.agents.mean(0, AgentMeasure::WinShare).into_iter().for_each(|share| stream.push(share));
                progress.add_cluster(&one.tables.agents);
                narrow = progress.is_over().then(|| stream.share_estimate(1.0));
            }
        }
        drop(players);
        Ok(Self { experiment: first, totals, comparison, narrow })
    }

    /// What each method finds; nothing where it gives no answer.
    fn checks(&self) -> Result<Vec<NullCheck>> {
        let Self { experiment, totals, comparison, narrow } = self;
        let tables = &totals.tables;
        let pairs = tables.pairs.rows(experiment);
        let [pair] = &pairs[..] else { return Err(Error::other("the null experiment is one of two agents")) };
        let (agent, rating) = (&tables.agents.rows()[0], &tables.ratings.rows()[0]);
        let looks = tables.sequential.rows();
        let last = looks.iter().rfind(|row| row.agent == 0);
        let p = |p: Option<f64>| p.map(|p| p < RATE);
        let exact = |method, found| NullCheck { method, is_bound: false, found };
        let bound = |method, found| NullCheck { method, is_bound: true, found };
        let checks = vec![
            exact("pairs.csv: ahead_p below 0.05", p(pair.ahead_p)),
            exact("pairs.csv: vp_difference_p below 0.05", p(pair.vp_difference_p)),
            exact("comparison.csv: p of leverage below 0.05", comparison.rows().first().and_then(|row| p(row.p))),
            exact("agents.csv: interval of win_share misses 0.5", misses(&agent.win_share, 0.5)),
            exact("pairs.csv: interval of vp_difference misses 0", misses(&pair.vp_difference, 0.0)),
            exact("pairs.csv: interval of vp_difference_controlled misses 0", misses(&pair.controlled.estimate, 0.0)),
            exact("ratings.csv: interval of rating misses 0", misses(&rating.rating, 0.0)),
            exact(
                "agents.csv: interval of win_share misses 0.5 where a half-width of 0.1 ends the run",
                narrow.and_then(|narrow| misses(&narrow, 0.5)),
            ),
            bound(
                "sequential test ever decides for a difference",
                last.map(|row| row.decision == Some(Decision::Alternative)),
            ),
            // The interval only ever shrinks: if it ever missed, it does at the end.
            bound("confidence sequence ever misses 0.5", last.and_then(|row| misses(&row.win_share, 0.5))),
        ];
        Ok(checks.into_iter().chain(S::null_checks(&tables.summed(experiment), RATE)).collect())
    }
}

fn misses(estimate: &Estimate, truth: f64) -> Option<bool> {
    estimate.interval.map(|interval| interval.low > truth || interval.high < truth)
}
