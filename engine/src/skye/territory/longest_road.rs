//! The longest route along the roads of a territory.
//!
//! Roads and mountain ranges are the nodes of a multigraph; crossings and tunnel entrances are its edges. A route is a trail, which uses
//! no edge twice, and its length is the number of different tiles of its nodes. Two facts leave little to search:
//!
//! - A trail that cannot be extended uses all edges of its two ends, which then have an odd number of them; or it is closed and uses all
//!   edges of a connected part. A connected part with at most two odd nodes is one trail (Euler 1736).
//! - The edges of a trail are those of a connected subgraph with at most two odd nodes, and the other way round.
//!
//! So a depth-first search need only start at odd nodes. That is quick for nearly all territories, which are almost trees. If it takes
//! long, the second fact serves a *frontier* method (Simpath: Knuth, The Art of Computer Programming 4A, 7.1.4, exercise 225; Kawahara
//! et al. 2017): nodes are taken up one by one, and all that matters of a subgraph of the edges so far is what it is like at the
//! frontier, the nodes that still have other edges. Subgraphs that others are as good as are dropped. Territories are narrow, so there
//! are few kinds.

use std::cmp::Reverse;

use crate::skye::printed::sizes::MAX_TERRITORY;

/// A set of tiles: a bit for each.
type TileBits = u64;

const _: () = assert!(MAX_TERRITORY <= TileBits::BITS as usize, "a bit for every tile");

/// The roads of a territory, and where a route can go from one to another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoadGraph {
    /// For every road the index of its tile, below 64. A tile can have several separate roads.
    pub tiles: Vec<u8>,
    /// The two roads at every common edge of two tiles that roads cross.
    pub crossings: Vec<(u8, u8)>,
    /// For every tunnel entrance its road, and the number of the mountain range that it leads into.
    pub entrances: Vec<(u8, u8)>,
}

impl RoadGraph {
    /// The most different tiles on a route. A route goes along roads from tile to tile, and through mountain ranges from one entrance to
    /// another, but uses no crossing and no entrance twice.
    pub fn longest(&self) -> u16 {
        let mut search = Search::new(self);
        search.run(WALK_STEPS);
        search.best as u16
    }
}

/// Steps that the depth-first search may take in one part of the graph before the frontier method takes over.
const WALK_STEPS: usize = 2000;

/// How many kinds of subgraphs the frontier method keeps at first. That often finds a route that leaves little to do.
const FEW_KINDS: usize = 128;

/// The most nodes in a frontier.
const WIDTH: usize = 32;

/// An edge, seen from one of its nodes.
#[derive(Copy, Clone, Default)]
struct Exit {
    edge: usize,
    to: usize,
}

/// A connected part of the graph.
struct Part {
    nodes: Vec<usize>,
    tiles: TileBits,
}

/// The multigraph, and the length of the longest route found so far.
struct Search {
    /// For every node its tile; none for a range.
    tile: Vec<TileBits>,
    /// The exits of the first node, then those of the second, and so on.
    exits: Vec<Exit>,
    /// For every node where its exits start, and then where all end.
    starts: Vec<usize>,
    /// For every edge whether it is on the route that the depth-first search follows.
    is_used: Vec<bool>,
    best: u32,
    /// How much has been done: roads walked, subgraphs extended or compared.
    steps: usize,
}

impl Search {
    fn new(graph: &RoadGraph) -> Self {
        // A range with one entrance leads nowhere.
        let leads_on = |range: u8| graph.entrances.iter().filter(|entrance| entrance.1 == range).count() > 1;
        let range_node = |range: u8| graph.tiles.len() + usize::from(range);
        let crossings = graph.crossings.iter().map(|&(a, b)| [usize::from(a), usize::from(b)]);
        let entrances = graph.entrances.iter().filter(|entrance| leads_on(entrance.1));
        let entrances = entrances.map(|&(road, range)| [usize::from(road), range_node(range)]);
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

    /// Finds the longest route: part by part, that with the most tiles first.
    fn run(&mut self, walk_steps: usize) {
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
                    // Nothing like a territory: the frontier method would take even longer.
                    None => self.walk_all(&odd, bound, usize::MAX),
                };
            }
        }
    }

    /// The connected parts.
    fn parts(&self) -> Vec<Part> {
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
                let new = |exit: &&Exit| !std::mem::replace(&mut is_seen[exit.to], true);
                nodes.extend(self.exits(node).iter().filter(new).map(|exit| exit.to));
            }
            parts.push(Part { tiles: self.tiles(&nodes), nodes });
        }
        parts
    }

    /// Depth-first search of all routes between these nodes, which are the odd ones of a part; as [`walk`](Self::walk).
    fn walk_all(&mut self, odd: &[usize], bound: u32, steps: usize) -> bool {
        let limit = self.steps.saturating_add(steps);
        // Routes from the last one are others reversed.
        odd[1..].iter().all(|&start| self.walk(start, 0, bound, limit)) || self.best == bound
    }

    /// Follows all routes onwards from a node. False if it stopped: it reached the bound, or the limit of steps.
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

    /// The frontier method for a part, whose nodes it takes up in this order, with so many kinds of subgraphs at a time. False if there
    /// were more: then a longer route may have been missed.
    fn sweep(&mut self, order: &[usize], bound: u32, most_kinds: usize) -> bool {
        let mut is_exact = true;
        let mut left = self.degrees();
        let mut frontier = [None; WIDTH];
        let mut kinds = vec![Kind::default()];
        for (index, &node) in order.iter().enumerate() {
            let slot = frontier.iter().position(Option::is_none).expect("the order keeps to the width");
            frontier[slot] = Some(node);
            for index in self.starts[node]..self.starts[node + 1] {
                let to = self.exits[index].to;
                let Some(other) = frontier.iter().position(|&node| node == Some(to)) else { continue };
                self.extend(&mut kinds, [node, to].map(|node| (node, left[node] == 1)), [slot, other]);
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
                kinds.retain_mut(|kind| kind.close(slot, is_odd, open) && kind.bound(open) > self.best);
                self.drop_worse(&mut kinds);
                if kinds.len() > most_kinds {
                    is_exact = false;
                    kinds.sort_by_key(|kind| (Reverse(kind.bound(open)), kind.ends));
                    kinds.truncate(most_kinds);
                }
            }
        }
        is_exact
    }

    /// Adds to the kinds what they become with one more edge, between the nodes at these slots; for each node also whether this is its
    /// last edge.
    fn extend(&mut self, kinds: &mut Vec<Kind>, nodes: [(usize, bool); 2], slots: [usize; 2]) {
        // A trail that cannot be extended does not end where other edges were left out.
        let is_fresh = nodes.map(|(node, is_last)| !is_last || self.degree(node) == 1);
        let tiles = nodes.map(|(node, _)| self.tile[node]);
        for old in 0..kinds.len() {
            let mut kind = kinds[old];
            if std::iter::zip(slots, is_fresh).all(|(slot, is_fresh)| is_fresh || kind.groups[slot] > 0) {
                kind.add_edge(slots, tiles);
                if kind.is_trail() {
                    self.best = self.best.max(kind.count);
                }
                kinds.push(kind);
            }
        }
        self.steps += kinds.len();
        self.drop_worse(kinds);
    }

    /// Drops kinds that others are as good as.
    fn drop_worse(&mut self, kinds: &mut Vec<Kind>) {
        kinds.sort_unstable_by_key(|kind| (kind.odd, Reverse(kind.count), kind.ends));
        let (mut kept, mut alike) = (0, 0);
        for index in 0..kinds.len() {
            let kind = kinds[index];
            if kinds[alike].odd != kind.odd {
                alike = kept;
            }
            let better = kinds[alike..kept].iter().position(|better| better.is_as_good_as(&kind));
            self.steps += better.unwrap_or(kept - alike);
            if better.is_none() {
                kinds[kept] = kind;
                kept += 1;
            }
        }
        kinds.truncate(kept);
    }

    /// The nodes of a part in an order that keeps the frontier small, if there is one.
    fn order(&self, part: &Part) -> Option<Vec<usize>> {
        let (mut best, mut limit) = (None, 1 << WIDTH);
        for &start in &part.nodes {
            if let Some((order, cost)) = self.order_from(start, limit) {
                (best, limit) = (Some(order), cost);
            }
        }
        best
    }

    /// The nodes of a part from this one on, always next the one that makes the frontier smallest, and roughly how many kinds there will
    /// be; none if that reaches the limit.
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

/// What matters of a subgraph for the edges to come, and its tiles. The nodes of the frontier have slots.
#[derive(Copy, Clone, Default)]
struct Kind {
    /// A bit for every slot: whether the node has an odd number of edges.
    odd: u32,
    /// For every slot the number of the node's component, from 1; 0 for a node without edges, and for an empty slot.
    groups: [u8; WIDTH],
    /// How many odd nodes have left the frontier.
    ends: u32,
    /// Those of its tiles that a route can still come to.
    covered: TileBits,
    /// How many tiles it has.
    count: u32,
}

const _: () = assert!(WIDTH <= u32::BITS as usize, "a bit for every slot");

impl Kind {
    /// Adds an edge between nodes with these slots and tiles.
    fn add_edge(&mut self, slots: [usize; 2], tiles: [TileBits; 2]) {
        let new = (tiles[0] | tiles[1]) & !self.covered;
        self.covered |= new;
        self.count += new.count_ones();

        let [kept, gone] = match slots.map(|slot| self.groups[slot]) {
            [0, 0] => [(1..).find(|group| !self.groups.contains(group)).expect("more numbers than slots"), 0],
            [group, 0] | [0, group] => [group, 0],
            both => both,
        };
        if gone > 0 {
            self.groups.iter_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
        }
        for slot in slots {
            self.groups[slot] = kept;
            self.odd ^= 1 << slot;
        }
    }

    /// Whether it is connected and has at most two odd nodes.
    fn is_trail(&self) -> bool {
        let mut groups = self.groups.iter().filter(|&&group| group > 0);
        let first = groups.next();
        groups.all(|group| Some(group) == first) && self.ends + self.odd.count_ones() <= 2
    }

    /// Takes a node without further edges out of the frontier, which leaves these tiles to come to. False if further edges cannot make
    /// this a trail, or only one that could be extended.
    fn close(&mut self, slot: usize, is_odd: bool, open: TileBits) -> bool {
        self.covered &= open;
        let is_end = self.odd >> slot & 1 == 1;
        self.odd &= !(1 << slot);
        self.ends += u32::from(is_end);
        let group = std::mem::take(&mut self.groups[slot]);
        (!is_end || is_odd && self.ends <= 2) && (group == 0 || self.groups.contains(&group))
    }

    /// The most tiles that it can get, if it can get these.
    fn bound(&self, open: TileBits) -> u32 {
        self.count + (open & !self.covered).count_ones()
    }

    /// Whether any further edges that make the other one a trail make this one a trail that is no shorter. The odd nodes of their
    /// frontiers are the same.
    fn is_as_good_as(&self, other: &Self) -> bool {
        if self.count < other.count + (self.covered & !other.covered).count_ones() || self.ends > other.ends {
            return false;
        }
        // Each component of the other one has to lie within one of this one, and this one must not have any besides.
        let mut within = [0; WIDTH + 1];
        for (&own, &group) in std::iter::zip(&self.groups, &other.groups) {
            if group > 0 {
                let within = &mut within[usize::from(group)];
                if own == 0 || *within > 0 && *within != own {
                    return false;
                }
                *within = own;
            }
        }
        self.groups.iter().all(|&own| own == 0 || within.contains(&own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Random, below, random};

    fn longest<const R: usize>(tiles: [u8; R], crossings: &[(u8, u8)], entrances: &[(u8, u8)]) -> u16 {
        checked(&RoadGraph { tiles: tiles.to_vec(), crossings: crossings.to_vec(), entrances: entrances.to_vec() })
    }

    /// The longest route, by the frontier method alone and by depth-first search alone as well.
    fn checked(graph: &RoadGraph) -> u16 {
        let longest = graph.longest();
        for walk_steps in [0, usize::MAX] {
            let mut search = Search::new(graph);
            search.run(walk_steps);
            assert_eq!(search.best, u32::from(longest), "with {walk_steps} steps of depth-first search: {graph:?}");
        }
        longest
    }

    #[test]
    fn longest_of_single_roads() {
        assert_eq!(longest([], &[], &[]), 0);
        assert_eq!(longest([0], &[], &[]), 1);
        assert_eq!(longest([0, 1, 1], &[], &[]), 1);
    }

    #[test]
    fn longest_leaves_out_side_branches() {
        // 0-1-2-3, straight on.
        assert_eq!(longest([0, 1, 2, 3], &[(0, 1), (1, 2), (2, 3)], &[]), 4);
        // And with 4 beside 1, then also 5 behind that.
        assert_eq!(longest([0, 1, 2, 3, 4], &[(0, 1), (1, 2), (2, 3), (1, 4)], &[]), 4);
        assert_eq!(longest([0, 1, 2, 3, 4, 5], &[(0, 1), (1, 2), (2, 3), (1, 4), (4, 5)], &[]), 5);
        // Two separate networks.
        assert_eq!(longest([0, 1, 2, 3, 4], &[(0, 1), (2, 3), (3, 4)], &[]), 3);
    }

    #[test]
    fn longest_goes_round() {
        let ring = [(0, 1), (1, 2), (2, 3), (3, 0)];
        assert_eq!(longest([0, 1, 2, 3], &ring, &[]), 4);
        // A ring with a tail, like a P; then two tails at the same place, of which one is lost; then two at different places: into the
        // ring by one, out by the other, and on the way only one side of it.
        assert_eq!(longest([0, 1, 2, 3, 4, 5], &[&ring[..], &[(0, 4), (4, 5)]].concat(), &[]), 6);
        assert_eq!(longest([0, 1, 2, 3, 4, 5], &[&ring[..], &[(0, 4), (0, 5)]].concat(), &[]), 6);
        assert_eq!(longest([0, 1, 2, 3, 4, 5], &[&ring[..], &[(0, 4), (1, 5)]].concat(), &[]), 6);
        assert_eq!(longest([0, 1, 2, 3, 4, 5, 6], &[&ring[..], &[(0, 4), (2, 5), (5, 6)]].concat(), &[]), 6);
        assert_eq!(longest([0, 1, 2, 3, 4, 5, 6], &[&ring[..], &[(0, 4), (0, 5), (0, 6)]].concat(), &[]), 6);
        // Two rings that share a crossroads: a figure eight, passed in one go, and with a tail at one ring.
        let eight = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5), (5, 6), (6, 0)];
        assert_eq!(longest([0, 1, 2, 3, 4, 5, 6], &eight, &[]), 7);
        assert_eq!(longest([0, 1, 2, 3, 4, 5, 6, 7], &[&eight[..], &[(5, 7)]].concat(), &[]), 8);
    }

    #[test]
    fn longest_on_ladders() {
        // Two rows of n tiles, all neighbours joined: up and down along the rungs to every tile.
        let ladder = |n: u8| {
            let rows = (1..n).flat_map(|x| [(x - 1, x), (n + x - 1, n + x)]);
            RoadGraph {
                tiles: (0..2 * n).collect(),
                crossings: rows.chain((0..n).map(|x| (x, n + x))).collect(),
                entrances: vec![],
            }
        };
        for n in 1..=6 {
            assert_eq!(checked(&ladder(n)), u16::from(2 * n));
        }
        assert_eq!(ladder(21).longest(), 42);
        // A comb: one row, with a tooth at every tile. Both ends are teeth.
        let comb = |n: u8| {
            let teeth = (0..n).map(|x| (x, n + x));
            RoadGraph {
                tiles: (0..2 * n).collect(),
                crossings: (1..n).map(|x| (x - 1, x)).chain(teeth).collect(),
                entrances: vec![],
            }
        };
        assert_eq!(checked(&comb(5)), 7);
        assert_eq!(comb(21).longest(), 23);
    }

    #[test]
    fn longest_counts_a_tile_once() {
        // Roads 1 and 3 are on one tile, which the route comes to twice.
        assert_eq!(longest([0, 1, 2, 1, 3], &[(0, 1), (1, 2), (2, 3), (3, 4)], &[]), 4);
        // 1-0-1 is longer in roads, but 3-0-1 in tiles.
        assert_eq!(longest([0, 1, 1, 2], &[(0, 1), (0, 2), (0, 3)], &[]), 3);
    }

    #[test]
    fn longest_goes_through_ranges() {
        // One entrance leads nowhere, two join the roads, of three one is left over.
        let pairs = [(0, 1), (2, 3), (4, 5)];
        let tiles = [0, 1, 2, 3, 4, 5];
        assert_eq!(longest(tiles, &pairs, &[(1, 0)]), 2);
        assert_eq!(longest(tiles, &pairs, &[(1, 0), (2, 1)]), 2);
        assert_eq!(longest(tiles, &pairs, &[(1, 0), (2, 0)]), 4);
        assert_eq!(longest(tiles, &pairs, &[(1, 0), (2, 0), (4, 0)]), 4);
        // The third road has two entrances: there and back again. Both roads' ends are then far ends.
        assert_eq!(longest(tiles, &pairs, &[(1, 0), (2, 0), (4, 0), (4, 0)]), 5);
        assert_eq!(longest(tiles, &pairs, &[(1, 0), (2, 0), (4, 0), (5, 0)]), 6);
        // A loop of one road through a range adds nothing, and no harm.
        assert_eq!(longest([0, 1], &[(0, 1)], &[(0, 0), (0, 0)]), 2);
        // Two ranges in a row.
        assert_eq!(longest(tiles, &pairs, &[(1, 0), (2, 0), (3, 1), (4, 1)]), 6);
    }

    #[test]
    fn longest_passes_a_range_twice() {
        // 0-1 into the range, out at 2, along 2-3 to its other end and in again, out at 4 and on to 5.
        let pairs = [(0, 1), (2, 3), (4, 5)];
        assert_eq!(longest([0, 1, 2, 3, 4, 5], &pairs, &[(1, 0), (2, 0), (3, 0), (4, 0)]), 6);
        // With four dead ends it is passed once: the route has two ends.
        assert_eq!(longest([0, 1, 2, 3], &[], &[(0, 0), (1, 0), (2, 0), (3, 0)]), 2);
    }

    #[test]
    fn longest_uses_parallel_crossings_once_each() {
        assert_eq!(longest([0, 1, 2], &[(0, 1), (0, 1), (0, 2)], &[]), 3);
        assert_eq!(longest([0, 1, 2, 3], &[(0, 1), (1, 2), (1, 2), (1, 3)], &[]), 4);
        assert_eq!(longest([0, 1, 2, 3], &[(0, 1), (1, 2), (1, 3)], &[]), 3);
    }

    /// The longest route by trying all sets of edges.
    fn by_subsets(graph: &RoadGraph) -> u16 {
        let range = |range: u8| graph.tiles.len() + usize::from(range);
        let edges: Vec<(usize, usize)> = (graph.crossings.iter().map(|&(a, b)| (usize::from(a), usize::from(b))))
            .chain(graph.entrances.iter().map(|&(road, number)| (usize::from(road), range(number))))
            .collect();
        let mut longest = u32::from(!graph.tiles.is_empty());
        for set in 1u32..1 << edges.len() {
            let chosen = (0..edges.len()).filter(|edge| set >> edge & 1 == 1).map(|edge| edges[edge]);
            let (mut odd, mut nodes) = (0u64, 0u64);
            for (a, b) in chosen.clone() {
                odd ^= 1 << a ^ 1 << b;
                nodes |= 1 << a | 1 << b;
            }
            if odd.count_ones() > 2 {
                continue;
            }
            let mut reached = nodes & nodes.wrapping_neg();
            for _ in 0..edges.len() {
                for (a, b) in chosen.clone() {
                    if (reached >> a | reached >> b) & 1 == 1 {
                        reached |= 1 << a | 1 << b;
                    }
                }
            }
            if reached == nodes {
                let roads = (0..graph.tiles.len()).filter(|road| nodes >> road & 1 == 1);
                let tiles = roads.fold(0u64, |tiles, road| tiles | 1 << graph.tiles[road]);
                longest = longest.max(tiles.count_ones());
            }
        }
        longest as u16
    }

    #[test]
    fn longest_is_that_of_all_sets_of_edges() {
        for seed in 0..4000 {
            let random = &mut random(seed);
            let roads = 2 + below(random, 8) as u8;
            let tiles = 2 + below(random, u32::from(roads) - 1);
            let mut graph =
                RoadGraph { tiles: (0..roads).map(|_| below(random, tiles) as u8).collect(), ..RoadGraph::default() };
            let road = |random: &mut Random| below(random, u32::from(roads)) as u8;
            for _ in 0..below(random, 10) {
                let (a, b) = (road(random), road(random));
                if graph.tiles[usize::from(a)] != graph.tiles[usize::from(b)] {
                    graph.crossings.push((a, b));
                }
            }
            let ranges = below(random, 3);
            for _ in 0..2 * ranges + below(random, 2) {
                graph.entrances.push((road(random), below(random, ranges.max(1)) as u8));
            }
            assert_eq!(checked(&graph), by_subsets(&graph), "{graph:?}");
        }
    }

    /// Random territories with roads and ranges as a tile file could have them.
    #[derive(Clone, Copy, Debug)]
    struct Family {
        tiles: usize,
        /// How many columns they fill row by row, or none if tiles are laid anywhere.
        columns: Option<i32>,
        /// Per cent of edges with an exit, and how many a tile has at most.
        exits: (u32, usize),
        /// Per cent of tiles whose exits are spread over two roads.
        separate: u32,
        /// How many tiles a range covers, roughly, and per cent of roads with an entrance; a quarter as many have a further one.
        ranges: (u32, u32),
    }

    impl Family {
        fn graph(self, random: &mut Random) -> RoadGraph {
            let happens = |random: &mut Random, per_cent| below(random, 100) < per_cent;
            let mut places = vec![(0, 0)];
            while places.len() < self.tiles {
                let place = match self.columns {
                    Some(columns) => (places.len() as i32 % columns, places.len() as i32 / columns),
                    None => {
                        let (x, y) = places[below(random, places.len() as u32) as usize];
                        let (dx, dy) = [(1, 0), (0, 1), (-1, 0), (0, -1)][below(random, 4) as usize];
                        (x + dx, y + dy)
                    }
                };
                if !places.contains(&place) {
                    places.push(place);
                }
            }

            let mut graph = RoadGraph::default();
            let mut road_at: Vec<[Option<u8>; 4]> = Vec::new();
            let mut range_of: Vec<u8> = Vec::new();
            let mut ranges = 0;
            for (tile, &(x, y)) in places.iter().enumerate() {
                let mut sides: Vec<usize> = (0..4).filter(|_| happens(random, self.exits.0)).collect();
                while sides.len() > self.exits.1 {
                    sides.remove(below(random, sides.len() as u32) as usize);
                }
                let is_separate = happens(random, self.separate);
                let mut roads = [None; 2];
                let mut at = [None; 4];
                for side in sides {
                    let road = &mut roads[if is_separate { below(random, 2) as usize } else { 0 }];
                    at[side] = Some(*road.get_or_insert_with(|| {
                        graph.tiles.push(tile as u8);
                        graph.tiles.len() as u8 - 1
                    }));
                }
                road_at.push(at);
                let is_near = |&(u, v): &(i32, i32)| (u - x).abs() + (v - y).abs() == 1;
                let near = places[..tile].iter().position(is_near);
                let joined = near.filter(|_| below(random, self.ranges.0) > 0).map(|near| range_of[near]);
                let range = joined.unwrap_or(ranges);
                ranges += u8::from(joined.is_none());
                range_of.push(range);
                for road in roads.into_iter().flatten() {
                    let per_cent = [self.ranges.1, self.ranges.1 / 4];
                    graph
                        .entrances
                        .extend(per_cent.into_iter().filter(|&it| happens(random, it)).map(|_| (road, range)));
                }
            }
            for (tile, &(x, y)) in places.iter().enumerate() {
                for (place, out, back) in [((x + 1, y), 1, 3), ((x, y + 1), 0, 2)] {
                    if let Some(other) = places.iter().position(|&other| other == place) {
                        graph.crossings.extend(road_at[tile][out].zip(road_at[other][back]));
                    }
                }
            }
            graph
        }
    }

    /// The most steps in territories of a family, one for each seed, and the mean.
    fn steps(family: Family, seeds: u64) -> [usize; 2] {
        let steps = |seed| {
            let mut search = Search::new(&family.graph(&mut random(seed)));
            search.run(WALK_STEPS);
            search.steps
        };
        let steps: Vec<usize> = (0..seeds).map(steps).collect();
        [steps.iter().copied().max().unwrap_or(0), steps.iter().sum::<usize>() / seeds as usize]
    }

    /// Checks the steps for families of territories with 43 tiles.
    fn assert_steps(separate: u32, ranges: (u32, u32), seeds: u64, limit: usize) {
        for columns in [None, Some(2), Some(3), Some(4), Some(5), Some(6), Some(7)] {
            for exits in [(100, 4), (90, 4), (75, 4), (60, 4), (50, 4), (100, 3), (80, 3)] {
                let family = Family { tiles: 43, columns, exits, separate, ranges };
                let [most, mean] = steps(family, seeds);
                println!("{most:8} steps, mean {mean:6}, {family:?}");
                assert!(most < limit, "{most} steps: {family:?}");
            }
        }
    }

    #[test]
    fn longest_takes_few_steps() {
        assert_steps(0, (1, 0), 40, 50_000);
        assert_steps(50, (1, 0), 40, 100_000);
    }

    #[test]
    fn longest_takes_few_steps_with_ranges() {
        assert_steps(0, (2, 100), 10, 500_000);
        assert_steps(50, (3, 50), 10, 500_000);
        assert_steps(30, (12, 40), 10, 500_000);
        assert_steps(100, (4, 70), 10, 1_000_000);
        assert_steps(100, (2, 100), 10, 1_000_000);
    }

    #[test]
    fn longest_is_found_by_both_methods() {
        for seed in 0..300 {
            for (tiles, exits) in [(12, (80, 4)), (14, (75, 3)), (20, (50, 4))] {
                let family = Family { tiles, columns: None, exits, separate: 40, ranges: (4, 25) };
                checked(&family.graph(&mut random(seed)));
            }
        }
    }
}
