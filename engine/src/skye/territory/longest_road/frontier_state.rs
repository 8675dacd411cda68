//! States of the frontier method: everything about a subgraph that matters for later edges.

use super::TileBits;

/// The most nodes in a frontier.
pub(super) const WIDTH: usize = 32;

/// The state of a subgraph, as far as later edges depend on it, and its tiles.
///
/// The nodes of the frontier have slots.
#[derive(Copy, Clone, Default)]
pub(super) struct FrontierState {
    /// A bit for every slot: set if the node has an odd number of edges.
    pub(super) odd: u32,
    /// For every slot the number of the node's component, from 1.
    ///
    /// It is 0 for a node without edges, and for an empty slot.
    pub(super) groups: [u8; WIDTH],
    /// The number of odd nodes that have left the frontier.
    pub(super) ends: u32,
    /// The tiles covered so far that a route can still reach.
    pub(super) covered: TileBits,
    /// The number of tiles.
    pub(super) count: u32,
}

const _: () = assert!(WIDTH <= u32::BITS as usize, "a bit for every slot");

impl FrontierState {
    /// Adds an edge between nodes with these slots and tiles.
    pub(super) fn add_edge(&mut self, slots: [usize; 2], tiles: [TileBits; 2]) {
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

    /// Returns whether it is connected and has at most two odd nodes.
    pub(super) fn is_trail(&self) -> bool {
        let mut groups = self.groups.iter().filter(|&&group| group > 0);
        let first = groups.next();
        groups.all(|group| Some(group) == first) && self.ends + self.odd.count_ones() <= 2
    }

    /// Removes a node without further edges from the frontier.
    ///
    /// `open` are the tiles that can still be reached. Returns false if no further edges make this a trail, or only one
    /// that could be extended.
    pub(super) fn close(&mut self, slot: usize, is_odd: bool, open: TileBits) -> bool {
        self.covered &= open;
        let is_end = self.odd >> slot & 1 == 1;
        self.odd &= !(1 << slot);
        self.ends += u32::from(is_end);
        let group = std::mem::take(&mut self.groups[slot]);
        (!is_end || is_odd && self.ends <= 2) && (group == 0 || self.groups.contains(&group))
    }

    /// The most tiles that it can cover, if these can still be reached.
    pub(super) fn bound(&self, open: TileBits) -> u32 {
        self.count + (open & !self.covered).count_ones()
    }

    /// Returns whether this state dominates the other one, whose frontier has the same odd nodes.
    ///
    /// Any further edges that make the other one a trail then make this one a trail that is no shorter.
    pub(super) fn is_as_good_as(&self, other: &Self) -> bool {
        if self.count < other.count + (self.covered & !other.covered).count_ones() || self.ends > other.ends {
            return false;
        }
        // Each component of the other one must lie within one of this one, and this one must not have any others.
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
