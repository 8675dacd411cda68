//! The counts from which a territory's worth is computed.

use engine::bits::ones;
use engine::skye::scoring_tile::BUILDINGS;
use engine::skye::{Area, Feature, FeatureCounts, ScrollCriterion, ScrollKind, Terrain, Tile};

use crate::skye::appraisal::outlook::prices::{SummaryPrices, Terrains};
use crate::skye::appraisal::{MilliVp, Outlook, times};

/// The kinds that count features alone, bit k for `ScrollKind::ALL[k]`.
///
/// Their counts do not depend on where a tile is laid.
pub(super) const OF_FEATURES: u32 = (1 << ScrollKind::IN_BASE) - 1;

/// The kinds that count areas, harbours among them; those that count rows, columns and roads.
pub(super) const OF_AREAS: u32 = OF_HARBOURS
    | 1 << ScrollKind::CompletedPastures as u32
    | 1 << ScrollKind::CompletedMountains as u32
    | 1 << ScrollKind::CompletedWaters as u32
    | 1 << ScrollKind::CompletedAreas as u32;
pub(super) const OF_HARBOURS: u32 = 1 << ScrollKind::Harbours as u32;
pub(super) const OF_ROWS: u32 = 1 << ScrollKind::Rows as u32 | 1 << ScrollKind::Lines as u32;
pub(super) const OF_COLUMNS: u32 = 1 << ScrollKind::Columns as u32 | 1 << ScrollKind::Lines as u32;
pub(super) const OF_ROADS: u32 = 1 << ScrollKind::LongestRoad as u32;

/// A sum over scrolls by kind.
pub(super) type Scrolls = [MilliVp; ScrollKind::ALL.len()];

/// Everything about a territory that has a price in the outlook.
///
/// Its change by a placement is found quickly.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct TerritorySummary {
    /// Features shown.
    pub features: FeatureCounts,
    /// 2x2 squares.
    pub squares: u16,
    /// Columns with three in a row.
    pub columns: u16,
    /// Rows with three side by side; only counted where modules are in play.
    pub rows: u16,
    /// Tiles on the fullest diagonal; only counted where they are paid for.
    pub diagonal: u16,
    /// Sheep and cattle on or around a farm's tile.
    pub animals_at_farms: u16,
    /// Tiles connected to the castle.
    pub road_tiles: u16,
    /// Cattle on connected tiles.
    pub road_cattle: u16,
    /// Connected tiles with barrels that earn gold.
    pub road_whisky: u16,
    /// Connected tiles with VP barrels.
    pub road_vp_barrels: u16,
    /// The worth of other features on connected tiles.
    pub road_features: MilliVp,
    /// Exits of connected roads that face an empty place.
    pub open_roads: u16,
    /// The worth of all areas one by one.
    pub areas: MilliVp,
    /// The worth of the largest lake, range and herd together.
    pub largest: MilliVp,
    /// The worth of farms on tiles of lakes.
    pub houses: MilliVp,
    /// The worth of stone tablets, and the number of those that score a scroll again.
    ///
    /// The worth excludes scoring scrolls again.
    pub tablets: MilliVp,
    pub score_again: u16,
    /// Completed areas by terrain, and water areas with ship and lighthouse.
    ///
    /// Only counted if a scroll counts areas.
    pub completed: [u16; Terrain::ALL.len()],
    pub harbours: u16,
    /// The kinds of scroll that it has, bit k for `ScrollKind::ALL[k]`.
    pub kinds: u32,
    /// For each kind of scroll the sum of its scrolls' weights.
    ///
    /// A scroll weighs 1000, twice that in a completed area, and in between where the area may be completed.
    pub scrolls: Scrolls,
    /// Edges shared by two tiles.
    pub contacts: u16,
}

impl TerritorySummary {
    /// Returns the worth of everything except features and scrolls.
    pub fn other_worth(&self, prices: &SummaryPrices) -> MilliVp {
        times(self.squares, prices.squares)
            + times(self.columns, prices.columns)
            + times(self.rows, prices.rows)
            + times(self.diagonal, prices.diagonal)
            + times(self.animals_at_farms, prices.animals_at_farms)
            + times(self.road_tiles, prices.roads.tiles)
            + times(self.road_cattle, prices.roads.cattle)
            + times(self.road_whisky, prices.roads.whisky)
            + times(self.road_vp_barrels, prices.roads.vp_barrels)
            + self.road_features
            + times(self.open_roads, prices.roads.open)
            + times(self.contacts, prices.contacts)
            + self.areas
            + self.largest
            + self.houses
    }

    /// Returns the worth of features and tablets, whatever their places.
    pub fn feature_worth(&self, outlook: &Outlook) -> MilliVp {
        let prices = &outlook.prices;
        let majorities = outlook.majority_worth(self.features);
        let sets = prices.sets.worth(self.features);
        let features = Feature::ALL.map(|kind| MilliVp::from(self.features.of(kind)) * prices.features[kind as usize]);
        features.iter().sum::<MilliVp>() + sets + majorities + self.tablets
    }

    /// Adds a scroll with this weight.
    pub fn add_scroll(&mut self, kind: ScrollKind, weight: MilliVp) {
        self.scrolls[kind as usize] += weight;
        self.kinds |= 1 << kind as u32;
    }

    /// Counts an area, if a scroll counts areas.
    pub fn count_area(&mut self, area: &Area) {
        self.completed[area.terrain() as usize] += u16::from(area.is_completed());
        self.harbours += u16::from(is_harbour(area));
    }

    /// Removes an area from the counts.
    pub fn discount_area(&mut self, area: &Area) {
        self.completed[area.terrain() as usize] -= u16::from(area.is_completed());
        self.harbours -= u16::from(is_harbour(area));
    }

    /// Counts a tile that is connected to the castle.
    pub fn connect(&mut self, tile: &Tile, prices: &SummaryPrices) {
        self.road_tiles += 1;
        self.road_cattle += tile.features.of(Feature::Cattle);
        self.road_whisky += u16::from(tile.gold_barrels);
        self.road_vp_barrels += u16::from(tile.special.vp_barrels);
        self.road_features += prices.roads.other_features(tile);
    }

    /// The terrains of which a scroll counts areas.
    pub fn counted_terrains(&self) -> Terrains {
        let mut terrains = Terrains::default();
        for number in ones(self.kinds & !OF_FEATURES) {
            match ScrollKind::ALL[number].counts() {
                ScrollCriterion::Completed(Some(terrain)) => terrains.extend([terrain]),
                ScrollCriterion::Completed(None) => terrains = Terrains::ALL,
                ScrollCriterion::Harbours => terrains.extend([Terrain::Water]),
                ScrollCriterion::Feature(_)
                | ScrollCriterion::BuildingSets
                | ScrollCriterion::LongestRoad
                | ScrollCriterion::Gold
                | ScrollCriterion::Flat(_)
                | ScrollCriterion::AnimalPairs
                | ScrollCriterion::Rows
                | ScrollCriterion::Columns
                | ScrollCriterion::RowsAndColumns => {}
            }
        }
        terrains
    }

    /// Returns the worth of scrolls at the end, by the present counts.
    pub fn scroll_worth(&self, prices: &SummaryPrices) -> MilliVp {
        let kinds = || ones(self.kinds).map(|number| ScrollKind::ALL[number]);
        let worth = kinds().map(|kind| self.worth_of_scroll(kind, self.scrolls[kind as usize], prices)).sum();
        if self.score_again == 0 || prices.score_again == 0 {
            return worth;
        }
        let single = kinds().map(|kind| self.worth_of_scroll(kind, prices.score_again, prices)).max();
        worth + MilliVp::from(self.score_again) * single.unwrap_or(0)
    }

    /// Returns the worth of scrolls of one kind with this total weight, 1000 for each.
    ///
    /// Halves that final scoring drops may still become whole, so they count in full until then.
    pub fn worth_of_scroll(&self, kind: ScrollKind, weight: MilliVp, prices: &SummaryPrices) -> MilliVp {
        let growth = prices.scroll_growth[kind as usize];
        match kind.counts() {
            ScrollCriterion::Feature(feature) => {
                let for_one_vp = 2 - MilliVp::from(kind.vp(1).min(1));
                let counted = 1000 * MilliVp::from(self.features.of(feature)) + growth;
                weight * counted / (1000 * for_one_vp)
            }
            counted => {
                let counted = self.counted(counted, prices) + growth;
                weight * (counted * MilliVp::from(kind.vp(10)) / 10) / 1000
            }
        }
    }

    /// Counts the things that a scroll counts other than single features, in thousandths.
    ///
    /// The gold held at the end is not known.
    fn counted(&self, counted: ScrollCriterion, prices: &SummaryPrices) -> MilliVp {
        let count = match counted {
            ScrollCriterion::LongestRoad => return MilliVp::from(self.road_tiles) * prices.longest_road,
            ScrollCriterion::Gold => 0,
            ScrollCriterion::Feature(feature) => self.features.of(feature),
            ScrollCriterion::Completed(Some(terrain)) => self.completed[terrain as usize],
            ScrollCriterion::Completed(None) => self.completed.iter().sum(),
            ScrollCriterion::BuildingSets => self.features.sets(BUILDINGS),
            ScrollCriterion::Harbours => self.harbours,
            ScrollCriterion::Flat(vp) => vp,
            ScrollCriterion::AnimalPairs => self.features.of(Feature::Sheep).min(self.features.of(Feature::Cattle)),
            ScrollCriterion::Rows => self.rows,
            ScrollCriterion::Columns => self.columns,
            ScrollCriterion::RowsAndColumns => self.rows + self.columns,
        };
        1000 * MilliVp::from(count)
    }
}

fn is_harbour(area: &Area) -> bool {
    area.ships() > 0 && area.lighthouses() > 0
}
