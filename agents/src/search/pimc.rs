//! Determinized ensembles ("perfect information Monte Carlo").
//!
//! A few worlds are searched as if each were known, and then vote.
//!
//! In a world the hidden choices and future chance are fixed, so its trees plan for exactly these; UCB1 chooses among the
//! candidates (Auer, Cesa-Bianchi & Fischer 2002). Worlds are few so that each is searched deeply. The known weakness is
//! "strategy fusion": a plan that needs to know the world looks as good as one that does not (Frank & Basin 1998).

use engine::random::random;
use engine::{Game, Random, mix};

use super::report::ArmStats;
use super::simulator::Simulator;
use super::tree::{Path, Tree};
use super::{SearchBudget, SearchDomain, SearchReport};
use crate::first_best;

/// The most worlds.
const WORLDS: u64 = 16;

/// Decides for the view's seat by searching this decision and its next ones in every world.
///
/// With no budget, or a single candidate, it takes the first candidate.
pub fn pimc<G: Game, D: SearchDomain<G>>(
    game: &G,
    domain: &D,
    view: &G::View<'_>,
    budget: SearchBudget<'_>,
    random: &mut Random,
) -> SearchReport<G::Action> {
    let (mut simulator, actions) = Simulator::new(game, domain, view, budget, random);
    let mut tallies = vec![ArmStats::default(); actions.len()];
    if actions.len() > 1 && budget.used(0) < 1.0 {
        simulator.guess();
        let worlds = worlds(&budget, actions.len() as u64);
        for number in 0..worlds {
            let until = (number + 1) as f64 / worlds as f64;
            let is_over = |iterations| budget.used(iterations) >= until;
            search_world(&mut simulator, number, is_over, &actions, &mut tallies);
        }
    }
    // The first among the most visited ones.
    let chosen = first_best(0..actions.len(), |&arm| tallies[arm].visits).expect("a candidate");
    let arms = actions.iter().zip(&tallies).map(|(&action, tally)| tally.arm(action)).collect();
    SearchReport { chosen: actions[chosen], arms, iterations: iterations(&tallies) }
}

/// Returns the number of worlds among which a budget is divided.
///
/// Each gets four visits for every arm, if possible.
fn worlds(budget: &SearchBudget<'_>, arms: u64) -> u64 {
    match budget {
        SearchBudget::Iterations(all) => (all / (4 * arms)).clamp(1, WORLDS),
        SearchBudget::Time(_) => WORLDS,
    }
}

/// The number of simulations so far.
fn iterations(tallies: &[ArmStats]) -> u64 {
    tallies.iter().map(|tally| tally.visits).sum()
}

/// Searches one world until so many iterations are all that it may have.
fn search_world<G: Game, D: SearchDomain<G>>(
    simulator: &mut Simulator<'_, '_, G, D>,
    number: u64,
    is_over: impl Fn(u64) -> bool,
    actions: &[G::Action],
    tallies: &mut [ArmStats],
) {
    let scenario = simulator.scenario(number);
    let world = simulator.complete(&mut random(scenario));
    let mut arms: Vec<(ArmStats, Tree<G>)> = actions.iter().map(|_| (ArmStats::default(), Tree::new())).collect();
    let mut visit = 0;
    while !is_over(iterations(tallies)) {
        let mut rng = random(mix([scenario, visit]));
        let bound = |&arm: &usize| arms[arm].0.upper_bound(visit);
        let arm = first_best(0..arms.len(), bound).expect("a candidate");
        let ((stats, tree), mut path, mut position) = (&mut arms[arm], Path::default(), world.clone());
        simulator.game.apply(&mut position, actions[arm]);
        let end = simulator.play_on(position, scenario, &mut rng, |simulator, position, rng| {
            tree.descend(simulator, &mut path, position, rng)
        });
        let values = simulator.domain.values_of(simulator.game, std::slice::from_ref(&end), &mut simulator.cache);
        let prospect = values[0][simulator.seat().index()];
        tallies[arm].add(prospect);
        stats.add(prospect);
        tree.back_up(&path, prospect.value);
        visit += 1;
    }
}
