//! `balance.csv`: the properties of the game when these agents play.

use crate::schedule::Schedule;
use crate::subject::rows::Rows;
use crate::subject::{Accumulator, Metric, OwnMetrics, RunSums, Subject};
use stats::anova::MeanVector;
use stats::jackknife::JackknifeGroups;
use stats::sum::{Sum, impl_sum};
use stats::{Clusters, Estimate, Welford, is_rounding};

/// Count, sum and sum of squares.
#[derive(Copy, Clone, Default, Debug)]
struct Moments {
    count: f64,
    sum: f64,
    squares: f64,
}

impl_sum!(Moments: count, sum, squares);

impl Moments {
    fn push(&mut self, number: f64) {
        self.add(&Self { count: 1.0, sum: number, squares: number * number });
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// Returns the contribution of the mean to the sum of squares.
    fn of_mean(&self) -> f64 {
        if self.count > 0.0 { self.sum * self.sum / self.count } else { 0.0 }
    }

    /// Returns the sample variance.
    fn variance(&self) -> f64 {
        (self.squares - self.of_mean()) / (self.count - 1.0)
    }

    /// Returns whether a variance of these numbers is mere rounding.
    fn is_rounding(&self, variance: f64) -> bool {
        is_rounding(variance.max(0.0).sqrt(), (self.squares / self.count).sqrt())
    }
}

/// The sums for estimating the effect of a seed's luck.
#[derive(Clone, Default, Debug)]
struct Luck {
    clusters: f64,
    /// The final VP by agent.
    vp: Vec<Moments>,
    /// The contribution of the clusters' means to the sum of squared VP.
    of_clusters: f64,
}

impl_sum!(Luck: clusters, vp, of_clusters);

impl Luck {
    /// Returns the intraclass correlation of VP minus the agent's mean.
    ///
    /// Uses analysis of variance (Fisher 1925, Statistical Methods for Research Workers), as if every agent were in
    /// every cluster equally often. Negative if seats of a seed are less similar than others.
    fn share(&self) -> Option<f64> {
        let all = together(&self.vp);
        let per_cluster = all.count / self.clusters;
        let agents = self.vp.iter().filter(|sums| sums.count > 0.0).count() as f64;
        let df = all.count - self.clusters - (agents - 1.0);
        if self.clusters < 2.0 || df <= 0.0 {
            return None;
        }
        let of_agents = self.vp.iter().map(Moments::of_mean).sum::<f64>() - all.of_mean();
        let between = (self.of_clusters - all.of_mean()) / (self.clusters - 1.0);
        let within = (all.squares - self.of_clusters - of_agents) / df;
        let component = (between - within) / per_cluster;
        (!all.is_rounding(component + within)).then(|| component / (component + within))
    }
}

/// A number for each seat, grouped by agent.
#[derive(Clone, Debug)]
struct BySeat {
    /// The numbers of all seats.
    seats: Vec<Moments>,
    /// The agents' means in each cluster.
    means: MeanVector,
}

impl BySeat {
    fn new(agents: usize) -> Self {
        Self { seats: vec![Moments::default(); agents], means: MeanVector::new(agents) }
    }

    fn push(&mut self, cluster: &[Moments]) {
        self.seats.iter_mut().zip(cluster).for_each(|(seats, more)| seats.add(more));
        if cluster.iter().all(|sums| sums.count > 0.0) {
            self.means.push(&cluster.iter().map(Moments::mean).collect::<Vec<_>>());
        }
    }

    /// Returns the variance of the agents' true means; 0 if its unbiased estimate is negative.
    fn variance_between(&self) -> Estimate {
        self.means.variance_between().map(|variance| variance.max(0.0))
    }

    /// Returns the share of the variance between seats due to the agent.
    fn agent_share(&self) -> Estimate {
        let variances = self.seats.iter().map(Moments::variance);
        let within = variances.sum::<f64>() / self.seats.len() as f64;
        let is_constant = together(&self.seats).is_rounding(within);
        if is_constant {
            Estimate::default()
        } else {
            self.variance_between().map(|between: f64| between / (between + within))
        }
    }
}

/// The leaders after a given round, over the games that reached it.
#[derive(Copy, Clone, Default, Debug)]
struct Leaders {
    blocks: u64,
    games: u64,
    /// The mean win shares of the leaders of each game, summed over games.
    wins: f64,
}

impl_sum!(Leaders: blocks, games, wins);

/// Sums over one block or cluster. VP and margins are whole numbers, so their sums are exact.
#[derive(Clone, Default, Debug)]
pub struct BalanceSums {
    blocks: u64,
    games: u64,
    leaders: Vec<Leaders>,
    /// The final VP by agent.
    vp: Vec<Moments>,
    /// The margins by agent.
    margin: Vec<Moments>,
    /// The win shares by agent.
    wins: Vec<Moments>,
}

impl_sum!(BalanceSums: blocks, games, leaders, vp, margin, wins);

/// Totals over all clusters so far.
#[derive(Clone, Debug)]
pub struct Balance {
    agents: usize,
    blocks: u64,
    games: u64,
    leaders: Vec<(Leaders, Welford)>,
    vp: BySeat,
    margin: BySeat,
    wins: BySeat,
    luck: JackknifeGroups<Luck>,
}

impl Balance {
    /// Creates totals without clusters.
    pub fn new(schedule: &Schedule, subject: &dyn Subject) -> Self {
        let none = BySeat::new(schedule.agents.len());
        Self {
            agents: schedule.agents.len(),
            blocks: 0,
            games: 0,
            leaders: vec![Default::default(); subject.rounds()],
            vp: none.clone(),
            margin: none.clone(),
            wins: none,
            luck: JackknifeGroups::new(),
        }
    }
}

impl Accumulator for Balance {
    type Sums = BalanceSums;

    fn sums(&self) -> BalanceSums {
        let none = vec![Moments::default(); self.agents];
        BalanceSums { blocks: 1, games: 0, leaders: Vec::new(), vp: none.clone(), margin: none.clone(), wins: none }
    }

    fn add(&self, sums: &mut BalanceSums, rows: &Rows) {
        sums.games += 1;
        sums.leaders.resize(sums.leaders.len().max(rows.running.rounds()), Leaders::default());
        for (sums, leaders) in sums.leaders.iter_mut().zip(&rows.running.leaders) {
            sums.add(&Leaders { blocks: u64::from(sums.games == 0), games: 1, wins: rows.win_share_of(*leaders) });
        }
        for row in &rows.seats {
            sums.vp[row.agent].push(f64::from(row.points));
            sums.margin[row.agent].push(f64::from(row.margin));
            sums.wins[row.agent].push(row.win_share);
        }
    }

    fn close(&mut self, cluster: &BalanceSums) {
        self.blocks += cluster.blocks;
        self.games += cluster.games;
        self.leaders.resize(self.leaders.len().max(cluster.leaders.len()), Default::default());
        for ((total, stream), sums) in self.leaders.iter_mut().zip(&cluster.leaders) {
            total.add(sums);
            stream.push(sums.wins / sums.games as f64);
        }
        self.vp.push(&cluster.vp);
        self.margin.push(&cluster.margin);
        self.wins.push(&cluster.wins);
        let of_clusters = together(&cluster.vp).of_mean();
        self.luck.push(&Luck { clusters: 1.0, vp: cluster.vp.clone(), of_clusters });
    }
}

impl Balance {
    /// Returns the rows; `own` are the game's. Without a running score there are no rows on leaders.
    pub fn rows(&self, summed: &RunSums<'_>, own: OwnMetrics) -> Vec<Metric> {
        let (game, means) = (summed.subject.info(), summed.means);
        let clusters = means.clusters();
        let outcomes = game.outcomes.iter().enumerate().filter_map(|(place, outcome)| {
            let stream = means.of(place);
            let of_games = Clusters { count: stream.count(), blocks: self.blocks, games: self.games };
            let value = if outcome.is_win_share() { stream.share_estimate(of_games) } else { stream.estimate() };
            (stream.count() > 0).then(|| row(outcome.name, outcome.unit, stream.count(), value, outcome.meaning))
        });
        let rounds = (0..self.leaders.len()).map(|round| self.of_leaders(round));
        let spread = row(
            "win_share_variance",
            "squared wins per seat",
            clusters,
            self.wins.variance_between(),
            "variance of the win share per seat between agents; 0 if they differ no more than by chance",
        );
        let agents = [spread].into_iter().chain(own.of_agents);
        let rows =
            outcomes.chain(rounds).chain(agents).chain(self.shares(game.shared_luck, clusters)).chain(own.of_causes);
        rows.filter(|row| row.value.value.is_some()).collect()
    }

    fn of_leaders(&self, round: usize) -> Metric {
        let (Leaders { blocks, games, .. }, stream) = self.leaders[round];
        let clusters = Clusters { count: stream.count(), blocks, games };
        Metric {
            metric: format!("decided_{}", round + 1),
            unit: "wins",
            clusters: stream.count(),
            value: stream.share_estimate(clusters),
            meaning: format!(
                "win share of the leader in VP after round {} of {}; the mean over tied leaders",
                round + 1,
                self.leaders.len()
            ),
        }
    }

    /// Returns the shares of the variance between seats.
    fn shares(&self, in_common: &str, clusters: u64) -> [Metric; 3] {
        [
            row(
                "vp_seed_share",
                "fraction",
                clusters,
                self.luck.estimate(Luck::share),
                &format!(
                    "share of the variance of final VP around the agent's mean that is common to all seats of a seed: {in_common}"
                ),
            ),
            row(
                "vp_agent_share",
                "fraction",
                clusters,
                self.vp.agent_share(),
                "share of the variance of final VP between seats that the agent explains",
            ),
            row(
                "margin_agent_share",
                "fraction",
                clusters,
                self.margin.agent_share(),
                "share of the variance of the margin over the best other player that the agent explains: skill; the rest is luck and play",
            ),
        ]
    }
}

fn together(by_agent: &[Moments]) -> Moments {
    let mut all = Moments::default();
    by_agent.iter().for_each(|sums| all.add(sums));
    all
}

fn row(name: &str, unit: &'static str, clusters: u64, value: Estimate, meaning: &str) -> Metric {
    Metric { metric: name.to_owned(), unit, clusters, value, meaning: meaning.to_owned() }
}
