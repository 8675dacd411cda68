//! Payments of scoring tiles: things that are counted, and VP for them.
//!
//! Every printed scoring tile is described by these types.

use std::fmt;

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use crate::bit_set;
use crate::skye::{Feature, Terrain};

bit_set! {
    /// A set of features.
    #[derive(Serialize, Deserialize)]
    pub struct FeatureSet(u8) of Feature, |feature| feature as u8, |index| Feature::ALL[index]
}

impl FeatureSet {
    /// These features.
    pub const fn of(features: &[Feature]) -> Self {
        let (mut bits, mut index) = (0, 0);
        while index < features.len() {
            bits |= 1 << features[index] as u8;
            index += 1;
        }
        Self(bits)
    }
}

/// Which areas count.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AreaKind {
    /// Their terrain; `None` for any.
    pub terrain: Option<Terrain>,
    /// True if only completed ones count.
    pub completed: bool,
    /// The minimum number of different tiles that they cover.
    pub least: u8,
    /// The features that each of them must show, out of brochs, cattle, ships and lighthouses.
    ///
    /// They fit its terrain.
    pub with: FeatureSet,
}

impl AreaKind {
    /// Completed areas of any terrain.
    pub const COMPLETED: Self = Self { terrain: None, completed: true, least: 1, with: FeatureSet::NONE };
    /// Water areas with ship and lighthouse, completed or not.
    pub const HARBOUR: Self = Self {
        terrain: Some(Terrain::Water),
        completed: false,
        least: 1,
        with: FeatureSet::of(&[Feature::Ship, Feature::Lighthouse]),
    };
    /// The features that an area can be asked to show.
    pub const SHOWN: [Feature; 4] = [Feature::Cattle, Feature::Broch, Feature::Lighthouse, Feature::Ship];
}

/// Something that can be counted in a territory.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Countable {
    /// A feature, anywhere; for whisky the tiles with barrels.
    Feature(Feature),
    /// A feature on tiles that are connected to the castle.
    Connected(Feature),
    /// Complete sets of these features.
    Sets(FeatureSet),
    /// Gold held.
    Gold,
    /// 2x2 squares of tiles, which may overlap.
    Squares,
    /// Columns with three or more tiles in a row.
    Columns,
    /// Rows with three or more tiles side by side.
    Rows,
    /// Tiles of the fullest diagonal, gaps allowed.
    Diagonal,
    /// Tiles connected to the castle, which counts too.
    RoadTiles,
    /// Areas.
    Areas(AreaKind),
    /// Mountain areas, by the brochs in them.
    MountainsByBrochs,
    /// Sheep and cattle on or around a farm's tile.
    FarmAnimals,
    /// Tiles of the largest completed water area.
    LargestLake,
    /// Tiles of the largest completed mountain area.
    LargestRange,
    /// Cattle of the pasture area with the most, completed or not.
    LargestHerd,
    /// Water edges that face an empty place.
    OpenWater,
    /// Farms on tiles that are part of a completed water area.
    LakeHouses,
    /// VP of the best scroll as it is now, doubled if its area is completed.
    BestScroll,
}

impl Countable {
    /// Returns whether a majority can compare it, because all seats can see it at any time.
    pub fn is_compared(self) -> bool {
        matches!(self, Self::Feature(_) | Self::Gold)
    }
}

/// The VP for a count.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Pays {
    /// These points for every `per` things.
    Each {
        /// VP.
        points: u16,
        /// The number of things that score once; a remainder scores nothing.
        per: u16,
    },
    /// Points for each area with one, two, three or more of what makes it count.
    Steps([u16; 3]),
    /// Points for the most and for the second most; a count of zero is never paid.
    Most([u16; 2]),
}

impl Pays {
    /// The points, in the order in which configs name them.
    pub fn points(&self) -> &[u16] {
        match self {
            Self::Each { points, .. } => std::slice::from_ref(points),
            Self::Steps(points) => points,
            Self::Most(points) => points,
        }
    }

    /// The points, mutably.
    pub fn points_mut(&mut self) -> &mut [u16] {
        match self {
            Self::Each { points, .. } => std::slice::from_mut(points),
            Self::Steps(points) => points,
            Self::Most(points) => points,
        }
    }
}

/// Something that is counted, with what it pays.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PaymentPart {
    /// The thing counted.
    pub tally: Countable,
    /// The VP for it.
    pub pays: Pays,
}

impl Default for PaymentPart {
    fn default() -> Self {
        Self { tally: Countable::Gold, pays: Pays::Each { points: 0, per: 1 } }
    }
}

/// The most parts of one scoring tile.
pub const MAX_PARTS: usize = 4;

/// All that a scoring tile pays for.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Payment {
    /// Parts that add up: one for every printed tile.
    pub parts: ArrayVec<[PaymentPart; MAX_PARTS]>,
    /// The most VP that one scoring gives a player.
    pub cap: u16,
}

impl Payment {
    /// Accepted points.
    pub const POINTS: std::ops::RangeInclusive<u16> = 0..=50;
    /// Accepted caps. Printed tiles have the largest, which no territory comes near.
    ///
    /// They keep the VP of a whole game within their integer type.
    pub const CAPS: std::ops::RangeInclusive<u16> = 0..=Self::NO_CAP;
    /// Accepted numbers of things that score once.
    pub const PER: std::ops::RangeInclusive<u16> = 1..=20;
    /// The cap of a tile that has none.
    pub const NO_CAP: u16 = 999;

    /// One part, without a cap.
    pub fn of(tally: Countable, pays: Pays) -> Self {
        Self { parts: std::iter::once(PaymentPart { tally, pays }).collect(), cap: Self::NO_CAP }
    }

    /// Returns whether all numbers are accepted and majorities compare only public counts.
    pub fn is_valid(&self) -> bool {
        let fits = |part: &PaymentPart| {
            let is_paid = match part.pays {
                Pays::Each { per, .. } => Self::PER.contains(&per),
                Pays::Steps(_) => part.tally == Countable::MountainsByBrochs,
                Pays::Most(_) => part.tally.is_compared(),
            };
            is_paid && part.pays.points().iter().all(|points| Self::POINTS.contains(points))
        };
        !self.parts.is_empty() && self.parts.iter().all(fits) && Self::CAPS.contains(&self.cap)
    }

    /// Returns whether there is a cap.
    pub fn is_capped(&self) -> bool {
        self.cap < Self::NO_CAP
    }
}

/// In words, such as `2 VP for each sheep; at most 8 VP`.
impl fmt::Display for Payment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, part) in self.parts.iter().enumerate() {
            write!(f, "{}{part}", if number == 0 { "" } else { "; " })?;
        }
        if self.is_capped() { write!(f, "; at most {} VP", self.cap) } else { Ok(()) }
    }
}

impl fmt::Display for PaymentPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = self.tally;
        match self.pays {
            Pays::Each { points, per: 1 } => write!(f, "{points} VP for each {counted}"),
            Pays::Each { points, per } => write!(f, "{points} VP for every {per} of: {counted}"),
            Pays::Steps([one, two, more]) => write!(f, "{one}, {two} or {more} VP for each {counted} with 1, 2 or 3+"),
            Pays::Most([first, second]) => write!(f, "{first} VP for most, {second} VP for second most of: {counted}"),
        }
    }
}

/// Names one of the things counted.
impl fmt::Display for Countable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Feature(Feature::Whisky) => "tile with barrels",
            Self::Feature(feature) => feature.name(),
            Self::Connected(Feature::Whisky) => "tile with barrels that is connected to the castle",
            Self::Connected(feature) => return write!(f, "{feature} on a tile connected to the castle"),
            Self::Sets(features) => return write!(f, "set of {}", names(*features)),
            Self::Gold => "gold",
            Self::Squares => "2x2 square of tiles",
            Self::Columns => "column with 3 or more tiles in a row",
            Self::Rows => "row with 3 or more tiles side by side",
            Self::Diagonal => "tile of the fullest diagonal",
            Self::RoadTiles => "tile connected to the castle",
            Self::Areas(kind) => return kind.fmt(f),
            Self::MountainsByBrochs => "mountain area by its brochs",
            Self::FarmAnimals => "sheep and cattle on or around a farm's tile",
            Self::LargestLake => "tile of the largest completed water area",
            Self::LargestRange => "tile of the largest completed mountain area",
            Self::LargestHerd => "cattle in the pasture area with the most",
            Self::OpenWater => "water edge that faces an empty place",
            Self::LakeHouses => "farm on a tile that is part of a completed water area",
            Self::BestScroll => "current VP of the best scroll",
        };
        f.write_str(words)
    }
}

impl fmt::Display for AreaKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", if self.completed { "completed " } else { "" })?;
        if let Some(terrain) = self.terrain {
            write!(f, "{terrain} ")?;
        }
        write!(f, "area")?;
        if self.least > 1 {
            write!(f, " of {} or more tiles", self.least)?;
        }
        if self.with.is_empty() { Ok(()) } else { write!(f, " with {}", names(self.with)) }
    }
}

/// Features in words.
fn names(features: FeatureSet) -> String {
    features.iter().map(Feature::name).collect::<Vec<_>>().join(" and ")
}
