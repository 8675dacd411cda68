//! `ratings.csv`: the strength of all agents on one scale; `rating_differences.csv`: how far any two are apart on it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::row::{AgentName, Count, Estimated, Number, rows};
use crate::lab::schedule::Schedule;
use crate::lab::schedule::seeds::{Purpose, seed};
use crate::lab::subject::{Accumulator, RowsOf, Subject};
use crate::stats::estimate::estimate;
use crate::stats::multiple::{q_values, ranks};
use crate::stats::plackett_luce::{ChoiceSet, Choices};
use crate::stats::poisson::{REPLICATES, weights};
use crate::stats::sum::Sum;
use crate::stats::{Estimate, Welford, is_rounding, two_sided_p};

/// The fewest clusters for a bootstrap.
pub const MIN_CLUSTERS: u64 = 20;

rows! {
    /// One agent.
    read struct RatingRow {
        agent: usize as AgentName("agent", "", "name of the agent");
        clusters: u64 as Count("clusters", "clusters", "seeds played; the bootstrap is over clusters");
        rating: Estimate as Estimated(
            "rating",
            "Elo points",
            "400 times the decimal logarithm of Plackett-Luce worth, the mean of all agents 0; 400 more are odds of 10 to 1; empty if some \
             agents never ranked before any of the others"
        );
        error: Option<f64> as Number("rating_se", "Elo points", "standard error by bootstrap over clusters");
        first: Option<f64> as Number("first", "probability", "that it comes first where one seat of each agent plays");
        rank: Option<u64> as Count("rank", "", "1 is the highest rating");
    }
}

rows! {
    /// Two agents.
    read struct DifferenceRow {
        agent: usize as AgentName("agent", "", "the agent that comes first in the config");
        other: usize as AgentName("other", "", "the other agent");
        clusters: u64 as Count("clusters", "clusters", "seeds played; the bootstrap is over clusters");
        difference: Estimate as Estimated(
            "difference",
            "Elo points",
            "rating of the agent less that of the other; its error is its own, since both ratings come from the same games"
        );
        error: Option<f64> as Number("difference_se", "Elo points", "standard error by bootstrap over clusters");
        p: Option<f64> as Number("p", "", "two-sided p value of both being equally strong");
        q: Option<f64> as Number("q", "", "the same corrected for the other pairs (Benjamini & Hochberg)");
    }
}

/// Rankings of one block or cluster.
#[derive(Clone, Debug)]
pub struct Rankings {
    choices: Choices,
    cluster: u64,
}

impl Sum for Rankings {
    fn add(&mut self, block: &Self) {
        self.choices.add_times(&block.choices, 1.0);
    }
}

/// The sample itself, then the bootstrap's replicates of it.
const SAMPLES: usize = 1 + REPLICATES;

/// All rankings over all clusters so far, in every sample.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// The experiment's master seed.
    seed: u64,
    clusters: u64,
    sets: BTreeMap<ChoiceSet, Vec<f64>>,
    wins: Vec<Vec<f64>>,
    beats: Vec<Vec<Vec<bool>>>,
    /// What follows from all this, once somebody has asked.
    resampled: OnceLock<Resampled>,
}

/// The worths, if there are any, and the ratings of all agents in every replicate.
#[derive(Clone, Debug)]
struct Resampled {
    worths: Option<Vec<f64>>,
    replicates: Option<Vec<Vec<f64>>>,
}

impl<S: Subject> Accumulator<S> for Ratings {
    type Sums = Rankings;

    fn new(schedule: &Schedule, _: &S) -> Self {
        let agents = schedule.agents.len();
        Self {
            seed: schedule.seed,
            clusters: 0,
            sets: BTreeMap::new(),
            wins: vec![vec![0.0; SAMPLES]; agents],
            beats: vec![vec![vec![false; SAMPLES]; agents]; agents],
            resampled: OnceLock::new(),
        }
    }

    fn sums(schedule: &Schedule, _: &S) -> Rankings {
        Rankings { choices: Choices::new(schedule.agents.len()), cluster: 0 }
    }

    fn add(sums: &mut Rankings, rows: &RowsOf<S>) {
        sums.cluster = rows.game.fixture.cluster;
        let ranking: Vec<(u8, usize)> = rows.seats.iter().map(|row| (row.rank, row.agent)).collect();
        sums.choices.add(&ranking);
    }

    fn close(&mut self, cluster: &Rankings) {
        self.resampled = OnceLock::new();
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

impl Ratings {
    fn sample(&self, sample: usize) -> Choices {
        let sets = self.sets.iter().map(|(set, counts)| (*set, counts[sample])).filter(|(_, count)| *count > 0.0);
        let beats = |others: &Vec<Vec<bool>>| others.iter().map(|samples| samples[sample]).collect();
        Choices {
            sets: sets.collect(),
            wins: self.wins.iter().map(|counts| counts[sample]).collect(),
            beats: self.beats.iter().map(beats).collect(),
        }
    }

    /// The table of ratings.
    pub fn rows(&self) -> Vec<RatingRow> {
        let Resampled { worths, replicates } = self.resampled();
        let row = |agent: usize| {
            let of_agent = |ratings: &Vec<f64>| ratings[agent];
            let error = replicates.as_ref().and_then(|replicates| spread(replicates.iter().map(of_agent)));
            let value = worths.as_ref().map(|worths| rating(worths[agent]));
            RatingRow {
                agent,
                clusters: self.clusters,
                rating: self.estimate(value, error),
                error,
                first: worths.as_ref().map(|worths| worths[agent] / worths.iter().sum::<f64>()),
                rank: worths.as_ref().map(|worths| ranks(worths)[agent]),
            }
        };
        (0..self.wins.len()).map(row).collect()
    }

    /// The table of differences: every two agents, in the order of the config.
    pub fn differences(&self) -> Vec<DifferenceRow> {
        let Resampled { worths, replicates } = self.resampled();
        let agents = 0..self.wins.len();
        let pairs = agents.clone().flat_map(|agent| (agent + 1..agents.end).map(move |other| (agent, other)));
        let row = |(agent, other): (usize, usize)| {
            let apart = |ratings: &Vec<f64>| ratings[agent] - ratings[other];
            let error = replicates.as_ref().and_then(|replicates| spread(replicates.iter().map(apart)));
            let value = worths.as_ref().map(|worths| rating(worths[agent]) - rating(worths[other]));
            let tested = value.zip(error).filter(|(value, error)| !is_rounding(*error, *value));
            let p = tested.map(|(value, error)| two_sided_p(value / error, (self.clusters - 1) as f64));
            DifferenceRow {
                agent,
                other,
                clusters: self.clusters,
                difference: self.estimate(value, error),
                error,
                p,
                q: None,
            }
        };
        let mut rows: Vec<DifferenceRow> = pairs.map(row).collect();
        let p: Vec<f64> = rows.iter().filter_map(|row| row.p).collect();
        let tested = rows.iter_mut().filter(|row| row.p.is_some());
        tested.zip(q_values(&p)).for_each(|(row, q)| row.q = Some(q));
        rows
    }

    fn resampled(&self) -> &Resampled {
        self.resampled.get_or_init(|| {
            let worths = self.sample(0).worths(&vec![1.0; self.wins.len()]);
            Resampled { replicates: worths.as_ref().and_then(|worths| self.replicates(worths)), worths }
        })
    }

    /// Nothing with fewer than [`MIN_CLUSTERS`], or if a replicate has no ratings: then the likelihood depends on few games.
    fn replicates(&self, worths: &[f64]) -> Option<Vec<Vec<f64>>> {
        let ratings = |worths: Vec<f64>| worths.into_iter().map(rating).collect();
        let replicate = |sample| self.sample(sample).worths(worths).map(ratings);
        if self.clusters < MIN_CLUSTERS { None } else { (1..SAMPLES).map(replicate).collect() }
    }

    fn estimate(&self, value: Option<f64>, error: Option<f64>) -> Estimate {
        estimate(value, error, self.clusters)
    }
}

/// The standard deviation of numbers.
fn spread(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let mut stream = Welford::default();
    numbers.for_each(|number| stream.push(number));
    stream.variance().map(f64::sqrt)
}

fn add_in_all(sums: &mut [f64], times: &[f64], count: f64) {
    sums.iter_mut().zip(times).for_each(|(sum, times)| *sum += times * count);
}

/// A worth in Elo points.
fn rating(worth: f64) -> f64 {
    400.0 * libm::log10(worth)
}
