//! Strengths on one scale from rankings of any number of players: the Plackett-Luce model.
//!
//! A ranking is a sequence of choices: the first among all, the second among the rest, and so on; each with probabilities in proportion to
//! worth (Plackett 1975, Applied Statistics 24; Luce 1959, Individual Choice Behavior).

use std::collections::BTreeMap;

use engine::MAX_SEATS;

/// How many steps the search for the maximum likelihood takes before it gives up.
const MAX_STEPS: usize = 10_000;

/// The maximum is reached when no worth changes relatively by more than this.
const TOLERANCE: f64 = 1e-10;

/// The agents that a choice is made from, ascending, padded with `NOBODY`.
pub type ChoiceSet = [u8; MAX_SEATS];

/// Fills a [`ChoiceSet`].
const NOBODY: u8 = u8::MAX;

/// How often each agent was chosen, and from which sets.
#[derive(Clone, PartialEq, Debug)]
pub struct Choices {
    /// Choices from each set.
    pub sets: BTreeMap<ChoiceSet, f64>,
    /// Choices of each agent.
    pub wins: Vec<f64>,
    /// For each pair of agents, whether the first was ever chosen before the other.
    pub beats: Vec<Vec<bool>>,
}

impl Choices {
    /// None so far, among this many agents.
    pub fn new(agents: usize) -> Self {
        Self { sets: BTreeMap::new(), wins: vec![0.0; agents], beats: vec![vec![false; agents]; agents] }
    }

    /// Adds a ranking of seats: rank and agent of each. Those that share a rank count in all orders equally.
    pub fn add(&mut self, ranking: &[(u8, usize)]) {
        self.add_rest(&mut ranking.to_vec(), 1.0);
    }

    fn add_rest(&mut self, rest: &mut Vec<(u8, usize)>, weight: f64) {
        // A choice of an agent from copies of itself says nothing, and the last one is no choice.
        if rest.iter().all(|(_, agent)| *agent == rest[0].1) {
            return;
        }
        let best = rest.iter().map(|(rank, _)| *rank).min();
        let chosen: Vec<usize> = (0..rest.len()).filter(|&index| Some(rest[index].0) == best).collect();
        *self.sets.entry(choice_set(rest)).or_default() += weight;
        let part = weight / chosen.len() as f64;
        for index in chosen {
            let choice = rest.remove(index);
            self.wins[choice.1] += part;
            rest.iter().for_each(|(_, other)| self.beats[choice.1][*other] = true);
            self.add_rest(rest, part);
            rest.insert(index, choice);
        }
    }

    /// Adds other choices, each this many times.
    pub fn add_times(&mut self, other: &Self, times: f64) {
        if times == 0.0 {
            return;
        }
        other.sets.iter().for_each(|(set, count)| *self.sets.entry(*set).or_default() += times * count);
        self.wins.iter_mut().zip(&other.wins).for_each(|(sum, more)| *sum += times * more);
        for (own, more) in self.beats.iter_mut().zip(&other.beats) {
            own.iter_mut().zip(more).for_each(|(own, more)| *own |= *more);
        }
    }

    /// The worths of maximum likelihood, with geometric mean 1. Nothing if there are none: some agents never ranked before any of the
    /// others (Hunter's assumption 1), or there was nothing to choose between, as with one agent alone.
    ///
    /// By minorisation and maximisation (Hunter 2004, Annals of Statistics 32), starting from these worths.
    pub fn worths(&self, start: &[f64]) -> Option<Vec<f64>> {
        if self.sets.is_empty() || !self.is_connected() {
            return None;
        }
        let mut worths = start.to_vec();
        for _ in 0..MAX_STEPS {
            let next = self.raised(&worths);
            let change = worths.iter().zip(&next).map(|(old, new)| (new / old - 1.0).abs()).fold(0.0, f64::max);
            worths = next;
            if change < TOLERANCE {
                return Some(worths);
            }
        }
        None
    }

    /// One step up.
    fn raised(&self, worths: &[f64]) -> Vec<f64> {
        let mut shares = vec![0.0; worths.len()];
        for (set, count) in &self.sets {
            let agents = || set.iter().filter(|agent| **agent != NOBODY).map(|agent| usize::from(*agent));
            let total: f64 = agents().map(|agent| worths[agent]).sum();
            agents().for_each(|agent| shares[agent] += count / total);
        }
        let mut raised: Vec<f64> = self.wins.iter().zip(&shares).map(|(wins, share)| wins / share).collect();
        let logarithms: f64 = raised.iter().map(|worth| libm::log(*worth)).sum();
        let mean = libm::exp(logarithms / raised.len() as f64);
        raised.iter_mut().for_each(|worth| *worth /= mean);
        raised
    }

    /// Whether from every agent a chain of "was chosen before" leads to every other.
    fn is_connected(&self) -> bool {
        let count = self.wins.len();
        let reaches_all = |leads: &dyn Fn(usize, usize) -> bool| {
            let (mut seen, mut open) = (vec![false; count], vec![0]);
            seen[0] = true;
            while let Some(from) = open.pop() {
                for to in (0..count).filter(|&to| leads(from, to)) {
                    if !std::mem::replace(&mut seen[to], true) {
                        open.push(to);
                    }
                }
            }
            seen.into_iter().all(|seen| seen)
        };
        reaches_all(&|one, two| self.beats[one][two]) && reaches_all(&|one, two| self.beats[two][one])
    }
}

fn choice_set(rest: &[(u8, usize)]) -> ChoiceSet {
    let mut set = [NOBODY; MAX_SEATS];
    set.iter_mut().zip(rest).for_each(|(place, (_, agent))| *place = *agent as u8);
    set.sort_unstable();
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(agents: usize, rankings: &[(&[(u8, usize)], usize)]) -> Choices {
        let mut choices = Choices::new(agents);
        for (ranking, times) in rankings {
            (0..*times).for_each(|_| choices.add(ranking));
        }
        choices
    }

    #[test]
    fn two_agents_have_the_odds_of_their_wins() {
        let found = choices(2, &[(&[(1, 0), (2, 1)], 30), (&[(2, 0), (1, 1)], 10)]).worths(&[1.0; 2]).unwrap();
        assert!((found[0] / found[1] - 3.0).abs() < 1e-8 && (found[0] * found[1] - 1.0).abs() < 1e-8);
    }

    #[test]
    fn shared_ranks_count_half_for_either_order() {
        let tied = choices(3, &[(&[(1, 0), (1, 1), (3, 2)], 2)]);
        let ordered = choices(3, &[(&[(1, 0), (2, 1), (3, 2)], 1), (&[(2, 0), (1, 1), (3, 2)], 1)]);
        assert_eq!(tied, ordered);
    }

    #[test]
    fn who_never_wins_has_no_worth() {
        assert_eq!(choices(2, &[(&[(1, 0), (2, 1)], 30)]).worths(&[1.0; 2]), None);
        // 0 and 1 beat each other, 2 is beaten by both.
        let found = choices(3, &[(&[(1, 0), (2, 1), (3, 2)], 3), (&[(2, 0), (1, 1), (3, 2)], 3)]);
        assert_eq!(found.worths(&[1.0; 3]), None);
    }

    #[test]
    fn copies_of_one_agent_share_its_worth() {
        // One 0 among three 1: it comes first in half of the games, the rest of each is 1 alone.
        let found = choices(2, &[(&[(1, 0), (2, 1), (3, 1), (4, 1)], 5), (&[(4, 0), (1, 1), (2, 1), (3, 1)], 5)]);
        let worths = found.worths(&[1.0; 2]).unwrap();
        // Likelihood: (w / (w + 3))^5 · (3 / (w + 3) · 2 / (w + 2) · 1 / (w + 1))^5; its top by golden section.
        let log = |w: f64| w.ln() - 2.0 * (w + 3.0).ln() - (w + 2.0).ln() - (w + 1.0).ln();
        let ratio = worths[0] / worths[1];
        assert!(log(ratio) > log(ratio * 1.0001) && log(ratio) > log(ratio / 1.0001), "{ratio}");
    }

    #[test]
    fn times_zero_adds_nothing_not_even_a_meeting() {
        let some = choices(2, &[(&[(1, 0), (2, 1)], 1)]);
        let mut all = Choices::new(2);
        all.add_times(&some, 0.0);
        assert_eq!(all, Choices::new(2));
        all.add_times(&some, 2.0);
        assert_eq!((all.wins[0], all.beats[0][1], all.beats[1][0]), (2.0, true, false));
    }
}
