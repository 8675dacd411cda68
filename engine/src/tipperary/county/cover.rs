//! The covers of a display's places.

use crate::tipperary::Feature;

/// The tile, or the tower, that covers a place.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cover {
    /// A space of the town.
    Town,
    /// A meadow without a wooden sheep.
    Meadow {
        /// True if it is a bonus tile, which no other bonus tile can cover.
        bonus: bool,
    },
    /// A pasture with this many sheep, as printed.
    Pasture(u8),
    /// A meadow with a wooden sheep: a pasture with one sheep.
    WoodenSheep,
    /// A grain field.
    Grain,
    /// A distillery.
    Distillery,
    /// A ruin.
    Ruin,
    /// A bog.
    Bog,
    /// A stone circle of this many VP.
    Stones(u8),
    /// A tower, which shows nothing.
    ///
    /// Placed after the last round, it fills a gap of the largest rectangle or around the hometown.
    Tower,
}

impl Cover {
    /// A space that shows this feature.
    pub fn of(feature: Feature) -> Self {
        PackedCell::of(feature).cover().expect("a feature covers its place")
    }

    /// The sheep on it.
    pub fn sheep(self) -> u8 {
        match self {
            Self::Pasture(sheep) => sheep,
            Self::WoodenSheep => 1,
            Self::Town
            | Self::Meadow { .. }
            | Self::Grain
            | Self::Distillery
            | Self::Ruin
            | Self::Bog
            | Self::Stones(_)
            | Self::Tower => 0,
        }
    }
}

/// A place of a display in a byte: its cover, if any, and the amount it shows.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PackedCell(u8);

impl PackedCell {
    /// An empty place with nothing beside it.
    pub const EMPTY: Self = Self(0);
    /// An empty place beside the display.
    pub const BESIDE: Self = Self(1);
    pub const TOWN: Self = Self::kind(1);
    pub const MEADOW: Self = Self::kind(2);
    pub const BONUS_MEADOW: Self = Self::kind(3);
    const PASTURE: Self = Self::kind(4);
    pub const WOODEN_SHEEP: Self = Self(5 << Self::AMOUNT_BITS | 1);
    pub const GRAIN: Self = Self::kind(6);
    pub const DISTILLERY: Self = Self::kind(7);
    pub const RUIN: Self = Self::kind(8);
    pub const BOG: Self = Self::kind(9);
    const STONES: Self = Self::kind(10);
    pub const TOWER: Self = Self::kind(11);

    const AMOUNT_BITS: u32 = 4;
    const AMOUNT: u8 = (1 << Self::AMOUNT_BITS) - 1;

    const fn kind(kind: u8) -> Self {
        Self(kind << Self::AMOUNT_BITS)
    }

    /// A space that shows this feature and is not part of a bonus tile.
    #[inline]
    pub fn of(feature: Feature) -> Self {
        match feature {
            Feature::Meadow => Self::MEADOW,
            Feature::Pasture(sheep) => Self(Self::PASTURE.0 | sheep),
            Feature::Grain => Self::GRAIN,
            Feature::Distillery => Self::DISTILLERY,
            Feature::Ruin => Self::RUIN,
            Feature::Bog => Self::BOG,
            Feature::Stones(vp) => Self(Self::STONES.0 | vp),
            Feature::Town => Self::TOWN,
        }
    }

    /// Returns whether something lies here.
    #[inline]
    pub fn is_covered(self) -> bool {
        self.0 > Self::AMOUNT
    }

    /// Sheep of a pasture, VP of a stone circle.
    #[inline]
    fn amount(self) -> u8 {
        self.0 & Self::AMOUNT
    }

    /// The sheep of a pasture or on a meadow; 0 elsewhere.
    #[inline]
    pub fn sheep(self) -> u8 {
        if self.is_pasture() { self.amount() } else { 0 }
    }

    /// Returns whether it has sheep on it.
    #[inline]
    pub fn is_pasture(self) -> bool {
        let kind = self.0 >> Self::AMOUNT_BITS;
        kind == Self::PASTURE.0 >> Self::AMOUNT_BITS || kind == Self::WOODEN_SHEEP.0 >> Self::AMOUNT_BITS
    }

    /// Returns the cover; `None` on an empty place.
    pub fn cover(self) -> Option<Cover> {
        Some(match Self(self.0 & !Self::AMOUNT) {
            Self::TOWN => Cover::Town,
            Self::MEADOW => Cover::Meadow { bonus: false },
            Self::BONUS_MEADOW => Cover::Meadow { bonus: true },
            Self::PASTURE => Cover::Pasture(self.amount()),
            Self::GRAIN => Cover::Grain,
            Self::DISTILLERY => Cover::Distillery,
            Self::RUIN => Cover::Ruin,
            Self::BOG => Cover::Bog,
            Self::STONES => Cover::Stones(self.amount()),
            Self::TOWER => Cover::Tower,
            _ if self == Self::WOODEN_SHEEP => Cover::WoodenSheep,
            _ => return None,
        })
    }
}
