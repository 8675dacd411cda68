//! `ratings.csv`: the strength of all agents on one scale.

use std::collections::BTreeMap;

use crate::base::error::Result;
use crate::lab::forms::column::{Column, estimate, float, integer, text};
use crate::lab::schedule::Schedule;
use crate::lab::schedule::seeds::{Purpose, seed};
use crate::lab::subject::{Accumulator, RowsOf, Subject};
use crate::lab::tables::frame::FrameRow;
use crate::stats::plackett_luce::{ChoiceSet, Choices};
use crate::stats::poisson::{REPLICATES, weights};
use crate::stats::shrink::ranks;
use crate::stats::{Estimate, Interval, Welford, t_quantile};

/// The fewest clusters for a bootstrap.
pub const MIN_CLUSTERS: u64 = 20;

/// One agent.
#[derive(Clone, Debug)]
pub struct RatingRow {
    /// Its number in the experiment.
    pub agent: usize,
    /// Clusters of the experiment.
    pub clusters: u64,
    /// Its rating.
    pub rating: Estimate,
    /// The bootstrap's standard error.
    pub error: Option<f64>,
    /// How likely it is to come first among all agents.
    pub first: Option<f64>,
    /// Its rank by rating.
    pub rank: Option<u64>,
}

/// The columns in order.
pub const COLUMNS: &[Column<RatingRow>] = &[
    text("agent", "name of the agent", |row, _, line| line.agent(Some(row.agent))),
    integer("clusters", "clusters", "seeds played; the bootstrap is over clusters", |row, _, line| {
        line.count(row.clusters);
    }),
    estimate(
        "rating",
        "Elo points",
        "400 times the decimal logarithm of Plackett-Luce worth, the mean of all agents 0; 400 more are odds of 10 to 1; empty if some \
         agents never ranked before any of the others",
        |row, part, line| line.estimate(&row.rating, part),
    ),
    float("rating_se", "Elo points", "standard error by bootstrap over clusters", |row, _, line| line.float(row.error)),
    float("first", "probability", "that it comes first where one seat of each agent plays", |row, _, line| {
        line.float(row.first);
    }),
    integer("rank", "", "1 is the highest rating", |row, _, line| {
        row.rank.into_iter().for_each(|rank| line.count(rank));
    }),
];

impl RatingRow {
    /// A row of a table that was written before.
    ///
    /// # Errors
    /// The first cell that no table has there.
    pub fn read(row: &FrameRow<'_>, schedule: &Schedule) -> Result<Self> {
        let rank = (!row.text("rank").is_empty()).then(|| row.whole("rank")).transpose()?;
        Ok(Self {
            agent: row.one_of("agent", schedule.names())?,
            clusters: row.whole("clusters")?,
            rating: row.estimate("rating")?,
            error: row.number("rating_se")?,
            first: row.number("first")?,
            rank,
        })
    }
}

/// Rankings of one block or cluster.
#[derive(Clone, Debug)]
pub struct BlockSums {
    choices: Choices,
    cluster: u64,
}

/// The sample itself, then the bootstrap's replicates of it.
const SAMPLES: usize = 1 + REPLICATES;

/// All rankings over all clusters so far, in every sample.
#[derive(Clone, Debug)]
pub struct Totals {
    /// The experiment's master seed.
    seed: u64,
    clusters: u64,
    sets: BTreeMap<ChoiceSet, Vec<f64>>,
    wins: Vec<Vec<f64>>,
    beats: Vec<Vec<Vec<bool>>>,
}

impl<S: Subject> Accumulator<S> for Totals {
    type Sums = BlockSums;

    fn new(schedule: &Schedule, _: &S) -> Self {
        let agents = schedule.agents.len();
        Self {
            seed: schedule.seed,
            clusters: 0,
            sets: BTreeMap::new(),
            wins: vec![vec![0.0; SAMPLES]; agents],
            beats: vec![vec![vec![false; SAMPLES]; agents]; agents],
        }
    }

    fn sums(schedule: &Schedule, _: &S) -> BlockSums {
        BlockSums { choices: Choices::new(schedule.agents.len()), cluster: 0 }
    }

    fn add(sums: &mut BlockSums, rows: &RowsOf<S>) {
        sums.cluster = rows.game.fixture.cluster;
        let ranking: Vec<(u8, usize)> = rows.seats.iter().map(|row| (row.rank, row.agent)).collect();
        sums.choices.add(&ranking);
    }

    fn merge(cluster: &mut BlockSums, block: &BlockSums) {
        cluster.choices.add_times(&block.choices, 1.0);
    }

    fn close(&mut self, cluster: &BlockSums) {
        self.clusters += 1;
        let weights = weights(seed(self.seed, cluster.cluster, Purpose::Bootstrap));
        let times: Vec<f64> = [1].into_iter().chain(weights).map(f64::from).collect();
        let Choices { sets, wins, beats } = &cluster.choices;
        for (set, count) in sets {
            add_in_all(self.sets.entry(*set).or_insert_with(|| vec![0.0; SAMPLES]), &times, *count);
        }
        for (agent, count) in wins.iter().enumerate().filter(|(_, count)| **count > 0.0) {
            add_in_all(&mut self.wins[agent], &times, *count);
        }
        for (agent, others) in beats.iter().enumerate() {
            for (other, _) in others.iter().enumerate().filter(|(_, beats)| **beats) {
                self.beats[agent][other].iter_mut().zip(&times).for_each(|(beats, times)| *beats |= *times > 0.0);
            }
        }
    }
}

impl Totals {
    fn sample(&self, sample: usize) -> Choices {
        let sets = self.sets.iter().map(|(set, counts)| (*set, counts[sample])).filter(|(_, count)| *count > 0.0);
        let beats = |others: &Vec<Vec<bool>>| others.iter().map(|samples| samples[sample]).collect();
        Choices {
            sets: sets.collect(),
            wins: self.wins.iter().map(|counts| counts[sample]).collect(),
            beats: self.beats.iter().map(beats).collect(),
        }
    }

    /// The table.
    pub fn rows(&self) -> Vec<RatingRow> {
        let agents = self.wins.len();
        let Some(worths) = self.sample(0).worths(&vec![1.0; agents]) else {
            return (0..agents).map(|agent| self.row(agent, None, None)).collect();
        };
        let errors = self.errors(&worths);
        (0..agents).map(|agent| self.row(agent, Some(&worths), errors.as_ref().map(|errors| errors[agent]))).collect()
    }

    /// Standard errors of the ratings. Nothing with fewer than [`MIN_CLUSTERS`], or if a replicate has no ratings: then the likelihood
    /// depends on few games.
    fn errors(&self, worths: &[f64]) -> Option<Vec<f64>> {
        if self.clusters < MIN_CLUSTERS {
            return None;
        }
        let mut spread = vec![Welford::default(); worths.len()];
        for sample in 1..SAMPLES {
            let replicate = self.sample(sample).worths(worths)?;
            spread.iter_mut().zip(replicate).for_each(|(stream, worth)| stream.push(rating(worth)));
        }
        spread.iter().map(|stream| stream.variance().map(f64::sqrt)).collect()
    }

    fn row(&self, agent: usize, worths: Option<&[f64]>, error: Option<f64>) -> RatingRow {
        let value = worths.map(|worths| rating(worths[agent]));
        let half = error.map(|error| t_quantile(self.clusters - 1) * error);
        let interval = value.zip(half).map(|(value, half)| Interval { low: value - half, high: value + half });
        RatingRow {
            agent,
            clusters: self.clusters,
            rating: Estimate { value, interval },
            error,
            first: worths.map(|worths| worths[agent] / worths.iter().sum::<f64>()),
            rank: worths.map(|worths| ranks(worths)[agent]),
        }
    }
}

fn add_in_all(sums: &mut [f64], times: &[f64], count: f64) {
    sums.iter_mut().zip(times).for_each(|(sum, times)| *sum += times * count);
}

/// A worth in Elo points.
fn rating(worth: f64) -> f64 {
    400.0 * libm::log10(worth)
}
