//! `agents.csv`: how strong the agents are, over clusters of blocks.

use engine::skye::ScoringSet;

use super::column::{Column, estimate, float, integer, text};
use crate::experiment::Experiment;
use crate::rows::{GameRows, SeatRow};
use crate::stats::control::{Controlled, ControlledEstimate};
use crate::stats::{Clusters, Estimate, Welford};

/// One agent over all clusters.
#[derive(Clone, Debug)]
pub struct AgentRow {
    /// Its number in the experiment.
    pub agent: usize,
    /// Clusters played: seeds.
    pub clusters: u64,
    /// Blocks played.
    pub blocks: u64,
    /// Games that it took part in.
    pub games: u64,
    /// Its seats in them.
    pub seat_games: u64,
    /// Mean win share of one seat.
    pub win_share: Estimate,
    /// Mean final VP.
    pub vp: Estimate,
    /// Mean VP less those of the best other player.
    pub margin: Estimate,
    /// Mean final VP with the luck of the scoring tiles taken out.
    pub vp_controlled: ControlledEstimate,
    /// The same of the margin.
    pub margin_controlled: ControlledEstimate,
    /// Mean iterations of a decision that was searched, if any was.
    pub iterations: Option<f64>,
}

/// The columns in order.
pub const COLUMNS: &[Column<AgentRow>] = &[
    text("agent", "name of the agent", |row, _, line| line.agent(Some(row.agent))),
    text("spec", "which agent it is, with its settings", |row, _, line| line.spec(row.agent)),
    integer("clusters", "clusters", "seeds played; every interval is over clusters", |row, _, line| {
        line.count(row.clusters);
    }),
    integer("blocks", "blocks", "blocks played, one for each seed and line-up", |row, _, line| line.count(row.blocks)),
    integer("games", "games", "games that it took part in", |row, _, line| line.count(row.games)),
    integer("seat_games", "seats", "its seats in these games", |row, _, line| line.count(row.seat_games)),
    float("win_share", "wins per seat", "mean over clusters; a win shared by k counts 1/k for each", |row, _, line| {
        line.float(row.win_share.value);
    }),
    float("win_share_lo", "wins per seat", "lower end of its 95 % interval", |row, _, line| {
        line.float(row.win_share.low());
    }),
    float("win_share_hi", "wins per seat", "upper end of its 95 % interval", |row, _, line| {
        line.float(row.win_share.high());
    }),
    float("vp_mean", "VP", "mean final score", |row, _, line| line.float(row.vp.value)),
    float("vp_lo", "VP", "lower end of its 95 % interval", |row, _, line| line.float(row.vp.low())),
    float("vp_hi", "VP", "upper end of its 95 % interval", |row, _, line| line.float(row.vp.high())),
    float("margin_mean", "VP", "mean of its VP less those of the best other player", |row, _, line| {
        line.float(row.margin.value);
    }),
    float("margin_lo", "VP", "lower end of its 95 % interval", |row, _, line| line.float(row.margin.low())),
    float("margin_hi", "VP", "upper end of its 95 % interval", |row, _, line| line.float(row.margin.high())),
    float(
        "iterations_mean",
        "iterations",
        "mean of the searched decisions; empty if the agent does not search",
        |row, _, line| {
            line.float(row.iterations);
        },
    ),
    estimate("vp_controlled", "VP", CONTROLLED, |row, part, line| {
        line.estimate(&row.vp_controlled.estimate, part);
    }),
    float("vp_variance_ratio", "", RATIO, |row, _, line| line.float(row.vp_controlled.variance_ratio)),
    estimate("margin_controlled", "VP", CONTROLLED, |row, part, line| {
        line.estimate(&row.margin_controlled.estimate, part);
    }),
    float("margin_variance_ratio", "", RATIO, |row, _, line| line.float(row.margin_controlled.variance_ratio)),
];

/// What a controlled mean is.
pub const CONTROLLED: &str =
    "mean with the luck of the draw of scoring tiles taken out: where all are in play as often as expected";

/// What its variance is compared with.
pub const RATIO: &str =
    "variance of the controlled mean over that of the plain one: so much is left of it, and of the games that it takes";

/// What the table says about an agent's games.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AgentMeasure {
    /// Win share of one seat.
    WinShare,
    /// Final VP.
    Vp,
    /// VP less those of the best other player.
    Margin,
}

impl AgentMeasure {
    /// All measures.
    pub const ALL: [Self; 3] = [Self::WinShare, Self::Vp, Self::Margin];

    /// The name in configs.
    pub fn name(self) -> &'static str {
        match self {
            Self::WinShare => "win-share",
            Self::Vp => "vp",
            Self::Margin => "margin",
        }
    }
}

/// One agent in one block or cluster.
#[derive(Copy, Clone, Default, Debug)]
struct Sums {
    blocks: u64,
    games: u64,
    last_game: Option<u64>,
    seat_games: u64,
    win_share: f64,
    vp: i64,
    margin: i64,
    searched: u64,
    iterations: u64,
}

impl Sums {
    fn add(&mut self, row: &SeatRow) {
        self.blocks = 1;
        self.games += u64::from(self.last_game != Some(row.game));
        self.last_game = Some(row.game);
        self.seat_games += 1;
        self.win_share += row.win_share;
        self.vp += i64::from(row.vp);
        self.margin += i64::from(row.margin);
        self.searched += row.searched;
        self.iterations += row.iterations;
    }

    fn merge(&mut self, block: &Self) {
        self.blocks += block.blocks;
        self.games += block.games;
        self.seat_games += block.seat_games;
        self.win_share += block.win_share;
        self.vp += block.vp;
        self.margin += block.margin;
        self.searched += block.searched;
        self.iterations += block.iterations;
    }
}

/// All agents in one block or cluster.
#[derive(Clone, Debug)]
pub struct BlockSums(Vec<Sums>);

impl BlockSums {
    /// Of a block that has not begun.
    pub fn new(experiment: &Experiment) -> Self {
        Self(vec![Sums::default(); experiment.agents.len()])
    }

    /// Adds a game.
    pub fn add(&mut self, rows: &GameRows) {
        rows.seats.iter().for_each(|row| self.0[row.agent].add(row));
    }

    /// The mean of an agent's seats; nothing if it has none.
    pub fn mean(&self, agent: usize, measure: AgentMeasure) -> Option<f64> {
        let sums = &self.0[agent];
        let sum = match measure {
            AgentMeasure::WinShare => sums.win_share,
            AgentMeasure::Vp => sums.vp as f64,
            AgentMeasure::Margin => sums.margin as f64,
        };
        (sums.seat_games > 0).then(|| sum / sums.seat_games as f64)
    }

    /// How many blocks and seats an agent's mean is over.
    pub fn blocks_and_seats(&self, agent: usize) -> (u64, u64) {
        (self.0[agent].blocks, self.0[agent].seat_games)
    }

    /// Adds another block of the cluster.
    pub fn merge(&mut self, block: &Self) {
        self.0.iter_mut().zip(&block.0).for_each(|(sums, more)| sums.merge(more));
    }
}

#[derive(Clone, Debug)]
struct Total {
    blocks: u64,
    games: u64,
    seat_games: u64,
    win_share: Welford,
    vp: Welford,
    margin: Welford,
    /// VP, margin.
    controlled: [Controlled; 2],
    searched: u64,
    iterations: u64,
}

impl Total {
    fn clusters(&self) -> Clusters {
        Clusters { count: self.win_share.count(), blocks: self.blocks, games: self.seat_games }
    }

    fn new(experiment: &Experiment) -> Self {
        let controlled = Controlled::new(&experiment.scoring.probabilities());
        Self {
            blocks: 0,
            games: 0,
            seat_games: 0,
            win_share: Welford::default(),
            vp: Welford::default(),
            margin: Welford::default(),
            controlled: [controlled.clone(), controlled],
            searched: 0,
            iterations: 0,
        }
    }
}

/// All agents over all clusters so far.
#[derive(Clone, Debug)]
pub struct Totals(Vec<Total>);

impl Totals {
    /// Before the first cluster.
    pub fn new(experiment: &Experiment) -> Self {
        Self(vec![Total::new(experiment); experiment.agents.len()])
    }

    /// Adds a cluster with these scoring tiles. Clusters must come in their order, since sums of fractions depend on it.
    pub fn add(&mut self, cluster: &BlockSums, scoring: &ScoringSet) {
        let tiles = scoring.map(|tile| tile as usize);
        for (total, sums) in self.0.iter_mut().zip(&cluster.0).filter(|(_, sums)| sums.seat_games > 0) {
            let seats = sums.seat_games as f64;
            total.blocks += sums.blocks;
            total.games += sums.games;
            total.seat_games += sums.seat_games;
            total.win_share.push(sums.win_share / seats);
            total.vp.push(sums.vp as f64 / seats);
            total.margin.push(sums.margin as f64 / seats);
            total.controlled[0].push(sums.vp as f64 / seats, &tiles);
            total.controlled[1].push(sums.margin as f64 / seats, &tiles);
            total.searched += sums.searched;
            total.iterations += sums.iterations;
        }
    }

    /// The table.
    pub fn rows(&self) -> Vec<AgentRow> {
        let row = |(agent, total): (usize, &Total)| AgentRow {
            agent,
            clusters: total.vp.count(),
            blocks: total.blocks,
            games: total.games,
            seat_games: total.seat_games,
            win_share: total.win_share.share_estimate(total.clusters()),
            vp: total.vp.estimate(),
            margin: total.margin.estimate(),
            vp_controlled: total.controlled[0].estimate(),
            margin_controlled: total.controlled[1].estimate(),
            iterations: (total.searched > 0).then(|| total.iterations as f64 / total.searched as f64),
        };
        self.0.iter().enumerate().map(row).collect()
    }
}
