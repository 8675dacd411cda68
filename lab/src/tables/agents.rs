//! `agents.csv`: the strength of the agents, over clusters of blocks.

use super::result_row::{Agent, Count, Estimated, Mean, Number, Spec, result_row};
use crate::forms::column::{Column, ResultRow};
use crate::schedule::Schedule;
use crate::schedule::stop::AgentMeasure;
use crate::subject::rows::{Rows, SeatRow};
use crate::subject::{Accumulator, Subject};
use stats::control::ControlVariates;
use stats::sum::{Sum, impl_sum};
use stats::{Clusters, Estimate, Welford};

result_row! {
    /// One agent over all clusters.
    AgentRow {
        agent: Agent, "", "name of the agent";
        spec: Spec, "", "spec of the agent: its kind and settings";
        clusters: Count, "clusters", "seeds played; intervals are clustered by seed";
        blocks: Count, "blocks", "blocks played, one per seed and line-up";
        games: Count, "games", "games in which the agent played";
        seat_games: Count, "seats", "number of the agent's seats in these games";
        win_share: Estimated, "wins per seat", "mean win share over clusters; each of k winners counts 1/k";
        vp: Mean, "VP", "mean final score";
        margin: Mean, "VP", "mean of VP minus VP of the best other player";
        iterations_mean: Number, "iterations",
            "mean iterations per searched decision; empty if the agent does not search";
        vp_controlled: Estimated, "VP", CONTROLLED;
        vp_variance_ratio: Number, "", RATIO;
        margin_controlled: Estimated, "VP", CONTROLLED;
        margin_variance_ratio: Number, "", RATIO;
        faults: Count, "decisions",
            "decisions by the `on-fault` agent, because the program failed; only in runs with external agents";
    } with {
        /// The standard error of the win share from the spread of clusters alone, unlike the tables' interval.
        win_share_error: Option<f64>,
    }
}

/// Returns the columns of the table in an experiment.
pub fn columns(schedule: Option<&Schedule>) -> &'static [Column<AgentRow>] {
    let all = AgentRow::COLUMNS;
    // The column of faults is the last.
    if schedule.is_none_or(Schedule::has_programs) { all } else { &all[..all.len() - 1] }
}

/// The meaning of a controlled mean.
pub const CONTROLLED: &str =
    "mean corrected for the draw of scoring tiles, as if each had been in play as often as expected";

/// The meaning of the variance ratio of a controlled mean.
pub const RATIO: &str = "variance of the corrected mean divided by that of the plain mean; also the share of games needed for equal \
     precision";

/// One agent in one block or cluster.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct AgentSums {
    pub(super) blocks: u64,
    games: u64,
    pub(super) seat_games: u64,
    pub(super) win_share: f64,
    vp: i64,
    margin: i64,
    searched: u64,
    iterations: u64,
    faults: u64,
    last_game: Option<u64>,
}

impl_sum!(AgentSums: blocks, games, seat_games, win_share, vp, margin, searched, iterations, faults);

impl AgentSums {
    fn add_seat(&mut self, game: u64, row: &SeatRow) {
        self.blocks = 1;
        self.games += u64::from(self.last_game != Some(game));
        self.last_game = Some(game);
        self.seat_games += 1;
        self.win_share += row.win_share;
        self.vp += i64::from(row.points);
        self.margin += i64::from(row.margin);
        self.searched += row.searched;
        self.iterations += row.iterations;
        self.faults += row.faults;
    }
}

/// All agents in one block or cluster.
#[derive(Clone, Default, Debug)]
pub struct AllAgentSums {
    pub(super) agents: Vec<AgentSums>,
    /// The variates of the treatment that are 1, as bits.
    ones: u64,
}

impl_sum!(AllAgentSums: agents);

impl AllAgentSums {
    /// Creates sums of this many agents, without games.
    pub fn new(agents: usize) -> Self {
        Self { agents: vec![AgentSums::default(); agents], ones: 0 }
    }

    /// Adds a game.
    pub fn add_game(&mut self, rows: &Rows) {
        self.ones = rows.treatment.ones;
        rows.seats.iter().for_each(|row| self.agents[row.agent].add_seat(rows.game.fixture.game, row));
    }

    /// Returns the mean over an agent's seats; `None` if it has none.
    pub fn mean(&self, agent: usize, measure: AgentMeasure) -> Option<f64> {
        let sums = &self.agents[agent];
        let sum = match measure {
            AgentMeasure::WinShare => sums.win_share,
            AgentMeasure::Vp => sums.vp as f64,
            AgentMeasure::Margin => sums.margin as f64,
        };
        (sums.seat_games > 0).then(|| sum / sums.seat_games as f64)
    }

    /// Returns the numbers of blocks and seats behind an agent's mean.
    pub fn blocks_and_seats(&self, agent: usize) -> (u64, u64) {
        (self.agents[agent].blocks, self.agents[agent].seat_games)
    }
}

/// Returns the indices of the variates that are 1.
pub fn variates_of(ones: u64) -> Vec<usize> {
    (0..u64::BITS as usize).filter(|variate| ones >> variate & 1 == 1).collect()
}

/// One agent over all clusters so far.
#[derive(Clone, Debug)]
struct Strength {
    sums: AgentSums,
    win_share: Welford,
    vp: Welford,
    margin: Welford,
    vp_controlled: ControlVariates,
    margin_controlled: ControlVariates,
}

/// All agents over all clusters so far.
#[derive(Clone, Debug)]
pub struct Strengths(Vec<Strength>);

impl Strengths {
    /// Creates totals without clusters.
    pub fn new(schedule: &Schedule, subject: &dyn Subject) -> Self {
        let controlled = ControlVariates::new(&subject.variates());
        let none = Strength {
            sums: AgentSums::default(),
            win_share: Welford::default(),
            vp: Welford::default(),
            margin: Welford::default(),
            vp_controlled: controlled.clone(),
            margin_controlled: controlled,
        };
        Self(vec![none; schedule.agents.len()])
    }
}

impl Accumulator for Strengths {
    type Sums = AllAgentSums;

    fn sums(&self) -> AllAgentSums {
        AllAgentSums::new(self.0.len())
    }

    fn add(&self, sums: &mut AllAgentSums, rows: &Rows) {
        sums.add_game(rows);
    }

    fn close(&mut self, cluster: &AllAgentSums) {
        let ones = variates_of(cluster.ones);
        for (total, sums) in self.0.iter_mut().zip(&cluster.agents).filter(|(_, sums)| sums.seat_games > 0) {
            let seats = sums.seat_games as f64;
            let (vp, margin) = (sums.vp as f64 / seats, sums.margin as f64 / seats);
            total.sums.add(sums);
            total.win_share.push(sums.win_share / seats);
            total.vp.push(vp);
            total.margin.push(margin);
            total.vp_controlled.push(vp, &ones);
            total.margin_controlled.push(margin, &ones);
        }
    }
}

impl Strengths {
    /// Returns the rows of the table.
    pub fn rows(&self) -> Vec<AgentRow> {
        self.0
            .iter()
            .enumerate()
            .map(|(agent, total): (usize, &Strength)| {
                let Strength {
                    sums: AgentSums { blocks, games, seat_games, searched, iterations, faults, .. }, ..
                } = *total;
                let (vp, margin) = (total.vp_controlled.estimate(), total.margin_controlled.estimate());
                let clusters = Clusters { count: total.win_share.count(), blocks, games: seat_games };
                AgentRow {
                    agent,
                    spec: agent,
                    clusters: clusters.count,
                    blocks,
                    games,
                    seat_games,
                    // A sole agent wins its share by construction.
                    win_share: if self.0.len() == 1 {
                        Estimate { value: total.win_share.mean(), interval: None }
                    } else {
                        total.win_share.share_estimate(clusters)
                    },
                    win_share_error: total
                        .win_share
                        .variance()
                        .map(|variance| (variance / clusters.count as f64).sqrt()),
                    vp: total.vp.estimate(),
                    margin: total.margin.estimate(),
                    iterations_mean: (searched > 0).then(|| iterations as f64 / searched as f64),
                    vp_controlled: vp.estimate,
                    vp_variance_ratio: vp.variance_ratio,
                    margin_controlled: margin.estimate,
                    margin_variance_ratio: margin.variance_ratio,
                    faults,
                }
            })
            .collect()
    }
}
