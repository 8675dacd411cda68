//! Landscape tiles as printed: their areas, roads and features, in any rotation.

use tinyvec::ArrayVec;

use super::sizes::{AreaWord, COUNT_BITS, LARGEST_COUNT};
use crate::bit_set;
use crate::bits::ones;
use crate::skye::{Feature, FeatureCounts, MAX_TERRITORY, Rotation, SIDES, ScrollKind, Side, Terrain};

/// The largest number of areas on one tile: one for each edge and one that touches none.
pub const MAX_AREAS_PER_TILE: usize = 5;

/// The largest number of separate roads on one tile.
pub const MAX_ROADS_PER_TILE: usize = 4;

bit_set! {
    /// A set of edges of one tile, in one rotation; clockwise from north.
    pub struct Edges(u8) of Side, |side| side.index(), |index| SIDES[index]
}

impl Edges {
    /// The edges whose bits are set, from the lowest for north, clockwise; higher bits must be 0.
    #[inline]
    pub(in crate::skye) fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Returns whether both edges are in the set.
    #[inline]
    pub fn joins(self, one: Side, other: Side) -> bool {
        self.has(one) && self.has(other)
    }

    /// Returns whether the two sets share an edge.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The edges that are not in the other set.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether every edge of the set is in the other one, too.
    #[inline]
    pub fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
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

/// The part of an area that one tile shows.
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

    /// Adds a scroll to it; returns false if one of the same kind is there already.
    pub fn add_scroll(&mut self, kind: ScrollKind) -> bool {
        let bit = 1 << kind as u8;
        let is_new = self.scrolls & bit == 0;
        self.scrolls |= bit;
        is_new
    }

    /// Returns whether it has a scroll.
    pub fn has_scrolls(&self) -> bool {
        self.scrolls != 0
    }

    /// The kinds of its scrolls.
    #[inline]
    pub fn scrolls(&self) -> impl Iterator<Item = ScrollKind> {
        ones(self.scrolls).map(|index| ScrollKind::ALL[index])
    }
}

/// Counts of an area in one word, from the lowest bits.
///
/// They are open edges, brochs or cattle, ships, and lighthouses. Two areas add up in one step. Brochs stand only on
/// mountains and cattle only on pasture, so they share a count.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct AreaCounts(AreaWord);

const _: () = assert!(MAX_TERRITORY * 4 <= LARGEST_COUNT as usize, "a territory's edges can be counted");

impl AreaCounts {
    /// The counts of an area on one tile, all of whose straight edges are open.
    fn of(area: &TileArea, curved: Edges) -> Self {
        let count = |feature| area.features.of(feature);
        let brochs_or_cattle = count(Feature::Broch) + count(Feature::Cattle);
        let open = area.edges.without(curved).len() as u16;
        let counts = [count(Feature::Lighthouse), count(Feature::Ship), brochs_or_cattle, open];
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

    /// Replaces one tile's part of the counts by another's, which has the same edges in the area.
    pub(in crate::skye) fn exchange(&mut self, old: Self, new: Self) {
        // Edges that were open on the old tile may be closed by now, so the subtraction may wrap; the result is exact.
        self.0 = self.0.wrapping_sub(old.0).wrapping_add(new.0);
    }

    /// Brochs of a mountain area, cattle of a pasture area.
    #[inline]
    pub fn brochs_or_cattle(self) -> u16 {
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

/// A tunnel entrance: where a road ends in a mountain area.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Tunnel {
    /// The exits of the road.
    pub road: Edges,
    /// The edges of the mountain area; none if it is the inner one.
    pub range: Edges,
    /// The index of that area.
    pub area: u8,
}

/// The largest number of tunnel entrances on one tile.
pub const MAX_TUNNELS_PER_TILE: usize = 4;

/// Properties that only tiles of some modules have.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Special {
    /// The sides that a curve takes: none, or two that share a corner.
    pub curved: Edges,
    /// The tunnel entrances, each once.
    pub tunnels: ArrayVec<[Tunnel; MAX_TUNNELS_PER_TILE]>,
    /// True if it shows VP barrels.
    pub vp_barrels: bool,
    /// The edges of the area where they stand, none if it is the inner one.
    ///
    /// A tile looks different if they stand elsewhere.
    pub vp_barrels_in: Edges,
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
    /// The counts of each area, in the order of `areas`.
    pub area_counts: [AreaCounts; MAX_AREAS_PER_TILE],
    /// For each edge the index of its area in `areas`.
    pub area_at: [u8; 4],
    /// All road exits.
    pub exits: Edges,
    /// True if it shows a scroll.
    pub has_scrolls: bool,
    /// True if it shows barrels that earn gold.
    pub gold_barrels: bool,
    /// Properties that only tiles of some modules have.
    pub special: Special,
}

impl Default for Tile {
    /// Bare pasture.
    fn default() -> Self {
        let all = SIDES.into_iter().collect();
        Self::new([Terrain::Pasture; 4], &[TileArea::new(Terrain::Pasture, all)], &[], Special::default())
    }
}

impl Tile {
    /// A tile from its printed parts, which a loader has validated.
    ///
    /// Areas must cover every edge exactly once.
    pub fn new(edges: [Terrain; 4], areas: &[TileArea], roads: &[Edges], mut special: Special) -> Self {
        let mut areas: ArrayVec<[TileArea; MAX_AREAS_PER_TILE]> = areas.iter().copied().collect();
        let mut roads: ArrayVec<[Edges; MAX_ROADS_PER_TILE]> = roads.iter().copied().collect();
        areas.sort_unstable();
        roads.sort_unstable();
        let mut features = FeatureCounts::default();
        for area in &areas {
            features.add_all(&area.features);
        }
        let gold_barrels = features.of(Feature::Whisky) > 0;
        // Ruling: VP barrels are barrels of whisky.
        features.add(Feature::Whisky, u8::from(special.vp_barrels));
        // Ruling: barrels count as one tile, whatever the number shown.
        features = features.at_most_one(Feature::Whisky);
        let area_at =
            SIDES.map(|side| areas.iter().position(|area| area.edges.has(side)).expect("areas cover every edge") as u8);
        let exits = roads.iter().flat_map(|road| road.iter()).collect();
        let count =
            |part: usize| areas.get(part).map_or(AreaCounts::default(), |area| AreaCounts::of(area, special.curved));
        let area_counts = std::array::from_fn(count);
        let has_scrolls = areas.iter().any(TileArea::has_scrolls);
        for tunnel in &mut special.tunnels {
            tunnel.area = areas
                .iter()
                .position(|area| area.edges == tunnel.range)
                .expect("a tunnel leads into an area of the tile") as u8;
        }
        special.tunnels.sort_unstable();
        Self { edges, areas, roads, features, area_counts, area_at, exits, has_scrolls, gold_barrels, special }
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
        let mut special = self.special;
        special.curved = special.curved.rotated(rotation);
        special.vp_barrels_in = special.vp_barrels_in.rotated(rotation);
        for tunnel in &mut special.tunnels {
            tunnel.road = tunnel.road.rotated(rotation);
            tunnel.range = tunnel.range.rotated(rotation);
        }
        Self::new(edges, &areas, &roads, special)
    }

    /// The smallest rotation of each distinct orientation, ascending.
    pub fn distinct_rotations(&self) -> impl Iterator<Item = Rotation> {
        let turned = Rotation::ALL.map(|rotation| self.rotated(rotation));
        Rotation::ALL
            .into_iter()
            .filter(move |rotation| !turned[..rotation.quarter_turns()].contains(&turned[rotation.quarter_turns()]))
    }

    /// The exits of the road that leaves on this side; empty if there is none.
    #[inline]
    pub fn road_at(&self, side: Side) -> Edges {
        self.roads.iter().copied().find(|road| road.has(side)).unwrap_or(Edges::NONE)
    }

    /// Returns whether it shows a farm.
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
