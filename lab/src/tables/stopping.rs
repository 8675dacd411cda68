//! Checks of the stopping rule in `[stop]`.
//!
//! A rule is checked after whole clusters in order, at predetermined points. So the end does not depend on threads or
//! on interruptions, and blocks beyond it that other threads have started are not in any table.

use super::agents;
use crate::schedule::Schedule;
use crate::schedule::stop::{AgentMeasure, MIN_CLUSTERS, Stop, StopRule};
use crate::subject::Accumulator;
use crate::subject::rows::Rows;
use stats::Welford;
use stats::estimate::t_quantile_of_many;
use stats::mean::Shares;
use stats::sequential::{Looks, TestDecision};

/// An experiment in progress, from the point of view of its stop rule.
#[derive(Clone, Debug)]
pub struct Stopping {
    agents: usize,
    stop: Option<Stop>,
    clusters: u64,
    looks: Looks,
    /// The means of the measure, with their numbers of blocks and seats.
    shares: Shares,
    decision: Option<TestDecision>,
    is_over: bool,
}

impl Stopping {
    /// Starts before the first cluster.
    pub fn new(schedule: &Schedule) -> Self {
        Self::of(schedule.stop.clone(), schedule.agents.len())
    }

    /// Starts a rule for this many agents, before the first cluster.
    pub fn of(stop: Option<Stop>, agents: usize) -> Self {
        let looks = Looks::from(MIN_CLUSTERS);
        Self { agents, stop, clusters: 0, looks, shares: Shares::default(), decision: None, is_over: false }
    }

    /// Adds a cluster.
    pub fn add_cluster(&mut self, cluster: &agents::AllAgentSums) {
        let Some(Stop { agent, rule, .. }) = &self.stop else { return };
        self.clusters += 1;
        let measure = match rule {
            StopRule::HalfWidth(measure, _) => *measure,
            StopRule::Sequential(_) => AgentMeasure::WinShare,
        };
        let (blocks, seats) = cluster.blocks_and_seats(*agent);
        cluster.mean(*agent, measure).into_iter().for_each(|mean| self.shares.push(mean, blocks, seats));
        let is_due = self.looks.is_due(self.clusters);
        match rule {
            StopRule::HalfWidth(AgentMeasure::WinShare, target) => {
                self.is_over |= is_due && is_narrow_share(&self.shares, *target);
            }
            StopRule::HalfWidth(AgentMeasure::Vp | AgentMeasure::Margin, target) => {
                self.is_over |= is_due && is_narrow(self.shares.stream(), *target);
            }
            StopRule::Sequential(test) => self.decision = self.decision.or_else(|| test.decision(&self.shares)),
        }
        self.is_over |= self.decision.is_some();
    }

    /// Returns the decision of a sequential test, if there is one.
    pub fn decision(&self) -> Option<TestDecision> {
        self.decision
    }

    /// Returns whether the rule is met.
    pub fn is_over(&self) -> bool {
        self.is_over
    }
}

impl Accumulator for Stopping {
    type Sums = Option<agents::AllAgentSums>;

    fn sums(&self) -> Self::Sums {
        self.stop.as_ref().map(|_| agents::AllAgentSums::new(self.agents))
    }

    fn add(&self, sums: &mut Self::Sums, rows: &Rows) {
        sums.iter_mut().for_each(|sums| sums.add_game(rows));
    }

    fn close(&mut self, cluster: &Self::Sums) {
        cluster.iter().for_each(|sums| self.add_cluster(sums));
    }
}

/// Returns whether the 95 % interval of a share is narrow enough on both sides.
///
/// The result is the same on every machine.
pub fn is_narrow_share(shares: &Shares, target: f64) -> bool {
    let estimate = shares.estimate();
    let sides = estimate.value.zip(estimate.interval);
    sides.is_some_and(|(mean, interval)| mean - interval.low <= target && interval.high - mean <= target)
}

/// Returns whether the 95 % interval is narrow enough.
///
/// The condition is z² (s² + 1/n) ≤ n d², the rule of Chow & Robbins (1965, Annals of Mathematical Statistics 36),
/// whose 1/n keeps clusters that agree by chance from ending it too early. Uses plain arithmetic, because it decides
/// when a run ends.
fn is_narrow(stream: &Welford, target: f64) -> bool {
    let count = stream.count() as f64;
    let quantile = t_quantile_of_many(count - 1.0);
    let variance = stream.variance().map(|variance| variance + 1.0 / count);
    variance.is_some_and(|variance| quantile * quantile * variance <= count * target * target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_narrow_when_it_is_and_not_by_luck() {
        let mut stream = Welford::default();
        (0..100).for_each(|number| stream.push(f64::from(number % 2)));
        // Half of 100 ones: s = 0.5025, and 1/n more; t = 1.984.
        let half = 1.984_217 * ((0.252_525_25_f64 + 0.01) / 100.0).sqrt();
        assert!(is_narrow(&stream, half + 1e-5) && !is_narrow(&stream, half - 1e-5), "{half}");
        let mut equal = Welford::default();
        (0..30).for_each(|_| equal.push(0.5));
        assert!(!is_narrow(&equal, 0.05) && is_narrow(&equal, 0.08));
    }

    #[test]
    fn the_interval_of_a_share_is_narrow_on_both_sides() {
        let mut none = Shares::default();
        (0..30).for_each(|_| none.push(0.0, 1, 4));
        // 0 to 1 - 0.025^(1/120).
        assert!(!is_narrow_share(&none, 0.030) && is_narrow_share(&none, 0.031));
        assert!(!is_narrow_share(&Shares::default(), 1.0));
    }
}
