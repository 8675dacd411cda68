//! The gain by a tile, a place and a placement.

use std::cmp::Reverse;

use engine::skye::{Area, Edges, Module, Place, Placement, Rotation, SIDES, Terrain, TileId, TileIndexSet};

use super::candidate::{Candidates, LoneTile, TileCandidate};
use super::merger::{Merger, Met};
use super::road_parts::RoadChange;
use super::site::Site;
use super::{Estate, Outskirts, merger, road_parts};
use crate::skye::MilliVp;
use crate::skye::appraisal::outlook::prices::Largest;

impl<'a> TileCandidate<'a> {
    /// Examines a tile for an estate.
    pub fn new(estate: &'a Estate, tile: TileId) -> Self {
        let Estate { ref outlook, summary, mut counting, .. } = *estate;
        let tiles = outlook.game.tiles();
        let printed = tiles.as_printed(tile);
        let mut after = summary;
        after.features.add_all(&printed.features);
        if printed.has_scrolls {
            for (part, kind) in printed.scrolls() {
                counting.extend([printed.areas[part].terrain]);
                after.add_scroll(kind, outlook.scroll_weight(&Area::of_tile(printed, part, 0)));
            }
        }
        let prices = &outlook.prices;
        let scrolls =
            printed.scrolls().map(|(part, kind)| (kind, outlook.scroll_weight(&Area::of_tile(printed, part, 0))));
        let has_tunnels = prices.roads.sees_tunnels && !printed.special.tunnels.is_empty();
        let counted = after.counted_terrains();
        counting.extend_by(counted);
        if !counted.is_empty() && summary.counted_terrains().is_empty() {
            estate.areas().iter().for_each(|area| after.count_area(area));
        }
        if has_tunnels {
            counting.extend([Terrain::Mountain]);
        }
        if outlook.game.has(Module::Druids) {
            after.add_tablet(outlook, tile);
        }
        Self {
            feature_worth: after.feature_worth(outlook) - estate.feature_worth,
            scroll_worth: estate.scrolls_worth_with(&after, scrolls),
            scrolls_count_areas: !counted.is_empty(),
            has_tunnels,
            after,
            has_farm: printed.has_farm(),
            animals: printed.animals(),
            connected_worth: prices.roads.worth(printed),
            turned: Rotation::ALL.map(|rotation| tiles.tile(tile, rotation)),
            lone: LoneTile::new(outlook, printed, counting),
        }
    }
}

impl<'a> Candidates<'a> {
    /// The candidate that this placement in the estate turns into.
    #[inline]
    pub fn at(&self, estate: &'a Estate, placement: Placement, site: &Site) -> &TileCandidate<'a> {
        match &self.back {
            None => &self.front,
            Some((id, back)) => {
                let curved = self.front.turned[placement.rotation.quarter_turns()].special.curved;
                let all: Edges = SIDES.into_iter().collect();
                if all.without(curved).is_within(site.closed) {
                    back.get_or_init(|| TileCandidate::new(estate, *id))
                } else {
                    &self.front
                }
            }
        }
    }
}

impl Estate {
    /// The site at this place, which has neighbours on these sides.
    pub(super) fn examine_site(&self, place: Place, closed: Edges) -> Site {
        let Outskirts { roads, grid, diagonals, flips, .. } = self.outskirts();
        let (outlook, prices) = (&self.outlook, &self.outlook.prices);
        let near = if prices.pays_farms { grid.near(place) } else { TileIndexSet::NONE };
        let addition = self.shape.addition_at(outlook.has_modules, grid, place, closed);
        let diagonal = diagonals.as_ref().is_some_and(|diagonals| diagonals.grows_at(place));
        let mut site = Site {
            place,
            worth: addition.worth(prices) + MilliVp::from(diagonal) * prices.diagonal,
            makes_column: addition.column,
            makes_row: addition.row,
            flips: flips.iter().any(|(flip, _)| flip.place == place),
            areas: [merger::NONE; 4],
            free: [merger::NONE; SIDES.len()],
            meets_scrolls: false,
            roads: [road_parts::NONE; 4],
            may_connect: !self.territory.with_tunnels().is_empty(),
            closed,
            is_near_farm: self.farms.has_farm(near),
            animals_around: self.farms.animals_apart(near),
        };
        for side in closed.iter() {
            let neighbour = grid.get(place.neighbour(side)).expect("a tile on a closed side");
            let (tile, facing) = (self.territory.tile(outlook.game.tiles(), neighbour), side.opposite());
            // Two curved sides lie side by side, but share no edge.
            if !tile.special.curved.has(facing) {
                let part = tile.area_at[facing.index()];
                let area = self.areas().index_of(neighbour, usize::from(part));
                (site.areas[side.index()], site.free[side.index()]) = (area as Met, 0);
                site.meets_scrolls |= self.scrolls.iter().any(|&(other, _)| other == area);
                let road = roads.leaving(neighbour, facing);
                site.may_connect |= road == road_parts::CASTLE;
                site.roads[side.index()] = road;
            }
        }
        site
    }
}

impl Estate {
    /// Returns the gain by a tile at a place in one rotation.
    ///
    /// `parts` are its areas that then meet others, by side.
    pub(super) fn gain_at(
        &self,
        site: &Site,
        candidate: &TileCandidate<'_>,
        rotation: Rotation,
        parts: [u8; SIDES.len()],
    ) -> MilliVp {
        let lone = &candidate.lone;
        let mut merger = Merger::empty();
        merger.merge(parts, &site.areas, self.areas(), lone.tile, self.territory.len());
        let roads = self.road_change(site, candidate, rotation, &merger);
        candidate.feature_worth
            + site.worth
            + self.farm_gain(site, candidate)
            + self.road_gain(&roads, candidate)
            + self.area_gain(&merger, lone)
            + lone.largest.iter().map(|&largest| self.largest_gain(largest, &merger, lone)).sum::<MilliVp>()
            + self.scroll_gain(site, &roads, &merger, candidate)
            + if self.outlook.prices.areas.pays_lake_houses() { self.house_gain(&merger, lone) } else { 0 }
    }

    fn farm_gain(&self, site: &Site, candidate: &TileCandidate<'_>) -> MilliVp {
        let own = if candidate.has_farm || site.is_near_farm { candidate.animals } else { 0 };
        let around = if candidate.has_farm { site.animals_around } else { 0 };
        MilliVp::from(own + around) * self.outlook.prices.animals_at_farms
    }

    fn road_change(
        &self,
        site: &Site,
        candidate: &TileCandidate<'_>,
        rotation: Rotation,
        merger: &Merger,
    ) -> RoadChange {
        let (roads, tile) = (&self.outskirts().roads, candidate.turned[rotation.quarter_turns()]);
        if candidate.has_tunnels || roads.joins_ranges(merger) {
            let passages = roads.passages(candidate.lone.tile, rotation, merger);
            roads.change_with_tunnels(tile, &site.roads, site.closed, &passages)
        } else {
            roads.change(tile, &site.roads, site.closed)
        }
    }

    /// Tiles laid earlier that become connected.
    pub(super) fn newly_connected(&self, change: &RoadChange) -> TileIndexSet {
        change.tiles.without(self.outskirts().roads.connected())
    }

    fn road_gain(&self, change: &RoadChange, candidate: &TileCandidate<'_>) -> MilliVp {
        let mut gain = change.open * self.outlook.prices.roads.open;
        if change.connects {
            gain += candidate.connected_worth;
        }
        for index in self.newly_connected(change).iter() {
            gain += self.outlook.prices.roads.worth(self.territory.tile(self.outlook.game.tiles(), index));
        }
        gain
    }

    fn area_gain(&self, merger: &Merger, lone: &LoneTile<'_>) -> MilliVp {
        let joined: MilliVp = merger.joined().map(|area| self.area_worths[area]).sum();
        let merged: MilliVp = merger.merged().map(|(_, area)| self.outlook.prices.areas.worth(area)).sum();
        let alone: MilliVp = merger.meeting().map(|part| lone.area_worths[part]).sum();
        lone.worth + merged - alone - joined
    }

    /// Returns the gain of the best area of a kind by a placement; the tile has some of its terrain.
    fn largest_gain(&self, largest: Largest, merger: &Merger, lone: &LoneTile<'_>) -> MilliVp {
        let before = self.best_of(largest, |_| true);
        let old = self.best_of(largest, |area| !merger.joined().any(|joined| joined == area));
        let merged = merger.merged().map(|(_, area)| *area);
        let new = merged.chain(lone.alone(merger, self.territory.len()));
        let of_terrain = new.filter(|area| area.terrain() == largest.terrain());
        of_terrain.map(|area| self.outlook.prices.areas.largest_worth(largest, &area)).fold(old, MilliVp::max) - before
    }

    /// The worth of the best area of a kind among those whose index passes.
    ///
    /// It is 0 if the kind does not pay, or if all would have negative worth.
    pub(super) fn best_of(&self, largest: Largest, passes: impl Fn(usize) -> bool) -> MilliVp {
        let best = self.ranked[largest as usize].iter().find(|&&(_, area)| passes(area));
        best.map_or(0, |&(worth, _)| worth)
    }

    /// Ranks by kind the areas with positive worth as the largest, best first.
    pub(super) fn rank_largest(&mut self) {
        let prices = &self.outlook.prices;
        for largest in prices.areas.paid_largest() {
            let areas = self.areas().iter().enumerate().filter(|(_, area)| area.terrain() == largest.terrain());
            let worths = areas.map(|(index, area)| (prices.areas.largest_worth(largest, area), index));
            let mut ranked: Vec<(MilliVp, usize)> = worths.filter(|&(worth, _)| worth > 0).collect();
            ranked.sort_unstable_by_key(|&(worth, _)| Reverse(worth));
            self.ranked[largest as usize] = ranked;
        }
    }

    fn house_gain(&self, merger: &Merger, lone: &LoneTile<'_>) -> MilliVp {
        self.houses.gain(&self.outlook, self.areas(), merger, lone, self.territory.len())
    }
}
