//! The budget of a search, and its report.

use super::Prospect;
use super::calibration::{Calibration, agree};
use crate::WeighedAction;

/// One candidate after a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Arm<A> {
    /// The action.
    pub action: A,
    /// The number of continuations that started with it.
    pub visits: u64,
    /// Their mean prospect for the searching seat; 0 without any.
    pub mean: Prospect,
    /// Standard error of the mean chance; 0 with fewer than two.
    pub standard_error: f64,
}

impl<A: PartialEq> Arm<A> {
    /// Converts it to a part of the explanation of a choice.
    pub(super) fn weighed(self, chosen: &A) -> WeighedAction<A> {
        let Self { action, visits, mean, standard_error } = self;
        let weight = f64::from(u8::from(action == *chosen));
        let (value, standard_error) = ((visits > 0).then_some(mean.chance), (visits > 1).then_some(standard_error));
        let decides = (visits > 0 && mean.value != mean.chance).then_some(mean.value);
        WeighedAction { action, value, decides, standard_error, visits, weight }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchReport<A> {
    /// The action to take.
    pub chosen: A,
    /// All candidates, in the domain's order.
    pub arms: Vec<Arm<A>>,
    /// Simulated continuations used.
    pub iterations: u64,
}

impl<A> SearchReport<A> {
    /// The same with the chances that came true where a search found such ones, and with those that are sure as they are.
    pub(super) fn calibrated(mut self, calibration: Calibration, mut sure: impl FnMut(&A) -> Option<f64>) -> Self {
        let tried = self.arms.iter().filter(|arm| arm.visits > 0);
        let agrees = agree(tried.clone().map(|arm| arm.mean.chance), tried.map(|arm| arm.visits).sum());
        for arm in self.arms.iter_mut().filter(|arm| arm.visits > 0) {
            let (chance, slope) = match sure(&arm.action) {
                Some(share) => (share.max(arm.mean.chance), 0.0),
                None => calibration.came_true(arm.mean.chance, agrees),
            };
            (arm.mean.chance, arm.standard_error) = (chance, slope * arm.standard_error);
        }
        self
    }
}

/// The fraction of a time budget that is used up, from 0; the budget is exhausted at 1.
///
/// This is a search's only information about time, since agents have no clock.
pub type Stopwatch<'t> = &'t (dyn Fn() -> f64 + Sync);

/// The budget of a search.
#[derive(Copy, Clone)]
pub enum SearchBudget<'t> {
    /// At most this number of simulated continuations.
    ///
    /// A remainder that cannot be divided evenly among the last arms is not used.
    Iterations(u64),
    /// As many as there is time for.
    Time(Stopwatch<'t>),
}

impl SearchBudget<'_> {
    /// The fraction that is used up after this number of iterations, from 0; exhausted at 1.
    pub(super) fn used(&self, iterations: u64) -> f64 {
        match self {
            Self::Iterations(0) => 1.0,
            Self::Iterations(all) => iterations as f64 / *all as f64,
            Self::Time(stopwatch) => stopwatch(),
        }
    }

    /// Returns the number of arms that it can distinguish.
    ///
    /// With fewer than four simulations each, noise decides.
    pub(crate) fn affordable_arms(&self) -> usize {
        match self {
            Self::Iterations(all) => usize::try_from(all / 4).unwrap_or(usize::MAX).max(2),
            Self::Time(_) => usize::MAX,
        }
    }
}

/// The mean of weighted numbers, and its standard error if this many were drawn; that of one is infinite or NaN.
pub(crate) fn mean_and_error(weighted: impl Iterator<Item = (f64, f64)> + Clone, drawn: u64) -> (f64, f64) {
    let add = |(all, sum): (f64, f64), (value, weight): (f64, f64)| (all + weight, sum + weight * value);
    let (all, sum) = weighted.clone().fold((0.0, 0.0), add);
    let mean = sum / all;
    let squares: f64 = weighted.map(|(value, weight)| weight * (value - mean) * (value - mean)).sum();
    (mean, (squares / all / (drawn as f64 - 1.0)).sqrt())
}

/// The budget of a search, and the way to spend it.
#[derive(Copy, Clone)]
pub struct Effort<'t> {
    /// The budget.
    pub budget: SearchBudget<'t>,
    /// True if it saves effort where that hardly matters.
    ///
    /// An arm that clearly trails another is not simulated any more.
    pub early_stopping: bool,
    /// The number of threads, at least 1. Results do not depend on it, but within a limited time.
    pub threads: usize,
    /// True if it plans the seat's later decisions in a tree below each arm, and seats that decide in secret together learn.
    pub has_tree: bool,
}

/// An arm trails clearly if its mean difference to the best one is this many standard errors.
pub const CLEARLY: f64 = 2.5;

/// The weight of exploration in [`ArmStats::upper_bound`]. Values lie in 0 to 1.
const EXPLORATION: f64 = 0.7;

/// The number of prospects of one arm, their sum, and the sum of squared chances.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(super) struct ArmStats {
    pub visits: u64,
    sum: Prospect,
    squares: f64,
}

impl ArmStats {
    pub fn add(&mut self, prospect: Prospect) {
        self.visits += 1;
        self.sum = self.sum.plus(1.0, prospect);
        self.squares += prospect.chance * prospect.chance;
    }

    fn mean(&self) -> Prospect {
        self.sum.over(self.visits.max(1) as f64)
    }

    /// The upper confidence bound of UCB1 on the arm's value after this many trials in total.
    ///
    /// It is infinite before the first one.
    pub fn upper_bound(&self, trials: u64) -> f64 {
        if self.visits == 0 {
            return f64::INFINITY;
        }
        let visits = self.visits as f64;
        self.sum.value / visits + EXPLORATION * (libm::log(trials as f64) / visits).sqrt()
    }

    pub fn arm<A>(&self, action: A) -> Arm<A> {
        Arm { action, visits: self.visits, mean: self.mean(), standard_error: self.standard_error() }
    }

    fn standard_error(&self) -> f64 {
        if self.visits < 2 {
            return 0.0;
        }
        let (count, mean) = (self.visits as f64, self.mean().chance);
        let variance = (self.squares - count * mean * mean).max(0.0) / (count - 1.0);
        (variance / count).sqrt()
    }
}
