//! `ratings.csv`: agents' strengths and their fit; `rating_differences.csv`: agents in pairs.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::result_row::{Agent, Count, CountOrEmpty, Estimated, Number, Probability, result_row};
use crate::schedule::Schedule;
use crate::schedule::seeds::{Purpose, seed};
use crate::subject::Accumulator;
use crate::subject::rows::Rows;
use stats::bootstrap::{REPLICATES, positive_weights};
use stats::estimate::estimate;
use stats::mean::Shares;
use stats::multiple::{known_q_values, ranks};
use stats::share::EffectiveSampleSize;
use stats::sum::{Sum, impl_sum};
use stats::thurstone::{Comparisons, TableAgents, expected_firsts, table_agents};
use stats::{CONFIDENCE, Clusters, Estimate, Interval, Welford, beta, is_rounding, two_sided_p};

/// The rating points per standard deviation of a seat's performance: 1600 / (2 √π ln 10).
///
/// Small differences then agree with Elo points, on whose logistic scale 400 are odds of 10 to 1. Large ones are
/// smaller.
const POINTS: f64 = 196.019_538_305_667_4;

/// The minimum predicted numbers of first places, and of others, for testing an agent's fit.
///
/// See Cochran (1954, Biometrics 10).
const FEWEST_FIRSTS: f64 = 5.0;

/// The minimum number of clusters for a bootstrap.
pub const MIN_CLUSTERS: u64 = 20;

result_row! {
    read
    /// One agent.
    RatingRow {
        agent: Agent, "", "name of the agent";
        clusters: Count, "clusters", "seeds played; the bootstrap resamples seeds";
        rating: Estimated, "rating points",
            "strength in Thurstone's normal model of rankings, with mean 0 over agents: 100 points more rank ahead in \
             64 % of games, 400 more in 93 % (100 and 400 Elo points: 64 and 91 %); empty if some agents never ranked \
             ahead of any other";
        rating_se: Number, "rating points", "bootstrap standard error, by cluster";
        first: Number, "probability",
            "share of first places in games with one seat per agent, ties counting in parts; empty without such games";
        rank: CountOrEmpty, "", "rank by rating, 1 for the highest";
        first_lo: Number, "probability", "lower end of the 95 % interval of `first`";
        first_hi: Number, "probability", "upper end of the 95 % interval of `first`";
        misfit: Estimated, "wins per seat",
            "lack of fit: observed frequency of first places per seat minus that predicted by the ratings for the \
             games played";
        misfit_p: Probability, "",
            "two-sided p value for `misfit` = 0; empty if the ratings predict fewer than 5 first places";
        misfit_q: Probability, "", "`misfit_p` adjusted for the number of agents (Benjamini & Hochberg)";
    }
}

result_row! {
    read
    /// Two agents.
    DifferenceRow {
        agent: Agent, "", "the agent that comes first in the config";
        other: Agent, "", "the other agent";
        clusters: Count, "clusters", "seeds played; the bootstrap resamples seeds";
        difference: Estimated, "rating points",
            "rating of the agent minus that of the other, from the games of all agents; its error is estimated \
             separately, because the two ratings are correlated; `elo` of pairs.csv is on another scale";
        difference_se: Number, "rating points", "bootstrap standard error, by cluster";
        p: Probability, "", "two-sided p value for equal strength";
        q: Probability, "", "`p` adjusted for the number of pairs (Benjamini & Hochberg)";
    }
}

/// An agent's seats in one block or cluster.
#[derive(Copy, Clone, Default, Debug)]
struct Firsts {
    blocks: u64,
    seats: u64,
    /// The number of first places, with shared ones in part.
    firsts: f64,
    /// The games with one seat of each agent, and the agent's first places in them.
    complete: u64,
    complete_firsts: f64,
}

impl_sum!(Firsts: blocks, seats, firsts, complete, complete_firsts);

/// The rankings of one block or cluster.
#[derive(Clone, Debug)]
pub struct Rankings {
    cluster: u64,
    comparisons: Comparisons,
    tables: BTreeMap<TableAgents, u64>,
    firsts: Vec<Firsts>,
}

impl Rankings {
    fn new(agents: usize) -> Self {
        let comparisons = Comparisons::new(agents);
        Self { cluster: 0, comparisons, tables: BTreeMap::new(), firsts: vec![Firsts::default(); agents] }
    }

    /// Adds a game, given by the rank and agent of each seat.
    fn add_game(&mut self, ranking: &[(u8, usize)]) {
        self.comparisons.add(ranking);
        let table = table_agents(ranking.iter().map(|(_, agent)| *agent));
        *self.tables.entry(table).or_default() += 1;
        let count = ranking.iter().filter(|(rank, _)| *rank == 1).count() as f64;
        let is_complete =
            ranking.len() == self.firsts.len() && table.windows(2).take(ranking.len() - 1).all(|two| two[0] < two[1]);
        for (rank, agent) in ranking {
            let first = if *rank == 1 { 1.0 / count } else { 0.0 };
            let firsts = &mut self.firsts[*agent];
            firsts.blocks = 1;
            firsts.seats += 1;
            firsts.firsts += first;
            if is_complete {
                firsts.complete += 1;
                firsts.complete_firsts += first;
            }
        }
    }
}

impl Sum for Rankings {
    fn add(&mut self, block: &Self) {
        self.comparisons.add_all(&block.comparisons);
        self.tables.add(&block.tables);
        self.firsts.add(&block.firsts);
    }
}

/// The number of samples: the sample itself and the bootstrap's replicates.
const SAMPLES: usize = 1 + REPLICATES;

/// All rankings over all clusters so far, in every sample.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// The experiment's master seed.
    seed: u64,
    clusters: u64,
    /// The number of times that each agent ranked above each other agent, by sample.
    before: Vec<Vec<Vec<f64>>>,
    tables: BTreeMap<TableAgents, Vec<f64>>,
    /// The first places by agent.
    firsts: Vec<Vec<f64>>,
    totals: Vec<Firsts>,
    /// The first places in games with one seat of each agent, by agent.
    complete: Vec<Shares>,
    /// The bootstrap, computed on first use.
    resampled: OnceLock<BootstrapRatings>,
}

/// The ratings in one sample, and the first places in excess of their predictions.
#[derive(Clone, Debug)]
struct SampleRatings {
    ratings: Vec<f64>,
    beyond: Vec<f64>,
}

/// The ratings, if they exist, in the sample and in every replicate.
#[derive(Clone, Debug)]
struct BootstrapRatings {
    rated: Option<SampleRatings>,
    replicates: Option<Vec<SampleRatings>>,
}

impl Ratings {
    /// Creates totals without clusters.
    pub fn new(schedule: &Schedule) -> Self {
        Self::of(schedule.agents.len(), schedule.seed)
    }
}

impl Accumulator for Ratings {
    type Sums = Rankings;

    fn sums(&self) -> Rankings {
        Rankings::new(self.firsts.len())
    }

    fn add(&self, sums: &mut Rankings, rows: &Rows) {
        sums.cluster = rows.game.fixture.cluster;
        let ranking: Vec<(u8, usize)> = rows.seats.iter().map(|row| (row.rank, row.agent)).collect();
        sums.add_game(&ranking);
    }

    fn close(&mut self, cluster: &Rankings) {
        self.push(cluster);
    }
}

impl Ratings {
    fn of(agents: usize, seed: u64) -> Self {
        let none = vec![0.0; SAMPLES];
        Self {
            seed,
            clusters: 0,
            before: vec![vec![none.clone(); agents]; agents],
            tables: BTreeMap::new(),
            firsts: vec![none; agents],
            totals: vec![Firsts::default(); agents],
            complete: vec![Shares::default(); agents],
            resampled: OnceLock::new(),
        }
    }

    fn push(&mut self, cluster: &Rankings) {
        self.resampled = OnceLock::new();
        self.clusters += 1;
        let weights = positive_weights(seed(self.seed, cluster.cluster, Purpose::Bootstrap));
        let times: Vec<f64> = [1.0].into_iter().chain(weights).collect();
        for (agent, others) in self.before.iter_mut().enumerate() {
            for (other, sums) in others.iter_mut().enumerate() {
                add_in_all(sums, &times, cluster.comparisons.before(agent, other));
            }
        }
        for (table, count) in &cluster.tables {
            add_in_all(self.tables.entry(*table).or_insert_with(|| vec![0.0; SAMPLES]), &times, *count as f64);
        }
        self.totals.add(&cluster.firsts);
        for (agent, firsts) in cluster.firsts.iter().enumerate() {
            add_in_all(&mut self.firsts[agent], &times, firsts.firsts);
            if firsts.complete > 0 {
                let share = firsts.complete_firsts / firsts.complete as f64;
                self.complete[agent].push(share, firsts.blocks, firsts.complete);
            }
        }
    }

    /// Returns the ratings in a sample, starting the iteration from `start`; `None` if there are none.
    fn rated(&self, sample: usize, start: &[f64]) -> Option<SampleRatings> {
        let agents = self.firsts.len();
        let mut comparisons = Comparisons::new(agents);
        for (agent, others) in self.before.iter().enumerate() {
            others.iter().enumerate().for_each(|(other, times)| comparisons.set(agent, other, times[sample]));
        }
        let start: Vec<f64> = start.iter().map(|rating| rating / POINTS).collect();
        let strengths = comparisons.strengths(&start)?;
        let expected = expected_firsts(&strengths, self.tables.iter().map(|(table, times)| (table, times[sample])));
        let beyond = self.firsts.iter().zip(expected).map(|(found, expected)| found[sample] - expected).collect();
        Some(SampleRatings { ratings: strengths.into_iter().map(|strength| POINTS * strength).collect(), beyond })
    }

    /// Returns the rows of the table of ratings.
    pub fn rows(&self) -> Vec<RatingRow> {
        let BootstrapRatings { rated, replicates } = self.resampled();
        let row = |agent: usize| {
            let of_agent = |rated: &SampleRatings| rated.ratings[agent];
            let error = replicates.as_ref().and_then(|replicates| spread(replicates.iter().map(of_agent)));
            let first = self.complete[agent].estimate();
            let (misfit, misfit_p) = self.misfit(agent);
            RatingRow {
                agent,
                clusters: self.clusters,
                rating: estimate(rated.as_ref().map(of_agent), error, self.clusters),
                rating_se: error,
                first: first.value,
                rank: rated.as_ref().map(|rated| ranks(&rated.ratings)[agent]),
                first_lo: first.low(),
                first_hi: first.high(),
                misfit,
                misfit_p,
                misfit_q: None,
            }
        };
        let mut rows: Vec<RatingRow> = (0..self.firsts.len()).map(row).collect();
        let q = known_q_values(rows.iter().map(|row| row.misfit_p));
        rows.iter_mut().zip(q).for_each(|(row, q)| row.misfit_q = q);
        rows
    }

    /// Returns the lack of fit: a seat's first places minus the predicted ones, and its p value.
    ///
    /// It is a score test. The effective number of independent seats follows from the bootstrap's variance, moderated
    /// like that of a share, and each of these seats comes first with the predicted probability.
    fn misfit(&self, agent: usize) -> (Estimate, Option<f64>) {
        let BootstrapRatings { rated, replicates } = self.resampled();
        let Firsts { blocks, seats, firsts, .. } = self.totals[agent];
        let Some(beyond) = rated.as_ref().map(|rated| rated.beyond[agent]) else { return Default::default() };
        let value = beyond / seats as f64;
        let without = (Estimate { value: Some(value), interval: None }, None);
        let error = replicates.as_ref().and_then(|all| spread(all.iter().map(|rated| rated.beyond[agent])));
        let predicted = firsts - beyond;
        let is_enough = predicted.min(seats as f64 - predicted) >= FEWEST_FIRSTS;
        let Some(error) =
            error.map(|error| error / seats as f64).filter(|error| is_enough && !is_rounding(*error, 1.0))
        else {
            return without;
        };
        let clusters = Clusters { count: self.clusters, blocks, games: seats };
        let size = EffectiveSampleSize::new(firsts / seats as f64, error * error * self.clusters as f64, clusters);
        let predicted = predicted / seats as f64;
        let error = (predicted * (1.0 - predicted) / size.games).sqrt();
        let half = beta::t_quantile(CONFIDENCE, size.df) * error;
        let interval = Some(Interval { low: value - half, high: value + half });
        (Estimate { value: Some(value), interval }, Some(two_sided_p(value / error, size.df)))
    }

    /// Returns the rows of the table of differences: all pairs of agents, in the order of the config.
    pub fn differences(&self) -> Vec<DifferenceRow> {
        let BootstrapRatings { rated, replicates } = self.resampled();
        let agents = 0..self.firsts.len();
        let pairs = agents.clone().flat_map(|agent| (agent + 1..agents.end).map(move |other| (agent, other)));
        let rows = pairs.map(|(agent, other)| {
            let apart = |rated: &SampleRatings| rated.ratings[agent] - rated.ratings[other];
            let error = replicates.as_ref().and_then(|replicates| spread(replicates.iter().map(apart)));
            let value = rated.as_ref().map(apart);
            let tested = value.zip(error).filter(|(value, error)| !is_rounding(*error, *value));
            let p = tested.map(|(value, error)| two_sided_p(value / error, (self.clusters - 1) as f64));
            DifferenceRow {
                agent,
                other,
                clusters: self.clusters,
                difference: estimate(value, error, self.clusters),
                difference_se: error,
                p,
                q: None,
            }
        });
        let mut rows: Vec<DifferenceRow> = rows.collect();
        let q = known_q_values(rows.iter().map(|row| row.p));
        rows.iter_mut().zip(q).for_each(|(row, q)| row.q = q);
        rows
    }

    fn resampled(&self) -> &BootstrapRatings {
        self.resampled.get_or_init(|| {
            let rated = self.rated(0, &vec![0.0; self.firsts.len()]);
            BootstrapRatings { replicates: rated.as_ref().and_then(|rated| self.replicates(&rated.ratings)), rated }
        })
    }

    /// Returns the ratings in all replicates, starting the iteration from `ratings`.
    ///
    /// `None` with fewer than [`MIN_CLUSTERS`].
    fn replicates(&self, ratings: &[f64]) -> Option<Vec<SampleRatings>> {
        if self.clusters < MIN_CLUSTERS {
            None
        } else {
            (1..SAMPLES).map(|sample| self.rated(sample, ratings)).collect()
        }
    }
}

/// Returns the standard deviation of numbers.
fn spread(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let mut stream = Welford::default();
    numbers.for_each(|number| stream.push(number));
    stream.variance().map(f64::sqrt)
}

fn add_in_all(sums: &mut [f64], times: &[f64], count: f64) {
    sums.iter_mut().zip(times).for_each(|(sum, times)| *sum += times * count);
}

#[cfg(test)]
mod tests {
    use engine::random::{Random, RngExt, mix, random};

    use super::*;

    /// Clusters of four games each, with one seat of each agent, by these strengths and spreads.
    fn played(strengths: &[f64], spreads: &[f64], clusters: u64, seed: u64) -> Ratings {
        let mut ratings = Ratings::of(strengths.len(), seed);
        let rng = &mut random(mix([seed, 77]));
        let normal = |rng: &mut Random| (0..12).map(|_| rng.random_range(0.0..1.0)).sum::<f64>() - 6.0;
        for cluster in 0..clusters {
            let mut rankings = Rankings::new(strengths.len());
            rankings.cluster = cluster;
            for _ in 0..4 {
                let seats = strengths.iter().zip(spreads);
                let achieved: Vec<f64> = seats.map(|(strength, spread)| strength + spread * normal(rng)).collect();
                let rank = |own: &f64| 1 + achieved.iter().filter(|other| *other > own).count() as u8;
                let ranking: Vec<(u8, usize)> = achieved.iter().map(rank).zip(0..).collect();
                rankings.add_game(&ranking);
            }
            ratings.push(&rankings);
        }
        ratings
    }

    #[test]
    fn strengths_come_out_and_first_places_fit_as_often_as_they_should() {
        let strengths = [0.9, 0.4, -0.3, -1.0];
        let (mut found, mut covered, mut means) = (0, 0, [0.0; 4]);
        for repetition in 0..100 {
            let rows = played(&strengths, &[1.0; 4], 60, repetition).rows();
            found += u32::from(rows.iter().any(|row| row.misfit_q.is_some_and(|q| q < 0.05)));
            for (row, strength) in rows.iter().zip(strengths) {
                let (low, high) = (row.rating.low().unwrap(), row.rating.high().unwrap());
                covered += u32::from(low <= POINTS * strength && POINTS * strength <= high);
                means[row.agent] += row.rating.value.unwrap() / 100.0;
            }
        }
        // 5 % of 100, and four standard errors of 2.2; 95 % of 400 intervals.
        assert!(found <= 13, "{found}");
        assert!((360..=396).contains(&covered), "{covered}");
        for (mean, strength) in means.into_iter().zip(strengths) {
            assert!((mean - POINTS * strength).abs() < 6.0, "{mean} for {}", POINTS * strength);
        }
    }

    #[test]
    fn with_few_clusters_and_rare_upsets_ratings_have_intervals_that_hold() {
        let strengths = [1.8, 0.4, -2.2];
        let (mut rated, mut missed, mut means) = (0, 0, [0.0; 3]);
        for repetition in 0..150 {
            let rows = played(&strengths, &[1.0; 3], 20, 900 + repetition).rows();
            if rows[0].rating.value.is_none() {
                continue;
            }
            rated += 1;
            for (row, strength) in rows.iter().zip(strengths) {
                let interval = row.rating.interval.unwrap();
                missed += u32::from(!(interval.low..=interval.high).contains(&(POINTS * strength)));
                means[row.agent] += row.rating.value.unwrap();
            }
        }
        // 5 % of three ratings each, and three standard errors of dependent ones; bootstraps that leave clusters out
        // have an interval in one run of a hundred.
        assert!(rated > 100 && missed <= 3 * rated / 10, "{missed} of {rated}");
        for (mean, strength) in means.into_iter().zip(strengths) {
            assert!((mean / f64::from(rated) - POINTS * strength).abs() < 20.0, "{mean} for {strength}");
        }
    }

    #[test]
    fn who_is_erratic_wins_more_than_its_rating_says() {
        let rows = played(&[0.8, 0.3, -0.3, -0.8], &[1.0, 1.0, 1.0, 2.0], 300, 5).rows();
        let erratic = &rows[3];
        assert!(erratic.misfit.low().unwrap() > 0.02 && erratic.misfit_q.unwrap() < 0.001, "{erratic:?}");
        assert!((rows.iter().map(|row| row.misfit.value.unwrap()).sum::<f64>()).abs() < 1e-9);
        let first = erratic.first.unwrap();
        assert!(erratic.first_lo.unwrap() < first && first < erratic.first_hi.unwrap());
    }

    #[test]
    fn ratings_of_two_agents_always_fit_their_wins() {
        let rows = played(&[0.5, -0.5], &[1.0; 2], 40, 1).rows();
        assert!(rows.iter().all(|row| row.misfit.value.unwrap().abs() < 1e-9 && row.misfit_p.is_none()), "{rows:?}");
    }

    #[test]
    fn without_games_of_all_agents_there_is_no_first() {
        let mut ratings = Ratings::of(3, 1);
        let mut rankings = Rankings::new(3);
        [[(1, 0), (2, 1)], [(1, 1), (2, 2)], [(1, 2), (2, 0)]].iter().for_each(|ranking| rankings.add_game(ranking));
        ratings.push(&rankings);
        let rows = ratings.rows();
        assert!(rows.iter().all(|row| row.first.is_none() && row.rating.value.unwrap().abs() < 1e-6), "{rows:?}");
    }
}
