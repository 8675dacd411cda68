//! Strengths from rankings of any number of players: the Thurstone–Mosteller normal model.
//!
//! The performance of a seat in a game is normal around its agent's strength, with the same variance for all, and seats
//! rank by performance (Thurstone 1927, Psychological Review 34, case V; Mosteller 1951, Psychometrika 16). Strengths
//! are in units of that standard deviation.

use engine::MAX_SEATS;

use crate::symmetric::Symmetric;

/// The maximum number of steps of Newton's method.
const MAX_STEPS: usize = 100;

/// The change of all strengths below which the iteration has converged.
const TOLERANCE: f64 = 1e-9;

/// The maximum number of halvings of a step that does not increase the likelihood.
const MAX_HALVINGS: u32 = 40;

/// The agents of a game's seats, ascending, padded with `NOBODY`.
pub type TableAgents = [u8; MAX_SEATS];

/// The padding of [`TableAgents`].
const NOBODY: u8 = u8::MAX;

/// Sorts the agents of a game's seats.
pub fn table_agents(agents: impl Iterator<Item = usize>) -> TableAgents {
    let mut table = [NOBODY; MAX_SEATS];
    table.iter_mut().zip(agents).for_each(|(place, agent)| *place = agent as u8);
    table.sort_unstable();
    table
}

/// Paired comparisons: the number of times that a seat of one agent ranked before a seat of another.
///
/// ```
/// # use stats::thurstone::Comparisons;
/// let mut comparisons = Comparisons::new(2);
/// (0..76).for_each(|_| comparisons.add(&[(1, 0), (2, 1)]));
/// (0..24).for_each(|_| comparisons.add(&[(2, 0), (1, 1)]));
/// let strengths = comparisons.strengths(&[0.0, 0.0]).unwrap();
/// // √2 times the normal quantile of 0.76.
/// assert!((strengths[0] - strengths[1] - 0.99886).abs() < 1e-4);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Comparisons {
    agents: usize,
    /// The counts, row by row of the agent that ranked higher.
    before: Vec<f64>,
}

impl Comparisons {
    /// Starts without comparisons, among this many agents.
    pub fn new(agents: usize) -> Self {
        Self { agents, before: vec![0.0; agents * agents] }
    }

    /// Adds a ranking of seats, by the rank and agent of each. A shared rank counts half for each agent.
    pub fn add(&mut self, ranking: &[(u8, usize)]) {
        for (place, (rank, agent)) in ranking.iter().enumerate() {
            for (other_rank, other) in ranking[place + 1..].iter().filter(|(_, other)| other != agent) {
                let before = f64::from(u8::from(rank <= other_rank) + u8::from(rank < other_rank)) / 2.0;
                self.before[agent * self.agents + other] += before;
                self.before[other * self.agents + agent] += 1.0 - before;
            }
        }
    }

    /// The number of times that the first agent ranked above the second.
    pub fn before(&self, agent: usize, other: usize) -> f64 {
        self.before[agent * self.agents + other]
    }

    /// Sets the number of times that the first agent ranked above the second.
    pub fn set(&mut self, agent: usize, other: usize, times: f64) {
        self.before[agent * self.agents + other] = times;
    }

    /// Adds other comparisons.
    pub fn add_all(&mut self, other: &Self) {
        self.before.iter_mut().zip(&other.before).for_each(|(sum, more)| *sum += more);
    }

    /// The maximum likelihood strengths, with mean 0, as if all comparisons were independent.
    ///
    /// Uses Newton's method from `start`. `None` if there is no maximum, because some agents never ranked above any of
    /// the others (Ford 1957, American Mathematical Monthly 64), or if there is only one agent.
    pub fn strengths(&self, start: &[f64]) -> Option<Vec<f64>> {
        if self.agents < 2 || !self.is_connected() {
            return None;
        }
        let mut strengths = start.to_vec();
        let mut likelihood = self.likelihood(&strengths);
        for _ in 0..MAX_STEPS {
            let mut step = self.step(&strengths)?;
            let (mut next, mut halvings) = (sums(&strengths, &step), 0);
            let mut raised = self.likelihood(&next);
            while raised < likelihood && halvings < MAX_HALVINGS {
                step.iter_mut().for_each(|step| *step /= 2.0);
                (next, halvings) = (sums(&strengths, &step), halvings + 1);
                raised = self.likelihood(&next);
            }
            (strengths, likelihood) = (next, raised);
            if step.iter().all(|step| step.abs() < TOLERANCE) {
                return Some(strengths);
            }
        }
        None
    }

    /// Each pair of compared agents, with their difference in standard deviations of the difference.
    fn pairs<'a>(&'a self, strengths: &'a [f64]) -> impl Iterator<Item = (usize, usize, f64)> + 'a {
        let pairs = (0..self.agents).flat_map(|one| (0..self.agents).map(move |other| (one, other)));
        let met = pairs.filter(|(one, other)| self.before(*one, *other) > 0.0);
        met.map(|(one, other)| (one, other, (strengths[one] - strengths[other]) * std::f64::consts::FRAC_1_SQRT_2))
    }

    /// The log-likelihood.
    fn likelihood(&self, strengths: &[f64]) -> f64 {
        self.pairs(strengths).map(|(one, other, apart)| self.before(one, other) * log_cdf(apart)).sum()
    }

    /// Newton's step: the gradient divided by the curvature.
    ///
    /// The curvature is the Laplacian of the graph of agents, singular only in the direction of the mean.
    fn step(&self, strengths: &[f64]) -> Option<Vec<f64>> {
        let mut gradient = vec![0.0; self.agents];
        let mut curvature = Symmetric::zeros(self.agents);
        for (one, other, apart) in self.pairs(strengths) {
            let (times, slope) = (self.before(one, other), log_cdf_slope(apart));
            let first = times * slope * std::f64::consts::FRAC_1_SQRT_2;
            gradient[one] += first;
            gradient[other] -= first;
            let second = times * slope * (slope + apart) / 2.0;
            curvature[(one, one)] += second;
            curvature[(other, other)] += second;
            curvature[(one, other)] -= second;
            curvature[(other, one)] -= second;
        }
        let scale = (0..self.agents).map(|agent| curvature[(agent, agent)]).fold(0.0, f64::max);
        curvature.add_products(scale, &vec![1.0; self.agents]);
        Some(curvature.inverse()?.times(&gradient))
    }

    /// Returns whether a chain of "ranked above" leads from every agent to every other.
    fn is_connected(&self) -> bool {
        self.reaches_all(|one, two| self.before(one, two)) && self.reaches_all(|one, two| self.before(two, one))
    }

    /// Returns whether chains of positive counts lead from the first agent to every other.
    fn reaches_all(&self, count: impl Fn(usize, usize) -> f64) -> bool {
        let (mut seen, mut open) = (vec![false; self.agents], vec![0]);
        seen[0] = true;
        while let Some(from) = open.pop() {
            for to in (0..self.agents).filter(|&to| count(from, to) > 0.0) {
                if !std::mem::replace(&mut seen[to], true) {
                    open.push(to);
                }
            }
        }
        seen.into_iter().all(|seen| seen)
    }
}

fn sums(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one + other).collect()
}

/// The range of performances around the strengths that is integrated, in standard deviations.
const REACH: f64 = 8.0;

/// The step width of the integral over performances.
///
/// For products of normal curves the sum is exact to the last digit.
const STEP: f64 = 0.5;

/// The expected number of first places of each agent's seats, at tables played these numbers of times.
pub fn expected_firsts<'a>(strengths: &[f64], tables: impl Iterator<Item = (&'a TableAgents, f64)>) -> Vec<f64> {
    let low = strengths.iter().copied().fold(strengths[0], f64::min) - REACH;
    let high = strengths.iter().copied().fold(strengths[0], f64::max) + REACH;
    let points = ((high - low) / STEP) as usize + 1;
    let curves: [fn(f64) -> f64; 2] = [density, cdf];
    let [densities, below] = curves.map(|curve| -> Vec<Vec<f64>> {
        let values = |strength: &f64| (0..points).map(|point| curve(low + STEP * point as f64 - strength)).collect();
        strengths.iter().map(values).collect()
    });
    let mut firsts = vec![0.0; strengths.len()];
    for (table, times) in tables {
        let agents: Vec<usize> =
            table.iter().filter(|agent| **agent != NOBODY).map(|agent| usize::from(*agent)).collect();
        for (seat, agent) in agents.iter().enumerate() {
            let mut first = 0.0;
            for point in 0..points {
                let others = agents.iter().enumerate().filter(|(other, _)| *other != seat);
                first += densities[*agent][point] * others.map(|(_, other)| below[*other][point]).product::<f64>();
            }
            firsts[*agent] += times * STEP * first;
        }
    }
    firsts
}

/// 1 / √(2 π).
const FRAC_1_SQRT_2PI: f64 = 0.398_942_280_401_432_7;

fn density(z: f64) -> f64 {
    FRAC_1_SQRT_2PI * libm::exp(-z * z / 2.0)
}

fn cdf(z: f64) -> f64 {
    libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2) / 2.0
}

/// The argument below which the normal distribution function underflows.
const LOWEST: f64 = -30.0;

/// The logarithm of the normal distribution function.
fn log_cdf(z: f64) -> f64 {
    if z > LOWEST { libm::log(cdf(z)) } else { -z * z / 2.0 - libm::log(-z / FRAC_1_SQRT_2PI) }
}

/// The slope of [`log_cdf`]: the inverse of Mills's ratio.
fn log_cdf_slope(z: f64) -> f64 {
    if z > LOWEST { density(z) / cdf(z) } else { -z - 1.0 / z }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparisons(agents: usize, rankings: &[(&[(u8, usize)], usize)]) -> Comparisons {
        let mut comparisons = Comparisons::new(agents);
        for (ranking, times) in rankings {
            (0..*times).for_each(|_| comparisons.add(ranking));
        }
        comparisons
    }

    #[test]
    fn two_agents_are_as_far_apart_as_the_share_of_games_says() {
        let found = comparisons(2, &[(&[(1, 0), (2, 1)], 76), (&[(2, 0), (1, 1)], 24)]).strengths(&[0.0; 2]).unwrap();
        // The normal quantile of 0.76 is 0.706303, times √2.
        assert!((found[0] - found[1] - 0.706_302_56 * 2.0_f64.sqrt()).abs() < 1e-6, "{found:?}");
        assert!((found[0] + found[1]).abs() < 1e-9);
    }

    #[test]
    fn shared_ranks_count_half_for_either_order() {
        let tied = comparisons(3, &[(&[(1, 0), (1, 1), (3, 2)], 2)]);
        let ordered = comparisons(3, &[(&[(1, 0), (2, 1), (3, 2)], 1), (&[(2, 0), (1, 1), (3, 2)], 1)]);
        assert_eq!(tied, ordered);
    }

    #[test]
    fn who_never_ranks_before_another_has_no_strength() {
        assert_eq!(comparisons(2, &[(&[(1, 0), (2, 1)], 30)]).strengths(&[0.0; 2]), None);
        // 0 and 1 beat each other, 2 is beaten by both.
        let found = comparisons(3, &[(&[(1, 0), (2, 1), (3, 2)], 3), (&[(2, 0), (1, 1), (3, 2)], 3)]);
        assert_eq!(found.strengths(&[0.0; 3]), None);
        assert_eq!(Comparisons::new(1).strengths(&[0.0]), None);
    }

    #[test]
    fn agents_that_are_far_apart_are_found_from_anywhere() {
        let mut some = Comparisons::new(4);
        for (one, other, times) in [(0, 1, 999_999.0), (1, 0, 1.0), (1, 2, 5e5), (2, 1, 1.0), (2, 3, 3.0), (3, 2, 1.0)]
        {
            some.set(one, other, times);
        }
        let found = some.strengths(&[0.0; 4]).unwrap();
        // A chain: each link is as of two alone. Normal quantiles of 1e-6, 1 / 500,001 and 1/4 by scipy.
        for (one, quantile) in [(0, 4.753_424_3), (1, 4.611_382_8), (2, 0.674_489_8)] {
            assert!((found[one] - found[one + 1] - quantile * 2.0_f64.sqrt()).abs() < 1e-5, "{found:?}");
        }
        let elsewhere = some.strengths(&[-40.0, 40.0, -40.0, 40.0]).unwrap();
        assert!(found.iter().zip(&elsewhere).all(|(one, other)| (one - other).abs() < 1e-7), "{elsewhere:?}");
    }

    #[test]
    fn first_places_are_those_of_the_normal_model() {
        let of = |strengths: &[f64], agents: &[usize]| {
            let table = table_agents(agents.iter().copied());
            expected_firsts(strengths, [(&table, 1.0)].into_iter())
        };
        let even = of(&[0.3, 0.3, 0.3], &[0, 1, 2]);
        assert!(even.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-12), "{even:?}");
        // Of two: Φ(1 / √2).
        assert!((of(&[1.0, 0.0], &[0, 1])[0] - 0.760_249_94).abs() < 1e-8);
        // Of three, by scipy's quad; an agent in two seats has both.
        let three = of(&[1.0, 0.0], &[0, 1, 1]);
        assert!((three[0] - 0.633_702_06).abs() < 1e-7 && (three[0] + three[1] - 1.0).abs() < 1e-12, "{three:?}");
    }
}
