//! Scrolls, and the things that they count at the end of a game.

use super::feature::{Feature, Terrain};

crate::named_enum! {
    /// A kind of scroll.
    #[derive(PartialOrd, Ord, Hash)]
    #[expect(missing_docs, reason = "`counts` says what each counts")]
    pub enum ScrollKind {
        Sheep = "sheep",
        Cattle = "cattle",
        Farm = "farm",
        Broch = "broch",
        Lighthouse = "lighthouse",
        Ship = "ship",
        Whisky = "whisky",
        CompletedPastures = "completed-pastures",
        CompletedMountains = "completed-mountains",
        CompletedWaters = "completed-waters",
        BuildingSets = "building-sets",
        LongestRoad = "longest-road",
        Harbours = "harbours",
        Gold = "gold",
        Flat3 = "flat-3",
        Flat4 = "flat-4",
        AnimalPairs = "animal-pairs",
        Rows = "rows",
        Columns = "columns",
        CompletedAreas = "completed-areas",
        Lines = "lines",
    }
}

/// The thing that a scroll counts, over the whole territory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ScrollCriterion {
    /// This feature.
    Feature(Feature),
    /// Completed areas: of one terrain, or of all.
    Completed(Option<Terrain>),
    /// Sets of broch, farm and lighthouse.
    BuildingSets,
    /// Tiles of the longest road.
    LongestRoad,
    /// Water areas with ship and lighthouse.
    Harbours,
    /// Gold held.
    Gold,
    /// The scroll counts nothing: it is always worth this many VP.
    Flat(u16),
    /// Pairs of sheep and cattle.
    AnimalPairs,
    /// Rows with three tiles side by side.
    Rows,
    /// Columns with three tiles in a row.
    Columns,
    /// Both of these.
    RowsAndColumns,
}

impl ScrollKind {
    /// The number of kinds in the base game: the first ones.
    pub const IN_BASE: usize = 7;

    /// The kinds of the base game.
    pub fn base() -> &'static [Self] {
        &Self::ALL[..Self::IN_BASE]
    }

    /// Returns the thing that it counts over the whole territory.
    #[inline]
    pub fn counts(self) -> ScrollCriterion {
        match self {
            Self::Sheep => ScrollCriterion::Feature(Feature::Sheep),
            Self::Cattle => ScrollCriterion::Feature(Feature::Cattle),
            Self::Farm => ScrollCriterion::Feature(Feature::Farm),
            Self::Broch => ScrollCriterion::Feature(Feature::Broch),
            Self::Lighthouse => ScrollCriterion::Feature(Feature::Lighthouse),
            Self::Ship => ScrollCriterion::Feature(Feature::Ship),
            Self::Whisky => ScrollCriterion::Feature(Feature::Whisky),
            Self::CompletedPastures => ScrollCriterion::Completed(Some(Terrain::Pasture)),
            Self::CompletedMountains => ScrollCriterion::Completed(Some(Terrain::Mountain)),
            Self::CompletedWaters => ScrollCriterion::Completed(Some(Terrain::Water)),
            Self::CompletedAreas => ScrollCriterion::Completed(None),
            Self::BuildingSets => ScrollCriterion::BuildingSets,
            Self::LongestRoad => ScrollCriterion::LongestRoad,
            Self::Harbours => ScrollCriterion::Harbours,
            Self::Gold => ScrollCriterion::Gold,
            Self::Flat3 => ScrollCriterion::Flat(3),
            Self::Flat4 => ScrollCriterion::Flat(4),
            Self::AnimalPairs => ScrollCriterion::AnimalPairs,
            Self::Rows => ScrollCriterion::Rows,
            Self::Columns => ScrollCriterion::Columns,
            Self::Lines => ScrollCriterion::RowsAndColumns,
        }
    }

    /// Its VP for this many of what it counts, before doubling: rounded down.
    #[inline]
    pub fn vp(self, count: u16) -> u16 {
        match self {
            // Rulebook: final scoring, 1 VP for every two of these; of the Druids, for every two tiles of the longest road.
            Self::Sheep | Self::Whisky | Self::Ship | Self::LongestRoad => count / 2,
            Self::Gold => count / 5,
            Self::BuildingSets => 2 * count,
            Self::Cattle
            | Self::Broch
            | Self::Farm
            | Self::Lighthouse
            | Self::CompletedPastures
            | Self::CompletedMountains
            | Self::CompletedWaters
            | Self::CompletedAreas
            | Self::Harbours
            | Self::Flat3
            | Self::Flat4
            | Self::AnimalPairs
            | Self::Rows
            | Self::Columns
            | Self::Lines => count,
        }
    }
}
