//! The numbers that a territory's worth follows from.

use engine::skye::feature::FeatureCounts;
use engine::skye::scroll::Counted;
use engine::skye::{Feature, ScrollKind};

use super::super::outlook::Outlook;
use super::super::outlook::prices::Prices;
use super::super::worth::MilliVp;

/// A sum over scrolls by kind.
pub(super) type Scrolls = [MilliVp; ScrollKind::ALL.len()];

/// Everything about a territory that the outlook puts a price on. How a placement changes it can be found quickly.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Summary {
    /// Features shown.
    pub features: FeatureCounts,
    /// 2x2 squares.
    pub squares: u16,
    /// Columns with three in a row.
    pub columns: u16,
    /// Sheep and cattle on or around a farm's tile.
    pub animals_at_farms: u16,
    /// Tiles connected to the castle.
    pub road_tiles: u16,
    /// Cattle on connected tiles.
    pub road_cattle: u16,
    /// Connected tiles with barrels.
    pub road_whisky: u16,
    /// Exits of connected roads that face an empty place.
    pub open_roads: u16,
    /// What all areas are worth one by one.
    pub areas: MilliVp,
    /// What the best lake is worth.
    pub lake: MilliVp,
    /// For each kind of scroll the sum of what its scrolls count: 1000 each, twice that where the area is completed, and in between where
    /// it may be.
    pub scrolls: Scrolls,
    /// Edges shared by two tiles.
    pub contacts: u16,
}

impl Summary {
    /// What is paid for everything except features and scrolls.
    pub fn other_worth(&self, prices: &Prices) -> MilliVp {
        self.place_worth(prices) + self.areas + self.lake
    }

    /// What is paid for features, wherever they are.
    pub fn feature_worth(&self, outlook: &Outlook<'_>) -> MilliVp {
        let prices = &outlook.prices;
        let times = |kind: Feature| MilliVp::from(self.features.of(kind)) * prices.features[kind as usize];
        let majorities = outlook.majority_worth(self.features.of(Feature::Whisky), self.features.of(Feature::Ship));
        Feature::ALL.into_iter().map(times).sum::<MilliVp>() + self.building_sets(prices) + majorities
    }

    /// What is paid for where tiles are and what they are connected to.
    fn place_worth(&self, prices: &Prices) -> MilliVp {
        let times = |count: u16, price: MilliVp| MilliVp::from(count) * price;
        times(self.squares, prices.squares)
            + times(self.columns, prices.columns)
            + times(self.animals_at_farms, prices.animals_at_farms)
            + times(self.road_tiles, prices.road_tiles)
            + times(self.road_cattle, prices.road_cattle)
            + times(self.road_whisky, prices.road_whisky)
            + times(self.open_roads, prices.open_roads)
            + times(self.contacts, prices.contacts)
    }

    /// Complete sets, and a little for every part of the next one.
    fn building_sets(&self, prices: &Prices) -> MilliVp {
        let parts = [Feature::Broch, Feature::Farm, Feature::Lighthouse].map(|feature| self.features.of(feature));
        let sets = parts.into_iter().min().unwrap_or(0);
        let begun = parts.into_iter().filter(|&part| part > sets).count();
        MilliVp::from(sets) * prices.sets + prices.begun_sets[begun]
    }

    /// What is paid for scrolls, by the features that there are.
    pub fn scroll_worth(&self, prices: &Prices) -> MilliVp {
        let each = |kind: ScrollKind| match self.scrolls[kind as usize] {
            0 => 0,
            // Halves that final scoring drops may still become whole, so they count in full until then.
            weight => {
                let (there, for_one_vp) = match kind.counts() {
                    Counted::Feature(feature) => (self.features.of(feature), 2 - kind.vp(1).min(1)),
                    _ => (0, 1),
                };
                let counted = 1000 * MilliVp::from(there) + prices.scroll_growth[kind as usize];
                weight * counted / (1000 * MilliVp::from(for_one_vp))
            }
        };
        ScrollKind::ALL.into_iter().map(each).sum()
    }
}
