//! The search for the longest route.

use std::cmp::Reverse;

use super::frontier_state::{FrontierState, WIDTH};
use super::{RoadGraph, TileBits};

/// The number of states that the frontier method keeps at first.
///
/// That often finds a route long enough to prune most others.
const FEW_KINDS: usize = 128;

/// An edge, seen from one of its nodes.
#[derive(Copy, Clone, Default)]
struct Exit {
    edge: usize,
    to: usize,
}

/// A connected component of the graph.
struct Component {
    nodes: Vec<usize>,
    tiles: TileBits,
}

/// The multigraph, and the length of the longest route found so far.
pub(super) struct Search {
    /// For every node its tile; empty for a range.
    tile: Vec<TileBits>,
    /// The exits of the first node, then those of the second, and so on.
    exits: Vec<Exit>,
    /// For every node the start of its exits, followed by the end of all.
    starts: Vec<usize>,
    /// For every edge, true if it is on the current route of the depth-first search.
    is_used: Vec<bool>,
    pub(super) best: u32,
    /// The work done: roads walked, and subgraphs extended or compared.
    pub(super) steps: usize,
}

impl Search {
    pub(super) fn new(graph: &RoadGraph) -> Self {
        // A range with one entrance leads nowhere.
        let leads_on = |range: u8| graph.entrances.iter().filter(|entrance| entrance.1 == range).count() > 1;
        let crossings = graph.crossings.iter().map(|&(a, b)| [usize::from(a), usize::from(b)]);
        let entrances = graph.entrances.iter().filter(|entrance| leads_on(entrance.1));
        let entrances = entrances.map(|&(road, range)| [usize::from(road), graph.tiles.len() + usize::from(range)]);
        let edges: Vec<[usize; 2]> = crossings.chain(entrances).filter(|[a, b]| a != b).collect();

        let mut tile: Vec<TileBits> = graph.tiles.iter().map(|&tile| 1 << tile).collect();
        tile.resize(edges.iter().map(|edge| edge[1] + 1).fold(tile.len(), usize::max), 0);
        let mut starts = vec![0; tile.len() + 1];
        for &node in edges.as_flattened() {
            starts[node] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut exits = vec![Exit::default(); sum];
        for (edge, &[a, b]) in edges.iter().enumerate() {
            for (node, to) in [(a, b), (b, a)] {
                starts[node] -= 1;
                exits[starts[node]] = Exit { edge, to };
            }
        }
        Self { tile, exits, starts, is_used: vec![false; edges.len()], best: 0, steps: 0 }
    }

    fn exits(&self, node: usize) -> &[Exit] {
        &self.exits[self.starts[node]..self.starts[node + 1]]
    }

    fn degree(&self, node: usize) -> usize {
        self.exits(node).len()
    }

    /// For every node the number of its edges.
    fn degrees(&self) -> Vec<usize> {
        (0..self.tile.len()).map(|node| self.degree(node)).collect()
    }

    fn is_odd(&self, node: usize) -> bool {
        self.degree(node) % 2 == 1
    }

    /// All tiles of these nodes.
    fn tiles<'a>(&self, nodes: impl IntoIterator<Item = &'a usize>) -> TileBits {
        nodes.into_iter().fold(0, |tiles, &node| tiles | self.tile[node])
    }

    /// Finds the longest route: component by component, the one with the most tiles first.
    pub(super) fn run(&mut self, walk_steps: usize) {
        let mut parts = self.parts();
        parts.sort_by_key(|part| Reverse(part.tiles.count_ones()));
        for part in parts {
            let bound = part.tiles.count_ones();
            if bound <= self.best {
                break;
            }
            let odd: Vec<usize> = part.nodes.iter().copied().filter(|&node| self.is_odd(node)).collect();
            if odd.len() <= 2 {
                self.best = bound;
            } else if !self.walk_all(&odd, bound, walk_steps) {
                match self.order(&part) {
                    Some(order) => self.sweep(&order, bound, FEW_KINDS) || self.sweep(&order, bound, usize::MAX),
                    // This is nothing like a territory: the frontier method would take even longer.
                    None => self.walk_all(&odd, bound, usize::MAX),
                };
            }
        }
    }

    /// The connected parts.
    fn parts(&self) -> Vec<Component> {
        let mut is_seen = vec![false; self.tile.len()];
        let mut parts = Vec::new();
        for start in 0..self.tile.len() {
            if std::mem::replace(&mut is_seen[start], true) {
                continue;
            }
            let mut nodes = vec![start];
            let mut next = 0;
            while let Some(&node) = nodes.get(next) {
                next += 1;
                nodes.extend(
                    self.exits(node)
                        .iter()
                        .filter(|exit| !std::mem::replace(&mut is_seen[exit.to], true))
                        .map(|exit| exit.to),
                );
            }
            parts.push(Component { tiles: self.tiles(&nodes), nodes });
        }
        parts
    }

    /// Searches all routes between these nodes, the odd ones of a component, depth first.
    ///
    /// Returns as [`walk`](Self::walk) does.
    fn walk_all(&mut self, odd: &[usize], bound: u32, steps: usize) -> bool {
        let limit = self.steps.saturating_add(steps);
        // Routes from the last node are reversals of others.
        odd[1..].iter().all(|&start| self.walk(start, 0, bound, limit)) || self.best == bound
    }

    /// Follows all routes onwards from a node.
    ///
    /// Returns false if it stopped at the bound or at the limit of steps.
    fn walk(&mut self, node: usize, passed: TileBits, bound: u32, limit: usize) -> bool {
        self.steps += 1;
        let passed = passed | self.tile[node];
        self.best = self.best.max(passed.count_ones());
        if self.best == bound || self.steps >= limit {
            return false;
        }
        for index in self.starts[node]..self.starts[node + 1] {
            let Exit { edge, to } = self.exits[index];
            if !self.is_used[edge] {
                self.is_used[edge] = true;
                let is_completed = self.walk(to, passed, bound, limit);
                self.is_used[edge] = false;
                if !is_completed {
                    return false;
                }
            }
        }
        true
    }

    /// Runs the frontier method on a component, in this order of nodes, with at most this many states.
    ///
    /// Returns false if there were more, so that it may have missed a longer route.
    fn sweep(&mut self, order: &[usize], bound: u32, most_states: usize) -> bool {
        let mut is_exact = true;
        let mut left = self.degrees();
        let mut frontier = [None; WIDTH];
        let mut states = vec![FrontierState::default()];
        for (index, &node) in order.iter().enumerate() {
            let slot = frontier.iter().position(Option::is_none).expect("the order keeps to the width");
            frontier[slot] = Some(node);
            for index in self.starts[node]..self.starts[node + 1] {
                let to = self.exits[index].to;
                let Some(other) = frontier.iter().position(|&node| node == Some(to)) else { continue };
                self.extend(&mut states, [node, to].map(|node| (node, left[node] == 1)), [slot, other]);
                left[node] -= 1;
                left[to] -= 1;
            }
            if self.best == bound {
                return true;
            }

            let later = self.tiles(&order[index + 1..]);
            while let Some(slot) = frontier.iter().position(|node| node.is_some_and(|node| left[node] == 0)) {
                let is_odd = frontier[slot].take().is_some_and(|node| self.is_odd(node));
                let open = later | self.tiles(frontier.iter().flatten());
                states.retain_mut(|state| state.close(slot, is_odd, open) && state.bound(open) > self.best);
                self.drop_worse(&mut states);
                if states.len() > most_states {
                    is_exact = false;
                    states.sort_by_key(|state| (Reverse(state.bound(open)), state.ends));
                    states.truncate(most_states);
                }
            }
        }
        is_exact
    }

    /// Extends the states by one edge between the nodes at these slots; keeps the old ones, too.
    ///
    /// Each node comes with whether this is its last edge.
    fn extend(&mut self, states: &mut Vec<FrontierState>, nodes: [(usize, bool); 2], slots: [usize; 2]) {
        // A trail that cannot be extended does not end at a node with unused edges.
        let is_fresh = nodes.map(|(node, is_last)| !is_last || self.degree(node) == 1);
        let tiles = nodes.map(|(node, _)| self.tile[node]);
        for old in 0..states.len() {
            let mut state = states[old];
            if std::iter::zip(slots, is_fresh).all(|(slot, is_fresh)| is_fresh || state.groups[slot] > 0) {
                state.add_edge(slots, tiles);
                if state.is_trail() {
                    self.best = self.best.max(state.count);
                }
                states.push(state);
            }
        }
        self.steps += states.len();
        self.drop_worse(states);
    }

    /// Drops dominated states.
    fn drop_worse(&mut self, states: &mut Vec<FrontierState>) {
        states.sort_unstable_by_key(|state| (state.odd, Reverse(state.count), state.ends));
        let (mut kept, mut alike) = (0, 0);
        for index in 0..states.len() {
            let state = states[index];
            if states[alike].odd != state.odd {
                alike = kept;
            }
            let better = states[alike..kept].iter().position(|better| better.is_as_good_as(&state));
            self.steps += better.unwrap_or(kept - alike);
            if better.is_none() {
                states[kept] = state;
                kept += 1;
            }
        }
        states.truncate(kept);
    }

    /// The nodes of a component in an order that keeps the frontier small, if there is one.
    fn order(&self, part: &Component) -> Option<Vec<usize>> {
        let (mut best, mut limit) = (None, 1 << WIDTH);
        for &start in &part.nodes {
            if let Some((order, cost)) = self.order_from(start, limit) {
                (best, limit) = (Some(order), cost);
            }
        }
        best
    }

    /// The nodes of a component from this one on, and roughly how many states there will be.
    ///
    /// The next node is always the one that makes the frontier smallest. `None` if the states reach the limit.
    fn order_from(&self, start: usize, limit: u64) -> Option<(Vec<usize>, u64)> {
        let mut left = self.degrees();
        let mut is_seen = vec![false; self.tile.len()];
        let (mut order, mut frontier, mut cost) = (Vec::new(), Vec::new(), 0);
        let mut next = Some(start);
        while let Some(node) = next {
            order.push(node);
            is_seen[node] = true;
            frontier.push(node);
            cost += 1 << frontier.len();
            if cost >= limit {
                return None;
            }
            for exit in self.exits(node).iter().filter(|exit| is_seen[exit.to]) {
                left[exit.to] -= 1;
                left[node] -= 1;
            }
            frontier.retain(|&node| left[node] > 0);
            let near = frontier.iter().flat_map(|&node| self.exits(node)).map(|exit| exit.to);
            next = near.filter(|&to| !is_seen[to]).min_by_key(|&to| {
                let leaving = self.exits(to).iter().filter(|exit| is_seen[exit.to] && left[exit.to] == 1).count();
                let entering = usize::from(self.exits(to).iter().any(|exit| !is_seen[exit.to]));
                entering as isize - leaving as isize
            });
        }
        Some((order, cost))
    }
}
