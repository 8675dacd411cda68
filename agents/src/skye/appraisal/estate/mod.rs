//! One territory, examined so that the gain of many placements can be found quickly.
//!
//! What a placement gains is the sum of what the tile adds wherever it is laid ([`Newcomer`]), what any tile adds at that place ([`Site`]),
//! and what depends on both: roads, farms, areas and the scrolls in them.

mod bits;
mod farms;
mod gains;
mod grid;
mod houses;
mod merger;
mod newcomer;
mod road_parts;
mod scrolls;
mod shape;
mod site;
mod summary;

use std::cell::OnceCell;

use engine::skye::areas::Areas;
use engine::skye::{Module, Placement, ScoringTile, ScrollKind, Terrain, Territory, TileId};

use super::outlook::Outlook;
use super::outlook::prices::{Largest, Terrains};
use super::worth::MilliVp;
use crate::first_best::first_best;
use farms::Farms;
use grid::Grid;
use houses::Houses;
use newcomer::{Newcomer, Newcomers};
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
    /// By kind, the areas that are worth something as the largest, best first.
    ranked: [Vec<(MilliVp, usize)>; Largest::ALL.len()],
    shape: Shape,
    farms: Farms,
    houses: Houses,
    summary: Summary,
    /// What its features and tablets, and its scrolls are worth.
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
        if outlook.prices.sees_tunnels && !territory.with_tunnels().is_empty() {
            counting.extend([Terrain::Mountain]);
        }
        let mut estate = Self {
            outlook,
            territory,
            area_worths: areas.iter().map(|area| outlook.area_worth(area)).collect(),
            areas,
            scrolls,
            counting,
            ranked: Default::default(),
            shape: Shape::of(territory, outlook.counts_rows),
            farms: Farms::NONE,
            houses: Houses::NONE,
            summary: Summary::default(),
            feature_worth: 0,
            scroll_worth: 0,
            worth: 0,
            outskirts: OnceCell::new(),
        };
        if outlook.pays(ScoringTile::FarmAnimals) {
            estate.farms = Farms::of(tiles, territory, &Grid::of(territory));
        }
        if outlook.prices.pays_lake_houses() {
            estate.houses = Houses::of(tiles, territory);
        }
        if outlook.prices.pays_largest {
            estate.rank_largest();
        }
        estate.summarise();
        estate.feature_worth = estate.summary.feature_worth(outlook);
        estate.scroll_worth = estate.all_scrolls_worth();
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
        let newcomers = self.newcomers(placement.tile);
        let site =
            self.outskirts().sites.iter().find(|site| site.place == placement.place).expect("a place next to a tile");
        self.gain_of(placement, site, &newcomers)
    }

    /// [`gain`](Self::gain) the slow way, which the quick way must always equal: lays the tile, turns over what is due,
    /// examines the territory, subtracts.
    ///
    /// # Panics
    /// If the tile may not be laid there.
    pub fn gain_by_laying(&self, placement: Placement) -> MilliVp {
        let mut after = *self.territory;
        after.lay_and_flip(self.outlook.game.tiles(), placement, |_| {});
        Estate::new(self.outlook, &after).worth - self.worth
    }

    /// Every way the tile can be laid, ascending, with its gain.
    pub fn gains(&self, tile: TileId) -> Vec<(Placement, MilliVp)> {
        self.gains_of(tile, &self.newcomers(tile)).collect()
    }

    /// The placement of this tile that gains the most, with its gain; the first among equals. None if it cannot be laid.
    pub fn best_placement(&self, tile: TileId) -> Option<(Placement, MilliVp)> {
        first_best(self.gains_of(tile, &self.newcomers(tile)), |(_, gain)| *gain)
    }

    /// The newcomers are borrowed, since they are large.
    fn gains_of(&self, tile: TileId, newcomers: &Newcomers<'_>) -> impl Iterator<Item = (Placement, MilliVp)> {
        let sites = &self.outskirts().sites;
        let placements = self.territory.placements_by_gap(self.outlook.game.tiles(), tile);
        placements.map(move |(number, placement)| (placement, self.gain_of(placement, &sites[number], newcomers)))
    }

    /// What a placement at this site gains. It is found quickly, unless a tile laid earlier is turned over.
    #[inline]
    fn gain_of(&self, placement: Placement, site: &Site, newcomers: &Newcomers<'_>) -> MilliVp {
        if site.flips {
            return self.gain_by_laying(placement);
        }
        let newcomer = newcomers.at(placement, site);
        self.gain_at(site, newcomer, &newcomer.lying[placement.rotation.quarter_turns()])
    }

    /// What getting this tile would gain, at its best place; 0 if it cannot be laid. It can be negative: a tile that can be laid
    /// has to be.
    pub fn tile_gain(&self, tile: TileId) -> MilliVp {
        self.best_placement(tile).map_or(0, |(_, gain)| gain)
    }

    fn newcomers(&self, tile: TileId) -> Newcomers<'_> {
        let newcomer = |tile| Newcomer::new(self.outlook, &self.summary, self.feature_worth, self.counting, tile);
        Newcomers { front: newcomer(tile), back: self.outlook.game.tiles().back_of(tile).map(newcomer) }
    }

    fn outskirts(&self) -> &Outskirts {
        self.outskirts.get_or_init(|| {
            let sees_tunnels = self.outlook.prices.sees_tunnels;
            let roads = RoadParts::of(self.outlook.game.tiles(), self.territory, sees_tunnels);
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
            rows: self.shape.rows(),
            contacts: self.shape.contacts,
            animals_at_farms: self.farms.animals_at_farms(),
            areas: self.area_worths.iter().sum(),
            largest: Largest::ALL.into_iter().map(|largest| self.best_of(largest, |_| true)).sum(),
            ..Summary::default()
        };
        for &(area, kind) in &self.scrolls {
            self.summary.add_scroll(kind, self.outlook.scroll_weight(self.areas.get(area)));
        }
        self.summarise_roads();
        if self.outlook.counts_rows {
            self.summarise_for_modules();
        }
    }

    /// Counts what only scoring tiles and scrolls of modules pay for.
    fn summarise_for_modules(&mut self) {
        let game = self.outlook.game;
        self.summary.houses = self.houses.worth(self.outlook, self.areas);
        if self.outlook.prices.diagonal != 0 {
            self.summary.diagonal = self.territory.fullest_diagonal() as u16;
        }
        if game.has(Module::Druids) {
            self.territory.placements().for_each(|laid| self.summary.add_tablet(self.outlook, laid.tile));
        }
        if game.has(Module::Druids) || self.outlook.prices.scroll_of_choice != 0 {
            self.areas.iter().for_each(|area| self.summary.count_area(area));
        }
    }

    fn summarise_roads(&mut self) {
        let (roads, tiles) = (self.territory.roads(), self.outlook.game.tiles());
        if self.outlook.prices.sees_tunnels || self.territory.with_tunnels().is_empty() {
            self.summary.open_roads = roads.open_exits(self.territory);
            roads.iter().for_each(|index| self.summary.connect(self.territory.tile(tiles, index)));
        } else {
            let without = RoadParts::of(tiles, self.territory, false);
            self.summary.open_roads = without.open_exits();
            without.connected().iter().for_each(|index| self.summary.connect(self.territory.tile(tiles, index)));
        }
    }
}
