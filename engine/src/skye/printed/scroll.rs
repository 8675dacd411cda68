//! Scrolls: what they count at the end of a game.

use std::fmt;

use super::feature::Feature;

/// A kind of scroll.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "`counted` says what each counts")]
pub enum ScrollKind {
    Sheep,
    Cattle,
    Farm,
    Broch,
    Lighthouse,
    Ship,
    Whisky,
}

impl ScrollKind {
    /// All kinds, in the order of their indices.
    pub const ALL: [Self; 7] =
        [Self::Sheep, Self::Cattle, Self::Farm, Self::Broch, Self::Lighthouse, Self::Ship, Self::Whisky];

    /// What it counts, over the whole territory.
    #[inline]
    pub fn counted(self) -> Feature {
        match self {
            Self::Sheep => Feature::Sheep,
            Self::Cattle => Feature::Cattle,
            Self::Farm => Feature::Farm,
            Self::Broch => Feature::Broch,
            Self::Lighthouse => Feature::Lighthouse,
            Self::Ship => Feature::Ship,
            Self::Whisky => Feature::Whisky,
        }
    }

    /// How many of them make 1 VP.
    #[inline]
    pub fn count_per_vp(self) -> u16 {
        match self {
            // Rulebook: final scoring, 1 VP for every two of these, rounded down.
            Self::Sheep | Self::Whisky | Self::Ship => 2,
            Self::Cattle | Self::Broch | Self::Farm | Self::Lighthouse => 1,
        }
    }

    /// The name used in tile files and records: that of what it counts.
    pub fn name(self) -> &'static str {
        self.counted().name()
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for ScrollKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
