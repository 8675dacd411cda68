//! The tree below a candidate: plans for the searching seat's later decisions.
//!
//! A node stands for what the seat sees at one of them. Simulations that it cannot tell apart share a node, whatever is
//! hidden in them; so it plans with the information that it will have, and never with more (Cowling, Powley & Whitehouse
//! 2012). PUCT chooses among the plans of a node (Rosin 2011). A simulation adds one node, and the policy plays on from
//! there.

use engine::{Game, Random};

use super::SearchDomain;
use super::simulator::Simulator;
use crate::first_best;

/// An action and its results.
struct Plan<A> {
    action: A,
    prior: f64,
    visits: f64,
    /// The sum of the values of simulations.
    sum: f64,
}

/// The number of a node, and of one of its plans.
type Step = (usize, usize);

/// An information set of the searching seat.
struct Node<G: Game> {
    /// The last step before it; `None` if it is the first decision after the candidate.
    parent: Option<Step>,
    /// A position that shows the seat's information.
    shown: G::Position,
    /// Empty until it is visited again.
    plans: Vec<Plan<G::Action>>,
}

/// A growing tree over later decisions of the searching seat.
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G>>,
}

/// The path through a tree in one simulation.
#[derive(Default)]
pub(super) struct Path {
    steps: Vec<Step>,
    /// True once the policy decides.
    has_left: bool,
}

/// The most nodes, each of which holds a position and is looked at in every simulation.
const MOST_NODES: usize = 1 << 10;

/// The weight of exploration. Values lie in 0 to 1.
const EXPLORATION: f64 = 0.2;

impl<G: Game> Tree<G> {
    /// An empty tree.
    pub fn new() -> Self {
        Self { nodes: Vec::new() }
    }

    /// Decides for the searching seat; `None` where the policy does.
    pub fn descend<D: SearchDomain<G>>(
        &mut self,
        simulator: &mut Simulator<'_, '_, G, D>,
        path: &mut Path,
        position: &G::Position,
        rng: &mut Random,
    ) -> Option<G::Action> {
        let (game, domain, seat) = (simulator.game, simulator.domain, simulator.seat());
        path.has_left |= !domain.is_plannable(game, simulator.root(), position);
        if path.has_left {
            return None;
        }
        let parent = path.steps.last().copied();
        let is_here = |node: &Node<G>| {
            node.parent == parent && domain.is_alike(game, &game.view(&node.shown, seat), &game.view(position, seat))
        };
        let Some(node) = self.nodes.iter().position(is_here) else {
            path.has_left = true;
            if self.nodes.len() < MOST_NODES {
                self.nodes.push(Node { parent, shown: position.clone(), plans: Vec::new() });
            }
            return None;
        };
        let plans = &mut self.nodes[node].plans;
        if plans.is_empty() {
            let (view, cache) = (game.view(position, seat), &mut simulator.cache);
            let planned = domain.plans(game, &view, cache, rng).unwrap_or_else(|| {
                let candidates = domain.candidates(game, &view, cache, rng);
                let prior = 1.0 / candidates.len() as f64;
                candidates.into_iter().map(|action| (action, prior)).collect()
            });
            plans.extend(planned.into_iter().map(|(action, prior)| Plan { action, prior, visits: 0.0, sum: 0.0 }));
        }
        let chosen = choose(plans);
        path.steps.push((node, chosen));
        Some(plans[chosen].action)
    }

    /// Adds the value of a simulation to every plan on its path.
    pub fn back_up(&mut self, path: &Path, value: f64) {
        for &(node, plan) in &path.steps {
            let plan = &mut self.nodes[node].plans[plan];
            plan.visits += 1.0;
            plan.sum += value;
        }
    }
}

/// Chooses by PUCT. A plan that was not followed yet counts as the mean of the others.
fn choose<A>(plans: &[Plan<A>]) -> usize {
    let (visits, sum) = plans.iter().fold((0.0, 0.0), |(visits, sum), plan| (visits + plan.visits, sum + plan.sum));
    let bound = |plan: &Plan<A>| {
        let mean = if plan.visits > 0.0 { plan.sum / plan.visits } else { sum / f64::max(visits, 1.0) };
        mean + EXPLORATION * plan.prior * f64::sqrt(visits + 1.0) / (1.0 + plan.visits)
    };
    first_best(0..plans.len(), |&number| bound(&plans[number])).expect("there are plans")
}
