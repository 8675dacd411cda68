//! `balance.csv`: what kind of game it is when these agents play.

use crate::lab::forms::column::{Column, estimate, integer, text};
use crate::lab::schedule::Schedule;
use crate::lab::subject::cells::{Cell, Cells};
use crate::lab::subject::{Accumulator, Metric, OwnMetrics, RowsOf, Subject};
use crate::stats::{Clusters, Estimate, Welford};

/// The columns in order.
pub const COLUMNS: &[Column<Metric>] = &[
    text("metric", "what the number is", |row, _, line| line.plain(&row.name)),
    text("unit", "its unit", |row, _, line| line.plain(row.unit)),
    integer("clusters", "clusters", "seeds behind it", |row, _, line| line.count(row.clusters)),
    estimate("value", "as `unit` says", "the number", |row, part, line| line.estimate(&row.value, part)),
    text("meaning", "what it means", |row, _, line| line.text(&row.meaning)),
];

/// Count, sum and sum of squares.
#[derive(Copy, Clone, Default, Debug)]
struct Moments {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    fn push(&mut self, number: f64) {
        self.add(&Self { count: 1.0, sum: number, squares: number * number });
    }

    fn add(&mut self, more: &Self) {
        self.count += more.count;
        self.sum += more.sum;
        self.squares += more.squares;
    }

    /// Sum of squares around the mean.
    fn around_mean(&self) -> f64 {
        self.squares - self.sum * self.sum / self.count
    }

    /// The mean's part in the sum of squares.
    fn of_mean(&self) -> f64 {
        if self.count > 0.0 { self.sum * self.sum / self.count } else { 0.0 }
    }
}

/// Those who led after some round, over the games that got there.
#[derive(Copy, Clone, Default, Debug)]
struct Leaders {
    blocks: u64,
    games: u64,
    /// Win shares of the leaders of each game, summed over games.
    wins: f64,
}

impl Leaders {
    fn add(&mut self, more: &Self) {
        self.blocks += more.blocks;
        self.games += more.games;
        self.wins += more.wins;
    }
}

/// Sums of one block or cluster. VP and margins are whole numbers, so these are exact.
#[derive(Clone, Debug)]
pub struct BlockSums {
    leaders: Vec<Leaders>,
    /// Final VP, by agent.
    vp: Vec<Moments>,
    /// Margins, by agent.
    margin: Vec<Moments>,
}

/// All clusters so far.
#[derive(Clone, Debug)]
pub struct Totals {
    leaders: Vec<(Leaders, Welford)>,
    vp: Vec<Moments>,
    margin: Vec<Moments>,
    /// The clusters' means' part in the sum of squared VP.
    of_clusters: f64,
}

impl<S: Subject> Accumulator<S> for Totals {
    type Sums = BlockSums;

    fn new(schedule: &Schedule, subject: &S) -> Self {
        let none = vec![Moments::default(); schedule.agents.len()];
        Self { leaders: vec![Default::default(); subject.rounds()], vp: none.clone(), margin: none, of_clusters: 0.0 }
    }

    fn sums(schedule: &Schedule, _: &S) -> BlockSums {
        let none = vec![Moments::default(); schedule.agents.len()];
        BlockSums { leaders: Vec::new(), vp: none.clone(), margin: none }
    }

    fn add(sums: &mut BlockSums, rows: &RowsOf<S>) {
        sums.leaders.resize(sums.leaders.len().max(rows.running.rounds()), Leaders::default());
        for (sums, leaders) in sums.leaders.iter_mut().zip(&rows.running.leaders) {
            sums.add(&Leaders { blocks: u64::from(sums.games == 0), games: 1, wins: rows.win_share_of(*leaders) });
        }
        for row in &rows.seats {
            sums.vp[row.agent].push(f64::from(row.points));
            sums.margin[row.agent].push(f64::from(row.margin));
        }
    }

    fn merge(cluster: &mut BlockSums, block: &BlockSums) {
        cluster.leaders.resize(cluster.leaders.len().max(block.leaders.len()), Leaders::default());
        cluster.leaders.iter_mut().zip(&block.leaders).for_each(|(sums, more)| sums.add(more));
        cluster.vp.iter_mut().zip(&block.vp).for_each(|(sums, more)| sums.add(more));
        cluster.margin.iter_mut().zip(&block.margin).for_each(|(sums, more)| sums.add(more));
    }

    fn close(&mut self, cluster: &BlockSums) {
        self.leaders.resize(self.leaders.len().max(cluster.leaders.len()), Default::default());
        for ((total, stream), sums) in self.leaders.iter_mut().zip(&cluster.leaders) {
            total.add(sums);
            stream.push(sums.wins / sums.games as f64);
        }
        self.vp.iter_mut().zip(&cluster.vp).for_each(|(sums, more)| sums.add(more));
        self.margin.iter_mut().zip(&cluster.margin).for_each(|(sums, more)| sums.add(more));
        self.of_clusters += together(&cluster.vp).of_mean();
    }
}

impl Totals {
    /// The table; `own` are the game's rows. Without a running score there are no rows on who led.
    pub fn rows<S: Subject>(&self, cells: &Cells<S::Treatment>, own: OwnMetrics) -> Vec<Metric> {
        let (cell, clusters) = (cells.together(), cells.clusters());
        let outcomes = S::outcomes().iter().enumerate().filter_map(|(place, outcome)| {
            let stream = cell.outcome(place);
            let row = || row(outcome.name, outcome.unit, stream.count(), stream.estimate(), outcome.meaning);
            (stream.count() > 0).then(row)
        });
        let rounds = (0..self.leaders.len()).map(|round| self.of_leaders(round));
        let agents = win_share_spread(&cell, clusters).into_iter().chain(own.of_agents);
        outcomes.chain(rounds).chain(agents).chain(self.shares::<S>(clusters)).chain(own.of_causes).collect()
    }

    fn of_leaders(&self, round: usize) -> Metric {
        let (Leaders { blocks, games, .. }, stream) = self.leaders[round];
        let clusters = Clusters { count: stream.count(), blocks, games };
        Metric {
            name: format!("decided_{}", round + 1),
            unit: "wins",
            clusters: stream.count(),
            value: stream.share_estimate(clusters),
            meaning: format!("win share of those with most VP after round {}", round + 1),
        }
    }

    /// Parts of the variance between seats.
    fn shares<S: Subject>(&self, clusters: u64) -> Vec<Metric> {
        let in_common = S::SHARED_LUCK;
        let row = |name: &str, share: Option<f64>, meaning: &str| {
            share.map(|share| Metric::plain(name, "fraction", clusters, share, meaning))
        };
        let rows = [
            row(
                "vp_seed_share",
                self.seed_share(clusters),
                &format!(
                    "share of the variance of final VP around the agent's mean that all seats of a seed have in common: {in_common}"
                ),
            ),
            row(
                "vp_agent_share",
                agent_share(&self.vp),
                "share of the variance of final VP between seats that comes from the agent",
            ),
            row(
                "margin_agent_share",
                agent_share(&self.margin),
                "share of the variance of the margin over the best other player that comes from the agent: skill; the rest is luck and play",
            ),
        ];
        rows.into_iter().flatten().collect()
    }

    /// The intraclass correlation of VP less the agent's mean, by analysis of variance (Fisher 1925, Statistical Methods for Research
    /// Workers), as if every agent were in every cluster equally often.
    fn seed_share(&self, clusters: u64) -> Option<f64> {
        let all = together(&self.vp);
        let (clusters, per_cluster) = (clusters as f64, all.count / clusters as f64);
        let agents = self.vp.iter().filter(|sums| sums.count > 0.0).count() as f64;
        let freedom = all.count - clusters - (agents - 1.0);
        if clusters < 2.0 || freedom <= 0.0 {
            return None;
        }
        let of_agents = self.vp.iter().map(Moments::of_mean).sum::<f64>() - all.of_mean();
        let between = (self.of_clusters - all.of_mean()) / (clusters - 1.0);
        let within = (all.squares - self.of_clusters - of_agents) / freedom;
        let component = ((between - within) / per_cluster).max(0.0);
        (component + within > 0.0).then(|| component / (component + within))
    }
}

fn together(by_agent: &[Moments]) -> Moments {
    let mut all = Moments::default();
    by_agent.iter().for_each(|sums| all.add(sums));
    all
}

/// ω² of Hays (1963, Statistics for Psychologists): what agents explain beyond what as many meaningless groups would.
fn agent_share(by_agent: &[Moments]) -> Option<f64> {
    let all = together(by_agent);
    let groups = by_agent.iter().filter(|sums| sums.count > 0.0).count() as f64;
    if groups < 2.0 || all.count <= groups || all.around_mean() <= 0.0 {
        return None;
    }
    let between = by_agent.iter().map(Moments::of_mean).sum::<f64>() - all.of_mean();
    let noise = (all.around_mean() - between) / (all.count - groups);
    Some(((between - (groups - 1.0) * noise) / (all.around_mean() + noise)).max(0.0))
}

fn row(name: &str, unit: &'static str, clusters: u64, value: Estimate, meaning: &str) -> Metric {
    Metric { name: name.to_owned(), unit, clusters, value, meaning: meaning.to_owned() }
}

/// The best agent's win share less the worst one's.
fn win_share_spread(cell: &Cell, clusters: u64) -> Option<Metric> {
    let shares = || cell.wins.iter().filter(|(seats, _)| *seats > 0).map(|(seats, wins)| wins / *seats as f64);
    let (best, worst) = (shares().reduce(f64::max)?, shares().reduce(f64::min)?);
    let meaning = "win share of the best agent less that of the worst";
    Some(Metric::plain("win_share_spread", "wins per seat", clusters, best - worst, meaning))
}
