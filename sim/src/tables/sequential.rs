//! `sequential.csv`: what was known when, for those who look before the end.

use super::agents;
use super::column::{Column, estimate, float, integer, text};
use crate::experiment::Experiment;
use crate::stats::sequential::{ConfidenceSequence, Decision, SequentialTest};
use crate::stats::{Estimate, Interval, Welford};

/// How far a win share lies off chance in the sequential test's alternative.
const OFF: f64 = 0.05;

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
    /// The sequential test's logarithm of the likelihood ratio.
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
        "log_ratio",
        "",
        "logarithm of the likelihood ratio of a win share of 0.05 above chance over one of chance (sequential test)",
        |row, _, line| line.float(row.log_ratio),
    ),
    text(
        "decision",
        "of the sequential test with 5 % errors, at its first chance and for good: `above` chance by 0.05, or `chance`",
        |row, _, line| {
            line.plain(match row.decision {
                Some(Decision::Alternative) => "above",
                Some(Decision::Null) => "chance",
                None => "",
            });
        },
    ),
];

#[derive(Copy, Clone, Default, Debug)]
struct Total {
    stream: Welford,
    sequence: ConfidenceSequence,
    decision: Option<Decision>,
}

/// All agents over all clusters so far, and the looks at them.
#[derive(Clone, Debug)]
pub struct Totals {
    test: SequentialTest,
    clusters: u64,
    /// The cluster after which the next look is.
    next: u64,
    totals: Vec<Total>,
    looks: Vec<SequentialRow>,
}

impl Totals {
    /// Before the first cluster.
    pub fn new(experiment: &Experiment) -> Self {
        let chance = 1.0 / experiment.players as f64;
        let test = SequentialTest { s0: chance, s1: chance + OFF, alpha: ERRORS, beta: ERRORS };
        let totals = vec![Total::default(); experiment.agents.len()];
        Self { test, clusters: 0, next: 10, totals, looks: Vec::new() }
    }

    /// Adds a cluster.
    pub fn add(&mut self, cluster: &agents::BlockSums) {
        self.clusters += 1;
        for (total, share) in self.totals.iter_mut().zip(cluster.win_shares()) {
            let Some(share) = share else { continue };
            total.stream.push(share);
            total.sequence.push(share);
            total.decision = total.decision.or_else(|| self.test.decision(&total.stream));
        }
        if self.clusters == self.next {
            self.looks.extend(self.look());
            self.next += self.next.div_ceil(10);
        }
    }

    fn look(&self) -> Vec<SequentialRow> {
        let row = |(agent, total): (usize, &Total)| SequentialRow {
            clusters: self.clusters,
            agent,
            win_share: Estimate { value: total.stream.mean(), interval: interval(total) },
            log_ratio: self.test.log_ratio(&total.stream),
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

fn interval(total: &Total) -> Option<Interval> {
    (total.sequence.count() > 0).then(|| total.sequence.interval())
}
