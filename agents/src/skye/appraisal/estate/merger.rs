//! The areas that a new tile would join.

use engine::bits::ones;
use engine::skye::tile::MAX_AREAS_PER_TILE;
use engine::skye::{Area, Areas, Tile};

/// The index of an area at a side; [`NONE`] if none that counts is there.
pub(super) type Met = u8;

/// No area.
pub(super) const NONE: Met = Met::MAX;

/// An area of the territory that is joined, with one of the tile's areas that it joins.
#[derive(Copy, Clone, Debug, Default)]
struct JoinedArea {
    part: u8,
    area: Met,
}

/// The areas of a new tile that meet areas of the territory, in groups.
///
/// A group becomes a single area. Areas that meet none are left out. The area with the lowest number represents its
/// group.
pub(super) struct Merger {
    /// Bit i: area i of the tile meets another.
    meeting: u32,
    /// For each area of the tile the representative of its group.
    group: [u8; MAX_AREAS_PER_TILE],
    /// At the representative of a group, the area that the group becomes.
    merged: [Area; MAX_AREAS_PER_TILE],
    /// The territory's areas that are joined, each once.
    joined: [JoinedArea; 4],
    joined_count: usize,
}

impl Merger {
    /// Makes a merger without contacts.
    #[inline]
    pub fn empty() -> Self {
        Self {
            meeting: 0,
            group: [0, 1, 2, 3, 4],
            merged: [Area::default(); MAX_AREAS_PER_TILE],
            joined: [JoinedArea::default(); 4],
            joined_count: 0,
        }
    }

    /// Merges areas of a tile, by side, with those that they meet, in place, since a merger is large.
    ///
    /// The tile becomes number `number` of the territory.
    #[inline]
    pub fn merge(&mut self, parts: [u8; 4], met: &[Met; 4], areas: &Areas, tile: &Tile, number: usize) {
        for (part, &met) in parts.into_iter().zip(met).filter(|&(part, _)| part != NONE) {
            // So far it is a separate group.
            if !self.meets(usize::from(part)) {
                self.meeting |= 1 << part;
                self.merged[usize::from(part)] = Area::of_tile(tile, part.into(), number);
            }
            self.add(part, met, areas);
        }
    }

    #[inline]
    fn add(&mut self, part: u8, area: Met, areas: &Areas) {
        let own = self.group[usize::from(part)];
        let earlier = self.joined[..self.joined_count].iter().find(|joined| joined.area == area);
        let own = match earlier {
            Some(joined) => self.join_groups(own, self.group[usize::from(joined.part)]),
            None => {
                self.merged[usize::from(own)].absorb(areas.get(usize::from(area)));
                self.joined[self.joined_count] = JoinedArea { part, area };
                self.joined_count += 1;
                own
            }
        };
        // A contact closes one edge on each side.
        self.merged[usize::from(own)].close(2);
    }

    /// Joins two groups; returns their representative.
    fn join_groups(&mut self, a: u8, b: u8) -> u8 {
        let (kept, gone) = (a.min(b), a.max(b));
        if kept != gone {
            let other = self.merged[usize::from(gone)];
            self.merged[usize::from(kept)].absorb(&other);
            self.group.iter_mut().filter(|group| **group == gone).for_each(|group| *group = kept);
        }
        kept
    }

    /// Returns whether there are no contacts.
    pub fn is_empty(&self) -> bool {
        self.meeting == 0
    }

    /// The tile's areas that meet others.
    pub fn meeting(&self) -> impl Iterator<Item = usize> {
        ones(self.meeting)
    }

    /// Returns whether this area of the tile meets another.
    pub fn meets(&self, part: usize) -> bool {
        self.meeting >> part & 1 == 1
    }

    /// Every area that a group would become, with the number that represents the group.
    pub fn merged(&self) -> impl Iterator<Item = (usize, &Area)> {
        ones(self.meeting).filter(|&part| usize::from(self.group[part]) == part).map(|part| (part, &self.merged[part]))
    }

    /// The representative of the group of area `part`, which meets others.
    pub fn group_of(&self, part: usize) -> usize {
        usize::from(self.group[part])
    }

    /// Returns the area that area `part`, which meets others, becomes part of.
    pub fn become_of(&self, part: usize) -> &Area {
        &self.merged[usize::from(self.group[part])]
    }

    /// The tile's areas in the group of area `part`.
    pub fn members(&self, part: usize) -> impl Iterator<Item = usize> + '_ {
        ones(self.meeting).filter(move |&member| usize::from(self.group[member]) == part)
    }

    /// The indices of the territory's areas that are joined.
    pub fn joined(&self) -> impl Iterator<Item = usize> + '_ {
        self.joined[..self.joined_count].iter().map(|joined| usize::from(joined.area))
    }

    /// Returns whether the group of area `part` joins this area of the territory.
    pub fn joins(&self, part: usize, area: usize) -> bool {
        let joined = self.joined[..self.joined_count].iter().find(|joined| usize::from(joined.area) == area);
        joined.is_some_and(|joined| usize::from(self.group[usize::from(joined.part)]) == part)
    }
}
