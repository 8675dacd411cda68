//! One territory, examined so that the gain of many placements can be told quickly.

use engine::skye::areas::{Area, Areas};
use engine::skye::tile::Tile;
use engine::skye::{Feature, Place, Placement, SIDES, ScoringTile, Side, Survey, Terrain, Territory, TileId};

use super::grid::Grid;
use super::merger::{Contact, Merger};
use super::outlook::{MilliVp, Outlook};
use super::road_parts::RoadParts;
use super::summary::Summary;
use crate::first_best::first_best;

/// A territory under an outlook.
pub struct Estate<'a> {
    outlook: &'a Outlook<'a>,
    territory: &'a Territory,
    index_at: Grid,
    areas: &'a Areas,
    /// What each area is worth by itself, by index.
    area_worths: Vec<MilliVp>,
    roads: RoadParts,
    /// All scrolls: the index of the area and the feature counted.
    scrolls: Vec<(usize, Feature)>,
    /// Tiles whose animals are at a farm: bit i for tile i.
    at_farm: u32,
    /// Columns with three in a row: bit x + 32.
    columns: u64,
    summary: Summary,
    worth: MilliVp,
}

impl<'a> Estate<'a> {
    /// Examines a territory.
    pub fn new(outlook: &'a Outlook<'a>, territory: &'a Territory) -> Self {
        let tiles = outlook.game.tiles();
        let areas = territory.areas();
        let scrolls = territory
            .tiles(tiles)
            .enumerate()
            .flat_map(|(number, tile)| tile.scrolls().map(move |(part, kind)| (number, part, kind)));
        let scrolls = scrolls.map(|(number, part, kind)| (areas.index_of(number, part), kind)).collect();
        let mut estate = Self {
            outlook,
            territory,
            index_at: Grid::of(territory),
            area_worths: areas.iter().map(|area| outlook.area_worth(area)).collect(),
            areas,
            roads: RoadParts::of(tiles, territory),
            scrolls,
            at_farm: 0,
            columns: 0,
            summary: Summary::default(),
            worth: 0,
        };
        estate.summarise();
        estate.worth = estate.summary.worth(outlook);
        estate
    }

    /// What the rest of the game will pay for the territory.
    pub fn worth(&self) -> MilliVp {
        self.worth
    }

    /// How much more the territory would be worth with this placement.
    pub fn gain(&self, placement: Placement) -> MilliVp {
        self.summary_with(placement).worth(self.outlook) - self.worth
    }

    /// The placement of this tile that gains most, with its gain; the first of equals. None if it cannot be laid.
    pub fn best_placement(&self, tile: TileId) -> Option<(Placement, MilliVp)> {
        let placements = self.territory.placements_of(self.outlook.game.tiles(), tile);
        first_best(placements.map(|placement| (placement, self.gain(placement))), |(_, gain)| *gain)
    }

    /// What getting this tile would gain; nothing if it cannot be laid, never less, since a tile may be left over.
    pub fn tile_gain(&self, tile: TileId) -> MilliVp {
        self.best_placement(tile).map_or(0, |(_, gain)| gain)
    }

    fn summarise(&mut self) {
        let survey = Survey::of(self.outlook.game.tiles(), self.territory);
        for feature in Feature::ALL {
            self.summary.features.add(feature, survey.count(feature) as u8);
        }
        self.summarise_shape();
        self.summarise_farms();
        self.summarise_roads();
        self.summarise_areas();
    }

    fn summarise_shape(&mut self) {
        for (index, laid) in self.territory.placements().enumerate() {
            let has = |side| self.territory.neighbour(index, side).is_some();
            let corner = self.index_at.get(laid.place.offset(1, 1)).is_some();
            self.summary.squares += u16::from(has(Side::North) && has(Side::East) && corner);
            self.summary.contacts += u16::from(has(Side::North)) + u16::from(has(Side::East));
            if has(Side::North) && has(Side::South) {
                self.columns |= column_bit(laid.place);
            }
        }
        self.summary.columns = self.columns.count_ones() as u16;
    }

    fn summarise_farms(&mut self) {
        let tiles = self.outlook.game.tiles();
        for (index, laid) in self.territory.placements().enumerate() {
            let own = self.territory.tile(tiles, index);
            let has_farm = |other: usize| self.territory.tile(tiles, other).features.of(Feature::Farm) > 0;
            if animals(own) > 0 && (has_farm(index) || self.around(laid.place).any(has_farm)) {
                self.at_farm |= 1 << index;
                self.summary.animals_at_farms += animals(own);
            }
        }
    }

    fn summarise_roads(&mut self) {
        let connected = self.roads.connected();
        self.summary.road_tiles = connected.count_ones() as u16;
        self.summary.open_roads = self.roads.open();
        let tiles = self.outlook.game.tiles();
        for index in bits(connected) {
            self.summary.add_connected(self.territory.tile(tiles, index));
        }
    }

    fn summarise_areas(&mut self) {
        self.summary.areas = self.area_worths.iter().sum();
        self.summary.lake = self.best_lake(|_| true);
        for &(area, kind) in &self.scrolls {
            self.summary.scrolls[kind as usize] += self.outlook.scroll_weight(self.areas.get(area));
        }
    }

    /// The worth of the best lake among the areas whose index passes.
    fn best_lake(&self, passes: impl Fn(usize) -> bool) -> MilliVp {
        let lakes = self.areas.iter().enumerate();
        let lakes = lakes.filter(|(index, area)| area.terrain() == Terrain::Water && passes(*index));
        lakes.map(|(_, area)| self.outlook.lake_worth(area)).max().unwrap_or(0)
    }

    /// The indices of the tiles on the eight places around.
    fn around(&self, place: Place) -> impl Iterator<Item = usize> + '_ {
        const AROUND: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
        AROUND.into_iter().filter_map(move |(dx, dy)| self.index_at.get(place.offset(dx, dy)))
    }

    fn summary_with(&self, placement: Placement) -> Summary {
        let tile = self.outlook.game.tiles().tile(placement.tile, placement.rotation);
        let neighbours = SIDES.map(|side| self.index_at.get(placement.place.neighbour(side)));
        let mut summary = self.summary;
        summary.features.add_all(&tile.features);
        self.change_shape(&mut summary, placement.place, &neighbours);
        if self.outlook.pays(ScoringTile::FarmAnimals) {
            self.change_farms(&mut summary, placement.place, tile);
        }
        self.change_roads(&mut summary, tile, &neighbours);
        self.change_areas(&mut summary, tile, &neighbours);
        summary
    }

    fn change_shape(&self, summary: &mut Summary, place: Place, neighbours: &[Option<usize>; 4]) {
        let has = |dx, dy| self.index_at.get(place.offset(dx, dy)).is_some();
        let [north, east, south, west] = neighbours.map(|neighbour| neighbour.is_some());
        let square = |a: bool, b: bool, dx, dy| u16::from(a && b && has(dx, dy));
        summary.squares += square(north, east, 1, 1) + square(south, east, 1, -1);
        summary.squares += square(north, west, -1, 1) + square(south, west, -1, -1);
        summary.contacts += neighbours.iter().flatten().count() as u16;
        let in_a_row = (north && (south || has(0, 2))) || (south && has(0, -2));
        summary.columns += u16::from(in_a_row && self.columns & column_bit(place) == 0);
    }

    fn change_farms(&self, summary: &mut Summary, place: Place, tile: &Tile) {
        let tiles = self.outlook.game.tiles();
        let has_farm = tile.features.of(Feature::Farm) > 0;
        let near_farm = |other: usize| self.territory.tile(tiles, other).features.of(Feature::Farm) > 0;
        if animals(tile) > 0 && (has_farm || self.around(place).any(near_farm)) {
            summary.animals_at_farms += animals(tile);
        }
        if has_farm {
            let newly = self.around(place).filter(|&other| self.at_farm >> other & 1 == 0);
            summary.animals_at_farms += newly.map(|other| animals(self.territory.tile(tiles, other))).sum::<u16>();
        }
    }

    fn change_roads(&self, summary: &mut Summary, tile: &Tile, neighbours: &[Option<usize>; 4]) {
        let change = self.roads.change(tile, neighbours);
        summary.open_roads = (i32::from(summary.open_roads) + change.open) as u16;
        if !change.connects {
            return;
        }
        summary.road_tiles += 1;
        summary.add_connected(tile);
        for index in bits(change.tiles & !self.roads.connected()) {
            summary.road_tiles += 1;
            summary.add_connected(self.territory.tile(self.outlook.game.tiles(), index));
        }
    }

    fn change_areas(&self, summary: &mut Summary, tile: &Tile, neighbours: &[Option<usize>; 4]) {
        let merger = Merger::new(self.contacts(tile, neighbours), self.areas, tile, self.territory.len());
        for area in merger.joined() {
            summary.areas -= self.area_worths[area];
        }
        let mut lake = 0;
        for (number, area) in merger.merged() {
            summary.areas += self.outlook.area_worth(area);
            if area.terrain() == Terrain::Water {
                lake = lake.max(self.outlook.lake_worth(area));
            }
            self.change_scrolls(summary, tile, &merger, number, area);
        }
        if self.outlook.pays(ScoringTile::LargestLake) {
            summary.lake = self.best_lake(|area| !merger.joined().any(|joined| joined == area)).max(lake);
        }
    }

    /// For each side with a neighbour the tile's area there and the area of the territory that it meets.
    fn contacts(&self, tile: &Tile, neighbours: &[Option<usize>; 4]) -> [Option<Contact>; 4] {
        let tiles = self.outlook.game.tiles();
        SIDES.map(|side| {
            let neighbour = neighbours[side.index()]?;
            let part = self.territory.tile(tiles, neighbour).area_at[side.opposite().index()];
            let own = usize::from(tile.area_at[side.index()]);
            Some(Contact { own, met: self.areas.index_of(neighbour, usize::from(part)) })
        })
    }

    /// The scrolls of a merged area, on the new tile and on those laid, count more if it is closer to completion.
    fn change_scrolls(&self, summary: &mut Summary, tile: &Tile, merger: &Merger, number: usize, area: &Area) {
        let weight = self.outlook.scroll_weight(area);
        for &(laid, kind) in self.scrolls.iter().filter(|(laid, _)| merger.joins(number, *laid)) {
            summary.scrolls[kind as usize] += weight - self.outlook.scroll_weight(self.areas.get(laid));
        }
        if tile.has_scrolls {
            for member in merger.members(number) {
                tile.areas[member].scrolls().for_each(|kind| summary.scrolls[kind as usize] += weight);
            }
        }
    }
}

impl Summary {
    /// Counts what a connected tile shows.
    fn add_connected(&mut self, tile: &Tile) {
        self.road_cattle += tile.features.of(Feature::Cattle);
        self.road_whisky += u16::from(tile.has_whisky());
    }
}

fn column_bit(place: Place) -> u64 {
    1 << (place.x + 32)
}

fn animals(tile: &Tile) -> u16 {
    tile.features.of(Feature::Sheep) + tile.features.of(Feature::Cattle)
}

/// The indices of the bits that are set.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let index = set.trailing_zeros();
            set &= set - 1;
            index as usize
        })
    })
}
