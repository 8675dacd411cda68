//! One territory, examined so that the gains of many placements are found quickly.
//!
//! The gain of a placement is the sum of three parts: one that the tile adds wherever it is laid ([`TileCandidate`]),
//! one that any tile adds at that place ([`Site`]), and one that depends on both: roads, farms, areas and the scrolls
//! in them.

mod candidate;
mod farms;
mod gains;
mod grid;
mod merger;
mod road_parts;
mod scrolls;
mod shape;
mod site;
mod summary;

use std::cell::OnceCell;
use std::iter::repeat_with;

use engine::skye::demand::Rotations;
use engine::skye::shape::Diagonals;
use engine::skye::{Areas, Edges, Module, Place, Placement, ScrollKind, Terrain, Territory, TileId};

use super::outlook::prices::{Largest, Terrains};
use super::{MilliVp, Outlook, times};
use candidate::{Candidates, TileCandidate};
use farms::{Farms, Houses};
use grid::TileGrid;
use road_parts::RoadParts;
use shape::Shape;
use site::{Flip, Site};
use summary::TerritorySummary;

/// The number of parts of an estate's worth.
pub(crate) const PARTS: usize = 6;

/// A territory under an outlook.
pub struct Estate {
    outlook: Outlook,
    territory: Box<Territory>,
    /// The worth of each area alone, by index.
    area_worths: Vec<MilliVp>,
    /// All scrolls: the index of the area and the kind.
    scrolls: Vec<(usize, ScrollKind)>,
    /// The terrains whose areas count: they are paid for, or have scrolls.
    ///
    /// An area of any other terrain is worth nothing, alone or merged, so its mergers are not examined.
    counting: Terrains,
    /// By kind, the areas with positive worth as the largest, best first.
    ranked: [Vec<(MilliVp, usize)>; Largest::ALL.len()],
    shape: Shape,
    farms: Farms,
    houses: Houses,
    summary: TerritorySummary,
    /// The worth of its features and tablets, and of its scrolls.
    feature_worth: MilliVp,
    scroll_worth: MilliVp,
    worth: MilliVp,
    /// Computed when the first placement is examined.
    outskirts: OnceCell<Outskirts>,
}

/// The surroundings that new tiles meet.
struct Outskirts {
    roads: RoadParts,
    grid: TileGrid,
    /// `None` if the fullest diagonal does not count.
    diagonals: Option<Diagonals>,
    /// One entry for each place of the frontier, in its order.
    ///
    /// Each is computed when the first tile that fits is examined.
    sites: Vec<OnceCell<Site>>,
    /// The borderland tiles that a tile at one of the sites turns over.
    ///
    /// Each comes with the estate in which all those of its site are turned over already. Only the first one of a site
    /// has it, computed on first use.
    flips: Vec<(Flip, OnceCell<Box<Estate>>)>,
}

impl Estate {
    /// Examines a territory.
    pub fn new(outlook: Outlook, territory: &Territory) -> Self {
        Self::of(outlook, Box::new(*territory))
    }

    /// Examines a territory that it keeps.
    pub fn of(outlook: Outlook, territory: Box<Territory>) -> Self {
        let tiles = outlook.game.tiles();
        let areas = territory.areas();
        let mut scrolls: Vec<(usize, ScrollKind)> = Vec::new();
        for (number, tile) in territory.tiles(tiles).enumerate().filter(|(_, tile)| tile.has_scrolls) {
            scrolls.extend(tile.scrolls().map(|(part, kind)| (areas.index_of(number, part), kind)));
        }
        let mut counting = outlook.prices.areas.paying;
        counting.extend(scrolls.iter().map(|&(area, _)| areas.get(area).terrain()));
        if outlook.prices.roads.sees_tunnels && !territory.with_tunnels().is_empty() {
            counting.extend([Terrain::Mountain]);
        }
        let (pays_farms, pays_houses) = (outlook.prices.pays_farms, outlook.prices.areas.pays_lake_houses());
        let mut estate = Self {
            area_worths: areas.iter().map(|area| outlook.prices.areas.worth(area)).collect(),
            scrolls,
            counting,
            ranked: Default::default(),
            shape: Shape::of(&territory, outlook.has_modules),
            farms: if pays_farms { Farms::of(tiles, &territory, &TileGrid::of(&territory)) } else { Farms::NONE },
            houses: if pays_houses { Houses::of(tiles, &territory) } else { Houses::NONE },
            summary: TerritorySummary::default(),
            feature_worth: 0,
            scroll_worth: 0,
            worth: 0,
            outskirts: OnceCell::new(),
            outlook,
            territory,
        };
        estate.rank_largest();
        estate.summarise();
        estate.feature_worth = estate.summary.feature_worth(&estate.outlook);
        estate.scroll_worth = estate.scrolls_worth_with(&estate.summary, None.into_iter());
        let other = estate.summary.other_worth(&estate.outlook.prices) + estate.outlook.reached;
        estate.worth = estate.feature_worth + estate.scroll_worth + other;
        estate
    }

    #[inline]
    fn areas(&self) -> &Areas {
        self.territory.areas()
    }

    /// Returns the worth of the territory in the rest of the game.
    pub fn worth(&self) -> MilliVp {
        self.worth
    }

    /// Returns the worth lost by laying this tile now instead of later.
    pub fn option_worth(&self, tile: TileId) -> MilliVp {
        self.outlook.option_worth(tile)
    }

    /// Returns its worth in parts.
    ///
    /// They are features and tablets, scrolls, single areas, largest areas, the shape, and the rest; they add up to the
    /// worth.
    pub(crate) fn parts(&self) -> [MilliVp; PARTS] {
        let (summary, prices) = (&self.summary, &self.outlook.prices);
        let shape = times(summary.squares, prices.squares)
            + times(summary.columns, prices.columns)
            + times(summary.contacts, prices.contacts);
        let known = self.feature_worth + self.scroll_worth + summary.areas + summary.largest + shape;
        [self.feature_worth, self.scroll_worth, summary.areas, summary.largest, shape, self.worth - known]
    }

    /// Returns the worth besides scoring tiles, under an outlook without any.
    ///
    /// The parts are scrolls, barrels, stone tablets, and the rest: shared edges and open roads.
    pub(super) fn parts_besides_scoring(&self) -> [MilliVp; 4] {
        let TerritorySummary { tablets, road_whisky, road_vp_barrels, .. } = self.summary;
        let roads = &self.outlook.prices.roads;
        let connected = times(road_whisky, roads.whisky) + times(road_vp_barrels, roads.vp_barrels);
        let barrels = self.feature_worth - tablets + connected;
        [self.scroll_worth, barrels, tablets, self.worth - self.scroll_worth - barrels - tablets]
    }

    /// Returns the counts of its scrolls by kind, in thousandths; those of the base game come first.
    pub(crate) fn scrolls_by_kind(&self) -> &[MilliVp] {
        &self.summary.scrolls
    }

    /// Returns the counts and the worth that only modules bring.
    ///
    /// The counts are rows, tiles of the fullest diagonal where it is paid for, connected tiles with VP barrels, and
    /// tablets that score a scroll again; the worth is that of farms at lakes and of stone tablets.
    pub(crate) fn of_modules(&self) -> ([u16; 4], [MilliVp; 2]) {
        let TerritorySummary { rows, diagonal, road_vp_barrels, score_again, houses, tablets, .. } = self.summary;
        ([rows, diagonal, road_vp_barrels, score_again], [houses, tablets])
    }

    /// Counts that do not depend on the outlook.
    ///
    /// They are squares, columns, contacts, tiles connected to the castle, those with barrels, and exits of roads.
    pub(crate) fn counts(&self) -> [u16; 6] {
        let TerritorySummary { squares, columns, contacts, road_tiles, road_whisky, open_roads, .. } = self.summary;
        [squares, columns, contacts, road_tiles, road_whisky, open_roads]
    }

    /// Reports every way the tile can be laid, with its gain: the additional worth of the territory.
    ///
    /// The order is that of places in [`Territory::frontier`], then of rotations.
    pub fn for_each_gain(&self, tile: TileId, mut show: impl FnMut(Placement, MilliVp)) {
        let candidates = self.candidates(tile);
        let rotations = self.territory.rotations_by_gap(self.outlook.game.tiles(), tile);
        let sites = self.territory.surroundings().zip(&self.outskirts().sites);
        for (((place, closed), site), rotations) in sites.zip(rotations) {
            if !rotations.is_empty() {
                self.gains_at(self.site_at(place, closed, site), &candidates, rotations, &mut show);
            }
        }
    }

    /// Reports the gains of a tile at a site in these rotations.
    #[inline]
    fn gains_at<'a>(
        &'a self,
        site: &Site,
        candidates: &Candidates<'a>,
        rotations: Rotations,
        show: &mut impl FnMut(Placement, MilliVp),
    ) {
        if !site.flips {
            return self.plain_gains_at(site, candidates, rotations, show);
        }
        // Turning a tile over first results in the same territory.
        let flipped = self.flipped(site);
        let (candidates, more) = (flipped.candidates(candidates.tile), flipped.worth - self.worth);
        let show = &mut |placement, gain: MilliVp| show(placement, more + gain);
        let there = flipped.site_at(site.place, site.closed, &flipped.outskirts().sites[0]);
        flipped.plain_gains_at(there, &candidates, rotations, show);
    }

    /// The same where no tile laid earlier is turned over.
    #[inline]
    fn plain_gains_at<'a>(
        &'a self,
        site: &Site,
        candidates: &Candidates<'a>,
        rotations: Rotations,
        show: &mut impl FnMut(Placement, MilliVp),
    ) {
        let mut last = None;
        for rotation in rotations.iter() {
            let placement = Placement { tile: candidates.tile, place: site.place, rotation };
            let candidate = candidates.at(self, placement, site);
            let parts = candidate.lone.parts_at(rotation, site.free);
            // Without a road to the castle, rotations differ only in the areas that they join.
            let is_same = !site.may_connect && candidates.back.is_none();
            let same = last.filter(|&(other, _)| is_same && other == parts);
            let (_, gain) =
                *last.insert(same.unwrap_or_else(|| (parts, self.gain_at(site, candidate, rotation, parts))));
            show(placement, gain);
        }
    }

    /// The estate with all tiles turned over that a tile at this site turns over.
    ///
    /// It has room for this site alone.
    fn flipped(&self, site: &Site) -> &Self {
        let tiles = self.outlook.game.tiles();
        let mut here = self.outskirts().flips.iter().filter(|(flip, _)| flip.place == site.place).peekable();
        let (_, estate) = here.peek().expect("a tile that is turned over");
        estate.get_or_init(|| {
            let mut after = Box::new(*self.territory);
            here.for_each(|(flip, _)| after.flip(tiles, flip.index));
            let estate = Box::new(Self::of(self.outlook.clone(), after));
            estate.outskirts.get_or_init(|| estate.look_around(1, Vec::new()));
            estate
        })
    }

    fn candidates(&self, tile: TileId) -> Candidates<'_> {
        let back = self.outlook.game.tiles().back_of(tile).map(|back| (back, OnceCell::new()));
        Candidates { tile, front: TileCandidate::new(self, tile), back }
    }

    fn outskirts(&self) -> &Outskirts {
        self.outskirts.get_or_init(|| {
            let places = self.territory.frontier().count();
            self.look_around(places, Flip::all(&self.outlook, &self.territory))
        })
    }

    /// Prepares the surroundings that new tiles meet at this many sites.
    fn look_around(&self, sites: usize, flips: Vec<Flip>) -> Outskirts {
        Outskirts {
            roads: RoadParts::of(self.outlook.game.tiles(), &self.territory, self.outlook.prices.roads.sees_tunnels),
            grid: TileGrid::of(&self.territory),
            diagonals: (self.outlook.prices.diagonal != 0).then(|| Diagonals::of(&self.territory)),
            sites: repeat_with(OnceCell::new).take(sites).collect(),
            flips: flips.into_iter().map(|flip| (flip, OnceCell::new())).collect(),
        }
    }

    /// The site at this place, which has neighbours on these sides.
    #[inline]
    fn site_at<'s>(&self, place: Place, closed: Edges, site: &'s OnceCell<Site>) -> &'s Site {
        site.get_or_init(|| self.examine_site(place, closed))
    }

    fn summarise(&mut self) {
        self.summary = TerritorySummary {
            features: self.territory.features(),
            squares: self.shape.squares,
            columns: self.shape.columns(),
            rows: self.shape.rows(),
            contacts: self.shape.contacts,
            animals_at_farms: self.farms.animals_at_farms(),
            areas: self.area_worths.iter().sum(),
            largest: Largest::ALL.into_iter().map(|largest| self.best_of(largest, |_| true)).sum(),
            ..TerritorySummary::default()
        };
        for &(area, kind) in &self.scrolls {
            self.summary.add_scroll(kind, self.outlook.scroll_weight(self.territory.areas().get(area)));
        }
        self.summarise_roads();
        if self.outlook.has_modules {
            self.summarise_for_modules();
        }
    }

    /// Counts the features that only scoring tiles and scrolls of modules pay for.
    fn summarise_for_modules(&mut self) {
        self.summary.houses = self.houses.worth(&self.outlook, self.areas());
        if self.outlook.prices.diagonal != 0 {
            self.summary.diagonal = self.territory.fullest_diagonal() as u16;
        }
        if self.outlook.game.has(Module::Druids) {
            self.territory.placements().for_each(|laid| self.summary.add_tablet(&self.outlook, laid.tile));
        }
        if !self.summary.counted_terrains().is_empty() {
            self.territory.areas().iter().for_each(|area| self.summary.count_area(area));
        }
    }

    fn summarise_roads(&mut self) {
        let (roads, tiles) = (self.territory.roads(), self.outlook.game.tiles());
        let prices = &self.outlook.prices;
        if prices.roads.sees_tunnels || self.territory.with_tunnels().is_empty() {
            self.summary.open_roads = roads.open_exits(&self.territory);
            roads.iter().for_each(|index| self.summary.connect(self.territory.tile(tiles, index), prices));
        } else {
            let without = RoadParts::of(tiles, &self.territory, false);
            self.summary.open_roads = without.open_exits();
            let connected = without.connected();
            connected.iter().for_each(|index| self.summary.connect(self.territory.tile(tiles, index), prices));
        }
    }
}
