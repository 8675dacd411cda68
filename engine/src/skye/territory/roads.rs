//! The tiles of a territory that roads connect to the castle.

use super::laid_tiles::LaidTiles;
use crate::skye::printed::tile::Tunnel;
use crate::skye::{Areas, Edges, MAX_TERRITORY, Side, TileIndexSet, Tiles};

/// The tiles that roads connect to the castle. Indices are those of [`LaidTiles::placements`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RoadNetwork {
    connected: TileIndexSet,
    /// For every tile the exits of its connected roads; a tile can have separate roads.
    reached: [Edges; MAX_TERRITORY],
}

impl Default for RoadNetwork {
    fn default() -> Self {
        Self { connected: TileIndexSet::default(), reached: [Edges::NONE; MAX_TERRITORY] }
    }
}

impl RoadNetwork {
    /// The network of all tiles laid, without tunnels.
    pub(super) fn of(tiles: &Tiles, laid_tiles: &LaidTiles) -> Self {
        let mut network = Self::default();
        (0..laid_tiles.len()).for_each(|index| network.add(tiles, laid_tiles, index));
        network
    }

    /// Adds tile `index`, which was laid last.
    #[inline]
    pub(super) fn add(&mut self, tiles: &Tiles, laid_tiles: &LaidTiles, index: usize) {
        let tile = laid_tiles.tile(tiles, index);
        if index == 0 {
            // The castle's roads all meet.
            self.follow(tiles, laid_tiles, index, tile.exits);
        }
        for side in tile.exits.iter() {
            if laid_tiles.neighbour(index, side).is_some_and(|next| self.reached[next].has(side.opposite()))
                && !self.reached[index].has(side)
            {
                self.follow(tiles, laid_tiles, index, tile.road_at(side));
            }
        }
    }

    /// Connects every road that shares a mountain area with a connected road.
    ///
    /// Both have an entrance into it. Follows each newly connected road.
    pub(super) fn go_through_tunnels(
        &mut self,
        tiles: &Tiles,
        laid_tiles: &LaidTiles,
        areas: &Areas,
        with_tunnels: TileIndexSet,
    ) {
        let entrances = || {
            with_tunnels
                .iter()
                .flat_map(move |index| {
                    laid_tiles.tile(tiles, index).special.tunnels.into_iter().map(move |tunnel| (index, tunnel))
                })
                .map(|(index, tunnel): (usize, Tunnel)| {
                    (index, tunnel.road, areas.index_of(index, usize::from(tunnel.area)))
                })
        };
        loop {
            let is_reached = |&(index, road, _): &(usize, Edges, usize)| self.reached[index].meets(road);
            let next = entrances().find(|entrance| {
                !is_reached(entrance) && entrances().any(|other| other.2 == entrance.2 && is_reached(&other))
            });
            let Some((index, road, _)) = next else { return };
            self.follow(tiles, laid_tiles, index, road);
        }
    }

    /// Connects a road of one tile, and all roads that follow from it.
    ///
    /// Two neighbours are connected if both have an exit on the common edge.
    fn follow(&mut self, tiles: &Tiles, laid_tiles: &LaidTiles, index: usize, road: Edges) {
        self.connected.insert(index);
        self.reached[index] = self.reached[index].union(road);
        for side in road.iter() {
            let Some(next) = laid_tiles.neighbour(index, side) else { continue };
            let (tile, entry) = (laid_tiles.tile(tiles, next), side.opposite());
            if tile.exits.has(entry) && !self.reached[next].has(entry) {
                self.follow(tiles, laid_tiles, next, tile.road_at(entry));
            }
        }
    }

    /// Returns whether the tile with this index is connected to the castle; the castle itself is.
    #[inline]
    pub fn has(&self, index: usize) -> bool {
        self.connected.has(index)
    }

    /// The indices of the connected tiles, ascending.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        self.connected.iter()
    }

    /// Returns whether a road connected to the castle leaves this tile on this side.
    #[inline]
    pub fn leaves(&self, index: usize, side: Side) -> bool {
        self.reached[index].has(side)
    }

    /// The number of exits of connected roads that face an empty place.
    #[inline]
    pub fn open_exits(&self, laid_tiles: &LaidTiles) -> u16 {
        let open =
            |index: usize| self.reached[index].iter().filter(move |&side| laid_tiles.neighbour(index, side).is_none());
        self.iter().map(|index| open(index).count() as u16).sum()
    }

    /// Number of connected tiles, the castle included.
    #[inline]
    pub fn len(&self) -> usize {
        self.connected.len()
    }

    /// Never true: the castle is connected to itself.
    pub fn is_empty(&self) -> bool {
        self.connected.is_empty()
    }
}
