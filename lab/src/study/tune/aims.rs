//! How far a candidate is from its goals, with what is known of that.

use crate::config::tune::{Goal, Target};
use crate::subject::gauges::{Gauge, Gauges};
use stats::cluster_estimate::{ClusterEstimate, confidence_together};
use stats::share::Clusters;
use stats::{Estimate, Interval};

/// One part of a measure, and how far it is from what is aimed at.
#[derive(Clone, Debug)]
pub struct Aimed {
    /// The number of the goal.
    pub goal: usize,
    /// The part's place among all parts.
    pub part: usize,
    /// What it is.
    pub estimate: ClusterEstimate,
    /// What it is off, in the unit of the measure.
    pub off: ClusterEstimate,
    /// The size of one cluster, if it is a share of wins.
    win_share: Option<Clusters>,
}

/// Whether a goal is met, as far as an interval tells.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Met {
    /// The interval holds the number aimed at and is no wider than the goal asks for, or lies within the range.
    Yes,
    /// It does not, or lies outside.
    No,
    /// The interval holds the number aimed at, and is wider; or reaches over an end of the range; or there is none.
    Open,
}

impl Met {
    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Open => "open",
        }
    }
}

impl Aimed {
    /// The estimate with its interval of this confidence: that of a share for shares of wins, also where all seeds agree, and Student's for
    /// everything else, which seeds that agree do not have.
    pub fn interval(&self, confidence: f64) -> Estimate {
        match self.win_share {
            Some(each) => self.estimate.share_estimate(confidence, each),
            None => self.estimate.estimate(confidence),
        }
    }

    /// The number aimed at, if it is known without error: a number, or the mean of parts that always add up to the same.
    fn aim(&self) -> Option<f64> {
        let aim = self.estimate.minus(&self.off);
        aim.error().is_none().then_some(aim.value)
    }

    /// Whether the part is as the goal asks, with an interval of this confidence.
    pub fn met(&self, goal: &Goal, confidence: f64) -> Met {
        let Some(Interval { low, high }) = self.interval(confidence).interval else { return Met::Open };
        let is_missed = match (goal.target, self.aim()) {
            (Target::Range(from, to), _) => return within(low, high, from, to),
            (Target::Even | Target::Number(_), Some(aim)) => !(low..=high).contains(&aim),
            (Target::Even | Target::Number(_), None) => match self.off.half_width(confidence) {
                Some(half) => self.off.value.abs() > half,
                None => return Met::Open,
            },
        };
        let reach = (self.estimate.value - low).max(high - self.estimate.value);
        match (is_missed, reach <= goal.half_width) {
            (true, _) => Met::No,
            (false, true) => Met::Yes,
            (false, false) => Met::Open,
        }
    }

    /// What [`Self::met`] says something about beside the estimate: the deviation from a mean that is an estimate itself.
    fn deviation(&self, goal: &Goal) -> Option<&ClusterEstimate> {
        (goal.target == Target::Even && self.aim().is_none()).then_some(&self.off)
    }
}

/// What an interval says of a range.
fn within(low: f64, high: f64, from: f64, to: f64) -> Met {
    match (from <= low && high <= to, high < from || to < low) {
        (true, _) => Met::Yes,
        (_, true) => Met::No,
        _ => Met::Open,
    }
}

/// The confidence of each interval with which everything that is said of these candidates holds together in 95 %: the estimates of all parts of
/// all goals, and where parts should be alike also what they are apart from their mean.
pub fn confidence<'a>(all: impl Iterator<Item = &'a Aims>, goals: &[Goal], seed: u64) -> f64 {
    let parts: Vec<&Aimed> = all.flat_map(|aims| &aims.parts).collect();
    let deviations = parts.iter().filter_map(|part| part.deviation(&goals[part.goal]));
    let said: Vec<&ClusterEstimate> = parts.iter().map(|part| &part.estimate).chain(deviations).collect();
    let is_level = |part: &&&Aimed| part.win_share.is_some() && part.estimate.error().is_none();
    confidence_together(&said, parts.iter().filter(is_level).count(), seed)
}

/// What goals say of one candidate.
#[derive(Clone, Debug)]
pub struct Aims {
    /// Every part of every goal.
    pub parts: Vec<Aimed>,
    /// The distance from each goal: the mean square of what its parts are off, win shares and fractions in percentage points.
    pub distances: Vec<ClusterEstimate>,
    /// The distance from all of them: their sum by weight.
    pub distance: ClusterEstimate,
}

/// The unit in which distances count: percentage points for shares.
fn points(gauge: &Gauge) -> f64 {
    if gauge.is_share() { 100.0 } else { 1.0 }
}

impl Aims {
    /// What the goals say of these estimates.
    ///
    /// # Errors
    /// The number of a goal that no game has a value for.
    pub fn of(goals: &[Goal], gauges: &Gauges, estimates: &[Option<ClusterEstimate>]) -> Result<Self, usize> {
        let (mut parts, mut distances) = (Vec::new(), Vec::new());
        for (number, goal) in goals.iter().enumerate() {
            let own = aimed(number, goal.target, gauges, estimates);
            if own.is_empty() {
                return Err(number);
            }
            let (factor, count) = (points(&gauges.all[number]).powi(2), own.len() as f64);
            let square = own.iter().map(|part| factor * part.off.value * part.off.value).sum::<f64>() / count;
            let slopes = own.iter().map(|part| (&part.off, 2.0 * factor * part.off.value / count));
            distances.push(ClusterEstimate::function(square, &slopes.collect::<Vec<_>>()));
            parts.extend(own);
        }
        let weighted: Vec<(&ClusterEstimate, f64)> =
            distances.iter().zip(goals).map(|(distance, goal)| (distance, goal.weight.unwrap_or(1.0))).collect();
        let sum = weighted.iter().map(|(distance, weight)| weight * distance.value).sum();
        let distance = ClusterEstimate::function(sum, &weighted);
        Ok(Self { parts, distance, distances })
    }

    /// Whether it is at least as close to every goal as another, and closer to one.
    pub fn dominates(&self, other: &Self) -> bool {
        let pairs = || self.distances.iter().zip(&other.distances);
        pairs().all(|(own, other)| own.value <= other.value) && pairs().any(|(own, other)| own.value < other.value)
    }
}

/// The parts of a goal; gauges are in the order of goals.
fn aimed(goal: usize, target: Target, gauges: &Gauges, estimates: &[Option<ClusterEstimate>]) -> Vec<Aimed> {
    let own: Vec<(usize, &ClusterEstimate)> =
        gauges.of(goal).filter_map(|part| Some((part, estimates[part].as_ref()?))).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let off: Vec<ClusterEstimate> = match target {
        Target::Even => Gauges::apart(&own.iter().map(|(_, estimate)| *estimate).collect::<Vec<_>>()),
        Target::Number(number) => own.iter().map(|(_, estimate)| shifted(estimate, number)).collect(),
        Target::Range(low, high) => {
            own.iter().map(|(_, estimate)| shifted(estimate, estimate.value.clamp(low, high))).collect()
        }
    };
    let aimed = |((part, estimate), off): ((usize, &ClusterEstimate), ClusterEstimate)| Aimed {
        goal,
        part,
        estimate: estimate.clone(),
        off,
        win_share: gauges.win_share_size(part),
    };
    own.into_iter().zip(off).map(aimed).collect()
}

/// An estimate less a number.
fn shifted(estimate: &ClusterEstimate, by: f64) -> ClusterEstimate {
    ClusterEstimate::function(estimate.value - by, &[(estimate, 1.0)])
}

/// How many others must be taken away before nothing dominates it, for each of these: 0 for the front.
pub fn fronts(all: &[&Aims]) -> Vec<usize> {
    let mut fronts = vec![usize::MAX; all.len()];
    for front in 0..all.len() {
        let left: Vec<usize> = (0..all.len()).filter(|one| fronts[*one] == usize::MAX).collect();
        if left.is_empty() {
            break;
        }
        let is_dominated = |one: &usize| left.iter().any(|other| all[*other].dominates(all[*one]));
        let next: Vec<usize> = left.iter().copied().filter(|one| !is_dominated(one)).collect();
        next.into_iter().for_each(|one| fronts[one] = front);
    }
    fronts
}
