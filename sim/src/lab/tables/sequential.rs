//! `sequential.csv`: what was known when, for those who look before the end.

use crate::lab::forms::column::{Column, estimate, float, integer, text};
use crate::lab::schedule::Schedule;
use crate::lab::schedule::stop::StopRule;
use crate::lab::subject::{Accumulator, RowsOf, Subject};
use crate::stats::sequential::{Decision, Looks, SequentialTest, confidence_sequence};
use crate::stats::shares::Shares;
use crate::stats::{Estimate, Interval};

/// How far a win share is from chance in the sequential test's alternative.
const OFF: f64 = 0.05;

/// The clusters before the first look.
const FIRST_LOOK: u64 = 10;

/// The errors that the sequential test allows for, either way.
const ERRORS: f64 = 0.05;

/// One agent at one look.
#[derive(Clone, Debug)]
pub struct SequentialRow {
    /// Clusters so far.
    pub clusters: u64,
    /// The agent's number.
    pub agent: usize,
    /// Win share so far with the confidence sequence.
    pub win_share: Estimate,
    /// The sequential test's hypotheses.
    pub test: SequentialTest,
    /// Its logarithm of the likelihood ratio.
    pub log_ratio: Option<f64>,
    /// Its decision, by then or before.
    pub decision: Option<Decision>,
}

/// The columns in order.
pub const COLUMNS: &[Column<SequentialRow>] = &[
    integer("clusters", "clusters", "seeds so far: after each look about a tenth more, and all", |row, _, line| {
        line.count(row.clusters);
    }),
    text("agent", "name of the agent", |row, _, line| line.agent(Some(row.agent))),
    estimate(
        "win_share",
        "wins per seat",
        "mean so far; its interval holds at all looks at once (confidence sequence), so one may stop at any",
        |row, part, line| line.estimate(&row.win_share, part),
    ),
    float(
        "null",
        "wins per seat",
        "null hypothesis of the sequential test: chance, or as `[stop]` says",
        |row, _, line| {
            line.float(Some(row.test.s0));
        },
    ),
    float(
        "alternative",
        "wins per seat",
        "alternative of the sequential test: 0.05 above chance, or as `[stop]` says",
        |row, _, line| line.float(Some(row.test.s1)),
    ),
    float(
        "log_ratio",
        "",
        "logarithm of the likelihood ratio of the alternative over the null hypothesis",
        |row, _, line| line.float(row.log_ratio),
    ),
    text(
        "decision",
        "of the sequential test, with errors of 5 % or as `[stop]` says, at its first chance and for good: `null` or `alternative`",
        |row, _, line| {
            line.plain(match row.decision {
                Some(Decision::Alternative) => "alternative",
                Some(Decision::Null) => "null",
                None => "",
            });
        },
    ),
];

#[derive(Copy, Clone, Debug)]
struct Total {
    test: SequentialTest,
    shares: Shares,
    /// What all confidence sequences so far have in common.
    interval: Option<Interval>,
    decision: Option<Decision>,
}

/// All agents over all clusters so far, and the looks at them.
#[derive(Clone, Debug)]
pub struct Totals {
    clusters: u64,
    /// The clusters that the config asks for.
    planned: u64,
    next: Looks,
    totals: Vec<Total>,
    looks: Vec<SequentialRow>,
}

impl<S: Subject> Accumulator<S> for Totals {
    type Sums = Vec<Sums>;

    fn new(schedule: &Schedule, _: &S) -> Self {
        let total =
            |agent| Total { test: test_of(schedule, agent), shares: Shares::default(), interval: None, decision: None };
        let totals = (0..schedule.agents.len()).map(total).collect();
        let planned = schedule.planned_blocks() / schedule.lineups();
        Self { clusters: 0, planned, next: Looks::from(FIRST_LOOK), totals, looks: Vec::new() }
    }

    fn sums(schedule: &Schedule, _: &S) -> Self::Sums {
        vec![Sums::default(); schedule.agents.len()]
    }

    fn add(sums: &mut Self::Sums, rows: &RowsOf<S>) {
        for row in &rows.seats {
            let sums = &mut sums[row.agent];
            sums.blocks = 1;
            sums.seats += 1;
            sums.wins += row.win_share;
        }
    }

    fn merge(cluster: &mut Self::Sums, block: &Self::Sums) {
        for (sums, more) in cluster.iter_mut().zip(block) {
            sums.blocks += more.blocks;
            sums.seats += more.seats;
            sums.wins += more.wins;
        }
    }

    fn close(&mut self, cluster: &Self::Sums) {
        self.clusters += 1;
        for (total, Sums { blocks, seats, wins }) in
            self.totals.iter_mut().zip(cluster).filter(|(_, sums)| sums.seats > 0)
        {
            total.shares.push(wins / *seats as f64, *blocks, *seats);
            total.decision = total.decision.or_else(|| total.test.decision(&total.shares));
        }
        if self.next.is_due(self.clusters) {
            for total in &mut self.totals {
                total.interval = narrowed(total, self.planned);
            }
            self.looks.extend(self.look());
        }
    }
}

/// An agent in one block or cluster.
#[derive(Copy, Clone, Default, Debug)]
pub struct Sums {
    blocks: u64,
    seats: u64,
    wins: f64,
}

/// What the confidence sequences so far and the one of today have in common; today's where that is nothing.
fn narrowed(total: &Total, planned: u64) -> Option<Interval> {
    let today = confidence_sequence(&total.shares, planned)?;
    let common = |before: Interval| Interval { low: before.low.max(today.low), high: before.high.min(today.high) };
    Some(total.interval.map(common).filter(|common| common.low <= common.high).unwrap_or(today))
}

impl Totals {
    fn look(&self) -> Vec<SequentialRow> {
        let row = |(agent, total): (usize, &Total)| SequentialRow {
            clusters: self.clusters,
            agent,
            win_share: Estimate { value: total.shares.stream().mean(), interval: narrowed(total, self.planned) },
            test: total.test,
            log_ratio: total.test.log_ratio(&total.shares),
            decision: total.decision,
        };
        self.totals.iter().enumerate().map(row).collect()
    }

    /// The table: look by look every agent.
    pub fn rows(&self) -> Vec<SequentialRow> {
        let is_looked_at = self.looks.last().is_some_and(|row| row.clusters == self.clusters);
        let last = if is_looked_at || self.clusters == 0 { Vec::new() } else { self.look() };
        self.looks.iter().cloned().chain(last).collect()
    }
}

/// The test that the config asks for, or whether the agent wins clearly more than by chance.
fn test_of(schedule: &Schedule, agent: usize) -> SequentialTest {
    let chance = 1.0 / schedule.players as f64;
    let usual = SequentialTest { s0: chance, s1: chance + OFF, alpha: ERRORS, beta: ERRORS };
    let stop = schedule.stop.as_ref().filter(|stop| stop.agent == agent);
    stop.map_or(usual, |stop| match stop.rule {
        StopRule::Sequential(test) => test,
        StopRule::HalfWidth(..) => usual,
    })
}
