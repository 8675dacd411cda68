//! The scoring tiles by name.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use crate::names::hint;
use crate::skye::{AreaKind, Countable, Feature, FeatureSet, Module, Modules, Payment, Pays, Terrain};

macro_rules! printed_tiles {
    ($($tile:ident = $name:literal, $module:expr, $counts:expr, $pays:expr, $text:literal;)*) => {
        /// A scoring tile.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[expect(missing_docs, reason = "`text` says what each does")]
        pub enum ScoringTile {
            $($tile,)*
            /// One that a user's file defines.
            Own(&'static OwnTile),
        }

        impl ScoringTile {
            /// All printed scoring tiles, in the order of every table.
            ///
            /// [`Rules::scoring_pool`](super::rules::Rules::scoring_pool) lists those in play.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$tile),*];

            /// Its index in [`ALL`](Self::ALL); own tiles follow.
            #[inline]
            pub fn index(self) -> usize {
                enum Index { $($tile,)* }
                match self {
                    $(Self::$tile => Index::$tile as usize,)*
                    Self::Own(own) => Self::ALL.len() + usize::from(own.number),
                }
            }
        }

        /// The printed tiles, by index.
        const PRINTED: [PrintedTile; ScoringTile::ALL.len()] =
            [$(PrintedTile { name: $name, module: $module, counts: $counts, pays: $pays, text: $text }),*];
    };
}

// Each printed tile: its name in configs, records and tables, its module, the thing counted, its VP, and both in a few words.
printed_tiles! {
    Squares = "squares", None, Countable::Squares, each(2),
        "2 VP for each 2x2 square of tiles; squares may overlap";
    CompletedAreas = "completed-areas", None, Countable::Areas(AreaKind::COMPLETED), each(1),
        "1 VP for each completed area";
    Sheep = "sheep", None, Countable::Feature(Feature::Sheep), each(1),
        "1 VP for each sheep";
    LargeAreas = "large-areas", None, Countable::Areas(AreaKind { least: 3, ..AreaKind::COMPLETED }), each(3),
        "3 VP for each completed area of 3 or more tiles";
    MountainBrochs = "mountain-brochs", None, Countable::MountainsByBrochs, Pays::Steps([1, 3, 6]),
        "1, 3 or 6 VP for each mountain area with 1, 2 or 3+ brochs";
    BuildingSets = "building-sets", None, Countable::Sets(BUILDINGS), each(5),
        "5 VP for each set of broch, farm and lighthouse";
    MostWhisky = "most-whisky", None, Countable::Feature(Feature::Whisky), MOST,
        "5 VP for most, 2 VP for second most tiles with barrels";
    MostShips = "most-ships", None, Countable::Feature(Feature::Ship), MOST,
        "5 VP for most, 2 VP for second most ships";
    MostGold = "most-gold", None, Countable::Gold, MOST,
        "5 VP for most, 2 VP for second most gold";
    FarmAnimals = "farm-animals", None, Countable::FarmAnimals, each(1),
        "1 VP for each sheep and cattle on or around a farm's tile";
    RoadCattle = "road-cattle", None, Countable::Connected(Feature::Cattle), each(2),
        "2 VP for each cattle on a tile connected to the castle";
    Harbours = "harbours", None, Countable::Areas(AreaKind::HARBOUR), each(3),
        "3 VP for each water area with ship and lighthouse";
    RoadTiles = "road-tiles", None, Countable::RoadTiles, each(1),
        "1 VP for each tile connected to the castle, which counts too";
    Columns = "columns", None, Countable::Columns, each(3),
        "3 VP for each column with 3 or more tiles in a row";
    LargestLake = "largest-lake", None, Countable::LargestLake, each(2),
        "2 VP for each tile of the largest completed water area";
    Mountains = "mountains", None, Countable::Areas(AreaKind { terrain: Some(Terrain::Mountain), ..AreaKind::COMPLETED }), each(2),
        "2 VP for each completed mountain area";
    // Ruling: edges are counted, not areas; the sum is halved and rounded down.
    OpenWater = "open-water", Some(Module::Druids), Countable::OpenWater, Pays::Each { points: 1, per: 2 },
        "1 VP for every two water edges that face an empty place";
    LargestHerd = "largest-herd", Some(Module::Druids), Countable::LargestHerd, each(2),
        "2 VP for each cattle in the pasture area with the most";
    MostLighthouses = "most-lighthouses", Some(Module::Druids), Countable::Feature(Feature::Lighthouse), MOST,
        "5 VP for most, 2 VP for second most lighthouses";
    Diagonal = "diagonal", Some(Module::Druids), Countable::Diagonal, each(2),
        "2 VP for each tile of the fullest diagonal, gaps allowed";
    LargestRange = "largest-range", Some(Module::Druids), Countable::LargestRange, each(2),
        "2 VP for each tile of the largest completed mountain area";
    LakeHouses = "lake-houses", Some(Module::Druids), Countable::LakeHouses, each(3),
        "3 VP for each farm on a tile that is part of a completed water area";
    Rows = "rows", Some(Module::Bonus), Countable::Rows, each(3),
        "3 VP for each row with 3 or more tiles side by side";
    ScrollOfChoice = "scroll-of-choice", Some(Module::Bonus), Countable::BestScroll, each(1),
        "the current value of the best scroll, doubled if its area is completed";
}

/// What is printed on a scoring tile.
struct PrintedTile {
    name: &'static str,
    module: Option<Module>,
    counts: Countable,
    pays: Pays,
    text: &'static str,
}

/// Points for each thing.
const fn each(points: u16) -> Pays {
    Pays::Each { points, per: 1 }
}

/// Points for the most and the second most, as printed.
const MOST: Pays = Pays::Most([5, 2]);

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

    /// What is printed on it; an error with the own tile that it is otherwise.
    fn entry(self) -> Result<&'static PrintedTile, &'static OwnTile> {
        match self {
            Self::Own(own) => Err(own),
            printed => Ok(&PRINTED[printed.index()]),
        }
    }

    /// The module that brings it, if it is not in the base game.
    pub fn module(self) -> Option<Module> {
        self.entry().ok()?.module
    }

    /// Those in play with these modules, in their order.
    pub fn pool(modules: Modules) -> Vec<Self> {
        Self::ALL.into_iter().filter(|tile| tile.module().is_none_or(|module| modules.has(module))).collect()
    }

    /// The name in configs, records and tables.
    pub fn name(self) -> &'static str {
        self.entry().map_or_else(|own| &*own.name, |printed| printed.name)
    }

    /// Describes what it awards, in a few words.
    pub fn text(self) -> &'static str {
        self.entry().map_or_else(|own| &*own.text, |printed| printed.text)
    }

    /// Returns its payment as it is printed, or as its file says.
    pub fn printed(self) -> Payment {
        self.entry().map_or_else(|own| own.filed, |printed| Payment::of(printed.counts, printed.pays))
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
