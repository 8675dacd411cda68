//! How far a candidate is from its goals, with what is known of that.

use crate::lab::config::tune::{Goal, Target};
use crate::lab::subject::Subject;
use crate::lab::subject::gauges::{Gauge, Gauges};
use crate::stats::traced::Traced;

/// One part of a measure, and how far it is from what is aimed at.
#[derive(Clone, Debug)]
pub struct Aimed {
    /// The number of the goal.
    pub goal: usize,
    /// The part's place among all parts.
    pub part: usize,
    /// What it is.
    pub estimate: Traced,
    /// What it is off, in the unit of the measure.
    pub off: Traced,
}

/// Whether a goal is met, as far as an interval tells.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Met {
    /// The interval holds the number aimed at and is no wider than the goal asks for, or lies within the range.
    Yes,
    /// It does not, or lies outside.
    No,
    /// The interval holds the number aimed at, and is wider; or reaches over an end of the range.
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
    /// Whether the part is as the goal asks, with an interval of this confidence.
    pub fn met(&self, goal: &Goal, confidence: f64) -> Met {
        match goal.target {
            Target::Even | Target::Number(_) => {
                let half = self.estimate.half_width(confidence);
                match self.off.half_width(confidence) {
                    // A single seed shows nothing.
                    None => Met::Open,
                    Some(off) if self.off.value.abs() > off => Met::No,
                    Some(_) if half.is_some_and(|half| half <= goal.half_width) => Met::Yes,
                    Some(_) => Met::Open,
                }
            }
            Target::Range(low, high) => {
                let half = self.estimate.half_width(confidence).unwrap_or(0.0);
                let (from, to) = (self.estimate.value - half, self.estimate.value + half);
                match (low <= from && to <= high, to < low || high < from) {
                    (true, _) => Met::Yes,
                    (_, true) => Met::No,
                    _ => Met::Open,
                }
            }
        }
    }
}

/// What goals say of one candidate.
#[derive(Clone, Debug)]
pub struct Aims {
    /// Every part of every goal.
    pub parts: Vec<Aimed>,
    /// The distance from each goal: the mean square of what its parts are off, win shares and fractions in percentage points.
    pub distances: Vec<Traced>,
    /// The distance from all of them: their sum by weight.
    pub distance: Traced,
}

/// The unit in which distances count: percentage points for shares.
fn points<S: Subject>(gauge: &Gauge<S>) -> f64 {
    if gauge.is_share() { 100.0 } else { 1.0 }
}

impl Aims {
    /// What the goals say of these estimates.
    ///
    /// # Errors
    /// The number of a goal that no game has a value for.
    pub fn of<S: Subject>(goals: &[Goal], gauges: &Gauges<S>, estimates: &[Option<Traced>]) -> Result<Self, usize> {
        let (mut parts, mut distances) = (Vec::new(), Vec::new());
        for (number, goal) in goals.iter().enumerate() {
            let own = aimed(number, goal.target, gauges, estimates);
            if own.is_empty() {
                return Err(number);
            }
            let (factor, count) = (points(&gauges.all[number]).powi(2), own.len() as f64);
            let square = own.iter().map(|part| factor * part.off.value * part.off.value).sum::<f64>() / count;
            let slopes = own.iter().map(|part| (&part.off, 2.0 * factor * part.off.value / count));
            distances.push(Traced::function(square, &slopes.collect::<Vec<_>>()));
            parts.extend(own);
        }
        let weighted: Vec<(&Traced, f64)> =
            distances.iter().zip(goals).map(|(distance, goal)| (distance, goal.weight.unwrap_or(1.0))).collect();
        let sum = weighted.iter().map(|(distance, weight)| weight * distance.value).sum();
        let distance = Traced::function(sum, &weighted);
        Ok(Self { parts, distance, distances })
    }

    /// Whether it is at least as close to every goal as another, and closer to one.
    pub fn dominates(&self, other: &Self) -> bool {
        let pairs = || self.distances.iter().zip(&other.distances);
        pairs().all(|(own, other)| own.value <= other.value) && pairs().any(|(own, other)| own.value < other.value)
    }
}

/// The parts of a goal; gauges are in the order of goals.
fn aimed<S: Subject>(goal: usize, target: Target, gauges: &Gauges<S>, estimates: &[Option<Traced>]) -> Vec<Aimed> {
    let own: Vec<(usize, &Traced)> =
        gauges.of(goal).filter_map(|part| Some((part, estimates[part].as_ref()?))).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let off: Vec<Traced> = match target {
        Target::Even => Gauges::<S>::apart(&own.iter().map(|(_, estimate)| *estimate).collect::<Vec<_>>()),
        Target::Number(number) => own.iter().map(|(_, estimate)| shifted(estimate, number)).collect(),
        Target::Range(low, high) => {
            own.iter().map(|(_, estimate)| shifted(estimate, estimate.value.clamp(low, high))).collect()
        }
    };
    let aimed =
        |((part, estimate), off): ((usize, &Traced), Traced)| Aimed { goal, part, estimate: estimate.clone(), off };
    own.into_iter().zip(off).map(aimed).collect()
}

/// An estimate less a number.
fn shifted(estimate: &Traced, by: f64) -> Traced {
    Traced::function(estimate.value - by, &[(estimate, 1.0)])
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
