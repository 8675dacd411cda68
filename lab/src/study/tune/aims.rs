//! The distance of a candidate from its goals, with confidence intervals.

use crate::config::tune::{Goal, Target};
use crate::subject::gauges::{Gauge, Gauges};
use stats::cluster_estimate::{ClusterEstimate, confidence_together};
use stats::share::Clusters;
use stats::{Estimate, Interval};

/// One part of a goal's measure, with its deviation from the target.
#[derive(Clone, Debug)]
pub struct GoalPart {
    /// The index of the goal.
    pub goal: usize,
    /// The index of the part among all parts.
    pub part: usize,
    /// The estimate of the part.
    pub estimate: ClusterEstimate,
    /// The deviation from the target, in the unit of the measure; from 0 for a minimum or maximum.
    pub off: ClusterEstimate,
    /// The size of one cluster, if the part is a win share.
    win_share: Option<Clusters>,
}

/// The decision on whether a goal is met, based on a confidence interval.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GoalStatus {
    /// The interval contains the target number and is narrow enough, or lies within the target range.
    Yes,
    /// The interval excludes the target number, or lies outside the target range.
    No,
    /// The interval contains the target number but is too wide, contains a range's end, or is missing.
    Open,
}

impl GoalStatus {
    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Open => "open",
        }
    }
}

impl GoalPart {
    /// Returns the estimate with its interval at this confidence level.
    ///
    /// Win shares have the interval of a share, even if all seeds agree. Everything else has Student's interval, or
    /// none if all seeds agree.
    pub fn interval(&self, confidence: f64) -> Estimate {
        match self.win_share {
            Some(each) => self.estimate.share_estimate(confidence, each),
            None => self.estimate.estimate(confidence),
        }
    }

    /// Returns the target if it is exactly known: a number, or the mean of parts with a constant sum.
    fn aim(&self) -> Option<f64> {
        let aim = self.estimate.minus(&self.off);
        aim.error().is_none().then_some(aim.value)
    }

    /// Determines whether the part meets the goal at this confidence; `None` for a minimum or maximum.
    pub fn met(&self, goal: &Goal, confidence: f64) -> Option<GoalStatus> {
        goal.target.direction().is_none().then(|| self.status(goal, confidence))
    }

    /// Returns the factor by which the games must grow to decide an open goal, other things being equal.
    ///
    /// The interval must shrink until it meets the goal or misses it, and its width decreases with the square root of
    /// the games. `None` if the goal is decided, or there is no interval.
    pub fn factor_to_decide(&self, goal: &Goal, confidence: f64) -> Option<f64> {
        self.met(goal, confidence).filter(|met| *met == GoalStatus::Open)?;
        let Interval { low, high } = self.interval(confidence).interval?;
        let value = self.estimate.value;
        let reach = (value - low).max(high - value);
        let shrunk_to_decide = match (goal.target, self.aim()) {
            (Target::Range(from, to), _) => reach / (value - from).abs().min((value - to).abs()),
            (_, Some(aim)) => (reach / goal.half_width).min(reach / (value - aim).abs()),
            (_, None) => (reach / goal.half_width).min(self.off.half_width(confidence)? / self.off.value.abs()),
        };
        Some(shrunk_to_decide.max(1.0).powi(2))
    }

    fn status(&self, goal: &Goal, confidence: f64) -> GoalStatus {
        let Some(Interval { low, high }) = self.interval(confidence).interval else { return GoalStatus::Open };
        let is_missed = match (goal.target, self.aim()) {
            (Target::Range(from, to), _) => return within(low, high, from, to),
            (_, Some(aim)) => !(low..=high).contains(&aim),
            (_, None) => match self.off.half_width(confidence) {
                Some(half) => self.off.value.abs() > half,
                None => return GoalStatus::Open,
            },
        };
        let reach = (self.estimate.value - low).max(high - self.estimate.value);
        match (is_missed, reach <= goal.half_width) {
            (true, _) => GoalStatus::No,
            (false, true) => GoalStatus::Yes,
            (false, false) => GoalStatus::Open,
        }
    }

    /// Returns the deviation that [`Self::met`] also tests if the target is an estimated mean.
    fn deviation(&self, goal: &Goal) -> Option<&ClusterEstimate> {
        (goal.target == Target::Even && self.aim().is_none()).then_some(&self.off)
    }
}

/// Determines whether an interval is within a range, outside it, or neither.
fn within(low: f64, high: f64, from: f64, to: f64) -> GoalStatus {
    match (from <= low && high <= to, high < from || to < low) {
        (true, _) => GoalStatus::Yes,
        (_, true) => GoalStatus::No,
        _ => GoalStatus::Open,
    }
}

/// Returns the confidence level of each interval that gives all intervals a joint coverage of 95 %.
///
/// These are the intervals of the candidates' estimates of all parts of all goals and, for parts that should be equal,
/// of their deviations from the mean.
pub fn confidence<'a>(all: impl Iterator<Item = &'a Aims>, goals: &[Goal], seed: u64) -> f64 {
    let parts: Vec<&GoalPart> = all.flat_map(|aims| &aims.parts).collect();
    let deviations = parts.iter().filter_map(|part| part.deviation(&goals[part.goal]));
    let said: Vec<&ClusterEstimate> = parts.iter().map(|part| &part.estimate).chain(deviations).collect();
    let level = parts.iter().filter(|part| part.win_share.is_some() && part.estimate.error().is_none());
    confidence_together(&said, level.count(), seed)
}

/// Returns how much closer to the goals than the printed rules the closest finalist is, given first.
///
/// It is chosen by these very seeds, so its interval has 95 % joint coverage with those of all other finalists.
pub fn closer<'a>(printed: &Aims, finalists: impl Iterator<Item = &'a Aims>, seed: u64) -> Estimate {
    let closer: Vec<ClusterEstimate> = finalists.map(|aims| printed.distance.minus(&aims.distance)).collect();
    closer[0].estimate(confidence_together(&closer.iter().collect::<Vec<_>>(), 0, seed))
}

/// The estimates of one candidate, and its distances from the goals.
#[derive(Clone, Debug)]
pub struct Aims {
    /// Every part of every goal.
    pub parts: Vec<GoalPart>,
    /// The distance from each goal: the mean square of its parts' deviations.
    ///
    /// Win shares and fractions are in percentage points. For a minimum it is the number itself, for a maximum its
    /// negative.
    pub distances: Vec<ClusterEstimate>,
    /// The distance from all goals: their weighted sum.
    pub distance: ClusterEstimate,
}

/// Returns the factor from a measure's unit to that of distances: percentage points for shares.
fn points(gauge: &Gauge) -> f64 {
    if gauge.is_share() { 100.0 } else { 1.0 }
}

impl Aims {
    /// Computes the distances of these estimates from the goals.
    ///
    /// # Errors
    /// If no game has a value for a goal. The error is the goal's index.
    pub fn of(goals: &[Goal], gauges: &Gauges, estimates: &[Option<ClusterEstimate>]) -> Result<Self, usize> {
        let (mut parts, mut distances) = (Vec::new(), Vec::new());
        for (number, goal) in goals.iter().enumerate() {
            let own = aimed(number, goal, gauges, estimates);
            if own.is_empty() {
                return Err(number);
            }
            if let Some(direction) = goal.target.direction() {
                let (slope, number) = (direction * points(&gauges.all[number]), &own[0].estimate);
                distances.push(ClusterEstimate::function(slope * number.value, &[(number, slope)]));
                parts.extend(own);
                continue;
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

    /// Returns whether this candidate is at least as close to every goal as another, and closer to one.
    pub fn dominates(&self, other: &Self) -> bool {
        let mut pairs = self.distances.iter().zip(&other.distances);
        pairs.clone().all(|(own, other)| own.value <= other.value) && pairs.any(|(own, other)| own.value < other.value)
    }
}

/// Computes the parts of a goal. Gauges are in the order of goals.
fn aimed(number: usize, goal: &Goal, gauges: &Gauges, estimates: &[Option<ClusterEstimate>]) -> Vec<GoalPart> {
    let own: Vec<(usize, &ClusterEstimate)> =
        gauges.of(number).filter_map(|part| Some((part, estimates[part].as_ref()?))).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let off: Vec<ClusterEstimate> = match goal.target {
        Target::Even => Gauges::apart(&own.iter().map(|(_, estimate)| *estimate).collect::<Vec<_>>()),
        Target::Least | Target::Most => own.iter().map(|(_, estimate)| (*estimate).clone()).collect(),
        Target::Number(number) => own.iter().map(|(_, estimate)| shifted(estimate, number)).collect(),
        Target::Range(low, high) => {
            own.iter().map(|(_, estimate)| shifted(estimate, estimate.value.clamp(low, high))).collect()
        }
    };
    let is_asked = |part: usize| goal.part.as_ref().is_none_or(|name| gauges.parts[part].1 == *name);
    let parts = own.into_iter().zip(off).filter(|((part, _), _)| is_asked(*part)).map(|((part, estimate), off)| {
        GoalPart { goal: number, part, estimate: estimate.clone(), off, win_share: gauges.win_share_size(part) }
    });
    parts.collect()
}

/// Subtracts a constant from an estimate.
fn shifted(estimate: &ClusterEstimate, by: f64) -> ClusterEstimate {
    ClusterEstimate::function(estimate.value - by, &[(estimate, 1.0)])
}

/// Returns each candidate's Pareto front: 0 if not dominated, 1 if only by members of front 0, etc.
pub fn fronts<'a>(all: impl Iterator<Item = &'a Aims>) -> Vec<usize> {
    let all: Vec<&Aims> = all.collect();
    let mut fronts = vec![usize::MAX; all.len()];
    for front in 0..all.len() {
        let left: Vec<usize> = (0..all.len()).filter(|one| fronts[*one] == usize::MAX).collect();
        if left.is_empty() {
            break;
        }
        for &one in &left {
            if !left.iter().any(|&other| all[other].dominates(all[one])) {
                fronts[one] = front;
            }
        }
    }
    fronts
}

#[cfg(test)]
mod tests {
    use engine::random::{RngExt, mix, random};

    use super::*;

    /// A variant whose distance on each of 50 seeds is half the luck of the seed, half its own.
    fn variant(seed: u64, number: u64) -> Aims {
        let luck = |number: u64, cluster: u64| random(mix([seed, number, cluster])).random_range(0.0..1.0);
        let distances = (0..50).map(|cluster| Some(luck(0, cluster) + luck(number, cluster)));
        let distance = ClusterEstimate::mean(distances).unwrap();
        Aims { parts: Vec::new(), distances: Vec::new(), distance }
    }

    #[test]
    fn the_closest_of_equals_is_rarely_called_closer_than_another_equal() {
        for count in [1, 3, 30] {
            let is_closer = |seed: u64| {
                let printed = variant(seed, 1);
                let mut finalists: Vec<Aims> = (0..count).map(|number| variant(seed, 2 + number)).collect();
                finalists.sort_by(|one, two| one.distance.value.total_cmp(&two.distance.value));
                closer(&printed, finalists.iter(), seed).low().is_some_and(|low| low > 0.0)
            };
            // 2.5 % of 200 are 5; without regard to the choice it would be 50 with 30 finalists.
            let found = (0..200).filter(|seed| is_closer(1000 * count + seed)).count();
            assert!(found <= 12, "{found} of 200 with {count} finalists");
        }
    }
}
