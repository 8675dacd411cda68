//! A player's territory: the tiles laid so far and the empty places around them.

use std::ops::Range;

use tinyvec::ArrayVec;

use super::areas::Areas;
use super::place::{Place, Rotation, SIDES, Side};
use super::roads::RoadNetwork;
use super::rules::MAX_ROUNDS;
use super::tile::{FeatureCounts, Tile};
use super::tiles::{Demand, TileId, Tiles};

/// The most tiles a player can get in one round: two kept and one bought.
pub const MAX_TILES_PER_ROUND: usize = 3;

/// The most tiles in a territory, the castle included.
pub const MAX_TERRITORY: usize = 1 + MAX_TILES_PER_ROUND * MAX_ROUNDS;

/// The most empty places around a territory: tiles in one piece have at most 2n + 2 neighbours.
const MAX_FRONTIER: usize = 2 * MAX_TERRITORY + 2;

/// Marks a missing neighbour.
const NONE: u8 = u8::MAX;

/// Where and how one tile is laid.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Placement {
    /// Which tile.
    pub tile: TileId,
    /// Where.
    pub place: Place,
    /// Turned how.
    pub rotation: Rotation,
}

/// A tile in a territory, with its neighbours.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Laid {
    placement: Placement,
    /// For each side the index of the neighbouring tile, or [`NONE`].
    neighbours: [u8; 4],
}

/// An empty place next to a tile, and what it demands. In one word, so that a list of them is searched and shifted quickly.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Gap(u32);

impl Gap {
    #[inline]
    fn new(place: Place, demand: Demand) -> Self {
        Self(u32::from(place.key()) << 8 | u32::from(demand.byte()))
    }

    #[inline]
    fn key(self) -> u16 {
        (self.0 >> 8) as u16
    }

    #[inline]
    fn place(self) -> Place {
        Place::from_key(self.key())
    }

    #[inline]
    fn demand(self) -> Demand {
        Demand::from_byte(self.0 as u8)
    }

    /// Makes it demand what another one of the same place does, too.
    #[inline]
    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// All tiles that a player has laid, and what follows from them and is asked for again and again. A plain value of some hundred
/// bytes; the default value has not even a castle.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Territory {
    laid: ArrayVec<[Laid; MAX_TERRITORY]>,
    /// The empty places next to a tile, ascending.
    frontier: ArrayVec<[Gap; MAX_FRONTIER]>,
    /// All features shown.
    features: FeatureCounts,
    roads: RoadNetwork,
    areas: Areas,
}

impl Territory {
    /// The castle alone.
    pub fn castle(tiles: &Tiles) -> Self {
        let mut territory = Self::default();
        territory.lay(tiles, Placement { tile: TileId::CASTLE, place: Place::CASTLE, rotation: Rotation::NONE });
        territory
    }

    /// Number of tiles, the castle included.
    #[inline]
    pub fn len(&self) -> usize {
        self.laid.len()
    }

    /// Never true: the castle is always there.
    pub fn is_empty(&self) -> bool {
        self.laid.is_empty()
    }

    /// Every tile in the order in which it was laid, the castle first. Their indices are used by `neighbour`, areas and roads.
    #[inline]
    pub fn placements(&self) -> impl DoubleEndedIterator<Item = Placement> + ExactSizeIterator + '_ {
        self.laid.iter().map(|laid| laid.placement)
    }

    /// The tile with this index.
    #[inline]
    pub fn placement(&self, index: usize) -> Placement {
        self.laid[index].placement
    }

    /// The tile with this index as it lies.
    #[inline]
    pub fn tile<'a>(&self, tiles: &'a Tiles, index: usize) -> &'a Tile {
        let laid = self.placement(index);
        tiles.tile(laid.tile, laid.rotation)
    }

    /// Every tile as it lies, in the order of [`placements`](Self::placements).
    #[inline]
    pub fn tiles<'a>(&'a self, tiles: &'a Tiles) -> impl ExactSizeIterator<Item = &'a Tile> {
        self.placements().map(|laid| tiles.tile(laid.tile, laid.rotation))
    }

    /// The index of the tile next to tile `index`, if one lies there.
    #[inline]
    pub fn neighbour(&self, index: usize, side: Side) -> Option<usize> {
        let neighbour = self.laid[index].neighbours[side.index()];
        (neighbour != NONE).then_some(usize::from(neighbour))
    }

    /// The index of the tile that lies at this place.
    #[inline]
    pub fn at(&self, place: Place) -> Option<usize> {
        self.laid.iter().position(|laid| laid.placement.place == place)
    }

    /// The empty places next to a tile, ascending.
    pub fn frontier(&self) -> impl ExactSizeIterator<Item = Place> + '_ {
        self.frontier.iter().map(|gap| gap.place())
    }

    /// All features that the tiles show; whisky once for every tile with barrels.
    #[inline]
    pub fn features(&self) -> FeatureCounts {
        self.features
    }

    /// The areas.
    #[inline]
    pub fn areas(&self) -> &Areas {
        &self.areas
    }

    /// The tiles that roads connect to the castle.
    #[inline]
    pub fn roads(&self) -> &RoadNetwork {
        &self.roads
    }

    /// All ways in which the tile can be laid, ascending.
    #[inline]
    pub fn placements_of<'a>(&'a self, tiles: &'a Tiles, tile: TileId) -> impl Iterator<Item = Placement> + 'a {
        let fitting = tiles.fitting_of(tile);
        self.frontier.iter().flat_map(move |gap| {
            let place = gap.place();
            fitting.at(gap.demand()).iter().map(move |rotation| Placement { tile, place, rotation })
        })
    }

    /// As [`placements_of`](Self::placements_of), each with the number of its place in [`frontier`](Self::frontier).
    #[inline]
    pub fn placements_by_gap<'a>(
        &'a self,
        tiles: &'a Tiles,
        tile: TileId,
    ) -> impl Iterator<Item = (usize, Placement)> + 'a {
        let fitting = tiles.fitting_of(tile);
        self.frontier.iter().enumerate().flat_map(move |(number, gap)| {
            let place = gap.place();
            fitting.at(gap.demand()).iter().map(move |rotation| (number, Placement { tile, place, rotation }))
        })
    }

    /// In how many ways the tile can be laid.
    #[inline]
    pub fn count_placements(&self, tiles: &Tiles, tile: TileId) -> usize {
        let fitting = tiles.fitting_of(tile);
        self.frontier.iter().map(|gap| fitting.at(gap.demand()).len()).sum()
    }

    /// Placement number `number` of [`placements_of`](Self::placements_of).
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    pub fn nth_placement(&self, tiles: &Tiles, tile: TileId, mut number: usize) -> Placement {
        let fitting = tiles.fitting_of(tile);
        for gap in &self.frontier {
            let rotations = fitting.at(gap.demand());
            if number < rotations.len() {
                let rotation = rotations.iter().nth(number).expect("number is below the length");
                return Placement { tile, place: gap.place(), rotation };
            }
            number -= rotations.len();
        }
        panic!("tile {} has no such placement", tiles.name(tile));
    }

    /// Whether the tile can be laid at all.
    #[inline]
    pub fn can_place(&self, tiles: &Tiles, tile: TileId) -> bool {
        let fitting = tiles.fitting_of(tile);
        self.frontier.iter().any(|gap| !fitting.at(gap.demand()).is_empty())
    }

    /// Whether this placement keeps the rules: next to a tile, equal terrain on every common edge, and the smallest of equal rotations.
    #[inline]
    pub fn allows(&self, tiles: &Tiles, placement: Placement) -> bool {
        let key = placement.place.key();
        let gap = self.frontier.get(self.frontier.partition_point(|gap| gap.key() < key));
        gap.is_some_and(|gap| {
            gap.key() == key && tiles.fitting_of(placement.tile).at(gap.demand()).has(placement.rotation)
        })
    }

    /// Lays a tile where [`allows`](Self::allows) says that it may lie.
    pub fn lay(&mut self, tiles: &Tiles, placement: Placement) {
        let number = self.laid.len();
        let tile = tiles.tile(placement.tile, placement.rotation);
        let demand = self.surround(placement.place, tile);
        let mut laid = Laid { placement, neighbours: [NONE; 4] };
        let mut contacts = [None; 4];
        for side in SIDES.into_iter().filter(|&side| demand.asks(side)) {
            let neighbour = self.at(placement.place.neighbour(side)).expect("what demands is a tile");
            let facing = side.opposite().index();
            laid.neighbours[side.index()] = neighbour as u8;
            self.laid[neighbour].neighbours[facing] = number as u8;
            contacts[side.index()] = Some((neighbour, usize::from(self.tile(tiles, neighbour).area_at[facing])));
        }
        self.laid.push(laid);
        self.features.add_all(&tile.features);
        self.roads = self.roads.extended(tiles, self, number);
        self.areas.add(tile, number, contacts);
    }

    /// Takes a place out of the frontier and puts its empty neighbours in; what it demanded. The castle's place was never in it.
    fn surround(&mut self, place: Place, tile: &Tile) -> Demand {
        let here = self.frontier.partition_point(|gap| gap.key() < place.key());
        let gap = self.frontier.get(here).copied().filter(|gap| gap.place() == place);
        let demand = gap.map_or(Demand::default(), Gap::demand);
        let beside = |side: Side| {
            let demand = Demand::default().with(side.opposite(), tile.edges[side.index()]);
            Gap::new(place.neighbour(side), demand)
        };
        // In the order of places south and north stand right before and after a place, west and east anywhere before and after. The
        // later ones first, so that `here` holds.
        let (after, end) = (here + usize::from(gap.is_some()), self.frontier.len());
        if !demand.asks(Side::East) {
            self.demand(after..end, beside(Side::East));
        }
        if !demand.asks(Side::North) {
            self.demand(after..end.min(after + 1), beside(Side::North));
        }
        if gap.is_some() {
            remove(&mut self.frontier, here);
        }
        if !demand.asks(Side::South) {
            self.demand(here.saturating_sub(1)..here, beside(Side::South));
        }
        if !demand.asks(Side::West) {
            self.demand(0..here, beside(Side::West));
        }
        demand
    }

    /// Adds the demand of a gap whose place in the order is in this part of the frontier, or at its end.
    fn demand(&mut self, part: Range<usize>, gap: Gap) {
        let index = part.start + self.frontier[part].partition_point(|other| other.key() < gap.key());
        match self.frontier.get_mut(index) {
            Some(other) if other.key() == gap.key() => other.add(gap),
            _ => insert(&mut self.frontier, index, gap),
        }
    }
}

/// Inserts by one move of memory; the library's own goes element by element.
fn insert<T: Copy + Default, const N: usize>(list: &mut ArrayVec<[T; N]>, index: usize, value: T) {
    let end = list.len();
    list.push(value);
    list.as_mut_slice().copy_within(index..end, index + 1);
    list[index] = value;
}

/// Removes by one move of memory.
fn remove<T: Copy + Default, const N: usize>(list: &mut ArrayVec<[T; N]>, index: usize) {
    list.as_mut_slice().copy_within(index + 1.., index);
    list.pop();
}
