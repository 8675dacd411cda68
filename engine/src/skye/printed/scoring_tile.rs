//! The scoring tiles by name.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use super::feature::{Feature, Terrain};
use super::modules::{Module, Modules};
use super::payment::{AreaKind, Countable, FeatureSet, Payment, Pays};
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
    /// One that a user's file defines.
    Own(&'static OwnTile),
}

/// A scoring tile that is defined by a user's file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OwnTile {
    /// Its number in its file, from 0.
    number: u8,
    name: String,
    text: String,
    /// Its payment as its file says.
    filed: Payment,
    /// Its payment under the rules in play: as filed, or with other points or another cap.
    payment: Payment,
    /// The printed tile that pays the same.
    twin: Option<ScoringTile>,
}

impl OwnTile {
    /// Returns its payment under the rules in play.
    #[inline]
    pub fn payment(&self) -> &Payment {
        &self.payment
    }
}

/// The own tiles read so far, interned.
///
/// So a tile is a plain value that carries its name.
static OWN: Mutex<BTreeSet<&'static OwnTile>> = Mutex::new(BTreeSet::new());

impl ScoringTile {
    /// The most own tiles of a file.
    pub const MOST_OWN: usize = 8;

    /// Tile `number` of a user's file, from 0, with this payment.
    ///
    /// Equal tiles are the same value.
    ///
    /// # Panics
    /// If the number is not below [`MOST_OWN`](Self::MOST_OWN).
    pub fn own(number: usize, name: &str, text: &str, payment: Payment) -> Self {
        assert!(number < Self::MOST_OWN, "own tile {number}");
        let (name, text) = (name.to_owned(), text.to_owned());
        Self::interned(OwnTile { number: number as u8, name, text, filed: payment, payment, twin: None })
    }

    /// Returns the own tile with this payment instead of its file's.
    ///
    /// Printed tiles stay as they are: [`Rules`](super::rules::Rules) hold their payments.
    #[must_use]
    pub fn paying(self, payment: Payment) -> Self {
        match self {
            Self::Own(own) => Self::interned(OwnTile { payment, ..own.clone() }),
            printed => printed,
        }
    }

    /// Interns an own tile, after finding its twin.
    fn interned(tile: OwnTile) -> Self {
        let twin = Self::ALL.into_iter().find(|printed| printed.printed() == tile.payment);
        let tile = OwnTile { twin, ..tile };
        let mut known = OWN.lock().unwrap_or_else(PoisonError::into_inner);
        Self::Own(known.get::<OwnTile>(&tile).copied().unwrap_or_else(|| {
            // Leaked, so it lives as long as the program runs.
            let tile: &'static OwnTile = Box::leak(Box::new(tile));
            known.insert(tile);
            tile
        }))
    }

    /// The printed tile with the same payment; the tile itself if it is printed.
    #[inline]
    pub fn twin(self) -> Option<Self> {
        match self {
            Self::Own(own) => own.twin,
            printed => Some(printed),
        }
    }

    /// The tile of this name: a printed one, or one of these own ones.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str, own: &[Self]) -> Result<Self, UnknownScoringTile> {
        let all = || Self::ALL.iter().chain(own).copied();
        all()
            .find(|tile| tile.name() == name)
            .ok_or_else(|| UnknownScoringTile { found: name.to_owned(), accepted: all().map(Self::name).collect() })
    }
    /// All printed scoring tiles, in the order of every table.
    ///
    /// [`Rules::scoring_pool`](super::rules::Rules::scoring_pool) lists those in play.
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
            | Self::Mountains
            | Self::Own(_) => None,
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

    /// Describes what it awards, in a few words.
    pub fn text(self) -> &'static str {
        self.entry().1
    }

    /// Its index in [`ALL`](Self::ALL); own tiles follow.
    #[inline]
    pub fn index(self) -> usize {
        match self {
            Self::Squares => 0,
            Self::CompletedAreas => 1,
            Self::Sheep => 2,
            Self::LargeAreas => 3,
            Self::MountainBrochs => 4,
            Self::BuildingSets => 5,
            Self::MostWhisky => 6,
            Self::MostShips => 7,
            Self::MostGold => 8,
            Self::FarmAnimals => 9,
            Self::RoadCattle => 10,
            Self::Harbours => 11,
            Self::RoadTiles => 12,
            Self::Columns => 13,
            Self::LargestLake => 14,
            Self::Mountains => 15,
            Self::OpenWater => 16,
            Self::LargestHerd => 17,
            Self::MostLighthouses => 18,
            Self::Diagonal => 19,
            Self::LargestRange => 20,
            Self::LakeHouses => 21,
            Self::Rows => 22,
            Self::ScrollOfChoice => 23,
            Self::Own(own) => Self::ALL.len() + usize::from(own.number),
        }
    }

    /// Returns its payment as it is printed, or as its file says.
    pub fn printed(self) -> Payment {
        fn each(points: u16, tally: Countable) -> Payment {
            Payment::of(tally, Pays::Each { points, per: 1 })
        }
        fn most(tally: Countable) -> Payment {
            Payment::of(tally, Pays::Most([5, 2]))
        }
        match self {
            Self::Squares => each(2, Countable::Squares),
            Self::CompletedAreas => each(1, Countable::Areas(AreaKind::COMPLETED)),
            Self::Sheep => each(1, Countable::Feature(Feature::Sheep)),
            Self::LargeAreas => each(3, Countable::Areas(AreaKind { least: 3, ..AreaKind::COMPLETED })),
            Self::MountainBrochs => Payment::of(Countable::MountainsByBrochs, Pays::Steps([1, 3, 6])),
            Self::BuildingSets => each(5, Countable::Sets(BUILDINGS)),
            Self::MostWhisky => most(Countable::Feature(Feature::Whisky)),
            Self::MostShips => most(Countable::Feature(Feature::Ship)),
            Self::MostGold => most(Countable::Gold),
            Self::FarmAnimals => each(1, Countable::FarmAnimals),
            Self::RoadCattle => each(2, Countable::Connected(Feature::Cattle)),
            Self::Harbours => each(3, Countable::Areas(AreaKind::HARBOUR)),
            Self::RoadTiles => each(1, Countable::RoadTiles),
            Self::Columns => each(3, Countable::Columns),
            Self::LargestLake => each(2, Countable::LargestLake),
            Self::Mountains => {
                each(2, Countable::Areas(AreaKind { terrain: Some(Terrain::Mountain), ..AreaKind::COMPLETED }))
            }
            // Ruling: edges are counted, not areas; the sum is halved and rounded down.
            Self::OpenWater => Payment::of(Countable::OpenWater, Pays::Each { points: 1, per: 2 }),
            Self::LargestHerd => each(2, Countable::LargestHerd),
            Self::MostLighthouses => most(Countable::Feature(Feature::Lighthouse)),
            Self::Diagonal => each(2, Countable::Diagonal),
            Self::LargestRange => each(2, Countable::LargestRange),
            Self::LakeHouses => each(3, Countable::LakeHouses),
            Self::Rows => each(3, Countable::Rows),
            Self::ScrollOfChoice => each(1, Countable::BestScroll),
            Self::Own(own) => own.filed,
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
            Self::Own(own) => (&own.name, &own.text),
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
#[error("no scoring tile is called `{found}`; {}", hint(.found, .accepted))]
pub struct UnknownScoringTile {
    /// The name.
    pub found: String,
    /// The names that there are.
    pub accepted: Vec<&'static str>,
}

/// Reads the names of printed ones.
impl FromStr for ScoringTile {
    type Err = UnknownScoringTile;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::named(name, &[])
    }
}
