//! The scoring tiles by name.

use std::fmt;
use std::str::FromStr;

use super::feature::{Feature, Terrain};
use super::modules::{Module, Modules};
use super::payment::{AreaKind, FeatureSet, Payment, Pays, Tally};
use crate::names::hint;

/// A scoring tile.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "`text` says what each does")]
pub enum ScoringTile {
    Squares,
    CompletedAreas,
    Sheep,
    LargeAreas,
    MountainBrochs,
    BuildingSets,
    MostWhisky,
    MostShips,
    MostGold,
    FarmAnimals,
    RoadCattle,
    Harbours,
    RoadTiles,
    Columns,
    LargestLake,
    Mountains,
    OpenWater,
    LargestHerd,
    MostLighthouses,
    Diagonal,
    LargestRange,
    LakeHouses,
    Rows,
    ScrollOfChoice,
}

impl ScoringTile {
    /// All scoring tiles that there are; their order is that of every table. Which are in play: see
    /// [`Rules::scoring_pool`](super::rules::Rules::scoring_pool).
    pub const ALL: [Self; 24] = [
        Self::Squares,
        Self::CompletedAreas,
        Self::Sheep,
        Self::LargeAreas,
        Self::MountainBrochs,
        Self::BuildingSets,
        Self::MostWhisky,
        Self::MostShips,
        Self::MostGold,
        Self::FarmAnimals,
        Self::RoadCattle,
        Self::Harbours,
        Self::RoadTiles,
        Self::Columns,
        Self::LargestLake,
        Self::Mountains,
        Self::OpenWater,
        Self::LargestHerd,
        Self::MostLighthouses,
        Self::Diagonal,
        Self::LargestRange,
        Self::LakeHouses,
        Self::Rows,
        Self::ScrollOfChoice,
    ];

    /// Those of the base game.
    pub const BASE: [Self; 16] = [
        Self::Squares,
        Self::CompletedAreas,
        Self::Sheep,
        Self::LargeAreas,
        Self::MountainBrochs,
        Self::BuildingSets,
        Self::MostWhisky,
        Self::MostShips,
        Self::MostGold,
        Self::FarmAnimals,
        Self::RoadCattle,
        Self::Harbours,
        Self::RoadTiles,
        Self::Columns,
        Self::LargestLake,
        Self::Mountains,
    ];

    /// The module that brings it, if it is not in the base game.
    pub fn module(self) -> Option<Module> {
        match self {
            Self::OpenWater
            | Self::LargestHerd
            | Self::MostLighthouses
            | Self::Diagonal
            | Self::LargestRange
            | Self::LakeHouses => Some(Module::Druids),
            Self::Rows | Self::ScrollOfChoice => Some(Module::Bonus),
            Self::Squares
            | Self::CompletedAreas
            | Self::Sheep
            | Self::LargeAreas
            | Self::MountainBrochs
            | Self::BuildingSets
            | Self::MostWhisky
            | Self::MostShips
            | Self::MostGold
            | Self::FarmAnimals
            | Self::RoadCattle
            | Self::Harbours
            | Self::RoadTiles
            | Self::Columns
            | Self::LargestLake
            | Self::Mountains => None,
        }
    }

    /// Those in play with these modules, in their order.
    pub fn pool(modules: Modules) -> Vec<Self> {
        Self::ALL.into_iter().filter(|tile| tile.module().is_none_or(|module| modules.has(module))).collect()
    }

    /// The name in configs, records and tables.
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// What it awards, in a few words.
    pub fn text(self) -> &'static str {
        self.entry().1
    }

    /// Its number in [`ALL`](Self::ALL).
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// What it pays for as it is printed.
    pub fn printed(self) -> Payment {
        let each = |points, tally| Payment::of(tally, Pays::Each { points, per: 1 });
        let most = |tally| Payment::of(tally, Pays::Most([5, 2]));
        match self {
            Self::Squares => each(2, Tally::Squares),
            Self::CompletedAreas => each(1, Tally::Areas(AreaKind::COMPLETED)),
            Self::Sheep => each(1, Tally::Feature(Feature::Sheep)),
            Self::LargeAreas => each(3, Tally::Areas(AreaKind { least: 3, ..AreaKind::COMPLETED })),
            Self::MountainBrochs => Payment::of(Tally::MountainsByBrochs, Pays::Steps([1, 3, 6])),
            Self::BuildingSets => each(5, Tally::Sets(BUILDINGS)),
            Self::MostWhisky => most(Tally::Feature(Feature::Whisky)),
            Self::MostShips => most(Tally::Feature(Feature::Ship)),
            Self::MostGold => most(Tally::Gold),
            Self::FarmAnimals => each(1, Tally::FarmAnimals),
            Self::RoadCattle => each(2, Tally::Connected(Feature::Cattle)),
            Self::Harbours => each(3, Tally::Areas(AreaKind::HARBOUR)),
            Self::RoadTiles => each(1, Tally::RoadTiles),
            Self::Columns => each(3, Tally::Columns),
            Self::LargestLake => each(2, Tally::LargestLake),
            Self::Mountains => {
                each(2, Tally::Areas(AreaKind { terrain: Some(Terrain::Mountain), ..AreaKind::COMPLETED }))
            }
            // Ruling: edges are counted, not areas; the sum is halved and rounded down.
            Self::OpenWater => Payment::of(Tally::OpenWater, Pays::Each { points: 1, per: 2 }),
            Self::LargestHerd => each(2, Tally::LargestHerd),
            Self::MostLighthouses => most(Tally::Feature(Feature::Lighthouse)),
            Self::Diagonal => each(2, Tally::Diagonal),
            Self::LargestRange => each(2, Tally::LargestRange),
            Self::LakeHouses => each(3, Tally::LakeHouses),
            Self::Rows => each(3, Tally::Rows),
            Self::ScrollOfChoice => each(1, Tally::BestScroll),
        }
    }

    fn entry(self) -> (&'static str, &'static str) {
        match self {
            Self::Squares => ("squares", "2 VP for each 2x2 square of tiles; squares may overlap"),
            Self::CompletedAreas => ("completed-areas", "1 VP for each completed area"),
            Self::Sheep => ("sheep", "1 VP for each sheep"),
            Self::LargeAreas => ("large-areas", "3 VP for each completed area of 3 or more tiles"),
            Self::MountainBrochs => ("mountain-brochs", "1, 3 or 6 VP for each mountain area with 1, 2 or 3+ brochs"),
            Self::BuildingSets => ("building-sets", "5 VP for each set of broch, farm and lighthouse"),
            Self::MostWhisky => ("most-whisky", "5 VP for most, 2 VP for second most tiles with barrels"),
            Self::MostShips => ("most-ships", "5 VP for most, 2 VP for second most ships"),
            Self::MostGold => ("most-gold", "5 VP for most, 2 VP for second most gold"),
            Self::FarmAnimals => ("farm-animals", "1 VP for each sheep and cattle on or around a farm's tile"),
            Self::RoadCattle => ("road-cattle", "2 VP for each cattle on a tile connected to the castle"),
            Self::Harbours => ("harbours", "3 VP for each water area with ship and lighthouse"),
            Self::RoadTiles => ("road-tiles", "1 VP for each tile connected to the castle, which counts too"),
            Self::Columns => ("columns", "3 VP for each column with 3 or more tiles in a row"),
            Self::LargestLake => ("largest-lake", "2 VP for each tile of the largest completed water area"),
            Self::Mountains => ("mountains", "2 VP for each completed mountain area"),
            Self::OpenWater => ("open-water", "1 VP for every two water edges that face an empty place"),
            Self::LargestHerd => ("largest-herd", "2 VP for each cattle in the pasture area with the most"),
            Self::MostLighthouses => ("most-lighthouses", "5 VP for most, 2 VP for second most lighthouses"),
            Self::Diagonal => ("diagonal", "2 VP for each tile of the fullest diagonal, gaps allowed"),
            Self::LargestRange => ("largest-range", "2 VP for each tile of the largest completed mountain area"),
            Self::LakeHouses => ("lake-houses", "3 VP for each farm on a tile that is part of a completed water area"),
            Self::Rows => ("rows", "3 VP for each row with 3 or more tiles side by side"),
            Self::ScrollOfChoice => {
                ("scroll-of-choice", "the current value of the best scroll, doubled if its area is completed")
            }
        }
    }
}

/// The features of a set of buildings.
pub const BUILDINGS: FeatureSet = FeatureSet::of(&[Feature::Broch, Feature::Farm, Feature::Lighthouse]);

impl fmt::Display for ScoringTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no scoring tile has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no scoring tile is called `{found}`; {}", hint(.found, &ScoringTile::ALL.map(ScoringTile::name)))]
pub struct UnknownScoringTile {
    /// The name.
    pub found: String,
}

impl FromStr for ScoringTile {
    type Err = UnknownScoringTile;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let unknown = || UnknownScoringTile { found: name.to_owned() };
        Self::ALL.into_iter().find(|tile| tile.name() == name).ok_or_else(unknown)
    }
}
