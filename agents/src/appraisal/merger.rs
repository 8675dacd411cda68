//! What a new tile would make of the areas around it.

use engine::skye::areas::{Area, Areas};
use engine::skye::tile::{MAX_AREAS_PER_TILE, Tile};

/// An edge that a new tile would share with a territory.
#[derive(Copy, Clone, Debug)]
pub(super) struct Contact {
    /// The tile's area at that edge.
    pub own: usize,
    /// The index of the territory's area there.
    pub met: usize,
}

/// The areas of a new tile, each together with all that it would be one with.
pub(super) struct Merger {
    count: usize,
    /// For each area of the tile the smallest one that it would be one with.
    group: [usize; MAX_AREAS_PER_TILE],
    /// For the smallest of each group the area that would come of it.
    merged: [Area; MAX_AREAS_PER_TILE],
    /// The territory's areas that would be joined, each once, with one of the tile's areas that it joins.
    joined: [Contact; 4],
    joined_count: usize,
}

impl Merger {
    /// Merges the areas of `tile`, which would be tile number `number` of the territory.
    pub fn new(contacts: [Option<Contact>; 4], areas: &Areas, tile: &Tile, number: usize) -> Self {
        let mut merger = Self {
            count: tile.areas.len(),
            group: [0, 1, 2, 3, 4],
            merged: [Area::default(); MAX_AREAS_PER_TILE],
            joined: [Contact { own: 0, met: 0 }; 4],
            joined_count: 0,
        };
        for part in 0..tile.areas.len() {
            merger.merged[part] = Area::of_tile(tile, part, number);
        }
        contacts.into_iter().flatten().for_each(|contact| merger.add(contact, areas));
        merger
    }

    fn add(&mut self, contact: Contact, areas: &Areas) {
        let own = self.group[contact.own];
        let earlier = self.joined[..self.joined_count].iter().find(|joined| joined.met == contact.met);
        let own = match earlier {
            Some(joined) => self.join_groups(own, self.group[joined.own]),
            None => {
                self.merged[own].absorb(areas.get(contact.met));
                self.joined[self.joined_count] = contact;
                self.joined_count += 1;
                own
            }
        };
        // A contact closes an edge on both sides.
        self.merged[own].close(2);
    }

    /// Makes two groups one; returns its smallest area.
    fn join_groups(&mut self, a: usize, b: usize) -> usize {
        let (kept, gone) = (a.min(b), a.max(b));
        if kept != gone {
            let other = self.merged[gone];
            self.merged[kept].absorb(&other);
            self.group.iter_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
        }
        kept
    }

    /// Every area that would come of it, with the number of the smallest of the tile's areas in it.
    pub fn merged(&self) -> impl Iterator<Item = (usize, &Area)> {
        (0..self.count).filter(|&number| self.group[number] == number).map(|number| (number, &self.merged[number]))
    }

    /// The tile's areas in the group of area `number`.
    pub fn members(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.count).filter(move |&member| self.group[member] == number)
    }

    /// The indices of all areas of the territory that would be joined.
    pub fn joined(&self) -> impl Iterator<Item = usize> + '_ {
        self.joined[..self.joined_count].iter().map(|joined| joined.met)
    }

    /// Whether the group of area `number` joins this area of the territory.
    pub fn joins(&self, number: usize, area: usize) -> bool {
        let joined = self.joined[..self.joined_count].iter().find(|joined| joined.met == area);
        joined.is_some_and(|joined| self.group[joined.own] == number)
    }
}
