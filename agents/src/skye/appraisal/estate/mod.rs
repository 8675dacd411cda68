//! One territory, examined so that the gain of many placements can be found quickly.
//!
//! What a placement gains is the sum of what the tile adds wherever it is laid ([`Newcomer`]), what any tile adds at that place ([`Site`]),
//! and what depends on both: roads, farms, areas and the scrolls in them.

mod bits;
mod farms;
mod grid;
mod merger;
mod newcomer;
mod road_parts;
mod shape;
mod site;
mod summary;

use std::cell::OnceCell;

use engine::skye::areas::Areas;
use engine::skye::{Feature, Placement, ScoringTile, ScrollKind, Terrain, Territory, TileId};

use super::outlook::Outlook;
use super::outlook::prices::Terrains;
use super::worth::MilliVp;
use crate::first_best::first_best;
use farms::Farms;
use grid::Grid;
use merger::Merger;
use newcomer::{Lying, Newcomer};
use road_parts::RoadParts;
use shape::Shape;
use site::Site;
use summary::Summary;

/// A territory under an outlook.
pub struct Estate<'a> {
    outlook: &'a Outlook<'a>,
    territory: &'a Territory,
    areas: &'a Areas,
    /// What each area is worth alone, by index.
    area_worths: Vec<MilliVp>,
    /// All scrolls: the index of the area, and the kind.
    scrolls: Vec<(usize, ScrollKind)>,
    /// The terrains whose areas count: they are paid for, or have scrolls. An area of any other terrain is worth nothing, alone or
    /// merged, so no merger of it is examined.
    counting: Terrains,
    shape: Shape,
    farms: Farms,
    summary: Summary,
    /// What its features and its scrolls are worth.
    feature_worth: MilliVp,
    scroll_worth: MilliVp,
    worth: MilliVp,
    /// Computed when a placement is first asked about.
    outskirts: OnceCell<Outskirts>,
}

/// What new tiles would meet.
struct Outskirts {
    roads: RoadParts,
    sites: Vec<Site>,
}

impl<'a> Estate<'a> {
    /// Examines a territory.
    pub fn new(outlook: &'a Outlook<'a>, territory: &'a Territory) -> Self {
        let tiles = outlook.game.tiles();
        let areas = territory.areas();
        let with_scrolls = territory.tiles(tiles).enumerate().filter(|(_, tile)| tile.has_scrolls);
        let scrolls = with_scrolls
            .flat_map(|(number, tile)| tile.scrolls().map(move |(part, kind)| (areas.index_of(number, part), kind)));
        let scrolls: Vec<(usize, ScrollKind)> = scrolls.collect();
        let mut counting = outlook.prices.paying;
        counting.extend(scrolls.iter().map(|&(area, _)| areas.get(area).terrain()));
        let mut estate = Self {
            outlook,
            territory,
            area_worths: areas.iter().map(|area| outlook.area_worth(area)).collect(),
            areas,
            scrolls,
            counting,
            shape: Shape::of(territory),
            farms: Farms::NONE,
            summary: Summary::default(),
            feature_worth: 0,
            scroll_worth: 0,
            worth: 0,
            outskirts: OnceCell::new(),
        };
        if outlook.pays(ScoringTile::FarmAnimals) {
            estate.farms = Farms::of(tiles, territory, &Grid::of(territory));
        }
        estate.summarise();
        estate.feature_worth = estate.summary.feature_worth(outlook);
        estate.scroll_worth = estate.summary.scroll_worth(&outlook.prices);
        estate.worth = estate.feature_worth + estate.scroll_worth + estate.summary.other_worth(&outlook.prices);
        estate
    }

    /// What the rest of the game will pay for the territory.
    pub fn worth(&self) -> MilliVp {
        self.worth
    }

    /// How much more the territory would be worth with this placement.
    ///
    /// # Panics
    /// If it is not next to a tile.
    pub fn gain(&self, placement: Placement) -> MilliVp {
        let newcomer = self.newcomer(placement.tile);
        let site =
            self.outskirts().sites.iter().find(|site| site.place == placement.place).expect("a place next to a tile");
        self.gain_at(site, &newcomer, &newcomer.lying[placement.rotation.quarter_turns()])
    }

    /// [`gain`](Self::gain) the slow way, which the quick way must always equal: lays the tile, examines the territory, subtracts.
    ///
    /// # Panics
    /// If the tile may not be laid there.
    pub fn gain_by_laying(&self, placement: Placement) -> MilliVp {
        let mut after = *self.territory;
        after.lay(self.outlook.game.tiles(), placement);
        Estate::new(self.outlook, &after).worth - self.worth
    }

    /// Every way the tile can be laid, ascending, with its gain.
    pub fn gains(&self, tile: TileId) -> Vec<(Placement, MilliVp)> {
        let newcomer = self.newcomer(tile);
        self.gains_of(tile, &newcomer).collect()
    }

    /// The placement of this tile that gains the most, with its gain; the first among equals. None if it cannot be laid.
    pub fn best_placement(&self, tile: TileId) -> Option<(Placement, MilliVp)> {
        let newcomer = self.newcomer(tile);
        first_best(self.gains_of(tile, &newcomer), |(_, gain)| *gain)
    }

    /// The newcomer is borrowed, since it is large.
    fn gains_of(&self, tile: TileId, newcomer: &Newcomer<'_>) -> impl Iterator<Item = (Placement, MilliVp)> {
        let sites = &self.outskirts().sites;
        self.territory.placements_by_gap(self.outlook.game.tiles(), tile).map(move |(number, placement)| {
            let lying = &newcomer.lying[placement.rotation.quarter_turns()];
            (placement, self.gain_at(&sites[number], newcomer, lying))
        })
    }

    /// What getting this tile would gain, at its best place; 0 if it cannot be laid. It can be negative: a tile that can be laid
    /// has to be.
    pub fn tile_gain(&self, tile: TileId) -> MilliVp {
        self.best_placement(tile).map_or(0, |(_, gain)| gain)
    }

    fn newcomer(&self, tile: TileId) -> Newcomer<'_> {
        Newcomer::new(self.outlook, &self.summary, self.feature_worth, self.counting, tile)
    }

    fn outskirts(&self) -> &Outskirts {
        self.outskirts.get_or_init(|| {
            let roads = RoadParts::of(self.outlook.game.tiles(), self.territory);
            let grid = Grid::of(self.territory);
            let sites = Site::all(self.outlook, self.territory, &grid, &self.shape, &self.farms, &roads);
            Outskirts { roads, sites }
        })
    }

    fn summarise(&mut self) {
        self.summary = Summary {
            features: self.territory.features(),
            squares: self.shape.squares,
            columns: self.shape.columns(),
            contacts: self.shape.contacts,
            animals_at_farms: self.farms.animals_at_farms(),
            areas: self.area_worths.iter().sum(),
            lake: self.best_lake(|_| true),
            ..Summary::default()
        };
        for &(area, kind) in &self.scrolls {
            self.summary.scrolls[kind as usize] += self.outlook.scroll_weight(self.areas.get(area));
        }
        self.summarise_roads();
    }

    fn summarise_roads(&mut self) {
        let roads = self.territory.roads();
        self.summary.road_tiles = roads.len() as u16;
        self.summary.open_roads = roads.open_exits(self.territory);
        for index in roads.iter() {
            let tile = self.territory.tile(self.outlook.game.tiles(), index);
            self.summary.road_cattle += tile.features.of(Feature::Cattle);
            self.summary.road_whisky += u16::from(tile.has_whisky());
        }
    }

    /// The worth of the best lake among the areas whose index passes; 0 where lakes do not pay, or where all would have negative
    /// worth.
    fn best_lake(&self, passes: impl Fn(usize) -> bool) -> MilliVp {
        if !self.outlook.prices.pays_lakes() {
            return 0;
        }
        let lakes = self.areas.iter().enumerate();
        let lakes = lakes.filter(|(index, area)| area.terrain() == Terrain::Water && passes(*index));
        lakes.map(|(_, area)| self.outlook.lake_worth(area)).fold(0, MilliVp::max)
    }

    /// What a tile gains at a place in one rotation.
    fn gain_at(&self, site: &Site, newcomer: &Newcomer<'_>, lying: &Lying<'_>) -> MilliVp {
        let mut merger = Merger::empty();
        merger.merge(&site.areas, self.areas, lying.tile, lying.counting, self.territory.len());
        newcomer.feature_worth
            + site.worth
            + self.farm_gain(site, newcomer)
            + self.road_gain(site, newcomer, lying)
            + self.area_gain(&merger, lying)
            + self.lake_gain(&merger, lying)
            + self.scroll_gain(&merger, newcomer, lying)
    }

    fn farm_gain(&self, site: &Site, newcomer: &Newcomer<'_>) -> MilliVp {
        let own = if newcomer.has_farm || site.is_near_farm { newcomer.animals } else { 0 };
        let around = if newcomer.has_farm { site.animals_around } else { 0 };
        MilliVp::from(own + around) * self.outlook.prices.animals_at_farms
    }

    fn road_gain(&self, site: &Site, newcomer: &Newcomer<'_>, lying: &Lying<'_>) -> MilliVp {
        let roads = &self.outskirts().roads;
        let change = roads.change(lying.tile, &site.roads, site.closed);
        let mut gain = change.open * self.outlook.prices.open_roads;
        if change.connects {
            gain += newcomer.connected_worth;
            for index in change.tiles.without(roads.connected()).iter() {
                gain += self.outlook.connected_worth(self.territory.tile(self.outlook.game.tiles(), index));
            }
        }
        gain
    }

    fn area_gain(&self, merger: &Merger, lying: &Lying<'_>) -> MilliVp {
        let joined: MilliVp = merger.joined().map(|area| self.area_worths[area]).sum();
        let merged: MilliVp = merger.merged().map(|(_, area)| self.outlook.area_worth(area)).sum();
        let alone: MilliVp = merger.meeting().map(|part| lying.area_worth(part)).sum();
        lying.worth + merged - alone - joined
    }

    fn lake_gain(&self, merger: &Merger, lying: &Lying<'_>) -> MilliVp {
        if !self.outlook.prices.pays_lakes() {
            return 0;
        }
        let old = self.best_lake(|area| !merger.joined().any(|joined| joined == area));
        let merged = merger.merged().map(|(_, area)| *area).filter(|area| area.terrain() == Terrain::Water);
        let alone = lying.lakes().filter(|(part, _)| !merger.meets(*part)).map(|(_, lake)| lake);
        let best = merged.chain(alone).map(|lake| self.outlook.lake_worth(&lake)).fold(old, MilliVp::max);
        best - self.summary.lake
    }

    /// Scrolls count features, and an area that is closer to completion counts more.
    fn scroll_gain(&self, merger: &Merger, newcomer: &Newcomer<'_>, lying: &Lying<'_>) -> MilliVp {
        if merger.is_empty() || self.scrolls.is_empty() && !lying.tile.has_scrolls {
            return newcomer.scroll_worth - self.scroll_worth;
        }
        let mut after = newcomer.after;
        for (part, area) in merger.merged() {
            let weight = self.outlook.scroll_weight(area);
            for &(laid, kind) in self.scrolls.iter().filter(|(laid, _)| merger.joins(part, *laid)) {
                after.scrolls[kind as usize] += weight - self.outlook.scroll_weight(self.areas.get(laid));
            }
            if lying.tile.has_scrolls {
                for member in merger.members(part) {
                    let more = weight - self.outlook.scroll_weight(&lying.area(member));
                    lying.tile.areas[member].scrolls().for_each(|kind| after.scrolls[kind as usize] += more);
                }
            }
        }
        let all = if after.scrolls == newcomer.after.scrolls {
            newcomer.scroll_worth
        } else {
            after.scroll_worth(&self.outlook.prices)
        };
        all - self.scroll_worth
    }
}
