//! The tree below the root: the searching seat's own further decisions, open loop.
//!
//! A node stands for a sequence of the seat's own actions, whatever chance and the others did in between; so its candidates differ
//! from one visit to the next, and only those on offer compete. Candidates are tried in the order of the domain, and more of
//! them the more often a node is visited (progressive widening, Coulom 2007); among those tried, UCB1 decides (Auer, Cesa-Bianchi &
//! Fischer 2002) with the number of times that an action was on offer in place of the node's visits (Cowling, Powley & Whitehouse
//! 2012).

/// How strongly rarely tried actions are preferred; values lie in 0 to 1.
const EXPLORATION: f64 = 0.3;

/// A node's id in its [`Tree`].
type NodeId = usize;

/// A node's child: an action and its results.
#[derive(Clone, Debug)]
struct Child<A> {
    action: A,
    node: NodeId,
    available: u32,
    visits: u32,
    sum: f64,
}

impl<A> Child<A> {
    fn bound(&self) -> f64 {
        let visits = f64::from(self.visits);
        self.sum / visits + EXPLORATION * (libm::log(f64::from(self.available)) / visits).sqrt()
    }
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
        let visits: u32 = self.nodes[node].iter().map(|child| child.visits).sum();
        let width = (1.0 + f64::from(visits).sqrt()) as usize;
        let mut on_offer = Vec::new();
        for &action in candidates.iter().take(width.max(1)) {
            let number = self.find_or_add(node, action);
            self.nodes[node][number].available += 1;
            on_offer.push(number);
        }
        let children = &self.nodes[node];
        let untried = on_offer.iter().copied().find(|&number| children[number].visits == 0);
        let best = || on_offer.iter().copied().max_by(|&a, &b| children[a].bound().total_cmp(&children[b].bound()));
        untried.or_else(best).expect("there are candidates")
    }

    /// Adds the value of a simulation to every child on its path.
    pub fn back_up(&mut self, path: &Path, value: f64) {
        for &(node, number) in path {
            let child = &mut self.nodes[node][number];
            child.visits += 1;
            child.sum += value;
        }
    }

    fn find_or_add(&mut self, node: NodeId, action: A) -> usize {
        if let Some(number) = self.nodes[node].iter().position(|child| child.action == action) {
            return number;
        }
        let new = self.nodes.len();
        self.nodes.push(Vec::new());
        self.nodes[node].push(Child { action, node: new, available: 0, visits: 0, sum: 0.0 });
        self.nodes[node].len() - 1
    }
}
