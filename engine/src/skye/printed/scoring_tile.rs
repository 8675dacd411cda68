//! The scoring tiles by name.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use super::feature::{Feature, Terrain};
use super::modules::{Module, Modules};
use super::payment::{AreaKind, Countable, FeatureSet, Payment, Pays};
use crate::names::hint;

/// Declares the scoring tiles, from an entry for each printed one: name, text, the module that brings it, and its payment as printed.
macro_rules! printed_tiles {
    ($($Tile:ident = ($name:literal, $text:literal, $module:expr, $payment:expr),)+) => {
        /// A scoring tile.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[expect(missing_docs, reason = "`text` says what each does")]
        pub enum ScoringTile {
            $($Tile,)+
            /// One that a user's file defines.
            Own(&'static OwnTile),
        }

        impl ScoringTile {
            /// All printed scoring tiles, in the order of every table.
            ///
            /// [`Rules::scoring_pool`](super::rules::Rules::scoring_pool) lists those in play.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Tile),+];

            /// The name in configs, records and tables.
            pub fn name(self) -> &'static str {
                match self { $(Self::$Tile => $name,)+ Self::Own(own) => &own.name }
            }

            /// Describes what it awards, in a few words.
            pub fn text(self) -> &'static str {
                match self { $(Self::$Tile => $text,)+ Self::Own(own) => &own.text }
            }

            /// The module that brings it, if it is not in the base game.
            pub fn module(self) -> Option<Module> {
                match self { $(Self::$Tile => $module,)+ Self::Own(_) => None }
            }

            /// Returns its payment as it is printed, or as its file says.
            pub fn printed(self) -> Payment {
                match self { $(Self::$Tile => $payment,)+ Self::Own(own) => own.filed }
            }

            /// Its index in [`ALL`](Self::ALL); own tiles follow.
            #[inline]
            pub fn index(self) -> usize {
                enum Index { $($Tile),+ }
                match self {
                    $(Self::$Tile => Index::$Tile as usize,)+
                    Self::Own(own) => Self::ALL.len() + usize::from(own.number),
                }
            }
        }
    };
}

fn each(points: u16, tally: Countable) -> Payment {
    Payment::of(tally, Pays::Each { points, per: 1 })
}

fn most(tally: Countable) -> Payment {
    Payment::of(tally, Pays::Most([5, 2]))
}

printed_tiles! {
    Squares = ("squares", "2 VP for each 2x2 square of tiles; squares may overlap", None, each(2, Countable::Squares)),
    CompletedAreas = ("completed-areas", "1 VP for each completed area", None, each(1, Countable::Areas(AreaKind::COMPLETED))),
    Sheep = ("sheep", "1 VP for each sheep", None, each(1, Countable::Feature(Feature::Sheep))),
    LargeAreas = ("large-areas", "3 VP for each completed area of 3 or more tiles",
        None, each(3, Countable::Areas(AreaKind { least: 3, ..AreaKind::COMPLETED }))),
    MountainBrochs = ("mountain-brochs", "1, 3 or 6 VP for each mountain area with 1, 2 or 3+ brochs",
        None, Payment::of(Countable::MountainsByBrochs, Pays::Steps([1, 3, 6]))),
    BuildingSets = ("building-sets", "5 VP for each set of broch, farm and lighthouse",
        None, each(5, Countable::Sets(BUILDINGS))),
    MostWhisky = ("most-whisky", "5 VP for most, 2 VP for second most tiles with barrels",
        None, most(Countable::Feature(Feature::Whisky))),
    MostShips = ("most-ships", "5 VP for most, 2 VP for second most ships", None, most(Countable::Feature(Feature::Ship))),
    MostGold = ("most-gold", "5 VP for most, 2 VP for second most gold", None, most(Countable::Gold)),
    FarmAnimals = ("farm-animals", "1 VP for each sheep and cattle on or around a farm's tile",
        None, each(1, Countable::FarmAnimals)),
    RoadCattle = ("road-cattle", "2 VP for each cattle on a tile connected to the castle",
        None, each(2, Countable::Connected(Feature::Cattle))),
    Harbours = ("harbours", "3 VP for each water area with ship and lighthouse",
        None, each(3, Countable::Areas(AreaKind::HARBOUR))),
    RoadTiles = ("road-tiles", "1 VP for each tile connected to the castle, which counts too",
        None, each(1, Countable::RoadTiles)),
    Columns = ("columns", "3 VP for each column with 3 or more tiles in a row", None, each(3, Countable::Columns)),
    LargestLake = ("largest-lake", "2 VP for each tile of the largest completed water area",
        None, each(2, Countable::LargestLake)),
    Mountains = ("mountains", "2 VP for each completed mountain area",
        None, each(2, Countable::Areas(AreaKind { terrain: Some(Terrain::Mountain), ..AreaKind::COMPLETED }))),
    // Ruling: edges are counted, not areas; the sum is halved and rounded down.
    OpenWater = ("open-water", "1 VP for every two water edges that face an empty place",
        Some(Module::Druids), Payment::of(Countable::OpenWater, Pays::Each { points: 1, per: 2 })),
    LargestHerd = ("largest-herd", "2 VP for each cattle in the pasture area with the most",
        Some(Module::Druids), each(2, Countable::LargestHerd)),
    MostLighthouses = ("most-lighthouses", "5 VP for most, 2 VP for second most lighthouses",
        Some(Module::Druids), most(Countable::Feature(Feature::Lighthouse))),
    Diagonal = ("diagonal", "2 VP for each tile of the fullest diagonal, gaps allowed",
        Some(Module::Druids), each(2, Countable::Diagonal)),
    LargestRange = ("largest-range", "2 VP for each tile of the largest completed mountain area",
        Some(Module::Druids), each(2, Countable::LargestRange)),
    LakeHouses = ("lake-houses", "3 VP for each farm on a tile that is part of a completed water area",
        Some(Module::Druids), each(3, Countable::LakeHouses)),
    Rows = ("rows", "3 VP for each row with 3 or more tiles side by side", Some(Module::Bonus), each(3, Countable::Rows)),
    ScrollOfChoice = ("scroll-of-choice", "the current value of the best scroll, doubled if its area is completed",
        Some(Module::Bonus), each(1, Countable::BestScroll)),
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

    /// Those of the base game.
    pub const BASE: [Self; 16] = *Self::ALL.first_chunk().expect("the first ones");

    /// Those in play with these modules, in their order.
    pub fn pool(modules: Modules) -> Vec<Self> {
        Self::ALL.into_iter().filter(|tile| tile.module().is_none_or(|module| modules.has(module))).collect()
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
