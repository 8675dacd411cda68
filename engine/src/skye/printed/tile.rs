//! Landscape tiles as printed: areas, roads and what is in them, in any rotation.

use tinyvec::ArrayVec;

use super::feature::{Feature, FeatureCounts, Terrain};
use super::place::{Rotation, SIDES, Side};
use super::scroll::ScrollKind;
use super::sizes::{AreaWord, COUNT_BITS, LARGEST_COUNT, MAX_TERRITORY};

/// The largest number of areas on one tile: one for each edge and one that touches none.
pub const MAX_AREAS_PER_TILE: usize = 5;

/// The largest number of separate roads on one tile.
pub const MAX_ROADS_PER_TILE: usize = 4;

/// A set of edges of one tile, in one rotation.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Edges(u8);

impl Edges {
    /// No edge.
    pub const NONE: Self = Self(0);

    /// Whether this edge is in the set.
    #[inline]
    pub fn has(self, side: Side) -> bool {
        self.0 >> side.index() & 1 == 1
    }

    /// The set with this edge added.
    #[inline]
    #[must_use]
    pub fn with(self, side: Side) -> Self {
        Self(self.0 | 1 << side.index())
    }

    /// The edges in it, clockwise from north.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Side> {
        SIDES.into_iter().filter(move |&side| self.has(side))
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the two sets share an edge.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The edges of both sets.
    #[inline]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set turned clockwise.
    #[inline]
    #[must_use]
    pub fn rotated(self, rotation: Rotation) -> Self {
        let turned = u16::from(self.0) << rotation.quarter_turns();
        Self((turned | turned >> 4) as u8 & 0b1111)
    }
}

impl FromIterator<Side> for Edges {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        sides.into_iter().fold(Self::NONE, Self::with)
    }
}

/// One area as far as one tile shows it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TileArea {
    /// The edges that it touches; none for an area inside the tile.
    pub edges: Edges,
    /// Its terrain.
    pub terrain: Terrain,
    /// The features in it.
    pub features: FeatureCounts,
    /// The kinds of scroll in it: bit k for `ScrollKind::ALL[k]`.
    scrolls: u32,
}

const _: () = assert!(ScrollKind::ALL.len() <= u32::BITS as usize, "a bit for every kind of scroll");

impl Default for TileArea {
    fn default() -> Self {
        Self::new(Terrain::Pasture, Edges::NONE)
    }
}

impl TileArea {
    /// An area without features.
    pub fn new(terrain: Terrain, edges: Edges) -> Self {
        Self { edges, terrain, features: FeatureCounts::default(), scrolls: 0 }
    }

    /// Adds a scroll to it; false if one of the same kind is there already.
    pub fn add_scroll(&mut self, kind: ScrollKind) -> bool {
        let bit = 1 << kind as u8;
        let is_new = self.scrolls & bit == 0;
        self.scrolls |= bit;
        is_new
    }

    /// The kinds of its scrolls.
    #[inline]
    pub fn scrolls(&self) -> impl Iterator<Item = ScrollKind> {
        let mut left = self.scrolls;
        std::iter::from_fn(move || {
            let kind = *ScrollKind::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(kind)
        })
    }
}

/// What an area counts, in one word, from the lowest bits: open edges, brochs, ships, lighthouses. Two areas add up in one step.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct AreaCounts(AreaWord);

const _: () = assert!(MAX_TERRITORY * 4 <= LARGEST_COUNT as usize, "a territory's edges can be counted");

impl AreaCounts {
    /// For an area on one tile, all of whose edges are open.
    fn of(area: &TileArea) -> Self {
        let [brochs, ships, lighthouses] =
            [Feature::Broch, Feature::Ship, Feature::Lighthouse].map(|feature| area.features.of(feature));
        let counts = [lighthouses, ships, brochs, area.edges.len() as u16];
        Self(counts.into_iter().fold(0, |word, count| word << COUNT_BITS | AreaWord::from(count)))
    }

    /// Adds what another area counts.
    #[inline]
    pub(in crate::skye) fn add(&mut self, other: Self) {
        self.0 += other.0;
    }

    /// Removes this many open edges.
    #[inline]
    pub(in crate::skye) fn close(&mut self, edges: u8) {
        self.0 -= AreaWord::from(edges);
    }

    #[inline]
    fn count(self, index: u32) -> u16 {
        (self.0 >> (COUNT_BITS * index)) as u16 & LARGEST_COUNT
    }

    /// Edges that face an empty place.
    #[inline]
    pub fn open_edges(self) -> u16 {
        self.count(0)
    }

    /// Brochs.
    #[inline]
    pub fn brochs(self) -> u16 {
        self.count(1)
    }

    /// Ships.
    #[inline]
    pub fn ships(self) -> u16 {
        self.count(2)
    }

    /// Lighthouses.
    #[inline]
    pub fn lighthouses(self) -> u16 {
        self.count(3)
    }
}

/// One tile in one rotation. Every rule treats equal values the same.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Terrain of the north, east, south and west edge.
    pub edges: [Terrain; 4],
    /// Its areas, ascending.
    pub areas: ArrayVec<[TileArea; MAX_AREAS_PER_TILE]>,
    /// The exits of each separate road, ascending.
    pub roads: ArrayVec<[Edges; MAX_ROADS_PER_TILE]>,
    /// All features on it, whisky at most once.
    pub features: FeatureCounts,
    /// What each area counts, in the order of `areas`.
    pub area_counts: [AreaCounts; MAX_AREAS_PER_TILE],
    /// For each edge the index of its area in `areas`.
    pub area_at: [u8; 4],
    /// All road exits.
    pub exits: Edges,
    /// Whether it shows a scroll.
    pub has_scrolls: bool,
}

impl Tile {
    /// A tile from its printed parts, which a loader has validated. Areas must cover every edge exactly once.
    pub fn new(edges: [Terrain; 4], areas: &[TileArea], roads: &[Edges]) -> Self {
        let mut areas: ArrayVec<[TileArea; MAX_AREAS_PER_TILE]> = areas.iter().copied().collect();
        let mut roads: ArrayVec<[Edges; MAX_ROADS_PER_TILE]> = roads.iter().copied().collect();
        areas.sort_unstable();
        roads.sort_unstable();
        let mut features = FeatureCounts::default();
        for area in &areas {
            features.add_all(&area.features);
        }
        // Ruling: barrels count as one tile, whatever the number shown.
        features = features.at_most_one(Feature::Whisky);
        let area_at =
            SIDES.map(|side| areas.iter().position(|area| area.edges.has(side)).expect("areas cover every edge") as u8);
        let exits = roads.iter().flat_map(|road| road.iter()).collect();
        let count = |part: usize| areas.get(part).map_or(AreaCounts::default(), AreaCounts::of);
        let area_counts = std::array::from_fn(count);
        let has_scrolls = areas.iter().any(|area| area.scrolls != 0);
        Self { edges, areas, roads, features, area_counts, area_at, exits, has_scrolls }
    }

    /// The tile turned clockwise.
    #[must_use]
    pub fn rotated(&self, rotation: Rotation) -> Self {
        let mut edges = self.edges;
        edges.rotate_right(rotation.quarter_turns());
        let mut areas = self.areas;
        for area in &mut areas {
            area.edges = area.edges.rotated(rotation);
        }
        let mut roads = self.roads;
        for road in &mut roads {
            *road = road.rotated(rotation);
        }
        Self::new(edges, &areas, &roads)
    }

    /// The smallest rotation of each distinct orientation, ascending.
    pub fn distinct_rotations(&self) -> impl Iterator<Item = Rotation> {
        let turned = Rotation::ALL.map(|rotation| self.rotated(rotation));
        Rotation::ALL
            .into_iter()
            .filter(move |rotation| !turned[..rotation.quarter_turns()].contains(&turned[rotation.quarter_turns()]))
    }

    /// The road that leaves on this side: all its exits; none if no road does.
    #[inline]
    pub fn road_at(&self, side: Side) -> Edges {
        self.roads.iter().copied().find(|road| road.has(side)).unwrap_or(Edges::NONE)
    }

    /// Tiles with barrels count once, whatever the number of barrels shown.
    #[inline]
    pub fn has_whisky(&self) -> bool {
        self.features.of(Feature::Whisky) > 0
    }

    /// Whether it shows a farm.
    #[inline]
    pub fn has_farm(&self) -> bool {
        self.features.of(Feature::Farm) > 0
    }

    /// Sheep and cattle on it.
    #[inline]
    pub fn animals(&self) -> u16 {
        self.features.of(Feature::Sheep) + self.features.of(Feature::Cattle)
    }

    /// All scrolls on it: the area's index and the kind.
    #[inline]
    pub fn scrolls(&self) -> impl Iterator<Item = (usize, ScrollKind)> + '_ {
        self.areas.iter().enumerate().flat_map(|(index, area)| area.scrolls().map(move |kind| (index, kind)))
    }
}
