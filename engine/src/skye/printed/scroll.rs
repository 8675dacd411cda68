//! Scrolls, and the things that they count at the end of a game.

use std::fmt;

use super::feature::{Feature, Terrain};

/// A kind of scroll.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "`counts` says what each counts")]
pub enum ScrollKind {
    Sheep,
    Cattle,
    Farm,
    Broch,
    Lighthouse,
    Ship,
    Whisky,
    CompletedPastures,
    CompletedMountains,
    CompletedWaters,
    BuildingSets,
    LongestRoad,
    Harbours,
    Gold,
    Flat3,
    Flat4,
    AnimalPairs,
    Rows,
    Columns,
    CompletedAreas,
    Lines,
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
    /// All kinds, in the order of their indices.
    pub const ALL: [Self; 21] = [
        Self::Sheep,
        Self::Cattle,
        Self::Farm,
        Self::Broch,
        Self::Lighthouse,
        Self::Ship,
        Self::Whisky,
        Self::CompletedPastures,
        Self::CompletedMountains,
        Self::CompletedWaters,
        Self::BuildingSets,
        Self::LongestRoad,
        Self::Harbours,
        Self::Gold,
        Self::Flat3,
        Self::Flat4,
        Self::AnimalPairs,
        Self::Rows,
        Self::Columns,
        Self::CompletedAreas,
        Self::Lines,
    ];

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

    /// The name used in tile files and records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sheep => "sheep",
            Self::Cattle => "cattle",
            Self::Farm => "farm",
            Self::Broch => "broch",
            Self::Lighthouse => "lighthouse",
            Self::Ship => "ship",
            Self::Whisky => "whisky",
            Self::CompletedPastures => "completed-pastures",
            Self::CompletedMountains => "completed-mountains",
            Self::CompletedWaters => "completed-waters",
            Self::BuildingSets => "building-sets",
            Self::LongestRoad => "longest-road",
            Self::Harbours => "harbours",
            Self::Gold => "gold",
            Self::Flat3 => "flat-3",
            Self::Flat4 => "flat-4",
            Self::AnimalPairs => "animal-pairs",
            Self::Rows => "rows",
            Self::Columns => "columns",
            Self::CompletedAreas => "completed-areas",
            Self::Lines => "lines",
        }
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
