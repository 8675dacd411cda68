//! Null experiments: identical agents under different names, over and over. What the statistics should find in them is known: nothing.

pub mod verdict;

mod four_players;

use std::path::Path;

use engine::random::mix;

use self::verdict::{RATE, Tally, Verdict, misses};
use crate::base::error::{Error, Result};
use crate::lab::config::{Overrides, parse};
use crate::lab::experiment::Experiment;
use crate::lab::play::player::Player;
use crate::lab::schedule::measure::AgentMeasure;
use crate::lab::schedule::stop::{Stop, StopRule};
use crate::lab::subject::outcome::LEVERAGE;
use crate::lab::subject::{NullCheck, Subject};
use crate::lab::tables::comparison;
use crate::lab::tables::stopping::Stopping;
use crate::lab::tables::totals::Totals;
use crate::stats::sequential::{Decision, SequentialTest};
use crate::stats::{Clusters, Estimate, Welford};

/// The half-width at which the stop rule ends play: reached after 30 to 80 clusters.
const HALF_WIDTH: f64 = 0.1;

/// The sequential test on the first agent's win share, checked after every cluster.
const SEQUENTIAL: SequentialTest = SequentialTest { s0: 0.5, s1: 0.65, alpha: RATE, beta: RATE };

/// Plays the game's null experiment, two identical agents, and one of four identical agents `repetitions` times with seeds from `seed` on,
/// and tries every method on each.
///
/// # Errors
/// If the game's null experiment is not one of two agents that is compared with another.
pub fn verdicts<S: Subject>(repetitions: u64, seed: u64) -> Result<Vec<Verdict>> {
    let parsed = |text: &str| parse::<S>("null experiment", text, Path::new(""), &Overrides::default());
    let (two, four) = (parsed(S::NULL_EXPERIMENT)?, parsed(&four_players::config::<S>())?);
    let mut tallies: Vec<Tally> = Vec::new();
    for repetition in 0..repetitions {
        let seed = mix([seed, repetition]);
        let checks = Repetition::played(&two, seed)?.checks()?.into_iter().chain(four_players::checks(&four, seed)?);
        for (place, NullCheck { method, is_bound, found }) in checks.enumerate() {
            if tallies.len() == place {
                tallies.push(Tally::new(method, is_bound));
            }
            tallies[place].add(found);
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
        let mut until_narrow = (Stopping::of(Some(Stop { rule: width, ..test })), Welford::default());
        let mut totals = Totals::new(&first.schedule, &first.subject);
        let leverage = totals.tables.cells.place(LEVERAGE);
        let (mut comparison, mut narrow) = (comparison::Totals::new([(LEVERAGE, None)]), None);
        for block in 0..first.blocks {
            let [one, two] = players.each_mut().map(|player| player.play(block).sums);
            totals.add(&one);
            comparison.add(&[one.tables.cells.mean(leverage)], &[two.tables.cells.mean(leverage)]);
            let (stopping, stream) = &mut until_narrow;
            if !stopping.is_over() {
                one.tables.agents.mean(0, AgentMeasure::WinShare).into_iter().for_each(|share| stream.push(share));
                stopping.add_cluster(&one.tables.agents);
                narrow = stopping.is_over().then(|| {
                    let count = stream.count();
                    stream.share_estimate(Clusters { count, blocks: count, games: 2 * count })
                });
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
            // The interval only ever shrinks: if it ever missed, it still does at the end.
            bound("confidence sequence ever misses 0.5", last.and_then(|row| misses(&row.win_share, 0.5))),
        ];
        Ok(checks.into_iter().chain(S::null_checks(&tables.summed(experiment), RATE)).collect())
    }
}
