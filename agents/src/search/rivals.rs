//! The choices of seats that decide in secret together with the searching one.
//!
//! Each learns from its own results, as the searching seat does (decoupled UCT, best over nine games in Tak, Lanctot &
//! Winands 2014), so that the searching seat does not believe that they choose as in later decisions.

use engine::{Game, MAX_SEATS, Random};

use super::report::ArmStats;
use super::{SearchDomain, Values};
use crate::first_best;

/// What rivals have learned, by seat.
pub(super) struct Rivals<G: Game> {
    learned: [Vec<(G::Action, ArmStats)>; MAX_SEATS],
    /// The choices of this scenario, common to all arms.
    chosen: [Option<usize>; MAX_SEATS],
    /// Those who have chosen in this simulation.
    has_chosen: [bool; MAX_SEATS],
}

impl<G: Game> Rivals<G> {
    pub fn new() -> Self {
        Self { learned: Default::default(), chosen: Default::default(), has_chosen: Default::default() }
    }

    /// Begins another scenario.
    pub fn next_scenario(&mut self) {
        self.chosen = Default::default();
    }

    /// Begins another simulation.
    pub fn begin(&mut self) {
        self.has_chosen = Default::default();
    }

    /// Chooses for the view's seat by UCB1; `None` after its first choice in a simulation.
    ///
    /// Its candidates are found only the first time, at most `most`.
    pub fn choose<D: SearchDomain<G>>(
        &mut self,
        (game, domain, cache): (&G, &D, &mut D::Cache),
        view: &G::View<'_>,
        most: usize,
        rng: &mut Random,
    ) -> Option<G::Action> {
        let seat = game.viewer(view).index();
        if std::mem::replace(&mut self.has_chosen[seat], true) {
            return None;
        }
        let learned = &mut self.learned[seat];
        if learned.is_empty() {
            let candidates = domain.candidates(game, view, cache, rng).into_iter().take(most);
            learned.extend(candidates.map(|action| (action, ArmStats::default())));
        }
        let trials = learned.iter().map(|(_, stats)| stats.visits).sum();
        let best =
            || first_best(0..learned.len(), |&choice| learned[choice].1.upper_bound(trials)).expect("a candidate");
        Some(learned[*self.chosen[seat].get_or_insert_with(best)].0)
    }

    /// Adds the end of a simulation in this scenario.
    pub fn learn(&mut self, values: &Values) {
        for ((learned, chosen), prospect) in self.learned.iter_mut().zip(self.chosen).zip(values) {
            chosen.into_iter().for_each(|choice| learned[choice].1.add(*prospect));
        }
    }
}
