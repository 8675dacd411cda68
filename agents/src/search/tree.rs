//! The tree below the root: the searching seat's own further decisions, open loop.
//!
//! A node stands for a sequence of the seat's own actions, whatever chance and the others did in between; so its candidates differ
//! from one visit to the next, and only those on offer compete. Candidates are tried in the order of the domain, and more of
//! them the more often a node is visited (progressive widening, Coulom 2007); among those tried, UCB1 decides (Auer, Cesa-Bianchi &
//! Fischer 2002) with the number of times that an action was on offer in place of the node's visits (Cowling, Powley & Whitehouse
//! 2012).

use super::report::ArmStats;

/// A node's id in its [`Tree`].
type NodeId = usize;

/// A node's child: an action and its results.
#[derive(Clone, Debug)]
struct Child<A> {
    action: A,
    node: NodeId,
    available: u64,
    results: ArmStats,
}

/// A growing tree over actions of one seat, from node 0.
#[derive(Clone, Debug)]
pub(super) struct Tree<A> {
    nodes: Vec<Vec<Child<A>>>,
}

/// The path through a tree in one simulation: node and number of the child taken.
pub(super) type Path = Vec<(NodeId, usize)>;

impl<A> Default for Tree<A> {
    /// Just node 0.
    fn default() -> Self {
        Self { nodes: vec![Vec::new()] }
    }
}

impl<A: Copy + PartialEq> Tree<A> {
    /// Chooses among candidates at the end of a path, and extends the path.
    pub fn step(&mut self, path: &mut Path, candidates: &[A]) -> A {
        let node = path.last().map_or(0, |&(node, child)| self.nodes[node][child].node);
        let child = self.select(node, candidates);
        path.push((node, child));
        self.nodes[node][child].action
    }

    /// The first action on a path.
    pub fn first_action(&self, path: &Path) -> A {
        let (node, child) = path[0];
        self.nodes[node][child].action
    }

    /// Chooses among candidates at a node; returns the number of the child taken.
    fn select(&mut self, node: NodeId, candidates: &[A]) -> usize {
        let visits: u64 = self.nodes[node].iter().map(|child| child.results.visits).sum();
        let width = (1.0 + (visits as f64).sqrt()) as usize;
        let mut on_offer = Vec::new();
        for &action in candidates.iter().take(width.max(1)) {
            let number = self.find_or_add(node, action);
            self.nodes[node][number].available += 1;
            on_offer.push(number);
        }
        let children = &self.nodes[node];
        if let Some(&untried) = on_offer.iter().find(|&&number| children[number].results.visits == 0) {
            return untried;
        }
        let bound = |number: &usize| children[*number].results.upper_bound(children[*number].available);
        on_offer.into_iter().max_by(|a, b| bound(a).total_cmp(&bound(b))).expect("there are candidates")
    }

    /// Adds the value of a simulation to every child on its path.
    pub fn back_up(&mut self, path: &Path, value: f64) {
        for &(node, number) in path {
            self.nodes[node][number].results.add(value);
        }
    }

    fn find_or_add(&mut self, node: NodeId, action: A) -> usize {
        if let Some(number) = self.nodes[node].iter().position(|child| child.action == action) {
            return number;
        }
        let new = self.nodes.len();
        self.nodes.push(Vec::new());
        self.nodes[node].push(Child { action, node: new, available: 0, results: ArmStats::default() });
        self.nodes[node].len() - 1
    }
}
