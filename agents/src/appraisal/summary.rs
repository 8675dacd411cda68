//! The few numbers of a territory that its worth follows from.

use engine::skye::tile::FeatureCounts;
use engine::skye::{Feature, ScoringTile};

use super::outlook::{MilliVp, Outlook, VP};

/// Everything about a territory that the outlook puts a price on. A placement changes it in a way that can be found quickly.
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
    /// For each kind of scroll the sum over its scrolls of 1000, and as much again if its area is completed, or as likely as it is.
    pub scrolls: [MilliVp; Feature::ALL.len()],
    /// Edges shared by two tiles.
    pub contacts: u16,
}

/// Worth of one open exit of a connected road, while rounds are to come and something pays for roads.
const OPEN_ROAD: MilliVp = 120;

/// Worth of one shared edge: compact territories have places that complete areas and squares.
const CONTACT: MilliVp = 40;

impl Summary {
    /// What the rest of the game will pay for it.
    pub fn worth(&self, outlook: &Outlook<'_>) -> MilliVp {
        let each = |(scoring, times)| if times == 0 { 0 } else { times * self.scoring_worth(scoring, outlook) };
        let scored: MilliVp = outlook.scorings().map(each).sum();
        let to_come = MilliVp::from(outlook.rounds_to_come);
        let whisky = MilliVp::from(self.road_whisky) * to_come * outlook.gold();
        let potential = to_come.min(1) * self.potential(outlook);
        scored + self.areas + self.lake + whisky + self.scroll_worth() + potential
    }

    /// What one scoring pays, except for areas, which `areas` and `lake` hold.
    fn scoring_worth(&self, scoring: ScoringTile, outlook: &Outlook<'_>) -> MilliVp {
        let vp = |count: u16| VP * MilliVp::from(count);
        match scoring {
            ScoringTile::Squares => 2 * vp(self.squares),
            ScoringTile::Sheep => vp(self.features.of(Feature::Sheep)),
            ScoringTile::BuildingSets => self.building_sets(),
            ScoringTile::MostWhisky => outlook.majority_worth(Feature::Whisky, self.features.of(Feature::Whisky)),
            ScoringTile::MostShips => outlook.majority_worth(Feature::Ship, self.features.of(Feature::Ship)),
            ScoringTile::FarmAnimals => vp(self.animals_at_farms),
            ScoringTile::RoadCattle => 2 * vp(self.road_cattle),
            ScoringTile::RoadTiles => vp(self.road_tiles),
            ScoringTile::Columns => 3 * vp(self.columns),
            ScoringTile::CompletedAreas
            | ScoringTile::LargeAreas
            | ScoringTile::MountainBrochs
            | ScoringTile::MostGold
            | ScoringTile::Harbours
            | ScoringTile::LargestLake
            | ScoringTile::Mountains => 0,
        }
    }

    /// Whole sets, and a little for every part of the next one.
    fn building_sets(&self) -> MilliVp {
        let parts = [Feature::Broch, Feature::Farm, Feature::Lighthouse].map(|feature| self.features.of(feature));
        let sets = parts.into_iter().min().unwrap_or(0);
        let begun = parts.into_iter().filter(|&part| part > sets).count() as MilliVp;
        5 * VP * MilliVp::from(sets) + 900 * begun
    }

    fn scroll_worth(&self) -> MilliVp {
        let each = |kind: Feature| match self.scrolls[kind as usize] {
            0 => 0,
            // The halves that final scoring drops may still become whole, so they count in full until then.
            weight => weight * MilliVp::from(self.features.of(kind)) / MilliVp::from(kind.per_scroll_vp()),
        };
        Feature::ALL.into_iter().map(each).sum()
    }

    fn potential(&self, outlook: &Outlook<'_>) -> MilliVp {
        let roads_pay = outlook.pays(ScoringTile::RoadTiles) || outlook.pays(ScoringTile::RoadCattle);
        let road = if roads_pay { 2 * OPEN_ROAD } else { OPEN_ROAD };
        road * MilliVp::from(self.open_roads) + CONTACT * MilliVp::from(self.contacts)
    }
}
