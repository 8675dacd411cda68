//! Scrolls, and the things that they count at the end of a game.

use crate::named_enum;
use crate::skye::{Feature, Terrain};

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

macro_rules! scrolls {
    ($($kind:ident = $name:literal: $counts:expr, $vp:literal / $per:literal;)*) => {
        named_enum! {
            /// A kind of scroll.
            #[expect(missing_docs, reason = "`counts` says what each counts")]
            pub enum ScrollKind { $($kind = $name,)* }
        }

        impl ScrollKind {
            /// Returns the thing that it counts over the whole territory.
            #[inline]
            pub fn counts(self) -> ScrollCriterion {
                match self { $(Self::$kind => $counts,)* }
            }

            /// Its VP for this many of what it counts, before doubling: rounded down.
            #[inline]
            pub fn vp(self, count: u16) -> u16 {
                match self { $(Self::$kind => count * $vp / $per,)* }
            }
        }
    };
}

// Each kind: its name in tile files and records, the thing counted, and VP for how many of them.
// Rulebook: final scoring, 1 VP for every two of these; of the Druids, for every two tiles of the longest road.
scrolls! {
    Sheep = "sheep": ScrollCriterion::Feature(Feature::Sheep), 1 / 2;
    Cattle = "cattle": ScrollCriterion::Feature(Feature::Cattle), 1 / 1;
    Farm = "farm": ScrollCriterion::Feature(Feature::Farm), 1 / 1;
    Broch = "broch": ScrollCriterion::Feature(Feature::Broch), 1 / 1;
    Lighthouse = "lighthouse": ScrollCriterion::Feature(Feature::Lighthouse), 1 / 1;
    Ship = "ship": ScrollCriterion::Feature(Feature::Ship), 1 / 2;
    Whisky = "whisky": ScrollCriterion::Feature(Feature::Whisky), 1 / 2;
    CompletedPastures = "completed-pastures": ScrollCriterion::Completed(Some(Terrain::Pasture)), 1 / 1;
    CompletedMountains = "completed-mountains": ScrollCriterion::Completed(Some(Terrain::Mountain)), 1 / 1;
    CompletedWaters = "completed-waters": ScrollCriterion::Completed(Some(Terrain::Water)), 1 / 1;
    BuildingSets = "building-sets": ScrollCriterion::BuildingSets, 2 / 1;
    LongestRoad = "longest-road": ScrollCriterion::LongestRoad, 1 / 2;
    Harbours = "harbours": ScrollCriterion::Harbours, 1 / 1;
    Gold = "gold": ScrollCriterion::Gold, 1 / 5;
    Flat3 = "flat-3": ScrollCriterion::Flat(3), 1 / 1;
    Flat4 = "flat-4": ScrollCriterion::Flat(4), 1 / 1;
    AnimalPairs = "animal-pairs": ScrollCriterion::AnimalPairs, 1 / 1;
    Rows = "rows": ScrollCriterion::Rows, 1 / 1;
    Columns = "columns": ScrollCriterion::Columns, 1 / 1;
    CompletedAreas = "completed-areas": ScrollCriterion::Completed(None), 1 / 1;
    Lines = "lines": ScrollCriterion::RowsAndColumns, 1 / 1;
}

impl ScrollKind {
    /// The number of kinds in the base game: the first ones.
    pub const IN_BASE: usize = 7;

    /// The kinds of the base game.
    pub fn base() -> &'static [Self] {
        &Self::ALL[..Self::IN_BASE]
    }
}
