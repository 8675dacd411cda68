//! Terrain, and what is printed on it.

use serde::{Deserialize, Serialize};

use super::sizes::{COUNT_BITS, FeatureWord, LARGEST_COUNT, MAX_COUNT};
use crate::named_enum;
use crate::skye::FeatureSet;

named_enum! {
    /// The terrain of an edge or an area.
    #[derive(Serialize, Deserialize)]
    pub enum Terrain {
        /// Green land.
        Pasture = "pasture",
        /// Brown rock.
        Mountain = "mountain",
        /// Blue water.
        Water = "water",
    }
}

impl Terrain {
    /// The letter used in tile files.
    pub fn letter(self) -> char {
        ['P', 'M', 'W'][self as usize]
    }

    /// The terrain with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|terrain| terrain.letter() == letter)
    }

    /// Number `index` of [`ALL`](Self::ALL), which is less than 3.
    #[inline]
    pub(in crate::skye) fn from_index(index: usize) -> Self {
        match index {
            0 => Self::Pasture,
            1 => Self::Mountain,
            _ => Self::Water,
        }
    }

    /// A number from 1 to 3; 0 stands for "no neighbour" where edges are packed.
    #[inline]
    pub fn code(self) -> u8 {
        self as u8 + 1
    }
}

named_enum! {
    /// Something printed on a tile that can be counted.
    #[derive(Serialize, Deserialize)]
    pub enum Feature {
        /// One sheep.
        Sheep = "sheep",
        /// One cattle.
        Cattle = "cattle",
        /// A farm.
        Farm = "farm",
        /// A broch, the round tower.
        Broch = "broch",
        /// A lighthouse, on the shore of its water area.
        Lighthouse = "lighthouse",
        /// One ship.
        Ship = "ship",
        /// Barrels of whisky; several on one tile count as one.
        Whisky = "whisky",
    }
}

impl Feature {
    /// Returns whether it may be in an area of this terrain.
    pub fn fits(self, terrain: Terrain) -> bool {
        match self {
            Self::Sheep | Self::Cattle | Self::Farm => terrain == Terrain::Pasture,
            Self::Broch => terrain == Terrain::Mountain,
            Self::Lighthouse | Self::Ship => terrain == Terrain::Water,
            Self::Whisky => terrain != Terrain::Water,
        }
    }
}

/// Counts of all features in one word, from the lowest bits in the order of [`Feature`].
///
/// Two of them are added in one step.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct FeatureCounts(FeatureWord);

const _: () = assert!(Feature::ALL.len() as u32 * COUNT_BITS <= FeatureWord::BITS, "a count for every feature");
const _: () = assert!(MAX_COUNT as u16 <= LARGEST_COUNT, "a tile's features can be counted");

impl FeatureCounts {
    /// Returns the count of this feature.
    #[inline]
    pub fn of(&self, feature: Feature) -> u16 {
        (self.0 >> (COUNT_BITS * feature as u32)) as u16 & LARGEST_COUNT
    }

    /// Returns the number of complete sets of these features.
    #[inline]
    pub fn sets(&self, features: FeatureSet) -> u16 {
        features.iter().map(|feature| self.of(feature)).min().unwrap_or(0)
    }

    /// Adds `count` of this feature.
    #[inline]
    pub fn add(&mut self, feature: Feature, count: u8) {
        self.0 += FeatureWord::from(count) << (COUNT_BITS * feature as u32);
    }

    /// Adds all of another count.
    #[inline]
    pub fn add_all(&mut self, other: &Self) {
        self.0 += other.0;
    }

    /// Replaces one of its summands by another.
    pub(in crate::skye) fn exchange(&mut self, old: &Self, new: &Self) {
        self.0 = self.0 - old.0 + new.0;
    }

    /// Caps the count of this feature at one.
    #[must_use]
    pub(super) fn at_most_one(mut self, feature: Feature) -> Self {
        if let more @ 2.. = self.of(feature) {
            self.0 -= FeatureWord::from(more - 1) << (COUNT_BITS * feature as u32);
        }
        self
    }
}
