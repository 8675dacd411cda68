//! Determinized ensembles ("perfect information Monte Carlo"): a few worlds, each searched as if it were known, then a vote.
//!
//! In a world the hidden choices and future chance are fixed, so its tree plans for exactly these; worlds are few so that each
//! is searched deeply. Known weakness: a plan that needs to know the world looks as good as one that does not ("strategy fusion",
//! Frank & Basin 1998).

use engine::Game;
use engine::random::{Random, mix};

use super::knowledge::Knowledge;
use super::report::{Budget, Effort, SearchReport, Tally, all_on, first_most};
use super::simulator::Simulator;
use super::tree::{Path, Tree};

/// The most worlds.
const WORLDS: u64 = 16;

/// Decides for the view's seat by searching this decision and its own next `depth` ones in every world.
///
/// With no budget, or a single candidate, the first candidate is taken.
pub fn pimc<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    view: &G::View<'_>,
    effort: Effort<'_>,
    random: &mut Random,
) -> SearchReport<G::Action> {
    let (mut simulator, actions) = Simulator::new(game, knowledge, view, effort.budget, random);
    let mut tallies = vec![Tally::default(); actions.len()];
    if actions.len() > 1 && !simulator.is_over() {
        simulator.guess();
        let worlds = worlds(&effort.budget, actions.len() as u64);
        for number in 0..worlds {
            let end = (number + 1) as f64 / worlds as f64;
            search_world(&mut simulator, number, end, effort.depth, &actions, &mut tallies);
        }
    }
    let chosen = first_most(tallies.iter().map(|tally| tally.visits));
    let weights = all_on(chosen, actions.len());
    let arms = actions.iter().zip(&tallies).zip(weights);
    let arms = arms.map(|((&action, tally), weight)| tally.arm(action, weight)).collect();
    SearchReport { chosen: actions[chosen], arms, iterations: simulator.iterations }
}

/// How many worlds a budget is split over: each gets four visits for every arm, if possible.
fn worlds(budget: &Budget<'_>, arms: u64) -> u64 {
    match budget {
        Budget::Iterations(all) => (all / (4 * arms)).clamp(1, WORLDS),
        Budget::Time(_) => WORLDS,
    }
}

/// Searches one world until this fraction of the budget is used.
fn search_world<G: Game, K: Knowledge<G>>(
    simulator: &mut Simulator<'_, '_, G, K>,
    number: u64,
    end: f64,
    depth: usize,
    actions: &[G::Action],
    tallies: &mut [Tally],
) {
    let scenario = simulator.scenario(number);
    let own = simulator.seat();
    let world = simulator.complete(&mut engine::random::random(scenario));
    let (mut tree, mut visit) = (Tree::default(), 0);
    while simulator.used() < end {
        let mut rng = simulator.begin(mix([scenario, visit]));
        let mut path = Path::new();
        let values = simulator.play_on(world.clone(), scenario, &mut rng, |simulator, position, seat, rng| match path
            .len()
        {
            0 => Some(tree.step(&mut path, actions)),
            steps => (seat == own && steps <= depth).then(|| simulator.descend(&mut tree, &mut path, position, rng)),
        });
        let value = values[own.index()];
        let first = tree.first_action(&path);
        let index = actions.iter().position(|&action| action == first).expect("a candidate");
        tallies[index].add(value);
        tree.back_up(&path, value);
        visit += 1;
    }
}
