//! A player's territory: the tiles laid so far and the empty places around them.

use tinyvec::ArrayVec;

use super::place::{Place, Rotation, SIDES, Side};
use super::rules::MAX_ROUNDS;
use super::tile::{Terrain, Tile};
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

/// All tiles that a player has laid. A plain value of some hundred bytes; the default value has not even a castle.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Territory {
    laid: ArrayVec<[Laid; MAX_TERRITORY]>,
    /// The empty places next to a tile, ascending.
    frontier: ArrayVec<[Place; MAX_FRONTIER]>,
    /// What each of them demands of a tile.
    demands: ArrayVec<[Demand; MAX_FRONTIER]>,
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
    pub fn frontier(&self) -> &[Place] {
        &self.frontier
    }

    /// All ways in which the tile can be laid, ascending.
    #[inline]
    pub fn placements_of<'a>(&'a self, tiles: &'a Tiles, tile: TileId) -> impl Iterator<Item = Placement> + 'a {
        self.frontier.iter().zip(&self.demands).flat_map(move |(&place, &demand)| {
            tiles.fitting(tile, demand).iter().map(move |rotation| Placement { tile, place, rotation })
        })
    }

    /// In how many ways the tile can be laid.
    #[inline]
    pub fn count_placements(&self, tiles: &Tiles, tile: TileId) -> usize {
        self.demands.iter().map(|&demand| tiles.fitting(tile, demand).len()).sum()
    }

    /// Placement number `number` of [`placements_of`](Self::placements_of).
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    pub fn nth_placement(&self, tiles: &Tiles, tile: TileId, mut number: usize) -> Placement {
        for (&place, &demand) in self.frontier.iter().zip(&self.demands) {
            let rotations = tiles.fitting(tile, demand);
            if number < rotations.len() {
                let rotation = rotations.iter().nth(number).expect("number is below the length");
                return Placement { tile, place, rotation };
            }
            number -= rotations.len();
        }
        panic!("tile {} has no such placement", tiles.name(tile));
    }

    /// Whether the tile can be laid at all.
    #[inline]
    pub fn can_place(&self, tiles: &Tiles, tile: TileId) -> bool {
        self.demands.iter().any(|&demand| !tiles.fitting(tile, demand).is_empty())
    }

    /// Whether this placement keeps the rules: next to a tile, equal terrain on every common edge, and the smallest of equal rotations.
    #[inline]
    pub fn allows(&self, tiles: &Tiles, placement: Placement) -> bool {
        self.frontier
            .binary_search(&placement.place)
            .is_ok_and(|index| tiles.fitting(placement.tile, self.demands[index]).has(placement.rotation))
    }

    /// Lays a tile where [`allows`](Self::allows) says that it may lie.
    pub fn lay(&mut self, tiles: &Tiles, placement: Placement) {
        let index = self.laid.len() as u8;
        let tile = tiles.tile(placement.tile, placement.rotation);
        let demand = self.leave_frontier(placement.place);
        let mut neighbours = [NONE; 4];
        for side in SIDES {
            let beside = placement.place.neighbour(side);
            let facing = side.opposite();
            if demand.asks(side) {
                let neighbour = self.at(beside).expect("what demands is a tile");
                neighbours[side.index()] = neighbour as u8;
                self.laid[neighbour].neighbours[facing.index()] = index;
            } else {
                self.demand(beside, facing, tile.edges[side.index()]);
            }
        }
        self.laid.push(Laid { placement, neighbours });
    }

    /// Takes a place out of the frontier; what it demanded. The castle's place was never in it.
    fn leave_frontier(&mut self, place: Place) -> Demand {
        let Ok(index) = self.frontier.binary_search(&place) else { return Demand::default() };
        let demand = self.demands[index];
        remove(&mut self.frontier, index);
        remove(&mut self.demands, index);
        demand
    }

    /// Makes an empty place demand this terrain on one side.
    fn demand(&mut self, place: Place, side: Side, terrain: Terrain) {
        match self.frontier.binary_search(&place) {
            Ok(index) => self.demands[index] = self.demands[index].with(side, terrain),
            Err(index) => {
                insert(&mut self.frontier, index, place);
                insert(&mut self.demands, index, Demand::default().with(side, terrain));
            }
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
