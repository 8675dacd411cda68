//! Monte Carlo tree search over information sets (Cowling, Powley & Whitehouse 2012).
//!
//! A node stands for what the searching seat sees at one of its decisions. Simulations that it cannot tell apart share
//! a node, whatever is hidden in them; others have different nodes. So it plans with the information that it will have,
//! and never with more. UCB1 chooses among the candidates of a node (Auer, Cesa-Bianchi & Fischer 2002). Below the root
//! their number grows with the node's visits (progressive widening, Coulom 2007). A simulation adds one node, and the
//! policy plays on from there.
//!
//! At a secret decision all seats choose simultaneously, each by its own statistics over its own candidates (decoupled
//! UCT, best over nine games in Tak, Lanctot & Winands 2014). The policy makes later decisions of others.

use engine::{Game, MAX_SEATS, Random, Seat};

use super::SearchDomain;
use super::report::{ArmStats, SearchBudget, SearchReport, all_on, first_most};
use super::simulator::Simulator;
use crate::first_best;

/// Decides for the view's seat.
///
/// Its next decisions are searched, too, as long as they can be planned.
///
/// With no budget, or a single candidate, it takes the first candidate.
pub fn tree<G: Game, D: SearchDomain<G>>(
    game: &G,
    domain: &D,
    view: &G::View<'_>,
    budget: SearchBudget<'_>,
    random: &mut Random,
) -> SearchReport<G::Action> {
    let (mut simulator, actions) = Simulator::new(game, domain, view, budget, random);
    let own = simulator.seat();
    let is_choice = actions.len() > 1;
    let mut trees: Trees<G> = std::array::from_fn(|_| None);
    trees[own.index()] = Some(Tree::new(actions));
    if is_choice && !simulator.is_over() {
        if !game.is_secret(simulator.root()) {
            simulator.guess();
        }
        while !simulator.is_over() {
            simulate(&mut simulator, &mut trees);
        }
    }
    let tree = trees[own.index()].take().expect("the searching seat has a tree");
    tree.report(simulator.iterations)
}

/// By seat, its tree if it takes part in the decision; only that of the searching seat grows.
type Trees<G> = [Option<Tree<G>>; MAX_SEATS];

/// Runs one iteration: a scenario, and a choice of every seat that takes part.
fn simulate<G: Game, D: SearchDomain<G>>(simulator: &mut Simulator<'_, '_, G, D>, trees: &mut Trees<G>) {
    let scenario = simulator.scenario(simulator.iterations);
    let mut rng = simulator.begin(scenario);
    let (game, own) = (simulator.game, simulator.seat());
    let mut paths: [Path; MAX_SEATS] = Default::default();
    let position = if game.is_secret(simulator.root()) {
        let view = simulator.view;
        game.determinize(view, &mut rng, &mut |hidden, rng| first_of(simulator, trees, &mut paths, hidden, rng))
    } else {
        simulator.complete(&mut rng)
    };
    let mut is_open = true;
    let end = simulator.play_on(position, scenario, &mut rng, |simulator, position, seat, rng| {
        // Open until all secrets of this decision are revealed: after chance or an earlier choice of the seat it is
        // another decision.
        is_open &= game.is_secret(position) && simulator.chances == 0 && paths[seat.index()].steps.is_empty();
        let path = &mut paths[seat.index()];
        if seat != own {
            return is_open.then(|| first_of(simulator, trees, &mut paths, &game.view(position, seat), rng));
        }
        let is_planned = path.steps.is_empty() || simulator.domain.is_plannable(game, simulator.root(), position);
        let tree = trees[own.index()].as_mut().expect("the searching seat has a tree");
        if is_planned { tree.descend(simulator, path, position, rng) } else { None }
    });
    let values = simulator.values(&end);
    for ((tree, path), value) in trees.iter_mut().zip(&paths).zip(values) {
        if let Some(tree) = tree {
            tree.back_up(path, value);
        }
    }
}

/// Chooses for a seat that decides simultaneously with the searching one.
///
/// Its candidates are generated only the first time.
fn first_of<G: Game, D: SearchDomain<G>>(
    simulator: &mut Simulator<'_, '_, G, D>,
    trees: &mut Trees<G>,
    paths: &mut [Path; MAX_SEATS],
    view: &G::View<'_>,
    rng: &mut Random,
) -> G::Action {
    let seat = simulator.game.viewer(view).index();
    let tree = trees[seat].get_or_insert_with(|| Tree::new(simulator.candidates(view, rng)));
    tree.first(&mut paths[seat])
}

/// A node's id in its [`Tree`].
type NodeId = usize;

/// A candidate and its results.
struct Child<A> {
    action: A,
    results: ArmStats,
    /// The nodes of the seat's next decision after it, one for each information set reached.
    next: Vec<NodeId>,
}

/// An information set of one seat.
struct Node<G: Game> {
    /// A position that shows the seat's information; `None` at the root.
    shown: Option<G::Position>,
    /// Empty until it is visited again.
    children: Vec<Child<G::Action>>,
}

/// A growing tree over decisions of one seat, from node 0.
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G>>,
}

/// The path through a tree in one simulation: node and number of the child taken.
#[derive(Default)]
pub(super) struct Path {
    pub steps: Vec<(NodeId, usize)>,
    /// True once the policy decides.
    has_left: bool,
}

/// The most nodes, each of which holds a position.
const MOST_NODES: usize = 1 << 14;

impl<G: Game> Tree<G> {
    /// A tree with these candidates at its root.
    pub fn new(candidates: Vec<G::Action>) -> Self {
        Self { nodes: vec![Node { shown: None, children: children(candidates) }] }
    }

    /// Chooses at the root.
    fn first(&self, path: &mut Path) -> G::Action {
        self.choose(path, 0, usize::MAX)
    }

    /// Chooses for the searching seat; `None` where the policy decides.
    pub fn descend<D: SearchDomain<G>>(
        &mut self,
        simulator: &mut Simulator<'_, '_, G, D>,
        path: &mut Path,
        position: &G::Position,
        rng: &mut Random,
    ) -> Option<G::Action> {
        let Some(&(last, child)) = path.steps.last() else { return Some(self.first(path)) };
        if path.has_left {
            return None;
        }
        let (game, seat) = (simulator.game, simulator.seat());
        let Some(node) = self.find(game, seat, position, &self.nodes[last].children[child]) else {
            path.has_left = true;
            if self.nodes.len() < MOST_NODES {
                let new = self.nodes.len();
                self.nodes[last].children[child].next.push(new);
                self.nodes.push(Node { shown: Some(position.clone()), children: Vec::new() });
            }
            return None;
        };
        if self.nodes[node].children.is_empty() {
            self.nodes[node].children = {
                let view = game.view(position, seat);
                children(simulator.domain.candidates(game, &view, &mut simulator.cache, rng))
            };
        }
        let visits: u64 = self.nodes[node].children.iter().map(|child| child.results.visits).sum();
        Some(self.choose(path, node, (1.0 + (visits as f64).sqrt()) as usize))
    }

    /// The node after a child with the same information for the seat as here, if one was reached.
    fn find(&self, game: &G, seat: Seat, position: &G::Position, after: &Child<G::Action>) -> Option<NodeId> {
        let view = game.view(position, seat);
        let mut met = after.next.iter().copied();
        met.find(|&next| self.nodes[next].shown.as_ref().is_some_and(|shown| game.view(shown, seat) == view))
    }

    /// Chooses among the first candidates of a node.
    fn choose(&self, path: &mut Path, node: NodeId, width: usize) -> G::Action {
        let children = &self.nodes[node].children;
        let open = &children[..width.min(children.len())];
        let untried = open.iter().position(|child| child.results.visits == 0);
        let child = untried.unwrap_or_else(|| {
            let trials = open.iter().map(|child| child.results.visits).sum();
            first_best(0..open.len(), |&child| open[child].results.upper_bound(trials)).expect("there are candidates")
        });
        path.steps.push((node, child));
        children[child].action
    }

    /// Adds the value of a simulation to every child on its path.
    pub fn back_up(&mut self, path: &Path, value: f64) {
        for &(node, child) in &path.steps {
            self.nodes[node].children[child].results.add(value);
        }
    }

    /// Reports on the root; the most visited candidate is chosen.
    fn report(&self, iterations: u64) -> SearchReport<G::Action> {
        let root = &self.nodes[0].children;
        report(root.iter().map(|child| (child.action, child.results)), iterations)
    }
}

fn children<A>(candidates: Vec<A>) -> Vec<Child<A>> {
    candidates.into_iter().map(|action| Child { action, results: ArmStats::default(), next: Vec::new() }).collect()
}

/// Reports on candidates; the most visited one is chosen.
pub fn report<A: Copy>(candidates: impl Iterator<Item = (A, ArmStats)> + Clone, iterations: u64) -> SearchReport<A> {
    let chosen = first_most(candidates.clone().map(|(_, results)| results.visits));
    let weights = all_on(chosen, candidates.clone().count());
    let arms: Vec<_> = candidates.zip(weights).map(|((action, results), weight)| results.arm(action, weight)).collect();
    SearchReport { chosen: arms[chosen].action, arms, iterations }
}
