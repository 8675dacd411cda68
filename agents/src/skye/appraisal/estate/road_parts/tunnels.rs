//! Tunnels: roads with entrances into one mountain area are connected through it.

use engine::skye::tile::{MAX_AREAS_PER_TILE, MAX_TUNNELS_PER_TILE};
use engine::skye::{Edges, Rotation, SIDES, Territory, Tile, Tiles};
use tinyvec::ArrayVec;

use super::{CASTLE, NONE, Road, RoadChange, RoadId, RoadParts};
use crate::skye::appraisal::estate::merger::Merger;

/// The different roads that a tile can meet: one on each side, and one through a range on each side.
type Met = ArrayVec<[RoadId; 2 * SIDES.len()]>;

impl RoadParts {
    /// Joins the roads that lead into the same mountain area.
    pub(super) fn join_through_tunnels(&mut self, tiles: &Tiles, territory: &Territory) {
        let entrances = || {
            territory.with_tunnels().iter().flat_map(|index| {
                let tunnels = territory.tile(tiles, index).special.tunnels.into_iter();
                tunnels.map(move |tunnel| {
                    let side = tunnel.road.iter().next().expect("a road has an exit");
                    (territory.areas().index_of(index, usize::from(tunnel.area)), index, side)
                })
            })
        };
        let mut first: Vec<(usize, usize, engine::skye::Side)> = Vec::new();
        for (area, index, side) in entrances() {
            match first.iter().find(|&&(other, ..)| other == area) {
                Some(&(_, earlier, leaving)) => {
                    self.join(self.leaving(earlier, leaving), self.leaving(index, side));
                }
                None => first.push((area, index, side)),
            }
        }
        self.ranges = first.into_iter().map(|(area, index, side)| (area, self.leaving(index, side))).collect();
    }

    /// Returns whether a placement without entrances that joins these areas connects different roads through them.
    #[inline]
    pub fn joins_ranges(&self, merger: &Merger) -> bool {
        if self.ranges.is_empty() {
            return false;
        }
        let mut met = merger.joined().filter_map(|area| self.through(area));
        met.next().is_some_and(|first| met.any(|other| other != first))
    }

    /// The road that leads into an area.
    fn through(&self, area: usize) -> Option<RoadId> {
        self.ranges.iter().find(|&&(other, _)| other == area).map(|&(_, road)| road)
    }

    /// The passages through each group of areas that become one by a tile in a rotation.
    ///
    /// All mountain areas that the tile meets must be in the merger.
    pub fn passages(
        &self,
        printed: &Tile,
        rotation: Rotation,
        merger: &Merger,
    ) -> ArrayVec<[TunnelPassage; MAX_AREAS_PER_TILE]> {
        const _: () = assert!(MAX_TUNNELS_PER_TILE <= SIDES.len(), "as many passages as areas are enough");
        let group = |part: usize| if merger.meets(part) { merger.group_of(part) } else { part };
        let mut passages = [TunnelPassage::default(); MAX_AREAS_PER_TILE];
        for tunnel in printed.special.tunnels {
            let passage = &mut passages[group(usize::from(tunnel.area))];
            passage.own = passage.own.union(tunnel.road.rotated(rotation));
        }
        for (part, _) in merger.merged() {
            for area in merger.joined().filter(|&area| merger.joins(part, area)) {
                passages[part].roads.extend(self.through(area));
            }
        }
        passages.into_iter().collect()
    }

    /// As [`change`](Self::change), for a tile with entrances, or one that joins areas that have some.
    pub fn change_with_tunnels(
        &self,
        tile: &Tile,
        met: &[RoadId; 4],
        closed: Edges,
        passages: &[TunnelPassage],
    ) -> RoadChange {
        let mut reached: Met = ArrayVec::new();
        let mut own = Edges::NONE;
        reached.push(CASTLE);
        loop {
            let before = (reached.len(), own);
            for side in SIDES {
                let road = met[side.index()];
                if road != NONE && reached.contains(&road) {
                    own = own.union(tile.road_at(side));
                } else if road != NONE && own.has(side) {
                    reached.push(road);
                }
            }
            for passage in passages {
                let is_open = passage.own.meets(own) || passage.roads.iter().any(|road| reached.contains(road));
                if is_open {
                    own = own.union(passage.own);
                    for road in passage.roads {
                        if !reached.contains(&road) {
                            reached.push(road);
                        }
                    }
                }
            }
            if before == (reached.len(), own) {
                break;
            }
        }
        let mut change = RoadChange { connects: !own.is_empty(), ..RoadChange::default() };
        for &road in &reached[1..] {
            let Road { tiles, open, .. } = self.roads[usize::from(road)];
            change.tiles.insert_all(tiles);
            change.open += i32::from(open);
        }
        change.open -= met.iter().filter(|road| reached.contains(road)).count() as i32;
        change.open += own.iter().filter(|&side| !closed.has(side)).count() as i32;
        change
    }
}

/// The roads that a mountain area of the new tile connects, with all areas that it joins.
#[derive(Copy, Clone, Default)]
pub struct TunnelPassage {
    /// Exits of the tile's own roads with an entrance.
    own: Edges,
    /// Roads of the territory.
    roads: ArrayVec<[RoadId; SIDES.len()]>,
}
