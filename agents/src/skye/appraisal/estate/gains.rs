//! What a placement gains.

use std::cmp::Reverse;

use engine::skye::territory::ground::TileSet;

use super::super::outlook::prices::Largest;
use super::super::worth::MilliVp;
use super::Estate;
use super::merger::Merger;
use super::newcomer::{Lying, Newcomer};
use super::road_parts::RoadChange;
use super::site::Site;

impl Estate<'_> {
    /// What a tile gains at a place in one rotation.
    pub(super) fn gain_at(&self, site: &Site, newcomer: &Newcomer<'_>, lying: &Lying<'_>) -> MilliVp {
        let mut merger = Merger::empty();
        merger.merge(&site.areas, self.areas(), lying.tile, lying.counting, self.territory.len());
        let roads = self.road_change(site, newcomer, lying, &merger);
        newcomer.feature_worth
            + site.worth
            + self.farm_gain(site, newcomer)
            + self.road_gain(&roads, newcomer)
            + self.area_gain(&merger, lying)
            + self.largest_gain(&merger, lying)
            + self.scroll_gain(site, &roads, &merger, newcomer, lying)
            + if self.outlook.prices.pays_lake_houses() { self.house_gain(&merger, lying) } else { 0 }
    }

    fn farm_gain(&self, site: &Site, newcomer: &Newcomer<'_>) -> MilliVp {
        let own = if newcomer.has_farm || site.is_near_farm { newcomer.animals } else { 0 };
        let around = if newcomer.has_farm { site.animals_around } else { 0 };
        MilliVp::from(own + around) * self.outlook.prices.animals_at_farms
    }

    fn road_change(&self, site: &Site, newcomer: &Newcomer<'_>, lying: &Lying<'_>, merger: &Merger) -> RoadChange {
        let roads = &self.outskirts().roads;
        if newcomer.has_tunnels || roads.joins_ranges(merger) {
            roads.change_with_tunnels(lying.tile, &site.roads, site.closed, merger)
        } else {
            roads.change(lying.tile, &site.roads, site.closed)
        }
    }

    /// Tiles laid earlier that become connected.
    pub(super) fn newly_connected(&self, change: &RoadChange) -> TileSet {
        change.tiles.without(self.outskirts().roads.connected())
    }

    fn road_gain(&self, change: &RoadChange, newcomer: &Newcomer<'_>) -> MilliVp {
        let mut gain = change.open * self.outlook.prices.open_roads;
        if change.connects {
            gain += newcomer.connected_worth;
        }
        for index in self.newly_connected(change).iter() {
            gain += self.outlook.connected_worth(self.territory.tile(self.outlook.game.tiles(), index));
        }
        gain
    }

    fn area_gain(&self, merger: &Merger, lying: &Lying<'_>) -> MilliVp {
        let joined: MilliVp = merger.joined().map(|area| self.area_worths[area]).sum();
        let merged: MilliVp = merger.merged().map(|(_, area)| self.outlook.area_worth(area)).sum();
        let alone: MilliVp = merger.meeting().map(|part| lying.area_worth(part)).sum();
        lying.worth + merged - alone - joined
    }

    fn largest_gain(&self, merger: &Merger, lying: &Lying<'_>) -> MilliVp {
        if !self.outlook.prices.pays_largest {
            return 0;
        }
        let counts =
            |&largest: &Largest| lying.terrains.has(largest.terrain()) && self.outlook.prices.pays_for_largest(largest);
        Largest::ALL.into_iter().filter(counts).map(|largest| self.largest_gain_of(largest, merger, lying)).sum()
    }

    /// What the best area of a kind gains by a placement of a tile that has some of its terrain.
    fn largest_gain_of(&self, largest: Largest, merger: &Merger, lying: &Lying<'_>) -> MilliVp {
        let before = self.best_of(largest, |_| true);
        let old = self.best_of(largest, |area| !merger.joined().any(|joined| joined == area));
        let merged = merger.merged().map(|(_, area)| *area);
        let new = merged.chain(lying.alone(merger, self.territory.len()));
        let of_terrain = new.filter(|area| area.terrain() == largest.terrain());
        of_terrain.map(|area| self.outlook.largest_worth(largest, &area)).fold(old, MilliVp::max) - before
    }

    /// The worth of the best area of a kind among those whose index passes; 0 where it does not pay, or where all would have
    /// negative worth.
    pub(super) fn best_of(&self, largest: Largest, passes: impl Fn(usize) -> bool) -> MilliVp {
        let best = self.ranked[largest as usize].iter().find(|&&(_, area)| passes(area));
        best.map_or(0, |&(worth, _)| worth)
    }

    /// By kind, the areas that are worth something as the largest, best first.
    pub(super) fn rank_largest(&mut self) {
        let prices = &self.outlook.prices;
        for largest in Largest::ALL.into_iter().filter(|&largest| prices.pays_for_largest(largest)) {
            let areas = self.areas().iter().enumerate().filter(|(_, area)| area.terrain() == largest.terrain());
            let worths = areas.map(|(index, area)| (self.outlook.largest_worth(largest, area), index));
            let mut ranked: Vec<(MilliVp, usize)> = worths.filter(|&(worth, _)| worth > 0).collect();
            ranked.sort_unstable_by_key(|&(worth, _)| Reverse(worth));
            self.ranked[largest as usize] = ranked;
        }
    }

    fn house_gain(&self, merger: &Merger, lying: &Lying<'_>) -> MilliVp {
        self.houses.gain(self.outlook, self.areas(), merger, lying, self.territory.len())
    }
}
