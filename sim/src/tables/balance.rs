//! `balance.csv`: what kind of game it is, between these agents.

use engine::skye::rules::MAX_ROUNDS;

use super::cells;
use super::column::{Column, estimate, integer, text};
use super::effects::Effects;
use super::outcomes::{Outcome, win_share_of};
use crate::experiment::Experiment;
use crate::rows::GameRows;
use crate::stats::{Clusters, Estimate, Welford};

/// One number about the game.
#[derive(Clone, Debug)]
pub struct BalanceRow {
    /// What it is.
    pub metric: String,
    /// Its unit.
    pub unit: &'static str,
    /// Clusters behind it.
    pub clusters: u64,
    /// The number, with an interval where there is a method for it.
    pub value: Estimate,
    /// What it means.
    pub meaning: String,
}

/// The columns in order.
pub const COLUMNS: &[Column<BalanceRow>] = &[
    text("metric", "what the number is", |row, _, line| line.plain(&row.metric)),
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

/// Sums of one block or cluster. VP and margins are whole numbers, so these are exact.
#[derive(Clone, Debug)]
pub struct BlockSums {
    blocks: u64,
    games: u64,
    /// Win share of the leaders after each round, summed over games.
    leaders: [f64; MAX_ROUNDS],
    /// Final VP, by agent.
    vp: Vec<Moments>,
    /// Margins, by agent.
    margin: Vec<Moments>,
}

impl BlockSums {
    /// Of a block that has not begun.
    pub fn new(experiment: &Experiment) -> Self {
        let none = vec![Moments::default(); experiment.agents.len()];
        Self { blocks: 1, games: 0, leaders: [0.0; MAX_ROUNDS], vp: none.clone(), margin: none }
    }

    /// Adds a game.
    pub fn add(&mut self, rows: &GameRows) {
        self.games += 1;
        for round in 0..rows.game.rounds {
            self.leaders[round] += win_share_of(rows, rows.game.leaders[round]);
        }
        for row in &rows.seats {
            self.vp[row.agent].push(f64::from(row.vp));
            self.margin[row.agent].push(f64::from(row.margin));
        }
    }

    /// Adds another block of the cluster.
    pub fn merge(&mut self, block: &Self) {
        self.blocks += block.blocks;
        self.games += block.games;
        self.leaders.iter_mut().zip(&block.leaders).for_each(|(sum, more)| *sum += more);
        self.vp.iter_mut().zip(&block.vp).for_each(|(sums, more)| sums.add(more));
        self.margin.iter_mut().zip(&block.margin).for_each(|(sums, more)| sums.add(more));
    }
}

/// All clusters so far.
#[derive(Clone, Debug)]
pub struct Totals {
    rounds: usize,
    blocks: u64,
    games: u64,
    leaders: [Welford; MAX_ROUNDS],
    vp: Vec<Moments>,
    margin: Vec<Moments>,
    /// The clusters' means' part in the sum of squared VP.
    of_clusters: f64,
}

impl Totals {
    /// Before the first cluster.
    pub fn new(experiment: &Experiment) -> Self {
        let BlockSums { vp, margin, .. } = BlockSums::new(experiment);
        let rounds = experiment.rules.round_count();
        Self { rounds, blocks: 0, games: 0, leaders: [Welford::default(); MAX_ROUNDS], vp, margin, of_clusters: 0.0 }
    }

    /// Adds a cluster.
    pub fn add(&mut self, cluster: &BlockSums) {
        self.blocks += cluster.blocks;
        self.games += cluster.games;
        for (stream, sum) in self.leaders[..self.rounds].iter_mut().zip(&cluster.leaders) {
            stream.push(sum / cluster.games as f64);
        }
        self.vp.iter_mut().zip(&cluster.vp).for_each(|(sums, more)| sums.add(more));
        self.margin.iter_mut().zip(&cluster.margin).for_each(|(sums, more)| sums.add(more));
        self.of_clusters += together(&cluster.vp).of_mean();
    }

    /// The table.
    pub fn rows(&self, cells: &cells::Totals) -> Vec<BalanceRow> {
        let cell = cells.together();
        let outcomes = Outcome::ALL.into_iter().filter_map(|outcome| of_outcome(outcome, &cell));
        let rounds = (0..self.rounds).map(|round| self.of_leaders(round));
        let agents = [win_share_spread(&cell), dominance(cells)].into_iter().flatten();
        let clusters = cell.outcomes[Outcome::Vp as usize].count();
        outcomes.chain(rounds).chain(agents).chain(self.shares(clusters)).chain(scoring_shares(cells)).collect()
    }

    fn clusters(&self, count: u64) -> Clusters {
        Clusters { count, blocks: self.blocks, games: self.games }
    }

    fn of_leaders(&self, round: usize) -> BalanceRow {
        let stream = &self.leaders[round];
        BalanceRow {
            metric: format!("decided_{}", round + 1),
            unit: "wins",
            clusters: stream.count(),
            value: stream.share_estimate(self.clusters(stream.count())),
            meaning: format!("win share of those with most VP after round {}", round + 1),
        }
    }

    /// Parts of the variance between seats.
    fn shares(&self, clusters: u64) -> Vec<BalanceRow> {
        let row = |metric: &str, share: Option<f64>, meaning: &str| {
            let value = Estimate { value: share, interval: None };
            share.map(|_| row(metric, "fraction", clusters, value, meaning))
        };
        let rows = [
            row(
                "vp_seed_share",
                self.seed_share(clusters),
                "share of the variance of final VP around the agent's mean that all seats of a seed have in common: scoring tiles, first draws",
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

fn row(metric: &str, unit: &'static str, clusters: u64, value: Estimate, meaning: &str) -> BalanceRow {
    BalanceRow { metric: metric.to_owned(), unit, clusters, value, meaning: meaning.to_owned() }
}

fn of_outcome(outcome: Outcome, cell: &cells::Cell) -> Option<BalanceRow> {
    let stream = &cell.outcomes[outcome as usize];
    let value = stream.estimate();
    (stream.count() > 0).then(|| row(outcome.name(), outcome.unit(), stream.count(), value, outcome.meaning()))
}

/// The best agent's win share less the worst one's.
fn win_share_spread(cell: &cells::Cell) -> Option<BalanceRow> {
    let shares = || cell.wins.iter().filter(|(seats, _)| *seats > 0).map(|(seats, wins)| wins / *seats as f64);
    let (best, worst) = (shares().reduce(f64::max)?, shares().reduce(f64::min)?);
    let value = Estimate { value: Some(best - worst), interval: None };
    let clusters = cell.outcomes[Outcome::Vp as usize].count();
    Some(row(
        "win_share_spread",
        "wins per seat",
        clusters,
        value,
        "win share of the best agent less that of the worst",
    ))
}

/// On how many sets the agent that wins most often overall does so too.
fn dominance(cells: &cells::Totals) -> Option<BalanceRow> {
    let (best, _) = cells.together().best_agent()?;
    let sets = cells.by_set();
    let same = sets.values().filter(|cell| cell.best_agent().is_some_and(|(agent, _)| agent == best)).count();
    let value = Estimate { value: Some(same as f64 / sets.len() as f64), interval: None };
    let clusters = cells.together().outcomes[Outcome::Vp as usize].count();
    let meaning = "share of sets of scoring tiles on which the agent that wins most overall wins most too";
    Some(row("dominance", "fraction", clusters, value, meaning))
}

/// What scoring tiles explain of each outcome.
fn scoring_shares(cells: &cells::Totals) -> Vec<BalanceRow> {
    let Some(effects) = Effects::new(cells) else { return Vec::new() };
    let clusters = cells.together().outcomes[Outcome::Vp as usize].count();
    let of_outcome = |outcome: Outcome| {
        let shares = effects.variance_shares(outcome).unwrap_or_default();
        shares.into_iter().map(move |(kind, share)| {
            let value = Estimate { value: Some(share), interval: None };
            let (outcome, kind) = (outcome.name(), kind.name());
            let meaning =
                format!("share of the variance of {outcome} between seeds that effects of kind `{kind}` explain");
            row(&format!("{outcome}_{kind}_share"), "fraction", clusters, value, &meaning)
        })
    };
    Outcome::WITH_EFFECTS.iter().copied().flat_map(of_outcome).collect()
}
