//! `agents.csv`: how strong the agents are, over clusters of blocks.

use crate::lab::forms::column::{Column, estimate, float, integer, text};
use crate::lab::schedule::Schedule;
use crate::lab::schedule::stop::AgentMeasure;
use crate::lab::subject::rows::SeatRow;
use crate::lab::subject::{Accumulator, RowsOf, Subject};
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
    /// The standard error of that, by the spread of clusters alone; tables have the interval, which knows more.
    pub win_share_error: Option<f64>,
    /// Mean final VP.
    pub vp: Estimate,
    /// Mean VP minus those of the best other player.
    pub margin: Estimate,
    /// Mean final VP with the luck of the draw of treatments taken out.
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

/// Describes a controlled mean.
pub const CONTROLLED: &str =
    "mean with the luck of the draw of scoring tiles taken out: where all are in play as often as expected";

/// What its variance is compared with.
pub const RATIO: &str =
    "variance of the controlled mean over that of the plain one: so much is left of it, and of the games that it takes";

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
    fn add(&mut self, game: u64, row: &SeatRow) {
        self.blocks = 1;
        self.games += u64::from(self.last_game != Some(game));
        self.last_game = Some(game);
        self.seat_games += 1;
        self.win_share += row.win_share;
        self.vp += i64::from(row.points);
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
pub struct BlockSums {
    agents: Vec<Sums>,
    /// The variates of its treatment that are 1, as bits.
    ones: u64,
}

impl BlockSums {
    /// The mean of an agent's seats; nothing if it has none.
    pub fn mean(&self, agent: usize, measure: AgentMeasure) -> Option<f64> {
        let sums = &self.agents[agent];
        let sum = match measure {
            AgentMeasure::WinShare => sums.win_share,
            AgentMeasure::Vp => sums.vp as f64,
            AgentMeasure::Margin => sums.margin as f64,
        };
        (sums.seat_games > 0).then(|| sum / sums.seat_games as f64)
    }

    /// How many blocks and seats an agent's mean is taken over.
    pub fn blocks_and_seats(&self, agent: usize) -> (u64, u64) {
        (self.agents[agent].blocks, self.agents[agent].seat_games)
    }
}

/// The numbers of the variates that are 1.
pub fn variates_of(ones: u64) -> Vec<usize> {
    (0..u64::BITS as usize).filter(|variate| ones >> variate & 1 == 1).collect()
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
    fn new(variates: &[f64]) -> Self {
        let controlled = Controlled::new(variates);
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

    fn clusters(&self) -> Clusters {
        Clusters { count: self.win_share.count(), blocks: self.blocks, games: self.seat_games }
    }
}

/// All agents over all clusters so far.
#[derive(Clone, Debug)]
pub struct Totals(Vec<Total>);

impl<S: Subject> Accumulator<S> for Totals {
    type Sums = BlockSums;

    fn new(schedule: &Schedule, subject: &S) -> Self {
        Self(vec![Total::new(&subject.variates()); schedule.agents.len()])
    }

    fn sums(schedule: &Schedule, _: &S) -> BlockSums {
        BlockSums { agents: vec![Sums::default(); schedule.agents.len()], ones: 0 }
    }

    fn add(sums: &mut BlockSums, rows: &RowsOf<S>) {
        sums.ones = S::ones(rows.treatment);
        rows.seats.iter().for_each(|row| sums.agents[row.agent].add(rows.game.fixture.game, row));
    }

    fn merge(cluster: &mut BlockSums, block: &BlockSums) {
        cluster.agents.iter_mut().zip(&block.agents).for_each(|(sums, more)| sums.merge(more));
    }

    fn close(&mut self, cluster: &BlockSums) {
        let ones = variates_of(cluster.ones);
        for (total, sums) in self.0.iter_mut().zip(&cluster.agents).filter(|(_, sums)| sums.seat_games > 0) {
            let seats = sums.seat_games as f64;
            total.blocks += sums.blocks;
            total.games += sums.games;
            total.seat_games += sums.seat_games;
            total.win_share.push(sums.win_share / seats);
            total.vp.push(sums.vp as f64 / seats);
            total.margin.push(sums.margin as f64 / seats);
            total.controlled[0].push(sums.vp as f64 / seats, &ones);
            total.controlled[1].push(sums.margin as f64 / seats, &ones);
            total.searched += sums.searched;
            total.iterations += sums.iterations;
        }
    }
}

impl Totals {
    /// The table.
    pub fn rows(&self) -> Vec<AgentRow> {
        let row = |(agent, total): (usize, &Total)| AgentRow {
            agent,
            clusters: total.vp.count(),
            blocks: total.blocks,
            games: total.games,
            seat_games: total.seat_games,
            win_share: total.win_share.share_estimate(total.clusters()),
            win_share_error: total.win_share.variance().map(|variance| (variance / total.vp.count() as f64).sqrt()),
            vp: total.vp.estimate(),
            margin: total.margin.estimate(),
            vp_controlled: total.controlled[0].estimate(),
            margin_controlled: total.controlled[1].estimate(),
            iterations: (total.searched > 0).then(|| total.iterations as f64 / total.searched as f64),
        };
        self.0.iter().enumerate().map(row).collect()
    }
}
